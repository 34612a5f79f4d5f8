// A test ends when it holds, or hangs: the two limits in harness/limits.ts are the only ones, and what is drawn by chance has a seed.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = import.meta.dirname;
const FILES = globSync('**/*.{ts,tsx}', { cwd: FOLDER }).filter(
  (file) => file !== path.basename(import.meta.filename),
);

const FORBIDDEN: Record<string, { pattern: RegExp; except?: string[] }> = {
  'a limit in the options of a test, a poll or a wait': {
    pattern: /\b(timeout|testTimeout|hookTimeout|withinMs):/,
    except: ['harness/eventually.ts'],
  },
  'a limit after the function of a test or a hook': {
    pattern: /^\s*\},? ?[\d_]{4,},?\);|^\s+[\d_]{4,},\n\s*\);/,
  },
  'settings of a file’s own': { pattern: /\bvi\.setConfig\(/ },
  'a wait for a time in a page': { pattern: /\bwaitForTimeout\(/ },
  'a wait with the default limit of the runner': {
    pattern: /\bvi\.wait(For|Until)\(/,
    except: ['harness/eventually.ts'],
  },
  'a limit for all pages or requests': {
    pattern: /\bsetDefault(Navigation)?Timeout\(|\bAbortSignal\.timeout\(/,
    except: ['browser/chart/chromium.ts', 'harness/process.ts'],
  },
  'a wait for a time, where the passing of time is not what it is about': {
    pattern: /\b(sleep|setTimeout)\(/,
    except: [
      // moments at which something is killed or signalled
      'db/embedded/orphaned-server.test.ts',
      'db/embedded/supervisor.test.ts',
      'process/channels.test.ts',
      'process/crash.test.ts',
      'process/events.test.ts',
      'process/groups.test.ts',
      'process/own-database.test.ts',
      'process/stop.test.ts',
      // clients that pause between two attempts
      'pms/transactions.test.ts',
      'process/database-death.test.ts',
      'process/write-load.ts',
      // slow peers
      'jobs/webhooks.test.ts',
      'mcp/pause.ts',
      'outgoing/http.test.ts',
      // a program that must send nothing, however long it runs
      'process/copies.test.ts',
      // an answer in a later task
      'web/desk/changes.test.ts',
      // the clocks of the tests themselves
      'harness/event-source.ts',
      'harness/process.ts',
      'harness/virtual-clock.ts',
    ],
  },
  'chance without a seed': { pattern: /\bMath\.random\(/ },
};

test.each(Object.entries(FORBIDDEN))('no test has %s', (_, { pattern, except = [] }) => {
  const found = FILES.filter((file) => !except.includes(file)).flatMap((file) =>
    [...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(new RegExp(pattern, 'gm'))].map(
      ([text]) => `${file}: ${text.trim()}`,
    ),
  );
  expect(found).toEqual([]);
});

test('cases of properties, samples and checks are drawn with a seed', () => {
  const unseeded = FILES.filter((file) => {
    const text = readFileSync(path.join(FOLDER, file), 'utf8');
    return /\bfc\.(assert|check|sample)\(/.test(text) && !/\brandomly\(|\bseed\b/.test(text);
  });
  expect(unseeded).toEqual([]);
});
