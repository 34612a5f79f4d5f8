// Requests of guests that wait for the house's answer at a channel, and the answers.
import { isDeepStrictEqual } from 'node:util';
import type { Database, Queryable } from '../db/database.ts';
import { INNWIRE } from '../model/actor.ts';
import type { Cause, Failure } from '../model/cause.ts';
import type { GuestCounts } from '../model/guest-counts.ts';
import {
  ANSWERS_OF,
  type GuestRequestAnswer,
  type GuestRequestKind,
  type GuestRequestOutcome,
  type GuestRequestState,
  OUTCOME_OF,
} from '../model/guest-request.ts';
import { countNights, type PlainDate, toPlainDate } from '../model/night.ts';
import { invalidData, Problem } from '../problems.ts';
import { storableSummary } from './activity.ts';
import { requireCapacity } from './capacity.ts';
import { causeJson } from './cause.ts';
import { listNights } from './inventory/calendar.ts';
import { roomUnavailable } from './inventory/nights.ts';
import { type Condition, count, keyset, type Page } from './page.ts';
import { inPropertyTransaction, type PropertyTransaction } from './property-transaction.ts';

export type GuestRequest = {
  requestId: number;
  hotelId: number;
  /** the connection that brought it */
  connection: string;
  /** the OTA where it was made */
  channel: string;
  kind: GuestRequestKind;
  state: GuestRequestState;
  /** the conversation; null = of the booking */
  inquiryId: number | null;
  /** the booking that is to be changed */
  reservationId: number | null;
  /** null = the channel's room is not mapped */
  roomId: number | null;
  checkin: PlainDate;
  checkout: PlainDate;
  adults: number | null;
  /** one item for each child: its age, or null; null = not reported */
  children: readonly (number | null)[] | null;
  /** what the channel expects the stay to bring; null = not reported */
  priceMinor: number | null;
  currency: string | null;
  answerBy: Temporal.Instant | null;
  answer: GuestRequestAnswer | null;
  /** why the last answer was not accepted, or not sent yet */
  error: string | null;
  /** its code; null = there is no error, or it is from before there were codes */
  errorCause: Cause | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
};

/** A request as its connection reported it. */
type ReceivedGuestRequest = Pick<
  GuestRequest,
  | 'connection'
  | 'channel'
  | 'kind'
  | 'inquiryId'
  | 'reservationId'
  | 'roomId'
  | 'checkin'
  | 'checkout'
  | 'adults'
  | 'children'
  | 'priceMinor'
  | 'currency'
  | 'answerBy'
  | 'createdAt'
> & { externalId: string; externalRoom: string | null; externalRate: string | null };

/** Stores a request that waits, or what the guest has changed of it meanwhile; one that was answered here stays answered. */
export async function receiveGuestRequest(
  tx: PropertyTransaction,
  request: ReceivedGuestRequest,
): Promise<void> {
  const [row] = await tx.query<GuestRequestRow & { inserted: boolean }>(
    `insert into guest_requests as known (hotel_id, connection, external_id, channel, kind, state, inquiry_id, reservation_id, room_id,
       external_room, external_rate, checkin, checkout, adults, children, price_minor, currency, answer_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
     on conflict (hotel_id, connection, external_id) do update set
       checkin = excluded.checkin, checkout = excluded.checkout, room_id = excluded.room_id, price_minor = excluded.price_minor,
       external_room = excluded.external_room, external_rate = excluded.external_rate, adults = excluded.adults,
       children = excluded.children, answer_by = excluded.answer_by, updated_at = excluded.updated_at
       where known.state = 'open'
     returning known.*, xmax = 0 as inserted`,
    [
      tx.hotelId,
      request.connection,
      request.externalId,
      request.channel,
      request.kind,
      request.inquiryId,
      request.reservationId,
      request.roomId,
      request.externalRoom,
      request.externalRate,
      request.checkin.toString(),
      request.checkout.toString(),
      request.adults,
      request.children === null ? null : JSON.stringify(request.children),
      request.priceMinor,
      request.currency,
      request.answerBy,
      request.createdAt,
      tx.now,
    ],
  );
  if (row) record(tx, row.inserted ? 'guest_request.received' : 'guest_request.changed', row);
}

