// A dry run: what the channel has now, beside what it would be told. Reads only, within a bounded time; nothing is stored or acknowledged.
import type { Adapter, ConnectionView, KnownNight } from '../../channels/channel.ts';
import { createExchanger, type Exchanger } from '../../channels/exchange.ts';
import { findAdapter } from '../../channels/registry.ts';
import { createSessions } from '../../channels/sessions.ts';
import { viewOf } from '../../channels/view.ts';
import type { ChannelReservation } from '../../model/channel-intake.ts';
import { todayAt } from '../../model/property.ts';
import { type Outgoing, openOutgoing } from '../../outgoing/http.ts';
import type {
  ChannelPreview,
  PreviewChannel,
  PreviewedOrder,
  PreviewedRoom,
  PreviewRequest,
} from '../../pms/channel-sync/preview.ts';
import { findKnownOrders } from '../../pms/channel-sync/recovery.ts';
import type { DifferingNight } from '../../pms/channel-sync/stale-nights.ts';
import { keyOf } from './cells.ts';
import { readListing } from './listing.ts';

/** A person waits for it. What could not be read by then is named. */
const WITHIN_MS = 25_000;

type Asking = { adapter: Adapter; view: ConnectionView; exchanger: Exchanger; now: () => Temporal.Instant };

export type ChannelPreviews = { ask: PreviewChannel; close(): Promise<void> };

/** For a process that serves the API: it has a way to the outside of its own. */
export function openChannelPreviews({
  now,
  ...options
}: Parameters<typeof openOutgoing>[0] & { now: () => Temporal.Instant }): ChannelPreviews {
  const outgoing = openOutgoing(options);
  return { ask: createChannelPreview({ outgoing, now }), close: () => outgoing.close() };
}

function createChannelPreview(parts: { outgoing: Outgoing; now: () => Temporal.Instant }): PreviewChannel {
  const sessions = createSessions();
  return async (request) => {
    const { connection } = request.loaded;
    const adapter = findAdapter(connection.protocol);
    const view = viewOf(request.loaded);
    const silence = adapter ? reasonNotToAsk(adapter, request) : NO_ADAPTER;
    if (!adapter || silence !== null) return unasked(request, view, silence ?? NO_ADAPTER);
    const exchanger = createExchanger({
      adapter,
      connection: view,
      outgoing: parts.outgoing,
      now: parts.now,
      signal: AbortSignal.timeout(WITHIN_MS),
      sessions,
      record: () => {},
      renewed: async () => {},
    });
    const asking = { adapter, view, exchanger, now: parts.now };
    const test = await testMapping(asking);
    if (test.message !== null) {
      return { ...unasked(request, view, 'not read, because the channel did not accept the test'), ...test };
    }
    const calendar = await readCalendar(asking, request);
    const reservations = await readReservations(asking, request);
    return { ...test, ...calendar, reservations };
  };
}

const NO_ADAPTER = 'calendars are read and served, not pushed: nothing is compared';

function reasonNotToAsk(adapter: Adapter, { loaded }: PreviewRequest): string | null {
  if (loaded.connection.paused) return 'not read, because the connection is paused';
  if (adapter.authorization.login?.renews)
    return 'not read, because a log-in may use up the credentials that are given';
  return null;
}

function unasked({ nights }: PreviewRequest, view: ConnectionView, message: string): ChannelPreview {
  return {
    accepted: null,
    message,
    calendar: { message },
    rooms: view.rooms.map(({ roomId, externalRoom }) => ({
      ...countOurs(roomId, externalRoom, nights),
      opened: null,
      closed: null,
      repriced: null,
      unknown: null,
    })),
    reservations: { message, orders: [], more: false },
  };
}

async function testMapping({ adapter, view, exchanger }: Asking) {
  const { test } = adapter;
  if (!test) return { accepted: null, message: null };
  const verdict = await exchanger.ask(test.request(view), (response) => test.decode(response, view));
  if (verdict.kind === 'ok') return { accepted: true, message: null };
  return { accepted: verdict.kind === 'retry' ? null : false, message: verdict.words };
}

function countOurs(roomId: number, externalRoom: string, nights: readonly DifferingNight[]) {
  const own = nights.filter((night) => night.roomId === roomId);
  return { roomId, externalRoom, pushed: own.length, forSale: own.filter(isForSale).length };
}

function isForSale({ values }: Pick<DifferingNight, 'values'>): boolean {
  return values.available > 0 && !values.stopSell;
}

