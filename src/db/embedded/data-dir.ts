// DATA_DIR: created with the rights that the database's account needs, and protected from `git clean`.
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { chownToOwnerOf, runsAsRoot } from './account.ts';

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
    throw explainDataDirError(error, path);
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
export function explainDataDirError(error: unknown, dataDir: string): unknown {
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

/**
 * Creates an empty repository (`.git`) in a DATA_DIR that lies in a git work tree (docs/decisions/0012). `git
 * clean -xdf` and `git stash --all` leave nested repositories alone, and `git add` refuses one without
 * commits: guests' data is neither deleted nor committed by mistake. Does nothing in a DATA_DIR outside of
 * work trees, or with a `.git`.
 *
 * Errors of the file system are ignored: a failed protection must not prevent the start.
 */
async function protectFromGitClean(dataDir: string): Promise<void> {
  const marker = join(dataDir, '.git');
  if (!isInWorkTree(dirname(dataDir)) || existsSync(marker)) return;
  try {
    // The minimum that git recognises as a repository: https://git-scm.com/docs/gitrepository-layout
    for (const path of [marker, join(marker, 'objects'), join(marker, 'refs')]) {
      await mkdir(path);
      chownToOwnerOf(dataDir, path);
    }
    const head = join(marker, 'HEAD');
    await writeFile(head, 'ref: refs/heads/innwire-data-is-not-versioned\n');
    chownToOwnerOf(dataDir, head);
  } catch {
    // read-only, full, or made by another process at the same moment
  }
}

function isInWorkTree(path: string): boolean {
  if (existsSync(join(path, '.git'))) return true;
  return dirname(path) !== path && isInWorkTree(dirname(path));
}
