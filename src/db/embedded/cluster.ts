// The database's files: created once with initdb, checked at every later start.
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { type Account, type Log, runsAsRoot } from './account.ts';
import type { Binaries } from './binaries.ts';
import { run } from './run.ts';

/** `home` contains the data directory itself, the secret and the server's log. */
type ClusterLocation = {
  home: string;
  account: Account | undefined;
  binaries: Binaries;
  durable: boolean;
  log: Log;
};

export type Cluster = ClusterLocation & { data: string; secret: string };

export const DATA_FOLDER = 'data';
export const SUPERUSER = 'innwire';

/**
 * Creates a new database, in a directory beside `home` that is renamed to `home` when all is complete and on
 * disk, so that an interrupted start never leaves an incomplete database.
 *
 * @throws StartError with initdb's error
 */
export async function createCluster(place: ClusterLocation): Promise<void> {
  const { home, account, log } = place;
  await removeUnfinished(home);
  const draft = `${home}${UNFINISHED}${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(draft);
    // The database's account must be able to enter `data`, but only we may read the secret and the log.
    await chmod(draft, account === undefined ? 0o700 : 0o711);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await initialise(place, draft, secret);
    await writeDurably(join(draft, SECRET_FILE), `${secret}\n`);
    await syncDirectory(draft);
    await rename(draft, home);
    await syncDirectory(dirname(home));
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
  log('info', `Created the PostgreSQL database in ${home}.`);
}

/** Whether `home` contains a database; also true if it is a directory that we may not read. */
export async function hasCluster(home: string): Promise<boolean> {
  try {
    // An empty directory is no database: it may be a mount point.
    return (await readdir(home)).some((name) => name !== 'lost+found');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    // no right to read it: it exists, and ownerOf reports whose it is
    if (code === 'EACCES') return true;
    throw error;
  }
}

/**
 * Opens an existing database: checks its version and rights, and reads its secret.
 * @throws StartError when the files are incomplete, of another major version of PostgreSQL or not readable by
 * us
 */
export async function openCluster(place: ClusterLocation): Promise<Cluster> {
  const { home, account, binaries } = place;
  const data = join(home, DATA_FOLDER);
  const major = (await readPart(join(data, 'PG_VERSION'), home)).trim();
  if (major !== binaries.major) {
    throw new StartError(
      `The database in ${home} was made by PostgreSQL ${major} and this innwire brings PostgreSQL ${binaries.major}: start the innwire version that made it to export the data, or choose another DATA_DIR.`,
    );
  }
  const secret = (await readPart(join(home, SECRET_FILE), home)).trim();
  await requireTraversable(data, account);
  // Restored backups often have wider rights, which PostgreSQL refuses.
  if (process.platform !== 'win32' && ((await stat(data)).mode & 0o077) !== 0) await chmod(data, 0o700);
  return { ...place, data, secret };
}

const SECRET_FILE = 'secret';
const UNFINISHED = '.init-';
/** As strong as SHA-256; written in base64url, which needs no escaping in a URL. */
const SECRET_BYTES = 32;
/** initdb took 0.6 s when measured; a memory card in a small machine may be a hundred times slower. */
const INITDB_TIMEOUT_MS = 300_000;

async function initialise(place: ClusterLocation, draft: string, secret: string): Promise<void> {
  const { account, binaries, durable } = place;
  const data = join(draft, DATA_FOLDER);
  const password = join(draft, 'password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(password, `${secret}\n`, { mode: 0o600 });
  if (account !== undefined) {
    for (const path of [data, password]) await chown(path, account.uid, account.gid);
  }
  const args = [
    '-D',
    data,
    '-U',
    SUPERUSER,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--data-checksums',
  ];
  // PostgreSQL's own C.UTF-8 sorts identically on every machine and needs no system locale.
  args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-locale');
  args.push('--no-instructions', ...(durable ? [] : ['--no-sync']));
  const result = await run(binaries.initdb, args, { account, cwd: draft, timeoutMs: INITDB_TIMEOUT_MS });
  await rm(password);
  if (result.ok) return;
  const reason = initdbError(result.output) ?? result.lastLine;
  // `docker run --user` with a user id that the image does not have
  const advice = reason.includes('could not look up effective user ID')
    ? 'give this user a name (an entry in /etc/passwd), or set DATABASE_URL to a server of your own'
    : 'mend that or choose another DATA_DIR';
  throw new StartError(`PostgreSQL could not create its database in ${place.home}: ${reason}; ${advice}.`);
}

/**
 * Returns the line with the cause: initdb's last lines are about cleaning up, and of a full disk's errors
 * only one names it.
 */
function initdbError(output: string): string | undefined {
  const lines = output.split('\n');
  const line =
    lines.find((each) => /No space left|quota exceeded/i.test(each)) ??
    lines.find((each) => /initdb: error|FATAL|PANIC|could not/.test(each));
  return line?.replace(/^.*?(?=initdb: error|FATAL|PANIC)/, '');
}

/** Removes what a killed first start left. No other process uses it, as we hold the lock of DATA_DIR. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(dirname(home))) {
    if (!name.startsWith(`${basename(home)}${UNFINISHED}`)) continue;
    // Its initdb may still be writing for a moment: what cannot be removed now is removed at the next start.
    await rm(join(dirname(home), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

async function readPart(path: string, home: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      throw new StartError(
        `The database in ${home} is incomplete (${basename(path)} is missing): restore it from a backup, or move it away to begin with an empty one.`,
        { cause: error },
      );
    }
    const advice = runsAsRoot()
      ? 'check the rights of that directory'
      : 'start innwire as the user who made it';
    throw new StartError(`${path} cannot be read (${code}): ${advice}.`, { cause: error });
  }
}

/**
 * As root, checks that the database's account can still enter all directories above `data`.
 * @throws StartError
 */
async function requireTraversable(data: string, account: Account | undefined): Promise<void> {
  if (account === undefined) return;
  const above = [data];
  while (above[0] !== '/') above.unshift(dirname(above[0]!));
  const tryEach = 'for each; do cd "$each" 2>/dev/null || { echo "$each"; exit 1; }; done';
  const { ok, lastLine } = await run('/bin/sh', ['-c', tryEach, 'sh', ...above], { account });
  if (ok) return;
  throw new StartError(
    `The database in ${data} belongs to ${account.name}, who may not enter ${lastLine}: allow it with "chmod a+x '${lastLine}'".`,
  );
}

/** Writes a new file and flushes it to disk. */
async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a directory, and so renames in it, to disk. Not on Windows, which cannot open directories. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
