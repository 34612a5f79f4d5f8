// Runs requests of one connection one at a time, for channels that refuse a second request while one is under
// way.

/** Runs `work` after all work queued before it; urgent work goes before waiting work that is not urgent. */
export type RequestQueue = <T>(urgent: boolean, work: () => Promise<T>) => Promise<T>;

/** Creates an empty queue. */
export function createRequestQueue(): RequestQueue {
  const waiting: { urgent: boolean; begin: () => void }[] = [];
  let busy = false;
  const enter = (urgent: boolean): Promise<void> | void => {
    if (!busy) {
      busy = true;
      return;
    }
    return new Promise((begin) => {
      const before = urgent ? waiting.findIndex((one) => !one.urgent) : -1;
      waiting.splice(before < 0 ? waiting.length : before, 0, { urgent, begin });
    });
  };
  return async (urgent, work) => {
    await enter(urgent);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next.begin();
      else busy = false;
    }
  };
}
