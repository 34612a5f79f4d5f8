// Sales and cancellations of the practice channel. Each is written as a message of its protocol, read by the adapter and stored as that of
// any channel, with an entry in the log of exchanges.
import { randomUUID } from 'node:crypto';
import type { InboundRequest } from '../channels/channel.ts';
import { viewOf } from '../channels/connection-view.ts';
import { getAdapter } from '../channels/registry.ts';
import type { Database } from '../db/database.ts';
import type { NightRange, PlainDate } from '../model/night.ts';
import { todayAt } from '../model/property.ts';
import { ingestReservation } from '../pms/channel-sync/ingest/reservations.ts';
import { type LoadedConnection, loadConnection } from '../pms/channel-sync/load-connection.ts';
import { storeCycles } from '../pms/channel-sync/sync-log.ts';
import { lockProperty } from '../pms/properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../pms/property-transaction.ts';
import { Problem } from '../problems.ts';
import { PRACTICE_CHANNEL } from './channel.ts';
import { listPracticeNights, lowerCounts } from './nights.ts';
import { practiceOffers } from './offers.ts';
import { writeBooking, writeCancellation } from './wire.ts';

type Secrets = Pick<Database, 'secrets'>['secrets'];
type PracticeStay = NightRange & { roomId: number; adults: number };

/** Their surname says that nobody comes. */
const GUESTS = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana'].map((name) => `${name} Practice`);

/**
 * Sells a stay at the practice channel, by its own nights, and stores it here. Returns the ids of its bookings. Throws what its guest
 * is refused with: `room_unavailable`, `min_stay_not_met`, `max_stay_exceeded`, `closed_to_arrival`, `closed_to_departure`; `unknown_channel`
 * where the practice channel is not connected.
 */
export async function sellAtPractice(
  tx: PropertyTransaction,
  secrets: Secrets,
  stay: PracticeStay,
): Promise<number[]> {
  // Of two guests who book at the same time, the second sees what the first has taken.
  await lockProperty(tx);
  return sell(tx, await loadPractice(tx, secrets), stay);
}

async function sell(
  tx: PropertyTransaction,
  loaded: LoadedConnection,
  { roomId, from, until, adults }: PracticeStay,
): Promise<number[]> {
  const offers = practiceOffers(await listPracticeNights(tx, tx.hotelId, { from, until }), { from, until });
  const offer = offers.find((one) => one.roomId === roomId);
  if (!offer) throw new Problem('room_unavailable', { nights: [from.toString()] });
  if (offer.refusal) throw offer.refusal;
  await lowerCounts(tx, { roomId, from, until });
  const reference = `PRACTICE-${randomUUID().slice(0, 8).toUpperCase()}`;
  const guest = GUESTS[Number.parseInt(reference.slice(-2), 16) % GUESTS.length]!;
  const sale = { reference, guest, roomId, adults, checkin: from, checkout: until, nights: offer.nights };
  return deliver(tx, loaded, writeBooking(sale, loaded.property));
}

/** Cancels orders of the practice channel, as their guests would. */
export async function cancelAtPractice(
  tx: PropertyTransaction,
  secrets: Secrets,
  references: readonly string[],
): Promise<void> {
  const loaded = await loadPractice(tx, secrets);
  for (const reference of references) await deliver(tx, loaded, writeCancellation(reference, tx.hotelId));
}

/** Loads the connection of the practice channel. Throws `unknown_channel`. */
function loadPractice(tx: PropertyTransaction, secrets: Secrets): Promise<LoadedConnection> {
  const key = { hotelId: tx.hotelId, channel: PRACTICE_CHANNEL };
  return loadConnection({ query: tx.query, secrets }, key, tx.now);
}

