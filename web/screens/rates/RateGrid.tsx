// The sheet of rates: three lines for each room, a column for each day. Only what is in sight is painted.
// biome-ignore-all lint/a11y/useSemanticElements: painted cells of a year; a table cannot lay them out
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the keyboard, and names the cell that is active
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ProposalRecord } from '../../../src/api/proposal-records.ts';
import { weekdayOf } from '../../days.ts';
import { currency, rightsOf } from '../../desk/property.ts';
import { amountText, formatCount, formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { classesOf } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { proposedNight } from '../../proposals/ghosts.ts';
import { approve, decline } from '../../proposals/proposals.ts';
import { sentenceOf } from '../../proposals/sentence.ts';
import type { DeskRoom } from '../../replica/state.ts';
import { cellsOfText, type RatePatch, type RateSheet, type RateValues, storedAt } from './edits.ts';
import { hasLeftField } from './leave-field.ts';
import {
  applyText,
  clearSelected,
  edits,
  fillSelected,
  paste,
  revealed,
  rooms,
  selection,
  sendEdits,
  sight,
  textOfSelected,
  typed,
} from './rates-state.ts';
import type { Sight } from './runs.ts';
import { afterKey, isSelected, RATE_LINES, type RateCell, type RateLine } from './selection.ts';
import { valueText } from './value-text.ts';

/** The width of a day, in px. */
export const COLUMN = 64;
const HEAD = 232;
const LINE_HEIGHTS: Record<RateLine, number> = { available: 28, price: 30, rules: 28 };
const BLOCK = 86;
const TOP = 44;
/** Columns and rooms beyond the edges that are painted as well. */
const MARGIN = 3;

type Window = { firstDay: number; lastDay: number; firstRoom: number; lastRoom: number };

type RateGridProps = {
  sheet: RateSheet;
  firstDay: { value: number };
  /** what agents propose */
  proposals: readonly ProposalRecord[];
};

export function RateGrid({ sheet, firstDay, proposals }: RateGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const { shown, measure } = useWindow(box, sheet, firstDay);
  const selected = selection.value;
  useEffect(() => {
    if (selected) bringIntoView(box.current!, selected.focus, sheet.from);
  }, [selected?.focus.line, selected?.focus.day]);
  useEffect(() => {
    if (revealed.value) bringIntoView(box.current!, revealed.value, sheet.from);
  }, [revealed.value]);
  const { firstRoom, lastRoom } = shown.value;
  const days = daysOf(shown.value);
  const painted = { days, sheet, proposals };
  return (
    <div
      ref={box}
      class="rate-grid"
      role="grid"
      tabIndex={0}
      aria-label={messages().rates.sheet}
      aria-multiselectable="true"
      aria-rowcount={rooms.value.length * RATE_LINES.length + 1}
      aria-colcount={sheet.until - sheet.from + 1}
      {...(selected && { 'aria-activedescendant': idOf(selected.focus) })}
      onScroll={measure}
      {...useGridInput(sheet, proposals)}
    >
      <div class="rate-days" role="row" style={{ inlineSize: px(widthOf(sheet)) }}>
        <span role="columnheader" class="rate-corner">
          {messages().rates.room}
        </span>
        {days.map((day) => (
          <DayHead key={day} day={day} sheet={sheet} />
        ))}
      </div>
      <div
        class="rate-body"
        style={{ inlineSize: px(widthOf(sheet)), blockSize: px(rooms.value.length * BLOCK) }}
      >
        {rooms.value.slice(firstRoom, lastRoom).map((room, index) => (
          <RoomBlock key={room.room_id} room={room} place={firstRoom + index} {...painted} />
        ))}
      </div>
    </div>
  );
}

/** Knows which days and rooms are visible, and says the first day. */
function useWindow(box: RefObject<HTMLDivElement | null>, sheet: RateSheet, firstDay: { value: number }) {
  const shown = useSignal<Window>({
    firstDay: sheet.from,
    lastDay: sheet.from + 30,
    firstRoom: 0,
    lastRoom: 12,
  });
  const measure = () => {
    // Browsers report scrolling a frame later, when the screen may be gone.
    if (box.current === null) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = box.current;
    const next = windowAt(sheet, { scrollLeft, scrollTop, clientWidth, clientHeight });
    if (JSON.stringify(next) !== JSON.stringify(shown.value)) shown.value = next;
    firstDay.value = sheet.from + Math.round(scrollLeft / COLUMN);
    const seen = sightAt(sheet, { scrollLeft, scrollTop, clientWidth, clientHeight });
    if (sightText(seen) !== sightText(sight.peek())) sight.value = seen;
  };
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      sight.value = null;
    };
  }, [sheet.from, rooms.value.length]);
  return { shown, measure };
}

