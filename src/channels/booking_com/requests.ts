// Groups updates into OTA XML requests to Booking.com, and writes the requests.
import type { AriMessage, Cells, ConnectionView } from '../channel.ts';
import type { Markup } from '../xml.ts';
import { el, writeXml } from '../xml.ts';
import { address, OTA, settingsOf, xmlHeaders } from './settings.ts';

/**
 * AvailStatusMessages or RateAmountMessages that must be in the same request, and the cells each of them
 * carries.
 */
export type Update = { parts: readonly Part[]; closing: boolean; order: number };
export type Part = { cells: Cells; closing: boolean; write: (locator: number) => Markup };

/**
 * Splits updates into requests of one calendar month with at most `most` messages each; closures come first
 * in a month.
 */
export function byMonth(updates: readonly Update[], most: number): Update[][] {
  const months = Map.groupBy(updates, ({ parts }) => parts[0]!.cells.from.toPlainYearMonth().toString());
  return [...months].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, month]) => splitBySize(month, most));
}

function splitBySize(updates: readonly Update[], most: number): Update[][] {
  const requests: Update[][] = [];
  let left = 0;
  for (const one of updates.toSorted((a, b) => a.order - b.order || Number(b.closing) - Number(a.closing))) {
    if (one.parts.length > left) {
      requests.push([]);
      left = most;
    }
    requests.at(-1)!.push(one);
    left -= one.parts.length;
  }
  return requests;
}

export type RequestKind = {
  write(updates: readonly Update[], connection: ConnectionView, now: Temporal.Instant): AriMessage;
};

/**
 * Creates the writer of one kind of request. Messages are numbered from one in the order of `cells`, so a
 * response that names a LocatorID identifies cells.
 */
function requestKind(name: string, operation: string, version: string, list: string): RequestKind {
  return {
    write: (updates, connection, now) => {
      const parts = updates.flatMap((one) => one.parts);
      const messages = parts.map(({ write }, i) => write(i + 1));
      const attributes = {
        xmlns: OTA,
        TimeStamp: now.toString({ smallestUnit: 'second' }),
        Target: settingsOf(connection).target,
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
