// The rows of the tape chart: for each room a row of its own, where stays without a unit lie, a row for each unit, and one for its rates.
// A room with one unit needs no row of its own as long as nothing lies there.
import { boxOfBar, contains, LINE, type NightSpan, nightAtX, RATE_ROW } from './geometry.ts';
import { barsOfLineIn, packIntoLines } from './packing.ts';

export type ChartRoom = {
  roomId: number;
  name: string;
  units: readonly { unitId: number; name: string }[];
  /** whether a row of rates follows its units */
  hasRates: boolean;
};

/** What lies in a row: a stay, or a part of one in one unit, or a closure. */
export type ChartSpan = NightSpan & {
  /** unique on the chart */
  id: string;
  roomId: number;
  /** null = no unit yet, or the room has none */
  unitId: number | null;
};

export type ChartRow<Bar extends ChartSpan = ChartSpan> = {
  /** unique on the chart, and the same after every change of other rows */
  key: string;
  kind: 'room' | 'unit' | 'rates';
  roomId: number;
  /** of a unit row; null for the others */
  unitId: number | null;
  /** of the room, or of the unit */
  name: string;
  /** of the row of a room: how many units follow it */
  units: number;
  /** of a unit whose room has no row, because it is the only one: the name of that room; null for other rows */
  onlyOf: string | null;
  /** pixels from the top of the first row */
  top: number;
  height: number;
  lines: readonly (readonly Bar[])[];
};

export type ChartLayout<Bar extends ChartSpan = ChartSpan> = {
  rows: readonly ChartRow<Bar>[];
  /** of all rows, in pixels */
  height: number;
  /** index in `rows` by key */
  indexOf: ReadonlyMap<string, number>;
};

/**
 * Returns the rows in the order of the rooms. Every bar is in exactly one row: that of its unit; that of its room if it has no unit, or one
 * that is not listed; a room that is not listed gets a row at the end, named by its number.
 */
export function layoutRows<Bar extends ChartSpan>(
  rooms: readonly ChartRoom[],
  bars: readonly Bar[],
): ChartLayout<Bar> {
  const all = [...rooms, ...unlistedRooms(rooms, bars)];
  const units = new Set(all.flatMap((room) => room.units.map((unit) => unitKey(room.roomId, unit.unitId))));
  const byRow = Map.groupBy(bars, ({ roomId, unitId }) => {
    const key = unitId === null ? '' : unitKey(roomId, unitId);
    return units.has(key) ? key : roomKey(roomId);
  });
  const rows: ChartRow<Bar>[] = [];
  let top = 0;
  for (const row of all.flatMap((room) => rowsOfRoom(room, byRow.has(roomKey(room.roomId))))) {
    const lines = packIntoLines(byRow.get(row.key) ?? []);
    const height = row.kind === 'rates' ? RATE_ROW : lines.length * LINE;
    rows.push({ ...row, top, height, lines });
    top += height;
  }
  return { rows, height: top, indexOf: new Map(rows.map(({ key }, index) => [key, index])) };
}

function unlistedRooms(rooms: readonly ChartRoom[], bars: readonly ChartSpan[]): ChartRoom[] {
  const listed = new Set(rooms.map(({ roomId }) => roomId));
  const missing = new Set(bars.map(({ roomId }) => roomId).filter((roomId) => !listed.has(roomId)));
  return [...missing].map((roomId) => ({ roomId, name: `#${roomId}`, units: [], hasRates: false }));
}

/** Returns the rows of a room. `hasBars`: something lies in the row of the room itself. */
function rowsOfRoom(room: ChartRoom, hasBars: boolean): Omit<ChartRow<never>, 'top' | 'height' | 'lines'>[] {
  const { roomId, name, units } = room;
  const isOneRow = units.length === 1 && !hasBars;
  const ofRoom = { roomId, unitId: null, name, units: 0, onlyOf: null };
  const head = { ...ofRoom, key: roomKey(roomId), kind: 'room' as const, units: units.length };
  const unitRows = units.map((unit) => ({
    key: unitKey(roomId, unit.unitId),
    kind: 'unit' as const,
    roomId,
    unitId: unit.unitId,
    name: unit.name,
    units: 0,
    onlyOf: isOneRow ? name : null,
  }));
  const rates = { ...ofRoom, key: `rates-${roomId}`, kind: 'rates' as const };
  return [...(isOneRow ? [] : [head]), ...unitRows, ...(room.hasRates ? [rates] : [])];
}

function roomKey(roomId: number): string {
  return `room-${roomId}`;
}

function unitKey(roomId: number, unitId: number): string {
  return `unit-${roomId}-${unitId}`;
}

/** Returns the room and the unit of a row by its key. */
export function placeOfRow(key: string): { roomId: number; unitId: number | null } {
  const [kind, roomId, unitId] = key.split('-');
  return { roomId: Number(roomId), unitId: kind === 'unit' ? Number(unitId) : null };
}

/** Returns the index of the row at y, the first or last one for a y beyond them; -1 if there are no rows. */
export function rowIndexAtY({ rows }: ChartLayout, y: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.top + rows[middle]!.height <= y) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, rows.length - 1);
}

/** Returns the top edge of a line of a row. */
export function topOfLine(row: Pick<ChartRow, 'top'>, line: number): number {
  return row.top + line * LINE;
}

/** What lies at a point: its row, line and night, and the bar there, or null. */
type ChartHit<Bar extends ChartSpan> = {
  row: ChartRow<Bar>;
  line: number;
  night: number;
  bar: Bar | null;
};

/** Returns what lies at a point (see `ChartBox`); null beside the rows. */
export function hitAt<Bar extends ChartSpan>(
  layout: ChartLayout<Bar>,
  { x, y }: { x: number; y: number },
  range: NightSpan,
): ChartHit<Bar> | null {
  if (y < 0 || y >= layout.height) return null;
  const row = layout.rows[rowIndexAtY(layout, y)]!;
  const line = Math.min(Math.floor((y - row.top) / LINE), row.lines.length - 1);
  const night = nightAtX(x, range.from);
  const bar = barsOfLineIn(row.lines[line]!, { from: night, until: night + 1 })[0];
  const isHit = bar !== undefined && contains(boxOfBar(bar, topOfLine(row, line), range), x, y);
  return { row, line, night, bar: isHit ? bar : null };
}
