// Log of an OTA's requests and responses, with counters by kind.

/** Maximum number of entries; a benchmark sends more than anybody reads. */
const KEPT = 2_000;
/** Number of the latest entries that keep their bodies, and the length to which a body is cut. */
const TEXTS_KEPT = 400;
const TEXT_LENGTH = 64 * 1024;

export type RequestEntry = {
  at: string;
  kind: string;
  method: string;
  path: string;
  status: number;
  tookMs: number;
  items: number;
  fault?: string;
  /** recommendations of the OTA that the request does not follow */
  advice: string[];
  body?: string;
  answer?: string;
};

export type Count = { requests: number; refused: number; faults: number; items: number; advice: number };

export type RequestLog = {
  begin(kind: string, method: string, path: string): RequestEntry;
  end(entry: RequestEntry): void;
  /** the latest entries, oldest first */
  entries(kind?: string): RequestEntry[];
  counters(): Record<string, Count>;
  clear(): void;
};

export function createRequestLog(): RequestLog {
  const entries: RequestEntry[] = [];
  let counters: Record<string, Count> = {};
  const started = new WeakMap<RequestEntry, number>();
  return {
    begin: (kind, method, path) => {
      const entry = {
        at: new Date().toISOString(),
        kind,
        method,
        path,
        status: 0,
        tookMs: 0,
        items: 0,
        advice: [],
      };
      started.set(entry, performance.now());
      entries.push(entry);
      if (entries.length > KEPT) entries.shift();
      const old = entries[entries.length - 1 - TEXTS_KEPT];
      if (old) {
        delete old.body;
        delete old.answer;
      }
      return entry;
    },
    end: (entry) => {
      entry.tookMs = Math.round(performance.now() - (started.get(entry) ?? 0));
      if (entry.body !== undefined) entry.body = entry.body.slice(0, TEXT_LENGTH);
      if (entry.answer !== undefined) entry.answer = entry.answer.slice(0, TEXT_LENGTH);
      counters[entry.kind] ??= { requests: 0, refused: 0, faults: 0, items: 0, advice: 0 };
      const count = counters[entry.kind]!;
      count.requests += 1;
      count.items += entry.items;
      count.advice += entry.advice.length;
      if (entry.status === 0 || entry.status >= 400) count.refused += 1;
      if (entry.fault) count.faults += 1;
    },
    entries: (kind) => entries.filter((entry) => kind === undefined || entry.kind === kind),
    counters: () => structuredClone(counters),
    clear: () => {
      entries.length = 0;
      counters = {};
    },
  };
}
