// Expedia AR: availability, rates and restrictions. A message is accepted or refused as a whole; warnings
// list ignored values of an accepted one.
import type { OtaRoomNight, RateNight } from '../calendar.ts';
import { addDays, addYears, datesThrough, isDate, weekday } from '../dates.ts';
import { refusedClosures } from '../faults.ts';
import type { Hotel, OtaRoom, Rate } from '../hotel.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { child, childrenOf, el, type Node } from '../xml.ts';
import { EqcError, type EqcMessage, type Expedia, eqcAnswer, eqcCall, eqcNamespace } from './context.ts';
import { numberIn, readFlag, readRate } from './rate-plan.ts';

const AR: EqcMessage = {
  request: 'AvailRateUpdateRQ',
  answer: 'AvailRateUpdateRS',
  reads: eqcNamespace('AR/2011/06'),
  writes: eqcNamespace('AR/2007/02'),
  shapes: {
    AvailRateUpdateRQ: ['', 'Authentication! Hotel! AvailRateUpdate+'],
    Authentication: ['username! password!', ''],
    Hotel: ['id!', ''],
    AvailRateUpdate: ['', 'DateRange+ RoomType+'],
    DateRange: ['from! to! sun mon tue wed thu fri sat', ''],
    RoomType: ['id! closed', 'Inventory RatePlan*'],
    Inventory: ['totalInventoryAvailable flexibleAllocation', ''],
    RatePlan: ['id! closed', 'Rate* Restrictions'],
    Rate: ['currency! lengthOfStay rateChangeIndicator', 'PerDay PerOccupancy* PerPerson'],
    PerDay: ['rate!', ''],
    PerOccupancy: ['rate! occupancy!', ''],
    PerPerson: ['rate!', ''],
    Restrictions: ['minLOS maxLOS closedToArrival closedToDeparture', ''],
  },
};
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MOST_UPDATES = 5_000;
const LARGEST_MESSAGE = 100 * 1024;
const MOST_ROOMS = 4_999;
/** Maximum number of reported warnings per code. */
const WARNINGS_PER_CODE = 20;

/** Update of a room, or of one of its rates, for one date. */
type ExpediaUpdate = {
  room: OtaRoom;
  rate?: Rate;
  date: string;
  ofRoom: OtaRoomNight;
  ofRate: RateNight;
  /** values set for fields that the message does not contain */
  defaults?: RateNight;
  /** number of values in the message, which the limit of updates counts */
  fields: number;
};

export type Warning = { code: number; update: ExpediaUpdate; text: string };

export function acceptUpdates(context: Expedia, request: Incoming): OtaResponse {
  return eqcCall(context, request, AR, (root, _account, hotel) => {
    if (Buffer.byteLength(request.body) > LARGEST_MESSAGE)
      throw new EqcError(3405, 'The message is larger than 100 kB');
    const updates = childrenOf(root, 'AvailRateUpdate').flatMap((one) => readUpdate(context, one, hotel!));
    const fields = updates.reduce((sum, update) => sum + update.fields, 0);
    if (fields > MOST_UPDATES)
      throw new EqcError(3107, `The message has ${fields} updates, ${MOST_UPDATES} are allowed`);
    refuseDuplicates(updates);
    request.counted(fields);
    const warnings = [
      ...partly(request, updates),
      ...unclosed(request, updates),
      ...updates.flatMap((update) => verify(context, update)),
    ];
    const left = new Set(warnings.filter(({ code }) => code !== 7022).map(({ update }) => update));
    for (const update of updates) store(context, hotel!, update, left.has(update));
    return eqcAnswer(AR, el('Success', {}, written(warnings)));
  });
}

function readUpdate(context: Expedia, update: Node, hotel: Hotel): ExpediaUpdate[] {
  const dates = [...new Set(childrenOf(update, 'DateRange').flatMap((range) => readRange(context, range)))];
  return childrenOf(update, 'RoomType').flatMap((type) => {
    const room = hotel.rooms.find(({ id }) => id === type.attributes['id']);
    if (!room)
      throw new EqcError(3203, `Room type ID ${type.attributes['id']} is not valid for hotel ${hotel.id}`);
    const ofRoom = readRoom(type);
    const fields = Object.keys(ofRoom).length;
    const plans = childrenOf(type, 'RatePlan').map((plan) => readRate(context, plan, { hotel, room }));
    return dates.flatMap((date) => [
      ...(fields > 0 ? [{ room, date, ofRoom, ofRate: {}, fields }] : []),
      ...plans.map((plan) => ({ room, date, ofRoom: {}, ...plan })),
    ]);
  });
}

