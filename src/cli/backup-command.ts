// innwire backup: writes all data of the running innwire to one file, never partially, and over another file
// only when forced.
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { makeDataDir } from '../db/embedded/data-dir.ts';
import { reasonOf, StartError } from '../db/start-error.ts';
import { fetchBackup } from './client.ts';

/**
 * Writes a backup to `given`, or to a new file in DATA_DIR/backups, and prints its path.
 * @throws StartError when the file exists and `force` is not set, when it cannot be written, or when the
 * backup is not complete
 */
export async function backup(
  given: string | undefined,
  { force = false }: { force?: boolean },
): Promise<void> {
  const config = readConfig();
  const file = given ?? (await newFile(config));
  if (!force && existsSync(file)) throw exists(file);
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  try {
    // Flushed to disk before it gets its name, so that a file with the name of a backup is complete even
    // after a power failure.
    await fetchBackup(() => createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }));
    await (force ? rename(partial, file) : renameToNew(partial, file));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {}); // the first error is the one to report
    if (error instanceof StartError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new StartError(
        `${file} could not be written: there is no folder ${path.dirname(file)}. Make it, or choose another file.`,
        { cause: error },
      );
    throw new StartError(`${file} could not be written: ${reasonOf(error)}.`, { cause: error });
  }
  console.log(`Written to ${file}. It holds all data of your guests: keep it safe.\n${adviceOnKeys(config)}`);
}

async function newFile({ dataDir }: Config): Promise<string> {
  const folder = await makeDataDir(path.join(dataDir, 'backups'));
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return path.join(folder, `innwire-${moment}.gz`);
}

/** Renames a file unless a file of the new name exists by now. */
async function renameToNew(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
    await rm(partial);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(file);
    // Some file systems (FAT, network shares) have no hard links.
    if (existsSync(file)) throw exists(file);
    await rename(partial, file);
  }
}

function exists(file: string): StartError {
  return new StartError(`${file} exists already: choose another name, or replace it with --force.`);
}

function adviceOnKeys({ dataDir, operatorKey, credentialsKey }: Config): string {
  const keys = [
    operatorKey ? 'OPERATOR_KEY' : path.join(dataDir, 'operator.key'),
    credentialsKey ? 'CREDENTIALS_KEY' : path.join(dataDir, 'credentials.key'),
  ];
  return `The keys are not in it: keep a copy of ${keys.join(' and ')} as well. Without the second the credentials of channels, the addresses of calendars and the addresses and secrets of webhooks must be entered again.`;
}
