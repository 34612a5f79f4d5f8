// Asking for a menu on the tape chart: with the right button or the menu key on a bar or a night, or with a click on the name of a row.
import type { ChartCursor } from './cursor.ts';
import { barAt } from './cursor.ts';
import type { NightSpan } from './geometry.ts';
import { type ChartLayout, type ChartRow, hitAt } from './rows.ts';
import type { TapeBar } from './tape.tsx';
import { placeInRows } from './tape-cursor.tsx';
import type { MenuTarget, TapeEdits } from './tape-edits.ts';
import type { TapeScroll } from './tape-scroll.tsx';

type MenuInput = {
  layout: ChartLayout<TapeBar>;
  range: NightSpan;
  scroll: TapeScroll;
  cursor: ChartCursor | null;
  edits: TapeEdits | null;
};

export function useTapeMenu({ layout, range, scroll, cursor, edits }: MenuInput) {
  const onContextMenu = (event: MouseEvent) => {
    if (!edits) return;
    event.preventDefault();
    const at = { x: event.clientX, y: event.clientY };
    const ask = (target: MenuTarget) => {
      if (event.buttons === 0) edits.onMenu(target, at);
      // Some systems ask while the button is down, and releasing it would close the menu.
      else addEventListener('pointerup', () => setTimeout(() => edits.onMenu(target, at)), { once: true });
    };
    const named = rowOfName(layout, event.target as Element);
    const place = placeInRows(event, scroll.element.current!);
    const hit = place && hitAt(layout, place, range);
    if (named) ask({ row: named, bar: null, night: null });
    else if (hit && hit.row.kind !== 'rates') ask(hit);
  };
  const onClickCapture = (event: MouseEvent) => {
    const named = edits && rowOfName(layout, event.target as Element);
    if (!named) return;
    const { left, bottom } = (event.target as Element).closest('.tape-row-head')!.getBoundingClientRect();
    edits.onMenu({ row: named, bar: null, night: null }, { x: left + 12, y: bottom });
  };
  /** Enter on a free night is as drawing it. Returns whether it was that. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key !== 'Enter' || !cursor || !edits || barAt(layout, cursor)) return false;
    const row = layout.rows[layout.indexOf.get(cursor.row)!]!;
    if (row.kind === 'rates') return false;
    const { left, bottom } = (event.target as Element).getBoundingClientRect();
    edits.onDraw({ row, from: cursor.night, until: cursor.night + 1 }, { x: left, y: bottom });
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { onContextMenu, onClickCapture, onKey };
}

/** Returns the unit's row whose name an element belongs to, or null. */
function rowOfName({ rows }: ChartLayout<TapeBar>, element: Element): ChartRow<TapeBar> | null {
  const line = element.closest('.tape-row-head')?.parentElement;
  const row = line ? rows[Number(line.ariaRowIndex) - 2] : undefined;
  return row?.kind === 'unit' ? row : null;
}
