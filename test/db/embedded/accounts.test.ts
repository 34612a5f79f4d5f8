// The account and location of the database: as root, as an ordinary user, and when both use one DATA_DIR in
// turn.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { asRoot, ordinary } from '../../harness/child-processes.ts';
import { query } from '../../harness/query.ts';
import {
  cleanUp,
  NOT_REACHABLE,
  newDataDir,
  ONLY_ROOT,
  ordinaryMayRun,
  postmasterPid,
  refusal,
  start,
  startProgram,
} from './harness.ts';

/** Returns the path of a new DATA_DIR in a directory that the ordinary user owns. */
function ordinaryDataDir(): string {
  const dataDir = newDataDir();
  if (ordinary.uid !== undefined) chownSync(dirname(dataDir), ordinary.uid, ordinary.gid!);
  return dataDir;
}

/** Registers the removal of a directory outside of the test's own. */
function removeLater(directory: string): void {
  cleanUp(() => {
    const base = dirname(directory);
    for (const name of readdirSync(base)) {
      if (name.startsWith(basename(directory))) rmSync(join(base, name), { recursive: true, force: true });
    }
    if (readdirSync(base).length === 0) rmdirSync(base);
  });
}

describe('an ordinary user', () => {
  beforeEach(({ skip }) => skip(!ordinaryMayRun(), NOT_REACHABLE));

  test('runs the database under his own account in DATA_DIR, whatever HOME is, unreadable for others', async () => {
    const dataDir = ordinaryDataDir();
    for (const home of ['/root', '/nonexistent', '']) {
      const program = startProgram(dataDir, { ...ordinary, home });
      const { url, directory } = await program.firstLine;
      expect(directory).toBe(join(dataDir, 'postgresql'));
      expect(await query(url!, 'select 1 as one')).toEqual([{ one: 1 }]);
      const uid = ordinary.uid ?? process.getuid!();
      expect(statSync(`/proc/${postmasterPid(directory!)}`).uid).toBe(uid);
      await program.kill();
    }
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    expect(readdirSync(dataDir).sort()).toEqual(['innwire.lock', 'innwire.pid', 'postgresql']);
    await startProgram(dataDir, ordinary).firstLine; // stops the orphan; is itself stopped after the test
  });

  test('gets an error when DATA_DIR cannot be written or created', async () => {
    const dataDir = ordinaryDataDir();
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o555);
    expect((await startProgram(dataDir, ordinary).firstLine).failed).toMatch(
      /^DATA_DIR .* cannot be used: it is not writable/,
    );
    const below = await startProgram(join(dataDir, 'deeper'), ordinary).firstLine;
    expect(below.failed).toMatch(/^DATA_DIR .*deeper cannot be used: it may not be written by this user/);
    const inProc = await startProgram('/proc/innwire', ordinary).firstLine;
    expect(inProc).toMatchObject({
      name: 'StartError',
      failed: expect.stringMatching(/^DATA_DIR \/proc\/innwire cannot be used/),
    });
    const file = await startProgram('/etc/hostname', ordinary).firstLine;
    expect(file.failed).toMatch(/is a file, not a directory/);
  });

  test('gets an error for a DATA_DIR that root created', async ({ skip }) => {
    skip(!asRoot, ONLY_ROOT);
    const dataDir = newDataDir();
    await (await start(dataDir)).stop();
    expect((await startProgram(dataDir, ordinary).firstLine).failed).toMatch(
      /belongs to user id 0.*start innwire as its owner/,
    );
    // even if the user is made owner of the directory
    chownSync(dataDir, ordinary.uid!, ordinary.gid!);
    rmSync(join(dataDir, 'innwire.lock'));
    const { failed } = await startProgram(dataDir, ordinary).firstLine;
    expect(failed).toMatch(
      /^The database in .* belongs to user id \d+ and innwire runs as user id \d+: start it as that user/,
    );
  });
});

