// Prices and minimum stays of the sample: Lisbon's seasons, weekends and feasts.
import { type Day, type SampleDates, weekdayOf } from './dates.ts';
import { CALENDAR, FACTS, type SampleRoom, SEASONS, SELLERS, type Season, type Seller } from './house.ts';
import { randomFor } from './random.ts';

export type RateCard = ReturnType<typeof createRateCard>;

/** Creates the rate card, which caches seasons and weekly demand. */
export function createRateCard(dates: SampleDates) {
  const seasons = new Map<Day, Season>();
  const demands = new Map<number, number>();
  const season = (day: Day) => seasons.getOrInsertComputed(day, () => seasonOf(dates.date(day)));
  const demandIn = ({ roomId }: SampleRoom, week: number) =>
    demands.getOrInsertComputed(
      week * 1_000 + roomId,
      () => randomFor('demand', roomId, week).between(-4, 4) / 100,
    );
  return {
    dates,
    season,
    /** whether guests are few on this day, so that stays may be short */
    isQuiet: (day: Day) => season(day) === 'low' || season(day) === 'shoulder',
    /** list price of a night in cents, in whole euros; demand changes it by up to 4 % from week to week */
    price(room: SampleRoom, day: Day): number {
      const rate = SEASONS[season(day)].rate * FACTS.weekdays.rate[weekdayOf(day)]!;
      const demand = 1 + demandIn(room, Math.floor(day / 7));
      return Math.round((room.priceMinor * rate * demand) / 100) * 100;
    },
    /** minimum number of nights of a stay that begins on this day */
    minStay(room: SampleRoom, day: Day): number {
      const isWeekend = FACTS.weekdays.weekend.includes(weekdayOf(day));
      const longer = room.flat || (season(day) === 'shoulder' && isWeekend) ? 1 : 0;
      return Math.min(SEASONS[season(day)].minStay + longer, room.hotel ? 2 : MOST_MIN_STAY);
    },
  };
}

/**
 * Returns the prices of a stay's nights at a seller, in cents. Channels that take a commission are priced
 * above the property's own site; stays of a week and more are cheaper per night.
 */
export function nightPrices(
  card: RateCard,
  room: SampleRoom,
  stay: { checkin: Day; checkout: Day; channel: Seller },
): number[] {
  const nights = stay.checkout - stay.checkin;
  const discount = FACTS.discounts.find((one) => nights >= one.nights)!;
  const factor = SELLERS[stay.channel].markup * (1 - discount.share);
  return Array.from({ length: nights }, (_, i) => Math.round(card.price(room, stay.checkin + i) * factor));
}

/**
 * Returns Lisbon's city tax of a stay in cents: four euros per adult and night for the first seven nights (since
 * September 2024). The product does not compute it yet: the sample posts it as the desk would.
 */
export function cityTaxOf({ checkin, checkout }: { checkin: Day; checkout: Day }, adults: number) {
  const nights = Math.min(7, checkout - checkin);
  return { nights, amountMinor: adults * nights * 4_00 };
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((a, b) => a + b, 0);
}

const MOST_MIN_STAY = 4;

function seasonOf({ month, day }: Temporal.PlainDate): Season {
  return CALENDAR.find(({ until }) => month * 100 + day <= until)!.season;
}
