// Runs innwire as separate processes for tests: starts, requests, signals, and cleanup of everything started.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { listCommands } from '../../src/db/embedded/processes.ts';
import { ordinaryMayRead } from './child-processes.ts';
import { WAIT_LIMIT_MS } from './limits.ts';

export const CHECKOUT = realpathSync(join(import.meta.dirname, '../..'));
export const INNWIRE = join(CHECKOUT, 'bin/innwire.js');

export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null };
export type Finished = ExitStatus & { stdout: string; stderr: string };

export type RunningProgram = {
  child: ChildProcess;
  readonly stdout: string;
  readonly stderr: string;
  ended: Promise<ExitStatus>;
  /** Sends a signal to the process; with `group` to its process group, as Ctrl-C in a terminal does. */
  signal(name: NodeJS.Signals, group?: 'group'): void;
  /** Waits for the end of the process; returns its status and output. */
  end(): Promise<Finished>;
};

export type Innwire = RunningProgram & {
  /** URL of the server */
  url: string;
  dataDir: string;
  operatorKey: string;
};

export type ProcessSettings = {
  dataDir?: string;
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** the program and its first arguments; default: this Node with bin/innwire.js */
  program?: readonly string[];
  uid?: number;
  gid?: number;
};

/** Directory of everything that the test file creates; leftover processes are identified by it. */
let root = '';
const programs = new Set<ChildProcess>();
/** Ids of processes that run until the end of the file: see `startLasting`. */
const lasting = new Set<number>();

/**
 * Creates a directory for all that a test file starts, and ends what still runs after each test and after the file.
 * Call at the top of the file, before anything else of this module.
 */
export function useProcesses(): void {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'innwire-process-')));
  chmodSync(root, 0o755);
  afterEach(() => endPrograms((pid) => !isLasting(pid)));
  afterAll(async () => {
    lasting.clear();
    await endPrograms(() => true);
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    root = '';
  });
}

/** Whether an unprivileged user can run innwire from the checkout; false in /root, for example. */
export function ordinaryMayRun(): boolean {
  return ordinaryMayRead(INNWIRE);
}

function directoryOfFile(): string {
  if (root === '') throw new Error('Call useProcesses() at the top of the test file.');
  return root;
}

/** Returns a path that does not exist yet, in a new directory. */
export function newPath(name = 'data'): string {
  const parent = mkdtempSync(join(directoryOfFile(), 'case-'));
  chmodSync(parent, 0o755);
  return join(parent, name);
}

/**
 * Returns a new DATA_DIR that contains an embedded database with the current schema, as after a first start
 * without a server: that takes 2 s more than a later one. `newPath` is for tests of the first start.
 */
export function newDataDir(): string {
  const dataDir = newPath();
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o711);
  execFileSync('cp', ['-a', inject('migratedDirectory'), join(dataDir, 'postgresql')]);
  return dataDir;
}

/**
 * Returns this process's environment without settings of innwire, of Node and of PostgreSQL's clients, plus
 * the directory of compiled files and `more`.
 */
export function environment(more: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(HOST|PORT|BASE_URL|INNWIRE_PROPERTY|CHANNELS|DATA_DIR|DATABASE_|OPERATOR_KEY|CREDENTIALS_KEY|LOG_LEVEL|ALLOW_|ICAL_|EVENTS_|RATE_|TRUST_|SMTP_|MAIL_|PG|NODE_|VITEST)/.test(
        name,
      ),
  );
  return { ...Object.fromEntries(kept), NODE_COMPILE_CACHE: inject('compileCache'), ...more };
}

