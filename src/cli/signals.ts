// Signals to stop this process, and the end of parent processes that should have forwarded them.
import { readFileSync } from 'node:fs';
import { startedByNpm } from '../config.ts';

/**
 * Returns a controller that the first signal to stop aborts. Further signals change nothing: Ctrl-C under
 * `npm start` comes twice, from the terminal and from npm. A closed terminal (SIGHUP) counts as well: by
 * default it would end this process at once and leave its database running.
 */
export function handleSignals(): AbortController {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stop);
  // The older Node that started this one has ended: see bin/innwire.js. The channel must not keep this
  // process alive.
  process.on('disconnect', stop);
  process.channel?.unref();
  if (startedByNpm()) watchNpm(stop);
  return stopping;
}

/** Interval of the check for the end of npm. */
const WATCH_EVERY_MS = 500;

/**
 * Calls `stop` when npm or its shell has ended. npm runs this program through a shell and, when stopped, ends
 * only that shell; this process would go on with nobody to stop it.
 */
function watchNpm(stop: () => void): void {
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const first = ancestors();
  setInterval(() => {
    if (ancestors() !== first) stop();
  }, WATCH_EVERY_MS).unref();
}

/** Returns the parent of a process, on Linux only; elsewhere only the shell is watched. */
function parentOf(pid: number): string | undefined {
  try {
    // pid (command) state parent …; the command may contain anything, even brackets
    return /^.*\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
