// Splits long synchronous work into time slices, so that the process can answer other requests in between.
import { setImmediate } from 'node:timers/promises';

/** Longest work without a pause: less than a person or a health check would notice. */
const SLICE_MS = 10;

/** Yields the items in order, and yields to the event loop after each SLICE_MS of work on them. */
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
