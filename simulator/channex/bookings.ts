// Bookings at Channex: the feed of unacknowledged revisions, their acknowledgement, and the list of bookings.

import { type OtaReservation, type OtaService, orderTotal, type Revision, totalOf } from '../book.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { acknowledge, isWaiting } from '../mark-acknowledged.ts';
import { COMMISSION, COMPANY_ADDRESS, cardWindow, MEAL_PLANS } from '../order-details.ts';
import { type Channex, notFound, OFFLINE, pageOf, SELLERS, success, validation } from './context.ts';

/**
 * Time for which the feed contains an unacknowledged revision. The documents say 30 minutes; on the live
 * staging service it left the feed between 27 and 54 minutes after it was made. The list of bookings keeps
 * it.
 */
const FEED_TTL_MS = 30 * 60_000;

/** Whether the feed still contains this revision. */
export function isOffered({ core }: Channex, revision: Revision): boolean {
  return isWaiting(revision) && core.now() - Date.parse(revision.at) < FEED_TTL_MS;
}

export function feed(context: Channex, request: Incoming, account: string): OtaResponse {
  const property = request.query.get('filter[property_id]') ?? undefined;
  const { book, hotels, random } = context.core;
  const mine = book
    .all()
    .filter(
      (one) =>
        hotels.find(one.hotel)?.account === account && (property === undefined || one.hotel === property),
    );
  const again = request.fault('duplicate') !== undefined;
  const due = mine
    .flatMap((one) => one.revisions.map((revision) => ({ one, revision })))
    .filter(
      ({ one, revision }) =>
        isOffered(context, revision) || (again && !revision.fellBack && revision === one.revisions.at(-1)),
    )
    .sort((a, b) => (a.revision.at < b.revision.at ? -1 : a.revision.at > b.revision.at ? 1 : 0));
  const { page, meta } = pageOf(request.fault('reorder') ? random.shuffle(due) : due, request.query);
  for (const { revision } of page) revision.delivered += 1;
  request.counted(page.length);
  const unreadable = request.fault('unreadable') !== undefined;
  return success(
    page.map(({ one, revision }) => {
      const whole = resource(context, one, revision);
      return unreadable ? withoutDates(whole) : whole;
    }),
    meta,
  );
}

function withoutDates({ attributes, ...rest }: Resource): Resource {
  const rooms = attributes['rooms'] as Record<string, unknown>[];
  return {
    ...rest,
    attributes: {
      ...attributes,
      arrival_date: null,
      departure_date: null,
      rooms: rooms.map((one) => ({ ...one, checkin_date: null, checkout_date: null })),
    },
  };
}

export function oneRevision(context: Channex, request: Incoming, account: string): OtaResponse {
  const found = find(context, request.params['id'], account);
  return found ? success(resource(context, found.one, found.revision)) : notFound();
}

export function acceptAcknowledgement(context: Channex, request: Incoming, account: string): OtaResponse {
  const found = find(context, request.params['id'], account);
  if (!found) return notFound();
  const thanks: OtaResponse = { body: { meta: { message: 'Success' } } };
  if (request.fault('lost_acknowledgement')) return thanks;
  const { one, revision } = found;
  if (!revision.acknowledged) {
    const others = one.revisions.filter((other) => other !== revision && !other.acknowledged);
    // Revisions are acknowledged one by one: earlier ones stay unacknowledged.
    acknowledge(context.core, { ...one, revisions: [revision] }, revision.revision);
    if (others.some((other) => other.revision < revision.revision))
      request.advise('acknowledged before an earlier revision');
  }
  return thanks;
}

/**
 * `GET /bookings`: each booking with the values of its last revision, acknowledged or not. Filters and pages
 * as documented; `inserted_at` is the time of the booking, so that the list cannot be filtered by
 * modification.
 */
