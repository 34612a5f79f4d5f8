// Encodes nights for Booking.com: OTA_HotelAvailNotif (units, restrictions) and OTA_HotelRateAmountNotif
// (prices).
//
// A request is about one property and one calendar month, and may have several rooms; both dates of a range
// are nights in it. Units belong to the room, everything else to room and rate. One message holds at most one
// RestrictionStatus, so a stop-sell, a closed arrival and a closed departure are separate messages.

import { isBefore, type PlainDate } from '../../model/night.ts';
import { inOrder, type NightValues } from '../../model/night-values.ts';
import { decimalText, type PushedPrice, pushedPrice } from '../amounts.ts';
import type { AriMessage, AriPush, NightField, Rejection, StaleNight } from '../channel.ts';
import { changeOf, type Run, runsOf } from '../night-runs.ts';
import { occupanciesUpTo } from '../occupancy.ts';
import { closesAny, closingFirst, pack } from '../push-messages.ts';
import {
  contradictionOfStays,
  minStayError,
  priceError,
  rejectionsBy,
  type UnsupportedCheck,
} from '../unsupported-values.ts';
import { el, type Markup } from '../xml.ts';
import {
  AVAILABILITY,
  byMonth,
  decodeNights,
  type Part,
  RATES,
  type RequestKind,
  type Update,
  type WriteMessage,
} from './night-requests.ts';
import type { BookingComConnection } from './settings.ts';

/** Most units that can be pushed; 255 would mean "no limit". */
const MAX_UNITS = 254;

/** Units, price and statuses of arrival and departure have messages of their own; the others are terms. */
const OTHER_FIELDS: readonly NightField[] = [
  'available',
  'priceMinor',
  'closedToArrival',
  'closedToDeparture',
];

/** Values of a room and rate that one message carries: limits of the stay, and whether it is closed. */
type Terms = { min?: number; max?: number; close?: boolean };

const FIELD_OF_TERM = { min: 'minStay', max: 'maxStay', close: 'stopSell' } as const satisfies Record<
  keyof Terms,
  NightField
>;

export const ari: AriPush<BookingComConnection> = {
  fields: inOrder([...OTHER_FIELDS, ...Object.values(FIELD_OF_TERM)]),
  maxDaysAhead: 730,
  /** the lowest published limit of an endpoint is 75 a minute, the account's is 10,000 */
  rate: { perMinute: 600, burst: 75, per: 'connection' },
  expectsEchoOfSales: true,
  encode,
  unsupported,
  decode: decodeNights,
};

/**
 * Builds the requests for these nights: months with closings first, then prices, so that a night which opens
 * has its current price.
 */
function encode(
  nights: readonly StaleNight[],
  connection: BookingComConnection,
  now: Temporal.Instant,
): AriMessage[] {
  const settings = connection.settings;
  const requests = (kind: RequestKind, updates: readonly Update[]) =>
    byMonth(updates, settings.updates_per_request).map((part) => ({
      closing: closesAny(part),
      message: kind.write(part, connection, now),
    }));
  // No price closes a night, so prices come between the closings and the openings.
  const prices = requests(RATES, priceUpdates(nights, connection));
  const statuses = requests(AVAILABILITY, statusUpdates(nights, settings));
  return closingFirst([...prices, ...statuses]).map(({ message }) => message);
}

/** Like `runsOf`; a run ends with its month. */
function runsOfMonths<T>(nights: readonly StaleNight[], toValue: (night: StaleNight) => T | null): Run<T>[] {
  return runsOf(nights, toValue, (before, after) => before.month !== after.month);
}

/** Builds the updates of OTA_HotelAvailNotif: closures first; a re-opened room comes before its units. */
function statusUpdates(nights: readonly StaleNight[], settings: BookingComConnection['settings']): Update[] {
  const has = (night: StaleNight, ...fields: NightField[]) =>
    fields.some((field) => night.changed.includes(field));
  const reopens = (night: StaleNight) => has(night, 'stopSell') && !night.values.stopSell;
  const wholeRoom = settings.stop_sell === 'room';
  const closures = runsOfMonths(nights, (night) =>
    wholeRoom && has(night, 'stopSell') && night.values.stopSell
      ? { rates: (night.refusals ?? 0) > 0 }
      : null,
  );
  const units = runsOfMonths(nights, (night) =>
    has(night, 'available') || reopens(night) ? unitsOf(night) : null,
  );
  const terms = runsOfMonths(nights, (night) =>
    wholeRoom && reopens(night) ? null : termsOf(night, settings),
  );
  const arrivals = runsOfMonths(nights, (night) =>
    has(night, 'closedToArrival') ? night.values.closedToArrival : null,
  );
  const departures = runsOfMonths(nights, (night) =>
    has(night, 'closedToDeparture') ? night.values.closedToDeparture : null,
  );
  return [
    ...closures.map(closure),
    ...(wholeRoom ? openings(nights.filter(reopens), settings) : []),
    ...units.map((run) => group(2, changeOf(run, ['available'], null, unitsMessage(run)))),
    ...terms.flatMap((run) =>
      ofEachRate(run, 3, [fieldsOfTerms(run.pushedValue), termsMessage(run, settings)]),
    ),
    ...arrivals.flatMap((run) => ofEachRate(run, 4, [['closedToArrival'], statusMessage(run, 'Arrival')])),
    ...departures.flatMap((run) =>
      ofEachRate(run, 5, [['closedToDeparture'], statusMessage(run, 'Departure')]),
    ),
  ];
}

