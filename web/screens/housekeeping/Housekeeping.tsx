// Housekeeping: on a phone a list for one thumb, on a desk a board with the tasks and closures beside it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepShownAnswer, readShownAnswer } from '../../desk/kept-answers.ts';
import { api, copy, rightsOf } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Empty, Skeleton } from '../../parts/Notice.tsx';
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
  const occupied = useOccupiedUnits(state);
  if (state.parts.has('bookings')) return <ShownHousekeeping state={state} stays={staysOfBookings(state)} />;
  return occupied ? <ShownHousekeeping state={state} stays={staysOfUnits(occupied, state)} /> : <Loading />;
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
/** Check-ins and check-outs that come together are read together. */
const PAUSE_MS = 1_000;
const RETRY_MS = 5_000;
/** For a start without the server: then the occupancy is shown as it last was. */
const KEPT_AS = 'occupied units';

/**
 * Returns the units with their occupancy, for people who see no bookings: events of bookings, which change it, do not reach them. They
 * are read again when the log goes on. Null until they are known, and for people who do not need them.
 */
function useOccupiedUnits({ parts, seq }: ReplicaState): readonly OccupiedUnit[] | null {
  const units = useSignal<readonly OccupiedUnit[] | null>(null);
  const isNeeded = !parts.has('bookings');
  useEffect(() => {
    if (!isNeeded) return;
    const abort = new AbortController();
    const { signal } = abort;
    let timer = setTimeout(readUnits, units.value === null ? 0 : PAUSE_MS);
    async function readUnits() {
      const answer = await read<OccupiedUnit[]>(api('units'), { limit: MAX_UNITS }, signal).catch(() => null);
      if (answer) {
        units.value = answer;
        void keepShownAnswer(KEPT_AS, answer);
      } else if (!signal.aborted) {
        units.value ??= (await readShownAnswer<OccupiedUnit[]>(KEPT_AS)) ?? null;
        timer = setTimeout(readUnits, RETRY_MS);
      }
    }
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isNeeded, seq]);
  return units.value;
}