function px(length: number): string {
  return `${length}px`;
}

function widthOf({ from, until }: RateSheet): number {
  return HEAD + (until - from) * COLUMN;
}

function daysOf({ firstDay, lastDay }: Window): number[] {
  return Array.from({ length: lastDay - firstDay }, (_, at) => firstDay + at);
}

type Scrolled = { scrollLeft: number; scrollTop: number; clientWidth: number; clientHeight: number };

function windowAt(
  { from, until }: RateSheet,
  { scrollLeft, scrollTop, clientWidth, clientHeight }: Scrolled,
): Window {
  const firstColumn = Math.floor(scrollLeft / COLUMN) - MARGIN;
  const lastColumn = Math.ceil((scrollLeft + clientWidth - HEAD) / COLUMN) + MARGIN;
  return {
    firstDay: Math.max(from, from + firstColumn),
    lastDay: Math.min(until, from + lastColumn),
    firstRoom: Math.max(0, Math.floor(scrollTop / BLOCK) - 1),
    lastRoom: Math.ceil((scrollTop + clientHeight) / BLOCK) + 1,
  };
}

/** Returns the days and rooms of which at least half can be seen. */
function sightAt(
  { from, until }: RateSheet,
  { scrollLeft, scrollTop, clientWidth, clientHeight }: Scrolled,
): Sight {
  const place = (offset: number) => Math.max(0, Math.round(offset / BLOCK));
  const seen = rooms.value.slice(place(scrollTop), place(scrollTop + clientHeight - TOP));
  return {
    from: from + Math.round(scrollLeft / COLUMN),
    until: Math.min(until, from + Math.round((scrollLeft + clientWidth - HEAD) / COLUMN)),
    roomIds: new Set(seen.map(({ room_id: id }) => id)),
  };
}

function sightText(seen: Sight | null): string {
  return seen ? [seen.from, seen.until, ...seen.roomIds].join() : '';
}

function topOf(line: number): number {
  const [place, at] = [Math.floor(line / RATE_LINES.length), line % RATE_LINES.length];
  const before = RATE_LINES.slice(0, at).reduce((sum, kind) => sum + LINE_HEIGHTS[kind], 0);
  return place * BLOCK + before;
}

/** Scrolls so that a cell is beside the names and below the days. */
function bringIntoView(box: HTMLElement, { line, day }: RateCell, from: number): void {
  const [left, top] = [(day - from) * COLUMN, topOf(line)];
  const [width, height] = [box.clientWidth - HEAD, box.clientHeight - TOP];
  if (left < box.scrollLeft) box.scrollLeft = left;
  else if (left + COLUMN > box.scrollLeft + width) box.scrollLeft = left + COLUMN - width;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + 30 > box.scrollTop + height) box.scrollTop = top + 30 - height;
}

function idOf({ line, day }: RateCell): string {
  return `rate-${line}-${day}`;
}

/** What the grid does with keys, the mouse and the clipboard. */
function useGridInput(sheet: RateSheet, proposals: readonly ProposalRecord[]) {
  const canChange = rightsOf('availability:write').changes;
  const dragging = useRef(false);
  const edges = { lines: rooms.value.length * RATE_LINES.length, from: sheet.from, until: sheet.until };
  const select = (cell: RateCell, extend: boolean) => {
    commitTyped();
    selection.value = { anchor: extend && selection.value ? selection.value.anchor : cell, focus: cell };
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') hasLeftField.value = false;
      const next = typed.value === null && selection.value ? afterKey(selection.value, event, edges) : null;
      if (next) selection.value = next;
      else if (!canChange || !(decideByKey(event, proposals) || changeByKey(event))) return;
      // What is changed may have been scrolled out of sight.
      else revealed.value = selection.value && { ...selection.value.focus };
      event.preventDefault();
    },
    onPointerDown: (event: PointerEvent) => {
      const cell = cellAt(event.target as Element);
      if (!cell) return;
      hasLeftField.value = false;
      dragging.current = event.pointerType === 'mouse';
      select(cell, event.shiftKey);
    },
    onPointerOver: (event: PointerEvent) => {
      const cell = dragging.current && event.buttons === 1 && cellAt(event.target as Element);
      if (cell) select(cell, true);
    },
    onCopy: (event: ClipboardEvent) => {
      if (!selection.value) return;
      event.clipboardData?.setData('text/plain', textOfSelected());
      event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!canChange || !selection.value || text === '') return;
      paste(cellsOfText(text));
      event.preventDefault();
    },
    onBlur: commitTyped,
  };
}

