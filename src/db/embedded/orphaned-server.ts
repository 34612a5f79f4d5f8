// Ends what a killed innwire left running on a data directory, and nothing else.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { commandOf, listCommands } from './processes.ts';
import type { Log } from './server-log.ts';
import { clusterName } from './settings.ts';

export type PidFile = { pid: number; status: string };

/**
 * Stops a server that still runs on `data`. After kill -9 of innwire its PostgreSQL goes on; stopping it cleanly takes a
 * checkpoint, after which ours starts without recovery.
 *
 * @returns a pid for PostgreSQL to ignore: the one that postmaster.pid names when it now belongs to something else
 * @throws StartError when it cannot be stopped
 */
export async function stopOrphanedServer(data: string, log: Log): Promise<number | undefined> {
  const pid = (await readPidFile(data))?.pid;
  if (pid === undefined) return undefined;
  if (!(await isServerOf(pid, data))) return pid;
  log('warn', `A PostgreSQL server (pid ${pid}) was left running on ${data}; stopping it.`);
  for (const [signal, graceMs] of await stopSignals(data)) {
    signalServer(pid, signal, data);
    // a stopped (SIGSTOP) process would sleep through it
    signalServer(pid, 'SIGCONT', data);
    if (await isGone(pid, data, graceMs)) return undefined;
    log('warn', `It has not ended ${graceMs / 1000} s after ${signal}.`);
  }
  throw new StartError(
    `The PostgreSQL server (pid ${pid}) left running on ${data} cannot be stopped: end it by hand.`,
  );
}

/**
 * When a postmaster is killed outright its sessions may live on for a while, and PostgreSQL rightly refuses to start
 * beside them. SIGQUIT ends them at once; what they had committed is in the write-ahead log.
 */
export async function terminateOrphanedSessions(data: string): Promise<void> {
  const title = `postgres: ${clusterName(data)}: `;
  for (const [pid, command] of await listCommands()) {
    if (command.startsWith(title)) signalServer(pid, 'SIGQUIT', data);
  }
}

/** postmaster.pid: pid, directory, start time, port, socket directory, address, shared memory, status; one a line. */
export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : undefined;
}

/**
 * What to send to a server, one after the other, and how long each may take: fast shutdown (sessions are rolled back, then
 * a checkpoint of at most 128 MB), then immediate shutdown, which is as safe as a crash, and only when nothing else helps
 * the one that leaves sessions without their postmaster.
 *
 * A server in the middle of recovery has nothing to save and gets the second at once: PostgreSQL 18.4 hangs for good when
 * a fast shutdown meets the recovery from a killed session.
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
  // Started by hand, or DATA_DIR has been moved since: a server's working directory is its data directory.
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
