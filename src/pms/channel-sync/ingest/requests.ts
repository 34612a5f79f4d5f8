// Requests to book from a channel: checks as for a sale, a dry run of them, and repeated requests.
import type { Database, Queryable } from '../../../db/database.ts';
import type { BookingRequest, RequestedDates, RequestRefusal } from '../../../model/booking-request.ts';
import type { RoomMapping } from '../../../model/channel.ts';
import {
  datesAfterReport,
  type JoinedDates,
  nightsInHouse,
  ownNightsOf,
} from '../../../model/channel-dates.ts';
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import { countNights, nightsBetween } from '../../../model/night.ts';
import { type Property, todayAt } from '../../../model/property.ts';
import type { Reservation } from '../../../model/reservation.ts';
import { unitOfNight } from '../../../model/unit.ts';
import { listNights } from '../../inventory/calendar.ts';
import { roomUnavailable, type TakenNight } from '../../inventory/nights.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../property-transaction.ts';
import { changeReservation } from '../../reservations/change.ts';
import { requireReservation } from '../../reservations/find.ts';
import {
  RequestRefused,
  type RequestWithContext,
  refusalOf,
  requireArrival,
  requireEndAndGuests,
  requireSellableNights,
} from '../../reservations/request-rules.ts';
import { requireRoom } from '../../rooms.ts';
import { claimSoldUnit } from '../../units/sold-unit.ts';
import { requireUnitFree, requireUnitOf } from '../../units/unit-calendars.ts';
import { findMapping } from './mapped-rooms.ts';
import { readLastAppliedVersion, roomsHeldByChannel } from './rooms-held-by-channel.ts';
import { type ChannelStay, listStays } from './stays.ts';

/** The connection that the request came through. */
type RequestSource = { property: Property; channel: string; rooms: readonly RoomMapping[] };

type WantedRoom = RequestedDates & Pick<ChannelRoomStay, 'externalRoom' | 'externalRate'>;

/** Checks before the nights are taken, and of the taken nights; both throw the refusal (see `refusalOf`). */
type RequestChecks = { beforeTaking(): void; ofNights(nights: readonly TakenNight[]): void };

/** Prepares the checks of a request. Throws the refusal if its room is not mapped, or retired. */
export async function requestChecks(
  tx: PropertyTransaction,
  source: RequestSource,
  request: BookingRequest,
  wanted: WantedRoom,
): Promise<RequestChecks> {
  const checked = await toRequestWithContext(tx, source, request, wanted, tx.now);
  return {
    beforeTaking: () => {
      requireArrival(checked);
      requireEndAndGuests(checked);
    },
    ofNights: (nights) => requireSellableNights(checked, nights, nights[0]!.closedToDeparture),
  };
}

/** Returns why a request would be refused now; null if it would be accepted. Takes no nights. */
export async function checkRequest(
  db: Queryable,
  source: RequestSource,
  request: BookingRequest,
  { wanted, now }: { wanted: WantedRoom; now: Temporal.Instant },
): Promise<RequestRefusal | null> {
  try {
    const { hotelId } = source.property;
    const checked = await toRequestWithContext(db, source, request, wanted, now);
    requireArrival(checked);
    requireEndAndGuests(checked);
    const { checkin, checkout, room } = checked;
    // With the day of departure, which may be closed to departure.
    const window = { from: checkin, until: checkout.add({ days: 1 }), roomId: room.roomId };
    const size = countNights(checkin, checkout) + 1;
    const days = await listNights(db, hotelId, window, { size, after: null });
    const nights = days.slice(0, -1);
    const full = nights.filter(({ available }) => available < 1).map(({ date }) => date.toString());
    if (full.length > 0) throw roomUnavailable(full);
    requireSellableNights(checked, nights, days.at(-1)!.closedToDeparture);
    await requireUnit({ query: db.query.bind(db), hotelId }, checked);
    return null;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refusal;
  }
}

/**
 * Returns why an order of the channel may not be altered to this stay; null if it may. The change is made
 * like a change here, so that nights which the order holds already are available to it, and is rolled back.
 * Throws no refusal.
 */
export async function checkAlteration(
  db: Database,
  source: RequestSource,
  request: BookingRequest,
  { reference, wanted, now }: { reference: string; wanted: WantedRoom; now: Temporal.Instant },
): Promise<RequestRefusal | null> {
  const { property, channel } = source;
  const { hotelId } = property;
  const allowed = new Error('rolled back');
  try {
    return await inPropertyTransaction(
      db,
      { hotelId, now, actor: { kind: 'channel', channel } },
      async (tx) => {
        const checked = await toRequestWithContext(tx, source, request, wanted, now);
        const [stay] = await listStays(tx, channel, reference);
        if (!stay) {
          const message = `No order of ${channel} is stored as ${reference}: it cannot be altered.`;
          throw new RequestRefused({ reason: 'other', message });
        }
        const { checkin, checkout, room, today } = checked;
        const before = await requireReservation(tx, hotelId, stay.reservationId);
        if (!checkin.equals(before.channelCheckin ?? before.checkin)) requireArrival(checked);
        requireEndAndGuests(checked);
        const patch = { roomId: room.roomId, ...datesOfAlteration(before, { checkin, checkout, today }) };
        const { reservationId } = stay;
        // To the listing of another unit the stay moves, whoever has its present one.
        const isMoved = stay.externalRoom !== wanted.externalRoom;
        const unit = isMoved && checked.unitId !== null ? { unitId: checked.unitId } : undefined;
        const changed = await changeReservation(tx, { reservationId, patch, today, taking: 'sale', unit });
        if (!isMoved) await requireSoldUnit(tx, { before, changed }, checked);
        throw allowed;
      },
    );
  } catch (error) {
    if (error === allowed) return null;
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refusal;
  }
}

