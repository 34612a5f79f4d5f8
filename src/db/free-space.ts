// Free space on the disk of the database: requests that write are refused before the disk is full, because PostgreSQL ends
// when it cannot write its log, and reads would end with it.
import { statfs } from 'node:fs/promises';

/** `low`: time to make room; `full`: requests do not write any more. */
type SpaceState = 'enough' | 'low' | 'full';

export type FreeSpace = {
  readonly state: SpaceState;
  /** bytes that were free when it was measured last; null = not yet */
  readonly freeBytes: number | null;
  /** Measures now. An error of the measurement is kept from nobody's work: the state stays as it was. */
  measure(): Promise<void>;
  stop(): void;
};

type SpaceOptions = {
  /** a folder on the disk */
  folder: string;
  log: { info(message: string): void; warn(message: string): void; error(message: string): void };
  /** returns the bytes that are free, and all that the disk has; by default the operating system is asked */
  read?: (folder: string) => Promise<{ freeBytes: number; totalBytes: number }>;
};

const MIB = 1024 * 1024;
/**
 * What is kept free for PostgreSQL's log (segments of 16 MB), checkpoints, and what innwire writes by itself, such as bookings of channels: on small
 * disks the share, on others the number of bytes.
 */
const FULL = { bytes: 256 * MIB, share: 0.05 };
const LOW = { bytes: 1024 * MIB, share: 0.15 };
const INTERVAL_MS = 5_000;

/** Measures the free space of a disk every five seconds, until it is stopped, and logs each change of its state. */
export function watchFreeSpace(options: SpaceOptions): FreeSpace {
  const { folder, read = readFreeSpace } = options;
  let state: SpaceState = 'enough';
  let freeBytes: number | null = null;
  const measure = async () => {
    const known = await read(folder).catch(() => null);
    if (!known) return;
    freeBytes = known.freeBytes;
    const before = state;
    state = stateOf(known);
    if (state !== before) logChange(options, state, known.freeBytes);
  };
  const timer = setInterval(() => void measure(), INTERVAL_MS).unref();
  return {
    get state() {
      return state;
    },
    get freeBytes() {
      return freeBytes;
    },
    measure,
    stop: () => clearInterval(timer),
  };
}

/** The disk is nearly full: what a request would write is refused. The code is that of the operating system, as of a disk that is full. */
export class StorageFullError extends Error {
  readonly code = 'ENOSPC';
}

/** Throws StorageFullError while the disk of the database is full. */
export function requireSpace({ freeSpace }: { freeSpace?: FreeSpace | undefined }): void {
  if (freeSpace?.state !== 'full') return;
  throw new StorageFullError(`only ${inMib(freeSpace.freeBytes!)} are free`);
}

function stateOf({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): SpaceState {
  const isBelow = ({ bytes, share }: typeof FULL) => freeBytes < Math.min(bytes, totalBytes * share);
  if (isBelow(FULL)) return 'full';
  return isBelow(LOW) ? 'low' : 'enough';
}

function logChange({ log, folder }: SpaceOptions, state: SpaceState, freeBytes: number): void {
  const free = `${inMib(freeBytes)} are free on the disk of ${folder}`;
  if (state === 'full')
    log.error(
      `${free}: requests that write are refused (storage_full) until there is more (docs/operations.md#a-full-disk)`,
    );
  else if (state === 'low') log.warn(`${free}: make room before requests that write are refused`);
  else log.info(`${free}: enough again`);
}

function inMib(bytes: number): string {
  return `${Math.floor(bytes / MIB)} MiB`;
}

/** `bavail`: what an account without special rights may use. */
async function readFreeSpace(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
