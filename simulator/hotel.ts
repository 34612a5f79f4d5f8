// A hotel as an OTA lists it: its rooms, and the rates each is sold at.
import type { Random } from './random.ts';

export type SellMode = 'per_room' | 'per_person';
export type Rate = {
  id: string;
  title: string;
  /** takes no prices */
  readOnly: boolean;
  /** takes none either, and is listed as one whose price comes from another rate */
  derived: boolean;
  sellMode: SellMode;
};
export type Room = { id: string; title: string; maxPersons: number; rates: Rate[] };
export type Hotel = { id: string; name: string; currency: string; account: string; rooms: Room[] };

export type RateWish = {
  id?: string;
  title?: string;
  readOnly?: boolean;
  derived?: boolean;
  sellMode?: SellMode;
};
export type RoomWish = { id?: string; title?: string; maxPersons?: number; rates?: readonly RateWish[] };
export type HotelWish = {
  id?: string;
  name?: string;
  currency?: string;
  /** whose credentials open it; the OTA's first account without it */
  account?: string;
  /** rooms, or how many of them */
  rooms?: number | readonly RoomWish[];
};

/** How an OTA numbers what it lists. */
export type Numbering = {
  hotel(random: Random): string;
  room(random: Random): string;
  rate(random: Random): string;
};

/** The account that exists from the start. */
export const FIRST_ACCOUNT = 'first';

export type HotelList = {
  add(wish: HotelWish): Hotel;
  /** a room that became known later */
  addRoom(hotel: Hotel, wish: RoomWish): Room;
  /** a further rate of a room */
  addRate(hotel: Hotel, room: Room, wish: RateWish): Rate;
  /** takes a hotel off the list, with its rooms and rates */
  remove(id: string): void;
  find(id: string | undefined): Hotel | undefined;
  all(): Hotel[];
  /** the hotel and the room with this id, of any hotel */
  ofRoom(id: string | undefined): { hotel: Hotel; room: Room } | undefined;
  ofRate(id: string | undefined): { hotel: Hotel; room: Room; rate: Rate } | undefined;
};

export function createHotelList(random: Random, numbering: Numbering): HotelList {
  const hotels = new Map<string, Hotel>();
  const rooms = new Map<string, { hotel: Hotel; room: Room }>();
  const rates = new Map<string, { hotel: Hotel; room: Room; rate: Rate }>();
  const addRate = (hotel: Hotel, room: Room, wish: RateWish): Rate => {
    const rate: Rate = {
      id: wish.id ?? unused(rates, () => numbering.rate(random)),
      title: wish.title ?? 'Flexible',
      readOnly: wish.readOnly ?? false,
      derived: wish.derived ?? false,
      sellMode: wish.sellMode ?? 'per_room',
    };
    room.rates.push(rate);
    rates.set(rate.id, { hotel, room, rate });
    return rate;
  };
  const addRoom = (hotel: Hotel, wish: RoomWish): Room => {
    const room: Room = {
      id: wish.id ?? unused(rooms, () => numbering.room(random)),
      title: wish.title ?? `Room ${hotel.rooms.length + 1}`,
      maxPersons: wish.maxPersons ?? 2,
      rates: [],
    };
    hotel.rooms.push(room);
    rooms.set(room.id, { hotel, room });
    for (const rate of wish.rates ?? [{}]) addRate(hotel, room, rate);
    return room;
  };
  return {
    add: (wish) => {
      const wished =
        typeof wish.rooms === 'object' ? wish.rooms : Array.from({ length: wish.rooms ?? 1 }, () => ({}));
      const hotel: Hotel = {
        id: wish.id ?? unused(hotels, () => numbering.hotel(random)),
        name: wish.name ?? 'Sample Hotel',
        currency: wish.currency ?? 'EUR',
        account: wish.account ?? FIRST_ACCOUNT,
        rooms: [],
      };
      hotels.set(hotel.id, hotel);
      for (const room of wished) addRoom(hotel, room);
      return hotel;
    },
    addRoom,
    addRate,
    remove: (id) => {
      for (const room of hotels.get(id)?.rooms ?? []) {
        for (const rate of room.rates) rates.delete(rate.id);
        rooms.delete(room.id);
      }
      hotels.delete(id);
    },
    find: (id) => (id === undefined ? undefined : hotels.get(id)),
    all: () => [...hotels.values()],
    ofRoom: (id) => (id === undefined ? undefined : rooms.get(id)),
    ofRate: (id) => (id === undefined ? undefined : rates.get(id)),
  };
}

/** Numbers are short, and the calendar knows rooms by theirs: none is given twice. */
function unused(known: ReadonlyMap<string, unknown>, make: () => string): string {
  for (;;) {
    const id = make();
    if (!known.has(id)) return id;
  }
}
