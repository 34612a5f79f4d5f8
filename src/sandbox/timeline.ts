// The use of every night of every unit, for all time: stays, gaps and closures. A unit's time is divided into
// segments of about four weeks. Each segment is filled from its own random numbers, so any period can be
// generated without the years before it, and always with the same result. No stay crosses the border of a
// segment, so there always is a departure or an arrival on that day.
import type { Random } from '../../sample-people/random.ts';
import { dayNumber } from '../model/night.ts';
import { type Day, weekdayOf } from './dates.ts';
import { FACTS, HOTEL_UNITS, type Recurrence, type SampleUnit, SEASONS } from './house.ts';
import { randomFor } from './random.ts';
import type { RateCard } from './rates.ts';

export type Slot = Period & {
  unit: SampleUnit;
  kind: 'stay' | 'gap' | 'closed';
  /** the course of a stay */
  outcome: 'happens' | 'no_show' | 'leaves_early';
  /** the stay of a group, or a gap that somebody has on option at first; absent = neither */
  situation?: WeeklySituation;
};

/** What a slot is part of: there is at most one of each kind in a week. Weeks are counted from 1970-01-01, a Thursday. */
export type WeeklySituation = { kind: 'group' | 'option'; week: number };

/** Half-open. */
type Period = { from: Day; until: Day };

/** Returns the slots of one segment of a unit, in order and without gaps between them. */
export function slotsOf(card: RateCard, unit: SampleUnit, segment: number): Slot[] {
  const from = segmentStart(unit, segment);
  const period = { from, until: from + SEGMENT_DAYS };
  const fixed = [...closures(card, unit, period), ...situationsOf(unit, period)];
  if (unit.monthly) return longLets(card, unit, period, fixed[0]);
  const random = randomFor('slots', unit.unitId, segment);
  const slots: Slot[] = [];
  let day = from;
  for (const one of fixed.toSorted((a, b) => a.from - b.from)) {
    slots.push(...fill(card, unit, { from: day, until: one.from }, random), one);
    day = one.until;
  }
  slots.push(...fill(card, unit, { from: day, until: period.until }, random));
  return withExceptions(slots, unit, segment);
}

/** Returns the number of the segment that contains a day of a unit. */
export function segmentAt(unit: Pick<SampleUnit, 'offset'>, day: Day): number {
  return Math.floor((day - unit.offset) / SEGMENT_DAYS);
}

/** Longer than any stay but that of a month, and no multiple of seven: the borders fall on all weekdays. */
const SEGMENT_DAYS = 29;

/** Returns the first day of a segment. */
export function segmentStart(unit: Pick<SampleUnit, 'offset'>, segment: number): Day {
  return segment * SEGMENT_DAYS + unit.offset;
}

/** Days of a segment on which the next guest of a monthly unit comes, by the number of its stays. */
const LETS: readonly (readonly Day[])[] = [[0], [0, 14], [0, 9, 19]];

/** Returns the stays of a monthly unit, by the month when it is quiet, by the week in summer; a closure comes after them. */
function longLets(card: RateCard, unit: SampleUnit, { from, until }: Period, closure?: Slot): Slot[] {
  const quiet = card.isQuiet(from + Math.floor(SEGMENT_DAYS / 2));
  const random = randomFor('long lets', unit.unitId, from);
  const end = closure ? until - (closure.until - closure.from) : until;
  const starts = LETS[quiet ? random.between(0, 1) : random.between(1, 2)]!.map((day) => from + day);
  const stays = starts.map((day, i) => slot(unit, { from: day, until: starts[i + 1] ?? end }, 'stay'));
  return closure ? [...stays, { ...closure, from: end, until }] : stays;
}

/** Returns the owners' closures in a segment; one that would cross its border is left out that year. */
function closures(card: RateCard, unit: SampleUnit, segment: Period): Slot[] {
  if (unit.hotel) return worksOfWeek(unit, segment);
  if (!unit.closure) return [];
  const { month, day } = unit.closure;
  const years = new Set([segment.from, segment.until].map((border) => card.dates.date(border).year));
  return [...years].flatMap((year) => {
    const random = randomFor('closure', unit.unitId, year);
    const from = dayNumber(Temporal.PlainDate.from({ year, month, day })) + random.between(-4, 4);
    const until = from + random.between(2, 4);
    return from >= segment.from && until <= segment.until ? slot(unit, { from, until }, 'closed') : [];
  });
}

/** Returns the week of the segment, or the part of it, in which it is this unit's turn to be closed for works. */
function worksOfWeek(unit: SampleUnit, segment: Period): Slot[] {
  const place = HOTEL_UNITS.findIndex(({ unitId }) => unitId === unit.unitId);
  const [first, last] = [Math.floor(segment.from / 7), Math.floor((segment.until - 1) / 7)];
  for (let week = first; week <= last; week += 1) {
    if (week % HOTEL_UNITS.length !== place) continue;
    const from = Math.max(segment.from, week * 7);
    return [slot(unit, { from, until: Math.min(segment.until, week * 7 + 7) }, 'closed')];
  }
  return [];
}

