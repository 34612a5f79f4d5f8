// The three queues of the day, as rows.
import type { DeskMessage } from '../../desk/unanswered.ts';
import { formatAge, formatDay, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import { channelName, State } from '../../parts/Mark.tsx';
import { isReady } from '../../replica/free-units.ts';
import { nextActionOf } from '../../replica/next-action.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../../replica/stays.ts';
import { arrivalsOf, departuresOf, inHouseOf } from '../../replica/today.ts';
import type { QueueRow } from './StayRow.tsx';

export type QueueId = 'arrivals' | 'departures' | 'inHouse';
type Queues = Record<QueueId, QueueRow[]>;

/** Returns the rows of the queues: first those who have no room yet, and in the house those for whom something is to be done. */
export function queuesOf(state: ReplicaState, unanswered: readonly DeskMessage[]): Queues {
  const questions = new Map(unanswered.toReversed().map((message) => [message.rid, message]));
  const { settings } = state.property;
  const rowOf = (booking: DeskBooking, parts: Pick<QueueRow, 'about' | 'when'>): QueueRow => ({
    booking,
    action: nextActionOf(booking, state, questions.has(booking.order_id)),
    ...parts,
  });
  const inHouse = inHouseOf(state).map((booking) =>
    rowOf(booking, {
      about: <InHouse booking={booking} question={questions.get(booking.order_id)} />,
      when: formatDay(daysOfStay(booking, state).until, 'tiny'),
    }),
  );
  const isUrgent = ({ action }: QueueRow) => action !== null && action !== 'charge';
  const arrivals = arrivalsOf(state).due.map((booking) =>
    rowOf(booking, {
      about: <Arrival booking={booking} state={state} />,
      when: booking.arrival_time ?? settings.checkin_time,
    }),
  );
  const waits = ({ action }: QueueRow) => action === 'assign' || action === 'solve';
  return {
    arrivals: [...arrivals.filter(waits), ...arrivals.filter((row) => !waits(row))],
    departures: departuresOf(state).due.map((booking) =>
      rowOf(booking, { about: <Departure booking={booking} state={state} />, when: settings.checkout_time }),
    ),
    inHouse: [...inHouse.filter(isUrgent), ...inHouse.filter((row) => !isUrgent(row))],
  };
}

function nightsOf(booking: DeskBooking, state: ReplicaState): string {
  const { from, until } = daysOfStay(booking, state);
  return messages().stay.nights(Math.max(0, until - from));
}

function Arrival({ booking, state }: { booking: DeskBooking; state: ReplicaState }) {
  const { stay, today } = messages();
  const unit = state.units.get(presentUnitOf(booking, state) ?? 0);
  const { from } = daysOfStay(booking, state);
  const party = booking.guests === null ? [] : [stay.guests(booking.guests)];
  const room = unit ? [] : [state.rooms.get(booking.room_id)?.name ?? ''];
  return (
    <>
      <span class="cut">{[...room, nightsOf(booking, state), ...party].join(' · ')}</span>
      {from < state.today ? (
        <State urgency="warn" icon="clock">
          {today.since(formatDay(from, 'tiny'))}
        </State>
      ) : unit ? (
        !isReady(unit, state) && (
          <State urgency="warn" icon="broom">
            {unit.condition === 'dirty' ? today.toClean : today.toInspect}
          </State>
        )
      ) : (
        <State urgency="warn" icon="warn">
          {today.unassigned}
        </State>
      )}
    </>
  );
}

function Departure({ booking, state }: { booking: DeskBooking; state: ReplicaState }) {
  const { today } = messages();
  const { balance, currency } = booking;
  const { until } = daysOfStay(booking, state);
  return (
    <>
      <span class="cut">
        {nightsOf(booking, state)}
        {balance <= 0 && ` · ${today.paid}`}
      </span>
      {until < state.today && (
        <State urgency="warn" icon="clock">
          {today.since(formatDay(until, 'tiny'))}
        </State>
      )}
      {balance > 0 && (
        <State urgency="warn" icon="card">
          {today.toTake(formatMoney(balance, currency))}
        </State>
      )}
    </>
  );
}

function InHouse({ booking, question }: { booking: DeskBooking; question: DeskMessage | undefined }) {
  const { stay } = messages();
  if (booking.conflict !== null)
    return (
      <State urgency="alert" icon="clash">
        {stay.states.conflict}
      </State>
    );
  if (!question) return <span class="cut">{channelName(booking.channel)}</span>;
  return (
    <State urgency="warn" icon="msg">
      <span class="cut">{question.message}</span>
      <span class="nowrap">· {formatAge(Date.now() - Date.parse(question.created_at))}</span>
    </State>
  );
}
