// A row of the tape chart: its name, which stays in place, and its bars or rates of the painted days.
// biome-ignore-all lint/a11y/useSemanticElements: a grid of bars and painted lines; a table cannot lay them out
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the keyboard at a time
import { useMemo } from 'preact/hooks';
import { type ChartCursor, isOnBar } from './cursor.ts';
import { boxOfBar, COLUMN, LINE, type NightSpan, xOfDay, xOfNight } from './geometry.ts';
import type { ChartRow } from './rows.ts';
import type { TapeBar, TapeData, TapeRate } from './tape.tsx';
import { barsToPaint, type PaintedBar } from './window.ts';

type TapeRowProps = {
  row: ChartRow<TapeBar>;
  /** from 0 */
  index: number;
  /** the painted days */
  from: number;
  until: number;
  range: NightSpan;
  data: TapeData;
  /** null = in another row */
  cursor: ChartCursor | null;
  /** the bar whose details are open */
  openId: string | null;
  /** the bar that is dragged */
  heldId: string | null;
  /** the first visible day when scrolling ended, with a fraction */
  edge: number;
};

export function TapeRow(props: TapeRowProps) {
  const { row, index, from, until, range, data, cursor, openId, edge } = props;
  const heldId = row.lines.some((line) => line.some(({ id }) => id === props.heldId)) ? props.heldId : null;
  // The same element as before keeps Preact from comparing the bars of rows that have not changed.
  return useMemo(() => {
    const cells = row.kind === 'rates' ? <RateCells {...props} /> : <BarCells {...props} />;
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        class={`tape-row ${row.kind}${row.onlyOf === null ? '' : ' only'}`}
        style={{ insetBlockStart: `${row.top}px`, blockSize: `${row.height}px` }}
      >
        <TapeRowHeadCell row={row} data={data} />
        {cells}
      </div>
    );
  }, [row, index, from, until, range, data, cursor, openId, heldId, edge]);
}

function TapeRowHeadCell({ row, data }: { row: ChartRow<TapeBar>; data: TapeData }) {
  const { name, label, state } = data.headOf(row);
  return (
    <div role="rowheader" class="tape-row-head" aria-label={label} title={name}>
      <span>{name}</span>
      {state && (
        <span class={`tape-state ${state.look}`}>
          {state.icon}
          {state.text}
        </span>
      )}
    </div>
  );
}

function BarCells({ row, from, until, range, data, cursor, openId, heldId, edge }: TapeRowProps) {
  const painted = barsToPaint(row, { from, until });
  const focused = cursor && painted.find((one) => isOnBar(one, cursor));
  const outside = cursor && !focused ? barsToPaint(row, { from: cursor.night, until: cursor.night + 1 }) : [];
  const far = outside.find((one) => isOnBar(one, cursor!));
  return (
    <>
      {withFar(painted, far).map((one) => (
        <BarCell
          key={one.bar.id}
          {...one}
          range={range}
          isFocused={one === focused || one === far}
          isOpen={one.bar.id === openId}
          isHeld={one.bar.id === heldId}
          edge={edge}
        />
      ))}
      {cursor && !focused && !far && (
        <div
          role="gridcell"
          tabIndex={0}
          class="tape-free"
          aria-label={data.nameOfFree(row, cursor.night)}
          aria-colindex={cursor.night - range.from + 2}
          style={{
            transform: `translate(${xOfNight(cursor.night, range.from)}px, ${cursor.line * LINE}px)`,
          }}
        />
      )}
    </>
  );
}

/** Adds the bar that is painted only because it has the keyboard. In order: an element that is moved among others loses the focus. */
function withFar(
  painted: PaintedBar<TapeBar>[],
  far: PaintedBar<TapeBar> | undefined,
): PaintedBar<TapeBar>[] {
  if (!far) return painted;
  const at = painted.findIndex(
    (one) => one.line > far.line || (one.line === far.line && one.bar.from > far.bar.from),
  );
  return painted.toSpliced(at < 0 ? painted.length : at, 0, far);
}

/**
 * Pixels that a name needs at least. Where the beginning of a bar is scrolled out of sight, the name moves into sight when scrolling has
 * ended: names that stay in place while it is scrolled (`position: sticky`) cost 4 of 12 ms of a frame.
 */
