// Measures CPU time, which does not depend on what else the machine does.

/** Starts counting; returns a function that returns the CPU milliseconds of this thread since then. */
export function countProcessorMs(): () => number {
  const begun = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000;
  };
}

/** Returns the CPU milliseconds that this thread spends on `work`; errors are ignored. */
export function processorMs(work: () => unknown): number {
  const spentMs = countProcessorMs();
  try {
    work();
  } catch {
    // only the time matters
  }
  return spentMs();
}

/**
 * Returns the least CPU milliseconds of up to three attempts, or of the first within the limit: garbage
 * collection, and caches that other programs have evicted, count for the thread as well.
 */
export function leastProcessorMs(work: () => unknown, limitMs: number): number {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    leastMs = Math.min(leastMs, processorMs(work));
    if (leastMs <= limitMs) break;
  }
  return leastMs;
}
