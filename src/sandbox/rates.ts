// Prices and minimum stays of the sample: Lisbon's seasons, weekends and feasts.

import { type Day, dayOf, memoize, type SampleDates, weekdayOf } from './dates.ts';
import { FLATS_FROM, type SampleRoom, type Seller } from './property-definition.ts';
import { randomFor } from './random.ts';

export type Season = 'low' | 'shoulder' | 'high' | 'peak' | 'feast';

/** `rate` multiplies the base price; `occupancy` is the share of nights that is finally sold. */
export const SEASONS: Record<Season, { rate: number; occupancy: number; minStay: number }> = {
  low: { rate: 0.74, occupancy: 0.6, minStay: 1 },
  shoulder: { rate: 0.92, occupancy: 0.75, minStay: 1 },
  high: { rate: 1.18, occupancy: 0.9, minStay: 2 },
  peak: { rate: 1.34, occupancy: 0.93, minStay: 3 },
  feast: { rate: 1.58, occupancy: 0.97, minStay: 3 },
};

export type RateCard = {
  dates: SampleDates;
  season(day: Day): Season;
  /** list price of a night in cents, in whole euros; demand changes it by up to 4 % from week to week */
  price(room: SampleRoom, day: Day): number;
  /** minimum number of nights of a stay that begins on this day */
  minStay(room: SampleRoom, day: Day): number;
};

/** Creates the rate card, which caches seasons and weekly demand. */
export function createRateCard(dates: SampleDates): RateCard {
  const seasons = new Map<Day, Season>();
  const demands = new Map<number, number>();
  const season = (day: Day) => memoize(seasons, day, () => seasonOf(dates.date(day), day));
  const demandIn = (room: SampleRoom, week: number) =>
    memoize(
      demands,
      week * 1_000 + room.roomId,
      () => randomFor('demand', room.roomId, week).between(-4, 4) / 100,
    );
  return {
    dates,
    season,
    price(room, day) {
      const rate = SEASONS[season(day)].rate * (WEEKDAY_RATE[weekdayOf(day)] ?? 1);
      const demand = 1 + demandIn(room, Math.floor(day / 7));
      return Math.round((room.priceMinor * rate * demand) / 100) * 100;
    },
    minStay(room, day) {
      const currentSeason = season(day);
      const weekend =
        currentSeason === 'shoulder' && (weekdayOf(day) === FRIDAY || weekdayOf(day) === SATURDAY) ? 1 : 0;
      const least =
        SEASONS[currentSeason].minStay + weekend + (room.roomId >= FLATS_FROM && weekend === 0 ? 1 : 0);
      return Math.min(least, MOST_MIN_STAY);
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
  const factor =
    MARKUPS[stay.channel] * (1 - (nights >= 26 ? 0.3 : nights >= 14 ? 0.18 : nights >= 7 ? 0.08 : 0));
  return Array.from({ length: nights }, (_, i) => Math.round(card.price(room, stay.checkin + i) * factor));
}

/** Price factor of each seller, relative to the list price. */
const MARKUPS: Record<Seller, number> = {
  direct: 1,
  booking_com: 1.12,
  airbnb: 1.03,
  expedia: 1.15,
  vrbo: 1.06,
};

const WEEKDAY_RATE: Record<number, number> = { 4: 1.12, 5: 1.14, 6: 0.96 };
const FRIDAY = 4;
const SATURDAY = 5;
const MOST_MIN_STAY = 4;

function seasonOf(date: Temporal.PlainDate, day: Day): Season {
  if (isFeast(date, day)) return 'feast';
  const monthDay = date.month * 100 + date.day;
  return CALENDAR.find(([until]) => monthDay <= until)![1];
}

/** The seasons by their last day, as month * 100 + day. */
const CALENDAR: readonly (readonly [monthDay: number, season: Season])[] = [
  [106, 'shoulder'],
  [228, 'low'],
  [331, 'shoulder'],
  [630, 'high'],
  [915, 'peak'],
  [1015, 'high'],
  [1104, 'shoulder'],
  [1221, 'low'],
  [1231, 'shoulder'],
];

/**
 * Returns whether a day is in a feast: New Year, Santo António in Lisbon (the night of 12 June), or Easter.
 */
function isFeast(date: Temporal.PlainDate, day: Day): boolean {
  if (date.month === 12) return date.day >= 29;
  if (date.month === 1) return date.day === 1;
  if (date.month === 6) return date.day >= 11 && date.day <= 13;
  if (date.month !== 3 && date.month !== 4) return false;
  const easter = dayOf(easterSunday(date.year));
  return day >= easter - 3 && day < easter;
}

/** Returns Easter Sunday of a year: Gregorian computus (Meeus, Jones and Butcher). */
function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
}
