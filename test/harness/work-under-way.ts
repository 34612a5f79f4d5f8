// What innwire, the OTAs and the test have under way: a virtual clock stands still meanwhile.
import { setImmediate } from 'node:timers/promises';

/** Counts the work of one program. */
export type WorkCounter = {
  /** Counts work until it has ended. `isChange`: it may change what a test waits for. */
  during<T>(work: Promise<T>, isChange?: boolean): Promise<T>;
  /** The program was killed: what it had under way will never end. */
  abandon(): void;
};

export type WorkUnderWay = {
  newCounter(): WorkCounter;
  /** grows with each work that begins or ends */
  readonly events: number;
  /** grows with each work that may have changed something */
  readonly changes: number;
  readonly isIdle: boolean;
  /** Resolves when nothing is under way, and nothing follows from what was; rejects when that goes on for ever. */
  quiet(): Promise<void>;
  /** Work that waits for the clock: until the returned function is called it does not count. */
  suspend(): () => void;
  close(): void;
};

/** What follows from an answer may take so many turns of the event loop. */
const LOOPS_AFTER_AN_ANSWER = 4;

/** What does so many things one after the other, without a pause of a millisecond, goes on for ever. */
const ENDLESS_CHANGES = 2_000;
const ENDLESS = `${ENDLESS_CHANGES} requests and transactions followed each other without a pause`;

/** `onChange` is called when work begins that may change something. */
export function createWorkUnderWay(onChange: () => void): WorkUnderWay {
  let underWay = 0;
  let events = 0;
  let changes = 0;
  let isClosed = false;
  let onIdle = Promise.withResolvers<void>();
  const begin = () => {
    underWay += 1;
    events += 1;
  };
  const end = () => {
    underWay -= 1;
    events += 1;
    if (underWay > 0) return;
    onIdle.resolve();
    onIdle = Promise.withResolvers();
  };
  const isQuiet = async () => {
    const before = events;
    for (let loop = 0; loop < LOOPS_AFTER_AN_ANSWER && before === events; loop += 1) await setImmediate();
    return before === events && underWay <= 0;
  };
  return {
    newCounter() {
      let mine = 0;
      let isAbandoned = false;
      return {
        async during(work, isChange = true) {
          if (isAbandoned) return work;
          mine += 1;
          begin();
          if (isChange) {
            changes += 1;
            onChange();
          }
          try {
            return await work;
          } finally {
            if (!isAbandoned) end();
            mine -= 1;
          }
        },
        abandon() {
          isAbandoned = true;
          for (let left = mine; left > 0; left -= 1) end();
        },
      };
    },
    get events() {
      return events;
    },
    get changes() {
      return changes;
    },
    get isIdle() {
      return underWay <= 0;
    },
    async quiet() {
      for (const before = changes; !isClosed; ) {
        if (changes - before > ENDLESS_CHANGES) throw new Error(ENDLESS);
        if (underWay > 0) await onIdle.promise;
        if (await isQuiet()) return;
      }
    },
    suspend() {
      end();
      let isSuspended = true;
      return () => {
        if (isSuspended) begin();
        isSuspended = false;
      };
    },
    close() {
      isClosed = true;
      onIdle.resolve();
    },
  };
}
