// Rates of a unit at Vrbo: a price for each day of the week, and nights with different prices.
import { NO_RATE } from '../calendar.ts';
import { datesThrough, isDate, weekday } from '../dates.ts';
import type { Hotel } from '../hotel.ts';
import { at, child, childrenOf, type Node, textOf } from '../xml.ts';
import { misshapen, type Shapes } from '../xml-shape.ts';
import { roomOf } from './availability.ts';
import type { Vrbo } from './context.ts';

const FEE =
  'externalId! amount percent appliesPerNight appliesPerStay appliesPerGuestPerNight appliesPerPetPerStay name! productCode';
const SHAPES: Shapes = {
  lodgingRateContent: ['', 'listingExternalId! unitExternalId! lodgingRate!'],
  lodgingRate: [
    '',
    'currency! discounts externalId! externalUpdateDate! fees language! nightlyRates! paymentSchedule! taxRules',
  ],
  fees: ['', 'flatAmountFees percentFees fee*'],
  flatAmountFees: ['', 'fee*'],
  percentFees: ['', 'fee*'],
  fee: ['', FEE],
  nightlyRates: ['', 'fri! mon! nightlyOverrides sat! sun! thu! tue! wed!'],
  nightlyOverrides: ['', 'override*'],
  override: ['', 'amount! nights!'],
  nights: ['', 'range+'],
  range: ['', 'max! min!'],
  paymentSchedule: ['', 'payments!'],
  payments: ['', 'payment+'],
  payment: ['', 'days dueType! requiresFlatAmountOf|requiresPercentOfTotalBooking|requiresRemainder!'],
  requiresFlatAmountOf: ['', 'amount'],
  requiresPercentOfTotalBooking: ['', 'percent!'],
};
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

type Override = { price: number; min: string; max: string };

export function storeRates(context: Vrbo, hotel: Hotel, content: Node): string | undefined {
  const wrong =
    content.name === 'lodgingRateContent' ? misshapen(content, SHAPES) : `unexpected ${content.name}`;
  if (wrong) return wrong;
  const rate = child(content, 'lodgingRate')!;
  if (textOf(rate, 'currency') !== hotel.currency) return `the currency of ${hotel.id} is ${hotel.currency}`;
  const payments = childrenOf(at(rate, 'paymentSchedule', 'payments')!, 'payment');
  if (!payments.some((one) => textOf(one, 'dueType') === 'AT_BOOKING')) return 'no payment is due AT_BOOKING';
  const nightly = child(rate, 'nightlyRates')!;
  const weekdays = WEEKDAYS.map((day) => amount(textOf(nightly, day)));
  if (weekdays.some((price) => price === undefined || price <= 0))
    return 'a price of a weekday is not above zero';
  const overrides = childrenOf(child(nightly, 'nightlyOverrides') ?? nightly, 'override').map(readOverride);
  const faulty = overrides.find((one) => typeof one === 'string');
  if (faulty !== undefined) return faulty;
  const room = roomOf(
    context,
    hotel,
    textOf(content, 'unitExternalId')!,
    textOf(content, 'listingExternalId')!,
  );
  const own = (overrides as Override[][]).flat();
  for (const date of context.core.calendar.nights([room]).map((night) => night.date)) {
    // Later ranges take precedence; the captures do not show what Vrbo does with two prices for one night.
    const price =
      own.findLast(({ min, max }) => min <= date && date <= max)?.price ?? weekdays[weekday(date)]!;
    context.core.setRate({ hotel: hotel.id, room, rate: NO_RATE }, [date], { price });
  }
  return overlapping(own);
}

function readOverride(node: Node): Override[] | string {
  const price = amount(textOf(node, 'amount'));
  if (price === undefined || price <= 0) return 'an override has no amount above zero';
  const ranges = childrenOf(child(node, 'nights')!, 'range').map((range) => ({
    price,
    min: textOf(range, 'min') ?? '',
    max: textOf(range, 'max') ?? '',
  }));
  return ranges.every(({ min, max }) => isDate(min) && isDate(max) && min <= max)
    ? ranges
    : 'a range of nights is wrong';
}

function overlapping(overrides: readonly Override[]): string | undefined {
  const dates = overrides.flatMap(({ min, max }) => datesThrough(min, max));
  return new Set(dates).size < dates.length ? 'two overrides are for the same night' : undefined;
}

function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}
