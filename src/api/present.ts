// Converts model types to the public records: the only place that knows the wire's field names.

import type { Static } from 'typebox';
import { nightsDeliveryOf } from '../channels/registry.ts';
import type { NamedActor } from '../model/actor.ts';
import type { LoggedExchange, Connection as ModelConnection, Pause, RoomMapping } from '../model/channel.ts';
import { type ChannelDifference, NAMES_OF_BOTH } from '../model/channel-difference.ts';
import { type ConnectedOta, describeOtaProblem } from '../model/connected-ota.ts';
import { describeReading } from '../model/ical/reading.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { BookingMessage } from '../model/message.ts';
import { toMajor } from '../model/money.ts';
import { momentIn, type PlainDate, toPlainDate } from '../model/night.ts';
import type { Property as ModelProperty } from '../model/property.ts';
import { withoutUrlSecrets } from '../model/redact.ts';
import type { EarlierRoom, Reservation } from '../model/reservation.ts';
import { type ConnectionLimits, describeSalesLimits } from '../model/sales-limits.ts';
import { countGuests, type ReportedCharge, type VirtualCard } from '../model/stay-details.ts';
import type { Task as ModelTask } from '../model/task.ts';
import { coversStay, unitOn } from '../model/unit.ts';
import type { Activity } from '../pms/activity.ts';
import type { CalendarFeed } from '../pms/calendar-feeds.ts';
import type { ChannelNight as ModelChannelNight } from '../pms/channel-nights.ts';
import { NO_PROOF } from '../pms/channel-sync/proof-of-nights.ts';
import type { StoredExchange } from '../pms/channel-sync/sync-log.ts';
import type { Review as ModelReview } from '../pms/reviews.ts';
import type { Room as ModelRoom } from '../pms/rooms.ts';
import type { Token as ModelToken } from '../pms/tokens.ts';
import type { User } from '../pms/users.ts';
import { isFullySignedIn } from './admission.ts';
import { presentCause } from './cause-record.ts';
import { linkWarning } from './link-warning.ts';
import type { Call } from './operation.ts';
import type {
  channelNightSchema,
  conflictSchema,
  connectedOtaSchema,
  connectionSchema,
  exchangeSchema,
  operatorPropertySchema,
  operatorRoomSchema,
  salesLimitsSchema,
  tokenSchema,
  userSchema,
} from './operator/records.ts';
import type {
  accountingEntrySchema,
  actorSchema,
  bookingSchema,
  chargeSchema,
  differenceSchema,
  earlierRoomSchema,
  icalLinkSchema,
  logEntrySchema,
  messageSchema,
  propertySchema,
  reviewSchema,
  roomSchema,
  taskSchema,
  unitNightsSchema,
  virtualCardSchema,
} from './records.ts';

/** Formats a moment in UTC, always with milliseconds: 2026-12-01T15:00:00.000Z. */
export function presentMoment(instant: Temporal.Instant | string): string {
  if (typeof instant === 'string') return instant; // already formatted, in lists
  return new Date(instant.epochMilliseconds).toISOString();
}

