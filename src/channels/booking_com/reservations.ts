// Reservations from Booking.com: two queues (new; modified and cancelled), polled every twenty seconds. A
// reservation stays in its queue until it is acknowledged at the address it came from; after half an hour
// without acknowledgement the property gets an e-mail.
//
// There is no departure date: the nights are the rooms' EffectiveDates. There is no version number either, so
// the revision is derived from the content of the message. Of the payment card under `Guarantee` only the window and
// the balance of a virtual one are read.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { ChannelCharge, ChannelReservation, ChannelRoomStay } from '../../model/channel-records.ts';
import { nameOfUnnamedGuest } from '../../model/guest.ts';
import { type GuestCounts, MAX_GUESTS, toGuestCounts } from '../../model/guest-counts.ts';
import { earliest, isBefore, latest, type PlainDate } from '../../model/night.ts';
import type { Companion } from '../../model/stay-details.ts';
import { amountText } from '../amounts.ts';
import type { Acknowledgement, Pull, Pulled, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { digestOf } from '../digest.ts';
import { linesOf } from '../guest-details.ts';
import { momentOf, readJson, timeOf } from '../json.ts';
import { withServices } from '../order-total.ts';
import { ok, readEach } from '../responses.ts';
import { stayBetween } from '../validate-stay.ts';
import {
  attribute,
  dateAttribute,
  el,
  find,
  findAll,
  textOf,
  wholeAttribute,
  writeXml,
  type Xml,
} from '../xml.ts';
import { address, decodeSuccess, failed, OTA, readAnswer, unexpectedResponse, xmlHeaders } from './client.ts';
import {
  nameOf,
  orderMarks,
  readCommission,
  readContact,
  readMeal,
  readNamedGuests,
  readServices,
  readTaxes,
  readVirtualCard,
  roomRemarks,
} from './details.ts';
import type { BookingComConnection } from './settings.ts';

/** The queues, whose names are also the addresses of their acknowledgements. */
const QUEUES = {
  new: { name: 'OTA_HotelResNotif', list: 'HotelReservations', item: 'HotelReservation' },
  changed: { name: 'OTA_HotelResModifyNotif', list: 'HotelResModifies', item: 'HotelResModify' },
} as const;

type Queue = keyof typeof QUEUES;

/** The data that an acknowledgement repeats. */
type Receipt = { queue: Queue; ids: { value: string; source: string | null; type: string | null }[] };

export const reservations: Pull<ChannelReservation, BookingComConnection> = {
  everySeconds: 20,
  secondsAfterAcknowledging: 5,
  skipsVersions: true,
  requests: requestReservations,
  decode: (response, _request, connection) => decodeReservations(response, connection),
  acknowledge: { requests: acknowledgeReservations, decode: decodeAcknowledged },
};

/** Requests both queues, new reservations first: modifications of them are in the other queue. */
export function requestReservations(connection: BookingComConnection): WireRequest[] {
  const { hotel_id, reservations_per_request } = connection.settings;
  return (['new', 'changed'] as const).map((queue) => ({
    operation: queue === 'new' ? 'new reservations' : 'changed reservations',
    method: 'GET',
    url: address(
      connection,
      'reservations',
      `/hotels/ota/${QUEUES[queue].name}?hotel_ids=${encodeURIComponent(hotel_id)}&limit=${reservations_per_request}`,
    ),
    headers: xmlHeaders(connection),
    timeoutMs: 120_000,
    idleMs: 60_000,
  }));
}

/** Decodes one of the two queues. */
export function decodeReservations(
  response: WireResponse,
  connection: BookingComConnection,
): Verdict<Pulled<ChannelReservation>> {
  // An empty queue may be an empty body.
  if (response.status >= 200 && response.status < 300 && response.body.trim() === '')
    return ok({ items: [] });
  const document = readAnswer(response);
  if (document.kind !== 'ok') return document;
  const { root } = document.value;
  const errors = findAll(root, 'Errors/Error');
  if (errors.length > 0) return failed(errors, document.value);
  const queue = (['new', 'changed'] as const).find((one) => root.name === `${QUEUES[one].name}RQ`);
  if (!queue) return unexpectedResponse(response);
  const elements = findAll(root, `${QUEUES[queue].list}/${QUEUES[queue].item}`);
  const read = readEach(elements, (element) => readReservation(element, queue, connection.settings));
  const more = elements.length >= connection.settings.reservations_per_request;
  return ok({ ...read, ...(more && { more }) });
}

/** Reads a reservation; returns a reason for people when it cannot be read, null for one of another property. */
function readReservation(
  element: Xml,
  queue: Queue,
  settings: BookingComConnection['settings'],
): ChannelReservation | string | null {
  const global = find(element, 'ResGlobalInfo');
  const ids = findAll(global, 'HotelReservationIDs/HotelReservationID').filter((id) =>
    attribute(id, 'ResID_Value'),
  );
  const own = ids.find((id) => attribute(id, 'ResID_Source')?.toUpperCase() === 'BOOKING.COM') ?? ids[0];
  const reference = attribute(own, 'ResID_Value');
  if (!reference) return 'A reservation has no number.';
  const stays = findAll(element, 'RoomStays/RoomStay');
  const hotels = stays.map((stay) => attribute(find(stay, 'BasicPropertyInfo'), 'HotelCode'));
  const foreign = hotels.find((hotel) => hotel !== null && hotel !== settings.hotel_id);
  if (foreign) return null;
  const cancelled = isCancelled(element, queue, settings);
  const guests = readNamedGuests(element);
  const services = readServices(element);
  const currency = currencyOf(global, stays);
  const rooms = stays.map((stay, index) => readRoom(stay, index, { guests, services, currency }));
  const keys = rooms.map((room) => (typeof room === 'string' ? room : room.key));
  if (!cancelled && new Set(keys).size < keys.length)
    return `Reservation ${reference} has two rooms of one IndexNumber.`;
  const broken = rooms.find((room) => typeof room === 'string');
  const readable = rooms.filter((room) => typeof room !== 'string');
  // A cancellation needs no rooms: it cancels all rooms of the reference.
  if (!cancelled && typeof broken === 'string') return `Reservation ${reference}: ${broken}`;
  if (!cancelled && rooms.length === 0) return `Reservation ${reference} names no room.`;
  const customer = find(global, 'Profiles/ProfileInfo/Profile/Customer');
  const card = readVirtualCard(global, currency);
  const commission = readCommission(find(global, 'TotalCommissions/CommissionPayableAmount'), currency);
  const reservation = {
    reference,
    at: momentOf(attribute(element, 'LastModifyDateTime') ?? attribute(own, 'ResID_Date')),
    soldBy: null,
    status: cancelled ? 'cancelled' : queue === 'new' ? 'new' : 'modified',
    guest: {
      name: nameOf(customer) ?? [...guests.values()][0]?.name ?? nameOfUnnamedGuest('Booking.com'),
      ...readContact(customer),
    },
    currency,
    rooms: broken === undefined ? priced(readable, global, currency) : [],
    notes: linesOf(notesOf(global), ...orderMarks(element), commission.note),
    arrivalTime: arrivalOf([global, ...stays]),
    // The guest has paid Booking.com, which pays with its card.
    ...(card && { collectedBy: 'channel' as const }),
    ...(card !== undefined && { virtualCard: card }),
    commission: commission.amount,
    charges: servicesOfOrder(services, stays),
    receipt: JSON.stringify(receiptOf(queue, ids)),
    thread: null,
  } satisfies Omit<ChannelReservation, 'revision' | 'digested'>;
  return {
    ...reservation,
    revision: revisionOf(reservation),
    digested: true,
    ...(stays.some((stay) => attribute(stay, 'IndexNumber') === null) && { keysArePlaces: true }),
  };
}

/** Returns the rooms with the part of the order's total that is above them: services and fees. */
function priced(
  rooms: readonly ChannelRoomStay[],
  global: Xml | null,
  currency: string | null,
): ChannelRoomStay[] {
  return withServices(rooms, { currency, total: totalOf(find(global, 'Total')), services: [] });
}

function receiptOf(queue: Queue, ids: readonly Xml[]): Receipt {
  return {
    queue,
    ids: ids.map((id) => ({
      value: attribute(id, 'ResID_Value')!,
      source: attribute(id, 'ResID_Source'),
      type: attribute(id, 'ResID_Type'),
    })),
  };
}

/**
 * Whether a reservation of either queue is cancelled: it says so, or has no room any more. The reference documents no
 * status of a changed reservation, and of `RoomStays`, which is always there, any number of rooms, also none; some
 * senders leave it out of a cancellation. What is cancelled before it was acknowledged stays in the queue of new ones.
 */
function isCancelled(element: Xml, queue: Queue, settings: BookingComConnection['settings']): boolean {
  const status = attribute(element, 'ResStatus')?.toLowerCase() ?? '';
  if (status.includes(settings.cancelled_marker.toLowerCase())) return true;
  if (find(element, 'RoomStays') === null) return queue === 'changed' && status === '';
  return findAll(element, 'RoomStays/RoomStay').length === 0;
}

/** Returns a revision derived from the content, so that a repeated message has the same revision. */
function revisionOf(reservation: Omit<ChannelReservation, 'revision' | 'digested'>): string {
  // A guest's card (null) is sent once: a repetition without it is the same version.
  const { virtualCard, ...content } = reservation;
  return `${reservation.status}-${digestOf({ ...content, ...(virtualCard && { virtualCard }) })}`;
}

/** Parts of an order that its rooms refer to by number. */
type OrderParts = {
  guests: ReadonlyMap<string, Companion>;
  services: ReadonlyMap<string, ChannelCharge>;
  currency: string | null;
};

/** Reads a room of the order; returns a reason for people when it cannot be read. */
function readRoom(stay: Xml, index: number, order: OrderParts): ChannelRoomStay | string {
  const rates = findAll(stay, 'RoomRates/RoomRate');
  const nights: { date: PlainDate; price: string | null }[] = [];
  for (const rate of rates) {
    const date = dateAttribute(rate, 'EffectiveDate');
    if (!date) return 'a night has no date.';
    if (nights.some((night) => night.date.equals(date))) return `the night of ${date} is there twice.`;
    nights.push({ date, price: totalOf(find(rate, 'Rates/Rate/Total')) });
  }
  const span = stayOf(
    nights.map(({ date }) => date),
    find(stay, 'TimeSpan'),
  );
  if (!span) return 'a room has no dates.';
  if (!stayBetween(span.checkin, span.checkout)) return 'a room is booked for more than a year.';
  const guests = numbered(findAll(stay, 'ResGuestRPHs/ResGuestRPH'), order.guests);
  const commission = readCommission(
    find(stay, 'RatePlans/RatePlan/Commission/CommissionPayableAmount'),
    order.currency,
  );
  return {
    key: attribute(stay, 'IndexNumber') ?? String(index + 1),
    externalRoom: attribute(find(stay, 'RoomTypes/RoomType'), 'RoomTypeCode'),
    externalRate:
      attribute(rates[0], 'RatePlanCode') ?? attribute(find(stay, 'RatePlans/RatePlan'), 'RatePlanCode'),
    ...span,
    total: totalOf(find(stay, 'Total')),
    nights: nights.flatMap(({ date, price }) => (price === null ? [] : [{ date, price }])),
    party: readGuests(stay),
    notes: linesOf(notesOf(stay), ...roomRemarks(stay), commission.note),
    guestName: guests[0]?.name ?? null,
    guests,
    meal: readMeal(stay),
    commission: commission.amount,
    charges: [...readTaxes(stay), ...numbered(findAll(stay, 'ServiceRPHs/ServiceRPH'), order.services)],
  };
}

/**
 * Returns the stay from the first night to the day after the last one; some senders give a time span instead.
 */
function stayOf(
  dates: readonly PlainDate[],
  span: Xml | null,
): { checkin: PlainDate; checkout: PlainDate } | null {
  const [first, ...rest] = dates;
  if (first)
    return { checkin: rest.reduce(earliest, first), checkout: rest.reduce(latest, first).add({ days: 1 }) };
  const checkin = dateAttribute(span, 'Start');
  const checkout = dateAttribute(span, 'End');
  return checkin && checkout && isBefore(checkin, checkout) ? { checkin, checkout } : null;
}

/** Returns AmountAfterTax if there is one, else AmountBeforeTax. */
function totalOf(total: Xml | null): string | null {
  const written = attribute(total, 'AmountAfterTax') ?? attribute(total, 'AmountBeforeTax');
  return amountText(written, wholeAttribute(total, 'DecimalPlaces'));
}

function currencyOf(global: Xml | null, stays: readonly Xml[]): string | null {
  const totals = [find(global, 'Total'), ...stays.map((stay) => find(stay, 'Total'))];
  return totals.map((total) => attribute(total, 'CurrencyCode')).find((code) => code !== null) ?? null;
}

/** Returns what references name by their number in the message. */
function numbered<T>(references: readonly Xml[], found: ReadonlyMap<string, T>): T[] {
  return references.flatMap((reference) => {
    const one = found.get(attribute(reference, 'RPH') ?? '');
    return one === undefined ? [] : [one];
  });
}

/** Returns the services that no room refers to. */
function servicesOfOrder(
  services: ReadonlyMap<string, ChannelCharge>,
  stays: readonly Xml[],
): ChannelCharge[] {
  const ofRooms = new Set(
    stays.flatMap((stay) => findAll(stay, 'ServiceRPHs/ServiceRPH').map((one) => attribute(one, 'RPH'))),
  );
  return [...services].flatMap(([number, service]) => (ofRooms.has(number) ? [] : [service]));
}

/** Reads the guest counts. Adults have the code 10 or none, children the code 8 and their age. */
function readGuests(stay: Xml): GuestCounts | null {
  const counts = findAll(stay, 'GuestCounts/GuestCount');
  if (counts.length === 0) return null;
  let adults = 0;
  const ages: (number | null)[] = [];
  for (const guests of counts) {
    const count = Math.min(wholeAttribute(guests, 'Count') ?? 0, MAX_GUESTS);
    const age = wholeAttribute(guests, 'Age');
    const isChild = attribute(guests, 'AgeQualifyingCode') === CHILD || (age !== null && age < ADULT_AGE);
    if (isChild) ages.push(...Array.from({ length: count }, () => age));
    else adults += count;
  }
  return toGuestCounts({ adults, children: ages.length, ages });
}

/** OpenTravel's list of age qualifying codes. */
const CHILD = '8';
const ADULT_AGE = 18;

/** Returns comments and requests of an order or of one of its rooms, without duplicates. */
function notesOf(part: Xml | null): string | null {
  const texts = [
    ...findAll(part, 'Comments/Comment/Text').map(textOf),
    ...findAll(part, 'SpecialRequests/SpecialRequest').map((request) => {
      const text = textOf(find(request, 'Text')) ?? textOf(request);
      const name = attribute(request, 'Name');
      return text !== null && name !== null ? `${name}: ${text}` : text;
    }),
  ];
  const notes = [...new Set(texts.filter((text) => text !== null))];
  return notes.length > 0 ? withoutCardNumbers(notes.join('\n')) : null;
}

/**
 * Reads the arrival time from a comment: `Approximate time of arrival: between 18:00 and 19:00`. The earlier
 * time is used.
 */
function arrivalOf(parts: readonly (Xml | null)[]): string | null {
  const comments = parts.flatMap((part) => findAll(part, 'Comments/Comment/Text').map(textOf));
  const comment = comments.find((text) => text?.toLowerCase().includes(ARRIVAL));
  if (!comment) return null;
  const detail = comment.slice(comment.toLowerCase().indexOf(ARRIVAL) + ARRIVAL.length);
  return timeOf(/\d{1,2}:\d{2}/.exec(detail.slice(0, 40))?.[0] ?? null);
}

const ARRIVAL = 'approximate time of arrival';

function acknowledgeReservations(
  items: readonly ChannelReservation[],
  connection: BookingComConnection,
  now: Temporal.Instant,
): Acknowledgement<ChannelReservation>[] {
  // Copies of a reservation that was delivered more than once are one message to the queue.
  return [...Map.groupBy(items, ({ receipt }) => receipt).values()].map((same) => {
    const { queue, ids } = readJson(same[0]!.receipt) as Receipt;
    const { name, list, item: element } = QUEUES[queue];
    const numbers = ids.map(({ value, source, type }) =>
      el('HotelReservationID', { ResID_Value: value, ResID_Source: source, ResID_Type: type }),
    );
    return {
      operation: 'acknowledgement',
      method: 'POST',
      url: address(connection, 'reservations', `/hotels/ota/${name}`),
      headers: xmlHeaders(connection),
      body: writeXml(
        el(
          `${name}RS`,
          {
            xmlns: OTA,
            TimeStamp: now.toString({ smallestUnit: 'second' }),
            Target: connection.settings.target,
            Version: '2.001',
          },
          [
            el('Success'),
            el(list, {}, [
              el(element, {}, [el('ResGlobalInfo', {}, [el('HotelReservationIDs', {}, numbers)])]),
            ]),
          ],
        ),
      ),
      timeoutMs: 60_000,
      items: same,
    };
  });
}

/**
 * Decodes the response to an acknowledgement. On 400 (a stale message, or the wrong queue) and 404
 * Booking.com no longer waits for it; if it does, it sends the reservation again.
 */
function decodeAcknowledged(response: WireResponse): Verdict<null> {
  // The body of a success is not documented beyond `Success`.
  if (response.status >= 200 && response.status < 300 && response.body.trim() === '') return ok(null);
  return decodeSuccess(response, /^OTA_HotelRes(Modify)?NotifRS$/);
}
