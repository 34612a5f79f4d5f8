// Keeps the sample property up to date: its data is generated again each hour, around the present.
import type { Database } from '../db/database.ts';
import { regenerateSandbox } from './regenerate.ts';

export type SandboxRefresher = {
  /** Generates the sample property's data for this hour. Does nothing if that was done. */
  refresh(): Promise<void>;
};

/** Creates a refresher. Concurrent calls of `refresh` share one generation. */
export function createSandboxRefresher(db: Database, now: () => Temporal.Instant): SandboxRefresher {
  let freshUntil = Temporal.Instant.fromEpochMilliseconds(0);
  let working: Promise<void> | null = null;
  return {
    async refresh() {
      if (Temporal.Instant.compare(now(), freshUntil) < 0) return;
      working ??= (async () => {
        const hour = now().round({ smallestUnit: 'hour', roundingMode: 'floor' });
        await regenerateSandbox(db, hour);
        freshUntil = hour.add({ hours: 1 });
      })().finally(() => {
        working = null;
      });
      await working;
    },
  };
}
