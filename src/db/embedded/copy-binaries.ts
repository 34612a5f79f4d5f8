// Makes PostgreSQL's programs complete: the library links their package describes, and a copy that every user can run.
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

/** Makes the links that the package's install script would have made. Where they cannot be made, nothing happens. */
export async function linkLibraries(native: string): Promise<void> {
  let links: { source: string; target: string }[];
  try {
    links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  } catch {
    return; // Windows has none
  }
  for (const { source, target } of links) {
    // the package's paths begin with "native", which a copy is not called
    const path = join(native, relative('native', target));
    try {
      await symlink(relative(dirname(target), source), path);
    } catch {
      // it exists, or node_modules is read-only: whether that matters shows when the program is run
    }
  }
}

/**
 * Copies `native` to `copy` unless an intact copy is there; it appears there whole or not at all.
 * @returns whether it was copied now
 */
export async function copyBinaries(native: string, copy: string): Promise<boolean> {
  const tree = await listTree(native);
  if (await isIntact(tree, copy)) return false;
  const draft = `${copy}.${randomBytes(4).toString('hex')}`;
  try {
    await copyTree(native, tree, draft);
    await linkLibraries(draft);
    if (await isIntact(tree, copy)) return false; // another process was quicker, and may be running it already
    if (existsSync(copy)) await rename(copy, `${draft}.broken`); // by a power cut in the middle of writing it
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

/** Parents come before their children. Paths are relative to `root`; static libraries are for compilers only. */
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

/** Rights are set anew: the source may be closed to others (umask 077), which is a reason for the copy. */
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
