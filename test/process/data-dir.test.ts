// Location of the data when DATA_DIR is not set, and its protection from git.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultDataDir } from '../../src/config.ts';
import {
  CHECKOUT,
  expectRefusal,
  newPath,
  runCommand,
  startInnwire,
  useProcesses,
} from '../harness/process.ts';

useProcesses();

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Creates a clone like a new user's: the program's files in a git repository. */
function clone(): string {
  const folder = newPath('innwire');
  mkdirSync(folder);
  for (const part of ['bin', 'src', 'db', 'package.json', 'openapi.operator.json', '.gitignore']) {
    cpSync(join(CHECKOUT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'));
  git(folder, 'init', '-q');
  git(folder, 'add', 'bin', 'src', 'db', 'package.json', 'openapi.operator.json', '.gitignore');
  git(folder, 'commit', '-qm', 'the program');
  return folder;
}

const unset = { DATA_DIR: undefined };
const programOf = (folder: string) => [process.execPath, join(folder, 'bin/innwire.js')];

/** Returns the path where a command looks for the operator key, from its refusal before any request. */
async function keyLookedFor(folder: string, cwd: string): Promise<string> {
  const { stderr } = await runCommand(['property', 'list'], {
    program: programOf(folder),
    cwd,
    env: { ...unset, PORT: '1' },
  });
  return /There is no operator key at (\S+):/.exec(stderr)?.[1] ?? stderr;
}

describe('without DATA_DIR', () => {
  test('a command finds the data beside the program from any directory', async () => {
    const folder = clone();
    const elsewhere = dirname(newPath());
    for (const cwd of [folder, elsewhere, join(folder, 'src')]) {
      expect(await keyLookedFor(folder, cwd)).toBe(join(folder, 'data/operator.key'));
    }
  });

  test('data that innwire made in the current directory goes first', async () => {
    const folder = clone();
    const elsewhere = dirname(newPath());
    mkdirSync(join(elsewhere, 'data'));
    expect(await keyLookedFor(folder, elsewhere)).toBe(join(folder, 'data/operator.key'));
    mkdirSync(join(elsewhere, 'data/postgresql'));
    expect(await keyLookedFor(folder, elsewhere)).toBe(join(elsewhere, 'data/operator.key'));
  });

  test('an innwire installed as a package keeps no data in node_modules', () => {
    const at = (installation: string) => defaultDataDir(installation, '/home/ada/hotel');
    expect(at('/home/ada/hotel/node_modules/innwire/')).toBe('/home/ada/hotel/data');
    expect(at('/opt/innwire/')).toBe('/opt/innwire/data');
  });

  test('a DATA_DIR that is set is taken from the current directory', async () => {
    const cwd = dirname(newPath());
    const list = await runCommand(['property', 'list'], { cwd, dataDir: './mine', env: { PORT: '1' } });
    await expectRefusal(list, new RegExp(`^There is no operator key at ${cwd}/mine/operator\\.key`));
  });
});

test('git clean and git stash delete nothing of a running hotel or its backups, and git add takes none of it', async () => {
  const folder = clone();
  const dataDir = join(folder, 'data');
  const other = join(folder, 'hotel'); // a name that is not in .gitignore
  const innwire = await startInnwire({ dataDir });
  expect(innwire.stderr).toBe('');
  const env = { PORT: new URL(innwire.url).port };
  expect((await runCommand(['backup'], { dataDir, env })).code).toBe(0);
  const second = await startInnwire({ dataDir: other });
  writeFileSync(join(folder, 'rubbish'), '');

  git(folder, 'clean', '-xdfq');
  expect(existsSync(join(folder, 'rubbish'))).toBe(false);
  git(folder, 'clean', '-Xdfq');
  git(folder, 'stash', '--all');
  expect(() => git(folder, 'add', '-A')).toThrow(/'hotel\/' does not have a commit checked out/);
  for (const kept of ['operator.key', 'credentials.key', 'postgresql/data/PG_VERSION']) {
    expect(existsSync(join(dataDir, kept)), kept).toBe(true);
    expect(existsSync(join(other, kept)), kept).toBe(true);
  }
  for (const [at, { url }] of [[dataDir, innwire] as const, [other, second] as const]) {
    const list = await runCommand(['property', 'list', '--json'], {
      dataDir: at,
      env: { PORT: new URL(url).port },
    });
    expect(list).toMatchObject({ code: 0, stdout: '[]\n' });
  }
  expect(existsSync(join(dataDir, 'backups'))).toBe(true);
});

test('a DATA_DIR outside of git work trees gets no .git', async () => {
  const innwire = await startInnwire();
  expect(existsSync(join(innwire.dataDir, '.git'))).toBe(false);
});
