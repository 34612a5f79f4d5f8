// The tape chart: rooms and units in rows, days across, stays as bars. It scrolls in both directions and paints what is visible.
// biome-ignore-all lint/a11y/useSemanticElements: a grid of bars and painted lines; a table cannot lay them out
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the keyboard at a time
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { weekdayOf } from '../days.ts';
import { barAt, type ChartCursor } from './cursor.ts';
import { COLUMN, type NightSpan, xOfDay } from './geometry.ts';
import { type ChartLayout, layoutRows } from './rows.ts';
import { TapeCorner, TapeDays } from './TapeHead.tsx';
import { type DragCard, DragDays, DragOverlay, DrawOverlay } from './TapeOverlay.tsx';
import { TapeRow } from './TapeRow.tsx';
import type { TapeBar, TapeData } from './tape.tsx';
import { useTapeCursor } from './tape-cursor.tsx';
import { useTapeDrag } from './tape-drag.tsx';
import type { DrawnNights, TapeEdits, TapeHandle } from './tape-edits.ts';
import { useTapeMenu } from './tape-menu.tsx';
import { type TapeScroll, useTapeScroll } from './tape-scroll.tsx';
import './tape.css';

type TapeChartProps = {
  data: TapeData;
  /** the days that there are data of */
  range: NightSpan;
  /** the day that comes first; another value scrolls to it */
  firstDay: number;
  /** the present moment as a day number with a fraction */
  now: number;
  /** the bar whose details are open */
  openId: string | null;
  /** called with the first visible day once scrolling has ended */
  onScrolled: (day: number) => void;
  /** called with a bar that was clicked, or where Enter was pressed */
  /** `at`: where the pointer is; null = with the keyboard */
  onOpen: (bar: TapeBar, at: { x: number; y: number } | null) => void;
  /** what becomes of changes; null = nothing can be changed */
  edits?: TapeEdits | null;
  /** what is said of the bar that is dragged */
  card?: DragCard | null;
  /** filled with what keys can do */
  handle?: RefObject<TapeHandle | null>;
};

export function TapeChart(props: TapeChartProps) {
  const { data, range, firstDay, now, onScrolled, onOpen, edits = null, handle } = props;
  const layout = useMemo(() => layoutRows(data.rooms, data.bars), [data.rooms, data.bars]);
  const today = Math.floor(now);
  const scroll = useTapeScroll({ layout, range, firstDay, onScrolled, monthOf: data.monthOf });
  const { painted } = scroll;
  const { cursor, dragging, handlers } = useTapeInput({
    layout,
    range,
    today,
    scroll,
    onOpen,
    edits,
    handle,
  });
  const days = range.until - range.from;
  return (
    <div
      ref={scroll.element}
      class={`tape${dragging.drag ? ' drags' : ''}`}
      role="grid"
      aria-label={data.texts.chart}
      aria-rowcount={layout.rows.length + 1}
      aria-colcount={days + 1}
      onScroll={scroll.onScroll}
      {...handlers}
    >
      <div
        class="tape-canvas"
        role="presentation"
        style={{
          inlineSize: `calc(var(--row-head) + ${days * COLUMN}px)`,
          '--rows-height': `${layout.height}px`,
          '--column': `${COLUMN}px`,
          '--saturday': `${(5 - weekdayOf(range.from)) * COLUMN}px`,
        }}
      >
        <div class="tape-head" role="row" aria-rowindex={1}>
          <TapeCorner month={scroll.month} rooms={data.texts.rooms} />
          <TapeDays data={data} from={painted.from} until={painted.until} range={range} today={today} />
        </div>
        <TapeRows {...props} layout={layout} scroll={scroll} cursor={cursor} dragging={dragging} />
      </div>
    </div>
  );
}

type RowsProps = Pick<TapeChartProps, 'data' | 'range' | 'now' | 'openId' | 'card'> & {
  layout: ChartLayout<TapeBar>;
  scroll: TapeScroll;
  cursor: ChartCursor | null;
  dragging: ReturnType<typeof useTapeDrag>;
};

