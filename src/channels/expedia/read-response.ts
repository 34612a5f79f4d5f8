// Reads responses to EQC requests: `Success`, possibly with warnings about updates that were not applied, or
// errors, after which nothing was applied. Tables of codes: EQC guides, "Error handling".
//
// A warning describes its subject in text: "Warning 1 out of 120 for this cause. Inventory date 2011-08-30;
// Room Type ID 352546; …". At most twenty warnings of a cause are listed.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import { isBefore, parseDate } from '../../model/night.ts';
import type {
  AriMessage,
  Cells,
  ConnectionView,
  NightField,
  Rejection,
  Verdict,
  WireResponse,
} from '../channel.ts';
import type { FailedVerdict } from '../responses.ts';
import { auth, excerpt, httpFailure, ok, refused, retry, retryAfter, truncated } from '../responses.ts';
import type { Xml } from '../xml.ts';
import { attribute, find, findAll, readXml, textOf } from '../xml.ts';
import { settingsOf, unexpectedResponse } from './settings.ts';

/** Access denied, wrong login, wrong level of access. */
const ACCESS = new Set([1000, 1001, 1003]);
/** Another request for the hotel is under way, or Expedia is short of connections: both end soon. */
const BUSY = 3210;
const BUSY_SECONDS = 5;
const TEMPORARY_CODES = new Set([BUSY, 4000, 4001, 4004, 4007, 4206, 5000]);
/** Internal errors that must not be retried. */
const FINAL = new Set([4100, 4101]);

const MAX_LISTED = 20;

const RESTRICTIONS: readonly NightField[] = ['minStay', 'maxStay', 'closedToArrival', 'closedToDeparture'];

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

/** Decodes the response to a push: the cells that were not applied, or why none was. */
export function decodeNights(
  response: WireResponse,
  message: AriMessage,
  connection: ConnectionView,
): Verdict<Rejection[]> {
  const root = readAnswer(response, 'AvailRateUpdateRS', (error) => roomsNamed(error, message, connection));
  if ('kind' in root) return root;
  const success = find(root, 'Success');
  if (!success) return unexpectedResponse(excerpt(response.body));
  const ignored = new Set(settingsOf(connection).ignored_warnings);
  const warnings = findAll(success, 'Warning').filter(
    (warning) => !ignored.has(attribute(warning, 'code') ?? ''),
  );
  const cutShort = causesCutShort(warnings);
  return ok(
    warnings.flatMap((warning) => {
      const reason = errorText([warning]);
      const whole = cutShort.has(attribute(warning, 'code') ?? '');
      return cellsOf(warning, message, connection, whole).map((cells) => ({ ...cells, reason }));
    }),
  );
}

/** Returns the root of a successful response, or the failure. */
export function readAnswer(
  response: WireResponse,
  name: string,
  cellsOf: (error: Xml) => readonly Cells[] | null = () => null,
): Xml | FailedVerdict {
  let root: Xml | null = null;
  let problem = '';
  try {
    ({ root } = readXml(response.body));
  } catch (error) {
    problem = (error as Error).message;
  }
  const errors = root?.name === name ? findAll(root, 'Error') : [];
  if (errors.length > 0) return failed(errors, response, cellsOf);
  const failure = httpFailure(response);
  if (failure) return failure;
  // Not XML: probably a temporary failure of a gateway.
  if (!root) return retry(`The answer cannot be read. ${problem} It begins: ${excerpt(response.body)}`);
  return root.name === name ? root : unexpectedResponse(excerpt(response.body));
}

function failed(
  errors: readonly Xml[],
  response: WireResponse,
  cellsOf: (error: Xml) => readonly Cells[] | null,
): FailedVerdict {
  const reason = errorText(errors);
  const codes = errors.map((error) => Number(attribute(error, 'code')));
  if (codes.some((code) => ACCESS.has(code))) return auth(reason);
  if (codes.some((code) => TEMPORARY_CODES.has(code) || (code > 4000 && code < 6000 && !FINAL.has(code)))) {
    const busy = codes.includes(BUSY);
    const failure = retry(reason, retryAfter(response) ?? (busy ? BUSY_SECONDS : undefined));
    return busy ? { ...failure, busy } : failure;
  }
  const located = errors.map(cellsOf);
  if (located.some((cells) => cells === null)) return refused(reason);
  return { kind: 'refused', reason, cells: located.flatMap((cells) => cells ?? []) };
}

/** Returns the channel's error texts without the repeated counters; at most five. */
export function errorText(elements: readonly Xml[]): string {
  const texts = elements.map((element) => {
    const reason = (textOf(element) ?? 'no reason given').replace(
      /^Warning \d+ out of \d+ for this cause\.\s*/,
      '',
    );
    return truncated(withoutCardNumbers(`${attribute(element, 'code') ?? ''} ${reason}`.trim()), 500);
  });
  return [...new Set(texts)].slice(0, 5).join('; ');
}

/** Returns all cells of the mapped rooms that an error's text names; null when it names none. */
function roomsNamed(error: Xml, message: AriMessage, connection: ConnectionView): Cells[] | null {
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

/** Returns the cells that a warning concerns; if its text is ambiguous, more cells rather than fewer. */
function cellsOf(warning: Xml, message: AriMessage, connection: ConnectionView, whole: boolean): Cells[] {
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
