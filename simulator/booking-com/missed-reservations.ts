// The list of reservations that nobody acknowledged within half an hour, for accounts in the Reservation Recovery programme. Until they are
// acknowledged they can be read by their numbers.
import { lastOf, type OtaReservation } from '../book.ts';
import type { Route } from '../http-server.ts';
import type { BookingCom, Guarded } from './context.ts';
import { refuse } from './errors.ts';
import { isMissed } from './reservations.ts';

export function missedReservations(context: BookingCom, guarded: Guarded): Route {
  const { hotels, book } = context.core;
  return {
    method: 'GET',
    path: '/reservations-flow-control/missed-reservations',
    kind: 'missed',
    handle: guarded((request, account) => {
      if (!context.recoversMissed) return refuse(403, request);
      const data = book
        .all()
        .filter((one) => hotels.find(one.hotel)?.account === account && isMissed(context, one))
        .map((one) => entryOf(one));
      request.counted(data.length);
      return { body: { errors: [], data, meta: { ruid: 'simulated' } } };
    }),
  };
}

function entryOf(one: OtaReservation) {
  const { kind } = lastOf(one);
  return {
    checkin: one.stays[0]?.arrival,
    reference_type: kind === 'new' ? 'confirmation_to_hotel' : `${kind}_to_hotel`,
    hotel_id: Number(one.hotel),
    uri: `https://secure-supply-xml.booking.com?id=${one.reference}&hotel_id=${one.hotel}`,
    reservation_status: one.status === 'booked' ? 'active' : 'cancelled',
    reservation_id: Number(one.reference),
  };
}
