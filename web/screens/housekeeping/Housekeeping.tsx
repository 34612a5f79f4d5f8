// Housekeeping: on a phone a list for one thumb, on a desk a board with the tasks and closures beside it.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { gatherCalls } from '../../desk/gather-calls.ts';
import { keepShownAnswer, readShownAnswer } from '../../desk/kept-answers.ts';
import { api, copy, rightsOf } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Banner, Empty, Skeleton } from '../../parts/Notice.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { isPhone } from '../../screen-width.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { Board } from './Board.tsx';
import './housekeeping.css';
import { ProblemDialog } from './Problem.tsx';
import { UnitList } from './UnitList.tsx';
import {
  doneToday,
  type OccupiedUnit,
  staysOfBookings,
  staysOfUnits,
  type UnitStays,
  type UnitWork,
  workOf,
} from './work.ts';

export function Housekeeping() {
  const state = copy.value;
  return state ? <LoadedHousekeeping state={state} /> : <Loading />;
}

function LoadedHousekeeping({ state }: { state: ReplicaState }) {
  const { units, isMissing } = useOccupiedUnits(state);
  if (state.parts.has('bookings')) return <ShownHousekeeping state={state} stays={staysOfBookings(state)} />;
  if (units) return <ShownHousekeeping state={state} stays={staysOfUnits(units, state)} />;
  return isMissing ? <Missing /> : <Loading />;
}

type ShownProps = { state: ReplicaState; stays: ReadonlyMap<number, UnitStays> };

function ShownHousekeeping({ state, stays }: ShownProps) {
  const { screens, housekeeping: texts } = messages();
  const problem = useSignal<UnitWork | null>(null);
  const work = workOf(state, stays);
  const toDo = work.filter(({ step }) => step !== 'ready').length;
  const View = isPhone.value ? UnitList : Board;
  return (
    <>
      <PageHead title={screens.housekeeping} about={texts.about(toDo, doneToday(work, state).length)} />
      {work.length === 0 ? (
        <main id="content" class="page">
          <Empty title={texts.nothingYet}>{texts.nothingYetHelp}</Empty>
        </main>
      ) : (
        <View
          state={state}
          work={work}
          canChange={rightsOf('housekeeping').changes}
          onProblem={(one) => {
            problem.value = one;
          }}
        />
      )}
      {problem.value && (
        <ProblemDialog
          unit={problem.value.unit}
          today={state.today}
          onClose={() => {
            problem.value = null;
          }}
        />
      )}
    </>
  );
}

/** Shown without the server when nothing is kept. It is tried again by itself. */
function Missing() {
  const { screens, unreachable } = messages();
  return (
    <>
      <PageHead title={screens.housekeeping} />
      <main id="content" class="page">
        <Banner urgency="warn" icon="warn">
          <span role="status">{unreachable}</span>
        </Banner>
      </main>
    </>
  );
}

function Loading() {
  const { screens, loading } = messages();
  return (
    <>
      <PageHead title={screens.housekeeping} />
      <main id="content" class="page">
        <Skeleton lines={6} label={loading} />
      </main>
    </>
  );
}

const MAX_UNITS = 1_000;
/** Check-ins and check-outs that come together are read together, and never later than this. */
const TIMES = { pauseMs: 1_000, longestMs: 5_000 };
const RETRY_MS = 5_000;
/** For a start without the server: then the occupancy is shown as it last was. */
const KEPT_AS = 'occupied units';

type OccupiedUnits = {
  /** null = not known yet, or not needed */
  units: readonly OccupiedUnit[] | null;
  /** whether the server could not be reached, and nothing is kept */
  isMissing: boolean;
};

/**
 * Returns the units with their occupancy, for people who see no bookings: events of bookings, which change it, do not reach them. They
 * are read again when the log goes on.
 */
function useOccupiedUnits({ parts, seq }: ReplicaState): OccupiedUnits {
  const units = useSignal<readonly OccupiedUnit[] | null>(null);
  const isMissing = useSignal(false);
  const isNeeded = !parts.has('bookings');
  const readSoon = useRef(() => {});
  useEffect(() => {
    if (!isNeeded) return;
    const abort = new AbortController();
    const { signal } = abort;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReading = false;
    const gathered = gatherCalls(readUnits, TIMES);
    readSoon.current = gathered.call;
    async function readUnits() {
      // Of two reads the older answer could come last.
      if (isReading) return gathered.call();
      clearTimeout(timer);
      isReading = true;
      const answer = await read<OccupiedUnit[]>(api('units'), { limit: MAX_UNITS }, signal).catch(() => null);
      isReading = false;
      if (signal.aborted) return;
      if (answer) {
        units.value = answer;
        void keepShownAnswer(KEPT_AS, answer);
      } else {
        timer = setTimeout(readUnits, RETRY_MS);
        units.value ??= (await readShownAnswer<OccupiedUnit[]>(KEPT_AS)) ?? null;
        isMissing.value = units.value === null;
      }
    }
    void readUnits();
    return () => {
      readSoon.current = () => {};
      gathered.cancel();
      clearTimeout(timer);
      abort.abort();
    };
  }, [isNeeded]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) readSoon.current();
    isFirst.current = false;
  }, [seq]);
  return { units: units.value, isMissing: isMissing.value };
}
