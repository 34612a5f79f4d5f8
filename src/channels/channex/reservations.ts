// Reservations over Channex: revisions wait in a feed until each is acknowledged.
//
// Source: docs.channex.io, "Bookings Collection" (read 2026-11-21). A revision is the whole current order.
// Its timestamps have no offset and are read as UTC (not documented). `booking_room_id` changes with every
// revision and identifies no room.

import type { ChannelReservation, ChannelRoomStay } from '../../model/channel-records.ts';
import { isCurrency } from '../../model/money.ts';
import { parseDate } from '../../model/night.ts';
import type { Pull, Pulled, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { channelName } from '../channel-names.ts';
import { collectorOf, fullName, readCustomer, readNamedGuests } from '../customer.ts';
import { mealOf } from '../guest-details.ts';
import {
  amountOf,
  dateOf,
  type Fields,
  fieldsOf,
  lineOf,
  listOf,
  momentOf,
  textOf,
  timeOf,
} from '../json.ts';
import { readGuestCounts } from '../occupancy.ts';
import { type OrderTotal, withServices } from '../order-total.ts';
import { describeBody, excerpt, ok, unreadableAnswer } from '../responses.ts';
import { readServices, serviceCharges } from '../services.ts';
import { stayBetween } from '../validate-stay.ts';
import { readVirtualCard } from '../virtual-card.ts';
import { address, attributesOf, listRequest, nextPage, readAnswer, readList } from './client.ts';
import { orderNotes, readTaxes, roomNotes, withTaxesOfTotal } from './details.ts';
import type { ChannexConnection } from './settings.ts';

export const reservations: Pull<ChannelReservation, ChannexConnection> = {
  /** a webhook announces new revisions at once; polling finds those whose webhook was lost */
  everySeconds: 30,
  requests: (connection, { cursor }) => [
    listRequest(
      connection,
      'reservations',
      'booking_revisions/feed',
      { 'filter[property_id]': connection.settings.property_id, 'order[inserted_at]': 'asc' },
      Number(cursor ?? 1),
    ),
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
      if (fieldsOf(answer.value['meta'])['message'] === 'Success') return ok(null);
      return unreadableAnswer(
        `The answer does not say that it was acknowledged: ${describeBody(response.body)}`,
      );
    },
  },
};

/**
 * Reads a page of the feed. What is acknowledged leaves the feed, so its first page is read again as long as that had
 * revisions. The pages behind a page without any that could be read are read one after the other: the cursor is the
 * number of the page.
 */
function decode(
  response: WireResponse,
  request: WireRequest,
  connection: ChannexConnection,
): Verdict<Pulled<ChannelReservation>> {
  const list = readList(response);
  if (list.kind !== 'ok') return list;
  const { property_id: propertyId } = connection.settings;
  const items: ChannelReservation[] = [];
  const unreadable: string[] = [];
  for (const item of list.value.items) {
    const attributes = attributesOf(item);
    // The feed holds all properties of the key: those of others are read by their own connections.
    const owner = textOf(attributes['property_id']);
    if (owner !== null && owner !== propertyId) continue;
    const read = readRevision(attributes);
    if (typeof read === 'string') unreadable.push(`${attributes.id ?? 'A revision without id'}: ${read}`);
    else items.push(read);
  }
  const next = nextPage(request, list.value);
  const isFirst = new URL(request.url).searchParams.get('pagination[page]') === '1';
  const staysOnFirst = isFirst && (items.length > 0 || next === null);
  return ok({
    items,
    ...(staysOnFirst ? {} : { cursor: String(next ?? 1) }),
    ...(next !== null ? { more: true } : {}),
    ...(unreadable.length > 0 ? { unreadable } : {}),
  });
}

/**
 * Reads a revision; returns a reason for people when it cannot be read. The number and holder of the card in
 * `guarantee` are never read.
 */
