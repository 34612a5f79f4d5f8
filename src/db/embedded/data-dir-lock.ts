// One process per DATA_DIR: a lock the kernel holds for us, so that it cannot outlive the process.
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { chownToOwnerOf } from './account.ts';

export type DataDirLock = {
  /** false once the directory has been deleted or replaced under us: then nothing in it is ours to touch */
  isOwned(): boolean;
  release(): void;
};

/**
 * Takes the lock or says who has it.
 *
 * Node has no flock, but the SQLite inside it takes a real file lock (fcntl, LockFileEx). The kernel drops it when the
 * process ends in whatever way, so a lock is never stale: no comparing of pids and start times, and it also holds
 * between containers that share a volume but not their process ids. Nothing is ever written to the lock file, and it is
 * never deleted, as that would let two processes lock two different files of one name.
 *
 * POSIX drops such a lock when the process closes *any* descriptor of the file: nothing else in this process may open it.
 *
 * @throws StartError when another process has it, or the directory cannot be written
 */
export async function lockDataDir(dir: string, name = `DATA_DIR ${dir}`): Promise<DataDirLock> {
  const file = join(dir, LOCK_FILE);
  const database = open(file) ?? (await lockedBy(dir, name));
  // A handle that nobody refers to would be collected, and the lock with it.
  held.add(database);
  chownToOwnerOf(dir, file);
  const { ino } = statSync(file);
  const pidFile = join(dir, PID_FILE);
  const isOwned = () => held.has(database) && statSync(file, { throwIfNoEntry: false })?.ino === ino;
  const release = () => {
    if (isOwned()) rmSync(pidFile, { force: true });
    if (held.delete(database)) database.close();
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
/** Only for the message to a second process; who holds the lock is decided by the kernel alone. */
const PID_FILE = 'innwire.pid';
const held = new Set<DatabaseSync>();

/** Racing processes briefly hold SQLite's shared lock and make each other wait; the true holder keeps it for hours. */
const RACE_TIMEOUT_MS = 250;
/** https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

function open(file: string): DatabaseSync | undefined {
  requireWritable(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: RACE_TIMEOUT_MS });
    // Without it SQLite would leave an empty journal beside the lock file.
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

/** SQLite is content with a read-only file, but its lock is then a shared one. `access` does not open the file. */
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

/** The holder writes its pid right after locking; a process that loses the race looks a few times. */
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
