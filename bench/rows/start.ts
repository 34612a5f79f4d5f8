// Time from the start of the process to the first response: with an empty directory, and with existing data.
import { rm } from 'node:fs/promises';
import { median, type Row } from '../row.ts';
import { startServer } from '../server.ts';

const FIRST_LIMIT_MS = 10_000;
const WARM_LIMIT_MS = 3_000;
const WARM_STARTS = 3;

export const startRows: readonly Row[] = [
  {
    name: 'start',
    target: `≤ ${FIRST_LIMIT_MS / 1000} s the first time, ≤ ${WARM_LIMIT_MS / 1000} s warm`,
    run: async () => {
      const first = await startServer();
      await first.stop({ keep: true });
      const warm: number[] = [];
      for (let i = 0; i < WARM_STARTS; i += 1) {
        const again = await startServer(first.dataDir);
        warm.push(again.startMs);
        await again.stop({ keep: true });
      }
      await rm(first.dataDir, { recursive: true, force: true });
      return [
        { measured: `first ${(first.startMs / 1000).toFixed(1)} s`, met: first.startMs <= FIRST_LIMIT_MS },
        { measured: `warm ${(median(warm) / 1000).toFixed(1)} s`, met: median(warm) <= WARM_LIMIT_MS },
      ];
    },
  },
];
