// Bookings of Vrbo: requests to book that wait for our answer, and updates of bookings.
//
// A request has no number of Vrbo's. It is identified by its `trackingUuid`, which is also the `externalId`
// of our response, so that both sides use the same reference. `paymentForm`, which may contain the guest's
// card, is never read.

import type { RefusalReason, RequestRefusal } from '../../model/booking-request.ts';
import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { ChannelReservation } from '../../model/channel-records.ts';
import { toGuestCounts } from '../../model/guest-counts.ts';
import { parseDate } from '../../model/night.ts';
import type { Collector } from '../../model/stay-details.ts';
import type { Inbound, StoredReservation } from '../channel.ts';
import { digestOf } from '../digest.ts';
import { addressOf, countryOf, languageOf, linesOf } from '../guest-details.ts';
import { fieldsOf, momentOf, readJson } from '../json.ts';
import { stayBetween } from '../validate-stay.ts';
import { attribute, find, findAll, type Markup, textOf, type Xml } from '../xml.ts';
import { amount, DOCUMENT_VERSION, element, errorAnswer, printable, xmlAnswer } from './document.ts';
import { readOrder } from './order.ts';
import { roomOf, termsOf, type Unit, type VrboConnection } from './settings.ts';

/** Reads a `bookingRequest`. The booking is sold only if the response accepts it. */
export function readBookingRequest(root: Xml, connection: VrboConnection): Inbound {
  const details = find(root, 'bookingRequestDetails');
  const stay = readStay(details, connection);
  if (typeof stay === 'string') return unreadable(stay);
  const { checkin, checkout, guests } = stay;
  const inquirer = find(details, 'inquirer');
  const originationDate = textOf(find(details, 'reservation/reservationOriginationDate'));
  const reference = textOf(find(details, 'trackingUuid')) ?? `request-${digestOf(root, 32)}`;
  const names = [textOf(find(inquirer, 'firstName')), textOf(find(inquirer, 'lastName'))];
  const name = withoutCardNumbers(names.filter(Boolean).join(' '));
  const order = readOrder(details, connection.currency);
  if (typeof order === 'string') return unreadable(order);
  const { total, rent, currency, items, charges, deposits } = order;
  const reservation: ChannelReservation = {
    reference,
    // A repeated request has the same revision. A new request has another date, one for another stay other
    // nights or another unit.
    revision: [originationDate ?? 'request', stay.externalRoom, checkin, checkout].join(' '),
    at: momentOf(originationDate),
    soldBy: null,
    status: 'new',
    guest: {
      name,
      email: textOf(find(inquirer, 'emailAddress')),
      phone: textOf(find(inquirer, 'phoneNumber')),
      ...readOrigin(inquirer),
    },
    currency,
    rooms: [{ ...roomStay(stay), checkin, checkout, total, guestName: name || null, charges }],
    notes: linesOf(notesOf(details, guests), ...deposits, ...paymentDates(details)),
    collectedBy: collectorOf(details),
    receipt: JSON.stringify({ ...guests, locale: attribute(inquirer, 'locale'), items }),
    thread: null,
  };
  return {
    kind: 'reservations',
    reservations: [reservation],
    request: {
      terms: termsOf(connection),
      guests: guests.adults + guests.children,
      nightsPrice: { amount: rent, currency },
    },
    answer: ([stored]) =>
      stored && stored.reservationIds.length > 0
        ? confirmation(stored, details, connection)
        : refusalAnswer(stored?.refusal ?? null, connection),
  };
}

function refusalAnswer(refusal: RequestRefusal | null, connection: VrboConnection) {
  return errorAnswer(
    errorTypeOf(refusal?.reason ?? 'other', connection),
    refusal?.message ?? 'The property is not available for the requested dates.',
  );
}

