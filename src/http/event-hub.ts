// Reads the logs that somebody listens to, once per property and process, however many listen; each event is presented once.
import { event } from '../api/present-event.ts';
import type { Database } from '../db/database.ts';
import type { Event } from '../model/event.ts';
import type { Property } from '../model/property.ts';
import { type LogPage, readLog } from '../pms/log.ts';
import { getProperty } from '../pms/properties.ts';
import { Problem } from '../problems.ts';

/** An event as a stream carries it. */
export type EncodedEvent = Pick<Event, 'seq' | 'kind'> & { block: string };

export type LogSubscription = {
  /** events after a number that are at hand; null when they lie too far back and must be read */
  after(seq: number): EncodedEvent[] | null;
  /** the last number that is known here */
  readonly end: number;
  /** the property as it was last read */
  readonly property: Property;
  leave(): void;
};

export type EventHub = {
  /** Follows a property's log from now on; `hear` is called when there is more, or when the log began anew (`lost`). */
  follow(property: Property, onChange: (what: 'more' | 'lost') => void): LogSubscription;
  close(): void;
};

/** Without a ring the log is looked at this often: a ring is only a hint. */
const SWEEP_MS = 5_000;
/** Events kept at hand for listeners that are a little behind. An event has half a kilobyte. */
const MAX_BUFFERED = 1_000;
const READ_AT_ONCE = 500;
/** After an error of the database. */
const PAUSE_MS = 1_000;

export function createEventHub(db: Database, onError: (error: unknown) => void): EventHub {
  const followed = new Map<number, FollowedLog>();
  const sweep = setInterval(() => {
    for (const log of followed.values()) log.wake();
  }, SWEEP_MS);
  sweep.unref();
  return {
    follow(property, onChange) {
      let log = followed.get(property.hotelId);
      if (!log) {
        const made = followLog(db, property, { onError, onEmpty: () => followed.delete(property.hotelId) });
        followed.set(property.hotelId, made);
        log = made;
        log.wake(); // the property was read a moment ago
      }
      return log.join(onChange);
    },
    close() {
      clearInterval(sweep);
      for (const log of followed.values()) log.close();
      followed.clear();
    },
  };
}

type FollowedLog = {
  join(onChange: (what: 'more' | 'lost') => void): LogSubscription;
  wake(): void;
  close(): void;
};

function followLog(
  db: Database,
  first: Property,
  on: { onError: (error: unknown) => void; onEmpty: () => void },
): FollowedLog {
  const hearers = new Set<(what: 'more' | 'lost') => void>();
  let property = first;
  let kept: EncodedEvent[] = [];
  let end = first.lastSeq;
  let reading = false;
  let rung = false;
  let over = false;

  const take = async (page: LogPage) => {
    // A log that is shorter than it was is another one: the sample property's new month, a restored backup.
    if (page.lastSeq < end) return finish('lost');
    const changed = page.events.some(({ kind }) => kind === 'property.changed');
    if (changed) property = await getProperty(db, property.hotelId);
    for (const from of page.events) kept.push(encodeEvent(from, property));
    if (kept.length > MAX_BUFFERED * 2) kept = kept.slice(-MAX_BUFFERED);
    end = page.readTo;
    if (page.events.length > 0) for (const onChange of [...hearers]) onChange('more');
  };
  const read = async () => {
    if (reading) return;
    reading = true;
    while (rung && !over) {
      rung = false;
      try {
        const page = await readLog(db, property.hotelId, { after: end, limit: READ_AT_ONCE });
        if (over) break;
        await take(page);
        if (page.events.length === READ_AT_ONCE) rung = true;
      } catch (error) {
        if (error instanceof Problem) return finish('lost'); // compacted before we had read it, or the property is gone
        on.onError(error);
        setTimeout(wake, PAUSE_MS).unref();
      }
    }
    reading = false;
  };
  const wake = () => {
    rung = true;
    void read();
  };
  const finish = (what?: 'lost') => {
    if (over) return;
    over = true;
    silence();
    on.onEmpty();
    if (what) for (const onChange of [...hearers]) onChange(what);
    hearers.clear();
  };
  const silence = db.notifications.subscribe(first.hotelId, wake);

  return {
    wake,
    close: () => finish(),
    join(onChange) {
      hearers.add(onChange);
      return {
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
        leave() {
          hearers.delete(onChange);
          if (hearers.size === 0) finish();
        },
      };
    },
  };
}

export function encodeEvent(from: Event, property: Property): EncodedEvent {
  const block = `id: ${from.seq}\ndata: ${JSON.stringify(event(from, property))}\n\n`;
  return { seq: from.seq, kind: from.kind, block };
}
