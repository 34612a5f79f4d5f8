// Shares of something scarce: each key holds a few at once, and the rest of its callers wait in order, up to a deadline.
import { AsyncLocalStorage } from 'node:async_hooks';

export type KeyedSemaphore = {
  /** Runs the work in a slot of the key. Throws KeyBusyError when none is free in time. Within a slot of the key it runs at once. */
  run<T>(key: number, work: () => Promise<T>): Promise<T>;
  /** Takes a slot of the key, to be given back by calling what it returns. Throws KeyBusyError when none is free in time. */
  take(key: number): Promise<() => void>;
};

/** All slots of a key were taken for too long. The code is PostgreSQL's for too many connections: trying again later may help. */
export class KeyBusyError extends Error {
  override readonly name = 'KeyBusy';
  readonly code = '53300';
}

type Queue = { taken: number; waiting: { enter: () => void }[] };

/** Slots of which each key has `perKey`; `busy` is the sentence for those that waited `deadlineMs` for one. */
export function createKeyedSemaphore({
  perKey,
  deadlineMs,
  busy,
}: {
  perKey: number;
  deadlineMs: number;
  busy: string;
}): KeyedSemaphore {
  const lines = new Map<number, Queue>();
  const held = new AsyncLocalStorage<number>();

  const release = (key: number, line: Queue) => () => {
    const next = line.waiting.shift();
    if (next) return next.enter();
    line.taken -= 1;
    if (line.taken === 0) lines.delete(key);
  };
  const take = async (key: number) => {
    const line: Queue = lines.get(key) ?? { taken: 0, waiting: [] };
    lines.set(key, line);
    if (line.taken < perKey) line.taken += 1;
    else await enqueue(line, deadlineMs, busy);
    return once(release(key, line));
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

/** Resolves when the slot of somebody else is handed over. */
function enqueue({ waiting }: Queue, deadlineMs: number, busy: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiter = {
      enter() {
        clearTimeout(late);
        resolve();
      },
    };
    const late = setTimeout(() => {
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
