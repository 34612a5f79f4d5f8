// Ingests reservations sold by a channel: stored, moved or cancelled room by room, each version once.

import type { BookingRequest } from '../../../model/booking-request.ts';
import type { RoomMapping } from '../../../model/channel.ts';
import {
  datesAfterReport,
  type JoinedDates,
  nightsInHouse,
  nightsOfChannel,
  ownNightsOf,
} from '../../../model/channel-dates.ts';
import { withStatus } from '../../../model/channel-difference.ts';
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import { nameOfUnnamedGuest } from '../../../model/guest.ts';
import { isBefore, type PlainDate } from '../../../model/night.ts';
import { type Property, todayAt } from '../../../model/property.ts';
import { RESERVATION_TRANSITIONS, type Reservation } from '../../../model/reservation.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { cancelReservation } from '../../reservations/cancel.ts';
import { changeReservation } from '../../reservations/change.ts';
import { requireReservation } from '../../reservations/find.ts';
import { readStayNights } from '../../reservations/post-charges.ts';
import { storeChannelReservation } from '../../reservations/store-channel-reservation.ts';
import { claimSoldUnit, moveToSoldUnit } from '../../units/sold-unit.ts';
import { confirmAcceptance, recordAcceptance } from './acceptances.ts';
import { chargeCancellationFees } from './cancellation-fee.ts';
import { changesOfVersion } from './changes-of-version.ts';
import {
  resetCountsAfterMove,
  resetCountsAtChannel,
  resetCountsOfNights,
  updateCountsAfterCancellation,
} from './channel-counts.ts';
import { confirmCountsAfterSale, incrementIngestVersion, resetConfirmedCounts } from './channel-sales.ts';
import { cleanIngestedTexts } from './clean-texts.ts';
import { saysTheSame } from './compare-orders.ts';
import { withoutErasedGuest } from './erased-guests.ts';
import { groupOfOrder } from './group-of-order.ts';
import { insertInboxEntry, markApplied, wasOvertaken } from './inbox.ts';
import { findMappingOnSale, soldAs } from './mapped-rooms.ts';
import { claimInquiries } from './messages.ts';
import { keepStayOfHouse, priceOfOwnNights } from './own-nights.ts';
import { reportedDetails } from './reported-details.ts';
import { reportedGuest, reportedNightPrices, reportedPrice } from './reported-values.ts';
import { requestChecks, requireSameRequest } from './requests.ts';
import { rekeyRooms } from './room-keys.ts';
import { rekeyPlaces } from './room-places.ts';
import { type AppliedVersion, readLastAppliedVersion, roomsHeldByChannel } from './rooms-held-by-channel.ts';
import { type ChannelStay, listStays, lockStays, storeChannelStay } from './stays.ts';
import { placeAmongVersions } from './superseded.ts';
import { requirePlaceholderRoom, unmappedConflict } from './unmapped.ts';

export type IngestSource = {
  property: Property;
  /** the connection that the reservation came through */
  channel: string;
  rooms: readonly RoomMapping[];
  /** the channel lowers its own count when it sells, and expects no push of that (see the adapter) */
  countsSalesItself: boolean;
  /** it also raises its count when it cancels */
  countsOwnCancellations?: boolean;
  /** set for a request to book: it is stored only if it passes the checks of a sale */
  request?: BookingRequest;
};

/** `known`: stored before; `superseded`: a later version was; `ignored`: cancels an unknown order. */
type IngestResult = {
  outcome: 'stored' | 'changed' | 'cancelled' | 'known' | 'superseded' | 'ignored';
  reservationIds: number[];
  conflict: string | null;
  /** it was applied, and another applied version was made at the same moment: only the channel's list says which of the two is in force */
  isUnsure?: boolean;
  /** the version had not come before */
  isNew?: boolean;
};

/**
 * Applies a version of an order. A sale is never refused: a full night or an unmapped room is flagged as a
 * conflict. A request to book throws its refusal (see `refusalOf`). A repeated version changes nothing; one
 * older than the applied version is stored but not applied.
 */
