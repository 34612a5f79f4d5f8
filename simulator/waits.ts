// How the OTAs wait: by the clock of the machine, or by one that a test moves on.
import { setTimeout } from 'node:timers/promises';

export type Waits = {
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Delays the answer to a request by so many milliseconds. `closed`: the client has left. */
  delay(ms: number, closed: Promise<unknown>): Promise<void>;
  /** Says that a request of an OTA to innwire is under way. */
  during<T>(request: Promise<T>): Promise<T>;
};

const sleep: Waits['sleep'] = (ms, signal) =>
  setTimeout(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {});

export const MACHINE_WAITS: Waits = { sleep, delay: (ms) => sleep(ms), during: (request) => request };
