// ARI at Channex: availability per room type, everything else per rate plan. Invalid values are warnings
// inside HTTP 200.
import type { RateNight } from '../calendar.ts';
import { addDays, datesThrough, isDate, weekday } from '../dates.ts';
import { refusedClosures } from '../faults.ts';
import type { Hotel } from '../hotel.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { json } from '../json.ts';
import type { Limit } from '../limits.ts';
import { type RestrictionMembers, readRestrictions, writeRestrictions } from '../restrictions.ts';
import { type Channex, failure, type PropertyRecord, success, validation } from './context.ts';

type Value = Record<string, unknown>;
type Wrong = Record<string, string[]>;
type Kind = 'availability' | 'restrictions';

const LARGEST_BODY = 10 * 1024 * 1024;
const DAYS = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];

export function acceptValues(
  context: Channex,
  request: Incoming,
  {
    kind,
    account,
    limit,
    changed,
  }: { kind: Kind; account: string; limit: Limit; changed(property: string): void },
): OtaResponse {
  if (Buffer.byteLength(request.body) > LARGEST_BODY)
    return failure(413, 'payload_too_large', 'Payload Too Large');
  const values = json(request.body)?.['values'];
  if (!Array.isArray(values) || values.length === 0) return validation({ values: ["can't be blank"] });
  const properties = new Set(values.map((value) => String((value as Value | null)?.['property_id'])));
  for (const property of properties) {
    const wait = context.core.limits ? limit.wait(`${kind} ${property}`) : 0;
    if (wait) {
      // No Retry-After: the documents show none, and ask a client to pause for a minute.
      return failure(429, 'http_too_many_requests', 'Too Many Requests');
    }
  }
  request.counted(values.length);
  const partial = request.fault('partial');
  const spared = partial ? values.length - (partial.items ?? Math.ceil(values.length / 2)) : values.length;
  const warnings: Value[] = [];
  const sentences: string[] = [];
  const refuses = refusedClosures(request.fault);
  for (const [i, given] of values.entries()) {
    const value = withoutPast(context, given as Value, sentences);
    const { availability, stop_sell } = value ?? {};
    const wrong =
      i < spared && !refuses({ zero: availability === 0, stop: stop_sell === true })
        ? take(context, { value, kind, account })
        : { [kind]: ['could not be processed'] };
    if (wrong) warnings.push({ ...(given as Value), warning: wrong });
  }
  for (const property of properties) closeNights(context, property);
  const done = warnings.length < values.length;
  if (done) for (const property of properties) changed(property);
  return success(done ? [{ id: context.taskId(), type: 'task' }] : [], {
    message: 'Success',
    warnings: [...sentences, ...warnings],
  });
}

/**
 * Moves the start of a range that began before yesterday to today and adds a warning. Seen on staging as a
 * warning that is a text; its wording here is invented. Yesterday is accepted: Channex uses the property's
 * time zone.
 */
function withoutPast(context: Channex, value: Value, sentences: string[]): Value {
  const { date_from: from, date_to: to } = value ?? {};
  const today = context.core.today();
  if (!isDate(from) || !isDate(to) || from >= addDays(today, -1) || to < today) return value;
  sentences.push(`date_from ${from} is in the past, ${today} is used instead`);
  return { ...value, date_from: today };
}

/**
 * Overwrites the counts of the nights that the property's settings close: those behind `max_day_advance`, and from the
 * cut-off of the day on today and the next ones. They stay at 0 until they are pushed after the setting has changed.
 */
export function closeNights({ core, property }: Channex, id: string): void {
  const hotel = core.hotels.find(id);
  const { maxDayAdvance, cutOffTime, cutOffDays, stateLength } = property(id);
  const today = core.today();
  const isPast = cutOffTime !== null && new Date(core.now()).toISOString().slice(11, 19) >= cutOffTime;
  const cutOff = cutOffTime !== null && cutOffDays !== null ? cutOffDays - (isPast ? 0 : 1) : -1;
  const dates = [
    ...(cutOff >= 0 ? datesThrough(today, addDays(today, cutOff)) : []),
    ...(maxDayAdvance === null || maxDayAdvance >= stateLength
      ? []
      : datesThrough(addDays(today, maxDayAdvance), addDays(today, stateLength - 1))),
  ];
  for (const room of hotel?.rooms ?? [])
    core.setRoom(
      { hotel: id, room: room.id },
      dates.filter((date) => core.calendar.room(room.id, date).available !== undefined),
      { available: 0 },
    );
}

