// Locks DATA_DIR for one process, with a file lock that the kernel releases when the process ends.
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { chownToOwnerOf } from './account.ts';

export type DataDirLock = {
  /** false once the directory was deleted or replaced: then nothing in it may be changed */
  isOwned(): boolean;
  release(): void;
};

/**
 * Locks a directory; `name` is its name in the error.
 *
 * Node has no flock, but its built-in SQLite takes a real file lock (fcntl, LockFileEx). The kernel releases
 * it however the process ends, so a lock is never stale: no comparing of pids and start times, and it also
 * works between containers that share a volume but not their process ids. The lock file is never written, and
 * never deleted, as two processes could then lock two different files of one name.
 *
 * POSIX releases such a lock when the process closes *any* descriptor of the file: nothing else in this
 * process may open it.
 *
 * @throws StartError when another process holds it (with its pid), or the directory is not writable
 */
export async function lockDataDir(dir: string, name = `DATA_DIR ${dir}`): Promise<DataDirLock> {
  const file = join(dir, LOCK_FILE);
  const database = open(file) ?? (await lockedBy(dir, name));
  // Without a reference the handle would be garbage-collected, and the lock released.
  lockHandles.add(database);
  chownToOwnerOf(dir, file);
  const { ino } = statSync(file);
  const pidFile = join(dir, PID_FILE);
  const isOwned = () => lockHandles.has(database) && statSync(file, { throwIfNoEntry: false })?.ino === ino;
  const release = () => {
    if (isOwned()) rmSync(pidFile, { force: true });
    if (lockHandles.delete(database)) database.close();
  };
  try {
    rmSync(pidFile, { force: true });
    writeFileSync(pidFile, `${process.pid}\n`);
    chownToOwnerOf(dir, pidFile);
  } catch (error) {
    release();
    throw error;
  }
  return { isOwned, release };
}

const LOCK_FILE = 'innwire.lock';
/** Only for the error message of a second process; the kernel alone decides who holds the lock. */
const PID_FILE = 'innwire.pid';
const lockHandles = new Set<DatabaseSync>();

/**
 * Processes that start at once briefly hold SQLite's shared lock and make each other wait; a holder keeps it
 * for hours.
 */
const RACE_TIMEOUT_MS = 250;
/** https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

function open(file: string): DatabaseSync | undefined {
  requireWritable(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: RACE_TIMEOUT_MS });
    // With a journal in memory SQLite leaves no empty journal file beside the lock file.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    const { errcode = 0, message } = error as Error & { errcode?: number };
    if ((errcode & 0xff) === SQLITE_BUSY) return undefined;
    throw new StartError(
      `DATA_DIR ${dirname(file)} cannot be locked (${message}): its file system must support file locks, choose another DATA_DIR.`,
      { cause: error },
    );
  }
}

/**
 * Checks that the file can be written: SQLite also opens a read-only file, but then takes a shared lock.
 * `access` does not open it.
 */
function requireWritable(file: string): void {
  const dir = dirname(file);
  for (const path of existsSync(file) ? [dir, file] : [dir]) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      const { uid } = statSync(path);
      const whose = uid === process.getuid?.() ? '' : ` by this user (it belongs to user id ${uid})`;
      const reason =
        (error as NodeJS.ErrnoException).code === 'EROFS'
          ? 'it is on a read-only file system; make that writable'
          : `it is not writable${whose}; start innwire as its owner, change its rights`;
      throw new StartError(`DATA_DIR ${dir} cannot be used: ${reason}, or choose another DATA_DIR.`, {
        cause: error,
      });
    }
  }
}

async function lockedBy(dir: string, name: string): Promise<never> {
  const pid = await readPid(dir);
  const who = pid === undefined ? 'another innwire process' : `another innwire process (pid ${pid})`;
  throw new StartError(`${name} is in use by ${who}: stop that one first, or choose another DATA_DIR.`);
}

/** Reads the holder's pid, with a few attempts, because it is written shortly after locking. */
async function readPid(dir: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const pid = readFileSync(join(dir, PID_FILE), 'utf8').trim();
      if (pid !== '') return pid;
    } catch {
      // not there yet
    }
    await sleep(20);
  }
  return undefined;
}
