// The tape chart: rooms and units in rows, days across, stays as bars. It scrolls in both directions and paints what is visible.
// biome-ignore-all lint/a11y/useSemanticElements: a grid of bars and painted lines; a table cannot lay them out
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the keyboard at a time
import { useMemo } from 'preact/hooks';
import { weekdayOf } from '../days.ts';
import { COLUMN, type NightSpan, xOfDay } from './geometry.ts';
import { layoutRows } from './rows.ts';
import { TapeCorner, TapeDays } from './TapeHead.tsx';
import { TapeRow } from './TapeRow.tsx';
import type { TapeBar, TapeData } from './tape.tsx';
import { useTapeCursor } from './tape-cursor.tsx';
import { useTapeScroll } from './tape-scroll.tsx';
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
  onOpen: (bar: TapeBar) => void;
};

export function TapeChart({ data, range, firstDay, now, openId, onScrolled, onOpen }: TapeChartProps) {
  const layout = useMemo(() => layoutRows(data.rooms, data.bars), [data.rooms, data.bars]);
  const today = Math.floor(now);
  const scroll = useTapeScroll({ layout, range, firstDay, onScrolled, monthOf: data.monthOf });
  const { painted } = scroll;
  const { cursor, ...handlers } = useTapeCursor({ layout, range, today, scroll, onOpen });
  const days = range.until - range.from;
  // The cell with the keyboard exists wherever the chart is scrolled to: otherwise the focus would be lost.
  const rows = [...layout.rows.entries()].slice(painted.firstRow, painted.endRow);
  const at = cursor ? layout.indexOf.get(cursor.row)! : -1;
  if (at >= painted.endRow) rows.push([at, layout.rows[at]!]);
  else if (at >= 0 && at < painted.firstRow) rows.unshift([at, layout.rows[at]!]);
  return (
    <div
      ref={scroll.element}
      class="tape"
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
          '--saturday': `${(5 - weekdayOf(range.from)) * COLUMN}px`,
        }}
      >
        <div class="tape-head" role="row" aria-rowindex={1}>
          <TapeCorner month={scroll.month} rooms={data.texts.rooms} />
          <TapeDays data={data} from={painted.from} until={painted.until} range={range} today={today} />
        </div>
        <div class="tape-rows" role="presentation">
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
            />
          ))}
        </div>
      </div>
    </div>
  );
}
