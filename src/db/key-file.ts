// A key that lies in DATA_DIR, made when it is first needed. Processes that start at once end up with the same one.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chownToOwnerOf } from './embedded/account.ts';
import { makeDataDir } from './embedded/server.ts';
import { StartError } from './start-error.ts';

/** `setting` is what can be set instead of the file; without `make` a file that is not there is null. Throws StartError. */
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
    await rm(file, { force: true }).catch(() => {}); // begun on a full disk
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written (${message}): choose another, or set ${setting}.`,
      { cause: error },
    );
  }
}

const KEY_BYTES = 24;
/** As long as a key that is set must be: a file that was cut off while it was written must not become a guessable key. */
const SHORTEST_KEY = 16;
/** Another process may just have made the file and not yet written into it. */
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
