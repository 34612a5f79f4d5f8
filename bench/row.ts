// Rows of the benchmark, and helpers that measure.

export type Figure = {
  /** the measured figure as text: `812/s`, `p50 1.9 ms` */
  measured: string;
  /** the limit measured in the same run, as text */
  limit?: string;
  /** measured figure divided by limit */
  ratio?: number;
  met: boolean;
};

export type Row = {
  name: string;
  /** the target as text */
  target: string;
  run(): Promise<Figure[]>;
};

/** Returns the value below which `share` (0 to 1) of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Runs `work` with concurrent callers for `seconds`; returns the number of successful calls per second. */
export async function throughput(
  callers: number,
  seconds: number,
  work: (caller: number) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < end) {
        await work(caller);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - begun) / 1_000);
}

/** Runs `work` `calls` times, one after another; returns the durations in milliseconds. */
export async function latencies(calls: number, work: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < calls; i += 1) {
    const begun = performance.now();
    await work();
    samples.push(performance.now() - begun);
  }
  return samples;
}