export async function ingestReservation(
  tx: PropertyTransaction,
  source: IngestSource,
  received: ChannelReservation,
): Promise<IngestResult> {
  const mapped = source.rooms.flatMap((room) => [room.externalRoom, ...room.externalRates]);
  const cleaned = await cleanIngestedTexts(tx, received, new Set(mapped.filter((id) => id !== null)));
  const reservation = await withoutErasedGuest(tx, source.channel, cleaned);
  const { reference, revision } = reservation;
  const arrival = { channel: source.channel, kind: 'reservation' as const, reference, revision };
  const isNew = await insertInboxEntry(tx, { ...arrival, content: reservation, sentAt: reservation.at });
  const stays = await listStays(tx, source.channel, reference);
  const reservationIds = stays.map((stay) => stay.reservationId);
  const conflict = stays.find((stay) => stay.conflict !== null)?.conflict ?? null;
  if (source.request && stays.length > 0)
    await requireSameRequest(tx, source.channel, { reservation, stays, isNew });
  if (source.request) {
    // Also for a repeated request: its answer is sent once more.
    if (!isNew) await recordAcceptance(tx, source.channel, reference);
  } else {
    await confirmAcceptance(tx, source, { reference, stays });
  }
  const isRepetition = !isNew && !(reservation.digested && (await wasOvertaken(tx, arrival)));
  if (isRepetition) return { outcome: 'known', reservationIds, conflict };
  const place = await placeAmongVersions(tx, source.channel, reservation);
  if (place.isSuperseded) {
    if (!isNew)
      return { outcome: reservation.provisional ? 'superseded' : 'known', reservationIds, conflict };
    await markApplied(tx, arrival, 'superseded');
    await incrementIngestVersion(tx, source.channel);
    await resetCountsAtChannel(tx, source, { rooms: reservation.rooms, stays });
    return { outcome: 'superseded', reservationIds, conflict };
  }
  const outcome = await apply(tx, source, { reservation, stays: await lockStays(tx, source.channel, stays) });
  await markApplied(tx, arrival, outcome.outcome);
  if (source.request) await recordAcceptance(tx, source.channel, reference);
  await claimInquiries(tx, source.channel, reservation);
  return { ...outcome, isUnsure: place.sharesMoment, isNew };
}

type Application = { reservation: ChannelReservation; stays: ChannelStay[] };

async function apply(
  tx: PropertyTransaction,
  source: IngestSource,
  { reservation, stays: before }: Application,
): Promise<IngestResult> {
  await incrementIngestVersion(tx, source.channel);
  const cancelled = reservation.status === 'cancelled';
  const wanted = cancelled ? [] : reservation.rooms;
  const known = {
    stays: before,
    last: await readLastAppliedVersion(tx, source.channel, reservation.reference),
  };
  const { stays, last } = await (reservation.keysArePlaces ? rekeyPlaces : rekeyRooms)(
    wanted,
    tx,
    source.channel,
    known,
  );
  const held = roomsHeldByChannel(last);
  const groupId = await groupOfOrder(tx, source.channel, reservation, before);
  const dropped = stays.filter((stay) => !wanted.some((room) => room.key === stay.roomKey));
  for (const stay of dropped)
    await cancelStay(tx, source, { stay, order: cancelled ? reservation : null, held });
  if (cancelled)
    await chargeCancellationFees(tx, reservation, { stays, today: todayAt(source.property, tx.now) });
  // Stays that end are released before others are moved, and these before new nights are taken.
  const kept = wanted.flatMap((room) => {
    const stay = stays.find(
      (one) =>
        one.roomKey === room.key && !isNewStay(one, room) && (!isCancelled(one) || isAsBefore(room, held)),
    );
    return stay ? [{ room, stay }] : [];
  });
  const stored = new Map<ChannelRoomStay, Reservation>();
  for (const { room, stay } of kept) {
    const moved = await moveStay(tx, source, { reservation, room, stay, last });
    if (moved) stored.set(room, moved);
  }
  for (const room of wanted.filter((one) => !stored.has(one))) {
    const former = stays.find(({ roomKey }) => roomKey === room.key);
    if (former && isCancelled(former)) await stayCancelled(tx, source, former);
    stored.set(room, await addStay(tx, source, { reservation, room, groupId }));
  }
  await resetCountsAtChannel(tx, source, {
    rooms: cancelled ? [...held, ...reservation.rooms] : held,
    stays,
  });
  const [ended, changed] =
    stays.length > 0 ? (['cancelled', 'changed'] as const) : (['ignored', 'stored'] as const);
  return {
    outcome: cancelled ? ended : changed,
    reservationIds: cancelled
      ? stays.map((stay) => stay.reservationId)
      : wanted.map((room) => stored.get(room)!.reservationId),
    conflict: wanted.map((room) => stored.get(room)!.conflict).find((conflict) => conflict !== null) ?? null,
  };
}

/** Whether the channel has the room and the dates of before. A stay that was cancelled meanwhile was cancelled here, and stays so. */
function isAsBefore(room: ChannelRoomStay, held: readonly ChannelRoomStay[]): boolean {
  return held.some(
    ({ key, externalRoom, checkin, checkout }) =>
      key === room.key &&
      externalRoom === room.externalRoom &&
      checkin.equals(room.checkin) &&
      checkout.equals(room.checkout),
  );
}

