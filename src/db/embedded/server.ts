// Starts and stops the embedded PostgreSQL: locks DATA_DIR, finds binaries and location, initialises once,
// supervises the server.
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartError } from '../start-error.ts';
import { type Account, databaseAccount, ownerOf, runsAsRoot } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { type Cluster, createCluster, DATA_FOLDER, hasCluster, openCluster } from './cluster.ts';
import { clusterHomeFor, isInside, writeLocationPointer } from './cluster-location.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { protectFromGitClean } from './protect-from-git-clean.ts';
import type { Log } from './server-log.ts';
import { superviseServer } from './supervisor.ts';

export type EmbeddedServer = {
  /**
   * postgresql://innwire:<secret>@127.0.0.1:<port>/innwire; does not change when the server is restarted
   * after a crash
   */
  url: string;
  /**
   * directory of the database, its secret and its log; outside dataDir only if the database's account cannot
   * enter that
   */
  directory: string;
  /**
   * a file that is written once, when the cluster is created: identifies the cluster, as a copy has another
   * file
   */
  clusterFile: string;
  /** Shuts down cleanly (fast) with a checkpoint and releases DATA_DIR. May be called several times. */
  stop(): Promise<void>;
};

export type EmbeddedServerOptions = {
  /** DATA_DIR, absolute or relative; created when missing */
  dataDir: string;
  /** default true; false disables fsync, for test servers only */
  durable?: boolean;
  log: Log;
  /** called when the server ended and could not be restarted; `stop()` must still be called */
  onLost?: (error: Error) => void;
};

/**
 * Starts the server of a DATA_DIR.
 * @throws StartError with one sentence that says what is wrong and what to do
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { log, durable = true, onLost = () => {} } = options;
  const dataDir = await makeDataDir(resolve(options.dataDir));
  const locks: DataDirLock[] = [];
  const release = () => locks.forEach((lock) => void lock.release());
  try {
    locks.push(await lockDataDir(dataDir));
    const cluster = await prepareCluster(dataDir, durable, log, locks);
    const server = await superviseServer(cluster, {
      onLost,
      isOwned: () => locks.every((lock) => lock.isOwned()),
    });
    let stopped: Promise<void> | undefined;
    return {
      url: `postgresql://innwire:${cluster.secret}@127.0.0.1:${server.port}/innwire`,
      directory: cluster.home,
      clusterFile: join(cluster.home, DATA_FOLDER, 'PG_VERSION'),
      stop: () => (stopped ??= server.stop().finally(release)),
    };
  } catch (error) {
    release();
    throw explained(error, dataDir);
  }
}

async function prepareCluster(
  dataDir: string,
  durable: boolean,
  log: Log,
  locks: DataDirLock[],
): Promise<Cluster> {
  // Lazy: an existing database runs under the account that owns it, so none must be created.
  const newAccount = () => databaseAccount(log);
  const home = await clusterHomeFor(dataDir, newAccount, log);
  const data = join(home, DATA_FOLDER);
  const exists = await hasCluster(home);
  const account: Account | undefined = exists ? await ownerOf(data) : await newAccount();
  const binaries = await prepareBinaries(account, dataDir, log);
  if (!exists) await createCluster({ home, account, binaries, durable, log });
  if (!isInside(home, dataDir)) {
    // A copied DATA_DIR contains a copy of the pointer, so two DATA_DIRs share one database: the second lock
    // prevents that.
    locks.push(await lockDataDir(home, `The database of DATA_DIR ${dataDir}, ${home},`));
    await writeLocationPointer(dataDir, home);
  }
  return openCluster({ home, account, binaries, durable, log });
}

/**
 * Creates DATA_DIR if missing and returns its real path; as root with rights for the database's account to
 * enter it.
 * @throws StartError
 */
export async function makeDataDir(path: string): Promise<string> {
  try {
    // Not mkdir's `recursive`: where a parent cannot be created (/proc, an automounter) Node 26 retries for
    // ever.
    const missing: string[] = [];
    for (let each = path; !existsSync(each); each = dirname(each)) missing.unshift(each);
    for (const each of missing) await mkdir(each).catch(unlessCreatedConcurrently);
    const found = await stat(path);
    if (!found.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
    if (!runsAsRoot()) {
      if (missing.length > 0) await chmod(path, 0o700);
    } else {
      // The database runs under another account, which must be able to enter (x), not to list (r). An empty
      // directory of root's, such as `mktemp -d` creates, is treated like one that we created.
      const emptyOnes = found.uid === 0 && (await readdir(path)).length === 0 ? [path] : [];
      for (const each of new Set([...missing, ...emptyOnes])) await chmod(each, 0o711);
    }
    await protectFromGitClean(path);
    return await realpath(path);
  } catch (error) {
    throw explained(error, path);
  }
}

function unlessCreatedConcurrently(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

const REASONS: Record<string, string> = {
  EACCES: 'it may not be written by this user; change its owner or rights',
  EPERM: 'it may not be written by this user; change its owner or rights',
  EROFS: 'it is on a read-only file system; make that writable',
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the disk quota is used up; free some space',
  ENOTDIR: 'this path, or a part of it, is a file, not a directory; move it away',
  ENOENT: 'a part of the path is missing and cannot be made; correct it',
  ENAMETOOLONG: 'the path is too long; shorten it',
};

/**
 * Converts errors of the file system, which the operator can correct, to a StartError; others are bugs and
 * stay unchanged.
 */
function explained(error: unknown, dataDir: string): unknown {
  if (error instanceof StartError) return error;
  const { code = '', path } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  if (reason === undefined) return error;
  const where = path !== undefined && path !== dataDir ? ` (at ${path})` : '';
  return new StartError(
    `DATA_DIR ${dataDir} cannot be used: ${reason}${where}, or choose another DATA_DIR.`,
    {
      cause: error,
    },
  );
}
