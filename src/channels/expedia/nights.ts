// Encodes nights for Expedia: AvailRateUpdateRQ. A room's night may appear in a message once, so all its
// values are sent together; nights and rooms with the same values share an element. A message holds at most
// 5,000 updates and 100 kB.
//
// The four restrictions of a night are always sent together: one that is left out may be set to Expedia's
// default. A stop-sell closes room type and rate plan and sets the inventory to zero, because with zero alone
// a cancellation would re-open the night.

import { isBefore, parseDate } from '../../model/night.ts';
import { inOrder, type NightValues } from '../../model/night-values.ts';
import { decimalText, type PushedPrice, pushedPrice } from '../amounts.ts';
import type {
  AriMessage,
  AriPush,
  Cells,
  NightField,
  Rejection,
  StaleNight,
  Verdict,
  WireResponse,
} from '../channel.ts';
import { EXPEDIA_LONGEST_STAY } from '../longest-stays.ts';
import { cellsOf, type Run, runsOf } from '../night-runs.ts';
import { occupanciesUpTo } from '../occupancy.ts';
import { ok } from '../responses.ts';
import {
  contradictionOfStays,
  minStayError,
  priceError,
  rejectionsBy,
  type UnsupportedCheck,
} from '../unsupported-values.ts';
import { attribute, el, find, findAll, type Markup, textOf, type Xml } from '../xml.ts';
import { eqcRequest, errorText, readAnswer, unexpectedResponse } from './client.ts';
import { decodeCalendar, requestCalendar } from './read-back.ts';
import type { ExpediaConnection } from './settings.ts';

const MAX_UPDATES = 5000;
/** 100 kB, less the envelope and the credentials. */
const MAX_BYTES = 99_000;
const MAX_UNITS = 4999;
const MAX_OCCUPANCY = 20;

/** Values pushed for a night; members are in the order of the message. */
type PushedValues = {
  closed?: boolean;
  units?: number;
  rate?: string;
  restrictions?: { minLOS: number; maxLOS: number; closedToArrival: boolean; closedToDeparture: boolean };
};

const RESTRICTIONS = ['minStay', 'maxStay', 'closedToArrival', 'closedToDeparture'] as const;

/** The fields that each of them carries. */
const FIELDS_OF = {
  closed: ['stopSell'],
  units: ['available'],
  rate: ['priceMinor'],
  restrictions: RESTRICTIONS,
} as const satisfies Record<keyof PushedValues, readonly NightField[]>;

const CARRIED_FIELDS = inOrder(Object.values(FIELDS_OF).flat());

export const ari: AriPush<ExpediaConnection> = {
  fields: CARRIED_FIELDS,
  maxDaysAhead: 730,
  /** the only published limits are one connection a property and 180 updates a product and day as "normal" */
  rate: { perMinute: 120, burst: 30, per: 'connection' },
  expectsEchoOfSales: false,
  countsOwnCancellations: (connection) => connection.settings.adds_back_cancelled,
  encode,
  unsupported,
  decode,
  readBack: {
    request: (connection, window) => requestCalendar(connection, window, CARRIED_FIELDS),
    decode: decodeCalendar,
  },
};

/**
 * Builds the messages for these nights: closing nights first, then those whose units or closure changed, then
 * the rest.
 */
function encode(nights: readonly StaleNight[], connection: ExpediaConnection): AriMessage[] {
  const runs = runsOf(nights, (night) => valuesToPush(night, connection));
  const rank = ({ closing, pushedValue: pushed }: Run<PushedValues>) =>
    closing ? 0 : pushed.units !== undefined ? 1 : 2;
  const sorted = runs
    .map((run) => ({
      run,
      rank: rank(run),
      product: `${run.room.roomId} ${JSON.stringify(run.pushedValue)}`,
    }))
    .sort((a, b) => a.rank - b.rank || (a.product < b.product ? -1 : a.product > b.product ? 1 : 0))
    .map(({ run }) => run);
  return packRuns(sorted, connection).map((part) => {
    const operation = part.some(({ pushedValue: pushed }) => pushed.units !== undefined)
      ? 'availability'
      : 'rates';
    const groups = Map.groupBy(part, productOf);
    const updates = [...groups.values()].map((group) =>
      el('AvailRateUpdate', {}, [...group.map(rangeOf), roomType(group[0]!, connection)]),
    );
    return {
      ...eqcRequest('ar', operation, updates, connection),
      cells: part.map((run) => cellsOf(run, fieldsOf(run.pushedValue))),
    };
  });
}