describe('root', () => {
  beforeEach(({ skip }) => skip(!asRoot, ONLY_ROOT));

  test('never runs the database as root, and keeps its secret from the account that does', async () => {
    const server = await start(newDataDir());
    expect(statSync(`/proc/${postmasterPid(server.directory)}`).uid).not.toBe(0);
    const status = readFileSync(`/proc/${postmasterPid(server.directory)}/status`, 'utf8');
    expect(/^Groups:[\t ]*(.*)$/m.exec(status)![1]!.trim()).toBe('');
    expect(statSync(join(server.directory, 'secret')).uid).toBe(0);
    const environment = readFileSync(`/proc/${postmasterPid(server.directory)}/environ`, 'utf8');
    expect(environment).not.toContain('HOME=');
  });

  test('can use the DATA_DIR of an ordinary user, who can use it again afterwards', async ({ skip }) => {
    skip(!ordinaryMayRun(), NOT_REACHABLE);
    const dataDir = ordinaryDataDir();
    const program = startProgram(dataDir, ordinary);
    await query((await program.firstLine).url!, 'create table kept (id int)');
    await program.kill();
    const ours = await start(dataDir);
    await query(ours.url, 'insert into kept values (1)');
    expect(statSync(`/proc/${postmasterPid(ours.directory)}`).uid).toBe(ordinary.uid);
    await ours.stop();
    const again = await startProgram(dataDir, ordinary).firstLine;
    expect(await query(again.url!, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  test('in a closed directory puts the database into one that its account can enter, and finds it again', async () => {
    const dataDir = newDataDir('dätä dir');
    chmodSync(dirname(dataDir), 0o700);
    const first = await start(dataDir);
    removeLater(first.directory);
    expect(first.directory.startsWith(dataDir)).toBe(false);
    const pointer = join(dataDir, 'postgresql.location');
    expect(readFileSync(pointer, 'utf8')).toContain(`\n${first.directory}\n`);
    await query(first.url, 'create table kept (id int)');
    await first.stop();

    // the location is kept when rights change and when DATA_DIR is moved
    chmodSync(dirname(dataDir), 0o755);
    renameSync(dataDir, `${dataDir}-moved`);
    const second = await start(`${dataDir}-moved`);
    expect(second.directory).toBe(first.directory);
    expect(await query(second.url, 'select * from kept')).toEqual([]);

    // a copy of DATA_DIR refers to the same database, which is in use
    cpSync(`${dataDir}-moved`, `${dataDir}-copy`, { recursive: true });
    expect(await refusal(`${dataDir}-copy`)).toContain(
      `${first.directory}, is in use by another innwire process (pid ${process.pid})`,
    );
    expect(await query(second.url, 'select * from kept')).toEqual([]);
    await second.stop();

    // an empty database must not replace a lost one
    renameSync(first.directory, `${first.directory}.away`);
    expect(await refusal(`${dataDir}-moved`)).toMatch(
      /says that the database lies in .* but it is not there/,
    );
    expect(existsSync(first.directory)).toBe(false);
  });

  test('makes its own empty DATA_DIR accessible to the database, but not one with files in it', async () => {
    const empty = newDataDir();
    mkdirSync(empty, { mode: 0o700 });
    const inside = await start(empty);
    expect(inside.directory).toBe(join(empty, 'postgresql'));
    expect(statSync(empty).mode & 0o777).toBe(0o711);

    const filled = newDataDir();
    mkdirSync(join(filled, 'private'), { recursive: true, mode: 0o700 });
    const outside = await start(filled);
    removeLater(outside.directory);
    expect(dirname(outside.directory)).not.toBe(filled);
    expect(statSync(filled).mode & 0o777).toBe(0o700);
  });

  test('starts a new database when DATA_DIR was deleted, and keeps the former one', async () => {
    const dataDir = newDataDir();
    chmodSync(dirname(dataDir), 0o700);
    const former = await start(dataDir);
    removeLater(former.directory);
    await query(former.url, 'create table former (id int)');
    await former.stop();
    renameSync(dataDir, `${dataDir}-moved`);
    const fresh = await start(dataDir);
    await expect(query(fresh.url, 'select * from former')).rejects.toThrow(/does not exist/);
    expect(fresh.directory.startsWith(`${former.directory}-`)).toBe(true);
    expect(fresh.logged.join()).toContain(`${former.directory} holds a database of an earlier`);
    const moved = await start(`${dataDir}-moved`);
    expect(await query(moved.url, 'select * from former')).toEqual([]);
  });

  test('gets an error that names the directory which the database may no longer enter', async () => {
    const dataDir = newDataDir();
    await (await start(dataDir)).stop();
    chmodSync(dirname(dataDir), 0o700);
    expect(await refusal(dataDir)).toMatch(
      new RegExp(`may not enter ${dirname(dataDir)}: allow it with "chmod a\\+x`),
    );
    chmodSync(dirname(dataDir), 0o755);
    await (await start(dataDir)).stop();
    // restored by root from a backup: everything belongs to root
    execFileSync('chown', ['-R', 'root:root', dataDir]);
    expect(await refusal(dataDir)).toMatch(
      /belongs to root, and PostgreSQL does not run as root: .*chown -R postgres/,
    );
    execFileSync('chown', ['-R', 'postgres:', join(dataDir, 'postgresql/data')]);
    execFileSync('chmod', ['-R', 'a+rX', dataDir]);
    const server = await start(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
