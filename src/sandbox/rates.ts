// Prices and minimum stays of the sample: Lisbon's seasons, weekends and feasts.
import { type Day, type SampleDates, weekdayOf } from './dates.ts';
import { CALENDAR, type SampleRoom, SEASONS, SELLERS, type Season, type Seller } from './house.ts';
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
      const rate = SEASONS[season(day)].rate * (WEEKDAY_RATE[weekdayOf(day)] ?? 1);
      const demand = 1 + demandIn(room, Math.floor(day / 7));
      return Math.round((room.priceMinor * rate * demand) / 100) * 100;
    },
    /** minimum number of nights of a stay that begins on this day */
    minStay(room: SampleRoom, day: Day): number {
      const isWeekend = weekdayOf(day) === FRIDAY || weekdayOf(day) === SATURDAY;
      const longer = room.flat || (season(day) === 'shoulder' && isWeekend) ? 1 : 0;
      return Math.min(SEASONS[season(day)].minStay + longer, MOST_MIN_STAY);
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
  const discount = nights >= 26 ? 0.3 : nights >= 14 ? 0.18 : nights >= 7 ? 0.08 : 0;
  const factor = SELLERS[stay.channel].markup * (1 - discount);
  return Array.from({ length: nights }, (_, i) => Math.round(card.price(room, stay.checkin + i) * factor));
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((a, b) => a + b, 0);
}

const FRIDAY = 4;
const SATURDAY = 5;
const SUNDAY = 6;
const WEEKDAY_RATE: Record<number, number> = { [FRIDAY]: 1.12, [SATURDAY]: 1.14, [SUNDAY]: 0.96 };
const MOST_MIN_STAY = 4;

function seasonOf({ month, day }: Temporal.PlainDate): Season {
  return CALENDAR.find(({ until }) => month * 100 + day <= until)!.season;
}
