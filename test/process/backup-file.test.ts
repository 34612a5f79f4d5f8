// The file of `innwire backup`: readable only by its owner, complete, and never replacing another file.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  expectRefusal,
  type Innwire,
  newDataDir,
  newPath,
  runCommand,
  startLasting,
  useProcesses,
} from '../harness/process.ts';

useProcesses();

const dataDir = newDataDir();
let innwire: Innwire;

beforeAll(async () => {
  innwire = await startLasting({ dataDir });
});

const backup = (...args: string[]) =>
  runCommand(['backup', ...args], { dataDir, env: { PORT: new URL(innwire.url).port } });

test('without a file name it goes into DATA_DIR/backups, and each backup has a file of its own', async () => {
  const { code, stdout } = await backup();
  expect(code).toBe(0);
  const file = /^Written to (\S+\.gz)\. /.exec(stdout)![1]!;
  expect(dirname(file)).toBe(join(dataDir, 'backups'));
  expect(file).toMatch(/innwire-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.gz$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
});

test('it says which keys are to be kept beside it', async () => {
  const file = newPath('innwire.gz');
  expect((await backup(file)).stdout).toBe(
    `Written to ${file}. It holds all data of your guests: keep it safe.
The keys are not in it: keep a copy of ${dataDir}/operator.key and ${dataDir}/credentials.key as well. Without the second the credentials of channels, the addresses of calendars and the addresses and secrets of webhooks must be entered again.
`,
  );
});

test('a file that exists is replaced only with --force', async () => {
  const file = newPath('innwire.gz');
  writeFileSync(file, 'precious');
  await expectRefusal(
    await backup(file),
    /^\S+innwire\.gz exists already: choose another name, or replace it/,
  );
  expect(readFileSync(file, 'utf8')).toBe('precious');
  expect((await backup(file, '--force')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toBe('precious');
  expect(readdirSync(dirname(file))).toEqual(['innwire.gz']);
});

test('of several backups into one file at the same moment one is written and the others are refused', async () => {
  const file = newPath('innwire.gz');
  const codes = (await Promise.all([backup(file), backup(file), backup(file)])).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([0, 1, 1]);
  expect(readdirSync(dirname(file))).toEqual(['innwire.gz']);
});

test('what cannot be written or fetched leaves nothing behind, and the file that is there as it was', async () => {
  const file = newPath('innwire.gz');
  await backup(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file);
  const folder = dirname(file);
  await expectRefusal(
    await backup(join(folder, 'missing/x')),
    /^\S+\/missing\/x could not be written: there is no folder \S+\/missing\. Make it, or choose another file\.$/,
  );
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'taken/file'), '');
  await expectRefusal(await backup(join(folder, 'taken')), /^\S+\/taken exists already/);
  await expectRefusal(
    await backup(join(folder, 'taken'), '--force'),
    /^\S+\/taken could not be written: E.*\.$/,
  );
  await expectRefusal(
    await runCommand(['backup', file, '--force'], { dataDir, env: { PORT: '1' } }),
    /^No innwire answers at/,
  );
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(folder).toSorted()).toEqual(['innwire.gz', 'taken']);
});
