// Starts and stops innwire's own PostgreSQL: lock DATA_DIR, find the binaries and the place, initialise once, keep running.
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
  /** postgresql://innwire:<secret>@127.0.0.1:<port>/innwire, the same for as long as this server lives */
  url: string;
  /** where the database, its secret and its log really lie; outside dataDir only when that is closed to its account */
  directory: string;
  /** a file of the cluster that is written once, when it is made: a copy of the cluster has another one */
  clusterFile: string;
  /** Clean (fast) shutdown with a checkpoint; releases DATA_DIR. May be called any number of times. */
  stop(): Promise<void>;
};

export type EmbeddedServerOptions = {
  /** DATA_DIR, absolute or relative; created when missing */
  dataDir: string;
  /** default true; false switches fsync off and is for test servers only */
  durable?: boolean;
  log: Log;
  /** the server died and could not be restarted; `stop()` is still to be called */
  onLost?: (error: Error) => void;
};

/** @throws StartError: one sentence saying what is wrong and what to do */
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
  // Created lazily: an existing database is run by the account that owns it, and no account need be made for it.
  const newAccount = () => databaseAccount(log);
  const home = await clusterHomeFor(dataDir, newAccount, log);
  const data = join(home, DATA_FOLDER);
  const exists = await hasCluster(home);
  const account: Account | undefined = exists ? await ownerOf(data) : await newAccount();
  const binaries = await prepareBinaries(account, dataDir, log);
  if (!exists) await createCluster({ home, account, binaries, durable, log });
  if (!isInside(home, dataDir)) {
    // A copied DATA_DIR carries a copy of the pointer: two DATA_DIRs, one database. The second lock catches that.
    locks.push(await lockDataDir(home, `The database of DATA_DIR ${dataDir}, ${home},`));
    await writeLocationPointer(dataDir, home);
  }
  return openCluster({ home, account, binaries, durable, log });
}

/** Makes it where it is missing; as root so that the database's account can pass through. @throws StartError */
export async function makeDataDir(path: string): Promise<string> {
  try {
    // Not mkdir's `recursive`: where a parent cannot be made (/proc, an automounter) Node 26 tries for ever.
    const missing: string[] = [];
    for (let each = path; !existsSync(each); each = dirname(each)) missing.unshift(each);
    for (const each of missing) await mkdir(each).catch(unlessCreatedConcurrently);
    const found = await stat(path);
    if (!found.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
    if (!runsAsRoot()) {
      if (missing.length > 0) await chmod(path, 0o700);
    } else {
      // The database runs under another account then, which must be able to pass through (not to look around). An empty
      // directory of root's, such as `mktemp -d` makes, is as good as one of our own making.
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

/** What the file system refuses is the operator's to mend; any other error is a bug of ours and stays as it is. */
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