/** Records what became of a request at the channel; of one that is over already nothing changes. Returns whether it was known. */
export async function closeGuestRequest(
  tx: PropertyTransaction,
  { connection, externalId }: { connection: string; externalId: string },
  outcome: GuestRequestOutcome,
): Promise<boolean> {
  const [known] = await tx.query<GuestRequestRow>(
    `select * from guest_requests where hotel_id = $1 and connection = $2 and external_id = $3 for update`,
    [tx.hotelId, connection, externalId],
  );
  if (!known) return false;
  if (known.state === 'open' || known.state === 'answering') await setState(tx, known.request_id, outcome);
  return true;
}

/** Closes requests of a connection whose time is over: the channel no longer takes an answer. */
export async function closeExpiredGuestRequests(
  db: Database,
  { hotelId, channel }: { hotelId: number; channel: string },
  now: Temporal.Instant,
): Promise<void> {
  const expired = `state = 'open' and answer_by < $3`;
  const rows = await db.query<{ request_id: number }>(
    `select request_id from guest_requests where hotel_id = $1 and connection = $2 and ${expired} order by request_id`,
    [hotelId, channel, now],
  );
  for (const { request_id: requestId } of rows)
    await inPropertyTransaction(db, { hotelId, now, actor: INNWIRE }, async (tx) => {
      const { state } = await lockGuestRequest(tx, requestId);
      if (state === 'open') await setState(tx, requestId, 'closed');
    });
}

async function setState(
  tx: PropertyTransaction,
  requestId: number,
  state: GuestRequestState,
  failure: Failure | null = null,
): Promise<void> {
  const [row] = await tx.query<GuestRequestRow>(
    `update guest_requests set state = $3, error = $4, error_cause = $5, updated_at = $6
     where hotel_id = $1 and request_id = $2 returning *`,
    [
      tx.hotelId,
      requestId,
      state,
      failure && storableSummary(failure.reason),
      causeJson(failure?.cause ?? null),
      tx.now,
    ],
  );
  record(tx, 'guest_request.changed', row!);
}

async function requireNamed(tx: PropertyTransaction, requestId: number): Promise<NamedGuestRequest> {
  const [request] = await listGuestRequests(tx, tx.hotelId, { requestId }, { size: 1, after: null });
  return request!;
}

/** Locks a request. Throws `unknown_guest_request`. */
async function lockGuestRequest(tx: PropertyTransaction, requestId: number): Promise<StoredGuestRequest> {
  const [row] = await tx.query<GuestRequestRow>(
    `select * from guest_requests where hotel_id = $1 and request_id = $2 for update`,
    [tx.hotelId, requestId],
  );
  if (!row) throw new Problem('unknown_guest_request', { guestRequestId: requestId });
  return toStored(row);
}

/**
 * Queues an answer for the channel; the same answer again changes nothing. Throws `unknown_guest_request`, `guest_request_over`, `invalid_data`
 * for an answer that the request does not have, and as `requireFreeNights` and `requirePlaces` where a stay is accepted.
 */
export async function answerGuestRequest(
  tx: PropertyTransaction,
  id: number,
  answer: GuestRequestAnswer,
): Promise<NamedGuestRequest> {
  const request = await lockGuestRequest(tx, id);
  const { requestId, kind, state } = request;
  requireFitting(answer, kind);
  const isRepeated = state === 'answering' && isDeepStrictEqual(request.answer, answer);
  if (isRepeated || state === OUTCOME_OF[answer.answer]) return requireNamed(tx, requestId);
  if (state !== 'open') throw new Problem('guest_request_over', { guestRequestId: requestId, state });
  if (answer.answer === 'accept') {
    await requireFreeNights(tx, request);
    await requirePlaces(tx, request);
  }
  const [row] = await tx.query<GuestRequestRow>(
    `update guest_requests set state = 'answering', answer = $3, answered_at = $4, failures = 0, error = null, error_cause = null, updated_at = $4
     where hotel_id = $1 and request_id = $2 returning *`,
    [tx.hotelId, requestId, JSON.stringify(answer), tx.now],
  );
  record(tx, 'guest_request.answered', row!);
  return requireNamed(tx, requestId);
}

