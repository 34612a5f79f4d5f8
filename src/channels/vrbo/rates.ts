// Writes a unit's rates: a price for each day of the week, and overrides for nights that differ from it.
import { decimalsOf } from '../../model/money.ts';
import { type PlainDate, WEEKDAYS } from '../../model/night.ts';
import { decimalText } from '../amounts.ts';
import type { ConnectionView, InboundAnswer, KnownNight, MappedRoom } from '../channel.ts';
import type { Markup } from '../xml.ts';
import { type AvailabilityWindow, daysOf, mostFrequent } from './availability.ts';
import { element, errorAnswer, moment, xmlAnswer } from './document.ts';
import { type Fee, feesOf, numberSetting, textSetting, unitOf } from './settings.ts';

/** Writes the rates of a unit; an error document when none of its nights has a price. */
export function rateContent(
  nights: readonly KnownNight[],
  room: MappedRoom,
  window: AvailabilityWindow,
  { connection, now }: { connection: ConnectionView; now: Temporal.Instant },
): InboundAnswer {
  const prices = daysOf(nights, room, window).map(({ priceMinor = 0 }) => Math.max(0, priceMinor));
  const priced = prices.filter((price) => price > 0);
  // Each day of the week needs a price: without any priced night there is no rate.
  if (priced.length === 0)
    return errorAnswer('NO_RATES_CONFIGURED', 'No night of this unit has a price.', 404);
  const { listing, unit } = unitOf(room.externalRoom);
  const text = (minor: number) => decimalText(minor, decimalsOf(connection.currency));
  const fees = feesOf(connection);
  const rate = element('lodgingRate', [
    element('currency', connection.currency),
    element('externalId', room.externalRates[0] ?? `rate-${unit}`),
    element('externalUpdateDate', moment(now)),
    fees.length > 0 ? element('fees', [element('flatAmountFees', fees.map(feeElement))]) : null,
    element('language', textSetting(connection, 'language')),
    nightlyRates(prices, window.from, text),
    element('paymentSchedule', [payments(numberSetting(connection, 'payment_at_booking_percent'))]),
  ]);
  const parts = [element('listingExternalId', listing), element('unitExternalId', unit), rate];
  return xmlAnswer(element('lodgingRateContent', parts));
}

function nightlyRates(prices: readonly number[], from: PlainDate, text: (minor: number) => string): Markup {
  const all = mostFrequent(prices.filter((price) => price > 0));
  const weekday = (index: number) => (from.dayOfWeek - 1 + index) % 7;
  const usual = WEEKDAYS.map((_, day) => {
    const some = prices.filter((price, index) => price > 0 && weekday(index) === day);
    return some.length > 0 ? mostFrequent(some) : all;
  });
  // A night without a price is closed in the availability feed and has no override here.
  const differs = (price: number, index: number) => price > 0 && price !== usual[weekday(index)];
  const days = WEEKDAYS.map((name, day) => [name as string, element(name, text(usual[day]!))] as const);
  const other = overrides(prices, from, differs, text);
  if (other) days.push(['nightlyOverrides', other]);
  // in alphabetical order
  return element(
    'nightlyRates',
    days.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, markup]) => markup),
  );
}

/**
 * Writes one override per amount, with all ranges of nights that have this price; `max` comes before `min`,
 * both included.
 */
function overrides(
  prices: readonly number[],
  from: PlainDate,
  differs: (price: number, index: number) => boolean,
  text: (minor: number) => string,
): Markup | null {
  const ranges = new Map<number, { min: number; max: number }[]>();
  for (const [index, price] of prices.entries()) {
    if (!differs(price, index)) continue;
    const some = ranges.get(price) ?? [];
    ranges.set(price, some);
    const last = some.at(-1);
    if (last?.max === index - 1) last.max = index;
    else some.push({ min: index, max: index });
  }
  if (ranges.size === 0) return null;
  const date = (index: number) => String(from.add({ days: index }));
  return element(
    'nightlyOverrides',
    [...ranges].map(([price, some]) => {
      const written = some.map(({ min, max }) =>
        element('range', [element('max', date(max)), element('min', date(min))]),
      );
      return element('override', [element('amount', text(price)), element('nights', written)]);
    }),
  );
}

function feeElement({ code, name, amount }: Fee): Markup {
  return element('fee', [
    element('externalId', code),
    element('amount', amount),
    element('appliesPerStay', []),
    element('name', name),
    element('productCode', code),
  ]);
}

/** One payment must be due at booking. */
function payments(percent: number): Markup {
  const first = element('payment', [
    element('dueType', 'AT_BOOKING'),
    element('requiresPercentOfTotalBooking', [element('percent', percent)]),
  ]);
  const rest = element('payment', [element('dueType', 'AT_CHECKIN'), element('requiresRemainder', [])]);
  return element('payments', percent < 100 ? [first, rest] : [first]);
}
