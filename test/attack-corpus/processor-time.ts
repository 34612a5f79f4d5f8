// How much work something is, whatever else the machine does meanwhile.

/** Starts to count; the function it returns says how many processor milliseconds this thread has spent since. */
export function countProcessorMs(): () => number {
  const begun = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000;
  };
}

/** Processor milliseconds that this thread spends on the work; what it throws is not looked at. */
export function processorMs(work: () => unknown): number {
  const spentMs = countProcessorMs();
  try {
    work();
  } catch {
    // A refusal is as good as an answer here.
  }
  return spentMs();
}

/**
 * The least that the work took in up to three attempts, or in the first that is within the limit: a collection of garbage, or
 * caches that others have emptied, count for the thread as well.
 */
export function leastProcessorMs(work: () => unknown, limitMs: number): number {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    leastMs = Math.min(leastMs, processorMs(work));
    if (leastMs <= limitMs) break;
  }
  return leastMs;
}
