// Nights for Booking.com: OTA_HotelAvailNotif (units, restrictions) and OTA_HotelRateAmountNotif (prices).
//
// A request is about one property and one calendar month, and takes several rooms; both of a range's dates are nights in it.
// Units belong to the room, everything else to room and rate. One message holds at most one RestrictionStatus, so a stop-sell,
// a closed arrival and a closed departure are messages of their own.

import { decimalsOf } from '../../model/money.ts';
import { decimalText, rescale } from '../amounts.ts';
import type { AriMessage, Cells, ConnectionView, NightField, Rejection, StaleNight } from '../channel.ts';
import type { Run } from '../runs.ts';
import { atMonthsEnd, runsOf } from '../runs.ts';
import type { Markup } from '../xml.ts';
import { el, writeXml } from '../xml.ts';
import type { BookingComSettings } from './settings.ts';
import { address, OTA, settingsOf, xmlHeaders } from './settings.ts';

/** Units that can be told; 255 would mean "no limit". */
const MOST_UNITS = 254;

const DECIMAL_PLACES_MOST = 3;

/** One AvailStatusMessage or RateAmountMessage, and the cells it tells. */
type Update = { cells: Cells; closing: boolean; order: number; write: (locator: number) => Markup };

/** The requests for these nights: months that close first, units and restrictions before prices. */
export function encodeNights(
  nights: readonly StaleNight[],
  connection: ConnectionView,
  now: Temporal.Instant,
): AriMessage[] {
  const settings = settingsOf(connection);
  const requests = (kind: RequestKind, updates: readonly Update[]) =>
    byMonth(updates, settings.updates_per_request).map((part) => ({
      closing: part.some((update) => update.closing),
      message: kind.write(part, connection, now),
    }));
  const statuses = requests(AVAILABILITY, statusUpdates(nights, settings));
  return [
    ...statuses.filter(({ closing }) => closing),
    ...statuses.filter(({ closing }) => !closing),
    ...requests(RATES, priceUpdates(nights, connection)),
  ].map(({ message }) => message);
}

/** Values that Booking.com cannot hold. */
export function unsayableNights(nights: readonly StaleNight[], connection: ConnectionView): Rejection[] {
  const checks: readonly (readonly [NightField, (night: StaleNight) => string | null])[] = [
    ['minStay', (night) => minStayTrouble(night, settingsOf(connection))],
    ['priceMinor', (night) => priceTrouble(night, connection)],
  ];
  return checks.flatMap(([field, trouble]) =>
    runsOf(nights, (night) => (night.changed.includes(field) ? trouble(night) : null)).map((run) => ({
      ...cellsOf(run, [field]),
      words: run.told,
    })),
  );
}

function minStayTrouble(
  { values }: StaleNight,
  { longest_stay: longest }: BookingComSettings,
): string | null {
  if (values.minStay >= 1 && values.minStay <= longest) return null;
  return `Booking.com takes a minimum stay of 1 to ${longest} nights (setting longest_stay), not ${values.minStay}.`;
}

function priceTrouble({ values }: StaleNight, connection: ConnectionView): string | null {
  const settings = settingsOf(connection);
  const { amount, decimals } = priceOf(values.priceMinor, connection);
  const price = `${decimalText(amount, decimals)} ${connection.currency}`;
  if (amount <= 0) return `Booking.com takes no price of ${price}.`;
  const major = amount / 10 ** decimals;
  if (settings.min_price !== null && major < settings.min_price)
    return `${price} is below the least price (setting min_price).`;
  if (settings.max_price !== null && major > settings.max_price)
    return `${price} is above the highest price (setting max_price).`;
  return null;
}

/** The price as an integer, and how many of its digits are decimals. */
function priceOf(priceMinor: number, connection: ConnectionView): { amount: number; decimals: number } {
  const own = decimalsOf(connection.currency);
  const decimals = settingsOf(connection).decimal_places ?? Math.min(own, DECIMAL_PLACES_MOST);
  return { amount: rescale(priceMinor, own, decimals), decimals };
}

