// Where days and bars lie on the tape chart, in CSS pixels from the left edge of the first day. A night runs from the middle of its
// day's column to the middle of the next, so that a departure and an arrival share a day.

/** Width of a day. On a phone it is narrower, so that a week is seen: `setColumn`. */
export let COLUMN = 56;

/** Makes days so wide, for every chart from now on. Those that are painted are painted again by their owner. */
export function setColumn(width: number): void {
  COLUMN = width;
}
/** Height of a line of bars; a row is as high as its lines. */
export const LINE = 28;
const BAR_HEIGHT = 22;
/** Height of the row with the rates of a room. */
export const RATE_ROW = 32;
/** Height of the row of days. */
export const DAY_HEAD = 44;
/** Free space before and after each bar, so that two stays of one day do not touch. */
const BAR_GAP = 2;

/** Nights [from, until), as day numbers. */
export type NightSpan = { from: number; until: number };

/** A rectangle: x from the left edge of the first day, y from the top edge of the first row. */
export type ChartBox = { x: number; y: number; width: number; height: number };

/** Returns the left edge of a day's column. */
export function xOfDay(day: number, firstDay: number): number {
  return (day - firstDay) * COLUMN;
}

/** Returns the day whose column contains x; the inverse of `xOfDay`. */
export function dayAtX(x: number, firstDay: number): number {
  return firstDay + Math.floor(x / COLUMN);
}

/** Returns where on the days x lies: a day number with a fraction. */
export function dayPlaceAtX(x: number, firstDay: number): number {
  return firstDay + x / COLUMN;
}

/** Returns the left edge of a night: the middle of its day. */
export function xOfNight(night: number, firstDay: number): number {
  return xOfDay(night, firstDay) + COLUMN / 2;
}

/** Returns the night that contains x; the inverse of `xOfNight`. */
export function nightAtX(x: number, firstDay: number): number {
  return dayAtX(x - COLUMN / 2, firstDay);
}

/** Returns the night whose left edge is nearest to x: where an edge of a stay that is let go at x would lie. */
export function nearestNightEdge(x: number, firstDay: number): number {
  return dayAtX(x, firstDay);
}

/** Returns the box of a bar whose line begins at `lineTop`, without what lies outside the days of `range`. */
export function boxOfBar({ from, until }: NightSpan, lineTop: number, range: NightSpan): ChartBox {
  const left = Math.max(0, xOfNight(from, range.from) + BAR_GAP);
  const right = Math.min(xOfDay(range.until, range.from), xOfNight(until, range.from) - BAR_GAP);
  return { x: left, y: lineTop + (LINE - BAR_HEIGHT) / 2, width: right - left, height: BAR_HEIGHT };
}

/** Whether the point lies in the box; its right and lower edge belong to what follows. */
export function contains(box: ChartBox, x: number, y: number): boolean {
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

export function overlaps(one: NightSpan, other: NightSpan): boolean {
  return one.from < other.until && other.from < one.until;
}