export function readRevision(revision: Fields & { id: string | null }): ChannelReservation | string {
  const uniqueId = textOf(revision['unique_id']);
  const number = textOf(revision['ota_reservation_code']) ?? uniqueId;
  if (revision.id === null) return 'it has no id';
  if (number === null) return 'it has neither ota_reservation_code nor unique_id';
  const status = STATUSES.find((one) => one === revision['status']);
  if (!status) return `its status ${excerpt(textOf(revision['status']) ?? '')} is not known`;
  const listed = listOf(revision['rooms']).map(fieldsOf);
  const numbers = roomNumbers(listed);
  const rooms = readRooms(revision, listed, numbers);
  // An order whose rooms are all cancelled is cancelled, whatever its status.
  const none = typeof rooms !== 'string' && rooms.length === 0;
  if (typeof rooms === 'string' && status !== 'cancelled') return rooms;
  const code = textOf(revision['currency']);
  const currency = code !== null && isCurrency(code) ? code : null;
  const soldBy = channelName(textOf(revision['ota_name']), uniqueId);
  const card = readVirtualCard(revision);
  return {
    reference: referenceOf(soldBy, number),
    shownReference: number,
    revision: revision.id,
    at: momentOf(revision['inserted_at']),
    soldBy,
    status: none ? 'cancelled' : status,
    guest: readCustomer(fieldsOf(revision['customer'])),
    currency,
    rooms: typeof rooms === 'string' ? [] : priced(rooms, orderTotal(revision, currency)),
    ...(numbers === null && { keysArePlaces: true }),
    notes: orderNotes(revision),
    arrivalTime: timeOf(revision['arrival_hour']),
    collectedBy: collectorOf(revision['payment_collect']),
    ...(card !== undefined && { virtualCard: card }),
    commission: amountOf(revision['ota_commission']),
    charges: serviceCharges(readServices(revision['services'])),
    receipt: revision.id,
    thread: threadOfBooking(textOf(revision['booking_id'])),
  };
}

/** Returns the rooms with their part of the order's total, and with the taxes that it includes. */
function priced(rooms: readonly ChannelRoomStay[], total: OrderTotal): ChannelRoomStay[] {
  return withServices(withTaxesOfTotal(rooms, total), total);
}

const STATUSES = ['new', 'modified', 'cancelled'] as const;

/** Returns our reference of an order. It contains the OTA, because two OTAs may use the same number. */
export function referenceOf(soldBy: string | null, number: string): string {
  return soldBy === null ? number : `${soldBy}/${number}`;
}

/** Returns the thread of an order's conversation, named by the order's id at Channex. */
export function threadOfBooking(bookingId: string | null): string | null {
  return bookingId === null ? null : `booking/${bookingId}`;
}

/** Returns the id at the OTA or at Channex of a reference or thread; null for ids without such a part. */
export function wireId(id: string): string | null {
  const slash = id.indexOf('/');
  return slash === -1 ? null : id.slice(slash + 1);
}

function readRooms(
  revision: Fields,
  rooms: readonly Fields[],
  numbers: readonly string[] | null,
): ChannelRoomStay[] | string {
  if (rooms.length === 0) return 'it has no rooms';
  const stays: ChannelRoomStay[] = [];
  for (const [index, room] of rooms.entries()) {
    // A room that was cancelled alone stays in the list.
    if (room['is_cancelled'] === true) continue;
    const checkin = dateOf(room['checkin_date'] ?? revision['arrival_date']);
    const checkout = dateOf(room['checkout_date'] ?? revision['departure_date']);
    const stay = stayBetween(checkin, checkout);
    if (!stay) return `room ${index + 1} has no stay`;
    stays.push({
      key: numbers ? `ota-${numbers[index]}` : `room-${index + 1}`,
      externalRoom: textOf(room['room_type_id']),
      externalRate: textOf(fieldsOf(room['meta'])['parent_rate_plan_id']) ?? textOf(room['rate_plan_id']),
      ...stay,
      total: amountOf(room['amount']),
      nights: readPrices(room['days']),
      guestName: fullName(fieldsOf(listOf(room['guests'])[0])),
      party: readGuestCounts(room['occupancy'], rooms.length === 1 ? revision['occupancy'] : undefined),
      notes: roomNotes(room, revision['currency']),
      guests: readNamedGuests(room['guests']),
      meal: mealOf(lineOf(fieldsOf(room['meta'])['meal_plan'])),
      commission: amountOf(room['ota_commission']),
      charges: [...serviceCharges(readServices(room['services'])), ...readTaxes(room['taxes'])],
    });
  }
  return stays;
}

/** Returns the OTA's own numbers of the rooms; null = it has none, as every OTA but Booking.com, or the same for all. */
function roomNumbers(rooms: readonly Fields[]): string[] | null {
  const numbers = rooms.flatMap((room) => textOf(room['ota_unique_id']) ?? []);
  return numbers.length === rooms.length && new Set(numbers).size === rooms.length ? numbers : null;
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

/**
 * Returns the order's total. `amount` includes services. With a cancelled room in the order it is ambiguous
 * and not used.
 */
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
