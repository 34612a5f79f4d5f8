// The keyboard on the tape chart: one cell has it, arrow keys move it, a click puts it where the pointer is.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { barAt, type ChartCursor, cursorOn, moveCursor, moveOfKey, settleCursor } from './cursor.ts';
import { boxOfBar, type ChartBox, DAY_HEAD, dayAtX, LINE, type NightSpan, xOfDay } from './geometry.ts';
import { type ChartLayout, hitAt, topOfLine } from './rows.ts';
import type { TapeBar } from './tape.tsx';
import type { TapeScroll } from './tape-scroll.tsx';

type CursorInput = {
  layout: ChartLayout<TapeBar>;
  range: NightSpan;
  today: number;
  scroll: TapeScroll;
  onOpen: (bar: TapeBar, at: { x: number; y: number } | null) => void;
};

export function useTapeCursor({ layout, range, today, scroll, onOpen }: CursorInput) {
  const [wanted, setWanted] = useState<ChartCursor | null>(null);
  const cursor = settleCursor(layout, wanted, { range, first: today, top: scroll.view().top });
  const takesFocus = useRef(false);
  useLayoutEffect(() => {
    if (!takesFocus.current || !cursor) return;
    takesFocus.current = false;
    scroll.element.current!.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    scroll.show(boxOf(layout, cursor, range));
  });
  const put = (next: ChartCursor | null) => {
    takesFocus.current = true;
    setWanted(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.altKey ? null : moveOfKey(event.key, event.ctrlKey || event.metaKey);
    const bar = cursor && barAt(layout, cursor);
    if ((event.key === 'Enter' || event.key === ' ') && bar?.opens) onOpen(bar, null);
    else if (move && cursor) put(moveCursor(layout, cursor, { move, range }));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocusIn = (event: FocusEvent) => {
    const id = (event.target as HTMLElement).dataset['bar'];
    if (id && (!cursor || barAt(layout, cursor)?.id !== id)) setWanted(cursorOn(layout, id, range));
  };
  const onClick = (event: MouseEvent) => {
    const place = placeInRows(event, scroll.element.current!);
    const hit = place && hitAt(layout, place, range);
    if (!hit) return;
    const day = hit.row.kind === 'rates' ? dayAtX(place.x, range.from) : hit.night;
    put({ row: hit.row.key, line: hit.line, night: day });
    if (hit.bar?.opens) onOpen(hit.bar, { x: event.clientX, y: event.clientY });
  };
  /** `isChosen`: somebody put it where it is */
  return { cursor, isChosen: wanted !== null, put, onKeyDown, onFocusIn, onClick };
}

/**
 * Returns where the pointer is, in the rows; null if it is on their names or on the days. `beside`: also there, because what is
 * dragged follows the pointer everywhere.
 */
export function placeInRows(
  { clientX, clientY }: { clientX: number; clientY: number },
  chart: HTMLElement,
  beside = false,
): { x: number; y: number } | null {
  const edge = chart.getBoundingClientRect();
  const head = chart.querySelector<HTMLElement>('.tape-corner')!.offsetWidth;
  const [x, y] = [clientX - edge.left - head, clientY - edge.top - DAY_HEAD];
  return !beside && (x < 0 || y < 0) ? null : { x: x + chart.scrollLeft, y: y + chart.scrollTop };
}

/** Returns the box of the cell with the keyboard: a bar as a whole, a night, or a day of rates. */
function boxOf(layout: ChartLayout<TapeBar>, cursor: ChartCursor, range: NightSpan): ChartBox {
  const row = layout.rows[layout.indexOf.get(cursor.row)!]!;
  const bar = barAt(layout, cursor);
  const top = topOfLine(row, cursor.line);
  const isRates = row.kind === 'rates';
  const { x, width } = isRates
    ? { x: xOfDay(cursor.night, range.from), width: xOfDay(1, 0) }
    : boxOfBar(bar ?? { from: cursor.night, until: cursor.night + 1 }, top, range);
  return { x, width, y: top, height: isRates ? row.height : LINE };
}