/** Closes the room, and its rates too if Booking.com has refused to close the room before. */
function closure(run: Run<{ rates: boolean }>): Update {
  const rates = run.pushedValue.rates ? run.room.externalRates : [];
  return group(
    0,
    ...[null, ...rates].map((rate) => changeOf(run, ['stopSell'], rate, closedMessage(run, rate, true))),
  );
}

/**
 * Re-opens nights. A night is open when both its room and its rates are open. Each accepted request is
 * confirmed by itself, so the room and all its rates are opened in one request: a run is cut into chunks
 * whose messages for all rates fit into a request.
 */
function openings(nights: readonly StaleNight[], settings: BookingComConnection['settings']): Update[] {
  return runsOfMonths(nights, () => true).flatMap(({ room, from, to }) => {
    const ofRun = nights.filter(
      (night) => night.room.roomId === room.roomId && isWithin(night.date, from, to),
    );
    const most = Math.floor((settings.updates_per_request - 1) / room.externalRates.length);
    return pack(ofRun, most).flatMap((chunk) =>
      runsOf(chunk, () => true).map((run) =>
        group(
          1,
          changeOf(run, ['stopSell'], null, closedMessage(run, null, false)),
          ...runsOf(chunk, (night) => termsOf(night, settings)).flatMap((terms) =>
            room.externalRates.map((rate) =>
              changeOf(terms, fieldsOfTerms(terms.pushedValue), rate, termsMessage(terms, settings)(rate)),
            ),
          ),
        ),
      ),
    );
  });
}

function isWithin(date: PlainDate, from: PlainDate, to: PlainDate): boolean {
  return !isBefore(date, from) && !isBefore(to, date);
}

function unitsOf({ values }: StaleNight): number {
  return Math.min(Math.max(values.available, 0), MAX_UNITS);
}

/**
 * Returns the terms to push, or null. Minimum and maximum stay are sent together: whether sending one keeps
 * the other is not documented. A rate that was closed, or never opened, stays closed when only its room
 * opens, so re-opening opens both.
 */
function termsOf({ changed, values }: StaleNight, settings: BookingComConnection['settings']): Terms | null {
  const terms: Terms = {};
  const limited = changed.includes('minStay') || changed.includes('maxStay');
  if (limited && limitsError(values, settings) === null) {
    const { longest_stay: longest, no_max_stay: none } = settings;
    terms.min = values.minStay;
    // A maximum longer than any stay sold is no limit.
    terms.max = values.maxStay === null || values.maxStay > longest ? none : values.maxStay;
  }
  if (changed.includes('stopSell') && (settings.stop_sell === 'rate' || !values.stopSell))
    terms.close = values.stopSell;
  return Object.keys(terms).length > 0 ? terms : null;
}

function fieldsOfTerms(terms: Terms): NightField[] {
  return (Object.keys(terms) as (keyof Terms)[]).map((name) => FIELD_OF_TERM[name]);
}

/** Returns the writer of a message about one rate of a room. */
type WriteRate = (rate: string) => WriteMessage;

function ofEachRate<T>(
  run: Run<T>,
  order: number,
  [fields, write]: readonly [fields: readonly NightField[], write: WriteRate],
): Update[] {
  return run.room.externalRates.map((rate) => group(order, changeOf(run, fields, rate, write(rate))));
}

function group(order: number, ...parts: readonly Part[]): Update {
  return { parts, closing: closesAny(parts), order };
}

function unitsMessage(run: Run<number>): WriteMessage {
  return (locator) =>
    el('AvailStatusMessage', { BookingLimit: run.pushedValue, LocatorID: locator }, [control(run, null)]);
}

/** `rate` null = the whole room */
function closedMessage(run: Run<unknown>, rate: string | null, closed: boolean): WriteMessage {
  return (locator) =>
    el('AvailStatusMessage', { LocatorID: locator }, [
      control(run, rate),
      el('RestrictionStatus', { Status: closed ? 'Close' : 'Open' }),
    ]);
}

