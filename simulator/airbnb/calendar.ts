// Calendar of a listing at Airbnb: a single unit, integer prices; a push does not reopen booked nights.
import { NO_RATE, type RateNight } from '../calendar.ts';
import { addDays, addYears, datesThrough, isDate, nightsOf } from '../dates.ts';
import { refusedClosures } from '../faults.ts';
import type { Hotel, OtaRoom } from '../hotel.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { exactNumber, json } from '../json.ts';
import { type RestrictionMembers, readRestrictions, writeRestrictions } from '../restrictions.ts';
import { type Airbnb, failure, invalid, notFound } from './context.ts';

const AVAILABILITY = ['available', 'unavailable', 'default'];
const YEARS_AHEAD = 2;
const MEMBERS: RestrictionMembers = {
  min_nights: ['minStay', 1],
  max_nights: ['maxStay', 1],
  closed_to_arrival: 'closedToArrival',
  closed_to_departure: 'closedToDeparture',
};
const KEYS = ['dates', 'availability', 'daily_price', 'notes', ...Object.keys(MEMBERS)];

type Operation = Record<string, unknown>;
type Listing = { hotel: Hotel; room: OtaRoom };

class Invalid extends Error {}

export function listingOf({ core }: Airbnb, id: unknown, account: string): Listing | undefined {
  const found = core.hotels.ofRoom(String(id));
  return found?.hotel.account === account ? found : undefined;
}

/** Handles `POST /calendar_operations`: all operations are stored, or none. */
export function acceptOperations(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const wait = context.core.limits ? context.limits.operations.wait(account) : 0;
  if (wait)
    return {
      ...failure(429, 'rate_limit_exceeded', 'Too many requests'),
      headers: { 'retry-after': String(wait) },
    };
  const given = json(request.body);
  const listing = listingOf(context, given?.['listing_id'], account);
  if (!listing) return notFound('The listing');
  const operations = given?.['operations'];
  if (!Array.isArray(operations) || operations.length === 0) return invalid('operations must be a list');
  request.counted(operations.length);
  const refuses = refusedClosures(request.fault);
  const closings = operations.map((one) => (one as Operation | null)?.['availability'] === 'unavailable');
  if (closings.some((stop) => refuses({ zero: false, stop }))) return invalid('the dates cannot be blocked');
  return change(context, listing, {
    operations,
    overlap: request.query.get('_allow_dates_overlap') === 'true',
    answer: {
      calendar_operation: { listing_id: exactNumber(listing.room.id), operations: [] },
      metadata: {},
    },
  });
}

export function putCalendar(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const { listing: id, start, end } = request.params;
  const listing = listingOf(context, id, account);
  if (!listing) return notFound('The listing');
  const operations = [{ ...json(request.body), dates: [`${start}:${end}`] }];
  const done = change(context, listing, { operations, overlap: true, answer: {} });
  return done.status === undefined ? readCalendar(context, request, account) : done;
}

type Change = { operations: readonly unknown[]; overlap: boolean; answer: unknown };

function change(context: Airbnb, listing: Listing, { operations, overlap, answer }: Change): OtaResponse {
  try {
    const read = operations.map((one) => readOperation(context, one as Operation));
    const dates = read.flatMap((one) => one.dates);
    if (!overlap && new Set(dates).size < dates.length) throw new Invalid('the dates of operations overlap');
    for (const one of read) apply(context, listing, one);
    return { body: answer };
  } catch (error) {
    if (error instanceof Invalid) return invalid(error.message);
    throw error;
  }
}

type Read = { dates: string[]; available: number | undefined; night: RateNight };

function apply(context: Airbnb, { hotel, room }: Listing, { dates, available, night }: Read): void {
  const { core, pushedWhileBooked: requested } = context;
  if (available !== undefined) {
    const booked = bookedNights(context, hotel, room.id);
    for (const date of dates) if (booked.has(date)) requested.set(`${room.id} ${date}`, available);
    const free = dates.filter((date) => !booked.has(date));
    core.setRoom({ hotel: hotel.id, room: room.id }, free, { available });
  }
  if (Object.keys(night).length > 0)
    core.setRate({ hotel: hotel.id, room: room.id, rate: NO_RATE }, dates, night);
}

