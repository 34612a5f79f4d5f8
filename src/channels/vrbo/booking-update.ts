// Writes the `bookingUpdate` that Vrbo fetches: current dates, guests and order of a booking.

import type { StoredReservation } from '../channel.ts';
import { fieldsOf, readJson } from '../json.ts';
import type { Markup } from '../xml.ts';
import { DOCUMENT_VERSION, element, printable } from './document.ts';
import { orderList } from './order.ts';
import { countOf } from './reservations.ts';
import { unitOf, type VrboConnection } from './settings.ts';

/** Writes the current state of a booking, with its order, from which Vrbo calculates its commission. */
export function bookingUpdate(
  { reservation, reservationIds, booking }: StoredReservation,
  connection: VrboConnection,
): Markup {
  const [room] = reservation.rooms;
  const unit = unitOf(room?.externalRoom ?? '');
  const { adults, children, pets, locale, items } = fieldsOf(readJson(reservation.receipt));
  const { reference } = reservation;
  const cancelled = reservation.status === 'cancelled';
  const dates = room
    ? [element('beginDate', String(room.checkin)), element('endDate', String(room.checkout))]
    : null;
  return element('bookingUpdate', [
    element('documentVersion', DOCUMENT_VERSION),
    element('bookingUpdateDetails', [
      element('advertiserAssignedId', connection.settings.advertiser_id),
      element('listingExternalId', unit.listing),
      element('unitExternalId', unit.unit),
      element('externalId', printable(reference)),
      booking ? element('guestProfileExternalId', `guest-${reservationIds[0]}`) : null,
      booking ? inquirerOf(booking) : null,
      element('locale', typeof locale === 'string' ? printable(locale) : connection.settings.locale),
      booking ? orderList({ reference, cancelled }, booking, items) : null,
      element('reservationPaymentStatus', connection.settings.payment_status),
      element('reservation', [
        element('numberOfAdults', countOf(adults, 1)),
        element('numberOfChildren', countOf(children, 0)),
        element('numberOfPets', countOf(pets, 0)),
        dates && element('reservationDates', dates),
      ]),
      element('reservationStatus', cancelled ? connection.settings.cancelled_as : 'CONFIRMED'),
    ]),
  ]);
}

/** Writes the guest; all but the last word of the name are taken for first names. */
function inquirerOf({
  guestName,
  guestEmail,
  guestPhone,
}: NonNullable<StoredReservation['booking']>): Markup {
  const names = printable(guestName).trim().split(/\s+/);
  const last = names.length > 1 ? names.pop()! : '';
  return element('inquirer', [
    element('firstName', names.join(' ')),
    element('lastName', last),
    guestEmail === null ? null : element('emailAddress', printable(guestEmail)),
    guestPhone === null ? null : element('phoneNumber', printable(guestPhone)),
  ]);
}
