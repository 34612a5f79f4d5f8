// Offers: for a possible stay, the price of each room and the reasons why it could not be booked.
import type { Queryable } from '../db/database.ts';
import type { GuestCounts } from '../model/guest-counts.ts';
import { MAX_AMOUNT, toMajor } from '../model/money.ts';
import { countNights, type PlainDate } from '../model/night.ts';
import type { Night } from '../model/night-values.ts';
import type { Property } from '../model/property.ts';
import { Problem } from '../problems.ts';
import { capacityProblem } from './capacity.ts';
import { listNights } from './inventory/calendar.ts';
import { roomUnavailable } from './inventory/nights.ts';
import { brokenRestrictions } from './inventory/restrictions.ts';
import type { Page } from './page.ts';
import { listRooms, type Room } from './rooms.ts';

type StayQuery = {
  checkin: PlainDate;
  checkout: PlainDate;
  /** who comes */
  party: GuestCounts;
};

export type Offer = {
  room: Room;
  checkin: PlainDate;
  checkout: PlainDate;
  /** the smallest number of units left on any of the nights */
  available: number;
  priceMinor: number;
  nights: { date: PlainDate; priceMinor: number }[];
  /**
   * the problems for which createReservation would refuse the stay, in its
   * order; empty = it can be booked now
   */
  refusals: Problem[];
};

/** Returns an offer for each room on sale, by id, checked with the same rules as a booking. */
export async function listOffers(
  db: Queryable,
  property: Pick<Property, 'hotelId' | 'currency' | 'settings'>,
  stay: StayQuery,
  page: Page,
): Promise<Offer[]> {
  const rooms = await listRooms(db, property.hotelId, {}, page);
  const [first, last] = [rooms[0], rooms.at(-1)];
  if (!first || !last) return [];
  // One night more than the stay, because the day of departure may be closed to departure.
  const length = countNights(stay.checkin, stay.checkout) + 1;
  const window = { from: stay.checkin, until: stay.checkout.add({ days: 1 }) };
  const after = [first.roomId, stay.checkin.subtract({ days: 1 }).toString()];
  const nights = await listNights(db, property.hotelId, window, { size: rooms.length * length, after });
  const byRoom = Map.groupBy(nights, (night) => night.roomId);
  return rooms.flatMap((room) => {
    const own = byRoom.get(room.roomId);
    // A room that was retired between the two queries is no longer offered.
    return own?.length === length ? [offerOf(room, own, stay, property)] : [];
  });
}

function offerOf(
  room: Room,
  days: readonly Night[],
  { checkin, checkout, party }: StayQuery,
  { currency, settings }: Pick<Property, 'currency' | 'settings'>,
): Offer {
  const nights = days.slice(0, -1);
  const priceMinor = nights.reduce((sum, night) => sum + night.priceMinor, 0);
  const full = nights.filter((night) => night.available < 1).map((night) => night.date.toString());
  const closedToDeparture = days.at(-1)!.closedToDeparture;
  return {
    room,
    checkin,
    checkout,
    available: Math.max(0, Math.min(...nights.map((night) => night.available))),
    priceMinor,
    nights: nights.map((night) => ({ date: night.date, priceMinor: night.priceMinor })),
    refusals: [
      priceTooHigh(priceMinor, currency),
      capacityProblem(room, party, settings.infantsUnderAge),
      full.length > 0 ? roomUnavailable(full) : null,
      ...brokenRestrictions({ checkin, checkout, nights, closedToDeparture }),
    ].filter((refusal) => refusal !== null),
  };
}

/** Returns a problem if the nights add up to more than the highest amount that a booking can cost. */
function priceTooHigh(priceMinor: number, currency: string): Problem | null {
  if (toMajor(priceMinor, currency) <= MAX_AMOUNT) return null;
  return new Problem('invalid_data', { case: 'price_sum' });
}