/** Returns the values that Expedia cannot carry. */
function unsupported(nights: readonly StaleNight[], connection: ExpediaConnection): Rejection[] {
  const checks: UnsupportedCheck[] = [
    { fields: RESTRICTIONS, reason: ({ values }) => limitsError(values) },
    { fields: ['priceMinor'], reason: ({ values }) => priceFault(values, connection) },
  ];
  return rejectionsBy(checks, nights);
}

function limitsError(values: NightValues): string | null {
  return (
    minStayError(values.minStay, { channel: 'Expedia', longest: EXPEDIA_LONGEST_STAY }) ??
    contradictionOfStays(values, 'Expedia')
  );
}

function priceFault({ priceMinor }: NightValues, connection: ExpediaConnection): string | null {
  return priceError(priceOf(priceMinor, connection), { channel: 'Expedia', currency: connection.currency });
}

function priceOf(priceMinor: number, { currency, settings }: ExpediaConnection): PushedPrice {
  return pushedPrice(priceMinor, currency, settings.decimal_places);
}

function valuesToPush(night: StaleNight, connection: ExpediaConnection): PushedValues | null {
  const { changed, values } = night;
  const has = (...fields: NightField[]) => fields.some((field) => changed.includes(field));
  const pushed: PushedValues = {};
  if (has('stopSell')) pushed.closed = values.stopSell;
  if (has('available', 'stopSell')) {
    pushed.units = values.stopSell ? 0 : Math.min(Math.max(values.available, 0), MAX_UNITS);
  }
  if (has('priceMinor') && priceFault(values, connection) === null) {
    const { amount, decimals } = priceOf(values.priceMinor, connection);
    pushed.rate = decimalText(amount, decimals);
  }
  if (has(...RESTRICTIONS) && limitsError(values) === null) {
    const { minStay, maxStay, closedToArrival, closedToDeparture } = values;
    const maxLOS = Math.min(maxStay ?? EXPEDIA_LONGEST_STAY, EXPEDIA_LONGEST_STAY);
    pushed.restrictions = { minLOS: minStay, maxLOS, closedToArrival, closedToDeparture };
  }
  return Object.keys(pushed).length > 0 ? pushed : null;
}

function fieldsOf(pushed: PushedValues): NightField[] {
  return (Object.keys(pushed) as (keyof PushedValues)[]).flatMap((name) => [...FIELDS_OF[name]]);
}

/**
 * Packs runs into messages. Expedia limits updates, which are counted per night, and bytes, of which runs with the
 * same values share a part; a run that does not fit is split between two nights.
 */
function packRuns(runs: readonly Run<PushedValues>[], connection: ExpediaConnection): Run<PushedValues>[][] {
  const parts: Run<PushedValues>[][] = [];
  let updates = MAX_UPDATES;
  let bytes = MAX_BYTES;
  let products = new Set<string>();
  for (const run of runs) {
    const product = productOf(run);
    const perNight = updatesOf(run, connection);
    const rangeBytes = bytesOf(rangeOf(run));
    const productBytes = bytesOf(el('AvailRateUpdate', {}, [roomType(run, connection)]));
    for (let { from } = run; Temporal.PlainDate.compare(from, run.to) <= 0; ) {
      const needed = rangeBytes + (products.has(product) ? 0 : productBytes);
      if (updates + perNight > MAX_UPDATES || bytes + needed > MAX_BYTES) {
        parts.push([]);
        products = new Set();
        updates = 0;
        bytes = 0;
      }
      const nights = Math.min(from.until(run.to).days + 1, Math.floor((MAX_UPDATES - updates) / perNight));
      parts.at(-1)!.push({ ...run, from, to: from.add({ days: nights - 1 }) });
      updates += nights * perNight;
      bytes += rangeBytes + (products.has(product) ? 0 : productBytes);
      products.add(product);
      from = from.add({ days: nights });
    }
  }
  return parts;
}

