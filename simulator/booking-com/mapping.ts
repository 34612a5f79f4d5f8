// Rooms and rates of a hotel at Booking.com for mapping: two B.XML requests and the OTA product list.

import type { Hotel } from '../hotel.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { document, el, readXml, textOf, XmlError, type XmlMarkup } from '../xml.ts';
import type { BookingCom } from './context.ts';
import { fault, withRuid } from './errors.ts';
import { OTA_NAMESPACE } from './read-message.ts';

export function roomRates(context: BookingCom, request: Incoming, account: string): OtaResponse {
  return ofHotel(context, request, account, ({ rooms }) =>
    el(
      'rooms',
      {},
      rooms.map(({ id, title, maxPersons, rates }) =>
        el(
          'room',
          { id, room_name: title, max_persons: maxPersons },
          el(
            'rates',
            {},
            rates.map((rate) =>
              el('rate', {
                id: rate.id,
                rate_name: rate.title,
                readonly: Number(rate.readOnly),
                is_child_rate: Number(rate.readOnly),
                max_persons: maxPersons,
              }),
            ),
          ),
        ),
      ),
    ),
  );
}

export function rooms(context: BookingCom, request: Incoming, account: string): OtaResponse {
  return ofHotel(context, request, account, (hotel) =>
    el(
      'rooms',
      {},
      hotel.rooms.map(({ id, title }) => el('room', { id }, title)),
    ),
  );
}

/**
 * Returns a hotel's products as an OTA message; other clients request it to test their credentials. Only its
 * root is documented.
 */
export function products(context: BookingCom, request: Incoming, account: string): OtaResponse {
  const id = request.query.get('HotelCode');
  const hotel = context.core.hotels.find(id ?? undefined);
  if (hotel?.account !== account) return fault(403, `You do not have access to hotel:${id}`);
  const attributes = { xmlns: OTA_NAMESPACE, TimeStamp: context.core.stamp(), Version: '1.005' };
  const listed = hotel.rooms.flatMap((room) =>
    room.rates.map((rate) =>
      el(
        'HotelProduct',
        {},
        el('RoomTypes', {}, el('RoomType', { RoomTypeCode: room.id, RoomTypeName: room.title })),
        el('RatePlans', {}, el('RatePlan', { RatePlanCode: rate.id, RatePlanName: rate.title })),
      ),
    ),
  );
  const root = el(
    'OTA_HotelProductNotifRS',
    attributes,
    el('Success'),
    el('HotelProducts', { HotelCode: hotel.id }, listed),
  );
  return { body: withRuid(document(root)) };
}

/** Handles a B.XML request about one hotel. */
export function ofHotel(
  context: BookingCom,
  request: Incoming,
  account: string,
  write: (hotel: Hotel) => XmlMarkup,
): OtaResponse {
  try {
    const root = readXml(request.body);
    const hotel = context.core.hotels.find(textOf(root, 'hotel_id'));
    if (root.name !== 'request' || !hotel) return fault(400, 'request/hotel_id names no hotel');
    if (hotel.account !== account) return fault(403, `You do not have access to hotel:${hotel.id}`);
    return { body: withRuid(document(write(hotel))) };
  } catch (error) {
    if (error instanceof XmlError) return fault(400, `XML: ${error.message}`);
    throw error;
  }
}