export function listBookings(context: Channex, request: Incoming, account: string): OtaResponse {
  const property = request.query.get('filter[property_id]');
  const limits = readLimits(request.query);
  if (typeof limits === 'string') return validation({ filter: [limits] });
  const found = context.core.book
    .all()
    .filter((one) => context.core.hotels.find(one.hotel)?.account === account)
    .filter((one) => property === null || one.hotel === property)
    .map((one) => bookingOf(context, one))
    .filter(({ attributes }) =>
      limits.every(({ field, least, value }) =>
        least ? String(attributes[field]) >= value : String(attributes[field]) <= value,
      ),
    );
  const { page, meta } = pageOf(found, request.query);
  request.counted(page.length);
  return success(page, meta);
}

const FILTERS = ['arrival_date', 'departure_date', 'inserted_at'];

/** Reads the bounds of `filter[…][gte]` and `[lte]`. Returns an error message as text for other filters. */
function readLimits(query: URLSearchParams): { field: string; least: boolean; value: string }[] | string {
  const limits = [];
  for (const [name, value] of query) {
    if (!name.startsWith('filter[') || name === 'filter[property_id]') continue;
    const [, field = '', bound] = /^filter\[(\w+)\]\[(gte|lte)\]$/.exec(name) ?? [];
    if (!FILTERS.includes(field)) return `${name} is not known`;
    limits.push({ field, least: bound === 'gte', value });
  }
  return limits;
}

/** Returns a booking of the list: the last revision with the booking's id. */
function bookingOf(context: Channex, one: OtaReservation) {
  const last = one.revisions.at(-1)!;
  const { booking_id: id, ...attributes } = resource(context, one, last).attributes;
  return {
    type: 'booking',
    id,
    attributes: {
      ...attributes,
      id,
      revision_id: last.id,
      acknowledge_status: last.acknowledged ? 'acknowledged' : 'pending',
      inserted_at: one.revisions[0]!.at.replace('Z', '000'),
    } as Record<string, unknown>,
  };
}

export function oneBooking(context: Channex, request: Incoming, account: string): OtaResponse {
  const one = context.ofBooking(request.params['id']);
  if (!one || context.core.hotels.find(one.hotel)?.account !== account) return notFound();
  return success(bookingOf(context, one));
}

function find(
  context: Channex,
  id: string | undefined,
  account: string,
): { one: OtaReservation; revision: Revision } | undefined {
  for (const one of context.core.book.all()) {
    const revision = one.revisions.find((own) => own.id === id);
    if (revision)
      return context.core.hotels.find(one.hotel)?.account === account ? { one, revision } : undefined;
  }
  return undefined;
}

/** Returns a booking's id with the prefix of its OTA, as `BDC-4123456789`. */
export function uniqueIdOf({ seller, reference }: OtaReservation): string {
  const prefix = SELLERS[seller]?.prefix ?? (seller === OFFLINE.name ? OFFLINE.prefix : 'OSA');
  return `${prefix}-${reference}`;
}

type Resource = { type: string; id: string; attributes: Record<string, unknown> };

function resource(context: Channex, one: OtaReservation, revision: Revision): Resource {
  const { stays } = revision;
  const adults = stays.reduce((sum, stay) => sum + stay.adults, 0);
  const children = stays.reduce((sum, stay) => sum + stay.children, 0);
  const total = orderTotal(revision);
  const { details } = one;
  return {
    type: 'booking_revision',
    id: revision.id,
    attributes: {
      id: revision.id,
      property_id: one.hotel,
      booking_id: context.bookingId(one.reference),
      unique_id: uniqueIdOf(one),
      system_id: `${one.reference}-${revision.revision}`,
      ota_reservation_code: one.reference,
      ota_name: one.seller,
      status: revision.kind,
      arrival_date: stays.map(({ arrival }) => arrival).sort()[0],
      departure_date: stays
        .map(({ departure }) => departure)
        .sort()
        .at(-1),
      arrival_hour: revision.arrivalTime || null,
      amount: total.toFixed(2),
      currency: one.currency,
      ota_commission: (total * COMMISSION).toFixed(2),
      payment_collect: details.collect,
      payment_type: 'credit_card',
      notes: [revision.notes, ...revision.requests].filter((text) => text !== '').join('\n'),
      occupancy: { adults, children, infants: 0, ages: stays.flatMap(({ ages }) => ages) },
      customer: {
        name: one.guest.givenName,
        surname: one.guest.surname,
        mail: one.guest.email,
        phone: one.guest.phone,
        language: one.guest.language,
        country: one.guest.country,
        city: details.company === null ? '' : COMPANY_ADDRESS.city,
        address: details.company === null ? '' : COMPANY_ADDRESS.street,
        zip: details.company === null ? '' : COMPANY_ADDRESS.postalCode,
        ...(details.company !== null && {
          company: {
            title: details.company,
            number: '1123331',
            number_type: 'VAT',
            type: 'Registration Number',
          },
        }),
      },
      rooms: [...stays, ...droppedBefore(one, revision)]
        .toSorted((a, b) => a.index - b.index)
        .map((stay) => ({ ...room(one, stay), is_cancelled: !stays.includes(stay) })),
      services: revision.services.map(writeService),
      guarantee: guarantee(one, total),
      inserted_at: revision.at.replace('Z', '000'),
    },
  };
}

