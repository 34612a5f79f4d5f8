// The calendar: every room and unit with its stays, and the rates below. What needs doing today is coloured.
import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { setColumn } from '../../chart/geometry.ts';
import { TapeChart } from '../../chart/TapeChart.tsx';
import type { DrawnNights, TapeEdits, TapeHandle } from '../../chart/tape-edits.ts';
import { dayWithTime } from '../../days.ts';
import { connectedChannels, useChannelStatus } from '../../desk/channel-status.ts';
import { pastMoment } from '../../desk/past-moment.ts';
import { copy, rightsOf, shown } from '../../desk/property.ts';
import { useShortcuts } from '../../keys.ts';
import { language, messages } from '../../language.ts';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
import { proposalOfGhost } from '../../proposals/ghosts.ts';
import { approve, decidesProposals, decline, useProposals } from '../../proposals/proposals.ts';
import type { ReplicaState } from '../../replica/state.ts';
import { place } from '../../router.ts';
import { isPhone } from '../../screen-width.ts';
import { type NewStay, openStay, openStayOf } from '../../shell/open-stay.ts';
import { CalendarHead } from './CalendarHead.tsx';
import { CalendarMenu, type OpenedMenu } from './CalendarMenu.tsx';
import { ClosureDrawer } from './ClosureDrawer.tsx';
import { columnOfScreen } from './column.ts';
import { PastCalendar } from './PastCalendar.tsx';
import { type ShownDays, useShownDays } from './shown-days.ts';
import { type Chosen, tapeDataOf } from './tape-data.tsx';
import { assignBest, useStayDrag } from './use-stay-drag.tsx';
import './calendar.css';

export function Calendar() {
  const state = copy.value;
  const texts = messages();
  const moment = pastMoment();
  if (state && (moment || state.rooms.size > 0)) return <WithDays state={state} moment={moment} />;
  return (
    <>
      <CalendarHead />
      <main id="content" class="page">
        {state ? (
          <Empty title={texts.calendar.empty.title}>{texts.calendar.empty.text}</Empty>
        ) : (
          <Skeleton lines={12} label={texts.loading} />
        )}
      </main>
    </>
  );
}

/** The calendar now, or as it was at a moment: whoever goes from one to the other stays on the same days. */
function WithDays({ state, moment }: { state: ReplicaState; moment: string | null }) {
  const days = useShownDays(state);
  return moment ? (
    <PastCalendar state={state} moment={moment} days={days} />
  ) : (
    <Chart state={state} days={days} />
  );
}

function Chart({ state, days }: { state: ReplicaState; days: ShownDays }) {
  const chosen = useSignal<Chosen>(null);
  const now = useNow(state);
  const canChange = rightsOf('bookings:write').changes;
  const menu = useSignal<OpenedMenu | null>(null);
  const closureId = useSignal<number | null>(null);
  const handle = useRef<TapeHandle>(null);
  const ghosts = useGhosts(handle, menu);
  const data = useTapeData(chosen, canChange, ghosts.proposals);
  const connected = new Set(connectedChannels(useChannelStatus()));
  const drag = useStayDrag(state, connected);
  useStayKeys(state, handle, canChange);
  const edits: TapeEdits = {
    onDrag: drag.onDrag,
    onDrop: drag.onDrop,
    onDraw: (nights, at) => {
      menu.value = { drawn: nights, at };
    },
    onMenu: (target, at) => {
      menu.value = { target, at };
    },
  };
  if (!data) return null;
  setColumn(columnOfScreen());
  const opened = openStayOf(place());
  const openId = opened && 'orderId' in opened ? `stay-${opened.orderId}-0` : null;
  return (
    <>
      <CalendarHead
        days={days}
        rooms={[...state.rooms.values()]}
        chosen={chosen}
        newStay={() => newStayAt(handle.current?.freeNights() ?? null, days)}
      />
      <main id="content" class="calendar">
        <TapeChart
          key={`${shown.value?.hotelId} ${isPhone.value}`}
          data={data}
          range={{ from: state.from, until: state.until }}
          firstDay={days.first}
          now={now}
          openId={openId}
          onScrolled={days.scrolled}
          onOpen={(bar, at) => ghosts.open(bar.id, at) || openBar(bar.id, closureId)}
          card={drag.card}
          handle={handle}
          edits={canChange || rightsOf('housekeeping').changes ? edits : null}
        />
        <p class="sr" role="status" aria-live="assertive">
          {drag.announcement}
        </p>
        <Opened state={state} menu={menu} closureId={closureId} handle={handle} />
      </main>
    </>
  );
}

