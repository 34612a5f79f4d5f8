// The use of every night of every room, for all time: stays, gaps and closures. A room's time is divided into
// segments of about four weeks. Each segment is filled from its own random numbers, so any period can be
// generated without the years before it, and always with the same result. No stay crosses the border of a
// segment, so there always is a departure or an arrival on that day.
import type { Random } from '../../sample-people/random.ts';
import { type Day, dayOf, weekdayOf } from './dates.ts';
import {
  COUNTERPART,
  LONG_STAY_ROOM,
  nightsOfStays,
  type Recurrence,
  type SampleRoom,
  SEASONS,
} from './house.ts';
import { randomFor } from './random.ts';
import type { RateCard } from './rates.ts';

export type Slot = Period & {
  roomId: number;
  kind: 'stay' | 'gap' | 'closed';
  /** the course of a stay; `firm` ones must not be changed, see LONG_STAY_ROOM and COUNTERPART */
  outcome: 'happens' | 'firm' | 'no_show' | 'leaves_early';
};

/** Half-open. */
type Period = { from: Day; until: Day };

/** Returns the slots of one segment of a room, in order and without gaps between them. */
export function slotsOf(card: RateCard, room: SampleRoom, segment: number): Slot[] {
  if (room === LONG_STAY_ROOM) return longLets(card, segment);
  const from = segmentStart(room, segment);
  const until = from + SEGMENT_DAYS;
  const fixed = room === COUNTERPART ? pinnedStays(card, from, until) : closures(card, room, { from, until });
  const random = randomFor('slots', room.roomId, segment);
  const slots: Slot[] = [];
  let day = from;
  for (const slot of fixed) {
    slots.push(...fill(card, room, { from: day, until: slot.from }, random), slot);
    day = slot.until;
  }
  slots.push(...fill(card, room, { from: day, until }, random));
  return withExceptions(slots, room, segment);
}

/** Returns the number of the segment that contains a day of a room. */
export function segmentAt(room: SampleRoom, day: Day): number {
  return Math.floor((day - room.offset) / SEGMENT_DAYS);
}

/** Longer than any stay but that of a month, and no multiple of seven: the borders fall on all weekdays. */
const SEGMENT_DAYS = 29;

/** Returns the first day of a segment. */
export function segmentStart(room: SampleRoom, segment: number): Day {
  return segment * SEGMENT_DAYS + room.offset;
}

/** Returns the stays of the long-stay room, without gaps: by the month when it is quiet, by the week in summer. */
function longLets(card: RateCard, segment: number): Slot[] {
  const from = segmentStart(LONG_STAY_ROOM, segment);
  const until = from + SEGMENT_DAYS;
  const random = randomFor('long lets', segment);
  const quiet = card.isQuiet(from + Math.floor(SEGMENT_DAYS / 2));
  const slots: Slot[] = [];
  let day = from;
  for (let parts = quiet ? random.between(1, 2) : random.between(2, 3); parts > 0; parts -= 1) {
    let next = day + Math.floor((until - day) / parts) + random.between(-2, 2);
    // A turnover on the border of the counterpart's segments could not be within one of its stays.
    if (next === from + COUNTERPART.offset) next += 1;
    if (parts === 1) next = until;
    slots.push(slot(LONG_STAY_ROOM, { from: day, until: next }, 'stay', 'firm'));
    day = next;
  }
  return slots;
}

/** Returns the days in [from, until] on which the long-stay room has a turnover. */
function turnovers(card: RateCard, from: Day, until: Day): Day[] {
  const first = segmentAt(LONG_STAY_ROOM, from);
  const stays = [first, first + 1, first + 2].flatMap((segment) => longLets(card, segment));
  return stays.map((stay) => stay.from).filter((day) => day >= from && day <= until);
}

