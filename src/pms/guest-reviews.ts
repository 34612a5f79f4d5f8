// Reviews of guests by the house, at channels that hide what the guest wrote until then.
import { isDeepStrictEqual } from 'node:util';
import type { Database, Queryable } from '../db/database.ts';
import { INNWIRE } from '../model/actor.ts';
import type { Cause, Failure } from '../model/cause.ts';
import { ERASED_TEXT } from '../model/guest.ts';
import type { GuestReviewState, WrittenGuestReview } from '../model/guest-review.ts';
import { Problem } from '../problems.ts';
import { storableSummary } from './activity.ts';
import { causeJson } from './cause.ts';
import { type Condition, count, keyset, ofBookings, type Page } from './page.ts';
import { inPropertyTransaction, type PropertyTransaction } from './property-transaction.ts';

export type ReviewOfGuest = {
  guestReviewId: number;
  hotelId: number;
  /** the connection that brought it */
  connection: string;
  /** the OTA */
  channel: string;
  /** null = the stay is not known here */
  reservationId: number | null;
  state: GuestReviewState;
  /** until when the channel takes it; null = it does not say */
  writeBy: Temporal.Instant | null;
  /** what the house wrote; null = nothing */
  review: WrittenGuestReview | null;
  /** why the channel did not take it, or has not got it yet */
  error: string | null;
  /** code of `error` with its facts; null = there is no error */
  errorCause: Cause | null;
  /** when the guest wrote */
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
};

/** A review that the channel hides, as its connection reported it. */
type ReceivedHiddenReview = Pick<
  ReviewOfGuest,
  'connection' | 'channel' | 'reservationId' | 'state' | 'writeBy' | 'createdAt'
> & { externalId: string };

/** Stores that a guest has written a review that is hidden, and what the channel says of the house's. What is on its way or sent stays so. */
export async function receiveHiddenReview(
  tx: PropertyTransaction,
  hidden: ReceivedHiddenReview,
): Promise<void> {
  const [row] = await tx.query<GuestReviewRow & { inserted: boolean }>(
    `insert into guest_reviews as known (hotel_id, connection, external_id, channel, reservation_id, state, write_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (hotel_id, connection, external_id) do update set
       state = excluded.state, write_by = excluded.write_by,
       error = case excluded.state when 'open' then known.error end,
       error_cause = case excluded.state when 'open' then known.error_cause end, updated_at = excluded.updated_at,
       reservation_id = coalesce(known.reservation_id, excluded.reservation_id)
       where known.state = 'open' or (known.state = 'queued' and excluded.state = 'sent')
     returning known.*, xmax = 0 as inserted`,
    [
      tx.hotelId,
      hidden.connection,
      hidden.externalId,
      hidden.channel,
      hidden.reservationId,
      hidden.state,
      hidden.writeBy,
      hidden.createdAt,
      tx.now,
    ],
  );
  if (row) record(tx, row.inserted ? 'guest_review.received' : 'guest_review.changed', row);
}

/** Records that the channel shows a guest's review: one that nobody answered with a review of the guest is over. */
export async function closeGuestReview(
  tx: PropertyTransaction,
  { connection, externalId }: { connection: string; externalId: string },
): Promise<void> {
  const [known] = await tx.query<GuestReviewRow>(
    `select * from guest_reviews where hotel_id = $1 and connection = $2 and external_id = $3 for update`,
    [tx.hotelId, connection, externalId],
  );
  if (known?.state === 'open') await setState(tx, known.guest_review_id, 'over');
}

/** Closes those of a connection whose time is over: the channel no longer takes a review. */
export async function closeExpiredGuestReviews(
  db: Database,
  { hotelId, channel }: { hotelId: number; channel: string },
  now: Temporal.Instant,
): Promise<void> {
  const rows = await db.query<{ guest_review_id: number }>(
    `select guest_review_id from guest_reviews
     where hotel_id = $1 and connection = $2 and state = 'open' and write_by < $3 order by guest_review_id`,
    [hotelId, channel, now],
  );
  for (const { guest_review_id: id } of rows)
    await inPropertyTransaction(db, { hotelId, now, actor: INNWIRE }, async (tx) => {
      const { state } = await lockGuestReview(tx, id);
      if (state === 'open') await setState(tx, id, 'over');
    });
}

/**
 * Queues the review of a guest for the channel; the same one again changes nothing. Throws `unknown_guest_review`, `guest_review_written`,
 * `guest_review_over`.
 */
