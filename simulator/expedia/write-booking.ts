// Writes a booking in the format of BR: one room; a cancellation has zeros as room, rate and prices. There is no language,
// company, meal or commission in it, and of the guests only the one who booked is named.
//
// Source: Expedia QuickConnect, "Booking Retrieval and Booking Confirmation", response and examples (read 2026-11-23).
import { type OtaReservation, type Revision, type Stay, totalOf } from '../book.ts';
import { inSeconds } from '../dates.ts';
import { includedIn, sumOf, TEST_CARD } from '../order-details.ts';
import { el, type XmlMarkup } from '../xml.ts';
import type { Expedia } from './context.ts';

export type BookingType = 'Book' | 'Modify' | 'Cancel';

type Written = { booking: OtaReservation; revision: Revision; type: BookingType; status: string };

export function writeBooking(context: Expedia, { booking, revision, type, status }: Written): XmlMarkup {
  const stay = revision.stays[0]!;
  const { guest, details } = booking;
  const byHotel = details.collect === 'property';
  const confirmation = booking.revisions.findLast((one) => one.confirmation)?.confirmation;
  const rooms = context.core.book.all(booking.hotel).filter(({ order }) => order === booking.order).length;
  return el(
    'Booking',
    {
      id: booking.reference,
      type,
      createDateTime: inSeconds(revision.at),
      source: byHotel ? 'A-Expedia' : 'Expedia',
      status,
      confirmNumber: confirmation,
    },
    el('Hotel', { id: booking.hotel }),
    type === 'Cancel' ? cancelledStay(booking, stay) : roomStay(context, booking, { stay, at: revision.at }),
    el(
      'PrimaryGuest',
      {},
      el('Name', { givenName: guest.givenName, surname: guest.surname }),
      el('Phone', { countryCode: 0, cityAreaCode: 0, number: guest.phone.replace(/\D/g, '') }),
      el('Email', {}, guest.email),
    ),
    rooms > 1 ? el('SpecialRequest', { code: '3' }, `Multi-room booking of ${rooms} rooms`) : undefined,
    revision.requests.map((request) => el('SpecialRequest', { code: '1.14' }, request)),
    revision.notes ? el('SpecialRequest', { code: '4' }, revision.notes) : undefined,
    el('SpecialRequest', { code: '5' }, byHotel ? COLLECT_FROM_GUEST : 'Expedia collects payment'),
  );
}

const COLLECT_FROM_GUEST = 'Hotel Collect Booking  Collect Payment From Guest';

/** Time after which a virtual card is no longer in the responses. */
const CARD_SHOWN_MS = 48 * 3_600_000;

/**
 * Writes the stay. Fees are reported by night and taxes for the stay; `Total` is the sum of all. What the guest pays at
 * the property in addition is not reported. The base rates are those of the calendar: a hotel with net rates gets them
 * from Expedia; with sell rates it would get less.
 */
function roomStay(
  { core }: Expedia,
  { currency, guest, details }: OtaReservation,
  { stay, at }: { stay: Stay; at: string },
): XmlMarkup {
  const byHotel = details.collect === 'property';
  const taxes = sumOf(includedIn(details, 'tax'));
  const total = (totalOf([stay]) + sumOf(includedIn(details))).toFixed(2);
  const showsCard = byHotel || core.now() - Date.parse(at) < CARD_SHOWN_MS;
  return el(
    'RoomStay',
    { roomTypeID: stay.room, ratePlanID: byHotel ? `${stay.rate}A` : stay.rate },
    el('StayDate', { arrival: stay.arrival, departure: stay.departure }),
    el(
      'GuestCount',
      { adult: stay.adults, child: stay.children > 0 ? stay.children : undefined },
      stay.ages.map((age) => el('Child', { age })),
    ),
    el('PerDayRates', { currency }, perDayRates(stay, sumOf(includedIn(details, 'fee')))),
    el('Total', { amountAfterTaxes: total, amountOfTaxes: taxes.toFixed(2), currency }),
    el('BaseRateType', {}, byHotel ? 'Sell' : 'Net'),
    el('PaymentMethod', {}, byHotel ? 'CustomerCreditCard' : 'VirtualCard'),
    byHotel ? undefined : el('Payment', { amount: total, currencyCode: currency, model: 'ExpediaCollect' }),
    showsCard
      ? paymentCard(byHotel ? guest.surname : 'Expedia VirtualCard', byHotel ? null : stay)
      : undefined,
  );
}

/** Writes the nights, with the fees of the stay in equal parts; the last night has what remains. */
function perDayRates({ prices }: Stay, fees: number): XmlMarkup[] {
  const part = Math.floor((fees * 100) / prices.length) / 100;
  return prices.map(({ date, price }, i) => {
    const fee = i < prices.length - 1 ? part : fees - part * (prices.length - 1);
    return el('PerDayRate', {
      stayDate: date,
      baseRate: price.toFixed(2),
      hotelServiceFees: fees === 0 ? undefined : fee.toFixed(2),
    });
  });
}

/** `virtual`: the stay that Expedia's card pays for, which can be charged from the arrival on. */
function paymentCard(holder: string, virtual: Stay | null): XmlMarkup {
  const card = {
    cardCode: virtual ? 'MC' : 'VI',
    cardNumber: TEST_CARD,
    seriesCode: '123',
    expireDate: '1230',
  };
  return el(
    'PaymentCard',
    { ...card, cardActivation: virtual?.arrival },
    el('CardHolder', { name: holder, address: '.', city: '.', postalCode: '.', country: 'US' }),
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
