// Today: what needs somebody, who comes, who leaves, who is here; each row with the one thing to do next.
import { useSignal } from '@preact/signals';
import { failingChannels, useChannelStatus } from '../../desk/channel-status.ts';
import { copy, rightsOf } from '../../desk/property.ts';
import { useUnanswered } from '../../desk/unanswered.ts';
import { formatDay, formatTime } from '../../format.ts';
import { useShortcuts } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Button, classesOf } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { Choice } from '../../parts/Tabs.tsx';
import { ProposalList } from '../../proposals/ProposalList.tsx';
import { useProposals } from '../../proposals/proposals.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../../replica/stays.ts';
import { arrivalsOf, departuresOf } from '../../replica/today.ts';
import { openNewStay, openStay } from '../../shell/open-stay.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { printDayList } from './DayList.tsx';
import { Queue } from './Queue.tsx';
import { type QueueId, queuesOf } from './rows.tsx';
import { Tiles } from './Tiles.tsx';
import { Tomorrow } from './Tomorrow.tsx';
import './today.css';
import { type Rows, useRows } from './use-rows.ts';

export function Today() {
  const state = copy.value;
  const { screens, today, loading, stay } = messages();
  if (state)
    return (
      <>
        <PageHead
          title={formatDay(state.today, 'long')}
          about={<Clock state={state} />}
          action={
            <>
              <span class="wide-only">
                <Button kind="quiet" icon="print" onClick={() => printDayList(state)}>
                  {today.dayList}
                </Button>
              </span>
              {rightsOf('bookings:write').changes && (
                <Button icon="plus" onClick={() => openNewStay()}>
                  {stay.title}
                </Button>
              )}
            </>
          }
        />
        <Day state={state} />
      </>
    );
  return (
    <>
      <PageHead title={screens.today} />
      <main id="content" class="page">
        <Skeleton lines={6} label={loading} />
      </main>
    </>
  );
}

/** Longer names of units than numbers of rooms are get more place. */
const LONGEST_NUMBER = 4;

function hasLongNames({ units }: ReplicaState): boolean {
  return units.values().some(({ name }) => name.length > LONGEST_NUMBER);
}

/** The hour at the property, as of the last event: the head says whether that is now. */
function Clock({ state }: { state: ReplicaState }) {
  return formatTime(new Date().toISOString(), state.property.timezone);
}

function Day({ state }: { state: ReplicaState }) {
  const { today } = messages();
  const unanswered = useUnanswered();
  const proposals = useProposals();
  const status = useChannelStatus();
  const queues = queuesOf(state, unanswered);
  const shown = useSignal<QueueId>('arrivals');
  const rows = useRows(state, [...queues.arrivals, ...queues.departures, ...queues.inHouse], unanswered);
  useRowKeys(rows);
  const { arrived } = arrivalsOf(state);
  const { left } = departuresOf(state);
  const shownProps = (id: QueueId) => ({
    title: today[id],
    rows: queues[id],
    isShown: shown.value === id,
    list: rows,
  });
  return (
    <main id="content" class={classesOf('today', hasLongNames(state) && 'long-units')}>
      <Tiles state={state} unanswered={unanswered} channels={status ? failingChannels(status) : []} />
      <ProposalList proposals={proposals} />
      <Choice
        class="queue-choice"
        label={today.queues}
        choices={(['arrivals', 'departures', 'inHouse'] as const).map((id) => ({
          id,
          label: `${today[id]} ${queues[id].length}`,
        }))}
        selected={shown.value}
        onSelect={(id) => {
          shown.value = id;
        }}
      />
      <div class="queues">
        <Queue
          {...shownProps('arrivals')}
          about={<NightsOfArrivals state={state} />}
          empty={<NobodyArrives state={state} />}
        >
          <DoneRows title={today.arrived} stays={arrived} state={state} />
        </Queue>
        <Queue
          {...shownProps('departures')}
          about={today.untilTime(state.property.settings.checkout_time)}
          empty={<Empty title={today.nobodyLeaves} />}
        >
          <DoneRows title={today.left} stays={left} state={state} />
        </Queue>
        <Queue
          {...shownProps('inHouse')}
          about={<GuestsInHouse rows={queues.inHouse} />}
          empty={<Empty title={today.nobodyHere} />}
        />
      </div>
      <Tomorrow state={state} />
    </main>
  );
}

/** The keys of the queues. */
function useRowKeys(rows: Rows): void {
  const { today } = messages();
  useShortcuts([
    { keys: 'j', label: today.keys.next, run: () => rows.move(1) },
    { keys: 'ArrowDown', label: today.keys.next, run: () => rows.move(1) },
    { keys: 'k', label: today.keys.previous, run: () => rows.move(-1) },
    { keys: 'ArrowUp', label: today.keys.previous, run: () => rows.move(-1) },
    { keys: 'Enter', label: today.keys.act, run: rows.actOnSelected },
    {
      keys: 'o',
      label: today.keys.open,
      run: () => rows.selected && openStay(rows.selected.booking.order_id),
    },
    { keys: 'r', label: today.keys.message, run: rows.writeToSelected },
  ]);
}

function NightsOfArrivals({ state }: { state: ReplicaState }) {
  const nights = arrivalsOf(state).due.reduce((sum, booking) => {
    const { from, until } = daysOfStay(booking, state);
    return sum + until - from;
  }, 0);
  return nights > 0 ? messages().stay.nights(nights) : null;
}

function GuestsInHouse({ rows }: { rows: readonly { booking: DeskBooking }[] }) {
  const { stay, today } = messages();
  const guests = rows.reduce((sum, { booking }) => sum + (booking.guests ?? 1), 0);
  return guests > 0 ? (
    <>
      {stay.guests(guests)} · {today.leavesOn}
    </>
  ) : null;
}

function NobodyArrives({ state }: { state: ReplicaState }) {
  const { today } = messages();
  const hadArrivals = arrivalsOf(state).arrived.length > 0;
  return (
    <Empty title={hadArrivals ? today.allArrived : today.nobodyArrives}>
      {rightsOf('bookings:write').changes && (
        <>
          <p>{today.walkIn}</p>
          <Button icon="plus" onClick={() => openNewStay({ from: state.today, until: state.today + 1 })}>
            {messages().stay.title}
          </Button>
        </>
      )}
    </Empty>
  );
}

/** Stays with which nothing is left to do today. */
function DoneRows({
  title,
  stays,
  state,
}: {
  title: string;
  stays: readonly DeskBooking[];
  state: ReplicaState;
}) {
  if (stays.length === 0) return null;
  return (
    <>
      <h3 class="done-title">{title}</h3>
      <ul>
        {stays.map((booking) => (
          <li key={booking.order_id}>
            <button type="button" class="done-row" onClick={() => openStay(booking.order_id)}>
              <span class="unit cut">{state.units.get(presentUnitOf(booking, state) ?? 0)?.name}</span>
              <span class="grow cut">{booking.name || messages().stay.noGuestName}</span>
              <span class="when">{formatTime(booking.updated_at, state.property.timezone)}</span>
              <Icon name="check" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