function take(
  context: Channex,
  { value, kind, account }: { value: Value; kind: Kind; account: string },
): Wrong | undefined {
  if (typeof value !== 'object' || value === null) return { value: ['is invalid'] };
  const hotel = context.core.hotels.find(String(value['property_id']));
  if (!hotel || hotel.account !== account) return { property_id: ['is invalid'] };
  const given = readDates(context, value);
  if (!Array.isArray(given)) return given;
  // Assumed: a night behind the property's inventory is left out without a warning.
  const end = addDays(context.core.today(), context.property(hotel.id).stateLength);
  const dates = given.filter((date) => date < end);
  const nothing = Object.keys(value).find((key) => value[key] === null);
  if (nothing) return { [nothing]: ["can't be null"] };
  return kind === 'availability'
    ? storeAvailability(context, hotel, { value, dates })
    : storeRestrictions(context, hotel, { value, dates });
}

type Dated = { value: Value; dates: string[] };

function storeAvailability(context: Channex, hotel: Hotel, { value, dates }: Dated): Wrong | undefined {
  const room = hotel.rooms.find(({ id }) => id === value['room_type_id']);
  if (!room) return { room_type_id: ['is invalid'] };
  const available = value['availability'];
  if (!Number.isInteger(available)) return { availability: ['is invalid'] };
  if ((available as number) < 0) return { availability: ['must be greater than or equal to 0'] };
  context.core.setRoom({ hotel: hotel.id, room: room.id }, dates, { available: available as number });
  return undefined;
}

function storeRestrictions(context: Channex, hotel: Hotel, { value, dates }: Dated): Wrong | undefined {
  const room = hotel.rooms.find(({ rates }) => rates.some(({ id }) => id === value['rate_plan_id']));
  const rate = room?.rates.find(({ id }) => id === value['rate_plan_id']);
  if (!room || !rate) return { rate_plan_id: ['is invalid'] };
  const wrong: Wrong = {};
  const night: RateNight = {};
  const price = readRate(value['rate']);
  if (typeof price === 'string') wrong['rate'] = [price];
  else if (price !== undefined) night.price = withinBounds(price, context.property(hotel.id));
  const restrictions = readRestrictions(value, MEMBERS, ({ name, value: given, least }) => {
    wrong[name] = [
      Number.isInteger(given) && least !== undefined
        ? `must be greater than or equal to ${least}`
        : 'is invalid',
    ];
  });
  Object.assign(night, restrictions);
  const occupied = readOccupancies(value['rates']);
  if (typeof occupied === 'string') wrong['rates'] = [occupied];
  else if (occupied) {
    for (const [guests, one] of Object.entries(occupied))
      occupied[Number(guests)] = withinBounds(one, context.property(hotel.id));
    night.prices = occupied;
    night.price ??= occupied[room.maxPersons] ?? Math.max(...Object.values(occupied));
  }
  if ((rate.readOnly || rate.derived) && night.price !== undefined) wrong['rate'] = ['rate plan is derived'];
  if (Object.keys(wrong).length > 0) return wrong;
  if (Object.keys(night).length === 0) return { value: ['nothing to update'] };
  context.core.setRate({ hotel: hotel.id, room: room.id, rate: rate.id }, dates, night);
  return undefined;
}

const MEMBERS: RestrictionMembers = {
  min_stay_arrival: ['minStay', 1],
  min_stay_through: ['minStayThrough', 1],
  min_stay: ['minStay', 1],
  max_stay: ['maxStay', 0],
  closed_to_arrival: 'closedToArrival',
  closed_to_departure: 'closedToDeparture',
  stop_sell: 'stopSell',
};

