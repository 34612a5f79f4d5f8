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
import { atMonthsEnd, closes, type Run, runsOf } from '../night-runs.ts';
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
      closing: part.some((update) => update.closing),
      message: kind.write(part, connection, now),
    }));
  const statuses = requests(AVAILABILITY, statusUpdates(nights, settings));
  return [
    ...statuses.filter(({ closing }) => closing),
    ...requests(RATES, priceUpdates(nights, connection)),
    ...statuses.filter(({ closing }) => !closing),
  ].map(({ message }) => message);
}

/** Builds the updates of OTA_HotelAvailNotif: closures first; a re-opened room comes before its units. */
function statusUpdates(nights: readonly StaleNight[], settings: BookingComConnection['settings']): Update[] {
  const has = (night: StaleNight, ...fields: NightField[]) =>
    fields.some((field) => night.changed.includes(field));
  const reopens = (night: StaleNight) => has(night, 'stopSell') && !night.values.stopSell;
  const wholeRoom = settings.stop_sell === 'room';
  const closures = runsOf(
    nights,
    (night) =>
      wholeRoom && has(night, 'stopSell') && night.values.stopSell
        ? { rates: (night.refusals ?? 0) > 0 }
        : null,
    atMonthsEnd,
  );
  const units = runsOf(
    nights,
    (night) => (has(night, 'available') || reopens(night) ? unitsOf(night) : null),
    atMonthsEnd,
  );
  const terms = runsOf(
    nights,
    (night) => (wholeRoom && reopens(night) ? null : termsOf(night, settings)),
    atMonthsEnd,
  );
  const arrivals = runsOf(
    nights,
    (night) => (has(night, 'closedToArrival') ? night.values.closedToArrival : null),
    atMonthsEnd,
  );
  const departures = runsOf(
    nights,
    (night) => (has(night, 'closedToDeparture') ? night.values.closedToDeparture : null),
    atMonthsEnd,
  );
  return [
    ...closures.map(closure),
    ...(wholeRoom ? openings(nights.filter(reopens), settings) : []),
    ...units.map((run) => group(2, partOf(run, ['available'], unitsMessage(run)))),
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
    ...[null, ...rates].map((rate) => partOf(run, ['stopSell'], closedMessage(run, rate, true), rate)),
  );
}

/**
 * Re-opens nights. A night is open when both its room and its rates are open. Each accepted request is
 * confirmed by itself, so the room and all its rates are opened in one request: a run is cut into chunks
 * whose messages for all rates fit into a request.
 */
function openings(nights: readonly StaleNight[], settings: BookingComConnection['settings']): Update[] {
  return runsOf(nights, () => true, atMonthsEnd).flatMap(({ room, from, to }) => {
    const ofRun = nights.filter(
      (night) => night.room.roomId === room.roomId && isWithin(night.date, from, to),
    );
    const most = Math.floor((settings.updates_per_request - 1) / room.externalRates.length);
    return chunksOf(ofRun, Math.max(1, most)).flatMap((chunk) =>
      runsOf(chunk, () => true).map((run) =>
        group(
          1,
          partOf(run, ['stopSell'], closedMessage(run, null, false)),
          ...runsOf(chunk, (night) => termsOf(night, settings)).flatMap((terms) =>
            room.externalRates.map((rate) =>
              partOf(terms, fieldsOfTerms(terms.pushedValue), termsMessage(terms, settings)(rate), rate),
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

function chunksOf<T>(items: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, i) =>
    items.slice(i * most, (i + 1) * most),
  );
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
type WriteRate = (rate: string) => Part['write'];

function ofEachRate<T>(
  run: Run<T>,
  order: number,
  [fields, write]: readonly [fields: readonly NightField[], write: WriteRate],
): Update[] {
  return run.room.externalRates.map((rate) => group(order, partOf(run, fields, write(rate), rate)));
}

function group(order: number, ...parts: readonly Part[]): Update {
  return { parts, closing: parts.some((part) => part.closing), order };
}

/** Creates a part of an update; without a rate it is about the room. */
function partOf<T>(
  { room, from, to, ...run }: Run<T>,
  fields: readonly NightField[],
  write: Part['write'],
  externalRate: string | null = null,
): Part {
  const cells = { roomId: room.roomId, from, to, fields, ...(externalRate && { externalRate }) };
  return { cells, closing: closes({ room, from, to, ...run }, fields), write };
}

function unitsMessage(run: Run<number>): Part['write'] {
  return (locator) =>
    el('AvailStatusMessage', { BookingLimit: run.pushedValue, LocatorID: locator }, [control(run, null)]);
}

/** `rate` null = the whole room */
function closedMessage(run: Run<unknown>, rate: string | null, closed: boolean): Part['write'] {
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
  const runs = runsOf(
    nights,
    (night) =>
      night.changed.includes('priceMinor') && priceFault(night.values, connection) === null
        ? priceOf(night.values.priceMinor, connection).amount
        : null,
    atMonthsEnd,
  );
  return runs.flatMap((run) => ofEachRate(run, 0, [['priceMinor'], priceMessage(run, connection)]));
}

function priceMessage(run: Run<number>, connection: BookingComConnection): WriteRate {
  const settings = connection.settings;
  const { decimals } = priceOf(0, connection);
  const amount =
    settings.amount_format === 'decimal' ? decimalText(run.pushedValue, decimals) : String(run.pushedValue);
  const guests =
    settings.priced_for === 'room' ? [null] : Array.from({ length: run.room.capacity }, (_, i) => i + 1);
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
