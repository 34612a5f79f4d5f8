// The file that PostgreSQL logs to: not a pipe, as a pipe breaks when innwire is killed.
import {
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { chownToOwnerOf } from './account.ts';

export type ServerLog = {
  path: string;
  /** for the server's stdout and stderr; we close our copy once the server has inherited it */
  descriptor: number;
  close(): void;
  /** the last FATAL or PANIC line logged since this was opened, else the last line; without time and pid */
  lastErrorLine(): string;
  /** everything logged since this was opened, at most the last 64 kB */
  tail(): string;
};

/** Opens the log for appending; rotates it first if it is larger than LOG_BYTES. */
export function openServerLog(home: string): ServerLog {
  const path = join(home, LOG_FILE);
  if (sizeOf(path) > LOG_BYTES) renameSync(path, `${path}.1`);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  chownToOwnerOf(home, path);
  const start = sizeOf(path);
  const readTail = () => {
    const text = readFileSync(path);
    return text.subarray(Math.max(text.length < start ? 0 : start, text.length - TAIL_BYTES)).toString();
  };
  return {
    path,
    descriptor,
    close: () => closeSync(descriptor),
    lastErrorLine: () => lastErrorIn(readTail()),
    tail: readTail,
  };
}

/**
 * Rotates the file whenever it exceeds LOG_BYTES while the server writes to it. The server has it open for
 * appending, so it is copied and truncated in place.
 *
 * @returns a function that ends the rotation
 */
export function boundServerLog(home: string): () => void {
  const path = join(home, LOG_FILE);
  const timer = setInterval(() => {
    if (sizeOf(path) <= LOG_BYTES) return;
    try {
      copyFileSync(path, `${path}.1`);
    } catch {
      // a full disk, for example: truncate it all the more
    }
    truncateSync(path);
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const LOG_FILE = 'postgresql.log';
/** Enough for years of starts and stops; together with the previous file at most twice that. */
const LOG_BYTES = 5_000_000;
const CHECK_EVERY_MS = 30_000;
const TAIL_BYTES = 65_536;

function lastErrorIn(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((each) => /\b(FATAL|PANIC):/.test(each)) ?? lines.at(-1) ?? 'it said nothing';
  return line.replace(/^\S+ \S+ \S+ \[\d+\] /, '');
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
