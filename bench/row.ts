// A row of the bench: what is measured, the limit it is held against, and whether it is good enough.

export type Figure = {
  /** for people: `812/s`, `p50 1.9 ms` */
  measured: string;
  /** the limit measured in the same run, for people */
  limit?: string;
  /** measured by limit */
  ratio?: number;
  met: boolean;
};

export type Row = {
  name: string;
  /** what is good enough, in words */
  target: string;
  run(): Promise<Figure[]>;
};

/** The value below which `share` of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Runs `work` with so many callers at once for so long; returns how often a second it succeeded. */
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

/** How long each of so many calls takes, one after another, in milliseconds. */
export async function latencies(calls: number, work: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < calls; i += 1) {
    const begun = performance.now();
    await work();
    samples.push(performance.now() - begun);
  }
  return samples;
}