/** Starts `innwire …` without waiting. */
export function launch(args: readonly string[], settings: ProcessSettings = {}): RunningProgram {
  const {
    dataDir,
    env = {},
    cwd = directoryOfFile(),
    program = [process.execPath, INNWIRE],
    uid,
    gid,
  } = settings;
  const [file, ...before] = program as [string, ...string[]];
  const child = spawn(file, [...before, ...args], {
    cwd,
    // Never the default, which is the checkout's own data.
    env: environment({ DATA_DIR: dataDir ?? join(cwd, 'data'), INNWIRE_TEST_ROOT: root, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, as a shell creates for each command.
    detached: true,
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  });
  programs.add(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  // Waits for the rest of the output; of a program that was killed not longer than 500 ms, since its children keep the pipes open.
  const closed = once(child, 'close');
  const ended = once(child, 'exit').then(async ([code, signal]) => {
    await Promise.race(signal === null ? [closed] : [closed, sleep(500)]);
    return { code, signal } as ExitStatus;
  });
  closed.catch(() => {});
  ended.catch(() => {});
  return {
    child,
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
    ended,
    signal(name, group) {
      if (!group) child.kill(name);
      else if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, name);
    },
    async end() {
      const how = await within(ended, () => `innwire ${args.join(' ')} to end`);
      return { ...how, ...output };
    },
  };
}

/** Runs `innwire …` and waits for its end. */
export function runCommand(args: readonly string[], settings: ProcessSettings = {}): Promise<Finished> {
  return launch(args, settings).end();
}

/**
 * Starts `innwire serve` (or `api`) on a free port and waits until it serves requests. Without `dataDir` and
 * DATABASE_URL its DATA_DIR has an empty database already.
 */
export async function startInnwire(
  settings: ProcessSettings & { role?: 'serve' | 'api' } = {},
): Promise<Innwire> {
  const { role = 'serve', ...rest } = settings;
  const hasOwnDatabase = rest.env?.['DATABASE_URL'] !== undefined;
  const dataDir = settings.dataDir ?? (hasOwnDatabase ? newPath() : newDataDir());
  const env: Record<string, string | undefined> = {
    PORT: '0',
    RATE_LIMIT_LIVE: '10000000',
    LOG_LEVEL: 'warn',
    ...rest.env,
  };
  const program = launch([role], { ...rest, dataDir, env });
  const url = await waitFor(program, /API explorer {2,}(\S+)\/swagger/);
  const operatorKey = env.OPERATOR_KEY ?? readFileSync(join(dataDir, 'operator.key'), 'utf8').trim();
  return Object.assign(program, { url, dataDir, operatorKey });
}

/**
 * Waits until standard output matches a pattern; returns its first group, or the match. Rejects with standard
 * error when the process ends without it.
 */
export async function waitFor(program: RunningProgram, pattern: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const search = () => {
    const found = pattern.exec(program.stdout);
    if (found) resolve(found[1] ?? found[0]);
  };
  program.child.stdout!.on('data', search);
  search();
  void program.ended.then(({ code, signal }) =>
    reject(new Error(`ended (${signal ?? code}) without ${pattern}: ${program.stderr}`)),
  );
  try {
    return await within(promise, () => `${pattern}; it said ${program.stderr}`);
  } finally {
    program.child.stdout!.off('data', search);
  }
}

/** Returns the result of a promise. Throws with the description `what` when that hangs. */
export async function within<T>(promise: Promise<T>, what: () => string): Promise<T> {
  const timer = new AbortController();
  const late = sleep(WAIT_LIMIT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`waited ${WAIT_LIMIT_MS / 1000} s for ${what()}`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}

/** Repeats a check until it returns true. Throws with the description `what` when that does not happen. */
export async function until(check: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`waited ${WAIT_LIMIT_MS / 1000} s for ${what}`);
    await sleep(20);
  }
}

export type ProcessResponse<Body = any> = { status: number; headers: Headers; text: string; body: Body };

/** Sends a request. Throws when it hangs. */
export async function ask(
  url: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<ProcessResponse> {
  const { method = 'GET', body, headers = {} } = options;
  const answer = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  };
}

/** Calls the operator API. */
export function operate(
  innwire: Pick<Innwire, 'url' | 'operatorKey'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<ProcessResponse> {
  const headers = { authorization: `Bearer ${innwire.operatorKey}` };
  return ask(`${innwire.url}/operator${path}`, { method, body, headers });
}

export type PropertyHandle = { hotelId: number; token: string; rooms: number[] };

/** Creates a property with `rooms` rooms of `units` units each. */
export async function createProperty(
  innwire: Pick<Innwire, 'url' | 'operatorKey'>,
  { rooms = 1, units = 1 } = {},
): Promise<PropertyHandle> {
  const made = await operate(innwire, 'POST', '/properties', {
    name: 'Quinta do Mar',
    currency: 'EUR',
    timezone: 'Europe/Lisbon',
  });
  expect(made.status, made.text).toBe(200);
  const { hotel_id: hotelId, api_token: token } = made.body;
  const ids: number[] = [];
  for (let i = 1; i <= rooms; i++) {
    const room = { name: `Room ${i}`, capacity: 2, price: 100, units };
    ids.push((await operate(innwire, 'POST', `/properties/${hotelId}/rooms`, room)).body.room_id);
  }
  return { hotelId, token, rooms: ids };
}

/** Returns the process id of the postmaster of an embedded database. */
export function postmasterPid(dataDir: string): number {
  return Number.parseInt(postmasterFile(dataDir)[0]!, 10);
}

/** Returns the URL of the embedded database of a running innwire, for data that no API returns. */
export function embeddedUrl(dataDir: string): string {
  const secret = readFileSync(join(dataDir, 'postgresql/secret'), 'utf8').trim();
  return `postgresql://innwire:${secret}@127.0.0.1:${postmasterFile(dataDir)[3]}/innwire`;
}

function postmasterFile(dataDir: string): string[] {
  return readFileSync(join(dataDir, 'postgresql/data/postmaster.pid'), 'utf8').split('\n');
}

/**
 * Lists the running processes that this test file started: databases are identified by their directory,
 * others by their environment.
 */
export async function leftRunning(): Promise<string[]> {
  const commands = await listCommands();
  return [...commands]
    .filter(([pid]) => pid !== process.pid && !isLasting(pid))
    .filter(([pid, command]) => command.includes(root) || hasTestMark(pid))
    .map(([pid, command]) => `${pid} ${command}`);
}

/**
 * Whether a process, or its parent, runs until the end of the file. A backend that PostgreSQL has just
 * started still has the command line of the server, and SIGQUIT to it would end all the others.
 */
function isLasting(pid: number): boolean {
  if (lasting.has(pid)) return true;
  try {
    const parent = /^.*\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
    return lasting.has(Number(parent));
  } catch {
    return false; // ended, or not on Linux
  }
}

function hasTestMark(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`INNWIRE_TEST_ROOT=${root}`);
  } catch {
    return false; // ended, another user's, or not on Linux
  }
}