/** The painted rows, and what floats above them. */
function TapeRows({ data, range, now, openId, card = null, layout, scroll, cursor, dragging }: RowsProps) {
  const { painted } = scroll;
  // The cell with the keyboard exists wherever the chart is scrolled to: otherwise the focus would be lost.
  const rows = [...layout.rows.entries()].slice(painted.firstRow, painted.endRow);
  const at = cursor ? layout.indexOf.get(cursor.row)! : -1;
  if (at >= painted.endRow) rows.push([at, layout.rows[at]!]);
  else if (at >= 0 && at < painted.firstRow) rows.unshift([at, layout.rows[at]!]);
  return (
    <div class="tape-rows" role="presentation">
      {dragging.drag && <DragDays drag={dragging.drag} range={range} />}
      {now >= range.from && now < range.until && (
        <div class="tape-now" style={{ transform: `translateX(${xOfDay(now, range.from)}px)` }} />
      )}
      {rows.map(([index, row]) => (
        <TapeRow
          key={row.key}
          row={row}
          index={index}
          from={painted.from}
          until={painted.until}
          range={range}
          data={data}
          cursor={cursor?.row === row.key ? cursor : null}
          openId={openId}
          heldId={dragging.drag?.bar.id ?? null}
          edge={scroll.edge}
        />
      ))}
      {dragging.drag && (
        <DragOverlay layout={layout} range={range} view={scroll.view()} drag={dragging.drag} card={card} />
      )}
      {dragging.drawn && <DrawOverlay drawn={dragging.drawn} range={range} />}
    </div>
  );
}

type InputOf = {
  layout: ChartLayout<TapeBar>;
  range: NightSpan;
  today: number;
  scroll: TapeScroll;
  onOpen: TapeChartProps['onOpen'];
  edits: TapeEdits | null;
  handle: TapeChartProps['handle'] | undefined;
};

/** Keyboard, pointer and menu: a change that has begun comes first, then the menu, then moving around. */
function useTapeInput({ layout, range, today, scroll, onOpen, edits, handle }: InputOf) {
  const { cursor, isChosen, put, onKeyDown, ...pointing } = useTapeCursor({
    layout,
    range,
    today,
    scroll,
    onOpen,
  });
  const drawn = useRef<DrawnNights | null>(null);
  const onDraw: TapeEdits['onDraw'] = (nights, at) => {
    drawn.current = nights;
    put({ row: nights.row.key, line: 0, night: nights.from });
    edits?.onDraw(nights, at);
  };
  const dragging = useTapeDrag({ layout, range, scroll, edits: edits && { ...edits, onDraw } });
  const menu = useTapeMenu({ layout, range, scroll, cursor, edits });
  useLayoutEffect(() => {
    if (!handle) return;
    const current = () =>
      cursor && scroll.element.current!.contains(document.activeElement) ? barAt(layout, cursor) : null;
    handle.current = {
      freeNights: () => (isChosen && cursor ? freeNightsAt(layout, cursor, drawn.current) : null),
      current,
      begin(grip, key) {
        const bar = current();
        if (bar) dragging.beginByKey(bar, grip, key);
      },
    };
  });
  const handlers = {
    ...pointing,
    onPointerDown: dragging.onPointerDown,
    onClickCapture: (event: MouseEvent) => {
      if (!dragging.onClickCapture(event)) menu.onClickCapture(event);
    },
    onContextMenu: (event: MouseEvent) => {
      // A finger that holds a stay asks for a menu, too.
      if (dragging.drag || dragging.drawn) event.preventDefault();
      else menu.onContextMenu(event);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!dragging.onKey(event) && !menu.onKey(event)) onKeyDown(event);
    },
  };
  return { cursor, dragging, handlers };
}

/** Returns the nights that the cursor chooses for a new stay: those that were drawn there, otherwise its own; null where it is on a bar or on rates. */
function freeNightsAt(
  layout: ChartLayout<TapeBar>,
  cursor: ChartCursor,
  drawn: DrawnNights | null,
): DrawnNights | null {
  const row = layout.rows[layout.indexOf.get(cursor.row)!]!;
  if (row.kind === 'rates' || barAt(layout, cursor)) return null;
  const isDrawn = drawn?.row.key === row.key && drawn.from <= cursor.night && cursor.night < drawn.until;
  return isDrawn ? drawn : { row, from: cursor.night, until: cursor.night + 1 };
}
