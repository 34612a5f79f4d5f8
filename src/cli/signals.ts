// What tells this process to stop: signals, and the end of those who started it and would have passed them on.
import { readFileSync } from 'node:fs';
import { startedByNpm } from '../config.ts';

/**
 * Aborted by the first signal to stop. Further ones change nothing: Ctrl-C under `npm start` comes twice, from the
 * terminal and from npm. A closed terminal (SIGHUP) counts as well: left to its default it would end this process on the
 * spot and leave its database running.
 */
export function handleSignals(): AbortController {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stop);
  // The end of the older Node that handed over to this one: see bin/innwire.js. Listening must not keep us alive.
  process.on('disconnect', stop);
  process.channel?.unref();
  if (startedByNpm()) watchNpm(stop);
  return stopping;
}

/** Half a second later than a signal would have been: nobody notices. */
const WATCH_EVERY_MS = 500;

/**
 * npm runs us through a shell and, told to stop, ends only that shell: we would go on with nobody to stop us. The shell
 * gone, or npm gone from above it, is therefore a signal to stop.
 */
function watchNpm(stop: () => void): void {
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const first = ancestors();
  setInterval(() => {
    if (ancestors() !== first) stop();
  }, WATCH_EVERY_MS).unref();
}

/** Known on Linux only; elsewhere the shell alone is watched. */
function parentOf(pid: number): string | undefined {
  try {
    // pid (command) state parent …; the command may hold anything, brackets included
    return /^.*\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
