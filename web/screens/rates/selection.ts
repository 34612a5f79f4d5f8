// The selected cells of the sheet, and where the keyboard leads from them. Pure.

/** Lines of a room: units left to sell, price, minimum nights and rules. */
export const RATE_LINES = ['available', 'price', 'rules'] as const;
export type RateLine = (typeof RATE_LINES)[number];

/** A cell: the number of its line, counted over all rooms, and its day number. */
export type RateCell = { line: number; day: number };

/** From where it was begun to where it is now. */
export type RateSelection = { anchor: RateCell; focus: RateCell };

/** Returns the room, by its place, and the kind of a line. */
export function lineAt(line: number): { place: number; kind: RateLine } {
  const count = RATE_LINES.length;
  return { place: Math.floor(line / count), kind: RATE_LINES[line % count]! };
}

/** Returns the first and last line, and days [from, until), of a selection. */
export function boundsOf({ anchor, focus }: RateSelection) {
  return {
    firstLine: Math.min(anchor.line, focus.line),
    lastLine: Math.max(anchor.line, focus.line),
    from: Math.min(anchor.day, focus.day),
    until: Math.max(anchor.day, focus.day) + 1,
  };
}

/** Whether a cell is selected. */
export function isSelected(selection: RateSelection, { line, day }: RateCell): boolean {
  const { firstLine, lastLine, from, until } = boundsOf(selection);
  return line >= firstLine && line <= lastLine && day >= from && day < until;
}

/** The edges of the sheet: lines [0, lines), days [from, until). */
type RateEdges = { lines: number; from: number; until: number };

const WEEK = 7;
const MONTH = 28;

/** Returns the selection after a key; null if the key means nothing here. */
export function afterKey(
  selection: RateSelection,
  { key, shiftKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  { lines, from, until }: RateEdges,
): RateSelection | null {
  const { line, day } = selection.focus;
  const far = ctrlKey || metaKey;
  const to = {
    ArrowLeft: { line, day: far ? day - WEEK : day - 1 },
    ArrowRight: { line, day: far ? day + WEEK : day + 1 },
    ArrowUp: { line: line - (far ? RATE_LINES.length : 1), day },
    ArrowDown: { line: line + (far ? RATE_LINES.length : 1), day },
    PageUp: { line, day: day - MONTH },
    PageDown: { line, day: day + MONTH },
    Home: { line, day: from },
    End: { line, day: until - 1 },
  }[key];
  if (!to) return null;
  const focus = {
    line: Math.max(0, Math.min(lines - 1, to.line)),
    day: Math.max(from, Math.min(until - 1, to.day)),
  };
  return { anchor: shiftKey ? selection.anchor : focus, focus };
}
