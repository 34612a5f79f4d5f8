// Which rows and days of the tape chart are painted: those that are visible and some around them, in steps, so that scrolling
// changes what is painted only every few frames.
import { type ChartBox, COLUMN, dayAtX, type NightSpan } from './geometry.ts';
import { barsOfLineIn } from './packing.ts';
import { type ChartLayout, type ChartRow, type ChartSpan, rowIndexAtY } from './rows.ts';

/** What is painted beyond the visible part, at least. */
const MARGIN_ROWS = 2;
const MARGIN_DAYS = 1;
/** The edges of the painted part lie on multiples of these. */
const STEP_ROWS = 4;
const STEP_DAYS = 7;

/** The visible part of the rows, in pixels from the first row and day, without the heads. */
export type Viewport = { left: number; top: number; width: number; height: number };

/** Painted rows by index and painted days, both half-open. */
export type PaintedWindow = { firstRow: number; endRow: number; from: number; until: number };

/** Returns what is painted of the days [from, until) of `range` when the viewport is visible. */
export function paintedWindow(layout: ChartLayout, view: Viewport, range: NightSpan): PaintedWindow {
  const first = rowIndexAtY(layout, view.top) - MARGIN_ROWS;
  const last = rowIndexAtY(layout, view.top + view.height) + MARGIN_ROWS;
  const from = dayAtX(view.left, range.from) - MARGIN_DAYS;
  const until = dayAtX(view.left + view.width, range.from) + 1 + MARGIN_DAYS;
  const rows = layout.rows.length;
  return {
    firstRow: clamp(stepDown(first, STEP_ROWS), 0, rows),
    endRow: clamp(stepUp(last + 1, STEP_ROWS), 0, rows),
    from: clamp(range.from + stepDown(from - range.from, STEP_DAYS), range.from, range.until),
    until: clamp(range.from + stepUp(until - range.from, STEP_DAYS), range.from, range.until),
  };
}

export function isSameWindow(one: PaintedWindow, other: PaintedWindow): boolean {
  return (
    one.firstRow === other.firstRow &&
    one.endRow === other.endRow &&
    one.from === other.from &&
    one.until === other.until
  );
}

/** A bar that is painted, with its line in its row. */
export type PaintedBar<Bar> = { bar: Bar; line: number };

/** Returns the bars of a row that touch one of the painted days. A stay touches its day of departure too. */
export function barsToPaint<Bar extends ChartSpan>(
  row: ChartRow<Bar>,
  { from, until }: NightSpan,
): PaintedBar<Bar>[] {
  return row.lines.flatMap((bars, line) =>
    barsOfLineIn(bars, { from: from - 1, until }).map((bar) => ({ bar, line })),
  );
}

/** Returns the left edge to scroll to so that a day comes first, or as far as the days reach. */
export function scrollToDay(day: number, range: NightSpan, width: number): number {
  const total = (range.until - range.from) * COLUMN;
  return clamp((day - range.from) * COLUMN, 0, Math.max(0, total - width));
}

/** Returns where to scroll so that a box is visible: as little as needed, its beginning if it is larger than the viewport. */
export function scrollToShow(box: ChartBox, view: Viewport): { left: number; top: number } {
  return {
    left: shift(box.x, box.x + box.width, view.left, view.width),
    top: shift(box.y, box.y + box.height, view.top, view.height),
  };
}

function shift(start: number, end: number, at: number, size: number): number {
  if (start < at || end - start > size) return start;
  return end > at + size ? end - size : at;
}

function stepDown(value: number, step: number): number {
  return Math.floor(value / step) * step;
}

function stepUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
