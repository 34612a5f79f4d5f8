// B.XML summary of a hotel's reservations with a departure to come: enough to identify them, no guest
// details.
import { createHash } from 'node:crypto';
import { type OtaReservation, type Stay, totalOf } from '../book.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { el, type XmlMarkup } from '../xml.ts';
import type { BookingCom } from './context.ts';
import { ofHotel } from './mapping.ts';

/** Lists the reservations. Cancelled ones are omitted: the documents show no status, so this is assumed. */
export function reservationsSummary(context: BookingCom, request: Incoming, account: string): OtaResponse {
  const today = context.core.today();
  return ofHotel(context, request, account, (hotel) => {
    const coming = context.core.book
      .all(hotel.id)
      .filter(({ status, stays }) => status === 'booked' && stays.some(({ departure }) => departure > today));
    request.counted(coming.length);
    return el('reservations', {}, coming.map(summaryOf));
  });
}

function summaryOf(one: OtaReservation): XmlMarkup {
  return el(
    'reservation',
    {},
    el('customer', {}, el('first_name', {}, one.guest.givenName), el('last_name', {}, one.guest.surname)),
    el('date', {}, one.bookedAt.slice(0, 10)),
    el('id', {}, one.reference),
    one.stays.map((stay) => roomOf(one, stay)),
    el('time', {}, one.bookedAt.slice(11, 19)),
  );
}

function roomOf(one: OtaReservation, stay: Stay): XmlMarkup {
  return el(
    'room',
    {},
    el('arrival_date', {}, stay.arrival),
    el('currencycode', {}, one.currency),
    el('departure_date', {}, stay.departure),
    el('id', {}, stay.room),
    el('meal_plan', {}, 'Breakfast is included in the room rate.'),
    el('numberofguests', {}, String(stay.adults + stay.children)),
    stay.prices.map(({ date, price }) => el('price', { date, rate_id: stay.rate }, String(price))),
    el('roomreservation_id', {}, numberOf(one, stay)),
    el('totalprice', {}, String(totalOf([stay]))),
  );
}

/** Returns a number for a room of a reservation; it is not the room's index in the OTA messages. */
function numberOf({ reference }: OtaReservation, { index }: Stay): string {
  const digest = createHash('sha256').update(`${reference}/${index}`).digest('hex').slice(0, 8);
  return String(1_000_000_000 + (Number.parseInt(digest, 16) % 1_000_000_000));
}
