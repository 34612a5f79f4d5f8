// An OTA's calendar: the values of each night that were pushed to it.
import type { Restrictions } from './restrictions.ts';

/** Values of a room's night that are the same for all rates. */
export type OtaRoomNight = { available?: number; stopSell?: boolean };
/** Values of a room's night at one rate. */
export type RateNight = Restrictions & {
  price?: number;
  /** by number of guests, where prices differ by it */
  prices?: Record<number, number>;
};

/** A night in the format that all OTAs share; contains only fields that were pushed. */
export type OtaNight = { room: string; rate?: string; date: string } & OtaRoomNight & RateNight;

/** Id of the only rate at OTAs without rates. */
export const NO_RATE = '';
/** Count that means "no limit" at Booking.com. */
export const UNLIMITED = 255;

export type OtaCalendar = {
  room(room: string, date: string): OtaRoomNight;
  rate(room: string, rate: string, date: string): RateNight;
  setRoom(room: string, date: string, values: OtaRoomNight): void;
  setRate(key: { room: string; rate: string }, date: string, values: RateNight): void;
  /** deletes the nights of a room; without an argument, of all rooms */
  clear(room?: string): void;
  /** nights of these rooms, ordered by room, rate and date */
  nights(rooms: readonly string[]): OtaNight[];
};

export function createCalendar(): OtaCalendar {
  const rooms = new Map<string, Map<string, OtaRoomNight>>();
  const rates = new Map<string, Map<string, Map<string, RateNight>>>();
  return {
    room: (room, date) => rooms.get(room)?.get(date) ?? {},
    rate: (room, rate, date) => rates.get(room)?.get(rate)?.get(date) ?? {},
    setRoom: (room, date, values) => {
      const nights = ensure(rooms, room, () => new Map<string, OtaRoomNight>());
      nights.set(date, { ...nights.get(date), ...values });
    },
    setRate: ({ room, rate }, date, values) => {
      const ofRoom = ensure(rates, room, () => new Map<string, Map<string, RateNight>>());
      const nights = ensure(ofRoom, rate, () => new Map<string, RateNight>());
      nights.set(date, { ...nights.get(date), ...values });
    },
    clear: (room) => {
      if (room === undefined) {
        rooms.clear();
        rates.clear();
      } else {
        rooms.delete(room);
        rates.delete(room);
      }
    },
    nights: (wanted) => wanted.flatMap((room) => nightsOfRoom(room, rooms.get(room), rates.get(room))),
  };
}

function nightsOfRoom(
  room: string,
  ofRoom: Map<string, OtaRoomNight> = new Map(),
  ofRates: Map<string, Map<string, RateNight>> = new Map(),
): OtaNight[] {
  if (ofRates.size === 0) return sorted(ofRoom.keys()).map((date) => ({ room, date, ...ofRoom.get(date) }));
  return sorted(ofRates.keys()).flatMap((rate) => {
    const nights = ofRates.get(rate)!;
    return sorted(new Set([...ofRoom.keys(), ...nights.keys()])).map((date) => {
      const whole = ofRoom.get(date) ?? {};
      const own = nights.get(date) ?? {};
      const known = whole.stopSell !== undefined || own.stopSell !== undefined;
      return {
        room,
        ...(rate !== NO_RATE && { rate }),
        date,
        ...whole,
        ...own,
        ...(known && { stopSell: Boolean(whole.stopSell) || Boolean(own.stopSell) }),
      };
    });
  });
}

function sorted(keys: Iterable<string>): string[] {
  return [...keys].sort();
}

function ensure<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const made = make();
  map.set(key, made);
  return made;
}