type OpenedProps = {
  state: ReplicaState;
  menu: Signal<OpenedMenu | null>;
  closureId: Signal<number | null>;
  handle: RefObject<TapeHandle | null>;
};

/** What is open above the chart: a menu, or a closure. */
function Opened({ state, menu, closureId, handle }: OpenedProps) {
  return (
    <>
      {menu.value && (
        <CalendarMenu
          state={state}
          opened={menu.value}
          onClose={() => {
            menu.value = null;
          }}
          onBegin={(grip) => setTimeout(() => handle.current?.begin(grip))}
        />
      )}
      {closureId.value !== null && (
        <ClosureDrawer
          key={closureId.value}
          closureId={closureId.value}
          state={state}
          onClose={() => {
            closureId.value = null;
          }}
        />
      )}
    </>
  );
}

function openBar(barId: string, closureId: Signal<number | null>): void {
  const closure = /^closure-(\d+)$/.exec(barId)?.[1];
  if (closure === undefined) openStay(orderOf(barId));
  else closureId.value = Number(closure);
}

/** Returns what is known of a stay that is booked now: the nights that were chosen, or the first day that is shown. */
function newStayAt(
  chosen: DrawnNights | null,
  { first, today }: Pick<ShownDays, 'first' | 'today'>,
): NewStay {
  if (!chosen || chosen.from < today) return { from: Math.max(first, today) };
  const { row, from, until } = chosen;
  return {
    from,
    until,
    roomId: row.roomId,
    ...(row.unitId !== null && { unitId: row.unitId }),
  };
}

/** Returns what the chart paints, made again when the copy, the language or the choice of rooms changes. */
function useTapeData(chosen: Signal<Chosen>, canChange: boolean, proposals: ReturnType<typeof useProposals>) {
  const given = useSignal(proposals);
  useEffect(() => {
    given.value = proposals;
  }, [proposals.map((one) => `${one.proposal_id} ${one.state}`).join()]);
  const data = useComputed(() => {
    void language.value;
    return copy.value && tapeDataOf(copy.value, { chosen: chosen.value, canChange, proposals: given.value });
  });
  return data.value;
}

/** Answers to proposals on the chart: Enter approves, Backspace declines, a click asks. */
function useGhosts(handle: RefObject<TapeHandle | null>, menu: Signal<OpenedMenu | null>) {
  const proposals = useProposals();
  const proposalOf = (barId: string) => {
    const id = proposalOfGhost(barId);
    return id === null ? undefined : proposals.find((one) => one.proposal_id === id);
  };
  const focused = () => proposalOf(handle.current?.current()?.id ?? '');
  useShortcuts([
    {
      keys: 'Backspace',
      label: messages().proposals.decline,
      disabled: proposals.length === 0 || !decidesProposals(),
      run: () => {
        const proposal = focused();
        if (proposal) decline(proposal);
      },
    },
  ]);
  return {
    proposals,
    /** Returns whether the bar is a proposal. */
    open(barId: string, at: { x: number; y: number } | null): boolean {
      const proposal = proposalOf(barId);
      if (proposal && at) menu.value = { proposal, at };
      else if (proposal && decidesProposals()) approve(proposal);
      return proposalOfGhost(barId) !== null;
    },
  };
}

/** Keys that change the stay with the keyboard. What they begin is dropped with Space and given up with Escape. */
function useStayKeys(state: ReplicaState, handle: RefObject<TapeHandle | null>, canChange: boolean): void {
  const { keys } = messages().calendar;
  const disabled = !canChange;
  const assign = () => {
    const bar = handle.current?.current();
    const booking = bar && state.bookings.get(orderOf(bar.id));
    if (booking && booking.unit_id === null) assignBest(booking);
  };
  useShortcuts([
    { keys: 'm', label: keys.move, disabled, run: () => handle.current?.begin('move') },
    { keys: '[', label: keys.shorten, disabled, run: () => handle.current?.begin('end', '[') },
    { keys: ']', label: keys.extend, disabled, run: () => handle.current?.begin('end', ']') },
    { keys: 's', label: keys.split, disabled, run: () => handle.current?.begin('split') },
    { keys: 'a', label: keys.assign, disabled, run: assign },
  ]);
}

/** Returns the booking of a bar. */
function orderOf(barId: string): number {
  return Number(/^stay-(\d+)-/.exec(barId)?.[1]);
}

const MINUTE_MS = 60_000;

/** Returns the present moment at the property as a day number with a fraction, a minute old at most. */
function useNow({ today, property }: ReplicaState): number {
  const at = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      at.value = Date.now();
    }, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return today + (dayWithTime(new Date(at.value).toISOString(), property.timezone) % 1);
}
