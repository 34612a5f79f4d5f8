// The entries of the conformance suite: `entry.ts` in the folder of each protocol.
import { existsSync, readdirSync } from 'node:fs';
import type { Entry } from './entry.ts';

const FOLDERS = new URL('../', import.meta.url);

const names = readdirSync(FOLDERS).filter((name) => existsSync(new URL(`${name}/entry.ts`, FOLDERS)));

export const ENTRIES: Readonly<Record<string, Entry>> = Object.fromEntries(
  await Promise.all(
    names
      .filter((name) => name !== 'conformance')
      .map(async (name): Promise<[string, Entry]> => [name, (await import(`../${name}/entry.ts`)).entry]),
  ),
);
