// How much work something is, whatever else the machine does meanwhile.

/** Processor milliseconds that this thread spends on the work; what it throws is not looked at. */
export function processorMs(work: () => unknown): number {
  const begun = process.threadCpuUsage();
  try {
    work();
  } catch {
    // A refusal is as good as an answer here.
  }
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}
