// Enters every shell block of README.md and docs into real shells, with an innwire started as the README
// says.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  CHECKOUT,
  environment,
  type Innwire,
  newDataDir,
  startLasting,
  useProcesses,
} from '../harness/process.ts';
import { blocksOf, commandsOf, PAGES } from './blocks.ts';
import { openSession, SHELLS, type ShellSession } from './session.ts';

useProcesses();

/** Blocks that the tests cannot run; each is marked in its page with the reason. */
const NOT_RUN = [
  'CONTRIBUTING.md: it writes into the clone; test/scripts/new-adapter.test.ts runs it in a copy',
  'README.md: the tests install and start innwire before they run this page',
  'README.md: the demo has a test of its own, test/process/demo.test.ts',
  'README.md: needs Claude Code and an account',
  'docs/demo.md: test/process/demo.test.ts runs the demo',
  'docs/demo.md: test/process/demo.test.ts runs the demo',
  'docs/operations.md: it would make a person of its own',
  'docs/operations.md: it starts a second innwire; test/process/backup.test.ts restores and starts one',
  'docs/operations.md: it changes the clone; test/process/backup.test.ts makes the backup',
  'docs/operations.md: needs a PostgreSQL of your own; test/process/own-database.test.ts starts several processes',
  "docs/recipes/message-relay.md: needs a team's chat; test/process/recipes.test.ts has one",
  "docs/recipes/smart-lock.md: needs a lock's service; test/process/recipes.test.ts has one",
  'docs/simulator.md: starts a server and the simulator, which run until Ctrl-C',
  'docs/simulator.md: needs the simulator and innwire with ALLOW_PRIVATE_NETWORK=on',
  'docs/simulator.md: needs the simulator and innwire with ALLOW_PRIVATE_NETWORK=on',
  'docs/simulator.md: the address is made up when the connection is made',
];

/** Patterns that the output of some commands must match, because the text around them says so. */
const WANTED: readonly [start: string, answer: RegExp][] = [
  ['curl "http://127.0.0.1:3000/api/bookings/api_token?limit=1"', /^\[\{"order_id":\d+,.{100,2000}\}\]/m],
  [
    'curl "http://127.0.0.1:3000/api/offers/$API_TOKEN?checkin=2030-05-06',
    /"bookable":false,.*"room_unavailable"/,
  ],
  ['curl "http://127.0.0.1:3000/api/offers/$API_TOKEN?checkin=2030-05-09', /"bookable":true,.*"price":360/],
  ['curl -X PATCH', /"name":"Ada King"/],
  ['node bin/innwire.js change undo', /^restored +18$/m],
  ['node recipes/pricing-engine.js', /^would change \{ updated: \d+/m],
];

/**
 * Pages that run first: README.md creates the property, docs/README.md sets the variables of all other pages.
 */
const ORDER = ['README.md', 'docs/README.md'];
const pages = [...ORDER, ...PAGES.filter((file) => !ORDER.includes(file))];
const shellBlocks = pages.flatMap((file) => blocksOf(file).filter(({ language }) => language === 'sh'));

const dataDir = newDataDir();
let innwire: Innwire;

beforeAll(async () => {
  innwire = await startLasting({
    dataDir,
    cwd: CHECKOUT,
    // The shell takes "serve", which the harness appends, for its own name.
    program: ['sh', '-c', 'exec npm start --silent'],
    env: { ALLOW_PRIVATE_NETWORK: 'on' },
  });
});

test('blocks that are not run are those of the list', () => {
  const marked = shellBlocks.filter(({ notRun }) => notRun).map(({ file, notRun }) => `${file}: ${notRun}`);
  expect(marked.toSorted()).toEqual(NOT_RUN.toSorted());
});

const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])('in %s', (shell) => {
  test('a comment after a command, and a pattern that matches nothing, break as they do for a newcomer', async ({
    skip,
  }) => {
    if (shell !== 'zsh') skip('bash accepts both');
    if (!isInstalled('zsh')) skip('zsh is not installed: "apt-get install zsh"');
    const session = start(shell);
    expect((await session.enter('test 1 = 1 # a comment')).code).not.toBe(0);
    expect((await session.enter('echo http://127.0.0.1/?a=1')).code).not.toBe(0);
  });

  test('every command of every page succeeds', async ({ skip }) => {
    if (!isInstalled(shell)) skip(`${shell} is not installed: "apt-get install ${shell}"`);
    const session = start(shell);
    const failed: string[] = [];
    for (const block of shellBlocks.filter(({ notRun }) => !notRun)) {
      for (const { command, line } of commandsOf(block)) {
        const problem = await problemOf(session, command);
        if (problem) failed.push(`${block.file}:${line}: ${command}\n${problem}`);
      }
    }
    expect(failed).toEqual([]);
  });
});

/**
 * Enters a command. Returns its exit code and output when it failed, also for HTTP errors that curl ignores.
 */
async function problemOf(session: ShellSession, written: string): Promise<string | null> {
  const isStream = written.includes('text/event-stream');
  const command = isStream ? written.replace('curl ', 'curl --max-time 2 ') : written;
  const { code, output } = await session.enter(adapt(command));
  // 28: curl's timeout, which ends a stream
  const isRefusal = /"status":[45]\d\d,/.test(output) || output.includes('command not found');
  const [, wanted] = WANTED.find(([start]) => written.startsWith(start)) ?? [];
  if (code === (isStream ? 28 : 0) && !isRefusal && (!wanted || wanted.test(output))) return null;
  return `exit code ${code}: ${output}`;
}

/** Replaces the server's URL and the data directory in a command with those of this test. */
function adapt(command: string): string {
  return command
    .replaceAll('http://127.0.0.1:3000', innwire.url)
    .replaceAll('data/operator.key', join(dataDir, 'operator.key'));
}

function start(shell: keyof typeof SHELLS): ShellSession {
  // The reader's Node, not the one of the tests.
  const folders = process.env['PATH']!.split(':').filter((folder) => !folder.includes('node_modules'));
  const env = environment({ PATH: folders.join(':'), DATA_DIR: dataDir, PORT: new URL(innwire.url).port });
  const session = openSession(shell, env);
  onTestFinished(() => session.close());
  return session;
}
