// Common code of the rate and availability messages: parsing, validation of dates, and responses item by
// item.

import { addDays, addYears, isDate } from '../dates.ts';
import type { Hotel, OtaRoom, Rate } from '../hotel.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { document, el, type Node, readXml, XmlError } from '../xml.ts';
import { misshapen, type Shapes } from '../xml-shape.ts';
import { type BookingCom, YEARS_AHEAD } from './context.ts';
import { fault, withRuid } from './errors.ts';

export const OTA_NAMESPACE = 'http://www.opentravel.org/OTA/2003/05';

/** Error of an item that was not processed, with codes of the OTA lists ERR and EWT. */
type ItemError = { type: number; code: number; text: string };

export class ItemFailed extends Error {
  readonly failure: ItemError;
  constructor(failure: ItemError) {
    super(failure.text);
    this.failure = failure;
  }
}

export const failed = (type: number, code: number, text: string): ItemFailed =>
  new ItemFailed({ type, code, text });

/** Parses a message. Returns its root, or the error response when it is not a valid message of this name. */
export function readMessage(request: Incoming, name: string, shapes: Shapes): Node | OtaResponse {
  try {
    const root = readXml(request.body);
    if (root.name !== name) return fault(400, `expected ${name}, found ${root.name}`);
    if (root.namespace !== OTA_NAMESPACE) return fault(400, `wrong namespace ${root.namespace || '(none)'}`);
    const wrong = misshapen(root, shapes);
    return wrong ? fault(400, `schema: ${wrong}`) : root;
  } catch (error) {
    if (error instanceof XmlError) return fault(400, `XML: ${error.message}`);
    throw error;
  }
}

export function isAnswer(read: Node | OtaResponse): read is OtaResponse {
  return !('children' in read);
}

export type ItemTarget = { hotel: Hotel; room: OtaRoom; rate: Rate | undefined; start: string; end: string };

/** Reads the room, rate and dates of an item. Throws `ItemFailed`. */
export function readTarget(context: BookingCom, control: Node, account: string): ItemTarget {
  const { Start: start, End: end, InvTypeCode: roomId, RatePlanCode: rateId } = control.attributes;
  // The first date that is accepted is yesterday in Central European Time, here UTC+1.
  const first = addDays(new Date(context.core.now() + 3_600_000).toISOString().slice(0, 10), -1);
  const last = addYears(context.core.today(), YEARS_AHEAD);
  for (const date of [start, end]) {
    if (!isDate(date) || date < first || date > last) throw failed(3, 15, 'NOT_A_VALID_DATE');
  }
  if (start! > end!) throw failed(3, 404, 'FROM_DATE_SHOULD_BE_LESS_THAN_TO_DATE');
  const found = context.core.hotels.ofRoom(roomId);
  if (!found) throw failed(3, 402, `ROOM_ID_INVALID: ${roomId}`);
  if (found.hotel.account !== account) {
    throw failed(6, 497, `You do not have access to hotel:${found.hotel.id}`);
  }
  const rate = found.room.rates.find(({ id }) => id === rateId);
  if (rateId !== undefined && !rate) throw failed(3, 436, `RATE_ID_INVALID: ${rateId} of room ${roomId}`);
  if (rate?.readOnly) throw failed(3, 450, `CANNOT_EDIT_CHILD_RATE: ${rateId}`);
  return { ...found, rate, start: start!, end: end! };
}

/** Validates every item, stores the valid ones in order and responds as Booking.com does. */
export function acceptItems(
  context: BookingCom,
  request: Incoming,
  {
    items,
    name,
    version,
    check,
  }: { items: Node[]; name: string; version: string; check(item: Node): () => void },
): OtaResponse {
  const refused = request.fault('refuse');
  if (refused) {
    const failure = { ...BUSY, ...(refused.code && { text: refused.code }) };
    return answer(context, { name, version, failures: [{ item: undefined, failure }], done: 0 });
  }
  const partial = request.fault('partial');
  const spared = partial
    ? Math.max(0, items.length - (partial.items ?? Math.ceil(items.length / 2)))
    : items.length;
  const failures: Failed[] = [];
  let done = 0;
  for (const [i, item] of items.entries()) {
    try {
      if (i >= spared) throw new ItemFailed(BUSY);
      check(item)();
      done += 1;
    } catch (error) {
      if (!(error instanceof ItemFailed)) throw error;
      failures.push({ item, failure: error.failure });
    }
  }
  request.counted(items.length);
  return answer(context, { name, version, failures, done });
}

export const BUSY: ItemError = { type: 12, code: 450, text: 'Unable to process' };

type Failed = { item: Node | undefined; failure: ItemError };
type Outcome = { name: string; version: string; failures: Failed[]; done: number };

function answer(context: BookingCom, { name, version, failures, done }: Outcome): OtaResponse {
  const elements = failures.map(({ item, failure }) =>
    el(done > 0 ? 'Warning' : 'Error', {
      Type: failure.type,
      Code: failure.code,
      Status: 'NotProcessed',
      ShortText: failure.text,
      RecordID: (context.options.namesFailed ?? true) ? item?.attributes['LocatorID'] : undefined,
    }),
  );
  const body = el(
    name,
    { xmlns: OTA_NAMESPACE, TimeStamp: context.core.stamp(), Version: version },
    done > 0 ? el('Success') : undefined,
    elements.length > 0 ? el(done > 0 ? 'Warnings' : 'Errors', {}, elements) : undefined,
  );
  return { status: done > 0 ? 200 : statusOf(failures), body: withRuid(document(body)) };
}

/**
 * Returns the status of a response when no item was processed: 403 when access was missing, 200 for temporary
 * conditions of the OTA, otherwise 400.
 */
function statusOf(failures: Failed[]): number {
  if (failures.every(({ failure }) => failure.code === 497)) return 403;
  return failures.every(({ failure }) => failure.code === 450 && failure.type === 12) ? 200 : 400;
}
