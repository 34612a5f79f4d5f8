// Reading again what the copy of the property does not have, when events say that it may have changed.
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { shown } from './property.ts';

/** Events come in bursts: it is read once after them. */
const PAUSE_MS = 50;

/** `readAgain`: reads at once; `end`: ends it, and aborts the reads that are under way. */
type Reading = { readAgain: () => void; end: () => void };

/** Calls `readNow` at once, and again shortly after events that concern it, or after the whole copy was read again. */
export function readOnEvents(
  readNow: (signal: AbortSignal) => void,
  isConcerned: (event: DeskEvent) => boolean,
): Reading {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAgain = () => readNow(stop.signal);
  const endEvents = shown.peek()?.replica.onEvents((events) => {
    if (events !== null && !events.some(isConcerned)) return;
    clearTimeout(timer);
    timer = setTimeout(readAgain, PAUSE_MS);
  });
  readAgain();
  return {
    readAgain,
    end() {
      clearTimeout(timer);
      endEvents?.();
      stop.abort();
    },
  };
}
