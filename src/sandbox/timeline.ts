// The use of every night of every room, for all time: stays, gaps and closures. A room's time is divided into
// segments of about four weeks. Each segment is filled from its own random numbers, so any period can be
// generated without the years before it, and always with the same result. No stay crosses the border of a
// segment, so there always is a departure or an arrival on that day.
import { type Day, dayOf, weekdayOf } from './dates.ts';
import { COUNTERPART, FLATS_FROM, LONG_STAY_ROOM, type SampleRoom } from './property-definition.ts';
import { randomFor, type SeededRandom } from './random.ts';
import { type RateCard, SEASONS } from './rates.ts';

export type Slot = {
  roomId: number;
  from: Day;
  until: Day;
  kind: 'stay' | 'gap' | 'closed';
  /** the course of a stay; `firm` ones must not be changed, see LONG_STAY_ROOM and COUNTERPART */
  outcome: 'happens' | 'firm' | 'no_show' | 'leaves_early';
};

/** Returns the slots of one segment of a room, in order and without gaps between them. */
export function slotsOf(card: RateCard, room: SampleRoom, segment: number): Slot[] {
  const from = segmentStart(card, room, segment);
  const until = segmentStart(card, room, segment + 1);
  if (room === LONG_STAY_ROOM) return longLets(card, segment);
  const fixed = room === COUNTERPART ? pinnedStays(card, from, until) : closures(card, room, { from, until });
  const random = randomFor('slots', room.roomId, segment);
  const slots: Slot[] = [];
  let day = from;
  for (const slot of [...fixed, null]) {
    slots.push(...fill(card, room, { from: day, until: slot?.from ?? until }, random));
    if (slot) slots.push(slot);
    day = slot?.until ?? until;
  }
  return withExceptions(slots, room, segment);
}

/** Returns the number of the segment that contains a day of a room. */
export function segmentAt(card: RateCard, room: SampleRoom, day: Day): number {
  const guess = Math.floor((day - room.offset) / SEGMENT_DAYS);
  if (day < segmentStart(card, room, guess)) return guess - 1;
  return day < segmentStart(card, room, guess + 1) ? guess : guess + 1;
}

/**
 * Length of a segment. Four weeks are longer than any stay but that of a month, and short enough that the
 * shown past ends about where it should.
 */
const SEGMENT_DAYS = 28;
/** The borders vary by so many days, so that they fall on all weekdays. */
const WANDER_DAYS = 3;

function segmentStart(card: RateCard, room: SampleRoom, segment: number): Day {
  const plan = segment * SEGMENT_DAYS + room.offset;
  let start = plan + randomFor('border', room.roomId, segment).between(-WANDER_DAYS, WANDER_DAYS);
  if (room === COUNTERPART) {
    const pins = turnovers(card, start, start + WANDER_DAYS);
    while (pins.includes(start)) start += 1;
  }
  return start;
}

/**
 * Returns the stays of the long-stay room, without gaps: by the month in
 * the low season, by the week in summer.
 */
function longLets(card: RateCard, segment: number): Slot[] {
  const from = segmentStart(card, LONG_STAY_ROOM, segment);
  const until = segmentStart(card, LONG_STAY_ROOM, segment + 1);
  const random = randomFor('long lets', segment);
  const quiet = ['low', 'shoulder'].includes(card.season(from + SEGMENT_DAYS / 2));
  let parts = quiet ? random.between(1, 2) : random.between(2, 3);
  const slots: Slot[] = [];
  for (let day = from; day < until; parts -= 1) {
    const most = until - day - (parts - 1) * SHORTEST_LET;
    const even = Math.floor((until - day) / parts) + random.between(-2, 2);
    const nights = parts === 1 ? most : Math.min(most, Math.max(SHORTEST_LET, even));
    slots.push({
      roomId: LONG_STAY_ROOM.roomId,
      from: day,
      until: day + nights,
      kind: 'stay',
      outcome: 'firm',
    });
    day += nights;
  }
  return slots;
}

/**
 * Shortest stay in the long-stay room: at least a week, so that each turnover fits
 * into a separate stay of the counterpart room.
 */
const SHORTEST_LET = 7;

/** Returns the days in [from, until] on which the long-stay room has a turnover. */
function turnovers(card: RateCard, from: Day, until: Day): Day[] {
  const days: Day[] = [];
  const last = segmentAt(card, LONG_STAY_ROOM, until);
  for (let segment = segmentAt(card, LONG_STAY_ROOM, from); segment <= last; segment += 1) {
    for (const slot of longLets(card, segment))
      if (slot.from >= from && slot.from <= until) days.push(slot.from);
  }
  return days;
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
    stays.push({
      roomId: COUNTERPART.roomId,
      from: begin,
      until: begin + nights,
      kind: 'stay',
      outcome: 'firm',
    });
    free = begin + nights;
  }
  return stays;
}

/** When the owners close a room for some nights each winter, for repairs. */
const CLOSURES: Record<number, { month: number; day: number }> = {
  102: { month: 1, day: 14 },
  104: { month: 11, day: 22 },
  105: { month: 1, day: 26 },
  106: { month: 12, day: 6 },
};

