// Stops the PostgreSQL processes that a killed innwire left running on a data directory.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import type { Log } from './account.ts';
import { commandOf, listCommands } from './processes.ts';
import { clusterName } from './settings.ts';

type PidFile = { pid: number; status: string };

/**
 * Stops a server that still runs on `data`. After kill -9 of innwire its PostgreSQL keeps running; a clean
 * shutdown ends with a checkpoint, after which the new server starts without recovery.
 *
 * @returns a pid for PostgreSQL to ignore: the one in postmaster.pid, if it now belongs to another program
 * @throws StartError when it cannot be stopped
 */
export async function stopOrphanedServer(data: string, log: Log): Promise<number | undefined> {
  const pid = (await readPidFile(data))?.pid;
  if (pid === undefined) return undefined;
  if (!(await isServerOf(pid, data))) return pid;
  log('warn', `A PostgreSQL server (pid ${pid}) was left running on ${data}; stopping it.`);
  for (const [signal, graceMs] of await stopSignals(data)) {
    signalServer(pid, signal, data);
    // a process stopped with SIGSTOP would not handle it
    signalServer(pid, 'SIGCONT', data);
    if (await isGone(pid, data, graceMs)) return undefined;
    log('warn', `It has not ended ${graceMs / 1000} s after ${signal}.`);
  }
  throw new StartError(
    `The PostgreSQL server (pid ${pid}) left running on ${data} cannot be stopped: end it by hand.`,
  );
}

/**
 * Terminates the sessions of a postmaster that was killed (SIGKILL): they may run on for a while, and
 * PostgreSQL refuses to start beside them. SIGQUIT ends them at once; what they committed is in the
 * write-ahead log.
 */
export async function terminateOrphanedSessions(data: string): Promise<void> {
  const title = `postgres: ${clusterName(data)}: `;
  for (const [pid, command] of await listCommands()) {
    if (command.startsWith(title)) signalServer(pid, 'SIGQUIT', data);
  }
}

/**
 * Reads postmaster.pid: pid, directory, start time, port, socket directory, address, shared memory, status;
 * one per line.
 */
export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : undefined;
}

/**
 * Returns the signals that stop a server, in order, each with the time it may take (ms): fast shutdown
 * (sessions are rolled back, then a checkpoint of at most 128 MB), immediate shutdown, which is as safe as a
 * crash, and as a last resort SIGKILL, which leaves sessions without a postmaster.
 *
 * A server in recovery has nothing to save and gets the immediate shutdown first: PostgreSQL 18.4 hangs
 * forever if it gets a fast shutdown during the recovery from a killed session.
 */
export async function stopSignals(data: string): Promise<(readonly [NodeJS.Signals, number])[]> {
  const recovering = `postgres: ${clusterName(data)}: startup`;
  const commands = process.platform === 'win32' ? [] : [...(await listCommands()).values()];
  const gentle = ['SIGINT', 20_000] as const;
  const firm = [
    ['SIGQUIT', 15_000],
    ['SIGKILL', 5_000],
  ] as const;
  return commands.some((command) => command.startsWith(recovering)) ? [...firm] : [gentle, ...firm];
}

/** A checkpoint of an idle database takes some 20 ms. */
const POLL_MS = 20;

async function isServerOf(pid: number, data: string): Promise<boolean> {
  const command = await commandOf(pid);
  if (command === undefined || !command.includes('postgres')) return false;
  if (command.includes(`postgres -D ${data} -c `)) return true;
  // Started by hand, or DATA_DIR was moved since: compare the working directory, which is a server's data
  // directory.
  const [working, ours] = await Promise.all(
    [`/proc/${pid}/cwd`, data].map((path) => stat(path).catch(() => undefined)),
  );
  return working !== undefined && working.ino === ours?.ino && working.dev === ours.dev;
}

async function isGone(pid: number, data: string, graceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += POLL_MS) {
    await sleep(POLL_MS);
    if (!(await isServerOf(pid, data))) return true;
  }
  return false;
}

function signalServer(pid: number, signal: NodeJS.Signals, data: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
    throw new StartError(
      `A PostgreSQL server (pid ${pid}) of another user still runs on ${data}: stop it, or start innwire as that user.`,
      { cause: error },
    );
  }
}