/** Reads a `bookingUpdate` that Vrbo sends after a change at Vrbo. */
export function readBookingUpdate(root: Xml, connection: VrboConnection): Inbound {
  const details = find(root, 'bookingUpdateDetails');
  const reference = textOf(find(details, 'externalId'));
  const status = textOf(find(details, 'reservationStatus')) ?? '';
  const cancelled = /^(CANCELLED|DECLINED)/.test(status);
  if (reference === null) return unreadable('it has no externalId');
  if (UNSETTLED.has(status)) return { kind: 'answered', answer: ACCEPTED };
  if (!cancelled && !SOLD.has(status)) return unreadable(`its status is ${status || 'missing'}`);
  const stay = readStay(details, connection);
  if (typeof stay === 'string' && !cancelled) return unreadable(stay);
  const rooms =
    typeof stay === 'string'
      ? []
      : [
          {
            ...roomStay(stay),
            checkin: stay.checkin,
            checkout: stay.checkout,
            total: null,
            guestName: null,
          },
        ];
  const reservation: ChannelReservation = {
    reference,
    revision: digestOf(root, 32),
    digested: true,
    at: null,
    soldBy: null,
    status: cancelled ? 'cancelled' : 'modified',
    guest: { name: '', email: null, phone: null },
    currency: null,
    rooms,
    notes: null,
    receipt: JSON.stringify(
      typeof stay === 'string' ? {} : { ...stay.guests, locale: textOf(find(details, 'locale')) },
    ),
    thread: null,
  };
  return {
    kind: 'reservations',
    reservations: [reservation],
    answer: () => ACCEPTED,
  };
}

/**
 * Statuses as listed by HomeAway's software partners, apart from those that begin with CANCELLED or DECLINED.
 */
const SOLD = new Set(['CONFIRMED', 'STAY_IN_PROGRESS']);
const UNSETTLED = new Set(['BUILDING', 'UNCONFIRMED', 'UNCONFIRMED_BY_OWNER', 'UNCONFIRMED_BY_TRAVELER']);

const ACCEPTED = { status: 200, contentType: 'text/plain', body: 'OK' };

/** Builds the refusal of a document that cannot be read; `why` completes the sentence. */
export function unreadable(why: string): Inbound {
  return { kind: 'refused', answer: errorAnswer('VALIDATION', `This cannot be read: ${why}.`, 400) };
}

type Stay = Exclude<ReturnType<typeof readStay>, string>;

type Guests = { adults: number; children: number; pets: number };

function readStay(details: Xml | null, connection: VrboConnection) {
  if (!details) return 'it has no details';
  const listing = textOf(find(details, 'listingExternalId'));
  const unit: Unit | null =
    listing === null ? null : { listing, unit: textOf(find(details, 'unitExternalId')) ?? listing };
  if (!unit) return 'it names no listing';
  const dates = find(details, 'reservation/reservationDates');
  const checkin = parseDate(textOf(find(dates, 'beginDate')) ?? '');
  const checkout = parseDate(textOf(find(dates, 'endDate')) ?? '');
  const stay = stayBetween(checkin, checkout);
  if (!stay) return 'it has no dates of a stay';
  const count = (name: string) => Number(textOf(find(details, `reservation/${name}`)) ?? '0');
  const guests: Guests = {
    adults: countOf(count('numberOfAdults'), 1),
    children: countOf(count('numberOfChildren'), 0),
    pets: countOf(count('numberOfPets'), 0),
  };
  const externalRoom = roomOf(connection, unit)?.externalRoom ?? `${unit.listing}/${unit.unit}`;
  return { externalRoom, ...stay, guests, party: find(details, 'reservation/numberOfAdults') !== null };
}

function roomStay({ externalRoom, guests, party }: Stay) {
  return {
    key: 'unit',
    externalRoom,
    externalRate: null,
    nights: [],
    // A document without guest counts is answered with one adult, but no guest counts are stored.
    ...(party && { party: toGuestCounts({ adults: guests.adults, children: guests.children }) }),
  };
}

/** Reads language, country and address of the person who asks to book. */
function readOrigin(inquirer: Xml | null) {
  const address = find(inquirer, 'address');
  const line = (name: string) => {
    const text = textOf(find(address, name));
    return text === null ? null : withoutCardNumbers(text);
  };
  const lines = [1, 2, 3, 4, 5].map((number) => line(`addressLine${number}`));
  return {
    language: languageOf(attribute(inquirer, 'locale')),
    country: countryOf(textOf(find(address, 'country'))),
    address: addressOf(...lines, line('postalCode')),
  };
}

/** A card in the request is for the property to charge; otherwise Vrbo may be the merchant. Null = not known. */
function collectorOf(details: Xml | null): Collector | null {
  if (find(details, 'paymentForm/paymentCard')) return 'property';
  return find(details, 'paymentForm/paymentChannelMoR') ? 'channel' : null;
}

/** Returns a line for each payment that the guest is to make. */
function paymentDates(details: Xml | null): (string | null)[] {
  return findAll(details, 'paymentScheduleItemList/paymentScheduleItem').map((item) => {
    const due = find(item, 'amount');
    const [text, date] = [textOf(due), textOf(find(item, 'dueDate'))];
    if (text === null || date === null) return null;
    return withoutCardNumbers(`Due ${date}: ${text} ${attribute(due, 'currency') ?? ''}`.trim());
  });
}