const LEAST_NAME = 32;

type BarCellProps = PaintedBar<TapeBar> & {
  range: NightSpan;
  isFocused: boolean;
  isOpen: boolean;
  /** it is dragged */
  isHeld: boolean;
  /** the first visible day when scrolling ended, with a fraction */
  edge: number;
};

function BarCell({ bar, line, range, isFocused, isOpen, isHeld, edge }: BarCellProps) {
  const { x, y, width } = boxOfBar(bar, line * LINE, range);
  if (width <= 0) return null;
  const cuts = `${bar.from < range.from ? ' from-before' : ''}${bar.until >= range.until ? ' goes-on' : ''}`;
  const hidden = xOfDay(edge, range.from) - x;
  const isCut = hidden > 0 && hidden < width - LEAST_NAME;
  const isShort = width < COLUMN;
  const size = isShort ? ' short' : '';
  const mark = bar.mark === '' ? {} : { 'data-mark': bar.mark };
  const aside = bar.aside !== '' && (
    <span
      class="bar-aside"
      aria-hidden="true"
      style={{ insetInlineStart: `calc(var(--row-head) + ${x + width}px)`, insetBlockStart: `${y}px` }}
    >
      {bar.aside}
    </span>
  );
  const cell = (
    <div
      role="gridcell"
      class={`bar ${bar.look}${cuts}${size}${isOpen ? ' open' : ''}${bar.icon ? ' has-icon' : ''}${bar.opens ? ' opens' : ''}${bar.drag ? ' drags' : ''}${isHeld ? ' held' : ''}`}
      tabIndex={isFocused ? 0 : -1}
      aria-label={bar.name}
      aria-colindex={Math.max(bar.from, range.from) - range.from + 2}
      aria-colspan={Math.max(1, Math.min(bar.until, range.until) - Math.max(bar.from, range.from))}
      data-bar={bar.id}
      style={{
        insetInlineStart: `calc(var(--row-head) + ${x}px)`,
        insetBlockStart: `${y}px`,
        inlineSize: `${width}px`,
        ...(isCut && { paddingInlineStart: `${hidden + 4}px` }),
      }}
      {...((isShort || bar.hint !== '') && { title: isShort ? bar.name : bar.hint })}
      {...mark}
    >
      {bar.label}
      {bar.icon}
    </div>
  );
  if (!aside) return cell;
  return (
    <>
      {cell}
      {aside}
    </>
  );
}

function RateCells({ row, from, until, range, data, cursor }: TapeRowProps) {
  const painted = Array.from({ length: until - from }, (_, index) => from + index);
  const far = cursor && (cursor.night < from || cursor.night >= until) ? [cursor.night] : [];
  // In the order of the days: an element that is moved among others loses the focus.
  const days = [...far, ...painted].toSorted((one, other) => one - other);
  return (
    <div
      role="presentation"
      class="tape-rates"
      style={{ insetInlineStart: `calc(var(--row-head) + ${xOfDay(from, range.from)}px)` }}
    >
      {days.map((day) => (
        <RateCell
          key={day}
          rate={data.rateAt(row.roomId, day)}
          column={day - range.from + 2}
          farFrom={far[0] === day ? xOfDay(day, from) : null}
          isFocused={cursor?.night === day}
        />
      ))}
    </div>
  );
}

type RateCellProps = {
  rate: TapeRate | null;
  column: number;
  /** pixels from the first painted day, for a cell that is painted only because it has the keyboard */
  farFrom: number | null;
  isFocused: boolean;
};

/** One element: its first line is the price. */
function RateCell({ rate, column, farFrom, isFocused }: RateCellProps) {
  return (
    <div
      role="gridcell"
      class={`tape-rate ${rate?.look ?? ''}`}
      tabIndex={isFocused ? 0 : -1}
      aria-colindex={column}
      {...(farFrom !== null && { style: { position: 'absolute', insetInlineStart: `${farFrom}px` } })}
      {...(rate && { 'aria-label': rate.name })}
    >
      {rate && `${rate.price}\n${rate.rest}`}
    </div>
  );
}
