// The account that PostgreSQL runs under: our own, or an unprivileged one if we are root, as it refuses to
// run as root; and a directory that this account can enter.
import { lchownSync, statSync } from 'node:fs';
import { access, chmod, constants, lstat, mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { type Account, run } from './run.ts';

export type { Account } from './run.ts';

/** Writes a line to innwire's own log. */
export type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

/**
 * Returns the account for a new database. As root: user `postgres`, created if missing, else `nobody`.
 * @throws StartError when there is no such account or we may not change to it
 */
export async function databaseAccount(log: Log): Promise<Account | undefined> {
  if (!runsAsRoot()) return undefined;
  const account = (await lookUp('postgres')) ?? (await create(log)) ?? (await lookUp('nobody'));
  if (account === undefined) throw new StartError(`PostgreSQL does not run as root and ${NO_ACCOUNT}`);
  const probe = await run('/bin/sh', ['-c', ':'], { account });
  if (!probe.ok) {
    throw new StartError(
      `PostgreSQL does not run as root and this process may not change to user ${account.name} (${probe.lastLine}): ` +
        'start innwire as an ordinary user, or set DATABASE_URL to a server of your own.',
    );
  }
  return account;
}

/**
 * Returns the account of an existing database: the owner of its files.
 * @throws StartError when we may not run as that account
 */
export async function ownerOf(data: string): Promise<Account | undefined> {
  if (process.getuid === undefined) return undefined;
  const found = await stat(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined; // incomplete; openCluster reports that
    throw error;
  });
  if (found === undefined) return undefined;
  const { uid, gid } = found;
  const own = process.getuid();
  if (own !== 0 && own !== uid) {
    throw new StartError(
      `The database in ${data} belongs to user id ${uid} and innwire runs as user id ${own}: start it as that user (or as root), or choose another DATA_DIR.`,
    );
  }
  if (uid === 0) {
    throw new StartError(
      `The database in ${data} belongs to root, and PostgreSQL does not run as root: give it back with "chown -R postgres: '${data}'".`,
    );
  }
  return own === 0 ? { name: `user id ${uid}`, uid, gid } : undefined;
}

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * As root, gives a file that we created to the owner of its directory, so that the owner can use it later.
 */
export function chownToOwnerOf(dir: string, file: string): void {
  if (!runsAsRoot()) return;
  const { uid, gid } = statSync(dir);
  lchownSync(file, uid, gid);
}

/**
 * Returns a directory that root owns and every user can enter, created if missing: for what the database's account
 * could not reach in DATA_DIR or node_modules.
 * @throws StartError when there is none
 */
export async function sharedBase(): Promise<string> {
  for (const base of ['/var/lib/innwire', join(tmpdir(), 'innwire-root')]) {
    if (await isUsable(base)) return base;
  }
  throw new StartError(
    'PostgreSQL needs a directory that its own user can enter, and none could be made in /var/lib or the temporary directory: choose a DATA_DIR that other users may enter (chmod a+x on it and on all above it), or set DATABASE_URL.',
  );
}

async function isUsable(base: string): Promise<boolean> {
  try {
    const created = await mkdir(base, { recursive: true });
    if (created !== undefined) await chmod(base, 0o755);
    await access(base, constants.W_OK);
    // In /tmp any user may have created this path; we must not put programs there and run them.
    const found = await lstat(base);
    return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
  } catch {
    return false; // a read-only file system, for example
  }
}

const NO_ACCOUNT =
  'there is no user "postgres" or "nobody" for it: create one, start innwire as an ordinary user, or set DATABASE_URL.';

async function lookUp(name: string): Promise<Account | undefined> {
  const uid = await run('id', ['-u', name]);
  const gid = await run('id', ['-g', name]);
  if (!uid.ok || !gid.ok || Number(uid.output) === 0) return undefined;
  return { name, uid: Number(uid.output), gid: Number(gid.output) };
}

/** Creates the user `postgres`, as the distributions' PostgreSQL packages do. */
async function create(log: Log): Promise<Account | undefined> {
  const shadow = [
    '--system',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ];
  await run('groupadd', ['--system', 'postgres']);
  await run('useradd', [...shadow, '--gid', 'postgres', 'postgres']);
  if ((await lookUp('postgres')) === undefined) {
    // busybox has only these commands
    await run('addgroup', ['-S', 'postgres']);
    await run('adduser', [
      '-S',
      '-D',
      '-H',
      '-h',
      '/nonexistent',
      '-s',
      '/sbin/nologin',
      '-G',
      'postgres',
      'postgres',
    ]);
  }
  const account = await lookUp('postgres');
  if (account !== undefined)
    log('info', 'Created the system user "postgres", as PostgreSQL does not run as root.');
  return account;
}
