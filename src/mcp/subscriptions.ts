// Subscriptions: a reader of the logs of those properties that somebody watches, which tells which resources changed.
import { resourcesChangedBy } from '../api/agent/resources.ts';
import type { Database } from '../db/database.ts';
import type { Property } from '../model/property.ts';
import { readLogs } from '../pms/log.ts';

/** How long a change waits at most before it is told, should the doorbell be missed. */
const POLL_MS = 2_000;
/** Entries read at once. */
const BATCH = 500;

type Listener = (uri: string) => void;

/** How far a property's log was read, for whom, and how to stop being rung. */
type LogReader = { seq: number; listeners: Set<Listener>; unsubscribe: () => void };

/** The resources that one session watches. */
export type WatchSession = {
  /** `property` as it is now: what its log tells from here on */
  add(uri: string, property: Property): void;
  remove(uri: string): void;
  onChange(listener: Listener): void;
  close(): void;
};

export type Subscriptions = {
  /** Tells of every change of the property's resources after its present log entry, until the answer is called. */
  subscribe(property: Property, listener: Listener): () => void;
  session(): WatchSession;
  close(): void;
};

export function createSubscriptions(db: Database, onError: (error: unknown) => void): Subscriptions {
  const watched = new Map<number, LogReader>();
  let timer: NodeJS.Timeout | null = null;
  let reading: Promise<void> | null = null;
  let again = false;

  const read = async () => {
    for (;;) {
      const places = [...watched].map(([hotelId, { seq }]) => ({ hotelId, seq }));
      const events = places.length > 0 ? await readLogs(db, places, BATCH) : [];
      const touched = new Map<number, Set<string>>();
      for (const event of events) {
        const place = watched.get(event.hotelId);
        if (!place) continue;
        place.seq = event.seq;
        const uris = touched.get(event.hotelId) ?? new Set();
        for (const uri of resourcesChangedBy(event)) uris.add(uri);
        touched.set(event.hotelId, uris);
      }
      for (const [hotelId, uris] of touched) {
        // Twenty changes of one thing are one notification.
        for (const uri of uris) for (const listener of watched.get(hotelId)?.listeners ?? []) listener(uri);
      }
      if (events.length < BATCH && !again) return;
      again = false;
    }
  };
  const notify = () => {
    if (watched.size === 0) return;
    if (reading) {
      again = true;
      return;
    }
    reading = read()
      .catch(onError)
      .finally(() => {
        reading = null;
      });
  };
  const subscribe: Subscriptions['subscribe'] = (property, listener) => {
    const { hotelId, lastSeq } = property;
    const place: LogReader = watched.get(hotelId) ?? {
      seq: lastSeq,
      listeners: new Set(),
      unsubscribe: db.notifications.subscribe(hotelId, notify),
    };
    watched.set(hotelId, place);
    place.listeners.add(listener);
    timer ??= setInterval(notify, POLL_MS).unref();
    return () => {
      place.listeners.delete(listener);
      if (place.listeners.size > 0) return;
      place.unsubscribe();
      if (watched.get(hotelId) === place) watched.delete(hotelId);
      if (watched.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    };
  };

  return {
    subscribe,
    session: () => watchSession(subscribe),
    close() {
      for (const { unsubscribe: silence } of watched.values()) silence();
      watched.clear();
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}

/** The log is read for a session only while it watches something. */
function watchSession(subscribe: Subscriptions['subscribe']): WatchSession {
  const uris = new Set<string>();
  let tell: Listener = () => {};
  let stop: (() => void) | null = null;
  const end = () => {
    stop?.();
    stop = null;
  };
  return {
    add(uri, property) {
      uris.add(uri);
      stop ??= subscribe(property, (changed) => {
        if (uris.has(changed)) tell(changed);
      });
    },
    remove(uri) {
      uris.delete(uri);
      if (uris.size === 0) end();
    },
    onChange(listener) {
      tell = listener;
    },
    close: end,
  };
}
