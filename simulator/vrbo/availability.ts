// Availability of a unit at Vrbo: one letter or number for each day of the range.
import { NO_RATE } from '../calendar.ts';
import { datesThrough, daysBetween, isDate } from '../dates.ts';
import type { Hotel } from '../hotel.ts';
import { child, type Node, textOf } from '../xml.ts';
import { misshapen, type Shapes } from '../xml-shape.ts';
import type { Vrbo } from './context.ts';

const SHAPES: Shapes = {
  unitAvailabilityContent: ['', 'listingExternalId! unitExternalId! unitAvailability!'],
  unitAvailability: [
    '',
    'availabilityDefault! changeOverDefault! dateRange! maxStayDefault minPriorNotifyDefault minStayDefault stayIncrementDefault unitAvailabilityConfiguration!',
  ],
  dateRange: ['', 'beginDate! endDate!'],
  unitAvailabilityConfiguration: [
    '',
    'availability! availableUnitCount changeOver maxStay minPriorNotify minStay stayIncrement',
  ],
};
const MOST_DAYS = 1_096;

/** Stores the availability of a unit. Returns an error message when the content is invalid. */
export function storeAvailability(context: Vrbo, hotel: Hotel, content: Node): string | undefined {
  const wrong =
    content.name === 'unitAvailabilityContent' ? misshapen(content, SHAPES) : `unexpected ${content.name}`;
  if (wrong) return wrong;
  const unit = child(content, 'unitAvailability')!;
  const begin = textOf(unit, 'dateRange', 'beginDate');
  const end = textOf(unit, 'dateRange', 'endDate');
  if (!isDate(begin) || !isDate(end) || end < begin) return 'dateRange is not a range of dates';
  const days = daysBetween(begin, end) + 1;
  if (days > MOST_DAYS) return `dateRange has ${days} days, ${MOST_DAYS} are allowed`;
  const columns = readColumns(child(unit, 'unitAvailabilityConfiguration')!, days);
  if (typeof columns === 'string') return columns;
  const room = roomOf(
    context,
    hotel,
    textOf(content, 'unitExternalId')!,
    textOf(content, 'listingExternalId')!,
  );
  for (const [i, date] of datesThrough(begin, end).entries())
    store(context, { hotel: hotel.id, room }, { date, i, columns });
  return undefined;
}

type Columns = {
  open: string[];
  counts: number[] | undefined;
  changeOver: string[] | undefined;
  minStay: number[] | undefined;
  maxStay: number[] | undefined;
  notify: number[] | undefined;
};

function readColumns(node: Node, days: number): Columns | string {
  const letters = (name: string, allowed: RegExp): string[] | undefined | Error => {
    const text = textOf(node, name);
    if (text === undefined) return undefined;
    if (!allowed.test(text)) return new Error(`${name} has letters that are not allowed`);
    return text.length === days
      ? [...text]
      : new Error(`${name} has ${text.length} letters for ${days} days`);
  };
  const numbers = (name: string, most: number): number[] | undefined | Error => {
    const text = textOf(node, name);
    if (text === undefined) return undefined;
    const values = text.split(',').map((one) => (/^\d+$/.test(one) ? Number(one) : Number.NaN));
    if (values.some((value) => Number.isNaN(value) || value > most))
      return new Error(`${name} must be 0 to ${most} each`);
    return values.length === days
      ? values
      : new Error(`${name} has ${values.length} values for ${days} days`);
  };
  const all = {
    open: letters('availability', /^[YN]+$/),
    counts: numbers('availableUnitCount', 9_999),
    changeOver: letters('changeOver', /^[CIOX]+$/),
    minStay: numbers('minStay', 999),
    maxStay: numbers('maxStay', 999),
    notify: numbers('minPriorNotify', 999),
    increment: letters('stayIncrement', /^[DWMY]+$/),
  };
  const wrong = Object.values(all).find((one) => one instanceof Error);
  return wrong ? wrong.message : (all as Columns);
}

function store(
  context: Vrbo,
  key: { hotel: string; room: string },
  { date, i, columns }: { date: string; i: number; columns: Columns },
): void {
  const { open, counts, changeOver, minStay, maxStay, notify } = columns;
  if (notify) context.notice.set(`${key.room} ${date}`, notify[i]!);
  const available = open[i] === 'N' ? 0 : (counts?.[i] ?? 1);
  context.core.setRoom(key, [date], { available });
  const change = changeOver?.[i];
  context.core.setRate({ ...key, rate: NO_RATE }, [date], {
    ...(minStay && { minStay: minStay[i]! }),
    ...(maxStay && { maxStay: maxStay[i]! }),
    ...(change && {
      closedToArrival: change === 'O' || change === 'X',
      closedToDeparture: change === 'I' || change === 'X',
    }),
  });
}

/** Returns the room of a unit, and adds it at first: Vrbo learns units from their feeds. */
export function roomOf(context: Vrbo, hotel: Hotel, unit: string, listing: string): string {
  const known = hotel.rooms.find(({ id }) => id === unit);
  if (!known) context.core.hotels.addRoom(hotel, { id: unit, title: listing, maxPersons: 4 });
  return unit;
}
