// Today: what needs somebody, who comes, who leaves, who is here; each row with the one thing to do next.
import { useSignal } from '@preact/signals';
import { failingChannels, useChannelStatus } from '../../desk/channel-status.ts';
import { copy, rightsOf } from '../../desk/property.ts';
import { type StatusTimes, useStatusTimes } from '../../desk/status-times.ts';
import { useUnanswered, useWaiting } from '../../desk/unanswered.ts';
import { formatDay, formatTime } from '../../format.ts';
import { GuestRequestList } from '../../guest-requests/GuestRequestList.tsx';
import { useGuestRequests } from '../../guest-requests/guest-requests.ts';
import { GuestReviewList } from '../../guest-reviews/GuestReviewList.tsx';
import { useGuestReviews } from '../../guest-reviews/guest-reviews.ts';
import { useShortcuts } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Button, classesOf } from '../../parts/Button.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { Choice } from '../../parts/Tabs.tsx';
import { ProposalList } from '../../proposals/ProposalList.tsx';
import { useProposals } from '../../proposals/proposals.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay, presentUnitOf } from '../../replica/stays.ts';
import { arrivalsOf, departuresOf, isUnsettled } from '../../replica/today.ts';
import { openNewStay, openStay } from '../../shell/open-stay.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { printDayList } from './DayList.tsx';
import { NextSteps } from './NextSteps.tsx';
import { Queue, QueueRows } from './Queue.tsx';
import { type QueueId, queuesOf } from './rows.tsx';
import type { QueueRow } from './StayRow.tsx';
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
                <Button kind="quiet" icon="print" onClick={() => void printDayList(state)}>
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
  const waiting = useWaiting();
  const unanswered = useUnanswered() ?? [];
  const proposals = useProposals();
  const requests = useGuestRequests();
  const reviews = useGuestReviews();
  const status = useChannelStatus();
  const times = useStatusTimes();
  const queues = queuesOf(state, unanswered, times);
  const shown = useSignal<QueueId>('arrivals');
  const { arrivals, noShows, departures, left, inHouse } = queues;
  const all = [...arrivals, ...noShows, ...departures, ...left, ...inHouse];
  const rows = useRows(state, all, unanswered, (row) => {
    const isIn = (list: readonly QueueRow[]) => list.includes(row);
    shown.value = isIn(inHouse) ? 'inHouse' : [departures, left].some(isIn) ? 'departures' : 'arrivals';
  });
  useRowKeys(rows);
  return (
    <main id="content" class={classesOf('today-page', hasLongNames(state) && 'long-units')}>
      <Tiles state={state} waiting={waiting} channels={status && failingChannels(status)} />
      <div class="today-notices">
        <NextSteps status={status} />
        <GuestRequestList requests={requests} />
        <GuestReviewList reviews={reviews} />
        <ProposalList proposals={proposals} />
      </div>
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
      <Queues state={state} queues={queues} times={times} list={rows} shown={shown.value} />
      <Tomorrow state={state} />
    </main>
  );
}

type QueuesProps = {
  state: ReplicaState;
  queues: ReturnType<typeof queuesOf>;
  times: StatusTimes;
  list: Rows;
  shown: QueueId;
};

/** The three queues, with what is over of each. */
function Queues({ state, queues, times, list, shown }: QueuesProps) {
  const { today } = messages();
  const ofArrivals = arrivalsOf(state);
  const over = { state, times, list };
  const shownProps = (id: QueueId) => ({
    title: today[id],
    rows: queues[id],
    isShown: shown === id,
    list,
  });
  return (
    <div class="queues">
      <Queue
        {...shownProps('arrivals')}
        about={<NightsOfArrivals state={state} />}
        empty={<NobodyArrives state={state} />}
      >
        <DoneRows {...over} title={today.arrived} stays={ofArrivals.arrived} moment="checkedIn" />
        <DoneRows
          {...over}
          title={today.didNotCome}
          open={queues.noShows}
          stays={ofArrivals.noShows.filter((booking) => !isUnsettled(booking))}
          moment={null}
        />
      </Queue>
      <Queue
        {...shownProps('departures')}
        about={today.untilTime(state.property.settings.checkout_time)}
        empty={<Empty title={today.nobodyLeaves} />}
      >
        <DoneRows
          {...over}
          title={today.left}
          open={queues.left}
          stays={departuresOf(state).left.filter((booking) => !isUnsettled(booking))}
          moment="checkedOut"
        />
      </Queue>
      <Queue
        {...shownProps('inHouse')}
        about={<GuestsInHouse rows={queues.inHouse} />}
        empty={<Empty title={today.nobodyHere} />}
      />
    </div>
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
      {stay.guests(guests)} · {today.until}
    </>
  ) : null;
}

function NobodyArrives({ state }: { state: ReplicaState }) {
  const { today } = messages();
  const { arrived, noShows } = arrivalsOf(state);
  const nobody = arrived.length > 0 ? today.allArrived : today.nobodyArrives;
  return (
    <Empty title={noShows.length > 0 ? today.nobodyElseArrives : nobody}>
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

type DoneRowsProps = {
  title: string;
  /** stays that are over and have a balance */
  open?: readonly QueueRow[];
  /** stays with which nothing is left to do today */
  stays: readonly DeskBooking[];
  /** the moment that stands in the rows; null = none, and no tick: nothing was done */
  moment: keyof StatusTimes | null;
  times: StatusTimes;
  list: Rows;
  state: ReplicaState;
};

function DoneRows({ title, open = [], stays, moment, times, list, state }: DoneRowsProps) {
  if (stays.length + open.length === 0) return null;
  const momentOf = ({ order_id: id }: DeskBooking) => (moment && times[moment].get(id)) ?? '';
  const timeOf = (booking: DeskBooking) => {
    const at = momentOf(booking);
    return at && formatTime(at, state.property.timezone);
  };
  const inOrder = stays.toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)));
  const icon: IconName = moment === null ? 'moon' : 'check';
  return (
    <>
      <h3 class="done-title">{title}</h3>
      {open.length > 0 && <QueueRows rows={open} list={list} />}
      <ul>
        {inOrder.map((booking) => (
          <li key={booking.order_id}>
            <button type="button" class="done-row" onClick={() => openStay(booking.order_id)}>
              <span class="row-unit cut">{state.units.get(presentUnitOf(booking, state) ?? 0)?.name}</span>
              <span class="grow cut">{booking.name || messages().stay.noGuestName}</span>
              <span class="when">{timeOf(booking)}</span>
              <Icon name={icon} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