export function presentBooking(
  reservation: Reservation<Temporal.Instant | string>,
  property: ModelProperty,
  today: PlainDate,
): Static<typeof bookingSchema> {
  const unit = unitOn(reservation, today);
  return {
    order_id: reservation.reservationId,
    hotel_id: reservation.hotelId,
    room_id: reservation.roomId,
    name: reservation.guestName,
    email: reservation.guestEmail,
    phone: reservation.guestPhone,
    checkin: propertyMoment(property, property.settings.checkinTime, reservation.checkin),
    checkout: propertyMoment(property, property.settings.checkoutTime, reservation.checkout),
    price: toMajor(reservation.priceMinor, reservation.currency),
    referral_order_id: reservation.channelReference,
    status: reservation.status,
    channel: reservation.channel,
    currency: reservation.currency,
    created_at: presentMoment(reservation.createdAt),
    updated_at: presentMoment(reservation.updatedAt),
    adults: reservation.adults,
    children: reservation.children && [...reservation.children],
    notes: reservation.notes,
    arrival_time: reservation.arrivalTime,
    guests: countGuests(reservation),
    language: reservation.language,
    country: reservation.country,
    meal: reservation.meal,
    collected_by: reservation.collectedBy,
    virtual_card:
      reservation.virtualCard && presentVirtualCard(reservation.virtualCard, reservation.currency),
    commission: reservation.commissionMinor && toMajor(reservation.commissionMinor, reservation.currency),
    charges: reservation.charges?.map((charge) => presentCharge(charge, reservation.currency)) ?? null,
    // Data recorded before there were holds does not have it.
    held_until: reservation.heldUntil ? presentMoment(reservation.heldUntil) : null,
    unit_id: unit?.unitId ?? null,
    unit: unit?.name ?? null,
    unit_pinned: reservation.unitPinned,
    unit_nights: presentUnitNights(reservation),
    companions: reservation.companions?.map(({ name, age }) => ({ name, age })) ?? null,
    total: toMajor(reservation.totalMinor, reservation.currency),
    paid: toMajor(reservation.paidMinor, reservation.currency),
    balance: toMajor(reservation.totalMinor - reservation.paidMinor, reservation.currency),
    guest_id: reservation.guestId ?? null,
    // Data recorded before there were groups does not have it.
    group_id: reservation.groupId ?? null,
    // Data recorded before guests could move during their stay does not have it.
    earlier_rooms: reservation.earlierRooms?.map(presentEarlierRoom) ?? null,
    // Data recorded before bookings knew their connection does not have it.
    connection: reservation.connection ?? null,
    // Data recorded before channels and people could differ does not have it.
    differences: reservation.differences?.map(presentDifference) ?? null,
    // Data recorded before stays could be longer than their channel knows does not have them.
    channel_checkin: reservation.channelCheckin?.toString() ?? null,
    channel_checkout: reservation.channelCheckout?.toString() ?? null,
  };
}

function presentDifference({
  member,
  value,
  since,
  currency,
}: ChannelDifference): Static<typeof differenceSchema> {
  const shown = currency === undefined ? value : toMajor(value as number, currency);
  return {
    member: NAMES_OF_BOTH[member],
    value: shown as Static<typeof differenceSchema>['value'],
    currency: currency ?? null,
    since: presentMoment(Temporal.Instant.from(since)),
  };
}

function presentEarlierRoom({ roomId, from, until }: EarlierRoom): Static<typeof earlierRoomSchema> {
  return { room_id: roomId, fromdate: from, todate: toPlainDate(until).subtract({ days: 1 }).toString() };
}

/** Returns which unit the stay has in which nights; null where one unit, or none, is the whole answer. */
function presentUnitNights({
  unitNights,
  checkin,
  checkout,
}: Pick<Reservation, 'unitNights' | 'checkin' | 'checkout'>): Static<typeof unitNightsSchema>[] | null {
  if (unitNights === null || (unitNights.length === 1 && coversStay(unitNights, { checkin, checkout })))
    return null;
  return unitNights.map(({ unitId, name, from, until }) => ({
    unit_id: unitId,
    unit: name,
    fromdate: from,
    todate: toPlainDate(until).subtract({ days: 1 }).toString(),
  }));
}

function presentVirtualCard(card: VirtualCard, currency: string): Static<typeof virtualCardSchema> {
  return {
    active_from: card.activeFrom,
    active_until: card.activeUntil,
    amount: card.amountMinor && toMajor(card.amountMinor, currency),
  };
}

function presentCharge(charge: ReportedCharge, currency: string): Static<typeof chargeSchema> {
  return {
    kind: charge.kind,
    description: charge.description,
    amount: toMajor(charge.amountMinor, currency),
    quantity: charge.quantity,
    included: charge.included,
    collected_by: charge.collectedBy,
  };
}