/** Closures first; what re-opens comes before the units that are then for sale. */
function statusUpdates(nights: readonly StaleNight[], settings: BookingComSettings): Update[] {
  const has = (night: StaleNight, ...fields: NightField[]) =>
    fields.some((field) => night.changed.includes(field));
  const reopens = (night: StaleNight) => has(night, 'stopSell') && !night.values.stopSell;
  const wholeRoom = settings.stop_sell === 'room';
  const roomStatus = runsOf(
    nights,
    (night) => (wholeRoom && has(night, 'stopSell') ? night.values.stopSell : null),
    atMonthsEnd,
  );
  const units = runsOf(
    nights,
    (night) => (has(night, 'available') || reopens(night) ? unitsOf(night) : null),
    atMonthsEnd,
  );
  const terms = runsOf(nights, (night) => termsOf(night, settings), atMonthsEnd);
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
    ...roomStatus.map((run) =>
      update(run, ['stopSell'], run.told ? 0 : 1, statusMessage(run, null, run.told)),
    ),
    ...units.map((run) => update(run, ['available'], 2, unitsMessage(run))),
    ...terms.map((run) => update(run, fieldsOfTerms(run.told), 3, termsMessage(run, settings))),
    ...arrivals.map((run) => update(run, ['closedToArrival'], 4, statusMessage(run, 'Arrival', run.told))),
    ...departures.map((run) =>
      update(run, ['closedToDeparture'], 5, statusMessage(run, 'Departure', run.told)),
    ),
  ];
}

function unitsOf({ values }: StaleNight): number {
  return Math.min(Math.max(values.available, 0), MOST_UNITS);
}

/** What a room-rate is told in one message: limits of the stay, and whether it is open. */
type Terms = { min?: number; max?: number; close?: boolean };

/**
 * Minimum and maximum go together: whether sending one leaves the other is not documented. A rate that was closed, or never
 * opened, stays closed when only its room opens, so re-opening opens both.
 */
function termsOf({ changed, values }: StaleNight, settings: BookingComSettings): Terms | null {
  const terms: Terms = {};
  if (changed.includes('minStay') || changed.includes('maxStay')) {
    const { longest_stay: longest, no_max_stay: none } = settings;
    if (values.minStay >= 1 && values.minStay <= longest) terms.min = values.minStay;
    // Longer than any stay that is sold is no limit.
    terms.max = values.maxStay === null || values.maxStay > longest ? none : values.maxStay;
  }
  if (changed.includes('stopSell') && (settings.stop_sell === 'rate' || !values.stopSell))
    terms.close = values.stopSell;
  return Object.keys(terms).length > 0 ? terms : null;
}

function fieldsOfTerms(terms: Terms): NightField[] {
  const fields: NightField[] = [];
  if (terms.min !== undefined) fields.push('minStay');
  if (terms.max !== undefined) fields.push('maxStay');
  if (terms.close !== undefined) fields.push('stopSell');
  return fields;
}

function update<T>(
  run: Run<T>,
  fields: readonly NightField[],
  order: number,
  write: (locator: number) => Markup,
): Update {
  return { cells: cellsOf(run, fields), closing: run.closing, order, write };
}

function cellsOf<T>(run: Run<T>, fields: readonly NightField[]): Cells {
  return { roomId: run.room.roomId, from: run.from, to: run.to, fields };
}

function unitsMessage(run: Run<number>): Update['write'] {
  return (locator) =>
    el('AvailStatusMessage', { BookingLimit: run.told, LocatorID: locator }, [control(run, { rate: false })]);
}

function statusMessage(
  run: Run<unknown>,
  restriction: 'Arrival' | 'Departure' | null,
  closed: boolean,
): Update['write'] {
  return (locator) =>
    el('AvailStatusMessage', { LocatorID: locator }, [
      control(run, { rate: restriction !== null }),
      el('RestrictionStatus', { Restriction: restriction, Status: closed ? 'Close' : 'Open' }),
    ]);
}

