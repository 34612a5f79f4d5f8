// Requests to book from a channel: checks as for a sale, a dry run of them, and repeated requests.
import type { Database, Queryable } from '../../../db/database.ts';
import type { BookingRequest, RequestedDates, RequestRefusal } from '../../../model/booking-request.ts';
import type { RoomMapping } from '../../../model/channel.ts';
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import { countNights } from '../../../model/night.ts';
import { type Property, todayAt } from '../../../model/property.ts';
import { listNights } from '../../inventory/calendar.ts';
import { roomUnavailable, type TakenNight } from '../../inventory/nights.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../property-transaction.ts';
import { changeReservation } from '../../reservations/change.ts';
import {
  RequestRefused,
  type RequestWithContext,
  refusalOf,
  requireArrival,
  requireEndAndGuests,
  requireSellableNights,
} from '../../reservations/request-rules.ts';
import { requireRoom } from '../../rooms.ts';
import { mappedRoom } from './mapped-rooms.ts';
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
  const allowed = new Error('rolled back');
  try {
    return await inPropertyTransaction(db, { hotelId: property.hotelId, now }, async (tx) => {
      const checked = await toRequestWithContext(tx, source, request, wanted, now);
      const [stay] = await listStays(tx, channel, reference);
      if (!stay) {
        const message = `No order of ${channel} is stored as ${reference}: it cannot be altered.`;
        throw new RequestRefused({ reason: 'other', message });
      }
      const { checkin, checkout, room, today } = checked;
      if (!checkin.equals(stay.checkin)) requireArrival(checked);
      requireEndAndGuests(checked);
      const patch = { roomId: room.roomId, checkin, checkout };
      await changeReservation(tx, { reservationId: stay.reservationId, patch, today, taking: 'sale' });
      throw allowed;
    });
  } catch (error) {
    if (error === allowed) return null;
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refusal;
  }
}

async function toRequestWithContext(
  db: Queryable,
  { property, channel, rooms }: RequestSource,
  request: BookingRequest,
  wanted: WantedRoom,
  now: Temporal.Instant,
): Promise<RequestWithContext> {
  const roomId = mappedRoom(rooms, wanted);
  if (roomId === null) {
    const message = `No room is mapped to ${wanted.externalRoom ?? '(none named)'} at ${channel}: connect one with it.`;
    throw new RequestRefused({ reason: 'unknown_room', message });
  }
  const { checkin, checkout } = wanted;
  return {
    ...request,
    checkin,
    checkout,
    room: await requireRoom(db, property.hotelId, roomId),
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
