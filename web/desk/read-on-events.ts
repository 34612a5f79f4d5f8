// Reading again what the copy of the property does not have, when events say that it may have changed.
import { effect, untracked } from '@preact/signals';
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { isLive, shown } from './property.ts';
import { ServerRefusal } from './server.ts';

/** Events come in bursts: it is read once after them. */
const PAUSE_MS = 50;
/** Pause after a read that failed. */
const RETRY_MS = 5_000;

/** `readAgain`: reads at once; `end`: ends it, and aborts the reads that are under way. */
type Reading = { readAgain: () => void; end: () => void };

/**
 * `spacingMs`: for what costs the server much: how long after a read the next one comes at the earliest. None comes while the page is hidden.
 * 0 = it is read after each burst of events.
 */
type ReadingOptions = { spacingMs?: number };

/**
 * Calls `readNow` at once, or as soon as the copy of the property is here, and again shortly after events that concern it, and after the whole
 * copy was read again. Where it rejects, because the server could not be reached, it is called again after a pause, and when the server is back;
 * after a refusal only then.
 */
export function readOnEvents(
  readNow: (signal: AbortSignal) => Promise<void>,
  isConcerned: (event: DeskEvent) => boolean,
  { spacingMs = 0 }: ReadingOptions = {},
): Reading {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isMissing = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  const readAgain = () => {
    clearTimeout(timer);
    isMissing = false;
    lastMs = Date.now();
    readNow(stop.signal).then(
      () => {
        lastMs = Date.now();
      },
      (error) => {
        if (stop.signal.aborted) return;
        isMissing = true;
        if (error instanceof ServerRefusal && error.isFinal) return;
        // The stream of events may have noticed nothing.
        clearTimeout(retryTimer);
        retryTimer = setTimeout(() => isMissing && isLive.peek() && readSeen(), RETRY_MS);
      },
    );
  };
  const readSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(readSeen, Math.max(PAUSE_MS, lastMs + spacingMs - Date.now()));
  };
  const readSeen = spacingMs > 0 ? onceSeen(readAgain, readSoon, stop.signal) : readAgain;
  const replica = shown.peek()?.replica;
  const endEvents = replica?.onEvents((events) => {
    if (events === null || events.some(isConcerned)) readSoon();
  });
  const endReturns = effect(() => {
    if (isLive.value && isMissing) untracked(readAgain);
  });
  // What is read before the copy is here would have to be read again after it: it may lack what was committed in between.
  isMissing = replica?.state.peek() === null && replica.link.peek().state !== 'refused';
  if (!isMissing) readAgain();
  return {
    readAgain,
    end() {
      clearTimeout(timer);
      clearTimeout(retryTimer);
      endEvents?.();
      endReturns();
      stop.abort();
    },
  };
}

/** Returns a function that reads while the page is in sight, and otherwise when it comes into sight. */
function onceSeen(readAgain: () => void, readSoon: () => void, signal: AbortSignal): () => void {
  let waitsToBeSeen = false;
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden || !waitsToBeSeen) return;
      waitsToBeSeen = false;
      readSoon();
    },
    { signal },
  );
  return () => {
    if (document.hidden) waitsToBeSeen = true;
    else readAgain();
  };
}
