// The three queues of the day, as rows.

import type { StatusTimes } from '../../desk/status-times.ts';
import type { DeskMessage } from '../../desk/unanswered.ts';
import { formatAge, formatDay, formatMoney, formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { channelName, State } from '../../parts/Mark.tsx';
import { TaskPhotos } from '../../photos/TaskPhotos.tsx';
import { isReady } from '../../replica/free-units.ts';
import { nextActionOf } from '../../replica/next-action.ts';
import type { DeskBooking, DeskTask, ReplicaState } from '../../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../../replica/stays.ts';
import { arrivalsOf, departuresOf, inHouseOf, isUnsettled, unitTasksOf } from '../../replica/today.ts';
import { openText } from '../../stay/open-text.ts';
import { taskName } from '../../stay/task-name.ts';
import type { QueueRow } from './StayRow.tsx';

export type QueueId = 'arrivals' | 'departures' | 'inHouse';
/** `left` and `noShows`: stays that are over and have a balance. */
type Queues = Record<QueueId | 'left' | 'noShows', QueueRow[]>;

/** Returns the rows of the queues: first those who have no room yet, and in the house those for whom something is to be done. */
export function queuesOf(
  state: ReplicaState,
  unanswered: readonly DeskMessage[],
  { checkedOut }: StatusTimes,
): Queues {
  const questions = new Map(unanswered.toReversed().map((message) => [message.rid, message]));
  const { settings } = state.property;
  const rowOf = (
    booking: DeskBooking,
    parts: Pick<QueueRow, 'about' | 'when'> & Partial<QueueRow>,
  ): QueueRow => ({
    booking,
    action: nextActionOf(booking, state, questions.has(booking.order_id)),
    note: null,
    ...parts,
  });
  const inHouse = inHouseOf(state).map((booking) =>
    rowOf(booking, {
      about: <InHouse booking={booking} question={questions.get(booking.order_id)} />,
      when: formatDay(daysOfStay(booking, state).until, 'tiny'),
    }),
  );
  const isUrgent = ({ action }: QueueRow) => action === 'solve' || action === 'reply';
  // Of several tasks of a unit the one that is due first.
  const tasks = new Map(
    unitTasksOf(state)
      .toReversed()
      .map((task) => [task.unit_id, task]),
  );
  const { due, noShows } = arrivalsOf(state);
  const departures = departuresOf(state);
  const overOf = (booking: DeskBooking, at?: string): QueueRow => ({
    booking,
    // A reply can wait until the guest has paid.
    action: nextActionOf(booking, state, false),
    about: <Balance booking={booking} />,
    note: null,
    when: at ? formatTime(at, state.property.timezone) : '',
  });
  const arrivals = due.map((booking) =>
    rowOf(booking, {
      about: <Arrival booking={booking} state={state} tasks={tasks} />,
      note: booking.notes,
      when: booking.arrival_time ?? settings.checkin_time,
    }),
  );
  const waits = ({ action }: QueueRow) => action === 'assign' || action === 'solve';
  return {
    arrivals: [...arrivals.filter(waits), ...arrivals.filter((row) => !waits(row))],
    noShows: noShows.filter(isUnsettled).map((booking) => overOf(booking)),
    left: departures.left
      .filter(isUnsettled)
      .map((booking) => overOf(booking, checkedOut.get(booking.order_id))),
    departures: departures.due.map((booking) =>
      rowOf(booking, { about: <Departure booking={booking} state={state} />, when: settings.checkout_time }),
    ),
    inHouse: [...inHouse.filter(isUrgent), ...inHouse.filter((row) => !isUrgent(row))],
  };
}

function nightsOf(booking: DeskBooking, state: ReplicaState): string {
  const { from, until } = daysOfStay(booking, state);
  return messages().stay.nights(Math.max(0, until - from));
}

type ArrivalProps = {
  booking: DeskBooking;
  state: ReplicaState;
  /** what else is to be done in units, by unit */
  tasks: ReadonlyMap<number | null, DeskTask>;
};

function Arrival({ booking, state, tasks }: ArrivalProps) {
  const { stay, today } = messages();
  const unit = state.units.get(presentUnitOf(booking, state) ?? 0);
  const task = unit && tasks.get(unit.unit_id);
  const { from } = daysOfStay(booking, state);
  const party = booking.guests === null ? [] : [stay.guests(booking.guests)];
  const room = unit ? [] : [state.rooms.get(booking.room_id)?.name ?? ''];
  const open =
    booking.balance > 0 ? [stay.folio.openSum(formatMoney(booking.balance, booking.currency))] : [];
  return (
    <>
      <span class="cut">
        {[...room, ...[nightsOf(booking, state), ...party, ...open].map(unbroken)].join(' · ')}
      </span>
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
      {task && (
        <State urgency="warn" icon="wrench">
          <span class="cut">{taskName(task.task_name)}</span>
        </State>
      )}
      {task && <TaskPhotos task={task} isShort />}
    </>
  );
}

/** On a phone a line ends between two facts, not within one. */
function unbroken(fact: string): string {
  return fact.replaceAll(' ', '\u00a0');
}

function Departure({ booking, state }: { booking: DeskBooking; state: ReplicaState }) {
  const { today } = messages();
  const { balance, currency } = booking;
  const { until } = daysOfStay(booking, state);
  return (
    <>
      <span class="cut">
        {nightsOf(booking, state)}
        {balance === 0 && ` · ${today.paid}`}
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
      {balance < 0 && <Balance booking={booking} />}
    </>
  );
}

/** What is open of a stay that is over. */
function Balance({ booking }: { booking: DeskBooking }) {
  return (
    <State urgency="warn" icon="card">
      {openText(booking)}
    </State>
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
  if (!question) {
    const { balance, currency } = booking;
    const open = balance > 0 ? [stay.folio.openSum(formatMoney(balance, currency))] : [];
    return <span class="cut">{[channelName(booking.channel), ...open].join(' · ')}</span>;
  }
  return (
    <State urgency="warn" icon="msg">
      <span class="cut">{question.message}</span>
      <span class="nowrap">· {formatAge(Date.now() - Date.parse(question.created_at))}</span>
    </State>
  );
}
