// Shared by the tests of the embedded server: directories, programs to kill, queries, and cleaning up.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, expect } from 'vitest';
import { listCommands } from '../../../src/db/embedded/processes.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/db/embedded/server.ts';
import { ordinaryMayRead } from '../../harness/child-processes.ts';
import { eventually } from '../../harness/eventually.ts';
import { query } from '../../harness/query.ts';

export type OutputLine = {
  url?: string;
  directory?: string;
  failed?: string;
  name?: string;
  lost?: string;
  interrupted?: boolean;
};

/**
 * Contains all directories of a test file, so that a process left behind can be recognised by its command
 * line.
 */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'innwire-embedded-')));
chmodSync(root, 0o755);
const servers = new Set<EmbeddedServer>();
const programs = new Set<ChildProcess>();
const cleanings: (() => unknown)[] = [];

export const ONLY_ROOT = 'only root can change accounts';
export const NOT_REACHABLE = 'an ordinary user may not enter this checkout';
const PROGRAM = join(import.meta.dirname, 'programs/serve.ts');

/** Whether an unprivileged user can run the tests' programs from the checkout; false in /root, for example. */
export function ordinaryMayRun(): boolean {
  return ordinaryMayRead(PROGRAM);
}

/** Returns a new path for a DATA_DIR, which does not exist yet. */
export function newDataDir(name = 'data'): string {
  const parent = mkdtempSync(join(root, 'case-'));
  chmodSync(parent, 0o755);
  return join(parent, name);
}

/** Registers a step to run at the end of the test file, before its directories are removed. */
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

/** Starts on `dataDir`, which must fail with a StartError, and returns its message. */
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
  firstLine: Promise<OutputLine>;
  next(): Promise<OutputLine>;
  kill(): Promise<void>;
};

/** Starts the embedded server in a process of its own, which reports in lines of JSON. */
export function startProgram(dataDir: string, settings: ProgramSettings = {}): EmbeddedProgram {
  const { home = '/nonexistent', program = PROGRAM, ...identity } = settings;
  const child = spawn(process.execPath, [program, dataDir], {
    ...identity,
    cwd: '/',
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
    // a process group of its own, as a shell creates for each command
    detached: true,
  });
  programs.add(child);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? '{}') as OutputLine;
  const kill = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return { child, firstLine: next(), next, kill };
}

/** Repeats a query until it succeeds: a killed server takes a moment to restart. */
export async function queryWithRetry(url: string, text: string): Promise<Record<string, unknown>[]> {
  return eventually(() => query(url, text));
}

export function postmasterPid(directory: string): number {
  return Number.parseInt(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8'), 10);
}

/** Returns the processes with one of this file's directories in their command line. */
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
