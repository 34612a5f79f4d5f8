// Doing something once for calls that come together.

/** `pauseMs`: how long after the last call; `longestMs`: at the latest so long after the first. */
type GatherTimes = { pauseMs: number; longestMs: number };

/** Returns a function that has `work` run once after calls that come together. `cancel`: it does not run any more. */
export function gatherCalls(work: () => void, { pauseMs, longestMs }: GatherTimes) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latestMs: number | null = null;
  return {
    call() {
      const now = Date.now();
      latestMs ??= now + longestMs;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          latestMs = null;
          work();
        },
        Math.max(0, Math.min(pauseMs, latestMs - now)),
      );
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}