function productOf({ room, pushedValue: pushed }: Run<PushedValues>): string {
  return `${room.roomId} ${JSON.stringify(pushed)}`;
}

/**
 * Counts the updates of one night: products times fields. Every attribute with a value is assumed to be a
 * field.
 */
function updatesOf({ pushedValue: pushed, room }: Run<PushedValues>, connection: ExpediaConnection): number {
  const prices = pushed.rate === undefined ? 0 : occupancies(room.capacity, connection).length;
  const ofRoom = (pushed.closed === undefined ? 0 : 1) + (pushed.units === undefined ? 0 : 1);
  const ofEachRate = fieldsOf(pushed).filter(
    (field) => field !== 'priceMinor' && field !== 'available',
  ).length;
  return ofRoom + room.externalRates.length * (ofEachRate + prices);
}

function bytesOf({ markup }: Markup): number {
  return Buffer.byteLength(markup);
}

function rangeOf({ from, to }: Run<PushedValues>): Markup {
  return el('DateRange', { from: from.toString(), to: to.toString() });
}

function roomType({ room, pushedValue: pushed }: Run<PushedValues>, connection: ExpediaConnection): Markup {
  const { closed, units, rate, restrictions } = pushed;
  const rates =
    rate === undefined
      ? []
      : [
          el(
            'Rate',
            { currency: connection.currency },
            occupancies(room.capacity, connection).map((occupancy) =>
              el(occupancy === null ? 'PerDay' : 'PerOccupancy', { rate, occupancy }),
            ),
          ),
        ];
  const content = [...rates, ...(restrictions ? [el('Restrictions', restrictions)] : [])];
  const plan =
    closed !== undefined || content.length > 0
      ? room.externalRates.map((id) => el('RatePlan', { id, closed }, content))
      : [];
  return el('RoomType', { id: room.externalRoom, closed }, [
    ...(units === undefined ? [] : [el('Inventory', { totalInventoryAvailable: units })]),
    ...plan,
  ]);
}

function occupancies(capacity: number, connection: ExpediaConnection): (number | null)[] {
  if (connection.settings.priced_for === 'day') return [null];
  return occupanciesUpTo(Math.min(capacity, MAX_OCCUPANCY));
}

/** Decodes the response to a push: the cells that were not applied, or why none was. */
function decode(
  response: WireResponse,
  message: AriMessage,
  connection: ExpediaConnection,
): Verdict<Rejection[]> {
  const answer = readAnswer(response, 'AvailRateUpdateRS', (error) => roomsNamed(error, message, connection));
  if (answer.kind !== 'ok') return answer;
  const root = answer.value;
  const success = find(root, 'Success');
  if (!success) return unexpectedResponse(response);
  const ignored = new Set(connection.settings.ignored_warnings);
  const warnings = findAll(success, 'Warning').filter(
    (warning) => !ignored.has(attribute(warning, 'code') ?? ''),
  );
  const cutShort = causesCutShort(warnings);
  return ok(
    warnings.flatMap((warning) => {
      const reason = errorText([warning]);
      const whole = cutShort.has(attribute(warning, 'code') ?? '');
      return cellsOfWarning(warning, message, connection, whole).map((cells) => ({ ...cells, reason }));
    }),
  );
}

