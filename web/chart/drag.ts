// Changing a stay on the tape chart: from positions of the pointer, or from keys, to a proposed change. Nothing is changed here.
import { dayPlaceAtX, type NightSpan, nearestNightEdge } from './geometry.ts';

/** The stay, or the part of a stay in one unit, that is changed. */
export type DraggedStay = NightSpan & {
  id: string;
  row: string;
  /** the first night that may still change: earlier ones are over. Its own first night if none is */
  openFrom: number;
};

/** What is taken hold of: the whole stay, its first or last night, or the night before which the rest goes to another row. */
export type DragGrip = 'move' | 'start' | 'end' | 'split';

/** `at`: the first night in the other row. */
type StayProposal =
  | { kind: 'span'; id: string; row: string; from: number; until: number }
  | { kind: 'split'; id: string; row: string; at: number };

/** A change that has begun. `rows`: keys of the rows where the stay may lie, from top to bottom. */
export type StayDrag = {
  stay: DraggedStay;
  grip: DragGrip;
  rows: readonly string[];
  /** where it was taken hold of, as a day with a fraction: the stay moves by the nearest number of days, so that a hand that drifts moves it by none */
  origin: number;
  proposal: StayProposal;
};

/** The pointer, in pixels from the first day; `row` is the key of the row under it. */
type PointerPlace = { x: number; row: string; firstDay: number };

/** Returns what can be taken hold of: nothing of a stay that is over, no first night of one that has begun, no split of a single night. */
export function gripsOf(stay: DraggedStay): DragGrip[] {
  const { from, until, openFrom } = stay;
  if (openFrom >= until) return [];
  const canSplit = Math.max(from + 1, openFrom) < until;
  return [
    'move',
    ...(openFrom > from ? [] : ['start' as const]),
    'end',
    ...(canSplit ? ['split' as const] : []),
  ];
}

/** Begins a change with the pointer at x. A stay that has begun keeps its first night: neither it nor the whole can be moved in time. */
export function beginDrag(
  stay: DraggedStay,
  grip: DragGrip,
  { rows, x, firstDay }: { rows: readonly string[]; x: number; firstDay: number },
): StayDrag {
  return { stay, grip, rows, origin: dayPlaceAtX(x, firstDay), proposal: unchanged(stay, grip) };
}

/** Begins a change with the keyboard. */
export function beginDragByKey(stay: DraggedStay, grip: DragGrip, rows: readonly string[]): StayDrag {
  return { stay, grip, rows, origin: stay.from, proposal: unchanged(stay, grip) };
}

function unchanged(stay: DraggedStay, grip: DragGrip): StayProposal {
  const { id, row, from, until } = stay;
  if (grip === 'split') return { kind: 'split', id, row, at: clampSplit(stay, stay.openFrom + 1) };
  return { kind: 'span', id, row, from, until };
}

/** Returns the change with the pointer at another place. A row where the stay may not lie leaves it in the last one. */
export function dragTo(drag: StayDrag, { x, row, firstDay }: PointerPlace): StayDrag {
  const wanted = drag.rows.includes(row) ? row : drag.proposal.row;
  const edge = nearestNightEdge(x, firstDay);
  switch (drag.grip) {
    case 'move':
      return propose(drag, wanted, drag.stay.from + Math.round(dayPlaceAtX(x, firstDay) - drag.origin));
    case 'start':
    case 'end':
      return propose(drag, drag.stay.row, edge);
    case 'split':
      return propose(drag, wanted, edge);
  }
}

/**
 * Returns the change after a key (`KeyboardEvent.key`), or null if the key changes nothing: arrows move what is held; [ and ] shorten and
 * extend the end, { and } move the start.
 */
export function dragByKey(drag: StayDrag, key: string): StayDrag | null {
  const held = HELD_BY_KEY[key];
  if (held && drag.grip === 'move' && isUnmoved(drag)) return dragByKey({ ...drag, grip: held }, key);
  const { proposal } = drag;
  switch (key) {
    case 'ArrowLeft':
    case '[':
    case '{':
      return propose(drag, proposal.row, edgeOf(drag) - 1);
    case 'ArrowRight':
    case ']':
    case '}':
      return propose(drag, proposal.row, edgeOf(drag) + 1);
    case 'ArrowUp':
      return propose(drag, rowBeside(drag, -1), edgeOf(drag));
    case 'ArrowDown':
      return propose(drag, rowBeside(drag, 1), edgeOf(drag));
    default:
      return null;
  }
}

const HELD_BY_KEY: Record<string, DragGrip> = { '[': 'end', ']': 'end', '{': 'start', '}': 'start' };

/** Whether dropping would change nothing. */
export function isUnmoved({ stay, proposal }: StayDrag): boolean {
  if (proposal.kind === 'split') return proposal.row === stay.row;
  return proposal.row === stay.row && proposal.from === stay.from && proposal.until === stay.until;
}

/** The night that the grip moves. */
function edgeOf({ grip, proposal }: StayDrag): number {
  if (proposal.kind === 'split') return proposal.at;
  return grip === 'end' ? proposal.until : proposal.from;
}

function rowBeside({ rows, proposal, grip, stay }: StayDrag, step: 1 | -1): string {
  if (grip === 'start' || grip === 'end') return stay.row;
  return rows[rows.indexOf(proposal.row) + step] ?? proposal.row;
}

/** Returns the change with the edge at a night, or as near to it as the stay allows. */
function propose(drag: StayDrag, row: string, edge: number): StayDrag {
  const { stay, grip } = drag;
  const { id, from, until, openFrom } = stay;
  const hasBegun = openFrom > from;
  switch (grip) {
    case 'move': {
      const start = hasBegun ? from : edge;
      return { ...drag, proposal: { kind: 'span', id, row, from: start, until: start + until - from } };
    }
    case 'start': {
      const start = hasBegun ? from : Math.min(edge, until - 1);
      return { ...drag, proposal: { kind: 'span', id, row, from: start, until } };
    }
    case 'end': {
      const end = Math.max(edge, from + 1, openFrom);
      return { ...drag, proposal: { kind: 'span', id, row, from, until: end } };
    }
    case 'split':
      return { ...drag, proposal: { kind: 'split', id, row, at: clampSplit(stay, edge) } };
  }
}

/** A split leaves at least a night on each side, and the nights that are over where they were slept. */
function clampSplit({ from, until, openFrom }: DraggedStay, at: number): number {
  return Math.min(Math.max(at, from + 1, openFrom), until - 1);
}
