// Tools that read the calendar: what can be booked and at which price, and the nights themselves.

import { countNights, isBefore, type PlainDate } from '../../../model/night.ts';
import type { Night } from '../../../model/night-values.ts';
import { listNights } from '../../../pms/inventory/calendar.ts';
import { listRooms, type Room, unknownRoom } from '../../../pms/rooms.ts';
import { invalidParameter } from '../../../problems.ts';
import { toDate, toWindow } from '../../input.ts';
import { SHOWN_BY_TOOLS } from '../../night-members.ts';
import type { Call } from '../../operation.ts';
import { listAvailabilityOperation } from '../../public/availability.ts';
import { listOffersOperation } from '../../public/offers.ts';
import { array, date, id, integer, membersOf, number, object, optional, text } from '../../schema.ts';
import { type AgentCall, readTool } from '../tool.ts';

const ALL_ROOMS = { size: 1_000, after: null };
const ALL_NIGHTS = { size: 1_000_000, after: null };

const PriceRun = object({ fromdate: date('', ''), todate: date('', ''), price: number() });

export const checkAvailabilityTool = readTool({
  name: 'check_availability',
  title: 'Check availability',
  description:
    'Which rooms can be booked for a stay, with the total and the nightly price of each; and for the others why not, in the codes that create_booking would refuse them with. Call it before create_booking.',
  operation: listOffersOperation,
  input: object({
    ...membersOf(listOffersOperation.query, {
      checkin: 'arrival',
      checkout: 'departure: the night before it is the last',
      guests: 'how many people',
      children: 'ages, as 1,6',
    }),
    room_id: optional(id('only this room', 101)),
  }),
  output: object({
    checkin: date('', ''),
    checkout: date('', ''),
    nights: integer(),
    currency: text(),
    available: array(
      object({
        room_id: integer(),
        name: text(),
        capacity: integer(),
        units_left: integer(),
        total_price: number(),
        nightly: array(PriceRun),
      }),
    ),
    unavailable: array(
      object({
        room_id: integer(),
        name: text(),
        reasons: array(object({ code: text(), detail: text(), nights: optional(array(date('', ''))) })),
      }),
    ),
  }),
  run: async (call, { room_id, ...stay }) => {
    const rows = await listOffersOperation.page(call, listOffersOperation.filter(stay, call), ALL_ROOMS);
    const offers = rows
      .map((row) => listOffersOperation.present(row, call))
      .filter((offer) => room_id === undefined || offer.room_id === room_id);
    if (offers.length === 0 && room_id !== undefined) throw unknownRoom(room_id);
    return {
      checkin: stay.checkin,
      checkout: stay.checkout,
      nights: countNights(toDate(stay.checkin), toDate(stay.checkout)),
      currency: call.property.currency,
      available: offers
        .filter(({ bookable }) => bookable)
        .map(({ room_id: id, name, capacity, available, price, nights }) => ({
          room_id: id,
          name,
          capacity,
          units_left: available,
          total_price: price,
          nightly: inRuns(
            nights.map(({ date: night, price: nightly }) => ({ date: toDate(night), price: nightly })),
            (night) => ({ price: night.price }),
          ),
        })),
      unavailable: offers
        .filter(({ bookable }) => !bookable)
        .map(({ room_id: id, name, reasons }) => ({ room_id: id, name, reasons })),
    };
  },
});

/** Maximum nights of one answer, a quarter of a year; longer calendars are read in several calls. */
const MAX_CALENDAR_NIGHTS = 92;

export const nightRunSchema = object({
  fromdate: date('first night', ''),
  todate: date('last night', ''),
  ...SHOWN_BY_TOOLS,
});

export const listAvailabilityTool = readTool({
  name: 'list_availability',
  title: 'Calendar',
  description: `The calendar of each room: units left, price and minimum stay, equal nights together, both dates inclusive; at most ${MAX_CALENDAR_NIGHTS} nights. To book a stay use check_availability.`,
  operation: listAvailabilityOperation,
  input: object({
    fromdate: date('first night', ''),
    todate: date('last night, inclusive', ''),
    room_id: optional(id('only this room', 101)),
  }),
  output: object({
    currency: text(),
    rooms: array(object({ room_id: integer(), name: text(), nights: array(nightRunSchema) })),
  }),
  run: async (call, input) => {
    const { from, until } = toWindow(input, call);
    if (isBefore(from.add({ days: MAX_CALENDAR_NIGHTS }), until))
      throw invalidParameter({
        field: 'todate',
        rule: 'more_nights',
        nights: MAX_CALENDAR_NIGHTS,
        member: 'fromdate',
      });
    const rooms = await roomsOf(call, input.room_id);
    const calendar = await nightsByRoom(call, { from, until, roomId: input.room_id });
    return {
      currency: call.property.currency,
      rooms: rooms.map((room) => ({
        room_id: room.roomId,
        name: room.name,
        nights: inRuns(calendar.get(room.roomId)!, (night) => offeredAt(night, call)),
      })),
    };
  },
});

/** Returns the price, availability and restrictions of a night as REST presents them. */
export function offeredAt(night: Night, call: Call) {
  const {
    availability_id: _,
    hotel_id: __,
    room_id: ___,
    date: ____,
    ...values
  } = listAvailabilityOperation.present(night, call);
  return values;
}

/** Groups consecutive nights that have the same values into runs. */
export function inRuns<Values extends object, Dated extends { date: PlainDate }>(
  nights: readonly Dated[],
  valuesOf: (night: Dated) => Values,
): ({ fromdate: string; todate: string } & Values)[] {
  const runs: { fromdate: string; todate: string; values: Values; text: string; last: PlainDate }[] = [];
  for (const night of nights) {
    const values = valuesOf(night);
    const text = JSON.stringify(values);
    const date = night.date.toString();
    const run = runs.at(-1);
    if (run && run.text === text && run.last.add({ days: 1 }).equals(night.date)) {
      run.todate = date;
      run.last = night.date;
    } else runs.push({ fromdate: date, todate: date, values, text, last: night.date });
  }
  return runs.map(({ fromdate, todate, values }) => ({ fromdate, todate, ...values }));
}

/** Returns all rooms, or the room with the given id. Throws `unknown_room` when it does not exist. */
async function roomsOf(call: AgentCall, roomId: number | undefined): Promise<Room[]> {
  const rooms = await listRooms(call.db, call.property.hotelId, { roomId }, ALL_ROOMS);
  if (rooms.length === 0 && roomId !== undefined) throw unknownRoom(roomId);
  return rooms;
}

async function nightsByRoom(
  call: AgentCall,
  window: { from: PlainDate; until: PlainDate; roomId: number | undefined },
): Promise<Map<number, Night[]>> {
  const nights = await listNights(call.db, call.property.hotelId, window, ALL_NIGHTS);
  return Map.groupBy(nights, (night) => night.roomId);
}
