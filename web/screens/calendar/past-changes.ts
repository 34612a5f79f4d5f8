// What is different on the calendar between a moment of the past and now. Pure.
import type { NightSpan } from '../../chart/geometry.ts';
import type { ChartSpan } from '../../chart/rows.ts';

/** Of a bar of the past: it is there still, its stay is gone from these days, or its stay is elsewhere or has other days now. */
type PastMark = 'same' | 'gone' | 'former';
/** Of a bar of now that was not there: its stay is new in these days, or was elsewhere. */
type NowMark = 'came' | 'moved';

/** Stays that came, went and were moved, and the nights that are taken more (negative: less). */
export type ChangeSums = { came: number; gone: number; moved: number; nights: number };

type PastChanges = {
  /** by the ids of the bars of the past */
  past: ReadonlyMap<string, PastMark>;
  /** by the ids of the bars of now; those that were there are absent */
  now: ReadonlyMap<string, NowMark>;
  sums: ChangeSums;
};

/** Compares the bars of the same days. Closures are marked as stays are, and are in no sum. */
export function compareBars(
  past: readonly ChartSpan[],
  now: readonly ChartSpan[],
  window: NightSpan,
): PastChanges {
  const before = Map.groupBy(past, subjectOf);
  const after = Map.groupBy(now, subjectOf);
  const placesBefore = new Set(past.map(placeOf));
  const placesAfter = new Set(now.map(placeOf));
  const markOf = (bar: ChartSpan): PastMark =>
    placesAfter.has(placeOf(bar)) ? 'same' : after.has(subjectOf(bar)) ? 'former' : 'gone';
  const changed = now.filter((bar) => !placesBefore.has(placeOf(bar)));
  const marks = new Map(past.map((bar) => [bar.id, markOf(bar)]));
  const moved = new Set(
    [
      ...past.filter(({ id }) => marks.get(id) === 'former'),
      ...changed.filter((bar) => before.has(subjectOf(bar))),
    ]
      .filter(isStay)
      .map(subjectOf),
  );
  const only = (some: ReadonlyMap<string, readonly ChartSpan[]>, others: ReadonlyMap<string, unknown>) =>
    [...some].filter(([subject, [bar]]) => !others.has(subject) && isStay(bar!)).length;
  return {
    past: marks,
    now: new Map(changed.map((bar) => [bar.id, before.has(subjectOf(bar)) ? 'moved' : 'came'])),
    sums: {
      came: only(after, before),
      gone: only(before, after),
      moved: moved.size,
      nights: nightsOf(now, window) - nightsOf(past, window),
    },
  };
}

/** A stay in several units has several bars. */
function subjectOf({ id }: ChartSpan): string {
  return id.replace(/^(stay-\d+)-\d+$/, '$1');
}

function placeOf(bar: ChartSpan): string {
  return [subjectOf(bar), bar.roomId, bar.unitId, bar.from, bar.until].join('/');
}

function isStay({ id }: ChartSpan): boolean {
  return id.startsWith('stay-');
}

function nightsOf(bars: readonly ChartSpan[], { from, until }: NightSpan): number {
  return bars
    .filter(isStay)
    .reduce((sum, bar) => sum + Math.max(0, Math.min(bar.until, until) - Math.max(bar.from, from)), 0);
}
