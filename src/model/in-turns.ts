// Long work in short pieces: a process that works on one request for too long answers nobody else meanwhile.
import { setImmediate } from 'node:timers/promises';

/** Work without a pause; shorter than what a person or a health check would notice. */
const TURN_MS = 10;

/** The items one after the other, with a pause for everybody else after each TURN_MS of work on them. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  let pauseAt = performance.now() + TURN_MS;
  for (const item of items) {
    if (performance.now() >= pauseAt) {
      await setImmediate();
      pauseAt = performance.now() + TURN_MS;
    }
    yield item;
  }
}