/** Expects a refusal to start: one sentence on standard error, exit code 1, and no process left running. */
export async function expectRefusal(finished: Finished, sentence: RegExp): Promise<void> {
  const output = finished.stderr.trim();
  expect(output).toMatch(sentence);
  expect(output, 'one line, no stack').toMatch(/^.*\.$/);
  expect(finished.stdout).toBe('');
  expect(finished.code).toBe(1);
  expect(await leftRunning()).toEqual([]);
}

/** Returns the sorted names of the entries of a directory; empty when it does not exist. */
export function filesIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).toSorted() : [];
}

/** Starts a server for all tests of a file, in `beforeAll`. `leftRunning` does not list it. */
export async function startLasting(settings: ProcessSettings = {}): Promise<Innwire> {
  const innwire = await startInnwire(settings);
  for (const line of await leftRunning()) lasting.add(Number.parseInt(line, 10));
  return innwire;
}

/** Time that a program has for stopping in order after its test, before it is killed. */
const STOP_MS = 10_000;

async function endPrograms(which: (pid: number) => boolean): Promise<void> {
  for (const child of programs) {
    if (child.pid === undefined || !which(child.pid)) continue;
    programs.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([exited, sleep(STOP_MS).then(() => child.kill('SIGKILL'))]);
  }
  // A database whose innwire a test ended with kill -9.
  for (const [pid, command] of await listCommands()) {
    if (/postgres -D /.test(command) && command.includes(root) && which(pid)) process.kill(pid, 'SIGQUIT');
  }
  await until(async () => (await leftRunning()).length === 0, 'everything to exit');
}