/** Reads a price: a text is in major units, a number in minor units. Returns an error message as text. */
function readRate(given: unknown): number | undefined | string {
  if (given === undefined) return undefined;
  const price =
    typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given)
      ? Number(given)
      : Number.isInteger(given)
        ? (given as number) / 100
        : Number.NaN;
  if (Number.isNaN(price)) return 'is invalid';
  return price > 0 ? price : 'must be greater than 0';
}

function withinBounds(price: number, { minPrice, maxPrice }: PropertyRecord): number {
  return Math.min(Math.max(price, minPrice ?? price), maxPrice ?? Number.POSITIVE_INFINITY);
}

function readOccupancies(given: unknown): Record<number, number> | undefined | string {
  if (given === undefined) return undefined;
  if (!Array.isArray(given) || given.length === 0) return 'is invalid';
  const prices: Record<number, number> = {};
  for (const one of given as Value[]) {
    const price = readRate(one?.['rate']);
    if (typeof price !== 'number' || !Number.isInteger(one['occupancy'])) return 'is invalid';
    prices[one['occupancy'] as number] = price;
  }
  return prices;
}

function readDates(context: Channex, value: Value): string[] | Wrong {
  const { date, date_from: from = date, date_to: to = date } = value;
  if (!isDate(from)) return { date_from: ['is invalid'] };
  if (!isDate(to)) return { date_to: ['is invalid'] };
  // Channex uses the property's time zone; west of Greenwich it may still be yesterday.
  if (from < addDays(context.core.today(), -1)) return { date_from: ['must not be in the past'] };
  if (to < from) return { date_to: ['must be greater than or equal to date_from'] };
  const { days } = value;
  if (days === undefined) return datesThrough(from, to);
  if (!Array.isArray(days) || days.length === 0 || days.some((day) => !DAYS.includes(day as string))) {
    return { days: ['is invalid'] };
  }
  return datesThrough(from, to).filter((one) => days.includes(DAYS[weekday(one)]));
}

/** Returns the values that Channex holds, by rate plan or room type, and date. */
export function readValues(
  context: Channex,
  request: Incoming,
  { kind, account }: { kind: Kind; account: string },
): OtaResponse {
  const hotel = context.core.hotels.find(request.query.get('filter[property_id]') ?? undefined);
  if (!hotel || hotel.account !== account) return failure(403, 'forbidden', 'Forbidden');
  const from = request.query.get('filter[date][gte]') ?? request.query.get('filter[date]');
  const to = request.query.get('filter[date][lte]') ?? request.query.get('filter[date]');
  if (!isDate(from) || !isDate(to)) return validation({ date: ['is invalid'] });
  const names = (request.query.get('filter[restrictions]') ?? '').split(',').filter(Boolean);
  if (kind === 'restrictions' && names.length === 0) return validation({ restrictions: ["can't be blank"] });
  if (request.fault('lost_calendar')) return success({});
  closeNights(context, hotel.id);
  const end = addDays(context.core.today(), context.property(hotel.id).stateLength);
  const dates = datesThrough(from, to).filter((date) => date < end);
  const byDate = (read: (date: string) => unknown) =>
    Object.fromEntries(dates.map((date) => [date, read(date)]));
  if (kind === 'availability') {
    return success(
      Object.fromEntries(
        hotel.rooms.map(({ id }) => [
          id,
          byDate((date) => context.core.calendar.room(id, date).available ?? 0),
        ]),
      ),
    );
  }
  return success(
    Object.fromEntries(
      hotel.rooms.flatMap((room) =>
        room.rates.map((rate) => [
          rate.id,
          byDate((date) => {
            const all = written(context, { room: room.id, rate: rate.id, date });
            return Object.fromEntries(names.map((name) => [name, all[name]]));
          }),
        ]),
      ),
    ),
  );
}

function written(
  context: Channex,
  { room, rate, date }: { room: string; rate: string; date: string },
): Record<string, unknown> {
  const night = context.core.calendar.rate(room, rate, date);
  return {
    rate: (night.price ?? 0).toFixed(2),
    availability: context.core.calendar.room(room, date).available ?? 0,
    ...writeRestrictions(night, MEMBERS),
  };
}