export async function writeGuestReview(
  tx: PropertyTransaction,
  id: number,
  review: WrittenGuestReview,
): Promise<NamedGuestReview> {
  const before = await lockGuestReview(tx, id);
  const { state, writeBy } = before;
  const isTooLate = writeBy !== null && Temporal.Instant.compare(writeBy, tx.now) < 0;
  if (state === 'queued' || state === 'sent') {
    if (!isDeepStrictEqual(before.review, review))
      throw new Problem('guest_review_written', { guestReviewId: id });
    return requireNamed(tx, id);
  }
  if (state === 'over' || isTooLate) throw new Problem('guest_review_over', { guestReviewId: id });
  const [row] = await tx.query<GuestReviewRow>(
    `update guest_reviews set state = 'queued', review = $3, written_at = $4, attempted_at = null, failures = 0,
       error = null, error_cause = null, updated_at = $4
     where hotel_id = $1 and guest_review_id = $2 returning *`,
    [tx.hotelId, id, JSON.stringify(review), tx.now],
  );
  record(tx, 'guest_review.written', row!);
  return requireNamed(tx, id);
}

async function requireNamed(tx: PropertyTransaction, guestReviewId: number): Promise<NamedGuestReview> {
  const [found] = await listGuestReviews(tx, tx.hotelId, { guestReviewId }, { size: 1, after: null });
  return found!;
}

/** Locks one. Throws `unknown_guest_review`. */
async function lockGuestReview(tx: PropertyTransaction, id: number): Promise<ReviewOfGuest> {
  const [row] = await tx.query<GuestReviewRow>(
    `select * from guest_reviews where hotel_id = $1 and guest_review_id = $2 for update`,
    [tx.hotelId, id],
  );
  if (!row) throw new Problem('unknown_guest_review', { guestReviewId: id });
  return toGuestReview(row);
}

async function setState(
  tx: PropertyTransaction,
  id: number,
  state: GuestReviewState,
  failure: Failure | null = null,
): Promise<void> {
  const [row] = await tx.query<GuestReviewRow>(
    `update guest_reviews set state = $3, error = $4, error_cause = $5, attempted_at = null, updated_at = $6
     where hotel_id = $1 and guest_review_id = $2 returning *`,
    [
      tx.hotelId,
      id,
      state,
      failure && storableSummary(failure.reason),
      causeJson(failure?.cause ?? null),
      tx.now,
    ],
  );
  record(tx, 'guest_review.changed', row!);
}

/** The log has neither the guest nor what was written. */
function record(
  tx: PropertyTransaction,
  kind: 'guest_review.received' | 'guest_review.written' | 'guest_review.changed',
  row: GuestReviewRow,
): void {
  const { review, ...logged } = toGuestReview(row);
  const { scores = null, isRecommended = null, tags = [] } = review ?? {};
  tx.record(kind, `guest_review/${row.guest_review_id}`, { ...logged, scores, isRecommended, tags });
}

export type QueuedGuestReview = {
  guestReviewId: number;
  externalReview: string;
  review: WrittenGuestReview;
  /** it was sent then, and it is not known whether it arrived */
  attemptedAt: Temporal.Instant | null;
  failures: number;
};

/** Lists the reviews of guests of a connection that are on their way, in the order in which they were written. */
export async function listQueuedGuestReviews(
  db: Queryable,
  { hotelId, channel }: { hotelId: number; channel: string },
): Promise<QueuedGuestReview[]> {
  const rows = await db.query<GuestReviewRow>(
    `select * from guest_reviews where hotel_id = $1 and connection = $2 and state = 'queued' order by written_at, guest_review_id`,
    [hotelId, channel],
  );
  return rows.map((row) => ({
    guestReviewId: row.guest_review_id,
    externalReview: row.external_id,
    review: row.review!,
    attemptedAt: row.attempted_at,
    failures: row.failures,
  }));
}

/** Marks one as *sending, outcome unknown*. The next attempt first looks it up at the channel. Null clears the mark. */
export async function markGuestReviewAttempted(
  db: Queryable,
  hotelId: number,
  id: number,
  attemptedAt: Temporal.Instant | null,
): Promise<void> {
  await db.query(
    `update guest_reviews set attempted_at = $3 where hotel_id = $1 and guest_review_id = $2 and state = 'queued'`,
    [hotelId, id, attemptedAt],
  );
}