/** Returns the nights of a unit of the guesthouse, within a segment, that are part of a group or on option. */
function situationsOf(unit: SampleUnit, segment: Period): Slot[] {
  if (!unit.hotel) return [];
  const [first, last] = [Math.floor(segment.from / 7), Math.floor((segment.until - 1) / 7)];
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((week) =>
    [groupOf(week), optionOf(week)].flatMap((situation) => {
      if (!situation?.units.some(({ unitId }) => unitId === unit.unitId)) return [];
      const { from, kind } = situation;
      if (from < segment.from || from >= segment.until) return [];
      const period = { from, until: from + SITUATION_NIGHTS };
      return [{ ...slot(unit, period, kind === 'group' ? 'stay' : 'gap'), situation: { kind, week } }];
    }),
  );
}

/** Nights of a group, and of an option. */
const SITUATION_NIGHTS = 2;

type Situation = { kind: WeeklySituation['kind']; units: readonly SampleUnit[]; from: Day };

/** Every second week a group has three rooms of the guesthouse. In that week none of them is closed (see `worksOfWeek`) or on option. */
function groupOf(week: number): Situation | null {
  if (week % 2 !== 0) return null;
  const units = [3, 9, 15].map((place) => unitAt(week + place));
  return { kind: 'group', units, from: dayWithin(week, units) };
}

/** In each week a room of the guesthouse is on option, another one than that which is closed. */
function optionOf(week: number): Situation {
  const units = [unitAt(week + 14)];
  return { kind: 'option', units, from: dayWithin(week, units) };
}

function unitAt(place: number): SampleUnit {
  return HOTEL_UNITS[place % HOTEL_UNITS.length]!;
}

/** Returns the first day of a stay in a week, best a Friday, that crosses the border of no unit's segment. */
function dayWithin(week: number, units: readonly SampleUnit[]): Day {
  const isWithin = (day: Day) =>
    units.every((unit) => segmentAt(unit, day) === segmentAt(unit, day + SITUATION_NIGHTS - 1));
  return [1, 2, 3, 0, 4].map((weekday) => week * 7 + weekday).find(isWithin)!;
}

/** Fills free nights with stays and gaps, so that the season's occupancy is reached. */
function fill(card: RateCard, unit: SampleUnit, free: Period, random: Random): Slot[] {
  const slots: Slot[] = [];
  let gapFrom = free.from;
  for (let day = free.from; day < free.until; ) {
    const nights = stayLength(card, unit, { from: day, until: free.until }, random);
    if (nights === 0 || !random.chance(arrivalChance(card, unit, day))) {
      day += 1;
      continue;
    }
    if (gapFrom < day) slots.push(slot(unit, { from: gapFrom, until: day }, 'gap'));
    gapFrom = day + nights;
    slots.push(slot(unit, { from: day, until: gapFrom }, 'stay'));
    day = gapFrom;
  }
  if (gapFrom < free.until) slots.push(slot(unit, { from: gapFrom, until: free.until }, 'gap'));
  return slots;
}

/** Returns the probability that a stay begins on a free day: stays of usual length give the season's occupancy. */
function arrivalChance(card: RateCard, unit: SampleUnit, day: Day): number {
  const usual = SEASONS[card.season(day)].occupancy;
  const occupancy = unit.hotel ? Math.min(0.86, Math.max(0.8, usual)) : usual;
  const nights = unit.flat ? 4.2 : unit.hotel ? (card.isQuiet(day) ? 2.2 : 2.8) : 3.3;
  const even = 1 / (1 + (nights * (1 - occupancy)) / occupancy);
  const weekday = FACTS.weekdays.arrivals[weekdayOf(day)]!;
  // Guests of the guesthouse come on all weekdays.
  return Math.min(0.97, even * (unit.hotel ? Math.sqrt(weekday) : weekday));
}

function stayLength(card: RateCard, unit: SampleUnit, free: Period, random: Random): number {
  const usual =
    FACTS.nightsOfStays[unit.flat ? 'flat' : unit.hotel ? 'hotel' : 'room'][
      card.isQuiet(free.from) ? 'quiet' : 'busy'
    ];
  const least = card.minStay(unit, free.from);
  const possible = Object.entries(usual).filter(
    ([nights]) => Number(nights) >= least && Number(nights) <= free.until - free.from,
  );
  return possible.length === 0 ? 0 : Number(random.weighted(Object.fromEntries(possible)));
}

/** Turns some stays into exceptions: now and then a guest does not come, or leaves early. */
function withExceptions(slots: Slot[], { noShows, earlyDepartures }: SampleUnit, segment: number): Slot[] {
  const stays = slots
    .filter(({ kind, situation }) => kind === 'stay' && !situation)
    .toSorted((a, b) => a.until - a.from - (b.until - b.from) || a.from - b.from);
  const [shortest, longest] = [stays[0], stays.at(-1)];
  const recurs = (when?: Recurrence) => when && segment % when.every === when.at;
  if (shortest && recurs(noShows)) shortest.outcome = 'no_show';
  if (longest && longest.until - longest.from >= 4 && recurs(earlyDepartures))
    longest.outcome = 'leaves_early';
  return slots;
}

function slot(unit: SampleUnit, period: Period, kind: Slot['kind']): Slot {
  return { unit, ...period, kind, outcome: 'happens' };
}