function cellAt(target: Element): RateCell | null {
  const cell = target.closest<HTMLElement>('[data-day]');
  return cell && { line: Number(cell.dataset['line']), day: Number(cell.dataset['day']) };
}

/** Sets what was typed, if it says anything. */
function commitTyped(): void {
  if (typed.value !== null) applyText(typed.value);
  typed.value = null;
}

/** Enter approves and Backspace declines what is proposed for the selected night. Returns whether the key was that. */
function decideByKey(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  proposals: readonly ProposalRecord[],
): boolean {
  const cell = selection.value?.focus;
  if (!cell || ctrlKey || metaKey || typed.value !== null || edits.value.size > 0) return false;
  const room = rooms.value[Math.floor(cell.line / RATE_LINES.length)];
  const kind = RATE_LINES[cell.line % RATE_LINES.length]!;
  const proposed = room && proposedNight(proposals, room.room_id, cell.day);
  if (!proposed || !changesLine(proposed.values, kind)) return false;
  if (key === 'Enter') approve(proposed.proposal);
  else if (key === 'Backspace') decline(proposed.proposal);
  else return false;
  return true;
}

/** Does what a key means for the selected cells. Returns whether it means anything. */
function changeByKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!selection.value) return false;
  if (ctrlKey || metaKey) {
    if (key === 'd') fillSelected();
    else if (key === 'Enter') {
      commitTyped();
      void sendEdits();
    } else return false;
    return true;
  }
  const text = typed.value;
  if (/^[\d+\-.,% ]$/.test(key) && (text !== null || key !== ' ')) typed.value = (text ?? '') + key;
  else if (key === 'Backspace' && text !== null) typed.value = text.slice(0, -1) || null;
  else if (key === 'Delete' || key === 'Backspace') clearSelected();
  else if (key === 'Enter' && text !== null) commitTyped();
  else if (key === 'Escape' && text !== null) typed.value = null;
  else return false;
  return true;
}

function DayHead({ day, sheet }: { day: number; sheet: RateSheet }) {
  const [weekday, date] = [
    formatDay(day, 'tiny').replace(/[\d.\s]+/g, ''),
    new Date(day * 86_400_000).getUTCDate(),
  ];
  return (
    <span
      role="columnheader"
      class={classesOf('rate-day', weekdayOf(day) >= 5 && 'weekend')}
      style={{ insetInlineStart: px(HEAD + (day - sheet.from) * COLUMN) }}
      aria-label={formatDay(day, 'long')}
    >
      <span>
        {date === 1 || day === sheet.from ? formatDay(day).split(' ').at(-1) : weekday.replace(',', '')}
      </span>
      <b>{date}</b>
    </span>
  );
}

type BlockProps = {
  room: DeskRoom;
  place: number;
  days: readonly number[];
  sheet: RateSheet;
  proposals: readonly ProposalRecord[];
};

function RoomBlock({ room, place, days, sheet, proposals }: BlockProps) {
  const { lines, freeOf } = messages().rates;
  return RATE_LINES.map((kind, at) => {
    const line = place * RATE_LINES.length + at;
    return (
      <div
        key={kind}
        role="row"
        aria-rowindex={line + 2}
        class={`rate-row rate-${kind}`}
        style={{ insetBlockStart: px(topOf(line)), blockSize: px(LINE_HEIGHTS[kind]) }}
      >
        <span role="rowheader" class="rate-name">
          <span class="cut">{kind === 'available' ? room.name : lines[kind]}</span>
          {kind === 'available' && <span class="end ink3 nowrap">{freeOf(room.units ?? 1)}</span>}
        </span>
        {days.map((day) => (
          <Cell
            key={day}
            room={room}
            cell={{ line, day }}
            kind={kind}
            sheet={sheet}
            proposed={proposedNight(proposals, room.room_id, day)}
          />
        ))}
      </div>
    );
  });
}

