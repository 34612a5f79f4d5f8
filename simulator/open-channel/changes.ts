// Reading of a notification of changes, which is accepted or refused as a whole.
import type { RateNight } from '../calendar.ts';
import { addDays, datesThrough, isDate } from '../dates.ts';
import type { Hotel, OtaRoom, Rate } from '../hotel.ts';
import { type RestrictionMembers, readRestrictions } from '../restrictions.ts';
import type { OpenChannel } from './context.ts';

type Value = Record<string, unknown>;
type ReadResult =
  | { ok: true; requestId: string; changes: OpenChannelChange[] }
  | { ok: false; code: string; message: string };

/** A change that has been read: whether it closes a night, and the function that stores it. */
type OpenChannelChange = { closes: { zero: boolean; stop: boolean }; apply(): void };

class ChangeRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The published page requires "UUID v4". */
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const WHERE = ['room_type_id', 'rate_plan_id', 'date_from', 'date_to'];
const MEMBERS: RestrictionMembers = {
  min_stay_arrival: ['minStay', 1],
  min_stay: ['minStay', 1],
  min_stay_through: ['minStayThrough', 1],
  max_stay: ['maxStay', 0],
  stop_sell: 'stopSell',
  closed_to_arrival: 'closedToArrival',
  closed_to_departure: 'closedToDeparture',
};

export function readChanges(context: OpenChannel, body: Value | undefined): ReadResult {
  try {
    const data = body?.['data'];
    if (!Array.isArray(data) || data.length !== 1)
      throw new ChangeRefused('invalid', 'data must be a list of one notification');
    const { type, attributes } = object(data[0], 'data');
    if (type !== 'changes_notification')
      throw new ChangeRefused('invalid', 'type must be changes_notification');
    const { request_id: requestId, hotel_code: code, changes } = object(attributes, 'attributes');
    if (typeof requestId !== 'string' || !UUID_V4.test(requestId))
      throw new ChangeRefused('invalid', 'request_id must be a UUID of version 4');
    const hotel = context.core.hotels.find(String(code));
    if (!hotel) throw new ChangeRefused('unknown_hotel', `there is no hotel ${code}`);
    if (!Array.isArray(changes) || changes.length === 0)
      throw new ChangeRefused('invalid', 'changes must be a list');
    return { ok: true, requestId, changes: changes.map((change) => readChange(context, hotel, change)) };
  } catch (error) {
    if (!(error instanceof ChangeRefused)) throw error;
    return { ok: false, code: error.code, message: error.message };
  }
}

function readChange(context: OpenChannel, hotel: Hotel, change: unknown): OpenChannelChange {
  const { type, attributes } = object(change, 'changes');
  const given = object(attributes, 'attributes');
  const { room, rate, dates } = readWhere(context, hotel, given);
  if (type === 'availability_changes') {
    onlyKnown(given, [...WHERE, 'availability']);
    const available = whole(given, 'availability', 0)!;
    if (available === undefined) throw new ChangeRefused('invalid', 'availability is required');
    return {
      closes: { zero: available === 0, stop: false },
      apply: () => context.core.setRoom({ hotel: hotel.id, room: room.id }, dates, { available }),
    };
  }
  if (type !== 'restriction_changes') throw new ChangeRefused('invalid', `type ${String(type)} is not known`);
  if (!rate) throw new ChangeRefused('invalid', 'rate_plan_id is required');
  if (rate.readOnly) throw new ChangeRefused('read_only', `the rate plan ${rate.id} is read-only`);
  onlyKnown(given, [...WHERE, 'rates', ...Object.keys(MEMBERS)]);
  const night = readNight(context, { given, hotel, room });
  if (Object.keys(night).length === 0) throw new ChangeRefused('invalid', 'the change changes nothing');
  return {
    closes: { zero: false, stop: night.stopSell === true },
    apply: () => context.core.setRate({ hotel: hotel.id, room: room.id, rate: rate.id }, dates, night),
  };
}

function readWhere(
  context: OpenChannel,
  hotel: Hotel,
  given: Value,
): { room: OtaRoom; rate: Rate | undefined; dates: string[] } {
  const { room_type_id: roomId, rate_plan_id: rateId, date_from: from, date_to: to } = given;
  const room = hotel.rooms.find(({ id }) => id === roomId);
  if (!room) throw new ChangeRefused('unknown_room', `hotel ${hotel.id} has no room type ${String(roomId)}`);
  const rate = room.rates.find(({ id }) => id === rateId);
  if (rateId !== undefined && !rate)
    throw new ChangeRefused('unknown_rate', `room type ${room.id} has no rate plan ${String(rateId)}`);
  if (!isDate(from) || !isDate(to))
    throw new ChangeRefused('invalid_date', 'date_from and date_to must be dates');
  if (to < from) throw new ChangeRefused('invalid_date', 'date_to is before date_from');
  // West of Greenwich it may still be yesterday at the property.
  if (to < addDays(context.core.today(), -1)) throw new ChangeRefused('invalid_date', 'the dates are over');
  return { room, rate, dates: datesThrough(from, to) };
}

function readNight(
  context: OpenChannel,
  { given, hotel, room }: { given: Value; hotel: Hotel; room: OtaRoom },
): RateNight {
  const night: RateNight = readRestrictions(given, MEMBERS, ({ name, least }) => {
    const rule = least === undefined ? 'a boolean' : `${least} or more`;
    throw new ChangeRefused('invalid', `${name} must be ${rule}`);
  });
  if (given['rates'] !== undefined) Object.assign(night, readRates(context, given['rates'], { hotel, room }));
  return night;
}

function readRates(
  context: OpenChannel,
  given: unknown,
  { hotel, room }: { hotel: Hotel; room: OtaRoom },
): RateNight {
  if (!Array.isArray(given) || given.length === 0) throw new ChangeRefused('invalid', 'rates must be a list');
  const prices: Record<number, number> = {};
  for (const one of given) {
    const { rate, currency, occupancy } = object(one, 'rates');
    if (typeof rate !== 'string' || !/^\d+(\.\d+)?$/.test(rate))
      throw new ChangeRefused('invalid', 'rate must be an amount as text');
    if (currency !== hotel.currency)
      throw new ChangeRefused('wrong_currency', `the currency is ${hotel.currency}`);
    if (!Number.isInteger(occupancy)) throw new ChangeRefused('invalid', 'occupancy is required');
    prices[occupancy as number] = Number(rate);
  }
  const guests = Object.keys(prices).map(Number);
  const wanted =
    context.options.sellMode === 'per_person'
      ? Array.from({ length: room.maxPersons }, (_, i) => i + 1)
      : [room.maxPersons];
  if (guests.length !== wanted.length || wanted.some((one) => !guests.includes(one))) {
    throw new ChangeRefused('wrong_occupancy', `prices are wanted for ${wanted.join(', ')} guests`);
  }
  const price = prices[room.maxPersons]!;
  return context.options.sellMode === 'per_person' ? { price, prices } : { price };
}

function object(value: unknown, name: string): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ChangeRefused('invalid', `${name} must be an object`);
  return value as Value;
}

function whole(given: Value, name: string, least: number): number | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || (value as number) < least)
    throw new ChangeRefused('invalid', `${name} must be ${least} or more`);
  return value as number;
}

function onlyKnown(given: Value, known: readonly string[]): void {
  const foreign = Object.keys(given).find((key) => !known.includes(key));
  if (foreign) throw new ChangeRefused('invalid', `${foreign} is not expected here`);
}