async function readCalendar(
  asking: Asking,
  request: PreviewRequest,
): Promise<Pick<ChannelPreview, 'calendar' | 'rooms'>> {
  const { adapter, view, exchanger } = asking;
  const readBack = adapter.ari?.readBack;
  const { nights } = request;
  const dates = nights.map((night) => night.date).sort(Temporal.PlainDate.compare);
  const [from, to] = [dates[0], dates.at(-1)];
  const plain = (message: string) => {
    const { calendar, rooms } = unasked(request, view, message);
    return { calendar, rooms };
  };
  if (!readBack) return plain(`the calendar cannot be read back with the protocol ${adapter.protocol}`);
  if (!from || !to) return plain('no night would be pushed');
  const known: KnownNight[] = [];
  for (const asked of readBack.request(view, { from, to })) {
    const verdict = await exchanger.ask(asked, (response) => readBack.decode(response, view));
    if (verdict.kind !== 'ok') return plain(`the calendar could not be read: ${verdict.words}`);
    known.push(...verdict.value);
  }
  const there = Map.groupBy(known, ({ roomId, date }) => keyOf(roomId, date));
  const rooms = view.rooms.map(({ roomId, externalRoom }): PreviewedRoom => {
    const room = {
      ...countOurs(roomId, externalRoom, nights),
      opened: 0,
      closed: 0,
      repriced: 0,
      unknown: 0,
    };
    for (const night of nights.filter((one) => one.roomId === roomId)) {
      const parts = there.get(keyOf(roomId, night.date)) ?? [];
      const open = isOpenThere(parts);
      if (open === null) room.unknown += 1;
      else if (isForSale(night) && !open) room.opened += 1;
      else if (!isForSale(night) && open) room.closed += 1;
      const prices = parts.flatMap(({ values }) => values.priceMinor ?? []);
      if (isForSale(night) && prices.some((price) => price !== night.values.priceMinor)) room.repriced += 1;
    }
    return room;
  });
  return { calendar: { message: null }, rooms };
}

/** Open as far as the channel says: units, and no stop of all rates. Null = it says nothing of it. */
function isOpenThere(parts: readonly KnownNight[]): boolean | null {
  const counts = parts.flatMap(({ values }) => values.available ?? []);
  const stops = parts.flatMap(({ values }) => values.stopSell ?? []);
  if (counts.length === 0 && stops.length === 0) return null;
  if (stops.length > 0 && stops.every(Boolean)) return false;
  return counts.length === 0 || counts.some((count) => count > 0);
}

async function readReservations(
  asking: Asking,
  { db, loaded }: PreviewRequest,
): Promise<ChannelPreview['reservations']> {
  const { adapter, view, exchanger, now } = asking;
  const { reservations: pull } = adapter;
  const nothing = (message: string) => ({ message, orders: [], more: false });
  if (!pull) return nothing('the channel sends its reservations by itself: there is no list of them');
  if (pull.readingMarks) return nothing('not read, because reading marks them as retrieved at the channel');
  const found = new Map<string, ChannelReservation>();
  let more = false;
  let message: string | null = null;
  const listing = await readListing({ adapter, view, exchanger, context: { now } }, { gapSince: null });
  if (listing.kind === 'read') for (const item of listing.listing.items) found.set(item.reference, item);
  if (listing.kind === 'refused') message = listing.words;
  if (listing.kind === 'failed') message = listing.ending.words;
  // Where reading is the acknowledgement the queue is left alone.
  for (const request of pull.acknowledge ? pull.requests(view, { cursor: null, now: now() }) : []) {
    const verdict = await exchanger.ask(request, (response) => pull.decode(response, request, view));
    if (verdict.kind !== 'ok') message ??= `the reservations could not be read: ${verdict.words}`;
    else {
      for (const item of verdict.value.items) found.set(item.reference, item);
      more ||= verdict.value.more ?? false;
    }
  }
  const known = await findKnownOrders(db, loaded.connection, [...found.keys()]);
  const today = todayAt(loaded.property, now());
  const orders = [...found.values()]
    .filter(({ reference, status }) => !known.has(reference) && status !== 'cancelled')
    .filter(({ rooms }) => rooms.some(({ checkout }) => Temporal.PlainDate.compare(checkout, today) > 0))
    .flatMap((order) => toOrders(order, view));
  return { message, orders, more };
}

/** An entry for each room of an order. */
function toOrders({ reference, status, rooms }: ChannelReservation, view: ConnectionView): PreviewedOrder[] {
  return rooms.map(({ checkin, checkout, externalRoom }) => ({
    reference,
    status,
    checkin,
    checkout,
    externalRoom,
    roomId: view.rooms.find((room) => room.externalRoom === externalRoom)?.roomId ?? null,
  }));
}