/** Records that the channel has taken it, or (`failure`) why it has not: then it waits again, and can be written anew. */
export async function recordGuestReviewResult(
  tx: PropertyTransaction,
  id: number,
  failure: Failure | null,
): Promise<void> {
  const { state } = await lockGuestReview(tx, id);
  if (state !== 'queued') return;
  if (failure === null) await setState(tx, id, 'sent');
  else await setState(tx, id, 'open', failure);
}

/** Counts a failed attempt to send it and keeps its reason. The same reason again is no entry of the log. */
export async function recordGuestReviewFailure(
  tx: PropertyTransaction,
  id: number,
  { reason, cause }: Failure,
): Promise<void> {
  const { state, error } = await lockGuestReview(tx, id);
  if (state !== 'queued') return;
  const [row] = await tx.query<GuestReviewRow>(
    `update guest_reviews set failures = failures + 1, error = $3, error_cause = $4
     where hotel_id = $1 and guest_review_id = $2 returning *`,
    [tx.hotelId, id, storableSummary(reason), causeJson(cause)],
  );
  if (row!.error !== error) record(tx, 'guest_review.changed', row!);
}

/** SQL: of what the house wrote the ratings stay, not the texts. One that was on its way is not sent any more. */
export const WITHOUT_REVIEW_TEXTS = `update guest_reviews set error = null, error_cause = null, state = case state when 'queued' then 'over' else state end,
  review = review || '{"publicReview": "${ERASED_TEXT}", "privateReview": null}' where hotel_id = $1`;

/** Erases the texts about guests whose stay is not known here, of before a moment. */
export async function eraseOldGuestReviews(tx: PropertyTransaction, before: Temporal.Instant): Promise<void> {
  await tx.query(
    `${WITHOUT_REVIEW_TEXTS} and reservation_id is null and created_at < $2 and review ->> 'publicReview' <> '${ERASED_TEXT}'`,
    [tx.hotelId, before],
  );
}

export type GuestReviewFilter = {
  guestReviewId?: number | undefined;
  /** of this booking */
  reservationId?: number | undefined;
  /** of the bookings of this guest */
  guestId?: number | undefined;
  /** only those that wait for the house, or are on their way */
  waiting?: true | undefined;
};

/** With the name of the guest, as the booking has it; null = not known. */
export type NamedGuestReview = ReviewOfGuest & { guestName: string | null };

/** Returns one page, newest first. */
export async function listGuestReviews(
  db: Queryable,
  hotelId: number,
  filter: GuestReviewFilter,
  page: Page,
): Promise<NamedGuestReview[]> {
  const order = {
    columns: ['created_at', 'guest_review_id'],
    types: ['timestamptz', 'bigint'],
    descending: true,
  };
  const { text, values } = keyset('select * from guest_reviews', conditionsOf(hotelId, filter), order, page);
  const rows = await db.query<GuestReviewRow & { guest_name: string | null }>(
    `select review.*, stay.guest_name
     from (${text}) as review
     left join reservations as stay on stay.hotel_id = review.hotel_id and stay.reservation_id = review.reservation_id
     order by review.created_at desc, review.guest_review_id desc`,
    values,
  );
  return rows.map((row) => ({ ...toGuestReview(row), guestName: row.guest_name }));
}

/** Counts those that match the filter. */
export function countGuestReviews(
  db: Queryable,
  hotelId: number,
  filter: GuestReviewFilter,
): Promise<number> {
  return count(db, 'guest_reviews', conditionsOf(hotelId, filter));
}

function conditionsOf(hotelId: number, filter: GuestReviewFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['guest_review_id = ?', filter.guestReviewId],
    ['reservation_id = ?', filter.reservationId],
    ...ofBookings(hotelId, filter),
    ["(state in ('open', 'queued')) = ?", filter.waiting],
  ];
}

type GuestReviewRow = {
  guest_review_id: number;
  hotel_id: number;
  connection: string;
  external_id: string;
  channel: string;
  reservation_id: number | null;
  state: GuestReviewState;
  write_by: Temporal.Instant | null;
  review: WrittenGuestReview | null;
  attempted_at: Temporal.Instant | null;
  failures: number;
  error: string | null;
  error_cause: Cause | null;
  created_at: Temporal.Instant;
  updated_at: Temporal.Instant;
};

function toGuestReview(row: GuestReviewRow): ReviewOfGuest {
  return {
    guestReviewId: row.guest_review_id,
    hotelId: row.hotel_id,
    connection: row.connection,
    channel: row.channel,
    reservationId: row.reservation_id,
    state: row.state,
    writeBy: row.write_by,
    review: row.review,
    error: row.error,
    errorCause: row.error_cause,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
