// Bookings at Vrbo: requests to innwire, answered at once, and polls of innwire's index for changes of
// bookings.

import type { OtaReservation } from '../book.ts';
import type { Hotel } from '../hotel.ts';
import { acknowledge } from '../mark-acknowledged.ts';
import type { Target } from '../ota.ts';
import { callOut } from '../outgoing-calls.ts';
import { NotSellableError } from '../sales.ts';
import { at, childrenOf, document, el, type Node, readXml, textOf, XmlError } from '../xml.ts';
import { queryAvailability, reasonOf } from './availability-queries.ts';
import { addressOf, headersFor, type Vrbo } from './context.ts';
import { bookingRequest } from './write-request.ts';

const MAX_ATTEMPTS = 3;
/** Period that the first poll for updates covers. */
const LOOKBACK_MS = 7 * 86_400_000;

/** Requests a booking from innwire. Throws when innwire refuses it or does not respond. */
export async function requestBooking(context: Vrbo, one: OtaReservation): Promise<void> {
  const target = context.targets.of(one.hotel);
  if (!target) throw new NotSellableError('no address is connected');
  await queryAvailability(context, target, one);
  const url = addressOf(target, 'booking');
  const body = document(bookingRequest(context, one));
  for (let attempt = 0; attempt < (context.options.tries ?? MAX_ATTEMPTS); attempt += 1) {
    one.revisions[0]!.delivered += 1;
    const response = await post(context, target, { kind: 'deliver', url, body });
    if (!response) continue;
    const error = at(response, 'errorList', 'error');
    if (error) throw new NotSellableError(`refused: ${reasonOf(context, url, error)}`);
    const details = at(response, 'bookingResponseDetails');
    const status = textOf(details, 'reservationStatus');
    const external = textOf(details, 'externalId');
    if (
      response.name !== 'bookingResponse' ||
      !external ||
      (status !== 'CONFIRMED' && status !== 'UNCONFIRMED')
    ) {
      context.note(url, 'the answer is no bookingResponse with externalId and reservationStatus');
      throw new NotSellableError('the answer makes no sense');
    }
    one.revisions[0]!.confirmation = external;
    acknowledge(context.core, one, 1);
    return;
  }
  throw new NotSellableError('no answer');
}

/**
 * State of the polls: the version read of each booking, by URL path, and the time of each advertiser's last
 * poll.
 */
export type PollState = { seen: Map<string, string>; until: Map<string, number> };

/** Polls innwire's changes since the last poll and applies them. Returns true when all could be read. */
export async function pollUpdates(context: Vrbo, hotel: Hotel, { seen, until }: PollState): Promise<boolean> {
  const target = context.targets.of(hotel.id);
  if (!target) return false;
  const now = context.core.now();
  const moment = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
  const lastPoll = until.get(hotel.id);
  const request = el(
    'bookingContentIndexRequest',
    {},
    el('documentVersion', {}, '1.4'),
    el('advertiser', {}, el('assignedId', {}, hotel.id)),
    // Published examples have a date in this element, captures have a time.
    el('startDate', {}, lastPoll === undefined ? moment(now - LOOKBACK_MS).slice(0, 10) : moment(lastPoll)),
    el('endDate', {}, moment(now + 86_400_000)),
  );
  const url = addressOf(target, 'updates');
  const index = await post(context, target, { kind: 'updates_index', url, body: document(request) });
  if (index?.name !== 'bookingContentIndex') {
    if (index) context.note(url, `unexpected ${index.name}`);
    return false;
  }
  let complete = true;
  for (const entry of childrenOf(at(index, 'advertiser') ?? index, 'bookingContentIndexEntry')) {
    const address = textOf(entry, 'bookingUpdateUrl') ?? '';
    const changed = textOf(entry, 'lastUpdatedDate') ?? '';
    const path = address.replace(/\?.*$/, '');
    if (seen.get(path) === changed) continue;
    const update = await get(context, target, address);
    const wrong = update ? storeUpdate(context, hotel, update) : 'no answer';
    if (wrong) context.note(address, wrong);
    if (wrong) complete = false;
    else seen.set(path, changed);
  }
  if (complete) until.set(hotel.id, now);
  return complete;
}