function statusMessage(run: Run<boolean>, restriction: 'Arrival' | 'Departure'): WriteRate {
  return (rate) => (locator) =>
    el('AvailStatusMessage', { LocatorID: locator }, [
      control(run, rate),
      el('RestrictionStatus', { Restriction: restriction, Status: run.pushedValue ? 'Close' : 'Open' }),
    ]);
}

function termsMessage(run: Run<Terms>, settings: BookingComConnection['settings']): WriteRate {
  const { min, max, close } = run.pushedValue;
  const limit = (time: number | undefined, type: string) =>
    time === undefined ? [] : [el('LengthOfStay', { Time: time, MinMaxMessageType: type })];
  const limits = [...limit(min, 'SetMinLOS'), ...limit(max, 'SetMaxLOS')];
  const byArrival = settings.stay_limits_by === 'arrival' ? '1' : null;
  return (rate) => (locator) =>
    el('AvailStatusMessage', { LocatorID: locator }, [
      control(run, rate),
      ...(limits.length > 0 ? [el('LengthsOfStay', { ArrivalDateBased: byArrival }, limits)] : []),
      ...(close === undefined ? [] : [el('RestrictionStatus', { Status: close ? 'Close' : 'Open' })]),
    ]);
}

/** `rate` null = the whole room */
function control({ room, from, to }: Run<unknown>, rate: string | null): Markup {
  return el('StatusApplicationControl', {
    Start: from.toString(),
    End: to.toString(),
    InvTypeCode: room.externalRoom,
    RatePlanCode: rate,
  });
}

function priceUpdates(nights: readonly StaleNight[], connection: BookingComConnection): Update[] {
  const runs = runsOfMonths(nights, (night) =>
    night.changed.includes('priceMinor') && priceFault(night.values, connection) === null
      ? priceOf(night.values.priceMinor, connection).amount
      : null,
  );
  return runs.flatMap((run) => ofEachRate(run, 0, [['priceMinor'], priceMessage(run, connection)]));
}

function priceMessage(run: Run<number>, connection: BookingComConnection): WriteRate {
  const settings = connection.settings;
  const { decimals } = priceOf(0, connection);
  const amount =
    settings.amount_format === 'decimal' ? decimalText(run.pushedValue, decimals) : String(run.pushedValue);
  const guests = settings.priced_for === 'room' ? [null] : occupanciesUpTo(run.room.capacity);
  const amounts = guests.map((number) =>
    el('BaseByGuestAmt', {
      NumberOfGuests: number,
      [settings.prices === 'after_tax' ? 'AmountAfterTax' : 'AmountBeforeTax']: amount,
      DecimalPlaces: decimals,
      CurrencyCode: connection.currency,
    }),
  );
  return (rate) => (locator) =>
    el('RateAmountMessage', { LocatorID: locator }, [
      control(run, rate),
      el('Rates', {}, [el('Rate', {}, [el('BaseByGuestAmts', {}, amounts)])]),
    ]);
}

/** Returns the values that Booking.com cannot carry. */
function unsupported(nights: readonly StaleNight[], connection: BookingComConnection): Rejection[] {
  const checks: UnsupportedCheck[] = [
    { fields: ['minStay', 'maxStay'], reason: ({ values }) => limitsError(values, connection.settings) },
    { fields: ['priceMinor'], reason: ({ values }) => priceFault(values, connection) },
  ];
  return rejectionsBy(checks, nights);
}

/** Returns why minimum and maximum stay, which are sent together, cannot be pushed; null when they can. */
function limitsError(
  values: NightValues,
  { longest_stay: longest }: BookingComConnection['settings'],
): string | null {
  return (
    minStayError(values.minStay, { channel: CHANNEL, longest, setting: 'longest_stay' }) ??
    contradictionOfStays(values, CHANNEL)
  );
}

/** Returns why a price cannot be pushed; null when it can. */
function priceFault({ priceMinor }: NightValues, connection: BookingComConnection): string | null {
  const { currency, settings } = connection;
  const price = priceOf(priceMinor, connection);
  const error = priceError(price, { channel: CHANNEL, currency });
  if (error !== null) return error;
  const text = `${decimalText(price.amount, price.decimals)} ${currency}`;
  const major = price.amount / 10 ** price.decimals;
  if (settings.min_price !== null && major < settings.min_price)
    return `${text} is below the least price (setting min_price).`;
  if (settings.max_price !== null && major > settings.max_price)
    return `${text} is above the highest price (setting max_price).`;
  return null;
}

function priceOf(priceMinor: number, { currency, settings }: BookingComConnection): PushedPrice {
  return pushedPrice(priceMinor, currency, settings.decimal_places);
}

/** Name in reasons for people. */
const CHANNEL = 'Booking.com';
