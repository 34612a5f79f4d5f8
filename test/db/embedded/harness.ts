// What the tests of the embedded server share: directories, programs to kill, questions to a database, and cleaning up.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { listCommands } from '../../../src/db/embedded/processes.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/db/embedded/server.ts';

export type OutputLine = {
  url?: string;
  directory?: string;
  failed?: string;
  name?: string;
  lost?: string;
  interrupted?: boolean;
};

// Each test starts several servers, on a machine that may be doing the same in other test files.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** All of a test file's directories lie in one, so that a process left behind can be recognised by its command line. */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'innwire-embedded-')));
chmodSync(root, 0o755);
const servers = new Set<EmbeddedServer>();
const programs = new Set<ChildProcess>();
const cleanings: (() => unknown)[] = [];

export const asRoot = process.getuid?.() === 0;
export const ONLY_ROOT = 'only root can change accounts';
/** Somebody without rights, for programs that root starts; not being root we are that ourselves. */
export const ordinary = asRoot ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};
export const NOT_REACHABLE = 'an ordinary user may not enter this checkout';
const PROGRAM = join(import.meta.dirname, 'programs/serve.ts');

/** false when root's checkout, or the node that runs it, is closed to others (in /root, for example). */
export function ordinaryMayRun(): boolean {
  const test = 'test -x "$1" && test -r "$2"';
  return spawnSync('/bin/sh', ['-c', test, 'sh', process.execPath, PROGRAM], ordinary).status === 0;
}

function idOfNobody(which: string): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}

/** A new path for a DATA_DIR, not yet there. */
export function newDataDir(name = 'data'): string {
  const parent = mkdtempSync(join(root, 'case-'));
  chmodSync(parent, 0o755);
  return join(parent, name);
}

/** Runs when the test file is over, before its directories go. */
export function cleanUp(step: () => unknown): void {
  cleanings.unshift(step);
}

export type Started = EmbeddedServer & { logged: string[]; lost: Error[] };

export async function start(dataDir: string, durable = false): Promise<Started> {
  const logged: string[] = [];
  const lost: Error[] = [];
  const server = await startEmbeddedServer({
    dataDir,
    durable,
    log: (level, message) => logged.push(`${level}: ${message}`),
    onLost: (error) => lost.push(error),
  });
  servers.add(server);
  return { ...server, logged, lost };
}

/** The message of the StartError that a start on `dataDir` ends with. */
export async function refusal(dataDir: string): Promise<string> {
  const error = await start(dataDir).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error?.name).toBe('StartError');
  return error!.message;
}

type ProgramSettings = { uid?: number; gid?: number; home?: string; program?: string };
export type EmbeddedProgram = {
  child: ChildProcess;
  pushed: Promise<OutputLine>;
  next(): Promise<OutputLine>;
  kill(): Promise<void>;
};

/** `npm start` in a process of its own; `told` is its first line. */
export function startProgram(dataDir: string, settings: ProgramSettings = {}): EmbeddedProgram {
  const { home = '/nonexistent', program = PROGRAM, ...identity } = settings;
  const child = spawn(process.execPath, [program, dataDir], {
    ...identity,
    cwd: '/',
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
    // a process group of its own, as a shell gives to each command
    detached: true,
  });
  programs.add(child);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? '{}') as OutputLine;
  const kill = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return { child, pushed: next(), next, kill };
}

export async function ask(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Asks until there is an answer: a server that was killed needs a moment to be back. */
export async function queryWithRetry(url: string, text: string): Promise<Record<string, unknown>[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask(url, text);
    } catch (error) {
      if (attempt === 150) throw error;
      await sleep(100);
    }
  }
}

export function postmasterPid(directory: string): number {
  return Number.parseInt(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8'), 10);
}

export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

/** Processes that have one of this file's directories on their command line. */
export async function running(): Promise<string[]> {
  return [...(await listCommands()).values()].filter((command) => command.includes(root));
}

afterEach(async () => {
  for (const program of programs) {
    program.kill('SIGTERM');
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
  }
  programs.clear();
  for (const server of servers) await server.stop();
  servers.clear();
  expect(await running()).toEqual([]);
});

afterAll(async () => {
  for (const step of cleanings) await step();
  rmSync(root, { recursive: true, force: true });
});
