// Properties with rooms, and stays that never overlap: each call returns the next free three nights.
import type { BenchServer } from './server.ts';

export type BenchProperty = { hotelId: number; token: string; rooms: number[] };

export async function makeProperties(
  server: BenchServer,
  count: number,
  rooms: number,
): Promise<BenchProperty[]> {
  const properties: BenchProperty[] = [];
  for (let i = 0; i < count; i += 1) {
    const made = await server.operator<{ hotel_id: number; api_token: string }>('POST', '/properties', {
      name: `Property ${i}`,
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
    });
    const ids: number[] = [];
    for (let j = 0; j < rooms; j += 1) {
      const room = { name: `Room ${j}`, capacity: 2, price: 100, units: 1 };
      ids.push(
        (await server.operator<{ room_id: number }>('POST', `/properties/${made.hotel_id}/rooms`, room))
          .room_id,
      );
    }
    properties.push({ hotelId: made.hotel_id, token: made.api_token, rooms: ids });
  }
  return properties;
}

export type BenchStay = { property: BenchProperty; room: number; checkin: string; checkout: string };

const NIGHTS = 3;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2027, 0, 1);
/** Number of days with stays; innwire refuses stays more than ten years ahead. */
const DAYS = 3_300;

/** Returns a generator of stays: property by property, room by room, then the next nights. */
export function stays(properties: readonly BenchProperty[]): () => BenchStay {
  let next = 0;
  return () => {
    const property = properties[next % properties.length]!;
    const cycle = Math.floor(next / properties.length);
    const room = property.rooms[cycle % property.rooms.length]!;
    const day = NIGHTS * Math.floor(cycle / property.rooms.length);
    next += 1;
    if (day > DAYS) throw new Error('the calendar of the bench is full: give it more rooms');
    return { property, room, checkin: dateAt(day), checkout: dateAt(day + NIGHTS) };
  };
}

export function dateAt(day: number): string {
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
}
