// A key file in DATA_DIR, created when it is first needed. Processes that start at the same time get the same
// key.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chownToOwnerOf } from './embedded/account.ts';
import { makeDataDir } from './embedded/data-dir.ts';
import { StartError } from './start-error.ts';

/**
 * Returns the key in the file; creates the file with `make`, else null if missing. `setting` names the
 * alternative. Throws StartError.
 */
export async function readKeyFile(
  dataDir: string,
  { name, setting, make }: { name: string; setting: string; make: boolean },
): Promise<string | null> {
  const file = path.join(dataDir, name);
  if (!make) return existsSync(file) ? readKey(file) : null;
  await makeDataDir(dataDir);
  const key = randomBytes(KEY_BYTES).toString('base64url');
  try {
    await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
    chownToOwnerOf(dataDir, file);
    return key;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return readKey(file);
    await rm(file, { force: true }).catch(() => {}); // may be incomplete, on a full disk
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written (${message}): choose another, or set ${setting}.`,
      { cause: error },
    );
  }
}

const KEY_BYTES = 24;
/**
 * Minimum length, as for a key in the settings: a file that was not written completely must not yield a
 * guessable key.
 */
const SHORTEST_KEY = 16;
/** Another process may have created the file but not yet written the key. */
const KEY_READ_ATTEMPTS = 20;
const KEY_READ_PAUSE_MS = 50;

async function readKey(file: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const key = await readFile(file, 'utf8').then(
      (text) => text.trim(),
      (error) => {
        throw new StartError(`${file} cannot be read (${error.message}): change its rights or its owner.`);
      },
    );
    if (key.length >= SHORTEST_KEY) return key;
    if (attempt === KEY_READ_ATTEMPTS) {
      throw new StartError(
        `${file} holds no key of ${SHORTEST_KEY} characters or more: delete it, and a new one is made.`,
      );
    }
    await sleep(KEY_READ_PAUSE_MS);
  }
}
