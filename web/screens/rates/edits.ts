// Prices and restrictions that are not sent yet: what a person typed, night by night, and the request that sends it. Pure.
import type { Desk } from '../../../src/api/desk-records.ts';
import { decimalsOf } from '../../../src/model/money.ts';
import { dateOfDayNumber } from '../../days.ts';
import { parseAmount } from '../../format.ts';

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

/**
 * Returns the edits with those of an area. `patchOf` returns what to set in a night; what is stored already is no edit, unless it is about
 * to be another value. `soon`: what is being sent, or was taken and is not in the sheet yet.
 */
export function withEdits(
  { edits, soon }: { edits: RateEdits; soon?: RateEdits },
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
      const expected = { ...stored, ...soon?.get(roomId)?.get(day) };
      const set = { ...days.get(day), ...patchOf(stored, roomId, day) };
      const patch = picked(set, (name, value) => value !== stored[name] || value !== expected[name]);
      if (patch) days.set(day, patch);
      else days.delete(day);
    }
    if (days.size > 0) after.set(roomId, days);
    else after.delete(roomId);
  }
  return after;
}

/** Returns the edits of both; what both set is as the later one sets it. */
export function joined(before: RateEdits, later: RateEdits): RateEdits {
  const after = new Map(before);
  for (const [roomId, days] of later) {
    const all = new Map(after.get(roomId));
    for (const [day, patch] of days) all.set(day, { ...all.get(day), ...patch });
    after.set(roomId, all);
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

/** Returns the edits without the values that were sent; what was set to another value since stays. */
export function withoutSent(edits: RateEdits, sent: RateEdits): RateEdits {
  return patched(edits, (patch, roomId, day) => {
    const known = sent.get(roomId)?.get(day) ?? {};
    return picked(patch, (name, value) => value !== known[name]);
  });
}

/** Returns the edits of nights that a sheet has: a night that has passed and a room that is retired have none. */
export function withinSheet(edits: RateEdits, sheet: RateSheet): RateEdits {
  return patched(edits, (patch, roomId, day) => (storedAt(sheet, roomId, day) ? patch : null));
}

/** Returns the edits without values that are stored already. */
export function withoutStored(edits: RateEdits, sheet: RateSheet): RateEdits {
  return patched(edits, (patch, roomId, day) => {
    const stored = storedAt(sheet, roomId, day);
    return picked(patch, (name, value) => value !== stored?.[name]);
  });
}

/** Returns edits with another patch for each night; null = none. */
function patched(
  edits: RateEdits,
  patchOf: (patch: RatePatch, roomId: number, day: number) => RatePatch | null,
): RateEdits {
  const after = new Map<number, ReadonlyMap<number, RatePatch>>();
  for (const [roomId, days] of edits) {
    const kept = [...days].flatMap(([day, patch]) => {
      const next = patchOf(patch, roomId, day);
      return next ? [[day, next] as const] : [];
    });
    if (kept.length > 0) after.set(roomId, new Map(kept));
  }
  return after;
}

/** Returns the values of a patch that a condition holds for; null if there is none. */
function picked(
  patch: RatePatch,
  isKept: (name: keyof RateValues, value: RatePatch[keyof RateValues]) => boolean,
): RatePatch | null {
  const kept = Object.entries(patch).filter(([name, value]) => isKept(name as keyof RateValues, value));
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** Returns how many nights edits change. */
export function countNights(edits: RateEdits): number {
  return [...edits.values()].reduce((sum, days) => sum + days.size, 0);
}

type RateItem = { room_id: number; date: string; todate: string } & Omit<RatePatch, 'max_stay'> & {
    max_stay?: number | null;
  };

/** Returns the items of POST availability for edits: one for each range of nights with the same values. */
export function itemsOf(edits: RateEdits, sheet: RateSheet): RateItem[] {
  return [...edits].flatMap(([roomId, days]) => {
    const items: (RateItem & { last: number; values: string })[] = [];
    for (const [day, patch] of [...days].toSorted(([a], [b]) => a - b)) {
      const stored = storedAt(sheet, roomId, day);
      if (!stored) continue;
      const values = complete(patch, stored);
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
  let [prices, sum] = [0, 0];
  for (const [roomId, days] of edits)
    for (const [day, { price }] of days) {
      const stored = storedAt(sheet, roomId, day);
      if (price === undefined || !stored) continue;
      prices += 1;
      sum += price - stored.price;
    }
  return { nights: countNights(edits), prices, average: prices === 0 ? 0 : sum / prices };
}

/** What the prices of a text are in, and to what computed ones are rounded. */
type PriceFormat = { currency: string; step: number };

/**
 * Returns the function that a text stands for, applied to prices: `136`, `1,250.00`, `+10 %`, `-5`. A price that is typed is meant as it
 * is, and rounded to the decimals of the currency; one that is computed is rounded to the step. Null if the text is none.
 */
export function parsePriceChange(
  text: string,
  { currency, step }: PriceFormat,
): ((price: number) => number) | null {
  const smallest = smallestStep(currency);
  const rounded = (price: number) => roundPrice(price, Math.max(step, smallest));
  const [, sign, digits, percent] = /^([+-]?)\s*(\d.*?)\s*(%?)$/.exec(text.trim().replace('−', '-')) ?? [];
  if (digits === undefined) return null;
  const direction = sign === '-' ? -1 : 1;
  if (percent) {
    if (!sign || !/^\d+(?:[.,]\d+)?$/.test(digits)) return null;
    const factor = 1 + (direction * Number(digits.replace(',', '.'))) / 100;
    return (price) => rounded(price * factor);
  }
  const amount = parseAmount(digits, currency);
  if (amount === null) return null;
  return sign ? (price) => rounded(price + direction * amount) : () => roundPrice(amount, smallest);
}

/** Returns the smallest difference of two prices: 0.01 in euros, 1 in yen. */
export function smallestStep(currency: string): number {
  return 10 ** -decimalsOf(currency);
}

/** Rounds a price to a step, never below zero. */
function roundPrice(price: number, step: number): number {
  const rounded = Math.max(0, Math.round(price / step) * step);
  return Math.round(rounded * 10_000) / 10_000;
}

/** Returns the cells of a table that was copied from a spreadsheet. */
export function cellsOfText(text: string): string[][] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
}
