// Erases what is older than a property keeps it, kind by kind, in small transactions.

import type { Database } from '../../db/database.ts';
import { INNWIRE } from '../../model/actor.ts';
import { ERASED_NAME, ERASED_TEXT } from '../../model/guest.ts';
import { type Property, type Retention, todayAt } from '../../model/property.ts';
import { eraseOldGuestReviews } from '../guest-reviews.ts';
import { listProperties } from '../properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../property-transaction.ts';
import { isInHouseOrExpected } from '../reservations/presence.ts';
import { hasOpenBalance } from '../reservations/rows.ts';
import { eraseGuests, eraseOwnRecords, type StoredFormats } from './erase.ts';
import { type ChannelRecord, emptyChannelRecords, findChannelRecords } from './erase-copies.ts';
import { eraseEvents } from './erase-events.ts';
import { findConversationsAtChannels, NOBODY, type StoredPerson } from './person.ts';

/**
 * How many are erased in one transaction. Guests are looked for in all texts, logs and events of the property, whose reading
 * takes most of the time: with 250,000 bookings 10 at once were 2 a second, 50 and 200 at once 11 a second.
 */
type BatchSizes = { guests: number; records: number };
const BATCH_SIZES: BatchSizes = { guests: 50, records: 200 };

type RetentionOptions = {
  clock: () => Temporal.Instant;
  formats: StoredFormats;
  /** ends the run after the batch under way */
  signal?: AbortSignal;
  batchSizes?: BatchSizes;
};

type Run = { db: Database; property: Property; batchSizes: BatchSizes } & Omit<
  RetentionOptions,
  'batchSizes' | 'signal'
>;

/** Erases a batch of one kind of data of one property in a transaction, and says whether there may be more. */
type EraseBatch = () => Promise<boolean>;

/**
 * Applies the retention of all properties (see `Retention`), but the sample property, until nothing is left or `signal` is
 * aborted; returns whether nothing is left. `formats`: see `StoredFormats`. All take turns, batch by batch: one property with much
 * to erase, or one that fails, does not keep the data of the others. Throws the first error when everything else is done.
 */
