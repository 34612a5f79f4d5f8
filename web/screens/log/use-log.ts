// The events that the log shows: page by page back to the beginning, and those that happen meanwhile.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { api, shown } from '../../desk/property.ts';
import { type DeskProblem, read, ServerRefusal } from '../../desk/server.ts';
import type { EventQuery } from './log-filter.ts';

const PAGE = 100;
/** Events come in bursts: they are read once after them. */
const PAUSE_MS = 50;

export type ShownLog = {
  /** the newest first; null = not here yet */
  events: readonly DeskEvent[] | null;
  /** new events that are not shown yet, because somebody reads further down */
  waiting: readonly DeskEvent[];
  /** whether older events follow */
  hasMore: boolean;
  refusal: DeskProblem | null;
  readEarlier: () => void;
  showWaiting: () => void;
};

type LogPages = { key: string; events: readonly DeskEvent[]; hasMore: boolean };
type Ask = (more: EventQuery, signal?: AbortSignal) => Promise<DeskEvent[]>;

/** Reads the log. `mayInsert`: whether new events may appear above what is shown, so that nothing moves under the reader's eyes. */
export function useLog(query: EventQuery | null, mayInsert: () => boolean): ShownLog {
  const log = useSignal<LogPages | null>(null);
  const waiting = useSignal<readonly DeskEvent[]>([]);
  const refusal = useSignal<DeskProblem | null>(null);
  const latest = useRef(mayInsert);
  latest.current = mayInsert;
  const key = JSON.stringify([shown.value?.hotelId, query]);
  const ask: Ask = (more, signal) =>
    read<DeskEvent[]>(api('events'), { ...query, limit: PAGE, ...more }, signal);
  const after = Number(query?.['after'] ?? 0);
  const { readFirst, readNew, readEarlier } = readersOf({ key, after, log, waiting, ask });
  useEffect(() => {
    const replica = shown.value?.replica;
    if (!replica || query === null) return;
    const stop = new AbortController();
    const attempt = async (work: () => Promise<void>) => {
      try {
        await work();
        refusal.value = null;
      } catch (error) {
        if (error instanceof ServerRefusal) refusal.value = error.problem;
      }
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = replica.onEvents((events) => {
      const work = events === null ? readFirst : (signal: AbortSignal) => readNew(signal, latest.current);
      clearTimeout(timer);
      timer = setTimeout(() => void attempt(() => work(stop.signal)), PAUSE_MS);
    });
    void attempt(() => readFirst(stop.signal));
    return () => {
      clearTimeout(timer);
      end();
      stop.abort();
    };
  }, [key, shown.value]);
  const current = log.value?.key === key ? log.value : null;
  return {
    events: current?.events ?? null,
    waiting: waiting.value,
    hasMore: current?.hasMore ?? false,
    refusal: refusal.value,
    readEarlier: () => void readEarlier(),
    showWaiting: () => {
      if (!log.value) return;
      log.value = { ...log.value, events: [...waiting.value, ...log.value.events] };
      waiting.value = [];
    },
  };
}

type Reading = {
  key: string;
  /** only events after this number are asked for; 0 = all */
  after: number;
  log: Signal<LogPages | null>;
  waiting: Signal<readonly DeskEvent[]>;
  ask: Ask;
};

/** Returns what reads the first page, what is newer, and what is older than the pages that are here. */
function readersOf({ key, after, log, waiting, ask }: Reading) {
  const readFirst = async (signal: AbortSignal) => {
    const events = await ask({}, signal);
    waiting.value = [];
    log.value = { key, events, hasMore: events.length === PAGE };
  };
  const readNew = async (signal: AbortSignal, mayInsert: () => boolean) => {
    const known = log.value;
    if (known?.key !== key) return readFirst(signal);
    const last = waiting.value[0]?.seq ?? known.events[0]?.seq ?? 0;
    const answer = await ask({ after: Math.max(last, after) }, signal);
    // So many that there may be a gap.
    if (answer.length === PAGE) return readFirst(signal);
    // Another read may have brought some of them meanwhile.
    const newest = waiting.value[0]?.seq ?? log.value?.events[0]?.seq ?? 0;
    const events = answer.filter(({ seq }) => seq > newest);
    waiting.value = [...events, ...waiting.value];
    if (!mayInsert()) return;
    log.value = { ...(log.value ?? known), events: [...waiting.value, ...(log.value ?? known).events] };
    waiting.value = [];
  };
  const readEarlier = async () => {
    const last = log.value?.events.at(-1);
    if (log.value?.key !== key || !last) return;
    const events = await ask({ before: last.seq }).catch(() => null);
    // Another filter was chosen meanwhile.
    if (!events || log.value?.key !== key) return;
    const known = log.value.events.filter(({ seq }) => seq >= last.seq);
    log.value = { key, events: [...known, ...events], hasMore: events.length === PAGE };
  };
  return { readFirst, readNew, readEarlier };
}