/** Returns the record of a booking that has a conflict, with the reason. */
export function presentConflict(
  reservation: Reservation,
  property: ModelProperty,
  today: PlainDate,
): Static<typeof conflictSchema> {
  return { ...presentBooking(reservation, property, today), conflict: reservation.conflict ?? '' };
}

/**
 * Formats the moment of a local time of the property on a date. Cached: lists repeat the same few, and time
 * zone conversions are slow.
 */
function propertyMoment({ timezone }: ModelProperty, time: string, date: PlainDate): string {
  const clock = `${timezone} ${time}`;
  let known = propertyMoments.get(clock);
  if (!known) {
    if (propertyMoments.size >= CACHED_TIMEZONES) propertyMoments.clear();
    known = new WeakMap();
    propertyMoments.set(clock, known);
  }
  let text = known.get(date);
  if (text === undefined) {
    text = presentMoment(momentIn(timezone, date, time));
    known.set(date, text);
  }
  return text;
}

/**
 * The cache: by time zone and time, then by date object. Dates are shared objects (see model/night.ts); an
 * entry is dropped with its date.
 */
const propertyMoments = new Map<string, WeakMap<PlainDate, string>>();
const CACHED_TIMEZONES = 1_000;

export function presentRoom(from: ModelRoom, property: ModelProperty): Static<typeof roomSchema> {
  return {
    room_id: from.roomId,
    hotel_id: from.hotelId,
    name: from.name,
    capacity: from.capacity,
    price: toMajor(from.priceMinor, property.currency),
    units: from.units,
    cots: from.cots,
  };
}

export function presentOperatorRoom(
  from: ModelRoom,
  property: ModelProperty,
): Static<typeof operatorRoomSchema> {
  const { cots, ...room } = presentRoom(from, property);
  return { ...room, min_stay: from.minStay, cots };
}

export function presentMessage(from: BookingMessage): Static<typeof messageSchema> {
  return {
    id: from.messageId,
    hotel_id: from.hotelId,
    rid: from.reservationId,
    message: from.guestText,
    reply: from.reply,
    created_at: presentMoment(from.createdAt),
    channel: from.channel,
    replied_at: from.repliedAt && presentMoment(from.repliedAt),
    delivery: from.delivery,
    delivery_error: from.deliveryError,
    needs_reply: from.needsReply,
    attachments: [...from.attachments],
    delivery_error_cause: presentCause(from.deliveryErrorCause),
  };
}

export function presentTask(from: ModelTask): Static<typeof taskSchema> {
  return {
    task_id: from.taskId,
    hotel_id: from.hotelId,
    room_id: from.roomId,
    task_name: from.name,
    assignee: from.assignee,
    status: from.status,
    updated: presentMoment(from.updatedAt),
    date: from.due.toString(),
    order_id: from.reservationId,
    unit_id: from.unitId,
    unit: from.unitName,
    photos: from.photos.map(({ photoId, addedAt }) => ({ photo_id: photoId, added_at: addedAt })),
  };
}

/** Returns the record of who made a change. A channel's name is that of its connection. */
export function presentActor(actor: NamedActor): Static<typeof actorSchema> {
  const { kind } = actor;
  return {
    kind,
    name: kind === 'channel' ? actor.channel : actor.name,
    ...(kind === 'person' && { user_id: actor.userId }),
    ...((kind === 'token' || kind === 'agent') && { token_id: actor.tokenId }),
    ...(kind === 'agent' && { agent: actor.agent }),
    ...(kind === 'agent' &&
      actor.approvedBy !== undefined && {
        approved_by: { user_id: actor.approvedBy, name: actor.approver ?? null },
      }),
  };
}

