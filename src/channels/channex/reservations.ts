// Reservations over Channex: revisions wait in a feed until each is acknowledged.
//
// Source: docs.channex.io, "Bookings Collection" (read 2026-11-21). A revision is the whole order as it is now. Moments have no
// offset there; they are taken as UTC (not documented). `booking_room_id` changes with every revision and identifies no room.

import type { ChannelReservation, ChannelRoomStay } from '../../model/channel-records.ts';
import { isCurrency } from '../../model/money.ts';
import { dateIn, parseDate } from '../../model/night.ts';
import type {
  ConnectionView,
  Listed,
  Pull,
  Pulled,
  Recovery,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import { channelName } from '../channel-names.ts';
import { amountOf, dateOf, type Fields, fieldsOf, lineOf, listOf, textOf } from '../json.ts';
import { readGuestCounts } from '../occupancy.ts';
import { type OrderTotal, withServices } from '../order-total.ts';
import { excerpt, readMoment, timeOf } from '../responses.ts';
import { readServices, servicesNote } from '../services.ts';
import { stayBetween } from '../validate-stay.ts';
import { attributesOf, readAnswer, readList } from './read-response.ts';
import { address, listRequest, settingsOf } from './settings.ts';

export const reservations: Pull<ChannelReservation> = {
  /** a webhook announces news at once; this finds what a lost one leaves */
  everySeconds: 30,
  requests: (connection) => [
    listRequest(connection, 'reservations', 'booking_revisions/feed', {
      'filter[property_id]': settingsOf(connection).propertyId,
      'order[inserted_at]': 'asc',
    }),
  ],
  decode,
  acknowledge: {
    requests: (items, connection) =>
      items.map((item) => ({
        operation: 'acknowledge',
        method: 'POST',
        url: address(connection, `booking_revisions/${encodeURIComponent(item.receipt)}/ack`),
        body: '{}',
        items: [item],
      })),
    decode: (response) => {
      const answer = readAnswer(response);
      if (answer.kind !== 'ok') return answer;
      if (fieldsOf(answer.value['meta'])['message'] === 'Success') return { kind: 'ok', value: null };
      return {
        kind: 'retry',
        reason: `The answer does not say that it was acknowledged: ${excerpt(response.body)}`,
      };
    },
  },
};

function decode(
  response: WireResponse,
  _request: WireRequest,
  connection: ConnectionView,
): Verdict<Pulled<ChannelReservation>> {
  const list = readList(response);
  if (list.kind !== 'ok') return list;
  const { propertyId } = settingsOf(connection);
  const items: ChannelReservation[] = [];
  const unreadable: string[] = [];
  for (const item of list.value.items) {
    const attributes = attributesOf(item);
    // The feed of a key holds all its properties: those of others are theirs to take.
    const owner = textOf(attributes['property_id']);
    if (owner !== null && owner !== propertyId) continue;
    const read = readRevision(attributes);
    if (typeof read === 'string') unreadable.push(`${attributes.id ?? 'A revision without id'}: ${read}`);
    else items.push(read);
  }
  const more = items.length > 0 && list.value.total > list.value.items.length;
  return {
    kind: 'ok',
    value: { items, ...(more ? { more } : {}), ...(unreadable.length > 0 ? { unreadable } : {}) },
  };
}

/**
 * The list of bookings, which keeps what the feed offers for some 30 minutes only: each booking as its last revision says, with
 * that revision's id. Whether `inserted_at` is the revision's or the booking's is not documented: only of a new one it is both.
 */
export const recovery: Recovery = {
  requests: (connection, { cursor, now }) => {
    const today = dateIn(connection.timezone, now);
    return [
      listRequest(
        connection,
        'list of bookings',
        'bookings',
        {
          'filter[property_id]': settingsOf(connection).propertyId,
          'filter[departure_date][gte]': String(today),
        },
        Number(cursor ?? 1),
      ),
    ];
  },
  decode: decodeBookings,
  /** asked for by departure alone */
  covers: () => true,
};

function decodeBookings(
  response: WireResponse,
  request: WireRequest,
  connection: ConnectionView,
): Verdict<Listed> {
  const list = readList(response);
  if (list.kind !== 'ok') return list;
  const { propertyId } = settingsOf(connection);
  const items: ChannelReservation[] = [];
  const unacknowledged: ChannelReservation[] = [];
  const unreadable: string[] = [];
  for (const item of list.value.items) {
    const booking = attributesOf(item);
    const owner = textOf(booking['property_id']);
    if (owner !== null && owner !== propertyId) continue;
    const read = readRevision({ ...booking, booking_id: booking.id, id: textOf(booking['revision_id']) });
    if (typeof read === 'string') {
      unreadable.push(`Booking ${booking.id ?? 'without id'}: ${read}`);
      continue;
    }
    const listed = read.status === 'new' ? read : { ...read, at: null };
    items.push(listed);
    if (booking['acknowledge_status'] === 'pending') unacknowledged.push(listed);
  }
  const page = Number(new URL(request.url).searchParams.get('pagination[page]') ?? 1);
  // Whatever the length of a page is there: one that is shorter than asked for need not be the last.
  const count = list.value.items.length;
  const more = count > 0 && page * count < list.value.total;
  return {
    kind: 'ok',
    value: { items, unacknowledged, unreadable, cursor: String(page + 1), more },
  };
}

/** What is wrong with it, in words, when it cannot be read. `guarantee`, the guest's card, is never looked at. */
function readRevision(revision: Fields & { id: string | null }): ChannelReservation | string {
  const uniqueId = textOf(revision['unique_id']);
  const number = textOf(revision['ota_reservation_code']) ?? uniqueId;
  if (revision.id === null) return 'it has no id';
  if (number === null) return 'it has neither ota_reservation_code nor unique_id';
  const status = STATUSES.find((one) => one === revision['status']);
  if (!status) return `its status ${excerpt(textOf(revision['status']) ?? '')} is not known`;
  const rooms = readRooms(revision);
  // Every room cancelled is the order cancelled, whatever its status says.
  const none = typeof rooms !== 'string' && rooms.length === 0;
  if (typeof rooms === 'string' && status !== 'cancelled') return rooms;
  const customer = fieldsOf(revision['customer']);
  const code = textOf(revision['currency']);
  const currency = code !== null && isCurrency(code) ? code : null;
  const soldBy = channelName(textOf(revision['ota_name']), uniqueId);
  return {
    reference: referenceOf(soldBy, number),
    shownReference: number,
    revision: revision.id,
    at: readMoment(textOf(revision['inserted_at'])),
    soldBy,
    status: none ? 'cancelled' : status,
    guest: {
      name: fullName(customer) ?? '',
      email: textOf(customer['mail']),
      phone: textOf(customer['phone']),
    },
    currency,
    rooms: typeof rooms === 'string' ? [] : withServices(rooms, orderTotal(revision, currency)),
    notes: notesOf(revision),
    arrivalTime: timeOf(textOf(revision['arrival_hour'])),
    receipt: revision.id,
    thread: threadOfBooking(textOf(revision['booking_id'])),
  };
}

const STATUSES = ['new', 'modified', 'cancelled'] as const;

/** Two OTAs may give out the same number. */
export function referenceOf(soldBy: string | null, number: string): string {
  return soldBy === null ? number : `${soldBy}/${number}`;
}

/** A conversation about an order goes by the order's id at Channex, in what is read and in what is sent. */
export function threadOfBooking(bookingId: string | null): string | null {
  return bookingId === null ? null : `booking/${bookingId}`;
}

function readRooms(revision: Fields): ChannelRoomStay[] | string {
  const rooms = listOf(revision['rooms']).map(fieldsOf);
  if (rooms.length === 0) return 'it has no rooms';
  const ids = rooms.map((room) => textOf(room['ota_unique_id']));
  // The OTA's own number of a room is there for Booking.com only, and may be one number for all rooms.
  const numbered = ids.every((id) => id !== null) && new Set(ids).size === ids.length;
  const stays: ChannelRoomStay[] = [];
  for (const [index, room] of rooms.entries()) {
    // Cancelled apart from the others, it stays in the list.
    if (room['is_cancelled'] === true) continue;
    const checkin = dateOf(room['checkin_date'] ?? revision['arrival_date']);
    const checkout = dateOf(room['checkout_date'] ?? revision['departure_date']);
    const stay = stayBetween(checkin, checkout);
    if (!stay) return `room ${index + 1} has no stay`;
    stays.push({
      key: numbered ? `ota-${ids[index]}` : `room-${index + 1}`,
      externalRoom: textOf(room['room_type_id']),
      externalRate: textOf(fieldsOf(room['meta'])['parent_rate_plan_id']) ?? textOf(room['rate_plan_id']),
      ...stay,
      total: amountOf(room['amount']),
      nights: readPrices(room['days']),
      guestName: fullName(fieldsOf(listOf(room['guests'])[0])),
      party: readGuestCounts(room['occupancy'], rooms.length === 1 ? revision['occupancy'] : undefined),
      notes: servicesNote(room['services'], revision['currency']),
    });
  }
  return stays;
}

function readPrices(days: unknown): ChannelRoomStay['nights'] {
  return Object.entries(fieldsOf(days))
    .flatMap(([text, amount]) => {
      const date = parseDate(text);
      const price = amountOf(amount);
      return date && price !== null ? [{ date, price }] : [];
    })
    .sort((a, b) => Temporal.PlainDate.compare(a.date, b.date));
}

function fullName(person: Fields): string | null {
  const name = [lineOf(person['name']), lineOf(person['surname'])].filter((part) => part !== null).join(' ');
  return name === '' ? null : name;
}

/** `amount` is the whole order's, services included; with a cancelled room in it nothing says whose amount it is. */
function orderTotal(revision: Fields, currency: string | null): OrderTotal {
  const rooms = listOf(revision['rooms']).map(fieldsOf);
  const partly = rooms.some((room) => room['is_cancelled'] === true);
  const ofRooms = rooms.flatMap((room, place) =>
    readServices(room['services']).map((service) => ({ ...service, room: place })),
  );
  return {
    currency,
    total: partly ? null : amountOf(revision['amount']),
    services: [...readServices(revision['services']), ...(partly ? [] : ofRooms)],
  };
}

/** The guest's notes, and what was sold beside the rooms. */
function notesOf(revision: Fields): string | null {
  const parts = [lineOf(revision['notes']), servicesNote(revision['services'], revision['currency'])];
  return parts.filter((part) => part !== null).join('\n') || null;
}