/** Throws `invalid_data` for an answer that the kind of request does not have, or that lacks something. */
function requireFitting(answer: GuestRequestAnswer, kind: GuestRequestKind): void {
  if (!ANSWERS_OF[kind].includes(answer.answer))
    throw invalidData({ field: 'answer', rule: 'not_one_of', values: ANSWERS_OF[kind] });
  if (answer.answer === 'offer' && answer.total === null)
    throw invalidData({ field: 'total', rule: 'required' });
}

/**
 * Throws `room_unavailable` if the stay that the guest asks for has no place, and `guest_request_unmapped` if it is not known in which room. Nights
 * that the booking holds already are free for it.
 */
async function requireFreeNights(tx: PropertyTransaction, request: GuestRequest): Promise<void> {
  const { requestId, roomId, reservationId, checkin, checkout } = request;
  if (roomId === null) throw new Problem('guest_request_unmapped', { guestRequestId: requestId });
  const window = { from: checkin, until: checkout, roomId };
  const page = { size: countNights(checkin, checkout), after: null };
  const [nights, own] = await Promise.all([
    listNights(tx, tx.hotelId, window, page),
    tx.query<{ date: string }>(
      `select date from reservation_nights
       where hotel_id = $1 and reservation_id = $2 and room_id = $3 and released_at is null`,
      [tx.hotelId, reservationId, roomId],
    ),
  ]);
  const held = new Set(own.map(({ date }) => date));
  const full = nights
    .filter(({ available, date }) => available < 1 && !held.has(date.toString()))
    .map(({ date }) => date.toString());
  if (full.length > 0) throw roomUnavailable(full);
}

/**
 * Throws `capacity` if the room takes fewer guests than would come, unless the booking has as many already. Channels do not count infants and do
 * not say their ages, so children of unknown age are left to the channel.
 */
async function requirePlaces(tx: PropertyTransaction, request: GuestRequest): Promise<void> {
  const { roomId, reservationId, adults, children } = request;
  const [before = null] = await tx.query<GuestCounts>(
    `select adults, children from reservations where hotel_id = $1 and reservation_id = $2`,
    [tx.hotelId, reservationId],
  );
  const certain = (children ?? []).filter((age) => age !== null);
  await requireCapacity(tx, tx.hotelId, { roomId: roomId!, party: { adults, children: certain }, before });
}

/** A request with what the channel needs for the answer. */
type StoredGuestRequest = GuestRequest & {
  externalId: string;
  externalRoom: string | null;
  externalRate: string | null;
  failures: number;
};

/** Lists the requests of a connection whose answers are on their way, in the order in which they were answered. */
export async function listQueuedAnswers(
  db: Queryable,
  { hotelId, channel }: { hotelId: number; channel: string },
): Promise<(StoredGuestRequest & { answer: GuestRequestAnswer })[]> {
  const rows = await db.query<GuestRequestRow>(
    `select * from guest_requests where hotel_id = $1 and connection = $2 and state = 'answering' order by answered_at, request_id`,
    [hotelId, channel],
  );
  return rows.map((row) => ({ ...toStored(row), answer: row.answer! }));
}

/** Records that the channel has taken the answer, or (`outcome`) what became of the request there before it came. */
export async function recordAnswerSent(
  tx: PropertyTransaction,
  { requestId, answer }: { requestId: number; answer: GuestRequestAnswer },
  outcome: GuestRequestOutcome | null,
): Promise<void> {
  const { state } = await lockGuestRequest(tx, requestId);
  if (state === 'answering') await setState(tx, requestId, outcome ?? OUTCOME_OF[answer.answer]);
}

/** Records that the channel has refused the answer: the request waits again, with the reason. */
export async function recordAnswerRefused(
  tx: PropertyTransaction,
  requestId: number,
  failure: Failure,
): Promise<void> {
  const { state } = await lockGuestRequest(tx, requestId);
  if (state === 'answering') await setState(tx, requestId, 'open', failure);
}

/** Counts a failed attempt to send an answer and keeps its reason. The same reason again is no entry of the log. */
export async function recordAnswerFailure(
  tx: PropertyTransaction,
  requestId: number,
  failure: Failure,
): Promise<void> {
  const { state, error } = await lockGuestRequest(tx, requestId);
  if (state !== 'answering') return;
  await tx.query(
    `update guest_requests set failures = failures + 1 where hotel_id = $1 and request_id = $2`,
    [tx.hotelId, requestId],
  );
  if (storableSummary(failure.reason) !== error) await setState(tx, requestId, 'answering', failure);
}

