// Why people must look at a stay, and the first way out.
import { rightsOf } from '../../desk/property.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Banner } from '../../parts/Notice.tsx';
import type { DeskBooking } from '../../replica/state.ts';

export function StayConflict({ booking, onMove }: { booking: DeskBooking; onMove: () => void }) {
  if (booking.conflict === null) return null;
  const move = rightsOf('bookings:write').changes && (
    <Button small onClick={onMove}>
      {messages().stay.menu.move}
    </Button>
  );
  return (
    <div class="stay-conflict" role="note">
      <Banner urgency="alert" icon="clash" action={move}>
        {booking.conflict}
      </Banner>
    </div>
  );
}
