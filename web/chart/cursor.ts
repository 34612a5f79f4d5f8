// The cell of the tape chart that has the keyboard, and where keys move it: over lines of rows and nights, and over a bar as a whole.
import type { NightSpan } from './geometry.ts';
import { barsOfLineIn } from './packing.ts';
import { type ChartLayout, type ChartRow, type ChartSpan, rowIndexAtY } from './rows.ts';

/** `night` is the day of a row of rates. */
export type ChartCursor = { row: string; line: number; night: number };

type CursorMove =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'row_start'
  | 'row_end'
  | 'first'
  | 'last'
  | 'page_up'
  | 'page_down';

const MOVES: Record<string, CursorMove> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'row_start',
  End: 'row_end',
  PageUp: 'page_up',
  PageDown: 'page_down',
};

/** Returns the move of a key (`KeyboardEvent.key`), or null. With Control, Home and End lead to the first and last row. */
export function moveOfKey(key: string, isControl: boolean): CursorMove | null {
  if (!isControl) return MOVES[key] ?? null;
  return key === 'Home' ? 'first' : key === 'End' ? 'last' : null;
}

/** How many rows a page is. */
const PAGE_ROWS = 10;

/** Returns the cell that the cursor has after a move: the same one at the edge of the chart. */
export function moveCursor(
  layout: ChartLayout,
  cursor: ChartCursor,
  { move, range }: { move: CursorMove; range: NightSpan },
): ChartCursor {
  const index = layout.indexOf.get(cursor.row) ?? 0;
  const bar = barAt(layout, cursor);
  const night = { left: (bar?.from ?? cursor.night) - 1, right: bar?.until ?? cursor.night + 1 };
  switch (move) {
    case 'left':
    case 'right': {
      const isInside = night[move] >= range.from && night[move] < range.until;
      return isInside ? { ...cursor, night: night[move] } : cursor;
    }
    case 'up':
      return cursor.line > 0
        ? { ...cursor, line: cursor.line - 1 }
        : toRow(layout, cursor, index - 1, 'last');
    case 'down': {
      const lines = layout.rows[index]?.lines.length ?? 1;
      if (cursor.line < lines - 1) return { ...cursor, line: cursor.line + 1 };
      return toRow(layout, cursor, index + 1, 'first');
    }
    case 'page_up':
      return toRow(layout, cursor, Math.max(0, index - PAGE_ROWS), 'first');
    case 'page_down':
      return toRow(layout, cursor, Math.min(layout.rows.length - 1, index + PAGE_ROWS), 'first');
    case 'row_start':
      return { ...cursor, night: range.from };
    case 'row_end':
      return { ...cursor, night: range.until - 1 };
    case 'first':
      return { ...toRow(layout, cursor, 0, 'first'), night: range.from };
    case 'last':
      return { ...toRow(layout, cursor, layout.rows.length - 1, 'first'), night: range.until - 1 };
  }
}

function toRow(layout: ChartLayout, cursor: ChartCursor, index: number, line: 'first' | 'last'): ChartCursor {
  const row = layout.rows[index];
  if (!row) return cursor;
  return { ...cursor, row: row.key, line: line === 'first' ? 0 : row.lines.length - 1 };
}

/** Returns the bar under the cursor, or null. */
export function barAt<Bar extends ChartSpan>(layout: ChartLayout<Bar>, cursor: ChartCursor): Bar | null {
  const line = rowAt(layout, cursor)?.lines[cursor.line] ?? [];
  return barsOfLineIn(line, { from: cursor.night, until: cursor.night + 1 })[0] ?? null;
}

/** Whether the cursor is on a bar of its row, which lies in `line`. */
export function isOnBar({ bar, line }: { bar: NightSpan; line: number }, cursor: ChartCursor): boolean {
  return line === cursor.line && bar.from <= cursor.night && cursor.night < bar.until;
}

/** Returns the row of the cursor; null if the chart no longer has it. */
function rowAt<Bar extends ChartSpan>(layout: ChartLayout<Bar>, cursor: ChartCursor): ChartRow<Bar> | null {
  const index = layout.indexOf.get(cursor.row);
  return index === undefined ? null : layout.rows[index]!;
}

/**
 * Returns a cursor that the chart has, as near as possible to the given one: rows and lines may have gone, and other days may be shown.
 * Null: in the first row, on the day `first`. Returns null if the chart has no rows.
 */
export function settleCursor(
  layout: ChartLayout,
  cursor: ChartCursor | null,
  { range, first, top }: { range: NightSpan; first: number; top: number },
): ChartCursor | null {
  const row = (cursor && rowAt(layout, cursor)) ?? layout.rows[rowIndexAtY(layout, top)];
  if (!row) return null;
  const night = Math.min(Math.max(cursor?.night ?? first, range.from), range.until - 1);
  return { row: row.key, line: Math.min(cursor?.line ?? 0, row.lines.length - 1), night };
}

/** Returns the cursor on a bar; null if the chart does not have the bar. */
export function cursorOn<Bar extends ChartSpan>(
  layout: ChartLayout<Bar>,
  id: string,
  range: NightSpan,
): ChartCursor | null {
  for (const row of layout.rows)
    for (const [line, bars] of row.lines.entries()) {
      const bar = bars.find((one) => one.id === id);
      if (bar) return { row: row.key, line, night: Math.max(bar.from, range.from) };
    }
  return null;
}
