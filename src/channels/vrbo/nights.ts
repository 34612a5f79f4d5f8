// Writes a unit's availability (strings with one character per night, and lists with one number per night) and its
// rates (a price for each day of the week, and overrides for nights that differ from it).

import { decimalsOf } from '../../model/money.ts';
import { type PlainDate, WEEKDAYS } from '../../model/night.ts';
import type { NightValues } from '../../model/night-values.ts';
import { decimalText } from '../amounts.ts';
import type { InboundAnswer, KnownNight, MappedRoom } from '../channel.ts';
import type { Markup } from '../xml.ts';
import { element, errorAnswer, moment, xmlAnswer } from './document.ts';
import { unitOf, type VrboConnection } from './settings.ts';

/** Both dates included. */
export type AvailabilityWindow = { from: PlainDate; to: PlainDate };

/** Writes the availability of a unit for all nights of the window. */
export function writeLodgingAvailabilityContent(
  nights: readonly KnownNight[],
  room: MappedRoom,
  window: AvailabilityWindow,
  connection: VrboConnection,
): InboundAnswer {
  const { listing, unit } = unitOf(room.externalRoom);
  const days = daysOf(nights, room, window);
  const notify = connection.settings.min_prior_notify;
  const noMax = connection.settings.no_max_stay;
  const signs = (sign: (day: Partial<NightValues>) => string) => days.map(sign).join('');
  const numbers = (number: (day: Partial<NightValues>) => number | string) => days.map(number).join(',');
  const configuration = element('unitAvailabilityConfiguration', [
    element(
      'availability',
      signs((day) => (unitsOf(day) > 0 ? 'Y' : 'N')),
    ),
    element('availableUnitCount', numbers(unitsOf)),
    element(
      'changeOver',
      signs((day) => changeOver(day, connection.settings.taken_changeover)),
    ),
    element(
      'maxStay',
      numbers(({ maxStay }) => upTo999(maxStay ?? noMax)),
    ),
    element(
      'minPriorNotify',
      numbers(() => notify),
    ),
    element(
      'minStay',
      numbers(({ minStay }) => upTo999(minStay ?? 1)),
    ),
    element(
      'stayIncrement',
      signs(() => 'D'),
    ),
  ]);
  const range = [element('beginDate', String(window.from)), element('endDate', String(window.to))];
  return xmlAnswer(
    element('unitAvailabilityContent', [
      element('listingExternalId', listing),
      element('unitExternalId', unit),
      element('unitAvailability', [
        // nights outside of the range are not for sale
        element('availabilityDefault', 'N'),
        element('changeOverDefault', 'C'),
        element('dateRange', range),
        element('maxStayDefault', upTo999(noMax)),
        element('minPriorNotifyDefault', notify),
        element('minStayDefault', upTo999(mostFrequent(days.map(({ minStay }) => minStay ?? 1)))),
        element('stayIncrementDefault', 'D'),
        configuration,
      ]),
    ]),
  );
}

/** Returns the values of each day of the window; a night without known values is empty, and not for sale. */
function daysOf(
  nights: readonly KnownNight[],
  room: MappedRoom,
  { from, to }: AvailabilityWindow,
): Partial<NightValues>[] {
  const known = new Map(
    nights.filter(({ roomId }) => roomId === room.roomId).map(({ date, values }) => [String(date), values]),
  );
  const days = from.until(to, { largestUnit: 'day' }).days + 1;
  return Array.from({ length: days }, (_, i) => known.get(String(from.add({ days: i }))) ?? {});
}

/**
 * Returns the units for sale. A night without a price would be sold at the price of its weekday, and one with
 * a longer minimum stay than the feed can carry at a shorter one: neither is for sale.
 */
function unitsOf({
  available = 0,
  stopSell = false,
  priceMinor = 0,
  minStay = 1,
}: Partial<NightValues>): number {
  return stopSell || priceMinor <= 0 || minStay > LONGEST_STAY ? 0 : Math.max(0, available);
}

const LONGEST_STAY = 999;

/** C: arrival and departure, I: arrival only, O: departure only, X: neither. */
function changeOver(day: Partial<NightValues>, taken: string): string {
  if (taken === 'X' && unitsOf(day) === 0) return 'X';
  const { closedToArrival = false, closedToDeparture = false } = day;
  if (closedToArrival) return closedToDeparture ? 'X' : 'O';
  return closedToDeparture ? 'I' : 'C';
}

function upTo999(stay: number): number {
  return Math.min(LONGEST_STAY, stay);
}

/** Returns the most frequent number; of several, the first. */
function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [numbers[0] ?? 0, 0])[0];
}

/** Writes the rates of a unit; an error document when none of its nights has a price. */
export function writeLodgingRateContent(
  nights: readonly KnownNight[],
  room: MappedRoom,
  window: AvailabilityWindow,
  { connection, now }: { connection: VrboConnection; now: Temporal.Instant },
): InboundAnswer {
  const prices = daysOf(nights, room, window).map(({ priceMinor = 0 }) => Math.max(0, priceMinor));
  const priced = prices.filter((price) => price > 0);
  // Each day of the week needs a price: without any priced night there is no rate.
  if (priced.length === 0)
    return errorAnswer('NO_RATES_CONFIGURED', 'No night of this unit has a price.', 404);
  const { listing, unit } = unitOf(room.externalRoom);
  const text = (minor: number) => decimalText(minor, decimalsOf(connection.currency));
  const fees = connection.settings.fees;
  const rate = element('lodgingRate', [
    element('currency', connection.currency),
    element('externalId', room.externalRates[0] ?? `rate-${unit}`),
    element('externalUpdateDate', moment(now)),
    fees.length > 0 ? element('fees', [element('flatAmountFees', fees.map(feeElement))]) : null,
    element('language', connection.settings.language),
    nightlyRates(prices, window.from, text),
    element('paymentSchedule', [payments(connection.settings.payment_at_booking_percent)]),
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

function feeElement({ code, name, amount }: VrboConnection['settings']['fees'][number]): Markup {
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
