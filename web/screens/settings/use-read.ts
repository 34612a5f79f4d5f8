// A record or a list that the copy of the property does not have: read once, when an event concerns it, and after a change here.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { readOnEvents } from '../../desk/read-on-events.ts';
import { type DeskProblem, read, ServerRefusal } from '../../desk/server.ts';

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
    const readNow = async (signal: AbortSignal) => {
      try {
        answer.value = { path, value: await read<T>(path, {}, signal) };
      } catch (error) {
        if (!(error instanceof ServerRefusal)) throw error;
        refusal.value = error.problem;
      }
    };
    const { readAgain, end } = readOnEvents(readNow, (event) => latest.current(event));
    reload.current = readAgain;
    return end;
  }, [path]);
  return {
    value: answer.value?.path === path ? answer.value.value : undefined,
    refusal: refusal.value,
    reload: () => reload.current(),
  };
}
