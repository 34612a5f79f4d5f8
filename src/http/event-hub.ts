// Reads the logs of the properties that have listeners: once per property and process, with each event
// serialized once.
import { presentEventFor } from '../api/event-scopes.ts';
import type { Database } from '../db/database.ts';
import { startLoop } from '../db/loop.ts';
import type { Event } from '../model/event.ts';
import type { Property } from '../model/property.ts';
import type { Scopes } from '../model/scope.ts';
import { createLogReader, type ReadPage } from '../pms/log-reader.ts';
import { Problem } from '../problems.ts';

/** An event in the form in which a stream sends it. */
type EncodedEvent = Pick<Event, 'seq' | 'kind'> & {
  /**
   * returns the data of the event, with the empty line that ends it, as a listener with these scopes sees it; the same for all with
   * equal ones
   */
  dataFor(scopes: Scopes): string;
};

/** The last events of a property's log. */
type LogBuffer = {
  /**
   * buffered events after a number; null when they are older than the buffer and must be read from the log
   */
  after(seq: number): EncodedEvent[] | null;
  /** the number up to which the log was read */
  readonly end: number;
  /** the property when it was last read */
  readonly property: Property;
};

/** A listener's access to a property's log. */
export type LogSubscription = { readonly log: LogBuffer; leave(): void };

/** The logs that have listeners in this process. */
export type EventHub = {
  /**
   * Follows a property's log from its current end. `onChange` is called when there are new events (`more`),
   * or when the log was replaced or compacted before it was read (`lost`).
   */
  follow(property: Property, onChange: (what: 'more' | 'lost') => void): LogSubscription;
  close(): void;
};

/** Interval at which logs are read without a notification, because notifications can be lost. */
const SWEEP_MS = 5_000;
/**
 * Number of events that are buffered for listeners that are a little behind. An event has about 500 bytes.
 */
const MAX_BUFFERED = 1_000;
const READ_AT_ONCE = 500;
/** Delay after an error of the database. */
const PAUSE_MS = 1_000;

/** Creates the hub. It reads a log when notified, and every SWEEP_MS in case a notification was lost. */
export function createEventHub(db: Database, onError: (error: unknown) => void): EventHub {
  const followed = new Map<number, FollowedLog>();
  return {
    follow(property, onChange) {
      const { hotelId } = property;
      const log =
        followed.get(hotelId) ??
        followLog(db, property, { onError, onEmpty: () => followed.delete(hotelId) });
      followed.set(hotelId, log);
      return log.join(onChange);
    },
    close() {
      for (const log of followed.values()) log.close();
      followed.clear();
    },
  };
}

type FollowedLog = {
  join(onChange: (what: 'more' | 'lost') => void): LogSubscription;
  close(): void;
};

function followLog(
  db: Database,
  first: Property,
  on: { onError: (error: unknown) => void; onEmpty: () => void },
): FollowedLog {
  const { hotelId } = first;
  const over = new AbortController();
  const listeners = new Set<(what: 'more' | 'lost') => void>();
  const reader = createLogReader(db, {
    hotelId,
    after: first.lastSeq,
    limit: READ_AT_ONCE,
    skipsRemoved: false,
  });
  const buffer = createBuffer(first);

  const finish = (what?: 'lost') => {
    if (over.signal.aborted) return;
    over.abort();
    unsubscribe();
    on.onEmpty();
    if (what) for (const onChange of [...listeners]) onChange(what);
    listeners.clear();
  };
  const read = async () => {
    for (;;) {
      const page = await reader.next();
      if (over.signal.aborted) return;
      // A log that is shorter than before was replaced: the sample property of a new month, a restored backup.
      if (page.lastSeq < buffer.end) return finish('lost');
      buffer.add(page);
      if (page.events.length > 0) for (const onChange of [...listeners]) onChange('more');
      if (page.isLast) return;
    }
  };
  const loop = startLoop(read, {
    sweepMs: SWEEP_MS,
    signal: over.signal,
    onError(error) {
      if (error instanceof Problem) return finish('lost'); // removed before it was read, or the property was deleted
      on.onError(error);
      setTimeout(loop.notify, PAUSE_MS).unref();
    },
  });
  const unsubscribe = db.notifications.subscribe(hotelId, loop.notify);

  return {
    close: () => finish(),
    join(onChange) {
      listeners.add(onChange);
      return {
        log: buffer,
        leave() {
          listeners.delete(onChange);
          if (listeners.size === 0) finish();
        },
      };
    },
  };
}

function createBuffer(first: Property): LogBuffer & { add(page: ReadPage): void } {
  let property = first;
  let kept: EncodedEvent[] = [];
  let end = first.lastSeq;
  return {
    add(page) {
      property = page.property ?? property;
      for (const from of page.events) kept.push(encodeEvent(from, property));
      if (kept.length > MAX_BUFFERED * 2) kept = kept.slice(-MAX_BUFFERED);
      end = page.readTo;
    },
    after(seq) {
      if (seq >= end) return [];
      const oldest = kept[0]?.seq ?? end + 1;
      return seq + 1 >= oldest ? kept.slice(seq + 1 - oldest) : null;
    },
    get end() {
      return end;
    },
    get property() {
      return property;
    },
  };
}

/** Returns an event that is serialized, once for listeners with equal scopes, as the data of an event stream. */
export function encodeEvent(from: Event, property: Property): EncodedEvent {
  const texts = new Map<string, string>();
  return {
    seq: from.seq,
    kind: from.kind,
    dataFor(scopes) {
      const key = scopes === null ? '' : scopes.join();
      let text = texts.get(key);
      if (text === undefined) {
        text = `data: ${JSON.stringify(presentEventFor(from, property, scopes))}\n\n`;
        texts.set(key, text);
      }
      return text;
    },
  };
}