/** Returns the rooms of earlier revisions that this one lacks: they stay in the list, marked as cancelled. */
function droppedBefore(one: OtaReservation, { revision, stays }: Revision): OtaReservation['stays'] {
  const before = new Map(
    one.revisions
      .filter((other) => other.revision < revision)
      .flatMap((other) => other.stays.map((stay) => [stay.index, stay] as const)),
  );
  return [...before.values()].filter(({ index }) => !stays.some((stay) => stay.index === index));
}

/** Returns the masked card; the OTA's virtual card where the guest pays the OTA. */
function guarantee(one: OtaReservation, total: number): Record<string, unknown> {
  const virtual = one.details.collect === 'ota';
  const window = cardWindow(one.stays[0]?.arrival ?? '2030-01-01');
  return {
    card_type: virtual ? 'MC' : 'VI',
    card_number: '411111******1111',
    cardholder_name: virtual ? 'Sample Agent' : one.guest.surname,
    expiration_date: '12/2030',
    cvv: '***',
    is_virtual: virtual,
    ...(virtual && {
      meta: {
        virtual_card_currency_code: one.currency,
        virtual_card_current_balance: String(Math.round(total * (1 - COMMISSION) * 100)),
        virtual_card_decimal_places: '2',
        virtual_card_effective_date: window.from,
        virtual_card_expiration_date: window.until,
      },
    }),
  };
}

function room(one: OtaReservation, stay: OtaReservation['stays'][number]): Record<string, unknown> {
  const { adults, children } = stay;
  return {
    checkin_date: stay.arrival,
    checkout_date: stay.departure,
    room_type_id: one.unmapped ? null : stay.room,
    rate_plan_id: one.unmapped ? null : stay.rate,
    ota_unique_id: String(stay.index),
    amount: totalOf([stay]).toFixed(2),
    days: Object.fromEntries(stay.prices.map(({ date, price }) => [date, price.toFixed(2)])),
    occupancy: { adults, children, infants: 0, ages: stay.ages },
    guests: [
      stay.guest,
      ...(stay.index === one.stays[0]?.index ? one.details.companions.map(({ guest }) => guest) : []),
    ].map(({ givenName, surname }) => ({ name: givenName, surname })),
    services: stay.services.map(writeService),
    taxes: one.details.taxes.map(({ name, price, type, included }) => ({
      name,
      type,
      total_price: price.toFixed(2),
      is_inclusive: included,
    })),
    meta: { meal_plan: one.details.meal && MEAL_PLANS[one.details.meal], smoking_preferences: null },
  };
}

function writeService({ name, price, excluded }: OtaService): Record<string, unknown> {
  return {
    type: 'Extra',
    name,
    total_price: price.toFixed(2),
    price_per_unit: price.toFixed(2),
    price_mode: 'Per stay',
    nights: 1,
    persons: 1,
    ...(excluded && { excluded }),
  };
}
