// A dry run of a connection: compares the channel's calendar and orders with what would be pushed. Reads
// only, within 25 seconds, and names what could not be read in that time; stores and acknowledges nothing.

import type { Adapter, ConnectionView, KnownNight, MappedRoom } from '../../channels/channel.ts';
import type { ChannelClient } from '../../channels/channel-client.ts';
import { nightKey } from '../../model/channel.ts';
import type { ChannelReservation } from '../../model/channel-records.ts';
import { todayAt } from '../../model/property.ts';
import type {
  ChannelPreview,
  ConnectionPreviewer,
  PreviewedOrder,
  PreviewedRoom,
  PreviewRequest,
} from '../../pms/channel-sync/preview.ts';
import { findStoredOrders } from '../../pms/channel-sync/recovery.ts';
import type { DifferingNight } from '../../pms/channel-sync/stale-nights.ts';
import { readOrderList } from './read-order-list.ts';
import { createConnectionOpener, type ReadingParts } from './reading-client.ts';
import { sendTest } from './send-test.ts';

type PreviewContext = {
  adapter: Adapter;
  view: ConnectionView;
  client: ChannelClient;
  now: () => Temporal.Instant;
};

/** Makes previews of connections with this HTTP client. */
export function createChannelPreview(parts: ReadingParts): ConnectionPreviewer {
  const open = createConnectionOpener(parts);
  return async (request) => {
    const { adapter, view, client } = open(request);
    const skipped = reasonToSkip(adapter, request);
    if (skipped !== null) return previewWithoutChannel(request, view, skipped);
    const preview = { adapter, view, client, now: parts.now };
    const test = await testMapping(preview);
    if (test.message !== null) {
      return {
        ...previewWithoutChannel(request, view, 'not read, because the channel did not accept the test'),
        ...test,
      };
    }
    const calendar = await readCalendar(preview, request);
    const reservations = await readReservations(preview, request);
    return { ...test, ...calendar, reservations };
  };
}

function reasonToSkip(adapter: Adapter, { loaded }: PreviewRequest): string | null {
  if (loaded.connection.paused) return 'not read, because the connection is paused';
  if (adapter.authorization?.login?.renews)
    return 'not read, because a log-in may use up the credentials that are given';
  return null;
}

function previewWithoutChannel(
  { nights }: PreviewRequest,
  view: ConnectionView,
  message: string,
): ChannelPreview {
  return {
    accepted: null,
    message,
    calendar: { message },
    rooms: view.rooms.map((room) => ({
      ...countOurs(room, nights),
      opened: null,
      closed: null,
      repriced: null,
      unknown: null,
    })),
    reservations: { message, orders: [], more: false },
  };
}

async function testMapping({ adapter, view, client }: PreviewContext) {
  const { test } = adapter;
  if (!test) return { accepted: null, message: null };
  const verdict = await sendTest(client, { test, view });
  if (verdict.kind === 'ok') return { accepted: true, message: null };
  return { accepted: verdict.kind === 'retry' ? null : false, message: verdict.reason };
}

function countOurs(room: MappedRoom, nights: readonly DifferingNight[]) {
  const { roomId, unitId = null, externalRoom } = room;
  const own = nightsOf(room, nights);
  return { roomId, unitId, externalRoom, pushed: own.length, forSale: own.filter(isForSale).length };
}

/** Returns the nights of a mapped room, or unit. */
function nightsOf(room: MappedRoom, nights: readonly DifferingNight[]): DifferingNight[] {
  const { roomId } = room;
  const unitId = room.unitId ?? null;
  return nights.filter((night) => night.roomId === roomId && night.unitId === unitId);
}

function isForSale({ values }: Pick<DifferingNight, 'values'>): boolean {
  return values.available > 0 && !values.stopSell;
}

