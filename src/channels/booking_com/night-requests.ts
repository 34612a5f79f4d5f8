// The requests of a push to Booking.com: groups updates into OTA XML requests, writes them, and finds the updates
// that a response refuses. That `RecordID` repeats our LocatorID is an interpretation of the standard, not
// verified.

import type { AriMessage, Cells, Rejection, Verdict, WireResponse } from '../channel.ts';
import type { Change } from '../night-runs.ts';
import { closingFirst, pack } from '../push-messages.ts';
import { ok, retry } from '../responses.ts';
import { attribute, el, find, findAll, type Markup, writeXml, type Xml } from '../xml.ts';
import {
  address,
  errorText,
  failed,
  humanReadable,
  isTemporary,
  OTA,
  readAnswer,
  unexpectedResponse,
  xmlHeaders,
} from './client.ts';
import type { BookingComConnection } from './settings.ts';

/**
 * AvailStatusMessages or RateAmountMessages that must be in the same request, and the cells each of them
 * carries.
 */
export type Update = { parts: readonly Part[]; closing: boolean; order: number };
export type Part = Change<WriteMessage>;
/** Writes a message with its number in the request. */
export type WriteMessage = (locator: number) => Markup;

/**
 * Splits updates into requests of one calendar month with at most `most` messages each; closures come first
 * in a month.
 */
export function byMonth(updates: readonly Update[], most: number): Update[][] {
  const months = Map.groupBy(updates, ({ parts }) => parts[0]!.cells.from.toPlainYearMonth().toString());
  return [...months]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, month]) => pack(inOrder(month), most, ({ parts }) => parts.length));
}

function inOrder(updates: readonly Update[]): Update[] {
  return closingFirst(updates).sort((a, b) => a.order - b.order);
}

export type RequestKind = {
  write(updates: readonly Update[], connection: BookingComConnection, now: Temporal.Instant): AriMessage;
};

/**
 * Creates the writer of one kind of request. Messages are numbered from one in the order of `cells`, so a
 * response that names a LocatorID identifies cells.
 */
function requestKind(name: string, operation: string, version: string, list: string): RequestKind {
  return {
    write: (updates, connection, now) => {
      const parts = updates.flatMap((one) => one.parts);
      const messages = parts.map(({ value: write }, i) => write(i + 1));
      const attributes = {
        xmlns: OTA,
        TimeStamp: now.toString({ smallestUnit: 'second' }),
        Target: connection.settings.target,
        Version: version,
      };
      return {
        operation,
        method: 'POST',
        url: address(connection, 'supply', `/hotels/ota/${name}`),
        headers: xmlHeaders(connection),
        timeoutMs: 120_000,
        cells: parts.map(({ cells }) => cells),
        body: writeXml(el(`${name}RQ`, attributes, [el(list, {}, messages)])),
      };
    },
  };
}

export const AVAILABILITY = requestKind(
  'OTA_HotelAvailNotif',
  'availability',
  '1.005',
  'AvailStatusMessages',
);
export const RATES = requestKind('OTA_HotelRateAmountNotif', 'rates', '3.000', 'RateAmountMessages');

/** Decodes the response to a push: the cells that were not accepted, or why none was. */
export function decodeNights(
  response: WireResponse,
  message: AriMessage,
  connection: BookingComConnection,
): Verdict<Rejection[]> {
  const document = readAnswer(response);
  if (document.kind !== 'ok') return document;
  const { root } = document.value;
  if (!/^OTA_Hotel(AvailNotif|RateAmountNotif)RS$/.test(root.name)) return unexpectedResponse(response);
  const errors = findAll(root, 'Errors/Error');
  if (errors.length > 0) return failed(errors, document.value, locate(message, connection));
  if (!find(root, 'Success')) return unexpectedResponse(response);
  const warnings = findAll(root, 'Warnings/Warning').filter(
    (warning) => attribute(warning, 'Status') !== 'Complete',
  );
  const temporary = warnings.filter(isTemporary);
  if (temporary.length > 0 && temporary.length === warnings.length)
    return retry(errorText(temporary, document.value));
  const cellsOf = locate(message, connection);
  return ok(
    warnings.flatMap((warning) => {
      const reason = errorText([warning], document.value);
      // If a warning does not name its items, every cell of the message counts as rejected.
      return (cellsOf(warning) ?? message.cells).map((cells) => ({ ...cells, reason }));
    }),
  );
}

/**
 * Finds the cells of an error or warning: by its RecordID, or by the rooms and rates its text names. Dates in
 * the text are not used: they may be the wrong dates or the limits that were exceeded.
 */
function locate(
  message: AriMessage,
  connection: BookingComConnection,
): (error: Xml) => readonly Cells[] | null {
  return (error) => {
    const record = attribute(error, 'RecordID') ?? '';
    const own = /^\d{1,6}$/.test(record) ? message.cells[Number(record) - 1] : undefined;
    if (own) return [own];
    const numbers = new Set(humanReadable(error).match(/\d{4,}/g) ?? []);
    const meant = message.cells.filter(({ roomId, externalRate }) => {
      const room = connection.rooms.find((one) => one.roomId === roomId);
      if (!room) return false;
      const rates = room.externalRates.filter((rate) => numbers.has(rate));
      if (rates.length === 0) return numbers.has(room.externalRoom);
      return externalRate === undefined || rates.includes(externalRate);
    });
    return meant.length > 0 ? meant : null;
  };
}
