// A directory owned by root that every user can enter, used when the database's account cannot enter DATA_DIR
// or node_modules.
import { access, chmod, constants, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Returns a usable directory, created if missing.
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
