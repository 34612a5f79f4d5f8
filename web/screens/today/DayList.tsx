// The list of the day to print: who comes, who leaves, who is here.
import { formatDay, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { channelName } from '../../parts/Mark.tsx';
import { printPage } from '../../print.tsx';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../../replica/stays.ts';
import { arrivalsOf, departuresOf, inHouseOf } from '../../replica/today.ts';

/** Prints the list of the day. */
export function printDayList(state: ReplicaState): void {
  printPage(`${messages().today.dayList} ${formatDay(state.today, 'long')}`, <DayList state={state} />);
}

function DayList({ state }: { state: ReplicaState }) {
  const { today } = messages();
  return (
    <article>
      <header class="paper-head">
        <h1>{formatDay(state.today, 'long')}</h1>
        <span>{state.property.name}</span>
      </header>
      <List title={today.arrivals} stays={arrivalsOf(state).due} state={state} />
      <List title={today.departures} stays={departuresOf(state).due} state={state} />
      <List title={today.inHouse} stays={inHouseOf(state)} state={state} />
    </article>
  );
}

function List({
  title,
  stays,
  state,
}: {
  title: string;
  stays: readonly DeskBooking[];
  state: ReplicaState;
}) {
  const { today, stay } = messages();
  const sorted = stays.toSorted((a, b) =>
    unitOf(a, state).localeCompare(unitOf(b, state), undefined, { numeric: true }),
  );
  return (
    <section>
      <h2>
        {title} · {stays.length}
      </h2>
      {stays.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col" />
              <th scope="col">{stay.facts.room}</th>
              <th scope="col">{stay.guest.name}</th>
              <th scope="col">{stay.facts.party}</th>
              <th scope="col">{stay.facts.stay}</th>
              <th scope="col">{today.time}</th>
              <th scope="col">{stay.facts.bookedThrough}</th>
              <th scope="col" class="num">
                {stay.folio.open}
              </th>
              <th scope="col">{stay.guest.notes}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((booking) => (
              <Line key={booking.order_id} booking={booking} state={state} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Line({ booking, state }: { booking: DeskBooking; state: ReplicaState }) {
  const { from, until } = daysOfStay(booking, state);
  return (
    <tr>
      <td>
        <span class="tick" />
      </td>
      <td>
        {unitOf(booking, state)} {state.rooms.get(booking.room_id)?.name}
      </td>
      <td>{booking.name}</td>
      <td>{booking.guests}</td>
      <td>
        {formatDay(from, 'tiny')} – {formatDay(until, 'tiny')}
      </td>
      <td>{booking.arrival_time}</td>
      <td>{channelName(booking.channel)}</td>
      <td class="num">{booking.balance === 0 ? '' : formatMoney(booking.balance, booking.currency)}</td>
      <td>{booking.notes}</td>
    </tr>
  );
}

function unitOf(booking: DeskBooking, state: ReplicaState): string {
  return state.units.get(presentUnitOf(booking, state) ?? 0)?.name ?? '';
}
