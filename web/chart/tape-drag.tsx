// Changing stays on the tape chart and drawing nights, with the pointer or the keyboard. Each step only proposes; what is dropped is
// said once, at the end.
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  beginDrag,
  beginDragByKey,
  type DragGrip,
  type DraggedStay,
  dragByKey,
  dragTo,
  gripsOf,
  isUnmoved,
  type StayDrag,
} from './drag.ts';
import { boxOfBar, LINE, type NightSpan, nightAtX } from './geometry.ts';
import { type ChartLayout, hitAt, rowIndexAtY } from './rows.ts';
import type { TapeBar } from './tape.tsx';
import { placeInRows } from './tape-cursor.tsx';
import type { DrawnNights, TapeDrag, TapeEdits } from './tape-edits.ts';
import type { TapeScroll } from './tape-scroll.tsx';

type DragInput = {
  layout: ChartLayout<TapeBar>;
  range: NightSpan;
  scroll: TapeScroll;
  edits: TapeEdits | null;
};

/** Pixels that the pointer moves before a press becomes a drag. */
const SLACK = 4;
/** Pixels from the edge of a bar that take hold of that edge. */
const EDGE = 7;
/** On a touch screen a press this long takes hold; a shorter one scrolls. */
const TOUCH_MS = 350;
/** Pixels from the edge of the chart where it scrolls along, and how far with each frame. */
const SCROLL_EDGE = 36;
const SCROLL_STEP = 14;

/** What is dragged or drawn, and how it changes and ends. */
function useProposal(edits: TapeEdits | null) {
  const [drag, setDrag] = useState<TapeDrag | null>(null);
  const [drawn, setDrawn] = useState<DrawnNights | null>(null);
  // The pointer is followed outside of renderings: it needs the latest values.
  const now = useRef({ drag, drawn, edits, stop: () => {} });
  now.current = { ...now.current, drag, drawn, edits };
  useEffect(() => () => now.current.stop(), []);
  const propose = (next: TapeDrag | null) => {
    const before = now.current.drag;
    if (before && next && isSameProposal(before.stay, next.stay)) return;
    now.current.drag = next;
    setDrag(next);
    now.current.edits?.onDrag(next);
  };
  const draw = (next: DrawnNights | null) => {
    now.current.drawn = next;
    setDrawn(next);
  };
  return {
    drag,
    drawn,
    now,
    propose,
    draw,
    cancel() {
      now.current.stop();
      if (now.current.drag) propose(null);
      if (now.current.drawn) draw(null);
    },
    /** Ends it where it is: drops what is dragged, passes on what is drawn. */
    finish(at: { clientX: number; clientY: number }) {
      const { drag: held, drawn: nights, edits: to, stop } = now.current;
      stop();
      if (held) {
        // Dropped before it ends: what was said of it is still known.
        if (!isUnmoved(held.stay)) to?.onDrop(held);
        propose(null);
      } else if (nights) {
        draw(null);
        // After the release, which would close the menu that opens.
        setTimeout(() => to?.onDraw(nights, { x: at.clientX, y: at.clientY }));
      }
    },
  };
}