function termsMessage(run: Run<Terms>, settings: BookingComSettings): Update['write'] {
  const { min, max, close } = run.told;
  const limit = (time: number | undefined, type: string) =>
    time === undefined ? [] : [el('LengthOfStay', { Time: time, MinMaxMessageType: type })];
  const limits = [...limit(min, 'SetMinLOS'), ...limit(max, 'SetMaxLOS')];
  const byArrival = settings.stay_limits_by === 'arrival' ? '1' : null;
  return (locator) =>
    el('AvailStatusMessage', { LocatorID: locator }, [
      control(run, { rate: true }),
      ...(limits.length > 0 ? [el('LengthsOfStay', { ArrivalDateBased: byArrival }, limits)] : []),
      ...(close === undefined ? [] : [el('RestrictionStatus', { Status: close ? 'Close' : 'Open' })]),
    ]);
}

function control({ room, from, to }: Run<unknown>, { rate }: { rate: boolean }): Markup {
  return el('StatusApplicationControl', {
    Start: from.toString(),
    End: to.toString(),
    InvTypeCode: room.externalRoom,
    RatePlanCode: rate ? room.externalRate : null,
  });
}

function priceUpdates(nights: readonly StaleNight[], connection: ConnectionView): Update[] {
  const runs = runsOf(
    nights,
    (night) =>
      night.changed.includes('priceMinor') && priceTrouble(night, connection) === null
        ? priceOf(night.values.priceMinor, connection).amount
        : null,
    atMonthsEnd,
  );
  return runs.map((run) => update(run, ['priceMinor'], 0, priceMessage(run, connection)));
}

function priceMessage(run: Run<number>, connection: ConnectionView): Update['write'] {
  const settings = settingsOf(connection);
  const { decimals } = priceOf(0, connection);
  const amount = settings.amount_format === 'decimal' ? decimalText(run.told, decimals) : String(run.told);
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
  return (locator) =>
    el('RateAmountMessage', { LocatorID: locator }, [
      control(run, { rate: true }),
      el('Rates', {}, [el('Rate', {}, [el('BaseByGuestAmts', {}, amounts)])]),
    ]);
}

/** One part for each calendar month, in parts of `most` at most; in a part, closures first. */
function byMonth(updates: readonly Update[], most: number): Update[][] {
  const months = Map.groupBy(updates, ({ cells }) => cells.from.toPlainYearMonth().toString());
  return [...months]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, part]) => {
      const sorted = part.toSorted((a, b) => a.order - b.order || Number(b.closing) - Number(a.closing));
      return Array.from({ length: Math.ceil(sorted.length / most) }, (_, i) =>
        sorted.slice(i * most, (i + 1) * most),
      );
    });
}

type RequestKind = {
  write(updates: readonly Update[], connection: ConnectionView, now: Temporal.Instant): AriMessage;
};

/** Messages are numbered from one in the order of `cells`, so an answer that names a LocatorID names cells. */
function requestKind(name: string, operation: string, version: string, list: string): RequestKind {
  return {
    write: (updates, connection, now) => ({
      operation,
      method: 'POST',
      url: address(connection, 'supply', `/hotels/ota/${name}`),
      headers: xmlHeaders(connection),
      timeoutMs: 120_000,
      cells: updates.map(({ cells }) => cells),
      body: writeXml(
        el(
          `${name}RQ`,
          {
            xmlns: OTA,
            TimeStamp: now.toString({ smallestUnit: 'second' }),
            Target: settingsOf(connection).target,
            Version: version,
          },
          [
            el(
              list,
              {},
              updates.map(({ write }, i) => write(i + 1)),
            ),
          ],
        ),
      ),
    }),
  };
}

const AVAILABILITY = requestKind('OTA_HotelAvailNotif', 'availability', '1.005', 'AvailStatusMessages');
const RATES = requestKind('OTA_HotelRateAmountNotif', 'rates', '3.000', 'RateAmountMessages');