async function readCalendar(
  preview: PreviewContext,
  request: PreviewRequest,
): Promise<Pick<ChannelPreview, 'calendar' | 'rooms'>> {
  const { adapter, view, client } = preview;
  const readBack = adapter.ari?.readBack;
  const { nights } = request;
  const dates = nights.map((night) => night.date).sort(Temporal.PlainDate.compare);
  const [from, to] = [dates[0], dates.at(-1)];
  const withoutCalendar = (message: string) => {
    const { calendar, rooms } = previewWithoutChannel(request, view, message);
    return { calendar, rooms };
  };
  if (!readBack)
    return withoutCalendar(`the calendar cannot be read back with the protocol ${adapter.protocol}`);
  if (!from || !to) return withoutCalendar('no night would be pushed');
  const known: KnownNight[] = [];
  for (const read of readBack.request(view, { from, to })) {
    const verdict = await client.request(read, (response) => readBack.decode(response, view));
    if (verdict.kind !== 'ok') return withoutCalendar(`the calendar could not be read: ${verdict.reason}`);
    known.push(...verdict.value);
  }
  const atChannel = Map.groupBy(known, (night) => nightKey(night, night.date));
  const rooms = view.rooms.map((mapped): PreviewedRoom => {
    const room = {
      ...countOurs(mapped, nights),
      opened: 0,
      closed: 0,
      repriced: 0,
      unknown: 0,
    };
    for (const night of nightsOf(mapped, nights)) {
      const parts = atChannel.get(nightKey(night, night.date)) ?? [];
      const open = isOpenAtChannel(parts);
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

/** Whether the channel has units left and not all rates stopped. Null if it reports neither. */
function isOpenAtChannel(parts: readonly KnownNight[]): boolean | null {
  const counts = parts.flatMap(({ values }) => values.available ?? []);
  const stops = parts.flatMap(({ values }) => values.stopSell ?? []);
  if (counts.length === 0 && stops.length === 0) return null;
  if (stops.length > 0 && stops.every(Boolean)) return false;
  return counts.length === 0 || counts.some((count) => count > 0);
}

async function readReservations(
  preview: PreviewContext,
  { db, loaded }: PreviewRequest,
): Promise<ChannelPreview['reservations']> {
  const { adapter, view, client, now } = preview;
  const { reservations: pull } = adapter;
  const nothing = (message: string) => ({ message, orders: [], more: false });
  if (!pull) return nothing('the channel sends its reservations by itself: there is no list of them');
  if (pull.readingMarks) return nothing('not read, because reading marks them as retrieved at the channel');
  const found = new Map<string, ChannelReservation>();
  let more = false;
  let message: string | null = null;
  const listing = await readOrderList({ adapter, view, client, context: { now } }, { gapSince: null });
  if (listing.kind === 'read') for (const item of listing.listing.items) found.set(item.reference, item);
  if (listing.kind === 'refused') message = listing.reason;
  if (listing.kind === 'failed') message = listing.result.reason;
  // Where reading the queue acknowledges it, it is not read.
  for (const request of pull.acknowledge ? pull.requests(view, { cursor: null, now: now() }) : []) {
    const verdict = await client.request(request, (response) => pull.decode(response, request, view));
    if (verdict.kind !== 'ok') message ??= `the reservations could not be read: ${verdict.reason}`;
    else {
      for (const item of verdict.value.items) found.set(item.reference, item);
      more ||= verdict.value.more ?? false;
    }
  }
  const known = await findStoredOrders(db, loaded.connection, [...found.keys()]);
  const today = todayAt(loaded.property, now());
  const orders = [...found.values()]
    .filter(({ reference, status }) => !known.has(reference) && status !== 'cancelled')
    .filter(({ rooms }) => rooms.some(({ checkout }) => Temporal.PlainDate.compare(checkout, today) > 0))
    .flatMap((order) => toOrders(order, view));
  return { message, orders, more };
}

/** Returns an entry for each room of an order. */
function toOrders({ reference, status, rooms }: ChannelReservation, view: ConnectionView): PreviewedOrder[] {
  return rooms.map(({ checkin, checkout, externalRoom }) => {
    const { roomId = null, unitId = null } =
      view.rooms.find((room) => room.externalRoom === externalRoom) ?? {};
    return { reference, status, checkin, checkout, externalRoom, roomId, unitId };
  });
}