function storeUpdate(context: Vrbo, hotel: Hotel, update: Node): string | undefined {
  const details = at(update, 'bookingUpdateDetails');
  if (update.name !== 'bookingUpdate' || !details) return `unexpected ${update.name}`;
  const external = textOf(details, 'externalId');
  const one = context.core.book
    .all(hotel.id)
    .find(({ revisions }) => revisions[0]!.confirmation === external);
  // Bookings of other channels may be listed too; Vrbo ignores them.
  if (!one) return undefined;
  const status = textOf(details, 'reservationStatus') ?? '';
  const order = readOrder(details, one.currency, status);
  if (typeof order === 'string') return order;
  context.charged.set(one.reference, order.total);
  if (/^CANCELLED/.test(status)) {
    if (one.status === 'booked') settle(context, context.core.market.cancel(one.reference));
    return undefined;
  }
  if (status !== 'CONFIRMED') return `reservationStatus ${status} is not known`;
  const arrival = textOf(details, 'reservation', 'reservationDates', 'beginDate');
  const departure = textOf(details, 'reservation', 'reservationDates', 'endDate');
  if (!arrival || !departure) return 'reservationDates are missing';
  const stay = one.stays[0]!;
  if (one.status === 'booked' && (stay.arrival !== arrival || stay.departure !== departure)) {
    settle(context, context.core.market.modify(one.reference, { arrival, departure, force: true }));
  }
  return undefined;
}

/**
 * Reads the total of an update's order, the base of the commission. Returns an error message when the order
 * is invalid.
 */
function readOrder(details: Node, currency: string, status: string): { total: number } | string {
  const order = at(details, 'orderList', 'order');
  const items = childrenOf(at(order ?? details, 'orderItemList') ?? details, 'orderItem');
  if (!order || items.length === 0) return 'the update has no order with items';
  if (textOf(order, 'currency') !== currency) return `the currency of the order is not ${currency}`;
  const expected = /^CANCELLED/.test(status) ? 'CANCELLED' : 'ACCEPTED';
  let total = 0;
  for (const item of items) {
    const amount = textOf(item, 'totalAmount') ?? '';
    if (!/^-?\d+(\.\d{1,2})?$/.test(amount)) return `an item of the order has the amount ${amount}`;
    if (textOf(item, 'status') !== expected) return `an item of the order is not ${expected}`;
    total += Number(amount);
  }
  if (!textOf(details, 'inquirer', 'firstName')) return 'the update names no traveller';
  return { total };
}

/** Marks a change that came from innwire as acknowledged, and emits its event. */
function settle(context: Vrbo, one: OtaReservation): void {
  acknowledge(context.core, one, one.revisions.length);
  const kind = one.status === 'cancelled' ? 'cancelled' : 'modified';
  context.core.emit({ kind, hotel: one.hotel, reference: one.reference, revision: one.revisions.length });
}

type Post = { kind: string; url: string; body: string };

async function post(context: Vrbo, target: Target, { kind, url, body }: Post): Promise<Node | undefined> {
  const headers = { ...headersFor(target), 'content-type': 'application/xml; charset=utf-8' };
  return parsed(context, url, await callOut(context.core, { kind, method: 'POST', url, headers, body }));
}

async function get(context: Vrbo, target: Target, url: string): Promise<Node | undefined> {
  return parsed(
    context,
    url,
    await callOut(context.core, { kind: 'updates', method: 'GET', url, headers: headersFor(target) }),
  );
}

function parsed(
  context: Vrbo,
  url: string,
  answered: { status: number; text: string } | undefined,
): Node | undefined {
  if (!answered) return undefined;
  if (answered.status !== 200) context.note(url, `HTTP ${answered.status}`);
  if (answered.status !== 200) return undefined;
  try {
    return readXml(answered.text);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    context.note(url, error.message);
    return undefined;
  }
}