export type GuestRequestFilter = {
  requestId?: number | undefined;
  /** only those that wait for an answer, or whose answer is on its way */
  waiting?: true | undefined;
};

/** A request with the name of who asks, as the inquiry or the booking has it; null = not known. */
export type NamedGuestRequest = GuestRequest & { guestName: string | null };

/** Returns one page of requests, newest first. */
export async function listGuestRequests(
  db: Queryable,
  hotelId: number,
  filter: GuestRequestFilter,
  page: Page,
): Promise<NamedGuestRequest[]> {
  const order = { columns: ['created_at', 'request_id'], types: ['timestamptz', 'bigint'], descending: true };
  const { text, values } = keyset('select * from guest_requests', conditionsOf(hotelId, filter), order, page);
  const rows = await db.query<GuestRequestRow & { guest_name: string | null }>(
    `select request.*, coalesce(stay.guest_name, inquiry.guest_name) as guest_name
     from (${text}) as request
     left join inquiries as inquiry on inquiry.hotel_id = request.hotel_id and inquiry.inquiry_id = request.inquiry_id
     left join reservations as stay on stay.hotel_id = request.hotel_id
       and stay.reservation_id = coalesce(request.reservation_id, inquiry.reservation_id)
     order by request.created_at desc, request.request_id desc`,
    values,
  );
  return rows.map((row) => ({ ...toGuestRequest(row), guestName: row.guest_name }));
}

/** Counts the requests that match the filter. */
export function countGuestRequests(
  db: Queryable,
  hotelId: number,
  filter: GuestRequestFilter,
): Promise<number> {
  return count(db, 'guest_requests', conditionsOf(hotelId, filter));
}

function conditionsOf(hotelId: number, filter: GuestRequestFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['request_id = ?', filter.requestId],
    ["(state in ('open', 'answering')) = ?", filter.waiting],
  ];
}

type GuestRequestRow = {
  request_id: number;
  hotel_id: number;
  connection: string;
  external_id: string;
  channel: string;
  kind: GuestRequestKind;
  state: GuestRequestState;
  inquiry_id: number | null;
  reservation_id: number | null;
  room_id: number | null;
  external_room: string | null;
  external_rate: string | null;
  checkin: string;
  checkout: string;
  adults: number | null;
  children: (number | null)[] | null;
  price_minor: number | null;
  currency: string | null;
  answer_by: Temporal.Instant | null;
  answer: GuestRequestAnswer | null;
  failures: number;
  error: string | null;
  error_cause: Cause | null;
  created_at: Temporal.Instant;
  updated_at: Temporal.Instant;
};

function toGuestRequest(row: GuestRequestRow): GuestRequest {
  return {
    requestId: row.request_id,
    hotelId: row.hotel_id,
    connection: row.connection,
    channel: row.channel,
    kind: row.kind,
    state: row.state,
    inquiryId: row.inquiry_id,
    reservationId: row.reservation_id,
    roomId: row.room_id,
    checkin: toPlainDate(row.checkin),
    checkout: toPlainDate(row.checkout),
    adults: row.adults,
    children: row.children,
    priceMinor: row.price_minor,
    currency: row.currency,
    answerBy: row.answer_by,
    answer: row.answer,
    error: row.error,
    errorCause: row.error_cause,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toStored(row: GuestRequestRow): StoredGuestRequest {
  return {
    ...toGuestRequest(row),
    externalId: row.external_id,
    externalRoom: row.external_room,
    externalRate: row.external_rate,
    failures: row.failures,
  };
}

/** Records an event of a request, without what was written to the guest. */
function record(
  tx: PropertyTransaction,
  kind: 'guest_request.received' | 'guest_request.answered' | 'guest_request.changed',
  row: GuestRequestRow,
): void {
  const { answer, ...request } = toGuestRequest(row);
  tx.record(kind, `guest_request/${request.requestId}`, { ...request, answer: answer?.answer ?? null });
}
