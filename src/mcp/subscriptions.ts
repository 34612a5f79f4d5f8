// Subscriptions: reads the logs of properties that have listeners and reports which resources changed.
import { resourcesChangedBy } from '../api/agent/resources.ts';
import type { Database } from '../db/database.ts';
import { startLoop } from '../db/loop.ts';
import type { Property } from '../model/property.ts';
import { readLogs } from '../pms/log.ts';

/** Maximum delay of a change when its notification was lost. */
const POLL_MS = 2_000;
/** Log entries read per statement. */
const BATCH = 500;

type Listener = (uri: string) => void;

/** The position up to which a property's log was read, its listeners, and how to end the notifications. */
type LogReader = { seq: number; listeners: Set<Listener>; unsubscribe: () => void };

/** The resources that one session subscribed to. */
export type WatchSession = {
  /** `property` in its current state: changes are reported from its log number on */
  add(uri: string, property: Property): void;
  remove(uri: string): void;
  onChange(listener: Listener): void;
  close(): void;
};

/** Subscriptions to changes of resources, over the logs of their properties. */
export type Subscriptions = {
  /**
   * Reports every change of the property's resources after its current log number, until the returned
   * function is called.
   */
  subscribe(property: Property, listener: Listener): () => void;
  session(): WatchSession;
  close(): void;
};

/**
 * Creates the subscriptions. They read a log when notified, and every POLL_MS; `onError` gets the errors of
 * the database.
 */
export function createSubscriptions(db: Database, onError: (error: unknown) => void): Subscriptions {
  const watched = new Map<number, LogReader>();
  const closing = new AbortController();

  const read = async () => {
    for (let isLast = watched.size === 0; !isLast; ) {
      const positions = [...watched].map(([hotelId, { seq }]) => ({ hotelId, seq }));
      const events = positions.length > 0 ? await readLogs(db, positions, BATCH) : [];
      const touched = new Map<number, Set<string>>();
      for (const event of events) {
        const reader = watched.get(event.hotelId);
        if (!reader) continue;
        reader.seq = event.seq;
        const uris = touched.get(event.hotelId) ?? new Set();
        for (const uri of resourcesChangedBy(event)) uris.add(uri);
        touched.set(event.hotelId, uris);
      }
      for (const [hotelId, uris] of touched) {
        // Several changes of one resource in a batch are one notification.
        for (const uri of uris) for (const listener of watched.get(hotelId)?.listeners ?? []) listener(uri);
      }
      isLast = events.length < BATCH;
    }
  };
  const { notify } = startLoop(read, { sweepMs: POLL_MS, signal: closing.signal, onError });
  const subscribe: Subscriptions['subscribe'] = (property, listener) => {
    const { hotelId, lastSeq } = property;
    const reader: LogReader = watched.get(hotelId) ?? {
      seq: lastSeq,
      listeners: new Set(),
      unsubscribe: db.notifications.subscribe(hotelId, notify),
    };
    watched.set(hotelId, reader);
    reader.listeners.add(listener);
    return () => {
      reader.listeners.delete(listener);
      if (reader.listeners.size > 0) return;
      reader.unsubscribe();
      if (watched.get(hotelId) === reader) watched.delete(hotelId);
    };
  };

  return {
    subscribe,
    session: () => watchSession(subscribe),
    close() {
      for (const { unsubscribe } of watched.values()) unsubscribe();
      watched.clear();
      closing.abort();
    },
  };
}

/** Creates the subscriptions of one session. The log is read only while the session has any. */
function watchSession(subscribe: Subscriptions['subscribe']): WatchSession {
  const uris = new Set<string>();
  let listener: Listener = () => {};
  let stop: (() => void) | null = null;
  const end = () => {
    stop?.();
    stop = null;
  };
  return {
    add(uri, property) {
      uris.add(uri);
      stop ??= subscribe(property, (changed) => {
        if (uris.has(changed)) listener(changed);
      });
    },
    remove(uri) {
      uris.delete(uri);
      if (uris.size === 0) end();
    },
    onChange(given) {
      listener = given;
    },
    close: end,
  };
}