/** Returns stays of the counterpart room, one across each turnover of the long-stay room. */
function pinnedStays(card: RateCard, from: Day, until: Day): Slot[] {
  const stays: Slot[] = [];
  let free = from;
  for (const pin of turnovers(card, from + 1, until - 1)) {
    const random = randomFor('pinned', pin);
    const before = random.between(1, 3);
    const start = Math.max(free, pin - before);
    const nights = Math.max(card.minStay(COUNTERPART, start), pin - start + random.between(1, 4 - before));
    const begin = Math.max(free, Math.min(start, until - nights));
    free = begin + nights;
    stays.push(slot(COUNTERPART, { from: begin, until: free }, 'stay', 'firm'));
  }
  return stays;
}

/** Returns the owners' closures in a segment; one that would cross its border is left out that year. */
function closures(card: RateCard, room: SampleRoom, segment: Period): Slot[] {
  if (!room.closure) return [];
  const { month, day } = room.closure;
  const years = [segment.from, segment.until].map((border) => card.dates.date(border).year);
  return [...new Set(years)].flatMap((year) => {
    const random = randomFor('closure', room.roomId, year);
    const from = dayOf(Temporal.PlainDate.from({ year, month, day })) + random.between(-4, 4);
    const until = from + random.between(2, 4);
    return from >= segment.from && until <= segment.until ? slot(room, { from, until }, 'closed') : [];
  });
}

/** Fills free nights with stays and gaps, so that the season's occupancy is reached. */
function fill(card: RateCard, room: SampleRoom, free: Period, random: Random): Slot[] {
  const slots: Slot[] = [];
  let gapFrom = free.from;
  for (let day = free.from; day < free.until; ) {
    const nights = stayLength(card, room, { from: day, until: free.until }, random);
    if (nights === 0 || !random.chance(arrivalChance(card, room, day))) {
      day += 1;
      continue;
    }
    if (gapFrom < day) slots.push(slot(room, { from: gapFrom, until: day }, 'gap'));
    gapFrom = day + nights;
    slots.push(slot(room, { from: day, until: gapFrom }, 'stay'));
    day = gapFrom;
  }
  if (gapFrom < free.until) slots.push(slot(room, { from: gapFrom, until: free.until }, 'gap'));
  return slots;
}

/** Returns the probability that a stay begins on a free day: stays of usual length give the season's occupancy. */
function arrivalChance(card: RateCard, room: SampleRoom, day: Day): number {
  const { occupancy } = SEASONS[card.season(day)];
  const even = 1 / (1 + ((room.flat ? 4.2 : 3.3) * (1 - occupancy)) / occupancy);
  return Math.min(0.97, even * ARRIVALS_BY_WEEKDAY[weekdayOf(day)]!);
}

/** Factor by weekday (Monday first): city breaks begin on Thursdays and Fridays. */
const ARRIVALS_BY_WEEKDAY = [0.85, 0.8, 1, 1.2, 1.45, 0.95, 0.75];

function stayLength(card: RateCard, room: SampleRoom, free: Period, random: Random): number {
  const usual = nightsOfStays[room.flat ? 'flat' : 'room'][card.isQuiet(free.from) ? 'quiet' : 'busy'];
  const least = card.minStay(room, free.from);
  const possible = Object.entries(usual).filter(
    ([nights]) => Number(nights) >= least && Number(nights) <= free.until - free.from,
  );
  return possible.length === 0 ? 0 : Number(random.weighted(Object.fromEntries(possible)));
}

/** Turns some stays into exceptions: now and then a guest does not come, or leaves early. */
function withExceptions(slots: Slot[], { noShows, earlyDepartures }: SampleRoom, segment: number): Slot[] {
  const stays = slots
    .filter(({ kind, outcome }) => kind === 'stay' && outcome === 'happens')
    .toSorted((a, b) => a.until - a.from - (b.until - b.from) || a.from - b.from);
  const [shortest, longest] = [stays[0], stays.at(-1)];
  const recurs = (when?: Recurrence) => when && segment % when.every === when.at;
  if (shortest && recurs(noShows)) shortest.outcome = 'no_show';
  if (longest && longest.until - longest.from >= 4 && recurs(earlyDepartures))
    longest.outcome = 'leaves_early';
  return slots;
}

function slot(room: SampleRoom, period: Period, kind: Slot['kind'], firm?: 'firm'): Slot {
  return { roomId: room.roomId, ...period, kind, outcome: firm ?? 'happens' };
}