export async function applyRetention(
  db: Database,
  { signal, batchSizes = BATCH_SIZES, ...options }: RetentionOptions,
): Promise<boolean> {
  const failures: unknown[] = [];
  const properties = await listProperties(db);
  let unfinished = properties.flatMap((property) => batchesOf({ db, property, batchSizes, ...options }));
  while (unfinished.length > 0 && !signal?.aborted) {
    const remaining = unfinished;
    unfinished = [];
    for (const eraseBatch of remaining) {
      try {
        if (signal?.aborted || (await eraseBatch())) unfinished.push(eraseBatch);
      } catch (error) {
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
  return unfinished.length === 0;
}

function batchesOf(run: Run): EraseBatch[] {
  return [
    () => eraseOldExchanges(run),
    ...batchesOfKind(run, 'messages', eraseMessages),
    ...batchesOfKind(run, 'channelRecords', eraseRecords),
    ...batchesOfKind(run, 'guests', (tx, limits) => eraseDeparted(tx, run, limits)),
  ];
}

async function eraseOldExchanges({ db, property, clock }: Run): Promise<boolean> {
  const { exchanges: days } = property.retention;
  if (days === null) return false;
  await db.query(`delete from exchanges where hotel_id = $1 and at < $2`, [
    property.hotelId,
    ago(clock(), days),
  ]);
  return false;
}

/**
 * What a batch takes. A departure before `departed`, and a moment before `before`, is longer ago than the days that the data are
 * kept; guests up to `after` are erased already.
 */
type Limits = {
  departed: Temporal.PlainDate;
  before: Temporal.Instant;
  after: number;
  batchSizes: BatchSizes;
};

/** `more`: there may be more; `upTo`: the guests up to this one are erased. */
type Batch = { more: boolean; upTo?: number | undefined };

/** Returns how a batch of a kind of data is erased, none if the property keeps this kind. */
function batchesOfKind(
  { db, property, clock, batchSizes }: Run,
  kind: keyof Retention,
  erase: (tx: PropertyTransaction, limits: Limits) => Promise<Batch>,
): EraseBatch[] {
  const days = property.retention[kind];
  if (days === null) return [];
  let after = 0;
  return [
    async () => {
      const now = clock();
      const departed = todayAt(property, now).subtract({ days });
      const limits = { departed, before: ago(now, days), after, batchSizes };
      const at = { hotelId: property.hotelId, now, actor: INNWIRE, archivedToo: true };
      const { more, upTo } = await inPropertyTransaction(db, at, (tx) => erase(tx, limits));
      after = upTo ?? after;
      return more;
    },
  ];
}

function ago(now: Temporal.Instant, days: number): Temporal.Instant {
  return now.subtract({ hours: days * 24 });
}

/** Erases some guests who left long ago. */
async function eraseDeparted(
  tx: PropertyTransaction,
  { property, formats }: Run,
  limits: Limits,
): Promise<Batch> {
  const { before, batchSizes } = limits;
  const guestIds = await findDeparted(tx, limits);
  const reviews = await tx.query<{ review_id: number }>(
    `select review_id from reviews
     where hotel_id = $1 and reservation_id is null and created_at < $2 and guest_name <> $3 limit $4`,
    [tx.hotelId, before, ERASED_NAME, batchSizes.records],
  );
  await eraseOldGuestReviews(tx, before);
  await eraseParts(tx, { reviewIds: reviews.map((row) => row.review_id) });
  if (guestIds.length > 0) {
    const today = todayAt(property, tx.now);
    // Each profile has its own time: one of the same person in the same order may have a later booking.
    await eraseGuests(tx, { guestIds, today, formats, sameInOrders: false, inquiryIds: [], reviewIds: [] });
  }
  const more = guestIds.length === batchSizes.guests || reviews.length === batchSizes.records;
  return { more, upTo: guestIds.at(-1) };
}

/** An open balance keeps a guest this much longer: somebody may have to be reminded, or given money back. */
const DAYS_FOR_BALANCES = 365;

/** Returns the ids of the next guests who left long ago, in their order, without those whose balance is open. */
async function findDeparted(
  tx: PropertyTransaction,
  { departed, before, after, batchSizes }: Limits,
): Promise<number[]> {
  const rows = await tx.query<{ guest_id: number }>(
    `select guest_id from guests
     where hotel_id = $1 and guest_id > $5 and merged_into is null and erased_at is null and case
       when exists (select 1 from reservations where hotel_id = $1 and guest_id = guests.guest_id)
       then not exists (select 1 from reservations where hotel_id = $1 and guest_id = guests.guest_id
         and (checkout >= $2 or ${isInHouseOrExpected('$2::date')} or (checkout >= $6 and ${hasOpenBalance()})))
       else updated_at < $3 end
     order by guest_id limit $4`,
    [tx.hotelId, departed, before, batchSizes.guests, after, departed.subtract({ days: DAYS_FOR_BALANCES })],
  );
  return rows.map((row) => row.guest_id);
}

/** Erases the texts of some messages and replies. */
async function eraseMessages(
  tx: PropertyTransaction,
  { departed, before, batchSizes }: Limits,
): Promise<Batch> {
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
    [tx.hotelId, departed, before, ERASED_TEXT, batchSizes.records],
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
  return { more: rows.length === batchSizes.records };
}

/** Empties some records of channels; those of an order are kept as long as one of its stays. */
async function eraseRecords(
  tx: PropertyTransaction,
  { departed, before, batchSizes }: Limits,
): Promise<Batch> {
  const records = await tx.query<ChannelRecord>(
    `select channel, kind, reference, revision, content from channel_inbox as inbox
     where hotel_id = $1 and erased_at is null and received_at < $3 and not exists (
       select 1 from reservations as reservation
       where reservation.hotel_id = $1 and reservation.connection = inbox.channel
         and reservation.order_reference = case inbox.kind when 'reservation' then inbox.reference else inbox.content ->> 'reference' end
         and (reservation.checkout >= $2 or ${isInHouseOrExpected('$2::date', 'reservation')}))
     order by received_at limit $4 for update`,
    [tx.hotelId, departed, before, batchSizes.records],
  );
  await emptyChannelRecords(tx, records);
  return { more: records.length === batchSizes.records };
}

/** Erases rows and their events, without looking for the person elsewhere. */
async function eraseParts(tx: PropertyTransaction, parts: Partial<StoredPerson>): Promise<void> {
  const person = { ...NOBODY, ...parts };
  await eraseOwnRecords(tx, person);
  await eraseEvents(tx, person);
}
