// A record or a list that the copy of the property does not have: read once, when an event concerns it, and after a change here.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { shown } from '../../desk/property.ts';
import { type DeskProblem, read, ServerRefusal } from '../../desk/server.ts';

const PAUSE_MS = 50;

export type Read<T> = {
  /** undefined = not here yet */
  value: T | undefined;
  refusal: DeskProblem | null;
  reload: () => void;
};

/** Reads what stands at a path, as `api` and `operator` of property.ts return it. */
export function useRead<T>(path: string, isConcerned: (event: DeskEvent) => boolean = () => false): Read<T> {
  const answer = useSignal<{ path: string; value: T } | null>(null);
  const refusal = useSignal<DeskProblem | null>(null);
  const reload = useRef(() => {});
  const latest = useRef(isConcerned);
  latest.current = isConcerned;
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    reload.current = () => {
      read<T>(path, {}, stop.signal).then(
        (value) => {
          answer.value = { path, value };
        },
        (error) => {
          if (error instanceof ServerRefusal) refusal.value = error.problem;
        },
      );
    };
    const end = shown.peek()?.replica.onEvents((events) => {
      if (events !== null && !events.some((event) => latest.current(event))) return;
      clearTimeout(timer);
      timer = setTimeout(reload.current, PAUSE_MS);
    });
    reload.current();
    return () => {
      clearTimeout(timer);
      end?.();
      stop.abort();
    };
  }, [path]);
  return {
    value: answer.value?.path === path ? answer.value.value : undefined,
    refusal: refusal.value,
    reload: () => reload.current(),
  };
}
