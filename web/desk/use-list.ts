// A list that the copy of the property does not have: read once, and again when an event concerns it.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { shown } from './property.ts';
import { read } from './server.ts';

/** Events come in bursts: the list is read once after them. */
const PAUSE_MS = 50;

type ListRequest = {
  /** as `api` and `operator` of property.ts return it; null = nothing is read */
  path: string | null;
  query?: Record<string, string | number | boolean | undefined>;
  /** whether an event says that the list is another one now */
  isConcerned: (event: DeskEvent) => boolean;
};

/** Returns the records; undefined = not here yet, or not readable. */
export function useList<T>({ path, query = {}, isConcerned }: ListRequest): readonly T[] | undefined {
  const list = useSignal<{ key: string; records: readonly T[] } | null>(null);
  const latest = useRef(isConcerned);
  latest.current = isConcerned;
  const key = `${path} ${JSON.stringify(query)}`;
  useEffect(() => {
    const replica = shown.value?.replica;
    if (path === null || !replica) return;
    const stop = new AbortController();
    const readNow = () => {
      read<T[]>(path, { limit: MAX_RECORDS, ...query }, stop.signal).then(
        (records) => {
          list.value = { key, records };
        },
        () => {
          // What was read before stays; the head of the screen says that there is no connection.
        },
      );
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = replica.onEvents((events) => {
      if (events !== null && !events.some((event) => latest.current(event))) return;
      clearTimeout(timer);
      timer = setTimeout(readNow, PAUSE_MS);
    });
    readNow();
    return () => {
      clearTimeout(timer);
      end();
      stop.abort();
    };
  }, [key, shown.value]);
  return list.value?.key === key ? list.value.records : undefined;
}

const MAX_RECORDS = 200;
