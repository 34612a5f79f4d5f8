// The location of a DATA_DIR's database: inside it, or elsewhere if the database's account cannot enter
// root's DATA_DIR.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { type Account, type Log, sharedBase } from './account.ts';
import { DATA_FOLDER } from './cluster.ts';
import { run } from './run.ts';

/**
 * Returns the directory of the database (`home`), which need not exist yet. The location never changes: a
 * database elsewhere is recorded in a pointer file in DATA_DIR, which is followed even if rights have changed
 * since.
 *
 * @throws StartError when the pointer's target is missing: a new, empty database would look like lost
 * bookings
 */
export async function clusterHomeFor(
  dataDir: string,
  newAccount: () => Promise<Account | undefined>,
  log: Log,
): Promise<string> {
  const pointer = join(dataDir, POINTER_FILE);
  const elsewhere = await readPointer(pointer);
  if (elsewhere !== undefined) {
    if (existsSync(join(elsewhere, DATA_FOLDER))) return elsewhere;
    throw new StartError(
      `${pointer} says that the database lies in ${elsewhere}, but it is not there: bring it back, or delete that file to begin with an empty database.`,
    );
  }
  const inside = join(dataDir, HOME_FOLDER);
  if (existsSync(inside)) return inside;
  const account = await newAccount();
  if (account === undefined || (await isUsableHome(dataDir, account))) return inside;
  return chooseOtherHome(dataDir, account, log);
}

/**
 * Writes the pointer file into DATA_DIR, once the database elsewhere is complete, and a file for people
 * beside the database that names its DATA_DIR.
 */
export async function writeLocationPointer(dataDir: string, home: string): Promise<void> {
  await writeFile(join(home, 'data-dir.txt'), `The database of innwire's DATA_DIR ${dataDir}\n`);
  const pointer = join(dataDir, POINTER_FILE);
  if (existsSync(pointer)) return;
  await writeFile(`${pointer}.new`, pointerText(home));
  await rename(`${pointer}.new`, pointer);
}

/** Whether the database's directory is in DATA_DIR itself, not at the place that its pointer file names. */
export function isInside(home: string, dataDir: string): boolean {
  return dirname(home) === dataDir;
}

const POINTER_FILE = 'postgresql.location';
const HOME_FOLDER = 'postgresql';

async function readPointer(pointer: string): Promise<string | undefined> {
  const text = await readFile(pointer, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const path = text.split('\n').find((line) => line.startsWith('/'));
  if (path !== undefined) return path.trim();
  throw new StartError(
    `${pointer} should name the directory of the database but does not: restore it from a backup.`,
  );
}

/**
 * Whether `account` can use a directory in DATA_DIR. Tried out: covers rights of all ancestors, ACLs, file
 * systems without owners.
 */
async function isUsableHome(dataDir: string, account: Account): Promise<boolean> {
  const probe = join(dataDir, `${HOME_FOLDER}.probe-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(probe);
    await chown(probe, account.uid, account.gid);
    await chmod(probe, 0o700);
    return (await run('/bin/sh', ['-c', 'cd "$1" && : > file && rm file', 'sh', probe], { account })).ok;
  } catch {
    return false;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

async function chooseOtherHome(dataDir: string, account: Account, log: Log): Promise<string> {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  let home = join(await sharedBase(), name);
  if (existsSync(home)) {
    // DATA_DIR was deleted to start over, or was moved and is still in use: it contains bookings, so it is
    // not touched.
    log(
      'warn',
      `${home} holds a database of an earlier ${dataDir} and is left as it is; delete it if it is not needed.`,
    );
    home = `${home}-${randomBytes(4).toString('hex')}`;
  }
  log('info', `User ${account.name} may not enter ${dataDir}; the database is put into ${home}.`);
  if (home.startsWith(tmpdir())) {
    log('warn', `${home} may be emptied when the machine restarts: choose another DATA_DIR.`);
  }
  return home;
}

function pointerText(home: string): string {
  return [
    '# The PostgreSQL database of this DATA_DIR lies in the directory named below, because the user it runs as may not',
    '# enter this one. Keep and back up both together.',
    home,
    '',
  ].join('\n');
}