/** Passes a message of the practice channel through its adapter, stores what it says, and logs it. Returns the ids of its bookings. */
async function deliver(
  tx: PropertyTransaction,
  loaded: LoadedConnection,
  message: object,
): Promise<number[]> {
  const adapter = getAdapter(loaded.connection.protocol);
  const view = viewOf(loaded, adapter);
  const body = JSON.stringify(message);
  const request: InboundRequest = {
    method: 'POST',
    base: '',
    path: '/new_booking',
    query: {},
    headers: { 'api-key': loaded.credentials['api_key'] ?? '' },
    body,
    now: tx.now,
  };
  const decoded = adapter.inbound!.decode(request, view);
  if (decoded.kind !== 'reservations')
    throw new Error(`The practice channel wrote a message that its adapter refuses: ${body}`);
  const source = {
    property: loaded.property,
    channel: PRACTICE_CHANNEL,
    rooms: loaded.connection.rooms,
    countsSalesItself: adapter.ari?.expectsEchoOfSales === false,
  };
  const stored = [];
  for (const reservation of decoded.reservations) {
    const { reservationIds, conflict } = await ingestReservation(tx, source, reservation);
    stored.push({ reservation, reservationIds, conflict });
  }
  const answer = decoded.answer(stored);
  await logDelivery(tx, { request, answer });
  return stored.flatMap(({ reservationIds }) => reservationIds);
}

async function logDelivery(
  tx: PropertyTransaction,
  { request, answer }: { request: InboundRequest; answer: { status: number; body: string } },
): Promise<void> {
  const { now: at } = tx;
  const entry = {
    channel: PRACTICE_CHANNEL,
    createdAt: at,
    summary: `${PRACTICE_CHANNEL} sent reservations`,
    direction: 'pull' as const,
    operation: 'reservations',
    outcome: 'ok' as const,
    items: 1,
    error: null,
    durationMs: 0,
  };
  const { method, path, body } = request;
  const exchange = {
    at,
    method,
    url: `/channels/***${path}`,
    request: body,
    ...answerOf(answer),
    error: null,
    durationMs: 0,
  };
  await storeCycles(tx, tx.hotelId, [{ entry, exchanges: [exchange] }]);
}

function answerOf({ status, body }: { status: number; body: string }) {
  return { status, response: body };
}

/** The first sales of a practice channel: days until the arrival, and nights. */
const FIRST_SALES = [
  { ahead: [1, 2, 3, 4, 5, 6, 7], nights: 2 },
  { ahead: [4, 5, 6, 8, 10, 12, 3], nights: 3 },
];

/**
 * Lets a practice channel that was just connected sell two stays, if it has nights to sell and none were sold since it was connected:
 * so that the house sees bookings arrive. In a transaction of its own.
 */
export async function sellFirstStays(db: Database, hotelId: number, now: Temporal.Instant): Promise<void> {
  const change = { hotelId, now, actor: { kind: 'channel' as const, channel: PRACTICE_CHANNEL } };
  await inPropertyTransaction(db, change, async (tx) => {
    // Of two that sell at the same time, the second sees that the first sold.
    await lockProperty(tx);
    const [sold] = await tx.query(
      `select 1 from connections as connection
       where connection.hotel_id = $1 and connection.channel = $2 and exists (
         select 1 from reservations as stay where stay.hotel_id = $1 and stay.channel = $2 and stay.created_at >= connection.created_at)`,
      [hotelId, PRACTICE_CHANNEL],
    );
    if (sold) return;
    const loaded = await loadPractice(tx, db.secrets).catch(nullIfRemoved);
    if (!loaded) return;
    for (const sale of FIRST_SALES) {
      const stay = await findFirst(tx, todayAt(loaded.property, now), sale);
      if (stay) await sell(tx, loaded, { ...stay, adults: 1 });
    }
  });
}

/** The channel may be removed between what it was sent and its sales. */
function nullIfRemoved(error: unknown): null {
  if (error instanceof Problem && error.code === 'unknown_channel') return null;
  throw error;
}

async function findFirst(
  tx: PropertyTransaction,
  today: PlainDate,
  { ahead, nights }: (typeof FIRST_SALES)[number],
): Promise<Pick<PracticeStay, 'roomId' | 'from' | 'until'> | null> {
  for (const days of ahead) {
    const from = today.add({ days });
    const stay = { from, until: from.add({ days: nights }) };
    const offers = practiceOffers(await listPracticeNights(tx, tx.hotelId, stay), stay);
    const [best] = offers
      .filter(({ refusal }) => refusal === null)
      .toSorted((a, b) => b.available - a.available);
    if (best) return { ...stay, roomId: best.roomId };
  }
  return null;
}