/** Returns the dates of a stay that is altered to these: the house's own nights, and those of a guest in the house, stay beside them. */
function datesOfAlteration(
  before: Reservation,
  { checkin, checkout, today }: Pick<CheckedRequest, 'checkin' | 'checkout' | 'today'>,
): JoinedDates['dates'] {
  const inHouse = nightsInHouse(before, today);
  const after = datesAfterReport(before, { from: checkin, until: checkout }, inHouse);
  if (after.kind === 'joined' && (inHouse !== null || ownNightsOf(before).length > 0)) return after.dates;
  return { checkin, checkout, channelCheckin: checkin, channelCheckout: checkout };
}

/** A request with its context, and the unit that the channel asks for; null = any of the room. */
type CheckedRequest = RequestWithContext & { unitId: number | null };

/** Throws `unit_taken` if somebody has the unit of the request in one of its nights, `unknown_unit` if it is not in use any more. */
async function requireUnit(
  db: Pick<PropertyTransaction, 'query' | 'hotelId'>,
  { unitId, room: { roomId }, checkin: from, checkout: until }: CheckedRequest,
): Promise<void> {
  if (unitId === null) return;
  await requireUnitFree(db, await requireUnitOf(db, { unitId, roomId }), { from, until });
}

/** Throws `room_unavailable` if an altered stay would be without its unit in a night in which it was not before. */
async function requireSoldUnit(
  tx: PropertyTransaction,
  { before, changed }: { before: Reservation; changed: Reservation },
  { unitId, today }: CheckedRequest,
): Promise<void> {
  if (unitId === null) return;
  const after = await claimSoldUnit(tx, changed, unitId, today);
  const hadNone = new Set(nightsWithoutUnit(before));
  const full = nightsWithoutUnit(after).filter((night) => !hadNone.has(night));
  if (full.length > 0) throw roomUnavailable(full);
}

function nightsWithoutUnit({ checkin, checkout, unitNights }: Reservation): string[] {
  return nightsBetween(checkin, checkout)
    .filter((night) => !unitOfNight(unitNights ?? [], night))
    .map(String);
}

async function toRequestWithContext(
  db: Queryable,
  { property, channel, rooms }: RequestSource,
  request: BookingRequest,
  wanted: WantedRoom,
  now: Temporal.Instant,
): Promise<CheckedRequest> {
  const mapping = findMapping(rooms, wanted);
  if (mapping === null) {
    const message = `No room is mapped to ${wanted.externalRoom ?? '(none named)'} at ${channel}: connect one with it.`;
    throw new RequestRefused({ reason: 'unknown_room', message });
  }
  const { checkin, checkout } = wanted;
  return {
    ...request,
    checkin,
    checkout,
    room: await requireRoom(db, property.hotelId, mapping.roomId),
    unitId: mapping.unitId ?? null,
    currency: property.currency,
    horizonDays: property.settings.horizonDays,
    today: todayAt(property, now),
  };
}

/** `isNew`: this version of the order had not been stored before. */
type RepeatedRequest = { reservation: ChannelReservation; stays: readonly ChannelStay[]; isNew: boolean };

/**
 * Checks a request whose reference was accepted before: the same request stays accepted. Throws
 * RequestRefused if its booking has been cancelled since, or if it is for another stay than the accepted one.
 */
export async function requireSameRequest(
  tx: PropertyTransaction,
  channel: string,
  { reservation, stays, isNew }: RepeatedRequest,
): Promise<void> {
  const { reference } = reservation;
  if (stays.every(({ status, holdsNights }) => status === 'cancelled' && !holdsNights)) {
    throw new RequestRefused({
      reason: 'already_cancelled',
      message: `The request ${reference} was accepted, and its booking has been cancelled since.`,
    });
  }
  if (!isNew) return;
  const [wanted] = reservation.rooms;
  const accepted = [...roomsHeldByChannel(await readLastAppliedVersion(tx, channel, reference)), ...stays];
  const same = accepted.some(
    ({ externalRoom, checkin, checkout }) =>
      externalRoom === wanted?.externalRoom &&
      checkin.equals(wanted.checkin) &&
      checkout.equals(wanted.checkout),
  );
  if (same) return;
  throw new RequestRefused({
    reason: 'already_accepted_otherwise',
    message: `The request ${reference} was accepted for another stay: ask for this one under a reference of its own.`,
  });
}