/** Whether a stay is cancelled. An early departure is not: that stay ended here. */
function isCancelled(stay: ChannelStay): boolean {
  return stay.status === 'cancelled' && !stay.holdsNights;
}

/**
 * Whether the channel has moved a stay that ended here to dates after its end, e.g. of a guest who did not
 * come when expected and comes later after all. The ended stay is not changed; the new dates, which the
 * channel has sold, become a booking of their own.
 */
function isNewStay({ status, checkout }: ChannelStay, { checkin }: ChannelRoomStay): boolean {
  return RESERVATION_TRANSITIONS[status].length === 0 && !isBefore(checkin, checkout);
}

type RoomOfOrder = { reservation: ChannelReservation; room: ChannelRoomStay };

async function addStay(
  tx: PropertyTransaction,
  source: IngestSource,
  { reservation, room, groupId }: RoomOfOrder & { groupId: number | null },
): Promise<Reservation> {
  const mapped = await findMappingOnSale(tx, source.rooms, room);
  const currency = reservation.currency ?? source.property.currency;
  const checks = source.request && (await requestChecks(tx, source, source.request, room));
  checks?.beforeTaking();
  const stored = await storeChannelReservation(
    tx,
    checks ? 'sale' : 'fact',
    {
      roomId: mapped?.roomId ?? (await requirePlaceholderRoom(tx)),
      unit: mapped?.unitId ?? undefined,
      ...(mapped === null && unmappedConflict(source.channel, room.externalRoom)),
      channel: reservation.soldBy ?? source.channel,
      channelReference: reservation.shownReference ?? reservation.reference,
      connection: source.channel,
      orderReference: reservation.reference,
      guestName: nameOfUnnamedGuest(source.channel),
      guestEmail: null,
      guestPhone: null,
      ...reportedGuest(reservation, room),
      ...reportedDetails({ order: reservation, room, currency }),
      groupId,
      checkin: room.checkin,
      checkout: room.checkout,
      priceMinor: reportedPrice(room, currency) ?? 0,
      nightPrices: reportedNightPrices(room, currency),
      currency,
      today: todayAt(source.property, tx.now),
    },
    checks?.ofNights,
  );
  await updateRoomStay(tx, source, { reservation, room }, stored.reservationId);
  const nights = {
    ...soldAs(source.rooms, room, stored.roomId),
    from: stored.checkin,
    until: stored.checkout,
  };
  if (source.countsSalesItself) {
    await confirmCountsAfterSale(tx, source.channel, { nights, soldAt: reservation.at });
  } else {
    await resetConfirmedCounts(tx, source.channel, [nights]);
  }
  return stored;
}

/** Applies a version to a stay. Null = it was moved away from the house's own nights: they stay, and the room is a new stay. */
async function moveStay(
  tx: PropertyTransaction,
  source: IngestSource,
  { reservation, room, stay, last }: RoomOfOrder & { stay: ChannelStay; last: AppliedVersion | null },
): Promise<Reservation | null> {
  const mapped = await findMappingOnSale(tx, source.rooms, room);
  const isMoved = stay.externalRoom !== room.externalRoom;
  const today = todayAt(source.property, tx.now);
  const over = RESERVATION_TRANSITIONS[stay.status].length === 0;
  const before = await requireReservation(tx, tx.hotelId, stay.reservationId);
  const inHouse = nightsInHouse(before, today);
  const dates = over ? null : datesAfterReport(before, { from: room.checkin, until: room.checkout }, inHouse);
  if (dates?.kind === 'apart') {
    await keepStay(tx, source, { stay, booking: before, today });
    return null;
  }
  const ownMinor = await pricesOfOwnNights(tx, before, dates?.dates ?? null);
  const currency = reservation.currency ?? before.currency;
  const version = { order: reservation, room, currency, last, dates, ownMinor, now: tx.now };
  // A guest who is in the house is moved by people.
  const isMovedByChannel = isMoved && inHouse === null;
  const moved =
    isMovedByChannel && !over ? await roomsOfMove(tx, source, { stay: before, was: stay, mapped }) : null;
  const changes = changesOfVersion(before, { ...version, moved });
  const changed = await changeReservation(tx, {
    reservationId: stay.reservationId,
    patch: {
      ...changes,
      // Whether a stay that was cancelled here takes place is not asked again by a version that says nothing new.
      ...(isCancelled(stay) &&
        !(last && saysTheSame(reservation, last)) && {
          differences: withStatus({ ...before, ...changes }, 'confirmed', tx.now),
        }),
      // Of a stay that has ended here, room, dates and price are not changed any more.
      ...(dates && {
        ...dates.dates,
        ...(mapped === null && unmappedConflict(source.channel, room.externalRoom)),
      }),
    },
    today,
    taking: 'fact',
    nightPrices: reportedNightPrices(room, currency),
  });
  if (isMovedByChannel || !isMoved) await takeSoldUnit(tx, changed, { mapped, isMoved, today });
  await updateRoomStay(tx, source, { reservation, room }, stay.reservationId);
  await resetCountsAfterMove(tx, source, { before: stay, after: changed, room, last });
  return changed;
}

