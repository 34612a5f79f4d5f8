// Reads the bookings that a partner sends.

import { createHash } from 'node:crypto';
import type { ChannelReservation, ChannelRoomStay } from '../../model/channel-records.ts';
import { isCurrency } from '../../model/money.ts';
import { MAX_STAY_NIGHTS, parseDate } from '../../model/night.ts';
import { isPayable } from '../amounts.ts';
import { knownChannelName } from '../channel-names.ts';
import { collectorOf, depositLines, fullName, readCustomer, readNamedGuests } from '../customer.ts';
import { digestOf } from '../digest.ts';
import { linesOf } from '../guest-details.ts';
import { amountOf, type Fields, fieldsOf, lineOf, listOf, momentOf, textOf, timeOf } from '../json.ts';
import { readGuestCounts } from '../occupancy.ts';
import { type OrderTotal, withServices } from '../order-total.ts';
import { excerpt } from '../responses.ts';
import { readServices, type SoldService, serviceCharges, servicesNote } from '../services.ts';
import { MAX_ROOMS_PER_ORDER, sizeError, stayBetween } from '../validate-stay.ts';
import { foreignBalance, readVirtualCard } from '../virtual-card.ts';
import type { OpenChannelConnection } from './settings.ts';

/**
 * Reads a booking; returns a reason for people when it cannot be read. Of `guarantee`, the card, only the window and the
 * balance of a virtual one are read.
 */
export function readBooking(
  booking: Fields,
  { connection, key }: { connection: OpenChannelConnection; key: string | null },
): ChannelReservation | string {
  const { hotel_code } = connection.settings;
  if (textOf(booking['hotel_code']) !== hotel_code) return `hotel_code must be ${hotel_code}`;
  const status = STATUSES.find((one) => one === booking['status']);
  if (!status) return `status must be ${STATUSES.join(', ')}`;
  const reference =
    textOf(booking['reservation_id']) ?? (status === 'new' ? makeReference(booking, key) : null);
  if (reference === null)
    return `reservation_id is missing: a booking that is ${status} needs the one it had`;
  const rooms = readRooms(booking);
  if (typeof rooms === 'string' && status !== 'cancelled') return rooms;
  const currency = textOf(booking['currency']);
  if (currency !== null && !isCurrency(currency) && status !== 'cancelled') {
    return `currency must be a code of ISO 4217, not ${excerpt(currency)}`;
  }
  const { guarantee: _, ...hashed } = booking;
  const card = readVirtualCard(booking);
  const named = textOf(booking['revision']) ?? key;
  return {
    reference,
    revision: named ?? digestOf({ ...hashed, ...(card && { virtualCard: card }) }, 32),
    ...(named === null && { digested: true }),
    at: momentOf(booking['updated_at']),
    soldBy: knownChannelName(textOf(booking['ota_name'])),
    status,
    guest: readCustomer(fieldsOf(booking['customer'])),
    currency: currency !== null && isCurrency(currency) ? currency : null,
    ...withCharges(typeof rooms === 'string' ? [] : rooms, orderTotal(booking, connection), connection),
    ...(listOf(booking['rooms']).some((room) => textOf(fieldsOf(room)['index']) === null) && {
      keysArePlaces: true,
    }),
    notes: notesOf(booking, connection),
    arrivalTime: timeOf(booking['arrival_hour']),
    collectedBy: collectorOf(booking['payment_collect']),
    ...(card !== undefined && { virtualCard: card }),
    receipt: reference,
    thread: textOf(booking['thread_id']),
  };
}

/** Returns the rooms with their services, and the services of the whole order. */
function withCharges(
  rooms: readonly ChannelRoomStay[],
  order: OrderTotal,
  { settings }: OpenChannelConnection,
) {
  const chargesOf = (services: readonly SoldService[]) =>
    serviceCharges(
      settings.services === 'in_price'
        ? services.map((service) => ({ ...service, excluded: false }))
        : services,
    );
  const ofRoom =
    (place: number) =>
    ({ room }: SoldService) =>
      room === place;
  const ofOrder = order.services.filter(({ room }) => room === null || room >= rooms.length);
  const charged = rooms.map((room, place) => ({
    ...room,
    charges: chargesOf(order.services.filter(ofRoom(place))),
  }));
  return { rooms: withServices(charged, order), charges: chargesOf(ofOrder) };
}

/**
 * Makes the reference of a new booking that has none, in the form of a UUID. It is derived from the
 * idempotency key, else from the content, so that a repeated message has the same reference.
 */
