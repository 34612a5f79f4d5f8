// Long work in short pieces: a process that works on one request for too long answers nobody else meanwhile.
import { setImmediate } from 'node:timers/promises';

/** Work without a pause; shorter than what a person or a health check would notice. */
const SLICE_MS = 10;

/** The items one after the other, with a pause for everybody else after each SLICE_MS of work on them. */
export async function* inTimeSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  let pauseAt = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() >= pauseAt) {
      await setImmediate();
      pauseAt = performance.now() + SLICE_MS;
    }
    yield item;
  }
}
