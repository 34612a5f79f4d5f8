// A list that the copy of the property does not have: read once, and again when an event concerns it.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { keepShownAnswer, readShownAnswer } from './kept-answers.ts';
import { shown } from './property.ts';
import { readOnEvents } from './read-on-events.ts';
import { read } from './server.ts';

type ListRequest = {
  /** as `api` and `operator` of property.ts return it; null = nothing is read */
  path: string | null;
  query?: Record<string, string | number | boolean | undefined>;
  /** whether an event says that the list is another one now */
  isConcerned: (event: DeskEvent) => boolean;
  /** the name under which its last records are kept on the device, for a start without the server; absent = they are not */
  keptAs?: string;
};

/** Returns the records; undefined = not here yet, or not readable. */
export function useList<T>({ path, query = {}, isConcerned, keptAs }: ListRequest): readonly T[] | undefined {
  const list = useSignal<{ key: string; records: readonly T[] } | null>(null);
  const latest = useRef(isConcerned);
  latest.current = isConcerned;
  const key = `${path} ${JSON.stringify(query)}`;
  useEffect(() => {
    if (path === null || !shown.value) return;
    const readNow = (signal: AbortSignal) => {
      read<T[]>(path, { limit: MAX_RECORDS, ...query }, signal).then(
        (records) => {
          list.value = { key, records };
          if (keptAs) void keepShownAnswer(keptAs, records);
        },
        () => {
          // What was read before stays; the head of the screen says that there is no connection.
        },
      );
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
  return list.value?.key === key ? list.value.records : undefined;
}

const MAX_RECORDS = 200;
