// Writes a booking in the format of BR: one room; a cancellation has zeros as room, rate and prices.
import { type OtaReservation, type Revision, type Stay, totalOf } from '../book.ts';
import { el, type XmlMarkup } from '../xml.ts';
import type { Expedia } from './context.ts';

export type BookingType = 'Book' | 'Modify' | 'Cancel';

type Written = { booking: OtaReservation; revision: Revision; type: BookingType; status: string };

export function writeBooking(context: Expedia, { booking, revision, type, status }: Written): XmlMarkup {
  const stay = revision.stays[0]!;
  // Derived from the number, so that it does not change with the booking.
  const collect = (context.options.hotelCollect ?? true) && Number(booking.reference) % 2 === 0;
  const confirmation = booking.revisions.findLast((one) => one.confirmation)?.confirmation;
  const rooms = context.core.book.all(booking.hotel).filter(({ order }) => order === booking.order).length;
  return el(
    'Booking',
    {
      id: booking.reference,
      type,
      createDateTime: revision.at,
      source: collect ? 'A-Expedia' : 'Expedia',
      status,
      confirmNumber: confirmation,
    },
    el('Hotel', { id: booking.hotel }),
    type === 'Cancel' ? cancelledStay(booking, stay) : roomStay(booking, stay, collect),
    el(
      'PrimaryGuest',
      {},
      el('Name', { givenName: booking.guest.givenName, surname: booking.guest.surname }),
      el('Phone', { countryCode: 0, cityAreaCode: 0, number: booking.guest.phone.replace(/\D/g, '') }),
      el('Email', {}, booking.guest.email),
    ),
    rooms > 1 ? el('SpecialRequest', { code: '3' }, `Multi-room booking of ${rooms} rooms`) : undefined,
    revision.requests.map((request) => el('SpecialRequest', { code: '1.14' }, request)),
    revision.notes ? el('SpecialRequest', { code: '4' }, revision.notes) : undefined,
    collect ? undefined : el('SpecialRequest', { code: '5' }, 'Expedia collects payment'),
  );
}

function roomStay(booking: OtaReservation, stay: Stay, collect: boolean): XmlMarkup {
  const { currency } = booking;
  return el(
    'RoomStay',
    { roomTypeID: stay.room, ratePlanID: collect ? `${stay.rate}A` : stay.rate },
    el('StayDate', { arrival: stay.arrival, departure: stay.departure }),
    el(
      'GuestCount',
      { adult: stay.adults, child: stay.children > 0 ? stay.children : undefined },
      stay.ages.map((age) => el('Child', { age })),
    ),
    el(
      'PerDayRates',
      { currency },
      stay.prices.map(({ date, price }) => el('PerDayRate', { stayDate: date, baseRate: price.toFixed(2) })),
    ),
    el('Total', { amountAfterTaxes: totalOf([stay]).toFixed(2), amountOfTaxes: '0.00', currency }),
    el('BaseRateType', {}, collect ? 'Sell' : 'Net'),
    el('PaymentMethod', {}, collect ? 'CustomerCreditCard' : 'VirtualCard'),
    el(
      'PaymentCard',
      { cardCode: 'VI', cardNumber: '4111111111111111', seriesCode: '123', expireDate: '1230' },
      el('CardHolder', {
        name: booking.guest.surname,
        address: '.',
        city: '.',
        postalCode: '.',
        country: 'US',
      }),
    ),
  );
}

function cancelledStay({ currency }: OtaReservation, stay: Stay): XmlMarkup {
  return el(
    'RoomStay',
    { roomTypeID: 0, ratePlanID: 0 },
    el('StayDate', { arrival: stay.arrival, departure: stay.departure }),
    el('GuestCount', { adult: stay.adults }),
    el(
      'PerDayRates',
      { currency },
      stay.prices.map(({ date }) => el('PerDayRate', { stayDate: date, baseRate: '0.00' })),
    ),
    el('Total', { amountAfterTaxes: '0.00', amountOfTaxes: '0.00', currency }),
  );
}
