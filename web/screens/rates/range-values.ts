// What a form for a range of nights says: which nights, and what is set in them. Pure.
import { dayOfDate, weekdayOf } from '../../days.ts';
import type { RateArea, RatePatch, RateValues } from './edits.ts';

/** The fields as texts; empty = nothing is set. `room`: its id, empty = all. `arrival`, `departure` and `sale`: `close`, `open` or empty. */
export type RangeFields = {
  room: string;
  first: string;
  last: string;
  weekdays: ReadonlySet<number>;
  price: string;
  minimum: string;
  maximum: string;
  arrival: string;
  departure: string;
  sale: string;
};

/** Fields that are wrong. `nothing`: no field says what to set. */
export type RangeFaults = Partial<
  Record<'first' | 'last' | 'price' | 'minimum' | 'maximum' | 'nothing', true>
>;

/** The nights that a sheet has: days [from, until) of rooms. `priceOf` returns the change that a text stands for; null = it is none. */
type RangeLimits = {
  from: number;
  until: number;
  roomIds: readonly number[];
  priceOf: (text: string) => ((price: number) => number) | null;
};

const MAX_NIGHTS = 999;

/** Returns the nights of a form, and what is set in each of them; or which fields are wrong. */
export function readRange(
  fields: RangeFields,
  limits: RangeLimits,
): { area: RateArea; patchOf: (stored: RateValues, day: number) => RatePatch } | { faults: RangeFaults } {
  const { first, last, weekdays } = fields;
  const change = fields.price.trim() === '' ? null : limits.priceOf(fields.price);
  const rules = rulesOf(fields);
  const faults: RangeFaults = {
    ...(!isWithin(first, limits) && { first: true }),
    ...((!isWithin(last, limits) || last < first) && { last: true }),
    ...(fields.price.trim() !== '' && !change && { price: true }),
    ...(!isNights(fields.minimum, 1) && { minimum: true }),
    ...(!isNights(fields.maximum, 0) && { maximum: true }),
    ...(fields.price.trim() === '' && Object.keys(rules).length === 0 && { nothing: true }),
  };
  if (Object.keys(faults).length > 0) return { faults };
  const roomIds = fields.room ? [Number(fields.room)] : limits.roomIds;
  return {
    area: { roomIds, from: dayOfDate(first), until: dayOfDate(last) + 1 },
    patchOf: ({ price }, day) =>
      weekdays.size > 0 && !weekdays.has(weekdayOf(day))
        ? {}
        : { ...rules, ...(change && { price: change(price) }) },
  };
}

function rulesOf({ minimum, maximum, arrival, departure, sale }: RangeFields): RatePatch {
  return {
    ...(minimum.trim() !== '' && { min_stay: Number(minimum) }),
    ...(maximum.trim() !== '' && { max_stay: Number(maximum) }),
    ...(arrival && { closed_to_arrival: arrival === 'close' }),
    ...(departure && { closed_to_departure: departure === 'close' }),
    ...(sale && { stop_sell: sale === 'close' }),
  };
}

function isWithin(date: string, { from, until }: RangeLimits): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false;
  const day = dayOfDate(date);
  return day >= from && day < until;
}

/** Whether a text is empty or a number of nights. */
function isNights(text: string, least: number): boolean {
  const number = text.trim();
  return (
    number === '' || (/^\d{1,3}$/.test(number) && Number(number) >= least && Number(number) <= MAX_NIGHTS)
  );
}