function bookedNights({ core }: Airbnb, hotel: Hotel, room: string): Set<string> {
  return new Set(
    core.book
      .all(hotel.id)
      .filter(({ status }) => status === 'booked')
      .flatMap(({ stays }) => stays.filter((stay) => stay.room === room))
      .flatMap((stay) => nightsOf(stay.arrival, stay.departure)),
  );
}

/** Applies the availability last pushed for nights that were booked then and no longer are. */
export function reopen(context: Airbnb, hotel: Hotel): void {
  for (const { id: room } of hotel.rooms) {
    const booked = bookedNights(context, hotel, room);
    for (const [key, available] of context.pushedWhileBooked) {
      const [of, date] = key.split(' ');
      if (of !== room || booked.has(date!)) continue;
      context.core.calendar.setRoom(room, date!, { available });
      context.pushedWhileBooked.delete(key);
    }
  }
}

function readOperation(context: Airbnb, operation: Operation): Read {
  if (typeof operation !== 'object' || operation === null)
    throw new Invalid('an operation must be an object');
  const foreign = Object.keys(operation).find((key) => !KEYS.includes(key));
  if (foreign) throw new Invalid(`${foreign} is not known`);
  const { dates, availability } = operation;
  if (!Array.isArray(dates) || dates.length === 0) throw new Invalid('dates must be a list');
  if (availability !== undefined && !AVAILABILITY.includes(availability as string)) {
    throw new Invalid(`availability must be one of ${AVAILABILITY.join(', ')}`);
  }
  const { daily_price, min_nights, max_nights } = operation;
  const hasPrice = daily_price !== undefined && daily_price !== null;
  if (hasPrice && !(Number.isInteger(daily_price) && (daily_price as number) >= 1))
    throw new Invalid('daily_price must be a whole number');
  const given = { ...operation, min_nights: min_nights ?? undefined, max_nights: max_nights ?? undefined };
  const night: RateNight = readRestrictions(given, MEMBERS, ({ name, least }) => {
    throw new Invalid(`${name} must be a ${least === undefined ? 'boolean' : 'whole number'}`);
  });
  if (typeof daily_price === 'number') night.price = daily_price;
  if (night.minStay && night.maxStay && night.minStay > night.maxStay)
    throw new Invalid('min_nights is above max_nights');
  const available = availability === undefined ? undefined : availability === 'unavailable' ? 0 : 1;
  return { dates: dates.flatMap((one) => readDates(context, one)), available, night };
}

function readDates(context: Airbnb, given: unknown): string[] {
  const [first, last = first, ...rest] = String(given).split(':');
  if (!isDate(first) || !isDate(last) || rest.length > 0)
    throw new Invalid(`${String(given)} is not a date or a range`);
  if (last < first) throw new Invalid(`${String(given)} ends before it starts`);
  const today = context.core.today();
  if (first < addDays(today, -1)) throw new Invalid(`${first} is in the past`);
  if (last > addYears(today, YEARS_AHEAD))
    throw new Invalid(`${last} is more than ${YEARS_AHEAD} years ahead`);
  return datesThrough(first, last);
}

export function readCalendar(context: Airbnb, request: Incoming, account: string): OtaResponse {
  const { listing: id, start, end } = request.params;
  const listing = listingOf(context, id, account);
  if (!listing) return notFound('The listing');
  if (!isDate(start) || !isDate(end) || end < start) return invalid('start and end must be dates');
  const known = request.fault('lost_calendar') ? [] : datesThrough(start, end);
  const days = known.map((date) => {
    const night = context.core.calendar.rate(listing.room.id, NO_RATE, date);
    const availability =
      (context.core.calendar.room(listing.room.id, date).available ?? 0) > 0 ? 'available' : 'unavailable';
    return {
      date,
      availability,
      availability_type: availability,
      availability_sub_type: null,
      daily_price: night.price ?? null,
      ...writeRestrictions(night, MEMBERS, { maxStay: 1125 }),
      notes: null,
    };
  });
  const { hotel, room } = listing;
  return {
    body: {
      calendar: {
        listing_id: exactNumber(room.id),
        host_id: Number(hotel.id),
        listing_currency: hotel.currency,
        start_date: start,
        end_date: end,
        days,
      },
      metadata: {},
    },
  };
}