export function presentAccountingEntry(from: LedgerEntry): Static<typeof accountingEntrySchema> {
  return {
    id: from.entryId,
    hotel_id: from.hotelId,
    amount: toMajor(from.amountMinor, from.currency),
    type: from.type,
    description: from.description,
    currency: from.currency,
    room_id: from.roomId,
    order_id: from.reservationId,
    date: from.date.toString(),
    created_at: presentMoment(from.createdAt),
    code: from.code,
    quantity: from.quantity,
    service_from: from.serviceFrom?.toString() ?? null,
    service_until: from.serviceUntil?.toString() ?? null,
    vat_category: from.vatCategory,
    vat_rate: from.vatRateBp && from.vatRateBp / 100,
    collected_by: from.collectedBy,
    method: from.method,
    reference: from.reference,
    reverses_id: from.reversesId,
    day_amounts: from.dayAmountsMinor?.map((amountMinor) => toMajor(amountMinor, from.currency)) ?? null,
    posted_by: from.postedBy && presentActor(from.postedBy),
  };
}

/**
 * Returns the record of a feed, with the dates of `window` in its address, and a warning if no channel can
 * reach it.
 */
export function presentIcalLink(
  from: CalendarFeed,
  baseUrl: string,
  window: { fromdate?: string; todate?: string },
): Static<typeof icalLinkSchema> {
  const dates = new URLSearchParams(Object.entries(window)).toString();
  return {
    id: from.feedId,
    hotel_id: from.hotelId,
    room_id: from.roomId,
    url: `${baseUrl}/ical/${from.feedKey}.ics${dates && `?${dates}`}`,
    channel_name: from.channel,
    ...linkWarning(baseUrl),
    unit_id: from.unitId,
  };
}

export function presentProperty(from: ModelProperty): Static<typeof propertySchema> {
  const { settings } = from;
  return {
    hotel_id: from.hotelId,
    name: from.name,
    currency: from.currency,
    address: from.address,
    timezone: from.timezone,
    settings: {
      checkin_time: settings.checkinTime,
      checkout_time: settings.checkoutTime,
      language: settings.language,
      email: settings.email,
      phone: settings.phone,
      website: settings.website,
      horizon_days: settings.horizonDays,
      inspects_units: settings.inspectsUnits,
      // Properties recorded before they had it do not have it.
      books_closed_until: settings.booksClosedUntil?.toString() ?? null,
      infants_under_age: settings.infantsUnderAge ?? 0,
    },
    // As above.
    archived_at: from.archivedAt ? presentMoment(from.archivedAt) : null,
  };
}

export function presentOperatorProperty(from: ModelProperty): Static<typeof operatorPropertySchema> {
  const { channelRecords, exchanges, ...others } = from.retention;
  const { archived_at, ...profile } = presentProperty(from);
  return {
    ...profile,
    subscription: presentSubscription(from),
    retention: { ...others, channel_records: channelRecords, exchanges },
    test_until: from.testUntil && presentMoment(from.testUntil),
    archived_at,
  };
}

export function presentSubscription({ subscription: from }: ModelProperty) {
  return { plan: from.plan, status: from.status, renews_at: from.renewsAt && presentMoment(from.renewsAt) };
}

export function presentReview(from: ModelReview): Static<typeof reviewSchema> {
  return {
    id: from.reviewId,
    hotel_id: from.hotelId,
    room_id: from.roomId,
    order_id: from.reservationId,
    channel: from.channel,
    guest_name: from.guestName,
    score: from.score,
    scores: from.scores,
    title: from.title,
    positive: from.positive,
    negative: from.negative,
    language: from.language,
    reply: from.reply,
    created_at: presentMoment(from.createdAt),
    // Data recorded before the delivery of a reply was shown does not have the errors.
    delivery: from.replyDelivery,
    delivery_error: from.deliveryError ?? null,
    delivery_error_cause: presentCause(from.deliveryErrorCause ?? null),
  };
}

