// Which rooms and rates a hotel has at Booking.com: the two B.XML requests by which others map them.
import type { Answer, Incoming } from '../exchange.ts';
import type { Hotel } from '../hotel.ts';
import { document, el, type Markup, NotXml, readXml, textOf } from '../xml.ts';
import { fault, withRuid } from './answers.ts';
import type { BookingCom } from './here.ts';

export function roomRates(here: BookingCom, request: Incoming, account: string): Answer {
  return ofHotel(here, request, account, ({ rooms }) =>
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

export function rooms(here: BookingCom, request: Incoming, account: string): Answer {
  return ofHotel(here, request, account, (hotel) =>
    el(
      'rooms',
      {},
      hotel.rooms.map(({ id, title }) => el('room', { id }, title)),
    ),
  );
}

function ofHotel(
  here: BookingCom,
  request: Incoming,
  account: string,
  write: (hotel: Hotel) => Markup,
): Answer {
  try {
    const root = readXml(request.body);
    const hotel = here.core.hotels.find(textOf(root, 'hotel_id'));
    if (root.name !== 'request' || !hotel) return fault(400, 'request/hotel_id names no hotel');
    if (hotel.account !== account) return fault(403, `You do not have access to hotel:${hotel.id}`);
    return { body: withRuid(document(write(hotel))) };
  } catch (error) {
    if (error instanceof NotXml) return fault(400, `XML: ${error.message}`);
    throw error;
  }
}
