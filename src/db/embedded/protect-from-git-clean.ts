// Protects a DATA_DIR inside a git work tree from `git clean`.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chownToOwnerOf } from './account.ts';

/**
 * Creates an empty repository (`.git`) in a DATA_DIR that lies in a git work tree (docs/decisions/0012). `git
 * clean -xdf` and `git stash --all` leave nested repositories alone, and `git add` refuses one without
 * commits: guests' data is neither deleted nor committed by mistake. Does nothing in a DATA_DIR outside of
 * work trees, or with a `.git`.
 *
 * Errors of the file system are ignored: a failed protection must not prevent the start.
 */
export async function protectFromGitClean(dataDir: string): Promise<void> {
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