export function presentLogEntry(from: Activity): Static<typeof logEntrySchema> {
  const shared = {
    id: from.entryId,
    hotel_id: from.hotelId,
    kind: from.kind,
    created_at: presentMoment(from.createdAt),
    summary: from.summary,
    duration_ms: Math.round(from.durationMs * 100) / 100,
  };
  if (from.kind === 'api') {
    const { method, path, status: code, requestId, tokenLabel } = from;
    return { ...shared, method, path, status: code, request_id: requestId, token_label: tokenLabel };
  }
  const { channel, direction, operation, outcome, items, error } = from;
  return { ...shared, channel, direction, operation, outcome, items, error };
}

/** Returns the record of a person who may sign in. */
export function presentUser(from: User): Static<typeof userSchema> {
  return {
    user_id: from.userId,
    name: from.name,
    email: from.email,
    language: from.language,
    role: from.role,
    roles: from.roles.map(({ hotelId, role }) => ({ hotel_id: hotelId, role })),
    has_password: from.hasPassword,
    has_second_factor: from.hasSecondFactor,
    passkeys: from.passkeys.map((passkey) => ({
      passkey_id: passkey.passkeyId,
      name: passkey.name,
      created_at: presentMoment(passkey.createdAt),
      last_used_at: passkey.lastUsedAt && presentMoment(passkey.lastUsedAt),
    })),
    created_at: presentMoment(from.createdAt),
    last_seen_at: from.lastSeenAt && presentMoment(from.lastSeenAt),
    link_valid_until: from.linkValidUntil && presentMoment(from.linkValidUntil),
  };
}

export function presentToken(from: ModelToken): Static<typeof tokenSchema> {
  return {
    id: from.tokenId,
    label: from.label,
    access: from.access,
    created_at: presentMoment(from.createdAt),
    last_used_at: from.lastUsedAt && presentMoment(from.lastUsedAt),
    revoked_at: from.revokedAt && presentMoment(from.revokedAt),
    scopes: from.scopes && [...from.scopes],
    hotel_ids: [...(from.hotelIds ?? [])],
    all_properties: from.hotelIds === null,
  };
}

function presentConnectedOta(from: ConnectedOta, channel: string): Static<typeof connectedOtaSchema> {
  return {
    ota_id: from.externalId,
    ota: from.ota,
    name: from.name,
    active: from.active,
    removal_date: from.removalDate && String(from.removalDate),
    problems: from.problems.map(({ kind, detail, since, reportedAt }) => ({
      kind,
      message: describeOtaProblem({ kind, detail }, from, channel),
      detail,
      since: presentMoment(since),
      reported_at: presentMoment(reportedAt),
    })),
  };
}

/**
 * Returns the record of a connection. Secrets in its own URL are hidden, and the address that the channel calls is from whoever signed in with a PIN; `state` is `closing` while all of it
 * is being closed.
 */
export function presentConnection(
  from: ModelConnection,
  { baseUrl, token, property }: Pick<Call, 'baseUrl' | 'token' | 'property'>,
): Static<typeof connectionSchema> {
  return {
    hotel_id: from.hotelId,
    channel: from.channel,
    protocol: from.protocol,
    url: from.url && withoutUrlSecrets(from.url),
    settings: from.settings,
    has_credentials: from.hasCredentials,
    inbound_url:
      from.channelKey === null || nightsDeliveryOf(from.protocol) === 'feeds' || !isFullySignedIn(token)
        ? null
        : `${baseUrl}/channels/${from.channelKey}`,
    state: from.closing?.whole ? 'closing' : from.state,
    last_error: from.lastError,
    last_sync: from.lastSyncAt && presentMoment(from.lastSyncAt),
    paused: from.paused && presentPause(from.paused),
    closing: from.closing && {
      since: presentMoment(from.closing.since),
      open_nights: from.closing.openNights,
      rooms: from.rooms.filter((room) => room.closing && !room.unitId).map((room) => room.roomId),
      units: from.rooms.flatMap((room) => (room.closing && room.unitId) || []),
    },
    otas: from.otas.list.map((ota) => presentConnectedOta(ota, from.channel)),
    otas_read_at: from.otas.readAt && presentMoment(from.otas.readAt),
    rooms: from.rooms.flatMap(({ roomId, unitId = null, externalRoom, externalRates, icalUrl }) =>
      (externalRates.length > 0 ? externalRates : [null]).map((external_rate) => ({
        room_id: roomId,
        external_room: externalRoom,
        external_rate,
        ical_url: icalUrl,
        unit_id: unitId,
      })),
    ),
    calendars: from.rooms.flatMap(presentReading),
    sales_limits: from.salesLimits && presentSalesLimits(from.salesLimits, from.channel, property),
    last_error_cause: presentCause(from.lastErrorCause),
  };
}

