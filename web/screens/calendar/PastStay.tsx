// A stay as it was at a moment of the past: its facts of then, and the way to the stay as it is.
import { formatDatedMoment, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { StayFacts } from '../stay/StayFacts.tsx';
import '../stay/stay.css';

type PastStayProps = {
  booking: DeskBooking;
  /** what the booking is part of */
  state: ReplicaState;
  /** the moment; null = it is shown as it is now */
  moment: string | null;
  onNow: () => void;
  onClose: () => void;
};

export function PastStay({ booking, state, moment, onNow, onClose }: PastStayProps) {
  const { calendar, stay } = messages();
  const texts = calendar.past;
  const amount = (value: number | null) => (value === null ? '–' : formatMoney(value, booking.currency));
  const rows = [
    [stay.history.members.status, stay.history.statuses[booking.status]],
    [stay.history.members.price, amount(booking.price)],
    [texts.paid, amount(booking.paid)],
    [texts.balance, amount(booking.balance)],
  ] as const;
  return (
    <Drawer title={booking.name} onClose={onClose}>
      <div class="past-stay">
        <p class="ink2">
          {moment === null ? texts.nowOfStay : texts.asOf(formatDatedMoment(moment, state.property.timezone))}
        </p>
        <StayFacts booking={booking} state={state} />
        <dl class="past-amounts">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd class="num">{value}</dd>
            </div>
          ))}
        </dl>
        {booking.conflict && <p class="warn">{booking.conflict}</p>}
        <p class="ink3">{texts.namesOfNow}</p>
        <Button kind="primary" icon="right" onClick={onNow}>
          {texts.openNow}
        </Button>
      </div>
    </Drawer>
  );
}
