// Beside a conversation: the stay it belongs to.
import { copy, rightsOf } from '../../desk/property.ts';
import { formatDays, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { daysOfStay } from '../../replica/stays.ts';
import { openStay } from '../../shell/open-stay.ts';
import { placeName } from '../../stay/place-name.ts';
import type { InboxConversation } from './conversations.ts';
import { bookingOf } from './store.ts';

type StayBesideProps = { conversation: InboxConversation; currency: string };

export function StayBeside({ conversation, currency }: StayBesideProps) {
  const texts = messages().inbox;
  const state = copy.value;
  const { orderId } = conversation;
  if (orderId === null)
    return (
      <aside class="stay-beside">
        <h2>{texts.noStay}</h2>
        <p class="ink2">{texts.noStayHelp}</p>
      </aside>
    );
  const booking = bookingOf(orderId);
  if (!booking || !state || !rightsOf('bookings:read').sees) return <aside class="stay-beside" />;
  const { from, until } = daysOfStay(booking, state);
  const room = state.rooms.get(booking.room_id)?.name ?? '';
  const facts: [string, string | null][] = [
    [texts.stay, formatDays(from, until)],
    [texts.party, booking.guests === null ? null : texts.guests(booking.guests)],
    [texts.price, formatMoney(booking.total, booking.currency || currency)],
    [texts.open, booking.balance === 0 ? texts.paid : formatMoney(booking.balance, booking.currency)],
    [texts.phone, booking.phone],
    [texts.mail, booking.email],
    [texts.reference, booking.referral_order_id],
  ];
  return (
    <aside class="stay-beside">
      <header class="row">
        <h2 class="cut">{placeName(booking.unit, room)}</h2>
        <button type="button" class="end act nowrap" onClick={() => openStay(orderId)}>
          {texts.openStay}
        </button>
      </header>
      <dl>
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {booking.notes && (
        <section>
          <h2>{texts.notes}</h2>
          <p class="ink2" dir="auto">
            {booking.notes}
          </p>
        </section>
      )}
    </aside>
  );
}