function presentSalesLimits(
  limits: ConnectionLimits,
  channel: string,
  { currency, settings: { horizonDays } }: ModelProperty,
): Static<typeof salesLimitsSchema> {
  const { minPriceMinor, maxPriceMinor, changedPrices } = limits;
  const major = (minor: number | null) => (minor === null ? null : toMajor(minor, currency));
  const amountOf = (minor: number) => `${toMajor(minor, currency)} ${currency}`;
  return {
    days_ahead: limits.daysAhead,
    open_days: limits.openDays,
    cut_off: limits.cutOff,
    min_price: major(minPriceMinor),
    max_price: major(maxPriceMinor),
    changed_prices: changedPrices.map(({ effect, nights, first, soldAtMinor }) => ({
      effect,
      nights,
      room_id: first.roomId,
      date: first.date.toString(),
      price: toMajor(first.priceMinor, currency),
      sold_at: toMajor(soldAtMinor, currency),
    })),
    messages: describeSalesLimits(limits, { channel, horizonDays, amountOf }),
  };
}

/** Returns what was found in the calendar of a mapping, as a list: empty if it has none that was read. */
function presentReading({ roomId, unitId = null, reading }: RoomMapping) {
  if (!reading) return [];
  return [
    {
      room_id: roomId,
      unit_id: unitId,
      read_at: presentMoment(reading.readAt),
      events: reading.events,
      stays: reading.stays,
      closed_nights: reading.closedNights,
      left_out: reading.leftOut,
      message: `${unitId === null ? `room ${roomId}` : `unit ${unitId}`}: ${describeReading(reading)}`,
    },
  ];
}

export function presentChannelNight(
  from: ModelChannelNight,
  currency: string,
): Static<typeof channelNightSchema> {
  const {
    roomId,
    unitId = null,
    date,
    state,
    message,
    confirmed,
    proof = NO_PROOF,
    closedInstead = false,
  } = from;
  return {
    room_id: roomId,
    date: date.toString(),
    state,
    message,
    unit_id: unitId,
    confirmed: confirmed
      ? {
          at: confirmed.at && presentMoment(confirmed.at),
          available: confirmed.available,
          price: confirmed.priceMinor === null ? null : toMajor(confirmed.priceMinor, currency),
          min_stay: confirmed.minStay,
        }
      : null,
    count_confirmed_in: presentLoggedExchange(proof.countConfirmedIn),
    values_confirmed_in: presentLoggedExchange(proof.valuesConfirmedIn),
    refused_in: presentLoggedExchange(proof.refusedIn),
    closed_instead: closedInstead,
    message_cause: presentCause(from.cause),
  };
}

function presentLoggedExchange(from: LoggedExchange | null) {
  return from && { log_id: from.entryId, exchange: from.position };
}

export function presentExchange(from: StoredExchange): Static<typeof exchangeSchema> {
  const { at, durationMs, position, ...rest } = from;
  return { at: presentMoment(at), ...rest, duration_ms: Math.round(durationMs * 100) / 100, position };
}

export function presentPause({ since, reason }: Pause): { since: string; reason: string } {
  return { since: presentMoment(since), reason };
}
