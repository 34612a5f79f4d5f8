// A dry run of a connection: compares the channel's calendar and orders with what would be pushed. Reads
// only, within 25 seconds, and names what could not be read in that time; stores and acknowledges nothing.

import type { Adapter, ConnectionView, KnownNight, MappedRoom } from '../../channels/channel.ts';
import type { ChannelClient } from '../../channels/channel-client.ts';
import { about, type Cause, type Failure } from '../../model/cause.ts';
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
    if (test.failure !== null) return { ...previewWithoutChannel(request, view, TEST_NOT_PASSED), ...test };
    const calendar = await readCalendar(preview, request);
    const reservations = await readReservations(preview, request);
    return { ...test, ...calendar, reservations };
  };
}

function reasonToSkip(adapter: Adapter, { loaded }: PreviewRequest): Failure | null {
  if (loaded.connection.paused) return PAUSED;
  return adapter.authorization?.login?.renews ? LOGIN_NOT_TRIED : null;
}

const PAUSED: Failure = {
  reason: 'not read, because the connection is paused',
  cause: { code: 'paused' },
};
const LOGIN_NOT_TRIED: Failure = {
  reason: 'not read, because a log-in may use up the credentials that are given',
  cause: { code: 'login_not_tried' },
};
const TEST_NOT_PASSED: Failure = {
  reason: 'not read, because the channel did not accept the test',
  cause: { code: 'test_not_passed' },
};
const NO_NIGHTS: Failure = { reason: 'no night would be pushed', cause: { code: 'no_nights' } };
const NO_LIST: Failure = {
  reason: 'the channel sends its reservations by itself: there is no list of them',
  cause: { code: 'no_list' },
};
const READING_MARKS: Failure = {
  reason: 'not read, because reading marks them as retrieved at the channel',
  cause: { code: 'reading_marks' },
};

function previewWithoutChannel(
  { nights }: PreviewRequest,
  view: ConnectionView,
  failure: Failure,
): ChannelPreview {
  return {
    accepted: null,
    failure,
    calendar: { failure },
    rooms: view.rooms.map((room) => ({
      ...countOurs(room, nights),
      opened: null,
      closed: null,
      repriced: null,
      unknown: null,
    })),
    reservations: { failure, orders: [], more: false },
  };
}

async function testMapping({
  adapter,
  view,
  client,
}: PreviewContext): Promise<Pick<ChannelPreview, 'accepted' | 'failure'>> {
  const { test } = adapter;
  if (!test) return { accepted: null, failure: null };
  const verdict = await sendTest(client, { test, view });
  if (verdict.kind === 'ok') return { accepted: true, failure: null };
  const { kind, reason, cause } = verdict;
  return { accepted: kind === 'retry' ? null : false, failure: { reason, cause } };
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
  const withoutCalendar = (failure: Failure) => {
    const { calendar, rooms } = previewWithoutChannel(request, view, failure);
    return { calendar, rooms };
  };
  if (!readBack) {
    const reason = `the calendar cannot be read back with the protocol ${adapter.protocol}`;
    return withoutCalendar({ reason, cause: { code: 'not_shown' } });
  }
  if (!from || !to) return withoutCalendar(NO_NIGHTS);
  const known: KnownNight[] = [];
  for (const read of readBack.request(view, { from, to })) {
    const verdict = await client.request(read, (response) => readBack.decode(response, view));
    if (verdict.kind !== 'ok')
      return withoutCalendar(failureToRead('the calendar', verdict, about(verdict.cause, 'calendar')));
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
  return { calendar: { failure: null }, rooms };
}

function failureToRead(what: string, { reason }: Pick<Failure, 'reason'>, cause: Cause): Failure {
  return { reason: `${what} could not be read: ${reason}`, cause };
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
  const nothing = (failure: Failure) => ({ failure, orders: [], more: false });
  if (!pull) return nothing(NO_LIST);
  if (pull.readingMarks) return nothing(READING_MARKS);
  const found = new Map<string, ChannelReservation>();
  let more = false;
  let failure: Failure | null = null;
  const listing = await readOrderList({ adapter, view, client, context: { now } }, { gapSince: null });
  if (listing.kind === 'read') for (const item of listing.listing.items) found.set(item.reference, item);
  if (listing.kind === 'refused') failure = { reason: listing.reason, cause: listing.cause };
  if (listing.kind === 'failed') failure = { reason: listing.result.reason, cause: listing.result.cause };
  // Where reading the queue acknowledges it, it is not read.
  for (const request of pull.acknowledge ? pull.requests(view, { cursor: null, now: now() }) : []) {
    const verdict = await client.request(request, (response) => pull.decode(response, request, view));
    if (verdict.kind !== 'ok')
      failure ??= failureToRead('the reservations', verdict, about(verdict.cause, 'reservations'));
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
  return { failure, orders, more };
}

/** Returns an entry for each room of an order. */
function toOrders({ reference, status, rooms }: ChannelReservation, view: ConnectionView): PreviewedOrder[] {
  return rooms.map(({ checkin, checkout, externalRoom }) => {
    const { roomId = null, unitId = null } =
      view.rooms.find((room) => room.externalRoom === externalRoom) ?? {};
    return { reference, status, checkin, checkout, externalRoom, roomId, unitId };
  });
}