export function useTapeDrag({ layout, range, scroll, edits }: DragInput) {
  const proposal = useProposal(edits);
  const latest = useRef({ layout, range });
  latest.current = { layout, range };
  // A click follows the release of the pointer: it opens nothing.
  const swallowsClick = useRef(false);
  const onPointerDown = (event: PointerEvent) => {
    const chart = scroll.element.current!;
    const place = placeInRows(event, chart);
    const hit = place && hitAt(layout, place, range);
    if (!edits || !hit || event.button !== 0 || !event.isPrimary || proposal.drag) return;
    swallowsClick.current = false;
    const begin = hit.bar ? beginOf(layout, hit.bar, place, range) : null;
    const canDraw = !hit.bar && hit.row.kind !== 'rates' && event.pointerType === 'mouse';
    if (!begin && !canDraw) return;
    proposal.now.current.stop = follow(chart, event, {
      take() {
        swallowsClick.current = true;
        if (begin) proposal.propose(begin);
        else proposal.draw({ row: hit.row, from: hit.night, until: hit.night + 1 });
      },
      move: (at) => moveTo(proposal, latest.current, { at: placeInRows(at, chart, true)!, night: hit.night }),
      release: proposal.finish,
      cancel: proposal.cancel,
    });
  };
  /** Takes the keys of a change that has begun. Returns whether it was one. */
  const onKey = (event: KeyboardEvent): boolean => {
    const held = proposal.now.current.drag;
    if (!held || event.key === 'Tab') return false;
    const stay = dragByKey(held.stay, event.key);
    if (event.key === 'Escape') proposal.cancel();
    else if (event.key === ' ' || event.key === 'Enter') proposal.finish({ clientX: 0, clientY: 0 });
    else if (stay) {
      proposal.propose({ ...held, stay });
      scroll.show(boxOfProposal(layout, stay, range));
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const beginByKey = (bar: TapeBar, grip: DragGrip, key?: string) => {
    const stay = stayOf(layout, bar);
    if (!edits || !stay || proposal.drag || !gripsOf(stay).includes(grip) || !bar.drag!.grips.includes(grip))
      return;
    const begun = beginDragByKey(stay, grip, rowsOf(layout, bar));
    proposal.propose({ bar, stay: (key && dragByKey(begun, key)) || begun });
  };
  /** Returns whether the click only ended a drag. */
  const onClickCapture = (event: MouseEvent): boolean => {
    if (!swallowsClick.current) return false;
    swallowsClick.current = false;
    event.stopPropagation();
    return true;
  };
  return { drag: proposal.drag, drawn: proposal.drawn, onPointerDown, onKey, onClickCapture, beginByKey };
}

type Shown = { layout: ChartLayout<TapeBar>; range: NightSpan };

/** Follows the pointer with what is dragged, or draws nights from the one that was pressed. */
function moveTo(
  { now, propose, draw }: ReturnType<typeof useProposal>,
  { layout, range }: Shown,
  { at, night }: { at: { x: number; y: number }; night: number },
): void {
  const { drag, drawn } = now.current;
  if (drag) {
    const row = layout.rows[Math.max(0, rowIndexAtY(layout, at.y))]!.key;
    propose({ ...drag, stay: dragTo(drag.stay, { x: at.x, row, firstDay: range.from }) });
  } else if (drawn) {
    const other = nightAtX(at.x, range.from);
    const from = Math.max(range.from, Math.min(night, other));
    draw({ ...drawn, from, until: Math.min(range.until, Math.max(night, other) + 1) });
  }
}

function isSameProposal({ proposal: one }: StayDrag, { proposal: other }: StayDrag): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the stay of a bar with its row; null for a bar that cannot be changed. */
function stayOf(layout: ChartLayout<TapeBar>, bar: TapeBar): DraggedStay | null {
  const row = layout.rows.find(({ lines }) => lines.some((line) => line.includes(bar)));
  if (!bar.drag || !row) return null;
  const { id, from, until } = bar;
  return { id, row: row.key, from, until, openFrom: bar.drag.openFrom };
}

/** Returns the rows where a bar may lie: units of all rooms, or of its own; those of rooms where it may be without a unit. */
function rowsOf({ rows }: ChartLayout<TapeBar>, bar: TapeBar): string[] {
  return rows
    .filter(({ kind, roomId, units }) => {
      if (kind === 'rates' || (!bar.drag!.otherRooms && roomId !== bar.roomId)) return false;
      return kind === 'unit' || units === 0 || bar.drag!.withoutUnit;
    })
    .map(({ key }) => key);
}

/** Returns the change that begins where a bar is pressed: its edges change one night, its middle moves it. */
function beginOf(
  layout: ChartLayout<TapeBar>,
  bar: TapeBar,
  { x }: { x: number },
  range: NightSpan,
): TapeDrag | null {
  const stay = stayOf(layout, bar);
  if (!stay) return null;
  const grips = gripsOf(stay).filter((one) => bar.drag!.grips.includes(one));
  const box = boxOfBar(bar, 0, range);
  const edge = x < box.x + EDGE ? 'start' : x >= box.x + box.width - EDGE ? 'end' : 'move';
  const grip = grips.includes(edge) ? edge : 'move';
  if (!grips.includes(grip)) return null;
  return { bar, stay: beginDrag(stay, grip, { rows: rowsOf(layout, bar), x, firstDay: range.from }) };
}

/** Returns the box of what is proposed, in its row. */
export function boxOfProposal(layout: ChartLayout<TapeBar>, { proposal, stay }: StayDrag, range: NightSpan) {
  const row = layout.rows[layout.indexOf.get(proposal.row) ?? 0]!;
  const span =
    proposal.kind === 'split'
      ? { from: proposal.at, until: stay.until }
      : { from: proposal.from, until: proposal.until };
  return { ...boxOfBar(span, row.top, range), y: row.top, height: LINE };
}

type Follower = {
  /** the press has become a drag */
  take: () => void;
  move: (at: { clientX: number; clientY: number }) => void;
  release: (at: { clientX: number; clientY: number }) => void;
  cancel: () => void;
};

/** Follows the pointer until it is released, given up with Escape, or taken for scrolling. Returns what ends it. */
function follow(
  chart: HTMLElement,
  pressed: PointerEvent,
  { take, move, release, cancel }: Follower,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const isTouch = pressed.pointerType === 'touch';
  let at = { clientX: pressed.clientX, clientY: pressed.clientY };
  let isTaken = false;
  const begin = () => {
    isTaken = true;
    take();
    scrollAlong(chart, () => at, { signal, moved: () => move(at) });
  };
  const timer = isTouch ? setTimeout(begin, TOUCH_MS) : undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const isOwn = (event: PointerEvent) => event.pointerId === pressed.pointerId;
  const moved = (event: PointerEvent) => {
    if (!isOwn(event)) return;
    const far = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > SLACK;
    at = { clientX: event.clientX, clientY: event.clientY };
    if (!isTaken && !far) return;
    if (!isTaken && isTouch) return ended.abort();
    if (!isTaken) begin();
    move(at);
  };
  const options = { signal };
  addEventListener('pointermove', moved, options);
  addEventListener(
    'pointerup',
    (event) => isOwn(event) && (isTaken ? release(event) : ended.abort()),
    options,
  );
  addEventListener('pointercancel', (event) => isOwn(event) && cancel(), options);
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isTaken) return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    },
    { signal, capture: true },
  );
  // Once the finger holds a stay, moving it must not scroll.
  chart.addEventListener('touchmove', (event) => isTaken && event.preventDefault(), {
    signal,
    passive: false,
  });
  return () => ended.abort();
}

/** Scrolls the chart while the pointer is at its edge. */
function scrollAlong(
  chart: HTMLElement,
  at: () => { clientX: number; clientY: number },
  { signal, moved }: { signal: AbortSignal; moved: () => void },
): void {
  const head = chart.querySelector<HTMLElement>('.tape-corner')!;
  const step = () => {
    if (signal.aborted) return;
    const { left, right, top, bottom } = chart.getBoundingClientRect();
    const { clientX: x, clientY: y } = at();
    const across = stepAt(x, left + head.offsetWidth, right);
    const down = stepAt(y, top + head.offsetHeight, bottom);
    if (across !== 0 || down !== 0) {
      chart.scrollBy(across, down);
      moved();
    }
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function stepAt(value: number, start: number, end: number): number {
  if (value < start + SCROLL_EDGE) return -SCROLL_STEP;
  return value > end - SCROLL_EDGE ? SCROLL_STEP : 0;
}
