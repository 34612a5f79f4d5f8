// The registration card of a stay, to print: what is known stands there, the rest is filled in by hand.
import { dayOfMoment } from '../days.ts';
import { formatDay } from '../format.ts';
import { messages } from '../language.ts';
import { printPage } from '../print.tsx';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { presentUnitOf } from '../replica/stays.ts';
import { companionsText } from './companions.ts';

/** Prints the registration card of a stay. */
export function printCard(booking: DeskBooking, state: ReplicaState): void {
  const { card } = messages().stay;
  printPage(`${card.title} ${booking.order_id}`, <RegistrationCard booking={booking} state={state} />);
}

function RegistrationCard({ booking, state }: { booking: DeskBooking; state: ReplicaState }) {
  const { card, move, facts, guest } = messages().stay;
  const { property } = state;
  const day = (moment: string) => formatDay(dayOfMoment(moment, property.timezone), 'dated');
  const room = state.rooms.get(booking.room_id)?.name ?? '';
  const unit = state.units.get(presentUnitOf(booking, state) ?? 0)?.name;
  const lines: [label: string, value: string | null][] = [
    [guest.name, booking.name],
    [card.birth, null],
    [card.address, null],
    [card.nationality, booking.country],
    [card.document, null],
    [guest.phone, booking.phone],
    [guest.email, booking.email],
    [card.companions, companionsText(booking.companions)],
    [move.arrival, day(booking.checkin)],
    [move.departure, day(booking.checkout)],
    [facts.room, unit ? `${unit} · ${room}` : room],
    [facts.party, booking.guests === null ? null : String(booking.guests)],
  ];
  return (
    <article>
      <header class="paper-head">
        <h1>{card.title}</h1>
        <span>{[property.name, property.address].filter(Boolean).join(', ')}</span>
      </header>
      <dl class="lines">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="sign">
        <div>{card.date}</div>
        <div>{card.signature}</div>
      </div>
    </article>
  );
}
