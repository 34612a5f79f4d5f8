// /api/availability: the calendar by night; setting single nights, ranges and whole seasons in one call.
import type { Static } from 'typebox';
import Type from 'typebox';
import {
  countNights,
  isBefore,
  MAX_YEARS_AWAY,
  nightsBetween,
  type PlainDate,
  toPlainDate,
  WEEKDAYS,
} from '../../model/night.ts';
import { addUpdate, type NightUpdate, type NightUpdates } from '../../model/night-values.ts';
import { inTimeSlices } from '../../model/time-slices.ts';
import { listNights } from '../../pms/inventory/calendar.ts';
import { setNights } from '../../pms/inventory/set-nights.ts';
import { invalidData } from '../../problems.ts';
import { availabilitySchema, bulkUpdateSchema } from '../calendar-records.ts';
import { RolledBack } from '../execute.ts';
import { toWindow } from '../input.ts';
import { SETTABLE, SETTABLE_MEMBERS, toNightValues } from '../night-members.ts';
import { type Call, listOperation, WithHeaders, writeOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { presentAvailability } from '../present-calendar.ts';

import { array, boolean, date, dateRange, id, object, oneOf, optional } from '../schema.ts';

const path = '/availability';
const tag = 'Availability';

const MAX_NIGHTS_PER_ROOM = 10_000;
const MAX_NIGHTS = 200_000;
/**
 * Maximum items of a body, each a night or a range. 20 rooms for two years by night are 15,000 items; whole
 * seasons are ranges. Items are checked without a break, and 50,000 of them blocked the process for a second.
 */
const MAX_ITEMS = 20_000;
const BODY_LIMIT = 4 * 1024 * 1024;

export const listAvailabilityOperation = listOperation({
  name: 'listAvailability',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['availability:read'],
  tag,
  summary: 'List nights',
  description:
    "Every night of every room, ordered by room and date; nights that nobody has set show the room's defaults. Without dates: from today for `horizon_days`.",
  problems: [],
  query: object({ room_id: optional(id('only this room', 101)), ...dateRange('nights') }),
  item: availabilitySchema,
  caching: 'log-and-date',
  cursor: ['id', 'date'],
  filter: (query, call) => ({ ...toWindow(query, call), roomId: query.room_id }),
  page: ({ db, property }, filter, page) => listNights(db, property.hotelId, filter, page),
  key: (night) => [night.roomId, night.date.toString()],
  present: (night, call) => presentAvailability(night, call.property),
});

const night = {
  room_id: id('the room', 101),
  date: date('the night, or the first of a range'),
  ...SETTABLE_MEMBERS,
};
const range = {
  todate: optional(date('last night of the range, inclusive', '2026-12-31')),
  days: optional(
    array(oneOf(WEEKDAYS), {
      description: 'only these days of the week',
      example: ['fri', 'sat'],
      minItems: 1,
      maxItems: 7,
    }),
  ),
};
const NightOrRange = object({ ...night, ...range });
type Item = Static<typeof NightOrRange>;

export const setAvailabilityOperation = writeOperation({
  name: 'setAvailability',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['availability:write'],
  tag,
  summary: 'Set price, availability and restrictions',
  description:
    'Sets one night, or a range of nights with `todate` and `days`. An array of such objects is applied together or not at all; a later item overrides an earlier one. The change is pushed to every connected channel. You need no `price` to close or restrict a night: its price is kept.',
  problems: ['unknown_room', 'exceeds_units'],
  headers: { 'Change-Id': 'id with which the operator can undo the change; absent with `dry_run`' },
  query: object({
    dry_run: optional(
      boolean({ description: 'true only answers what would change, and changes nothing', example: false }),
    ),
  }),
  body: Type.Union([NightOrRange, array(NightOrRange, { minItems: 1, maxItems: MAX_ITEMS })]),
  bodyLimit: BODY_LIMIT,
  answer: Type.Union([availabilitySchema, bulkUpdateSchema]),
  run: async (tx, call, { query, body }) => {
    const single = !Array.isArray(body) && body.todate === undefined && body.days === undefined;
    const updates = await expand(body, call);
    const { changeId, ...counts } = await setNights(tx, updates);
    const done = { ...counts, timestamp: presentMoment(call.now) };
    if (query.dry_run) throw new RolledBack(done);
    const answer = single ? await oneNight(tx, call, updates[0]!) : { ...done, change_id: changeId };
    return new WithHeaders(answer, { 'change-id': String(changeId) });
  },
});

/**
 * Expands items to single nights; later items overwrite earlier ones. An error names the position of its item
 * where there are several.
 */
async function expand(body: Item | readonly Item[], call: Call): Promise<NightUpdate[]> {
  const updates: NightUpdates = new Map();
  const last = call.today.add({ years: MAX_YEARS_AWAY });
  let total = 0;
  const perRoom = new Map<number, number>();
  const items = Array.isArray(body) ? (body as readonly Item[]) : [body as Item];
  for await (const [i, item] of inTimeSlices(items.entries())) {
    const within = Array.isArray(body) ? `${i}.` : '';
    const nights = nightsOf(item, last, within);
    const count = (perRoom.get(item.room_id) ?? 0) + nights.length;
    perRoom.set(item.room_id, count);
    if (count > MAX_NIGHTS_PER_ROOM) {
      const facts = { nights: MAX_NIGHTS_PER_ROOM, roomId: item.room_id };
      throw invalidData({ field: `${within}todate`, rule: 'too_many_nights', ...facts });
    }
    total += nights.length;
    if (total > MAX_NIGHTS) throw invalidData({ field: 'body', rule: 'too_many_nights', nights: MAX_NIGHTS });
    requireComplete(item, within);
    const update = { roomId: item.room_id, ...toNightValues(item, call.property.currency, within) };
    for (const date of nights) addUpdate(updates, { ...update, date });
  }
  if (updates.size === 0) throw invalidData({ field: 'days', rule: 'no_nights' });
  return [...updates.values()];
}

/** The members of an item whose `price` is required. With any other member, the price may be left out. */
const PLAIN_MEMBERS = new Set(['room_id', 'date', 'price', 'available', 'min_stay']);

function requireComplete(item: Item, within: string): void {
  if (item.price !== undefined) return;
  if (Object.keys(item).every((name) => PLAIN_MEMBERS.has(name)))
    throw invalidData({ field: `${within}price`, rule: 'price_missing' });
  if (SETTABLE.every((name) => item[name] === undefined)) {
    const field = within === '' ? 'body' : within.slice(0, -1);
    throw invalidData({ field, rule: 'sets_nothing', members: SETTABLE });
  }
}

/**
 * Returns the nights of an item. `last` is the latest date that may be set, `within` the position of the item
 * in a list.
 */
function nightsOf(item: Item, last: PlainDate, within: string): PlainDate[] {
  const from = toPlainDate(item.date);
  const to = item.todate === undefined ? from : toPlainDate(item.todate);
  if (isBefore(to, from)) throw invalidData({ field: `${within}todate`, rule: 'before', member: 'date' });
  if (isBefore(last, to)) {
    const field = item.todate === undefined ? `${within}date` : `${within}todate`;
    throw invalidData({ field, rule: 'years_ahead', years: MAX_YEARS_AWAY });
  }
  if (countNights(from, to) >= MAX_NIGHTS_PER_ROOM) {
    const facts = { nights: MAX_NIGHTS_PER_ROOM, member: 'date' };
    throw invalidData({ field: `${within}todate`, rule: 'range_too_long', ...facts });
  }
  const nights = nightsBetween(from, to.add({ days: 1 }));
  const { days } = item;
  return days ? nights.filter((date) => days.includes(WEEKDAYS[date.dayOfWeek - 1]!)) : nights;
}

async function oneNight(tx: Parameters<typeof listNights>[0], call: Call, update: NightUpdate) {
  const window = { from: update.date, until: update.date.add({ days: 1 }), roomId: update.roomId };
  const [stored] = await listNights(tx, call.property.hotelId, window, { size: 1, after: null });
  return presentAvailability(stored!, call.property);
}