function closures(card: RateCard, room: SampleRoom, segment: { from: Day; until: Day }): Slot[] {
  const plan = CLOSURES[room.roomId];
  if (!plan) return [];
  const [first, last] = [card.dates.date(segment.from).year, card.dates.date(segment.until).year];
  const slots: Slot[] = [];
  for (let year = first; year <= last; year += 1) {
    const random = randomFor('closure', room.roomId, year);
    const from = dayOf(Temporal.PlainDate.from({ year, ...plan })) + random.between(-4, 4);
    const until = from + random.between(2, 4);
    // A closure that would cross the border of the segment is left out that year.
    if (from < segment.from || until > segment.until) continue;
    slots.push({ roomId: room.roomId, from, until, kind: 'closed', outcome: 'happens' });
  }
  return slots;
}

/** Fills free nights with stays and gaps, so that the season's occupancy is reached. */
function fill(
  card: RateCard,
  room: SampleRoom,
  free: { from: Day; until: Day },
  random: SeededRandom,
): Slot[] {
  const slots: Slot[] = [];
  let gapFrom = free.from;
  for (let day = free.from; day < free.until; ) {
    const nights = stayLength(card, room, { from: day, until: free.until }, random);
    if (nights === 0 || !random.chance(arrivalChance(card, room, day))) {
      day += 1;
      continue;
    }
    if (gapFrom < day)
      slots.push({ roomId: room.roomId, from: gapFrom, until: day, kind: 'gap', outcome: 'happens' });
    slots.push({ roomId: room.roomId, from: day, until: day + nights, kind: 'stay', outcome: 'happens' });
    day += nights;
    gapFrom = day;
  }
  if (gapFrom < free.until) {
    slots.push({ roomId: room.roomId, from: gapFrom, until: free.until, kind: 'gap', outcome: 'happens' });
  }
  return slots;
}

/**
 * Returns the probability that a stay begins on a free day, chosen so that stays of
 * usual length give the season's occupancy.
 */
function arrivalChance(card: RateCard, room: SampleRoom, day: Day): number {
  const { occupancy } = SEASONS[card.season(day)];
  const usualNights = room.roomId >= FLATS_FROM ? 4.2 : 3.3;
  const even = 1 / (1 + (usualNights * (1 - occupancy)) / occupancy);
  return Math.min(0.97, even * ARRIVALS_BY_WEEKDAY[weekdayOf(day)]!);
}

/** Factor by weekday (Monday first): city breaks begin on Thursdays and Fridays. */
const ARRIVALS_BY_WEEKDAY = [0.85, 0.8, 1, 1.2, 1.45, 0.95, 0.75];

function stayLength(
  card: RateCard,
  room: SampleRoom,
  free: { from: Day; until: Day },
  random: SeededRandom,
): number {
  const quiet = ['low', 'shoulder'].includes(card.season(free.from));
  const usual = LENGTHS[room.roomId >= FLATS_FROM ? 'flat' : 'small'][quiet ? 'quiet' : 'busy'];
  const least = card.minStay(room, free.from);
  const possible = usual.filter(([nights]) => nights >= least && nights <= free.until - free.from);
  return possible.length === 0 ? 0 : random.weighted(possible);
}

type Lengths = readonly (readonly [nights: number, weight: number])[];

const LENGTHS: Record<'small' | 'flat', Record<'quiet' | 'busy', Lengths>> = {
  small: {
    quiet: [
      [1, 12],
      [2, 30],
      [3, 27],
      [4, 14],
      [5, 8],
      [6, 3],
      [7, 5],
      [9, 1],
    ],
    busy: [
      [2, 22],
      [3, 30],
      [4, 22],
      [5, 12],
      [6, 5],
      [7, 7],
      [10, 2],
    ],
  },
  flat: {
    quiet: [
      [2, 30],
      [3, 34],
      [4, 18],
      [5, 8],
      [7, 10],
    ],
    busy: [
      [3, 26],
      [4, 30],
      [5, 18],
      [6, 8],
      [7, 16],
      [10, 3],
    ],
  },
};

/**
 * Turns some stays into exceptions: in every other segment of two rooms a guest does
 * not come, and now and then one leaves early.
 */
function withExceptions(slots: Slot[], room: SampleRoom, segment: number): Slot[] {
  const stays = slots
    .filter((slot) => slot.kind === 'stay' && slot.outcome === 'happens')
    .toSorted((a, b) => a.until - a.from - (b.until - b.from) || a.from - b.from);
  const [shortest, longest] = [stays[0], stays.at(-1)];
  const noShows = NO_SHOWS[room.roomId];
  const departures = EARLY_DEPARTURES[room.roomId];
  if (shortest && noShows && segment % noShows.every === noShows.at) shortest.outcome = 'no_show';
  if (
    longest &&
    departures &&
    segment % departures.every === departures.at &&
    longest.until - longest.from >= 4
  ) {
    longest.outcome = 'leaves_early';
  }
  return slots;
}

const NO_SHOWS: Record<number, { every: number; at: number }> = {
  104: { every: 2, at: 0 },
  105: { every: 2, at: 1 },
};
const EARLY_DEPARTURES: Record<number, { every: number; at: number }> = {
  102: { every: 7, at: 2 },
  106: { every: 6, at: 1 },
};