function makeReference(booking: Fields, key: string | null): string {
  const { guarantee: _, ...content } = booking;
  const hex = createHash('sha256')
    .update(key ?? JSON.stringify(content))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const STATUSES = ['new', 'modified', 'cancelled'] as const;

function readRooms(booking: Fields): ChannelRoomStay[] | string {
  const rooms = listOf(booking['rooms']).map(fieldsOf);
  if (rooms.length === 0) return 'rooms is empty';
  if (rooms.length > MAX_ROOMS_PER_ORDER) {
    return `rooms has ${rooms.length} items: one order may have ${MAX_ROOMS_PER_ORDER}, send several`;
  }
  const stays: ChannelRoomStay[] = [];
  for (const [index, room] of rooms.entries()) {
    const stay = readRoom(room, index, booking);
    if (typeof stay === 'string') return stay;
    stays.push(stay);
  }
  if (new Set(stays.map((stay) => stay.key)).size < stays.length) return 'rooms have the same index';
  return sizeError({ rooms: stays }) ?? stays;
}

function readRoom(room: Fields, index: number, booking: Fields): ChannelRoomStay | string {
  const nights: ChannelRoomStay['nights'] = [];
  const days = listOf(room['days']).map(fieldsOf);
  if (days.length > MAX_STAY_NIGHTS) return `rooms.${index}.days may have ${MAX_STAY_NIGHTS} items at most`;
  for (const day of days) {
    const date = parseDate(textOf(day['date']) ?? '');
    const price = amountOf(day['price']);
    if (!date || price === null || !isPayable(price))
      return `rooms.${index}.days must hold a date and a price each`;
    nights.push({ date, price });
  }
  const own = listOf(booking['rooms']).length > 1 ? spanOf(nights) : null;
  const checkin = parseDate(
    textOf(room['arrival_date']) ?? own?.from ?? textOf(booking['arrival_date']) ?? '',
  );
  const checkout = parseDate(
    textOf(room['departure_date']) ?? own?.until ?? textOf(booking['departure_date']) ?? '',
  );
  if (!checkin || !checkout) return 'arrival_date and departure_date must be dates, YYYY-MM-DD';
  const stay = stayBetween(checkin, checkout);
  if (!stay) return `departure_date must be after arrival_date, by ${MAX_STAY_NIGHTS} nights at most`;
  const { total_price: written } = room;
  const total = amountOf(written);
  if (written !== undefined && written !== null && (total === null || !isPayable(total))) {
    return `rooms.${index}.total_price must be an amount, not ${excerpt(JSON.stringify(written))}`;
  }
  const guests = readNamedGuests(room['guests']);
  return {
    key: textOf(room['index']) ?? String(index),
    externalRoom: textOf(room['room_type_code']),
    externalRate: textOf(fieldsOf(listOf(room['days'])[0])['rate_plan_code']),
    ...stay,
    total,
    nights,
    guestName: fullName(fieldsOf(listOf(room['guests'])[0])),
    guests,
    party: readGuestCounts(room['occupancy']),
  };
}

/**
 * Returns the stay of a room by its nights. The order's dates span all its rooms, so they do not give the
 * stay of one room.
 */
function spanOf(nights: ChannelRoomStay['nights']): { from: string; until: string } | null {
  const dates = nights.map(({ date }) => date).sort(Temporal.PlainDate.compare);
  const [first, last] = [dates[0], dates.at(-1)];
  return first && last ? { from: String(first), until: String(last.add({ days: 1 })) } : null;
}

/**
 * Returns the order's total data. The order has no total of its own: it is the sum of the rooms and the services that
 * are not excluded. The published API says the reverse: services that are not excluded are in the prices of the days,
 * and excluded ones are added to the order's total (docs.channex.io, "Open Channel API", read 2026-11-23).
 */
function orderTotal(booking: Fields, connection: OpenChannelConnection): OrderTotal {
  const currency = textOf(booking['currency']) ?? connection.currency;
  const inPrice = connection.settings.services === 'in_price';
  const services = readServices(booking['services']).map((service) =>
    inPrice ? { ...service, excluded: !service.excluded } : service,
  );
  return { currency: isCurrency(currency) ? currency : null, total: null, services };
}

/**
 * Returns the guest's notes, the order's services and deposits, a payment by bank transfer, and the balance of a virtual
 * card in another currency.
 */
function notesOf(booking: Fields, { settings }: OpenChannelConnection): string | null {
  const services =
    settings.services === 'in_price'
      ? listOf(booking['services']).map((service) => ({ ...fieldsOf(service), excluded: false }))
      : booking['services'];
  return linesOf(
    lineOf(booking['notes']),
    servicesNote(services, booking['currency']),
    booking['payment_type'] === 'bank_transfer' ? 'Payment: bank transfer of the channel' : null,
    foreignBalance(booking),
    ...depositLines(booking['deposits']),
  );
}
