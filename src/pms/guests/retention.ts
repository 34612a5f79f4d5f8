// Erases what is older than a property keeps it, kind by kind, in small transactions.
import type { Database } from '../../db/database.ts';
import { ERASED_NAME, ERASED_TEXT } from '../../model/guest.ts';
import { type Property, type Retention, todayAt } from '../../model/property.ts';
import { listProperties } from '../properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../property-transaction.ts';
import { isInHouseOrExpected } from '../reservations/presence.ts';
import { eraseGuests, eraseOwnRecords, type StoredFormats } from './erase.ts';
import { type ChannelRecord, emptyChannelRecords, findChannelRecords } from './erase-copies.ts';
import { eraseEvents } from './erase-events.ts';
import { findConversationsAtChannels, NOBODY, type StoredPerson } from './person.ts';

/** Guests erased in one transaction. Each of them is looked for in logs and in the property's events. */
const GUESTS_AT_ONCE = 10;
/** Messages, or records of channels, in one transaction. */
const RECORDS_AT_ONCE = 200;
/** Transactions for one kind of data of one property in one run; the next run, a day later, continues. */
const MOST_BATCHES = 100;

type Run = { db: Database; property: Property; now: Temporal.Instant; formats: StoredFormats };

/** Applies the retention of all properties (see `Retention`), but the sample property. `formats`: see `StoredFormats`. */
export async function applyRetention(
  db: Database,
  { now, formats }: { now: Temporal.Instant; formats: StoredFormats },
): Promise<void> {
  const failures: unknown[] = [];
  for (const property of await listProperties(db)) {
    // One property's failure does not keep the data of the others.
    await applyToProperty({ db, property, now, formats }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function applyToProperty(run: Run): Promise<void> {
  await eraseOldExchanges(run);
  await inBatches(run, 'messages', eraseMessages);
  await inBatches(run, 'channelRecords', eraseRecords);
  await inBatches(run, 'guests', (tx, limits) => eraseDeparted(tx, run, limits));
}

async function eraseOldExchanges({ db, property, now }: Run): Promise<void> {
  const { exchanges: days } = property.retention;
  if (days === null) return;
  await db.query(`delete from exchanges where hotel_id = $1 and at < $2`, [property.hotelId, ago(now, days)]);
}

/** A departure before `departed`, and a moment before `before`, is longer ago than the days that the data are kept. */
type Limits = { departed: Temporal.PlainDate; before: Temporal.Instant };

/** Erases batches until one finds less than it may, or the run has done enough. */
async function inBatches(
  { db, property, now }: Run,
  kind: keyof Retention,
  erase: (tx: PropertyTransaction, limits: Limits) => Promise<boolean>,
): Promise<void> {
  const days = property.retention[kind];
  if (days === null) return;
  const limits = { departed: todayAt(property, now).subtract({ days }), before: ago(now, days) };
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const at = { hotelId: property.hotelId, now };
    if (!(await inPropertyTransaction(db, at, (tx) => erase(tx, limits)))) return;
  }
}

function ago(now: Temporal.Instant, days: number): Temporal.Instant {
  return now.subtract({ hours: days * 24 });
}

/** Erases some guests who left long ago; returns whether there may be more. */
async function eraseDeparted(
  tx: PropertyTransaction,
  { property, now, formats }: Run,
  { departed, before }: Limits,
): Promise<boolean> {
  const guests = await tx.query<{ guest_id: number }>(
    `select guest_id from guests
     where hotel_id = $1 and merged_into is null and erased_at is null and case
       when exists (select 1 from reservations where hotel_id = $1 and guest_id = guests.guest_id)
       then not exists (select 1 from reservations where hotel_id = $1 and guest_id = guests.guest_id
         and (checkout >= $2 or ${isInHouseOrExpected('$2::date')}))
       else updated_at < $3 end
     order by guest_id limit $4`,
    [tx.hotelId, departed, before, GUESTS_AT_ONCE],
  );
  const reviews = await tx.query<{ review_id: number }>(
    `select review_id from reviews
     where hotel_id = $1 and reservation_id is null and created_at < $2 and guest_name <> $3 limit $4`,
    [tx.hotelId, before, ERASED_NAME, RECORDS_AT_ONCE],
  );
  await eraseParts(tx, { reviewIds: reviews.map((row) => row.review_id) });
  if (guests.length > 0) {
    const guestIds = guests.map((row) => row.guest_id);
    const today = todayAt(property, now);
    // Each profile has its own time: one of the same person in the same order may have a later booking.
    await eraseGuests(tx, { guestIds, today, formats, sameInOrders: false, inquiryIds: [], reviewIds: [] });
  }
  return guests.length === GUESTS_AT_ONCE || reviews.length === RECORDS_AT_ONCE;
}

/** Erases the texts of some messages and replies; returns whether there may be more. */
async function eraseMessages(tx: PropertyTransaction, { departed, before }: Limits): Promise<boolean> {
  const rows = await tx.query<{
    message_id: number;
    reservation_id: number | null;
    inquiry_id: number | null;
  }>(
    `select message.message_id, message.reservation_id, message.inquiry_id from messages as message
     left join reservations as reservation
       on reservation.hotel_id = $1 and reservation.reservation_id = message.reservation_id
     left join inquiries as inquiry on inquiry.hotel_id = $1 and inquiry.inquiry_id = message.inquiry_id
     where message.hotel_id = $1 and (message.guest_text <> $4 or message.reply <> $4) and case
       when message.reservation_id is not null
       then reservation.checkout < $2 and not ${isInHouseOrExpected('$2::date', 'reservation')}
       else inquiry.updated_at < $3 end
     order by message.message_id limit $5`,
    [tx.hotelId, departed, before, ERASED_TEXT, RECORDS_AT_ONCE],
  );
  const idsOf = (column: 'reservation_id' | 'inquiry_id') => [
    ...new Set(rows.map((row) => row[column]).filter((id) => id !== null)),
  ];
  const inquiryIds = idsOf('inquiry_id');
  const atChannels = await findConversationsAtChannels(tx, idsOf('reservation_id'), inquiryIds);
  const records = await findChannelRecords(tx, { ...NOBODY, ...atChannels });
  await emptyChannelRecords(
    tx,
    records.filter(({ kind }) => kind === 'message'),
  );
  await eraseParts(tx, { messageIds: rows.map((row) => row.message_id), inquiryIds });
  return rows.length === RECORDS_AT_ONCE;
}

/** Empties some records of channels; those of an order are kept as long as one of its stays. Returns whether there may be more. */
async function eraseRecords(tx: PropertyTransaction, { departed, before }: Limits): Promise<boolean> {
  const records = await tx.query<ChannelRecord>(
    `select channel, kind, reference, revision, content from channel_inbox as inbox
     where hotel_id = $1 and erased_at is null and received_at < $3 and not exists (
       select 1 from channel_stays as stay
       join reservations as reservation
         on reservation.hotel_id = $1 and reservation.reservation_id = stay.reservation_id
       where stay.hotel_id = $1 and stay.channel = inbox.channel
         and stay.reference = case inbox.kind when 'reservation' then inbox.reference else inbox.content ->> 'reference' end
         and (reservation.checkout >= $2 or ${isInHouseOrExpected('$2::date', 'reservation')}))
     order by received_at limit $4 for update`,
    [tx.hotelId, departed, before, RECORDS_AT_ONCE],
  );
  await emptyChannelRecords(tx, records);
  return records.length === RECORDS_AT_ONCE;
}

/** Erases rows and their events, without looking for the person elsewhere. */
async function eraseParts(tx: PropertyTransaction, parts: Partial<StoredPerson>): Promise<void> {
  const person = { ...NOBODY, ...parts };
  await eraseOwnRecords(tx, person);
  await eraseEvents(tx, person);
}
