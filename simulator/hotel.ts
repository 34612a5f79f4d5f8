// A hotel as an OTA lists it: its rooms, and the rates each is sold at.
import type { Random } from './random.ts';

export type Rate = { id: string; title: string; readOnly: boolean };
export type Room = { id: string; title: string; maxPersons: number; rates: Rate[] };
export type Hotel = { id: string; name: string; currency: string; account: string; rooms: Room[] };

export type RateWish = { id?: string; title?: string; readOnly?: boolean };
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
  return {
    add: (wish) => {
      const wished =
        typeof wish.rooms === 'object' ? wish.rooms : Array.from({ length: wish.rooms ?? 1 }, () => ({}));
      const hotel: Hotel = {
        id: wish.id ?? numbering.hotel(random),
        name: wish.name ?? 'Sample Hotel',
        currency: wish.currency ?? 'EUR',
        account: wish.account ?? FIRST_ACCOUNT,
        rooms: wished.map((room: RoomWish, i) => ({
          id: room.id ?? numbering.room(random),
          title: room.title ?? `Room ${i + 1}`,
          maxPersons: room.maxPersons ?? 2,
          rates: (room.rates ?? [{}]).map((rate) => ({
            id: rate.id ?? numbering.rate(random),
            title: rate.title ?? 'Flexible',
            readOnly: rate.readOnly ?? false,
          })),
        })),
      };
      hotels.set(hotel.id, hotel);
      for (const room of hotel.rooms) {
        rooms.set(room.id, { hotel, room });
        for (const rate of room.rates) rates.set(rate.id, { hotel, room, rate });
      }
      return hotel;
    },
    find: (id) => (id === undefined ? undefined : hotels.get(id)),
    all: () => [...hotels.values()],
    ofRoom: (id) => (id === undefined ? undefined : rooms.get(id)),
    ofRate: (id) => (id === undefined ? undefined : rates.get(id)),
  };
}