/** Fields that a warning's code concerns; any other code may concern every field. */
const FIELDS_OF_WARNING: Readonly<Record<string, readonly NightField[]>> = {
  '7009': ['priceMinor'],
  '7010': ['stopSell'],
  '7014': ['stopSell'],
  '7016': ['minStay', 'maxStay'],
  '7018': ['available'],
  '7019': ['priceMinor'],
  '7021': ['priceMinor'],
  '7023': RESTRICTIONS,
  '7024': ['priceMinor'],
  '7025': ['priceMinor'],
  '7026': ['stopSell'],
  '7027': ['priceMinor'],
};

/**
 * Returns the fields that a warning concerns; undefined = any. 7013 means inventory in the guides' table, and
 * costs outside a threshold in their sample, so its text decides. If the text names neither, it may concern
 * every field.
 */
function fieldsOfWarning(code: string, text: string): readonly NightField[] | undefined {
  if (code !== '7013') return FIELDS_OF_WARNING[code];
  const reason = text.replace(/\b(Room ?Type|Rate ?Plan|(Inventory|Stay|Rate) date)( ID)?\b/gi, '');
  const fields: NightField[] = [
    ...(/\b(inventory|allocation|allotment|availability)\b/i.test(reason) ? (['available'] as const) : []),
    ...(/\b(costs?|rates?|prices?|amounts?|thresholds?)\b/i.test(reason) ? (['priceMinor'] as const) : []),
  ];
  return fields.length > 0 ? fields : undefined;
}

/** Returns all cells of the mapped rooms that an error's text names; null when it names none. */
function roomsNamed(error: Xml, message: AriMessage, connection: ExpediaConnection): Cells[] | null {
  const numbers = new Set((textOf(error) ?? '').match(/\d{3,}/g) ?? []);
  const named = connection.rooms.filter(
    ({ externalRoom, externalRates }) =>
      numbers.has(externalRoom) || externalRates.some((rate) => numbers.has(rate)),
  );
  const cells = message.cells.filter(({ roomId }) => named.some((room) => room.roomId === roomId));
  return cells.length > 0 ? cells : null;
}

/** Returns the codes with more warnings than are listed. */
function causesCutShort(warnings: readonly Xml[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const cut = new Set<string>();
  for (const warning of warnings) {
    const code = attribute(warning, 'code') ?? '';
    counts.set(code, (counts.get(code) ?? 0) + 1);
    const total = Number(/out of (\d{1,7}) for this cause/.exec(textOf(warning) ?? '')?.[1] ?? 0);
    if (total > MAX_LISTED || (counts.get(code)! >= MAX_LISTED && total === 0)) cut.add(code);
  }
  return cut;
}

const MAX_LISTED = 20;

/** Returns the cells that a warning concerns; if its text is ambiguous, more cells rather than fewer. */
function cellsOfWarning(
  warning: Xml,
  message: AriMessage,
  connection: ExpediaConnection,
  whole: boolean,
): Cells[] {
  const text = textOf(warning) ?? '';
  const fields = fieldsOfWarning(attribute(warning, 'code') ?? '', text);
  const id = (name: RegExp) => (whole ? undefined : name.exec(text)?.[1]);
  const room = id(/Room ?Type ID[:\s]*(\d{1,20})/i);
  const rate = id(/Rate ?Plan ID[:\s]*(\d{1,20})/i);
  const date = parseDate(id(/(?:Inventory|Stay|Rate) ?date[:\s]*(\d{4}-\d{2}-\d{2})/i) ?? '');
  const rooms = connection.rooms.filter(
    ({ externalRoom, externalRates }) =>
      (room === undefined || room === externalRoom) && (rate === undefined || externalRates.includes(rate)),
  );
  const meant = message.cells.flatMap((cells) => {
    const concerned = fields ? cells.fields.filter((field) => fields.includes(field)) : cells.fields;
    if (concerned.length === 0 || !rooms.some(({ roomId }) => roomId === cells.roomId)) return [];
    if (!date) return [{ ...cells, fields: concerned }];
    if (isBefore(date, cells.from) || isBefore(cells.to, date)) return [];
    return [{ ...cells, from: date, to: date, fields: concerned }];
  });
  return meant.length > 0 ? meant : [...message.cells];
}
