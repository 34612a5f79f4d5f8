// Bookings from Expedia: BookingRetrieval returns bookings that are pending or were retrieved but not
// confirmed; BookingConfirm confirms them with our number. Expedia sends unconfirmed bookings as e-mails:
// after half an hour for arrivals on the same day, an hour for those on the next day, a day for others.
//
// One booking is one room. Its versions are delivered one after the other, the first always as "Book". A
// cancellation has zeros in place of the stay. Bookings paid at the property have a source that begins with
// `A-` and a suffix on the rate plan.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { ChannelReservation, ChannelRoomStay } from '../../model/channel-records.ts';
import { nameOfUnnamedGuest } from '../../model/guest.ts';
import { type GuestCounts, toGuestCounts } from '../../model/guest-counts.ts';
import { amountText, decimalText } from '../amounts.ts';
import type { Acknowledgement, Pull, Pulled, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { digestOf } from '../digest.ts';
import { linesOf } from '../guest-details.ts';
import { momentOf, readJson } from '../json.ts';
import { pack } from '../push-messages.ts';
import { ok, readEach, refused, retry } from '../responses.ts';
import { stayBetween } from '../validate-stay.ts';
import { attribute, dateAttribute, el, find, findAll, textOf, wholeAttribute, type Xml } from '../xml.ts';
import { eqcRequest, errorText, readAnswer, unexpectedResponse } from './client.ts';
import { chargesOf, paymentNotes, readCollector, readVirtualCard } from './details.ts';
import type { ExpediaConnection } from './settings.ts';

const STATUSES = { Book: 'new', Modify: 'modified', Cancel: 'cancelled' } as const;

type BookingType = keyof typeof STATUSES;

type Receipt = { id: string; type: BookingType };

/** Most confirmations in one message. */
const CONFIRMED_TOGETHER = 10;
const MAX_CONFIRM_NUMBER = 50;
/**
 * Codes of warnings after which the confirmation is retried: a newer version exists, or the system asks to
 * retry.
 */
const CONFIRM_AGAIN = new Set(['10105']);

export const reservations: Pull<ChannelReservation, ExpediaConnection> = {
  /** a booking that was retrieved is no longer pending: another system that reads pending bookings would miss it */
  readingMarks: true,
  skipsVersions: true,
  everySeconds: 60,
  requests: requestReservations,
  decode: (response, _request, connection) => decodeReservations(response, connection),
  acknowledge: { requests: confirmBookings, decode: decodeConfirmed },
};

/** Requests the bookings in the states of the setting `booking_states`. */
function requestReservations(connection: ExpediaConnection): WireRequest[] {
  const states = connection.settings.booking_states.map((value) => el('Status', { value }));
  return [eqcRequest('br', 'bookings', [el('ParamSet', {}, states)], connection)];
}

/** Decodes retrieved bookings; those that cannot be read are reported with a reason. */
export function decodeReservations(
  response: WireResponse,
  connection: ExpediaConnection,
): Verdict<Pulled<ChannelReservation>> {
  const answer = readAnswer(response, 'BookingRetrievalRS');
  if (answer.kind !== 'ok') return answer;
  const root = answer.value;
  const bookings = find(root, 'Bookings');
  if (!bookings) return unexpectedResponse(response);
  return ok(readEach(findAll(bookings, 'Booking'), (booking) => readBooking(booking, connection)));
}

/** Reads a booking; returns a reason for people when it cannot be read, null for one of another property. */
function readBooking(booking: Xml, connection: ExpediaConnection): ChannelReservation | string | null {
  const settings = connection.settings;
  const reference = attribute(booking, 'id');
  if (!reference || !/^\d{1,20}$/.test(reference)) return 'A booking has no number.';
  const hotel = attribute(find(booking, 'Hotel'), 'id');
  if (hotel && hotel !== settings.hotel_id) return null;
  const type = attribute(booking, 'type') ?? '';
  if (!Object.hasOwn(STATUSES, type)) return `Booking ${reference} is of an unknown type.`;
  const created = attribute(booking, 'createDateTime');
  const at = momentOf(created);
  if (!at) return `Booking ${reference} has no time.`;
  const cancelled = type === 'Cancel';
  const source = attribute(booking, 'source') ?? '';
  const room = cancelled ? null : readRoom(find(booking, 'RoomStay'), source, settings.rate_suffix);
  if (typeof room === 'string') return `Booking ${reference}: ${room}`;
  const guest = find(booking, 'PrimaryGuest');
  const receipt: Receipt = { id: reference, type: type as BookingType };
  const reservation = {
    reference,
    at,
    soldBy: null,
    status: STATUSES[type as BookingType],
    guest: {
      name: nameOf(find(guest, 'Name')) ?? nameOfUnnamedGuest('Expedia'),
      email: textOf(find(guest, 'Email')),
      phone: phoneOf(find(guest, 'Phone')),
    },
    currency: currencyOf(find(booking, 'RoomStay')),
    rooms: room ? [room] : [],
    notes: linesOf(notesOf(booking, source), ...(cancelled ? [] : paymentNotes(booking))),
    ...(!cancelled && {
      collectedBy: readCollector(find(booking, 'RoomStay'), source),
      virtualCard: readVirtualCard(find(booking, 'RoomStay')),
    }),
    receipt: JSON.stringify(receipt),
    thread: null,
  };
  // The time is that of the transaction, in whole seconds: two versions may have the same.
  return { ...reservation, revision: `${type}/${at} ${digestOf(reservation)}`, digested: true };
}

function readRoom(stay: Xml | null, source: string, suffix: string): ChannelRoomStay | string {
  const dates = find(stay, 'StayDate');
  const span = stayBetween(dateAttribute(dates, 'arrival'), dateAttribute(dates, 'departure'));
  if (!span) return 'its dates cannot be read.';
  const rate = attribute(stay, 'ratePlanID');
  const paidAtProperty = source.startsWith('A-') || !/\d$/.test(rate ?? '');
  const nights = new Map<string, ChannelRoomStay['nights'][number]>();
  for (const perDay of findAll(stay, 'PerDayRates/PerDayRate')) {
    const date = dateAttribute(perDay, 'stayDate');
    const price = priceOfNight(perDay);
    if (date && price !== null) nights.set(date.toString(), { date, price });
  }
  return {
    key: '1',
    externalRoom: attribute(stay, 'roomTypeID'),
    externalRate:
      rate && suffix !== '' && paidAtProperty && rate.endsWith(suffix) ? rate.slice(0, -suffix.length) : rate,
    ...span,
    total: amountText(attribute(find(stay, 'Total'), 'amountAfterTaxes'), null),
    nights: [...nights.values()],
    guestName: null,
    party: readGuests(find(stay, 'GuestCount')),
    charges: chargesOf(stay),
  };
}

/** Returns the base rate plus the separate fees: for further persons, and for the hotel's service. */
function priceOfNight(perDay: Xml): string | null {
  const parts = ['baseRate', 'extraPersonFees', 'hotelServiceFees'].map((name) =>
    amountText(attribute(perDay, name), null),
  );
  if (parts[0] === null) return null;
  const decimals = Math.max(...parts.map((part) => part?.split('.')[1]?.length ?? 0));
  const units = parts.map((part) => Math.round(Number(part ?? '0') * 10 ** decimals));
  return decimalText(
    units.reduce((a, b) => a + b, 0),
    decimals,
  );
}

function currencyOf(stay: Xml | null): string | null {
  return attribute(find(stay, 'Total'), 'currency') ?? attribute(find(stay, 'PerDayRates'), 'currency');
}

function nameOf(name: Xml | null): string | null {
  const parts = ['givenName', 'middleName', 'surname'].map((part) => attribute(name, part));
  return withoutCardNumbers(parts.filter((part) => part !== null).join(' ')) || null;
}

function phoneOf(phone: Xml | null): string | null {
  const number = attribute(phone, 'number');
  if (!number) return null;
  const country = attribute(phone, 'countryCode');
  const extension = attribute(phone, 'extension');
  const parts = [
    country && `+${country}`,
    attribute(phone, 'cityAreaCode'),
    number,
    extension && `ext. ${extension}`,
  ];
  return parts.filter(Boolean).join(' ');
}

function readGuests(guests: Xml | null): GuestCounts | null {
  if (!guests) return null;
  const ages = findAll(guests, 'Child').map((child) => wholeAttribute(child, 'age'));
  // The attribute may be missing when there are no children.
  const children = wholeAttribute(guests, 'child') ?? ages.length;
  return toGuestCounts({ adults: wholeAttribute(guests, 'adult'), children, ages });
}

/** Returns the guest's requests, and the brand that sold the booking. */
function notesOf(booking: Xml, source: string): string | null {
  const brand = source.replace(/^A-/, '');
  const parts = [
    ...findAll(booking, 'SpecialRequest').map(textOf),
    brand === '' || brand === 'Expedia' ? null : `Sold by ${brand}`,
  ];
  const texts = [...new Set(parts.filter((text) => text !== null))];
  return texts.length > 0 ? withoutCardNumbers(texts.join('\n')) : null;
}

/**
 * Builds confirmations, `CONFIRMED_TOGETHER` per message. A booking without a number of ours is confirmed
 * with its own number: it is stored all the same.
 */
function confirmBookings(
  items: readonly ChannelReservation[],
  connection: ExpediaConnection,
  now: Temporal.Instant,
  numbersOf: (item: ChannelReservation) => readonly number[],
): Acknowledgement<ChannelReservation>[] {
  return pack(items, CONFIRMED_TOGETHER).map((part) => {
    const numbers = part.map((item) => {
      const { id, type } = readJson(item.receipt) as Receipt;
      return el('BookingConfirmNumber', {
        bookingID: id,
        bookingType: type,
        confirmNumber: String(numbersOf(item)[0] ?? id).slice(0, MAX_CONFIRM_NUMBER),
        confirmTime: now.toString({ smallestUnit: 'second' }),
      });
    });
    const content = [el('BookingConfirmNumbers', {}, numbers)];
    return { ...eqcRequest('bc', 'confirmation of bookings', content, connection), items: part };
  });
}

/**
 * Decodes the response to confirmations. Confirming again with the same number is harmless. A booking with a
 * newer version, or one that was sent by e-mail, needs no confirmation.
 */
function decodeConfirmed(response: WireResponse): Verdict<null> {
  const answer = readAnswer(response, 'BookingConfirmRS');
  if (answer.kind !== 'ok') return answer;
  const root = answer.value;
  const success = find(root, 'Success');
  if (!success) return unexpectedResponse(response);
  const warnings = findAll(success, 'Warning');
  if (warnings.some((warning) => CONFIRM_AGAIN.has(attribute(warning, 'code') ?? '')))
    return retry(errorText(warnings));
  return warnings.length > 0 ? refused(errorText(warnings)) : ok(null);
}
