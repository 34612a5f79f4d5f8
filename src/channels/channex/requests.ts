// Requests of guests of Airbnb that wait for the house's answer, and the answers: to book, to change a booking, and questions
// about a stay, which can be approved beforehand or offered at a price.
//
// Source: docs.channex.io, "Manage a Booking Requests" (read 2026-11-29). They are events of the property's live feed,
// which also says whether one is resolved; a webhook announces them. The booking of an event (`bms`) is written like a
// revision. That a request to book is answered within 24 hours is Airbnb's rule; of alterations no time is documented.
import type { ChannelGuestRequest } from '../../model/channel-records.ts';
import type { GuestRequestKind, GuestRequestOutcome } from '../../model/guest-request.ts';
import { isCurrency } from '../../model/money.ts';
import { MAX_STAY_NIGHTS, type PlainDate } from '../../model/night.ts';
import type {
  GuestRequestAnswerProtocol,
  OutgoingAnswer,
  Pull,
  Pulled,
  PullState,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import { fullName } from '../customer.ts';
import {
  amountOf,
  dateOf,
  type Fields,
  fieldsOf,
  lineOf,
  listOf,
  momentOf,
  readJson,
  textOf,
} from '../json.ts';
import { readGuestCounts } from '../occupancy.ts';
import { ok } from '../responses.ts';
import { stayBetween } from '../validate-stay.ts';
import { address, attributesOf, listRequest, nextPage, readAnswer, readList, restIsOlder } from './client.ts';
import { threadOfConversation, withoutApp } from './messages.ts';
import { referenceOf, threadOfBooking } from './reservations.ts';
import type { ChannexConnection } from './settings.ts';

export const guestRequests: Pull<ChannelGuestRequest, ChannexConnection> = {
  /** the guest waits for hours, and a webhook announces new ones */
  everySeconds: 600,
  requests,
  decode,
};

/** Kinds of requests by the name of their event. */
const KINDS: Record<string, GuestRequestKind> = {
  reservation_request: 'booking',
  alteration_request: 'alteration',
  inquiry: 'question',
};

const EVENTS = Object.keys(KINDS);

/** The only OTA behind Channex whose guests can ask. */
const SELLER = 'airbnb';

/** The kind of events that is read, and its next page. */
type Cursor = { event: string; page: number };

/** `since`: older events are not read. */
type EventsRequest = WireRequest & { cursor?: Cursor; since?: Temporal.Instant };

/** Requests that are older were answered or have expired: Airbnb's guests wait for days. */
const READ_HOURS = 60 * 24;

/**
 * One kind after the other, each to the end of what may still be open. Nothing is asked while it is known that Airbnb is
 * not switched on.
 */
function requests(connection: ChannexConnection, { cursor: stored, now }: PullState): EventsRequest[] {
  const { otas, settings } = connection;
  if (!settings.conversations || (otas.length > 0 && !otas.includes(SELLER))) return [];
  const cursor = readCursor(stored);
  const query = {
    'filter[property_id]': settings.property_id,
    'filter[event]': cursor.event,
    'order[inserted_at]': 'desc',
  };
  const request = listRequest(connection, 'guest requests', 'live_feed', query, cursor.page);
  return [{ ...request, cursor, since: now.subtract({ hours: READ_HOURS }) }];
}

function readCursor(stored: string | null): Cursor {
  const { event, page } = fieldsOf(readJson(stored ?? ''));
  return typeof event === 'string' && event in KINDS
    ? { event, page: typeof page === 'number' ? page : 1 }
    : { event: EVENTS[0]!, page: 1 };
}

/** The next page, the next kind, or the first again. */
function cursorAfter(
  { cursor = readCursor(null), since = null }: { cursor?: Cursor; since?: Temporal.Instant | null },
  events: readonly Fields[],
  next: number | null,
): Pick<Pulled<ChannelGuestRequest>, 'cursor' | 'more'> {
  const moments = events.map((item) => momentOf(attributesOf(item)['inserted_at']));
  if (next !== null && !restIsOlder(moments, since))
    return { cursor: JSON.stringify({ ...cursor, page: next }), more: true };
  const event = EVENTS[EVENTS.indexOf(cursor.event) + 1];
  const after: Cursor = { event: event ?? EVENTS[0]!, page: 1 };
  return { cursor: JSON.stringify(after), ...(event === undefined ? {} : { more: true }) };
}

function decode(
  response: WireResponse,
  request: EventsRequest,
  connection: ChannexConnection,
): Verdict<Pulled<ChannelGuestRequest>> {
  const list = readList(response, 'refused');
  if (list.kind !== 'ok') return withoutApp(list, response);
  const items: ChannelGuestRequest[] = [];
  const unreadable: string[] = [];
  for (const item of list.value.items) {
    const event = attributesOf(item);
    const kind = KINDS[textOf(event['event']) ?? ''];
    const owner = textOf(event['property_id']);
    if (kind === undefined || (owner !== null && owner !== connection.settings.property_id)) continue;
    const read = readRequest(event, kind);
    if (typeof read === 'string') unreadable.push(`Request ${event.id ?? 'without id'}: ${read}`);
    else items.push(read);
  }
  // Oldest first: a later request of the same guest comes after the one that it replaces.
  items.reverse();
  const after = cursorAfter(request, list.value.items, nextPage(request, list.value));
  return ok({ items, ...after, ...(unreadable.length > 0 ? { unreadable } : {}) });
}

function readRequest(
  event: Fields & { id: string | null },
  kind: GuestRequestKind,
): ChannelGuestRequest | string {
  const { id } = event;
  const payload = fieldsOf(event['payload']);
  const at = momentOf(event['inserted_at']);
  if (id === null || at === null) return 'it has no id or moment';
  const wanted = kind === 'question' ? readQuestion(payload) : readBooking(fieldsOf(payload['bms']), kind);
  if (wanted === null) return 'it has no stay';
  const { answerBy, thread, ...stay } = wanted;
  const conversation = textOf(payload['message_thread_id']);
  return {
    externalRequest: id,
    kind,
    soldBy: SELLER,
    ...stay,
    thread: thread ?? (conversation === null ? null : threadOfConversation(conversation)),
    answerBy: answerBy ?? (kind === 'booking' ? at.add({ hours: HOURS_TO_ANSWER }) : null),
    outcome: readOutcome(payload),
    at,
    receipt: id,
  };
}

const HOURS_TO_ANSWER = 24;

type WantedStay = Omit<
  ChannelGuestRequest,
  'externalRequest' | 'kind' | 'soldBy' | 'outcome' | 'at' | 'receipt'
>;

function readQuestion(payload: Fields): WantedStay | null {
  const details = fieldsOf(payload['booking_details']);
  const checkin = dateOf(details['checkin_date']);
  const stay = stayBetween(checkin, dateOf(details['checkout_date']) ?? after(checkin, details['nights']));
  if (!stay) return null;
  const numbers = Object.fromEntries(
    ['adults', 'children', 'infants'].map((name) => [name, details[`number_of_${name}`]]),
  );
  return {
    ...stay,
    reference: null,
    thread: null,
    guestName: lineOf(details['guest_name']),
    externalRoom: textOf(details['room_type_id']),
    externalRate: null,
    party: readGuestCounts(numbers),
    total: amountOf(details['expected_payout_amount_accurate']),
    currency: currencyOf(details['currency']),
    answerBy: momentOf(details['non_response_at']),
  };
}

/** Returns the day of departure: the documents show questions with a number of nights instead of it. */
function after(checkin: PlainDate | null, given: unknown): PlainDate | null {
  const nights = Number(given);
  return checkin && nights >= 1 && nights <= MAX_STAY_NIGHTS
    ? checkin.add({ days: Math.trunc(nights) })
    : null;
}

/** Reads the booking that a guest asks for, or as it would be after a change. */
function readBooking(booking: Fields, kind: GuestRequestKind): WantedStay | null {
  const room = fieldsOf(listOf(booking['rooms'])[0]);
  const stay = stayBetween(
    dateOf(room['checkin_date'] ?? booking['arrival_date']),
    dateOf(room['checkout_date'] ?? booking['departure_date']),
  );
  if (!stay) return null;
  const number = textOf(booking['ota_reservation_code']);
  return {
    ...stay,
    reference: kind === 'alteration' && number !== null ? referenceOf(SELLER, number) : null,
    thread: kind === 'alteration' ? threadOfBooking(textOf(booking['booking_id'])) : null,
    guestName: fullName(fieldsOf(booking['customer'])),
    externalRoom: textOf(room['room_type_id']),
    externalRate: textOf(fieldsOf(room['meta'])['parent_rate_plan_id']) ?? textOf(room['rate_plan_id']),
    party: readGuestCounts(room['occupancy'], booking['occupancy']),
    total: amountOf(booking['amount']),
    currency: currencyOf(booking['currency']),
    answerBy: null,
  };
}

function currencyOf(value: unknown): string | null {
  const code = textOf(value);
  return code !== null && isCurrency(code) ? code : null;
}

/** Returns what became of a request; null = it waits. How it was answered stands in what its answer sent. */
function readOutcome(payload: Fields): GuestRequestOutcome | null {
  if (payload['resolved'] !== true) return null;
  const { accept, type, status } = fieldsOf(payload['resolution']);
  const said = String(textOf(accept) ?? accept ?? textOf(type) ?? textOf(status) ?? '').toLowerCase();
  return OUTCOMES[said] ?? OUTCOMES[String(textOf(status)).toLowerCase()] ?? 'closed';
}

const OUTCOMES: Record<string, GuestRequestOutcome> = {
  true: 'accepted',
  accept: 'accepted',
  accepted: 'accepted',
  false: 'declined',
  decline: 'declined',
  declined: 'declined',
  preapproval: 'preapproved',
  special_offer: 'offered',
};

export const guestRequestAnswers: GuestRequestAnswerProtocol<ChannexConnection> = {
  send: (answer, connection) => ({
    operation: 'answer request',
    method: 'POST',
    url: address(connection, `live_feed/${encodeURIComponent(answer.externalRequest)}/resolve`),
    body: JSON.stringify({ resolution: resolutionOf(answer) }),
  }),
  decodeSent: (response) => {
    const answer = readAnswer(response, 'refused');
    if (answer.kind !== 'ok') return answer;
    // One that was resolved before comes back as it was resolved then.
    return ok(readOutcome(fieldsOf(fieldsOf(fieldsOf(answer.value['data'])['attributes'])['payload'])));
  },
};

function resolutionOf(answer: OutgoingAnswer): Record<string, unknown> {
  if (answer.answer === 'preapprove') return { type: 'preapproval', block_instant_booking: false };
  if (answer.answer === 'offer') return { type: 'special_offer', total_price: answer.total };
  if (answer.kind === 'alteration') return { accept: answer.answer };
  if (answer.answer === 'accept') return { accept: true };
  const { reason, messageToGuest, messageToChannel } = answer;
  return {
    accept: false,
    ...(reason !== null && { reason }),
    ...(messageToGuest !== null && { decline_message_to_guest: messageToGuest }),
    ...(messageToChannel !== null && { decline_message_to_airbnb: messageToChannel }),
  };
}
