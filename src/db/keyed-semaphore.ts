// A semaphore per key: each key has a number of slots; further callers wait in order, up to a deadline.
import { AsyncLocalStorage } from 'node:async_hooks';

export type KeyedSemaphore = {
  /**
   * Runs `work` in a slot of the key; at once if the caller is already in a slot of that key. Throws
   * KeyBusyError if none is free in time.
   */
  run<T>(key: number, work: () => Promise<T>): Promise<T>;
  /**
   * Takes a slot of the key and returns the function that releases it. Throws KeyBusyError if none is free in
   * time.
   */
  take(key: number): Promise<() => void>;
};

/**
 * Thrown when all slots of a key were taken for too long. `code` is PostgreSQL's too_many_connections:
 * retrying may help.
 */
export class KeyBusyError extends Error {
  override readonly name = 'KeyBusyError';
  readonly code = '53300';
  readonly busy: BusyCase;

  constructor(busy: BusyCase) {
    super(`All slots are in use: ${busy}.`);
    this.busy = busy;
  }
}

/** What the slots are for: `busy` = requests of a property, `large_request` = large bodies of a property. */
type BusyCase = 'busy' | 'large_request';

type Queue = { taken: number; waiting: { enter: () => void }[] };

/**
 * Creates a semaphore with `perKey` slots per key; `busy` is a member of the error after `deadlineMs` of
 * waiting.
 */
export function createKeyedSemaphore({
  perKey,
  deadlineMs,
  busy,
}: {
  perKey: number;
  deadlineMs: number;
  busy: BusyCase;
}): KeyedSemaphore {
  const queues = new Map<number, Queue>();
  const held = new AsyncLocalStorage<number>();

  const release = (key: number, queue: Queue) => () => {
    const next = queue.waiting.shift();
    if (next) return next.enter();
    queue.taken -= 1;
    if (queue.taken === 0) queues.delete(key);
  };
  const take = async (key: number) => {
    const queue: Queue = queues.get(key) ?? { taken: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.taken < perKey) queue.taken += 1;
    else await enqueue(queue, deadlineMs, busy);
    return once(release(key, queue));
  };
  return {
    take,
    async run(key, work) {
      if (held.getStore() === key) return work();
      const end = await take(key);
      try {
        return await held.run(key, work);
      } finally {
        end();
      }
    },
  };
}

/** Waits in the queue until a slot is handed over; rejects with KeyBusyError after `deadlineMs`. */
function enqueue({ waiting }: Queue, deadlineMs: number, busy: BusyCase): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiter = {
      enter() {
        clearTimeout(timeout);
        resolve();
      },
    };
    const timeout = setTimeout(() => {
      waiting.splice(waiting.indexOf(waiter), 1);
      reject(new KeyBusyError(busy));
    }, deadlineMs);
    waiting.push(waiter);
  });
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