/** Returns the guest's message and the number of pets. */
function notesOf(details: Xml | null, { pets }: Guests): string | null {
  const parts = [textOf(find(details, 'message')), pets > 0 ? `Pets: ${pets}` : null];
  return withoutCardNumbers(parts.filter((part) => part !== null).join('\n')) || null;
}

/** Returns a number of guests or pets from Vrbo, limited to `least` … 99. */
export function countOf(value: unknown, least: number): number {
  const count = typeof value === 'number' && Number.isInteger(value) ? value : least;
  return Math.min(99, Math.max(least, count));
}

/** Builds the confirmation of a request, with the order as requested. */
function confirmation(
  { reservation, reservationIds }: StoredReservation,
  details: Xml | null,
  connection: VrboConnection,
) {
  const { adults, children, pets, locale } = fieldsOf(readJson(reservation.receipt));
  const [room] = reservation.rooms;
  const currency = reservation.currency ?? connection.currency;
  const originated = textOf(find(details, 'reservation/reservationOriginationDate'));
  const order = element('order', [
    element('currency', currency),
    element('externalId', printable(reservation.reference)),
    element('orderItemList', findAll(details, 'orderItemList/orderItem').map(acceptedItem)),
    element('paymentSchedule', [
      element(
        'paymentScheduleItemList',
        findAll(details, 'paymentScheduleItemList/paymentScheduleItem').map(paymentItem),
      ),
    ]),
  ]);
  return xmlAnswer(
    element('bookingResponse', [
      element('documentVersion', DOCUMENT_VERSION),
      element('bookingResponseDetails', [
        element('externalId', printable(reservation.reference)),
        element('guestProfileExternalId', `guest-${reservationIds[0]}`),
        element('locale', typeof locale === 'string' ? printable(locale) : connection.settings.locale),
        element('orderList', [order]),
        element('reservationPaymentStatus', connection.settings.payment_status),
        element('reservation', [
          element('numberOfAdults', countOf(adults, 1)),
          element('numberOfChildren', countOf(children, 0)),
          element('numberOfPets', countOf(pets, 0)),
          element('reservationDates', [
            element('beginDate', String(room?.checkin)),
            element('endDate', String(room?.checkout)),
          ]),
          originated === null ? null : element('reservationOriginationDate', printable(originated)),
        ]),
        element('reservationStatus', 'CONFIRMED'),
      ]),
    ]),
  );
}

function acceptedItem(item: Xml): Markup {
  return element('orderItem', [
    copied(item, 'externalId'),
    copied(item, 'feeType'),
    copied(item, 'name'),
    copiedAmount(item, 'preTaxAmount'),
    element('status', 'ACCEPTED'),
    copiedAmount(item, 'totalAmount'),
  ]);
}

function paymentItem(item: Xml): Markup {
  return element('paymentScheduleItem', [copiedAmount(item, 'amount'), copied(item, 'dueDate')]);
}

function copied(from: Xml, name: string): Markup | null {
  const text = textOf(find(from, name));
  return text === null ? null : element(name, printable(text));
}

function copiedAmount(from: Xml, name: string): Markup | null {
  const found = find(from, name);
  const text = textOf(found);
  if (text === null) return null;
  const currency = attribute(found, 'currency');
  return currency === null
    ? element(name, printable(text))
    : amount(name, printable(currency), printable(text));
}

/** Returns the name that Vrbo has for a reason. */
export function errorTypeOf(reason: RefusalReason, connection: VrboConnection): string {
  return ERROR_TYPES[reason] ?? connection.settings.refusal_code;
}
/** Reasons without a name at Vrbo are sent as the setting `refusal_code`. */
const ERROR_TYPES: Partial<Record<RefusalReason, string>> = {
  unknown_room: 'UNKNOWN_PROPERTY',
  notice_too_short: 'MIN_ADVANCED_NOTICE_NOT_MET',
  capacity: 'EXCEEDS_MAX_OCCUPANCY',
  closed_to_arrival: 'START_DAY_MISMATCH',
  closed_to_departure: 'END_DAY_MISMATCH',
  min_stay_not_met: 'MIN_STAY_NOT_MET',
  max_stay_exceeded: 'EXCEEDS_MAX_STAY',
  no_price: 'NO_RATES_CONFIGURED',
  wrong_currency: 'QUOTE_CURRENCY_MISMATCH',
  price_too_low: 'QUOTE_PRICE_MISMATCH',
};
