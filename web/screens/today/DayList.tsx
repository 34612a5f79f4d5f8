// The list of the day to print: who comes, who leaves, who is here.
import { readStatusTimes, type StatusTimes } from '../../desk/status-times.ts';
import { formatDay, formatMoney, formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { channelName } from '../../parts/Mark.tsx';
import { printPage } from '../../print.tsx';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../../replica/stays.ts';
import { type DayListStay, dayListsOf } from './day-lists.ts';

/** Prints the list of a day: of today all stays, with a tick where the guest came or left; of a later day who is expected. */
export async function printDayList(state: ReplicaState, day = state.today): Promise<void> {
  const times = day > state.today ? NO_TIMES : await readStatusTimes();
  const title = `${messages().today.dayList} ${formatDay(day, 'dated')}`;
  printPage(title, <DayList state={state} day={day} times={times} />);
}

const NO_TIMES: StatusTimes = { checkedIn: new Map(), checkedOut: new Map() };

function DayList({ state, day, times }: { state: ReplicaState; day: number; times: StatusTimes }) {
  const { today } = messages();
  const { arrivals, noShows, departures, inHouse } = dayListsOf(state, day, times);
  return (
    <article>
      <header class="paper-head">
        <h1>{formatDay(day, 'dated')}</h1>
        <span>{state.property.name}</span>
      </header>
      <List title={today.arrivals} stays={arrivals} state={state} />
      {noShows.length > 0 && <List title={today.didNotCome} stays={noShows} state={state} />}
      <List title={today.departures} stays={departures} state={state} />
      <List title={today.inHouse} stays={inHouse} state={state} />
    </article>
  );
}

function List({
  title,
  stays,
  state,
}: {
  title: string;
  stays: readonly DayListStay[];
  state: ReplicaState;
}) {
  const { today, stay } = messages();
  const sorted = stays.toSorted((a, b) =>
    unitOf(a.booking, state).localeCompare(unitOf(b.booking, state), undefined, { numeric: true }),
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
            {sorted.map((listed) => (
              <Line key={listed.booking.order_id} {...listed} state={state} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Line({ booking, done, at, state }: DayListStay & { state: ReplicaState }) {
  const { from, until } = daysOfStay(booking, state);
  return (
    <tr>
      <td>
        <span class="tick">{done && '✓'}</span>
        {at && <div class="small">{formatTime(at, state.property.timezone)}</div>}
      </td>
      <td>
        {unitOf(booking, state)} {state.rooms.get(booking.room_id)?.name}
      </td>
      <td>
        {booking.name}
        {booking.phone && <div class="small">{booking.phone}</div>}
      </td>
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