type CellProps = {
  room: DeskRoom;
  cell: RateCell;
  kind: RateLine;
  sheet: RateSheet;
  proposed: ReturnType<typeof proposedNight>;
};

function Cell({ room, cell, kind, sheet, proposed }: CellProps) {
  const { day, line } = cell;
  const stored = storedAt(sheet, room.room_id, day);
  if (!stored) return null;
  const own = edits.value.get(room.room_id)?.get(day) ?? {};
  const isProposed = proposed !== null && !changesLine(own, kind) && changesLine(proposed.values, kind);
  const patch = isProposed ? { ...own, ...ofLine(proposed.values, kind) } : own;
  const values = { ...stored, ...patch };
  const selected = selection.value;
  const isIn = selected !== null && isSelected(selected, cell);
  const isFocus = selected?.focus.line === line && selected.focus.day === day;
  const isChanged = changesLine(own, kind);
  const proposal = isProposed ? `, ${messages().proposals.proposed(sentenceOf(proposed.proposal))}` : '';
  const isClosed = kind === 'price' && values.stop_sell;
  return (
    <span
      id={idOf(cell)}
      role="gridcell"
      aria-selected={isIn}
      aria-label={`${room.name}, ${formatDay(day)}: ${textOf(isProposed ? stored : values, kind)}${proposal}`}
      data-line={line}
      data-day={day}
      class={classesOf(
        'rate-cell',
        weekdayOf(day) >= 5 && 'weekend',
        isIn && 'in',
        isFocus && 'focus',
        isChanged && 'changed',
        isProposed && 'proposed',
        isClosed && 'hatch',
      )}
      style={{ insetInlineStart: px(HEAD + (day - sheet.from) * COLUMN) }}
    >
      {isFocus && typed.value !== null ? (
        <span class="rate-typed">{typed.value}</span>
      ) : (
        <CellText stored={stored} values={values} patch={patch} kind={kind} />
      )}
    </span>
  );
}

const LINE_MEMBERS: Record<RateLine, readonly (keyof RateValues)[]> = {
  available: ['available'],
  price: ['price', 'stop_sell'],
  rules: ['min_stay', 'max_stay', 'closed_to_arrival', 'closed_to_departure'],
};

function changesLine(patch: RatePatch, kind: RateLine): boolean {
  return LINE_MEMBERS[kind].some((member) => patch[member] !== undefined);
}

/** Returns those of the values that a line shows. */
function ofLine(values: RatePatch, kind: RateLine): RatePatch {
  const members = LINE_MEMBERS[kind].filter((member) => values[member] !== undefined);
  return Object.fromEntries(members.map((member) => [member, values[member]]));
}

/** Returns what a cell says, for those who do not see it. */
function textOf(values: RateValues, kind: RateLine): string {
  if (kind === 'available') return valueText('available', values.available);
  if (kind === 'price')
    return values.stop_sell ? valueText('stop_sell', true) : valueText('price', values.price);
  return [
    valueText('min_stay', values.min_stay),
    values.max_stay > 0 && valueText('max_stay', values.max_stay),
    values.closed_to_arrival && valueText('closed_to_arrival', true),
    values.closed_to_departure && valueText('closed_to_departure', true),
  ]
    .filter(Boolean)
    .join(', ');
}

type CellTextProps = { stored: RateValues; values: RateValues; patch: RatePatch; kind: RateLine };

function CellText({ stored, values, patch, kind }: CellTextProps) {
  const texts = messages().rates;
  if (kind === 'available') return <>{formatCount(values.available)}</>;
  if (kind === 'price') {
    if (values.stop_sell) return <span class="ink2">{texts.closed}</span>;
    return (
      <>
        {patch.price !== undefined && <s>{amountText(stored.price, currency.value)}</s>}{' '}
        {amountText(values.price, currency.value)}
      </>
    );
  }
  return (
    <>
      {values.closed_to_arrival && <Icon name="in" small />}
      {values.closed_to_departure && <Icon name="out" small />}
      {(values.min_stay > 1 || patch.min_stay !== undefined) && <span>{`${values.min_stay}n`}</span>}
      {values.max_stay > 0 && <span>≤{values.max_stay}</span>}
    </>
  );
}
