// Prices and restrictions that are not sent yet: what a person typed, night by night, and the request that sends it. Pure.
import type { Desk } from '../../../src/api/desk-records.ts';
import { dateOfDayNumber } from '../../days.ts';

/** The values of a night that a person can set. `max_stay` 0 = no limit. */
export type RateValues = {
  price: number;
  available: number;
  min_stay: number;
  max_stay: number;
  closed_to_arrival: boolean;
  closed_to_departure: boolean;
  stop_sell: boolean;
};

export type RatePatch = Partial<RateValues>;
/** By room, then by day number. */
export type RateEdits = ReadonlyMap<number, ReadonlyMap<number, RatePatch>>;
/** The nights of rooms as the server has them, beginning with the day `from`. */
export type RateSheet = {
  from: number;
  until: number;
  rooms: ReadonlyMap<number, NonNullable<Desk['nights']>[number]>;
};

/** Returns the stored values of a night; null where nothing is known. */
export function storedAt({ from, rooms }: RateSheet, roomId: number, day: number): RateValues | null {
  const nights = rooms.get(roomId);
  const at = day - from;
  const price = nights?.price[at];
  if (!nights || price === undefined) return null;
  return {
    price,
    available: nights.available[at]!,
    min_stay: nights.min_stay[at]!,
    max_stay: nights.max_stay?.[at] ?? 0,
    closed_to_arrival: nights.closed_to_arrival?.[at] ?? false,
    closed_to_departure: nights.closed_to_departure?.[at] ?? false,
    stop_sell: nights.stop_sell?.[at] ?? false,
  };
}

/** Nights that an edit concerns: rooms and days [from, until). */
export type RateArea = { roomIds: readonly number[]; from: number; until: number };

/** Returns the edits with those of an area. `patchOf` returns what to set in a night; what is stored already is no edit. */
export function withEdits(
  edits: RateEdits,
  sheet: RateSheet,
  area: RateArea,
  patchOf: (stored: RateValues, roomId: number, day: number) => RatePatch,
): RateEdits {
  const after = new Map(edits);
  for (const roomId of area.roomIds) {
    const days = new Map(after.get(roomId));
    for (let day = area.from; day < area.until; day += 1) {
      const stored = storedAt(sheet, roomId, day);
      if (!stored) continue;
      const patch = different(stored, { ...days.get(day), ...patchOf(stored, roomId, day) });
      if (patch) days.set(day, patch);
      else days.delete(day);
    }
    if (days.size > 0) after.set(roomId, days);
    else after.delete(roomId);
  }
  return after;
}

/** Returns the edits without those of an area. */
export function withoutEdits(edits: RateEdits, area: RateArea): RateEdits {
  const after = new Map(edits);
  for (const roomId of area.roomIds) {
    const days = new Map(
      [...(after.get(roomId) ?? [])].filter(([day]) => day < area.from || day >= area.until),
    );
    if (days.size > 0) after.set(roomId, days);
    else after.delete(roomId);
  }
  return after;
}

function different(stored: RateValues, patch: RatePatch): RatePatch | null {
  const changed = Object.entries(patch).filter(([name, value]) => stored[name as keyof RateValues] !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

type RateItem = { room_id: number; date: string; todate: string } & Omit<RatePatch, 'max_stay'> & {
    max_stay?: number | null;
  };

/** Returns the items of POST availability for edits: one for each range of nights with the same values. */
export function itemsOf(edits: RateEdits, sheet: RateSheet): RateItem[] {
  return [...edits].flatMap(([roomId, days]) => {
    const items: (RateItem & { last: number; values: string })[] = [];
    for (const [day, patch] of [...days].toSorted(([a], [b]) => a - b)) {
      const values = complete(patch, storedAt(sheet, roomId, day)!);
      const known = items.at(-1);
      const date = dateOfDayNumber(day);
      const text = JSON.stringify(Object.entries(values).toSorted(([a], [b]) => a.localeCompare(b)));
      if (known && known.last === day - 1 && known.values === text) {
        known.last = day;
        known.todate = date;
      } else items.push({ room_id: roomId, date, todate: date, ...values, last: day, values: text });
    }
    return items.map(({ last: _, values: __, ...item }) => item);
  });
}

/**
 * Returns a patch as the server takes it. Counts and minimum stays alone would need a price, which somebody else may be changing: a
 * restriction that stays as it is is sent instead.
 */
function complete({ max_stay: maxStay, ...patch }: RatePatch, stored: RateValues) {
  const limit = maxStay === undefined ? {} : { max_stay: maxStay === 0 ? null : maxStay };
  const isPlain =
    maxStay === undefined && Object.keys(patch).every((name) => name === 'available' || name === 'min_stay');
  return { ...patch, ...limit, ...(isPlain && { closed_to_arrival: stored.closed_to_arrival }) };
}

/** How many nights edits change, how many prices, and by how much these change on average. */
type RateSummary = { nights: number; prices: number; average: number };

export function summaryOf(edits: RateEdits, sheet: RateSheet): RateSummary {
  let [nights, prices, sum] = [0, 0, 0];
  for (const [roomId, days] of edits)
    for (const [day, { price }] of days) {
      nights += 1;
      if (price === undefined) continue;
      prices += 1;
      sum += price - storedAt(sheet, roomId, day)!.price;
    }
  return { nights, prices, average: prices === 0 ? 0 : sum / prices };
}

/** Returns the function that a text stands for, applied to prices: `136`, `+10 %`, `-5`. Null if it is none. */
export function parsePriceChange(text: string): ((price: number) => number) | null {
  const match = /^([+-]?)(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(text.trim().replace('−', '-'));
  if (!match) return null;
  const [, sign, digits, percent] = match;
  const value = Number(digits!.replace(',', '.')) * (sign === '-' ? -1 : 1);
  if (percent) return sign ? (price) => price * (1 + value / 100) : null;
  return sign ? (price) => price + value : () => value;
}

/** Rounds a price to a step, never below zero. The step is that of the currency, or a larger one. */
export function roundPrice(price: number, step: number): number {
  const rounded = Math.max(0, Math.round(price / step) * step);
  return Math.round(rounded * 1_000) / 1_000;
}

/** Returns the cells of a table that was copied from a spreadsheet. */
export function cellsOfText(text: string): string[][] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
}
