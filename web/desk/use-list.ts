// A list that the copy of the property does not have: read once, and again when an event concerns it.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { keepShownAnswer, readShownAnswer } from './kept-answers.ts';
import { shown } from './property.ts';
import { readOnEvents } from './read-on-events.ts';
import { type DeskProblem, read, ServerRefusal } from './server.ts';

type ListRequest = {
  /** as `api` and `operator` of property.ts return it; null = nothing is read */
  path: string | null;
  query?: Record<string, string | number | boolean | undefined>;
  /** whether an event says that the list is another one now */
  isConcerned: (event: DeskEvent) => boolean;
  /** the name under which its last records are kept on the device, for a start without the server; absent = they are not */
  keptAs?: string;
};

/** What a list is: `records` undefined = not here yet; `problem`: why the server does not give it. */
type ListAnswer<T> = { records: readonly T[] | undefined; problem: DeskProblem | null };

/** Returns the records; undefined = not here yet, or not readable. */
export function useList<T>(request: ListRequest): readonly T[] | undefined {
  return useListAnswer<T>(request).records;
}

/** Returns the records, or why there are none. */
export function useListAnswer<T>({ path, query = {}, isConcerned, keptAs }: ListRequest): ListAnswer<T> {
  const list = useSignal<{ key: string; records: readonly T[] } | null>(null);
  const refusal = useSignal<{ key: string; problem: DeskProblem } | null>(null);
  const latest = useRef(isConcerned);
  latest.current = isConcerned;
  const key = `${path} ${JSON.stringify(query)}`;
  useEffect(() => {
    if (path === null || !shown.value) return;
    const readNow = async (signal: AbortSignal) => {
      try {
        const records = await read<T[]>(path, { limit: MAX_RECORDS, ...query }, signal);
        list.value = { key, records };
        refusal.value = null;
        if (keptAs) void keepShownAnswer(keptAs, records);
      } catch (error) {
        // What was read before stays; the head of the screen says that there is no connection.
        if (!(error instanceof ServerRefusal) || error.status >= 500 || error.status === 429) throw error;
        refusal.value = { key, problem: error.problem };
      }
    };
    let isOver = false;
    const { end } = readOnEvents(readNow, (event) => latest.current(event));
    if (keptAs)
      void readShownAnswer<readonly T[]>(keptAs).then((records) => {
        if (records && !isOver && list.peek()?.key !== key) list.value = { key, records };
      });
    return () => {
      isOver = true;
      end();
    };
  }, [key, shown.value]);
  return {
    records: list.value?.key === key ? list.value.records : undefined,
    problem: refusal.value?.key === key ? refusal.value.problem : null,
  };
}

/** How many records a list reads at most. */
export const MAX_RECORDS = 200;
