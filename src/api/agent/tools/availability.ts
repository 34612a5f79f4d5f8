// Tools about the calendar: what can be booked and for how much, what stands in it, and setting it.

import type { Night } from '../../../model/ari.ts';
import { toMajor } from '../../../model/money.ts';
import { isBefore, nightsBetween, type PlainDate } from '../../../model/night.ts';
import { listNights } from '../../../pms/inventory/calendar.ts';
import { listRooms, type Room, unknownRoom } from '../../../pms/rooms.ts';
import { invalidParameter } from '../../../problems.ts';
import { requireStay, toDate, toWindow } from '../../input.ts';
import { listAvailability } from '../../public/availability.ts';
import { array, date, id, integer, number, object, oneOf, optional, text } from '../../schema.ts';
import { type AgentCall, readTool } from '../tool.ts';

const ALL_ROOMS = { size: 1_000, after: null };
const ALL_NIGHTS = { size: 1_000_000, after: null };

const PriceRun = object({ fromdate: date('', ''), todate: date('', ''), price: number() });

export const checkAvailability = readTool({
  name: 'check_availability',
  title: 'Check availability',
  description:
    'Which rooms can be booked for a stay, with the total and the nightly price of each; and for the others why not (sold_out, min_stay_not_met, too_small). Call it before create_booking.',
  operation: listAvailability,
  input: object({
    checkin: date('arrival', ''),
    checkout: date('departure: the night before it is the last', ''),
    guests: optional(integer({ description: 'how many people', minimum: 1 })),
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
        reasons: array(
          object({
            code: oneOf(['sold_out', 'min_stay_not_met', 'too_small']),
            nights: optional(array(date('', ''))),
            min_stay: optional(integer()),
            capacity: optional(integer()),
          }),
        ),
      }),
    ),
  }),
  run: async (call, input) => {
    const [checkin, checkout] = [toDate(input.checkin), toDate(input.checkout)];
    requireStay(checkin, checkout, call.today);
    const rooms = await roomsOf(call, input.room_id);
    const stay = nightsBetween(checkin, checkout).length;
    const calendar = await nightsByRoom(call, { from: checkin, until: checkout, roomId: input.room_id });
    const judged = rooms.map((room) => {
      const nights = calendar.get(room.roomId)!;
      return { room, nights, reasons: reasonsAgainst(room, nights, { stay, guests: input.guests }) };
    });
    return {
      checkin: input.checkin,
      checkout: input.checkout,
      nights: stay,
      currency: call.property.currency,
      available: judged
        .filter(({ reasons }) => reasons.length === 0)
        .map(({ room, nights }) => offer(room, nights, call)),
      unavailable: judged
        .filter(({ reasons }) => reasons.length > 0)
        .map(({ room, reasons }) => ({ room_id: room.roomId, name: room.name, reasons })),
    };
  },
});

function offer(room: Room, nights: readonly Night[], { property }: AgentCall) {
  return {
    room_id: room.roomId,
    name: room.name,
    capacity: room.capacity,
    units_left: Math.min(...nights.map((night) => night.available)),
    total_price: toMajor(
      nights.reduce((sum, night) => sum + night.priceMinor, 0),
      property.currency,
    ),
    nightly: inRuns(nights, (night) => ({ price: toMajor(night.priceMinor, property.currency) })),
  };
}

type Reason = {
  code: 'sold_out' | 'min_stay_not_met' | 'too_small';
  nights?: string[];
  min_stay?: number;
  capacity?: number;
};

function reasonsAgainst(
  room: Room,
  nights: readonly Night[],
  { stay, guests = 1 }: { stay: number; guests: number | undefined },
): Reason[] {
  const full = nights.filter((night) => night.available < 1).map((night) => night.date.toString());
  const minStay = nights[0]!.minStay;
  return [
    ...(full.length > 0 ? [{ code: 'sold_out' as const, nights: full }] : []),
    ...(stay < minStay ? [{ code: 'min_stay_not_met' as const, min_stay: minStay }] : []),
    ...(room.capacity < guests ? [{ code: 'too_small' as const, capacity: room.capacity }] : []),
  ];
}

/** A quarter: longer calendars are read in pieces. */
const MAX_CALENDAR_NIGHTS = 92;

export const NightRun = object({
  fromdate: date('first night', ''),
  todate: date('last night', ''),
  available: integer(),
  price: number(),
  min_stay: integer(),
});

export const listAvailabilityTool = readTool({
  name: 'list_availability',
  title: 'Calendar',
  description: `The calendar of each room: units left, price and minimum stay, equal nights together, both dates inclusive; at most ${MAX_CALENDAR_NIGHTS} nights. To book a stay use check_availability.`,
  operation: listAvailability,
  input: object({
    fromdate: date('first night', ''),
    todate: date('last night, inclusive', ''),
    room_id: optional(id('only this room', 101)),
  }),
  output: object({
    currency: text(),
    rooms: array(object({ room_id: integer(), name: text(), nights: array(NightRun) })),
  }),
  run: async (call, input) => {
    const { from, until } = toWindow(input, call);
    if (isBefore(from.add({ days: MAX_CALENDAR_NIGHTS }), until))
      throw invalidParameter('todate', `must be at most ${MAX_CALENDAR_NIGHTS} nights after fromdate`);
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

/** What a night is offered at, as REST tells it. */
export function offeredAt(night: Night, call: AgentCall) {
  const { available, price, min_stay } = listAvailability.present(night, call);
  return { available, price, min_stay };
}

/** Consecutive nights of which the same is to be said, together. */
export function inRuns<Told extends object>(
  nights: readonly Night[],
  tell: (night: Night) => Told,
): ({ fromdate: string; todate: string } & Told)[] {
  const runs: { fromdate: string; todate: string; told: Told; text: string; last: PlainDate }[] = [];
  for (const night of nights) {
    const told = tell(night);
    const text = JSON.stringify(told);
    const date = night.date.toString();
    const run = runs.at(-1);
    if (run && run.text === text && run.last.add({ days: 1 }).equals(night.date)) {
      run.todate = date;
      run.last = night.date;
    } else runs.push({ fromdate: date, todate: date, told, text, last: night.date });
  }
  return runs.map(({ fromdate, todate, told }) => ({ fromdate, todate, ...told }));
}

/** The rooms asked for; an agent that names one that does not exist is told so. */
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
