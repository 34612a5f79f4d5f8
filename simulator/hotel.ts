// Hotels of an OTA, with their rooms and the rates of each room.
import type { Random } from '../sample-people/random.ts';

type SellMode = 'per_room' | 'per_person';
export type Rate = {
  id: string;
  title: string;
  /** refuses prices */
  readOnly: boolean;
  /** refuses prices too, and is listed as a rate whose price derives from another rate */
  derived: boolean;
  sellMode: SellMode;
};
export type OtaRoom = { id: string; title: string; maxPersons: number; rates: Rate[] };
export type Hotel = { id: string; name: string; currency: string; account: string; rooms: OtaRoom[] };

type RateInput = {
  id?: string;
  title?: string;
  readOnly?: boolean;
  derived?: boolean;
  sellMode?: SellMode;
};
export type RoomInput = { id?: string; title?: string; maxPersons?: number; rates?: readonly RateInput[] };
export type HotelInput = {
  id?: string;
  name?: string;
  currency?: string;
  /** the account whose credentials give access; default: the OTA's first account */
  account?: string;
  /** the rooms, or their number */
  rooms?: number | readonly RoomInput[];
};

/** Generators of the ids of hotels, rooms and rates of an OTA. */
export type Numbering = {
  hotel(random: Random): string;
  room(random: Random): string;
  rate(random: Random): string;
};

/** The account that exists from the start. */
export const FIRST_ACCOUNT = 'first';

export type HotelList = {
  add(input: HotelInput): Hotel;
  /** adds a room to an existing hotel */
  addRoom(hotel: Hotel, input: RoomInput): OtaRoom;
  /** adds a rate to an existing room */
  addRate(hotel: Hotel, room: OtaRoom, input: RateInput): Rate;
  /** removes a hotel with its rooms and rates */
  remove(id: string): void;
  find(id: string | undefined): Hotel | undefined;
  all(): Hotel[];
  /** finds a room by its id among all hotels */
  ofRoom(id: string | undefined): { hotel: Hotel; room: OtaRoom } | undefined;
  ofRate(id: string | undefined): { hotel: Hotel; room: OtaRoom; rate: Rate } | undefined;
};

export function createHotelList(random: Random, numbering: Numbering): HotelList {
  const hotels = new Map<string, Hotel>();
  const rooms = new Map<string, { hotel: Hotel; room: OtaRoom }>();
  const rates = new Map<string, { hotel: Hotel; room: OtaRoom; rate: Rate }>();
  const addRate = (hotel: Hotel, room: OtaRoom, input: RateInput): Rate => {
    const rate: Rate = {
      id: input.id ?? unusedId(rates, () => numbering.rate(random)),
      title: input.title ?? 'Flexible',
      readOnly: input.readOnly ?? false,
      derived: input.derived ?? false,
      sellMode: input.sellMode ?? 'per_room',
    };
    room.rates.push(rate);
    rates.set(rate.id, { hotel, room, rate });
    return rate;
  };
  const addRoom = (hotel: Hotel, input: RoomInput): OtaRoom => {
    const room: OtaRoom = {
      id: input.id ?? unusedId(rooms, () => numbering.room(random)),
      title: input.title ?? `Room ${hotel.rooms.length + 1}`,
      maxPersons: input.maxPersons ?? 2,
      rates: [],
    };
    hotel.rooms.push(room);
    rooms.set(room.id, { hotel, room });
    for (const rate of input.rates ?? [{}]) addRate(hotel, room, rate);
    return room;
  };
  return {
    add: (input) => {
      const requested =
        typeof input.rooms === 'object' ? input.rooms : Array.from({ length: input.rooms ?? 1 }, () => ({}));
      const hotel: Hotel = {
        id: input.id ?? unusedId(hotels, () => numbering.hotel(random)),
        name: input.name ?? 'Sample Hotel',
        currency: input.currency ?? 'EUR',
        account: input.account ?? FIRST_ACCOUNT,
        rooms: [],
      };
      hotels.set(hotel.id, hotel);
      for (const room of requested) addRoom(hotel, room);
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

/** Returns a generated id that is not in `known`. Ids are short, and the calendar uses them as keys. */
function unusedId(known: ReadonlyMap<string, unknown>, make: () => string): string {
  for (;;) {
    const id = make();
    if (!known.has(id)) return id;
  }
}
