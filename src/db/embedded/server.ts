// Starts and stops the embedded PostgreSQL: locks DATA_DIR, finds binaries and location, initialises once,
// supervises the server.
import { join, resolve } from 'node:path';
import { type Account, databaseAccount, type Log, ownerOf } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { type Cluster, createCluster, DATA_FOLDER, hasCluster, openCluster } from './cluster.ts';
import { clusterHomeFor, isInside, writeLocationPointer } from './cluster-location.ts';
import { explainDataDirError, makeDataDir } from './data-dir.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
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

type EmbeddedServerOptions = {
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
    throw explainDataDirError(error, dataDir);
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
