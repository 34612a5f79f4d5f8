// The sample's calendar: each night's price, minimum stay and availability.

import type { KnownBookings } from './bookings.ts';
import type { Day, Moment } from './dates.ts';
import { ROOMS, SAMPLE_PROPERTY } from './property-definition.ts';
import type { RateCard } from './rates.ts';
import type { HeldNight } from './reservations.ts';

/** A row of the calendar. `closed` nights were closed by the owner. */
export type SampleNight = {
  roomId: number;
  night: Day;
  available: 0 | 1;
  sold: 0 | 1;
  closed: boolean;
  priceMinor: number;
  minStay: number;
};

/** Returns every night from the first one shown to the last one on sale, by room and date. */
export function nightsAt(
  card: RateCard,
  known: KnownBookings,
  held: readonly HeldNight[],
  hour: Moment,
): SampleNight[] {
  const key = (roomId: number, night: Day) => night * 1_000 + roomId;
  const sold = new Set(
    held.filter((one) => one.releasedAt === null).map((one) => key(one.roomId, one.night)),
  );
  const closed = new Set<number>();
  for (const closure of known.closures) {
    for (let night = closure.from; night < closure.until; night += 1) closed.add(key(closure.roomId, night));
  }
  const until = card.dates.day(hour) + SAMPLE_PROPERTY.horizonDays + SPARE_DAYS;
  return ROOMS.flatMap((room) => {
    const since = known.since.get(room.roomId)!;
    return Array.from({ length: until - since }, (_, i) => {
      const night = since + i;
      const isSold = sold.has(key(room.roomId, night));
      const isClosed = closed.has(key(room.roomId, night));
      return {
        roomId: room.roomId,
        night,
        available: isSold || isClosed ? 0 : 1,
        sold: isSold ? 1 : 0,
        closed: isClosed,
        priceMinor: card.price(room, night),
        minStay: card.minStay(room, night),
      };
    });
  });
}

/**
 * Extra nights, so that a request around midnight for the whole horizon
 * does not reach beyond the stored ones.
 */
const SPARE_DAYS = 2;