function readRange(context: Expedia, { attributes }: Node): string[] {
  const { from, to, ...days } = attributes;
  if (!isDate(from) || !isDate(to)) throw new EqcError(3010, 'Schema: from and to must be dates');
  const today = context.core.today();
  if (from < addDays(today, -1)) throw new EqcError(3015, `The date ${from} is in the past`);
  if (to < from) throw new EqcError(3020, `The end ${to} is before the start ${from}`);
  if (to > addDays(addYears(today, 2), 1))
    throw new EqcError(3021, `The date ${to} is more than 2 years ahead`);
  for (const value of Object.values(days)) readFlag(value);
  const wanted = WEEKDAYS.map((day) =>
    Object.keys(days).length === 0 ? true : readFlag(days[day] ?? 'false'),
  );
  return datesThrough(from, to).filter((date) => wanted[weekday(date)]);
}

function readRoom(type: Node): OtaRoomNight {
  const night: OtaRoomNight = {};
  const { closed } = type.attributes;
  if (closed !== undefined) night.stopSell = readFlag(closed);
  const inventory = child(type, 'Inventory')?.attributes;
  if (!inventory) return night;
  const { totalInventoryAvailable: total, flexibleAllocation: flexible } = inventory;
  if (total !== undefined && flexible !== undefined) {
    throw new EqcError(3022, 'totalInventoryAvailable and flexibleAllocation exclude each other');
  }
  const given = total ?? flexible;
  if (given === undefined) throw new EqcError(3010, 'Schema: Inventory lacks totalInventoryAvailable');
  night.available = numberIn(given, 0, MOST_ROOMS);
  return night;
}

function refuseDuplicates(updates: readonly ExpediaUpdate[]): void {
  const seen = new Set<string>();
  for (const { room, rate, date } of updates) {
    const key = `${room.id} ${rate?.id ?? ''} ${date}`;
    if (seen.has(key))
      throw new EqcError(3108, `Room type ${room.id}, date ${date} is updated twice in this message`);
    seen.add(key);
  }
}

function partly(request: Incoming, updates: readonly ExpediaUpdate[]): Warning[] {
  const partial = request.fault('partial');
  if (!partial) return [];
  const rates = updates.filter(({ rate }) => rate);
  const struck = (rates.length > 0 ? rates : updates).slice(
    0,
    partial.items ?? Math.ceil(updates.length / 2),
  );
  return struck.map((update) => ({
    code: Number(partial.code ?? 7021),
    update,
    text: 'The value is outside of the verification threshold and was not applied.',
  }));
}

/**
 * Returns warnings for refused closures: rooms in a guaranteed allotment, and their rate plans, stay open.
 */
function unclosed(request: Incoming, updates: readonly ExpediaUpdate[]): Warning[] {
  const refuses = refusedClosures(request.fault);
  return updates
    .filter(({ ofRoom, ofRate }) =>
      refuses({ zero: ofRoom.available === 0, stop: Boolean(ofRoom.stopSell || ofRate.stopSell) }),
    )
    .map((update) =>
      update.rate
        ? { code: 7010, update, text: 'Stop sell with remaining base allocation.' }
        : {
            code: 7013,
            update,
            text: 'Unable to set total inventory below the current base allocation value.',
          },
    );
}

/** Returns warnings for values that are ignored although the message is accepted. */
function verify(context: Expedia, update: ExpediaUpdate): Warning[] {
  const { room, rate, date, ofRate } = update;
  const warnings: Warning[] = [];
  const known = context.core.calendar.rate(room.id, rate?.id ?? '', date);
  const maxStay = ofRate.maxStay ?? known.maxStay ?? 28;
  if (ofRate.minStay !== undefined && ofRate.minStay > maxStay) {
    warnings.push({
      code: 7016,
      update,
      text: `minLOS ${ofRate.minStay} is greater than maxLOS ${maxStay}.`,
    });
  }
  const price = ofRate.price ?? Math.max(0, ...Object.values(ofRate.prices ?? {}));
  if (price > (context.options.dearest ?? 100_000)) {
    warnings.push({ code: 7021, update, text: 'The rate is outside of the verification threshold.' });
  }
  return warnings;
}

function store(
  context: Expedia,
  hotel: Hotel,
  { room, rate, date, ofRoom, ofRate, defaults }: ExpediaUpdate,
  left: boolean,
): void {
  if (left) return;
  if (!rate) context.core.setRoom({ hotel: hotel.id, room: room.id }, [date], ofRoom);
  else
    context.core.setRate({ hotel: hotel.id, room: room.id, rate: rate.id }, [date], {
      ...defaults,
      ...ofRate,
    });
}

function written(warnings: readonly Warning[]) {
  const counts = new Map<number, number>();
  return warnings.flatMap(({ code, update: { room, rate, date }, text }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    if (count > WARNINGS_PER_CODE) return [];
    const plan = rate ? ` Rate Plan ID ${rate.id};` : '';
    return [el('Warning', { code }, `[Room Type ID ${room.id};${plan} Stay Date ${date}] ${text}`)];
  });
}
