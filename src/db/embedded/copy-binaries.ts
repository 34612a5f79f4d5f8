// Completes PostgreSQL's programs: creates the library links that their package lists, and a copy that every
// user can run.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Creates the links that the package's install script would have created. Ignores links that cannot be
 * created.
 */
export async function linkLibraries(native: string): Promise<void> {
  let links: { source: string; target: string }[];
  try {
    links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  } catch {
    return; // the package for Windows has none
  }
  for (const { source, target } of links) {
    // the package's paths begin with "native"; the copy has another name
    const path = join(native, relative('native', target));
    try {
      await symlink(relative(dirname(target), source), path);
    } catch {
      // it exists, or node_modules is read-only: probing the program shows whether that matters
    }
  }
}

/**
 * Copies `native` to `copy` atomically, unless an intact copy exists.
 * @returns whether a copy was made
 */
export async function copyBinaries(native: string, copy: string): Promise<boolean> {
  const tree = await listTree(native);
  if (await isIntact(tree, copy)) return false;
  const draft = `${copy}.${randomBytes(4).toString('hex')}`;
  try {
    await copyTree(native, tree, draft);
    await linkLibraries(draft);
    if (await isIntact(tree, copy)) return false; // another process was faster, and may already run it
    if (existsSync(copy)) await rename(copy, `${draft}.broken`); // incomplete after a power cut
    await rename(draft, copy);
    return true;
  } catch (error) {
    if (!(await isIntact(tree, copy))) throw error;
    return false;
  } finally {
    for (const rest of [draft, `${draft}.broken`]) await rm(rest, { recursive: true, force: true });
  }
}

type Entry = { path: string; kind: 'directory' | 'file' | 'link'; size: number; mode: number };

/**
 * Lists a tree, parents before children, with paths relative to `root`, without static libraries (needed by
 * compilers only).
 */
async function listTree(root: string, folder = ''): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const name of await readdir(join(root, folder))) {
    if (name.endsWith('.a')) continue;
    const path = join(folder, name);
    const found = await lstat(join(root, path));
    const kind = found.isDirectory() ? 'directory' : found.isSymbolicLink() ? 'link' : 'file';
    entries.push({ path, kind, size: found.size, mode: found.mode });
    if (kind === 'directory') entries.push(...(await listTree(root, path)));
  }
  return entries;
}

async function isIntact(tree: Entry[], copy: string): Promise<boolean> {
  for (const { path, kind, size } of tree) {
    const found = await lstat(join(copy, path)).catch(() => undefined);
    if (found === undefined || (kind === 'file' && found.size !== size)) return false;
  }
  return true;
}

/**
 * Copies the tree with rights for all users: the source may be closed to others (umask 077), a reason for the
 * copy.
 */
async function copyTree(from: string, tree: Entry[], to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const { path, kind, mode } of tree) {
    const target = join(to, path);
    if (kind === 'link') {
      await symlink(await readlink(join(from, path)), target);
      continue;
    }
    if (kind === 'directory') await mkdir(target);
    else await copyFile(join(from, path), target);
    await chmod(target, kind === 'directory' || (mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