/** Returns what the house's own nights cost before a version of the channel, and which of it they cost after it. */
async function pricesOfOwnNights(
  tx: PropertyTransaction,
  before: Reservation,
  dates: JoinedDates['dates'] | null,
): Promise<{ before: number; after: number }> {
  const after = { ...before, ...dates };
  if (ownNightsOf(before).length + ownNightsOf(after).length === 0) return { before: 0, after: 0 };
  const nights = await readStayNights(tx, before);
  return { before: priceOfOwnNights(before, nights), after: priceOfOwnNights(after, nights) };
}

/** Keeps a stay with own nights, or of a guest in the house, that its channel has given up. The channel's count of the nights that it had may have risen. */
async function keepStay(
  tx: PropertyTransaction,
  source: IngestSource,
  { stay, booking, today }: { stay: ChannelStay; booking: Reservation; today: PlainDate },
): Promise<boolean> {
  const known = nightsOfChannel(booking);
  if (!(await keepStayOfHouse(tx, booking, today))) return false;
  if (known) await resetCountsOfNights(tx, source, stay, known);
  return true;
}

/**
 * Returns the rooms here between which a stay was moved at its channel. Null if the new one is mapped to none and people have moved the
 * stay meanwhile: it stays where it is.
 */
async function roomsOfMove(
  tx: PropertyTransaction,
  source: IngestSource,
  { stay, was, mapped }: { stay: Reservation; was: ChannelStay; mapped: RoomMapping | null },
): Promise<{ from: number; to: number } | null> {
  const former = await findMappingOnSale(tx, source.rooms, was);
  const from = former?.roomId ?? (await requirePlaceholderRoom(tx));
  if (mapped === null && stay.roomId !== from) return null;
  return { from, to: mapped?.roomId ?? (await requirePlaceholderRoom(tx)) };
}

/** Gives a stay the unit whose listing its channel sold; one of another listing (`isMoved`) leaves the unit that it had. */
async function takeSoldUnit(
  tx: PropertyTransaction,
  stay: Reservation,
  { mapped, isMoved, today }: { mapped: RoomMapping | null; isMoved: boolean; today: PlainDate },
): Promise<void> {
  // A stay that people moved to another room stays there.
  if (!mapped?.unitId || mapped.roomId !== stay.roomId) return;
  await (isMoved ? moveToSoldUnit : claimSoldUnit)(tx, stay, mapped.unitId, today);
}

function updateRoomStay(
  tx: PropertyTransaction,
  source: IngestSource,
  { reservation, room }: RoomOfOrder,
  reservationId: number,
): Promise<void> {
  const { key: roomKey, externalRoom, externalRate } = room;
  const { reference } = reservation;
  return storeChannelStay(tx, source.channel, {
    reference,
    roomKey,
    externalRoom,
    externalRate,
    reservationId,
  });
}

/** `order`: the version that cancelled the whole order; null if it only dropped this room. */
type Cancellation = {
  stay: ChannelStay;
  order: ChannelReservation | null;
  held: readonly ChannelRoomStay[];
};

/** Cancels a stay that has not ended here. That of a guest who is in the house stays, as the house's. */
async function cancelStay(
  tx: PropertyTransaction,
  source: IngestSource,
  { stay, order, held }: Cancellation,
): Promise<void> {
  const today = todayAt(source.property, tx.now);
  const over = RESERVATION_TRANSITIONS[stay.status].length === 0;
  if (isCancelled(stay)) return stayCancelled(tx, source, stay);
  if (over) return;
  const booking = await requireReservation(tx, tx.hotelId, stay.reservationId);
  if (await keepStay(tx, source, { stay, booking, today })) return;
  await cancelReservation(tx, { reservationId: stay.reservationId, date: stay.checkin, today });
  await updateCountsAfterCancellation(tx, source, { stay, held, cancelledAt: order?.at ?? null });
}

/** Ends the question whether a stay that was cancelled here takes place: its channel has cancelled it as well, or given it other dates. */
async function stayCancelled(
  tx: PropertyTransaction,
  { property }: IngestSource,
  { reservationId, checkin }: ChannelStay,
): Promise<void> {
  await cancelReservation(tx, { reservationId, date: checkin, today: todayAt(property, tx.now) });
}
