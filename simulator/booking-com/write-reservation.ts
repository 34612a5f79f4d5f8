// Writes a reservation in Booking.com's variant of OTA: prices per night, no departure date, amounts in minor
// units.
import { type OtaReservation, type Revision, type Stay, totalOf } from '../book.ts';
import { el, type XmlMarkup } from '../xml.ts';

export type Writing = {
  /** whether to include card data, which only the first delivery contains */
  card: boolean;
  cancelMarker: string;
};

export function writeReservation(
  name: string,
  reservation: OtaReservation,
  revision: Revision,
  { card, cancelMarker }: Writing,
): XmlMarkup {
  const { stays } = revision;
  const money = moneyIn(reservation.currency);
  return el(
    name,
    { ResStatus: revision.kind === 'cancelled' ? cancelMarker : undefined },
    el(
      'RoomStays',
      {},
      stays.map((stay) => roomStay({ reservation, revision, stay, money })),
    ),
    el(
      'ResGuests',
      {},
      stays.map(({ index, guest }) =>
        el(
          'ResGuest',
          { ResGuestRPH: index },
          customer(el('PersonName', {}, el('Surname', {}, `${guest.givenName} ${guest.surname}`))),
        ),
      ),
    ),
    el(
      'ResGlobalInfo',
      {},
      revision.notes ? comment(revision.notes) : undefined,
      card ? guarantee() : undefined,
      el('Total', money(totalOf(stays))),
      el(
        'HotelReservationIDs',
        {},
        el('HotelReservationID', {
          ResID_Value: reservation.reference,
          ResID_Source: 'BOOKING.COM',
          ResID_Type: 14,
          ResID_Date: revision.at.slice(0, 19),
        }),
      ),
      booker(reservation),
    ),
  );
}

type Money = (amount: number) => Record<string, string | number>;

function moneyIn(currency: string): Money {
  const places = currency === 'JPY' ? 0 : 2;
  return (amount) => ({
    AmountAfterTax: Math.round(amount * 10 ** places),
    DecimalPlaces: places,
    CurrencyCode: currency,
  });
}

type Room = { reservation: OtaReservation; revision: Revision; stay: Stay; money: Money };

function roomStay({ reservation, revision: { arrivalTime, requests }, stay, money }: Room): XmlMarkup {
  const total = totalOf([stay]);
  const { AmountAfterTax: commission, ...unit } = money(total * 0.15);
  return el(
    'RoomStay',
    { IndexNumber: stay.index },
    el(
      'RoomTypes',
      {},
      el(
        'RoomType',
        { RoomTypeCode: stay.room },
        el('RoomDescription', { Name: 'Room' }, el('Text', {}, 'A room')),
      ),
    ),
    el(
      'RatePlans',
      {},
      el(
        'RatePlan',
        {},
        el('Commission', {}, el('CommissionPayableAmount', { Amount: commission, ...unit })),
      ),
    ),
    el(
      'RoomRates',
      {},
      stay.prices.map(({ date, price }) =>
        el(
          'RoomRate',
          { EffectiveDate: date, RatePlanCode: stay.rate },
          el('Rates', {}, el('Rate', {}, el('Total', money(price)))),
        ),
      ),
    ),
    el(
      'GuestCounts',
      {},
      el('GuestCount', { Count: stay.adults, AgeQualifyingCode: 10 }),
      stay.ages.map((age) => el('GuestCount', { Count: 1, AgeQualifyingCode: 8, Age: age })),
    ),
    el('Total', money(total)),
    el('BasicPropertyInfo', { HotelCode: reservation.hotel }),
    el('ResGuestRPHs', {}, el('ResGuestRPH', { RPH: stay.index })),
    arrivalTime === '' ? undefined : comment(`Approximate time of arrival: ${hourFrom(arrivalTime)}`),
    requests.length === 0
      ? undefined
      : el(
          'SpecialRequests',
          {},
          requests.map((request) => el('SpecialRequest', {}, el('Text', {}, request))),
        ),
  );
}

function comment(text: string): XmlMarkup {
  return el('Comments', {}, el('Comment', {}, el('Text', {}, text)));
}

/** Formats an arrival time as Booking.com does: 18:00 becomes `between 18:00 and 19:00`. */
function hourFrom(time: string): string {
  const hour = Number(time.slice(0, 2));
  const next = String((hour + 1) % 24).padStart(2, '0');
  return `between ${time} and ${next}${time.slice(2)}`;
}

/** Returns card data with a public test number, so that tests can find where it is stored. */
function guarantee(): XmlMarkup {
  return el(
    'Guarantee',
    {},
    el(
      'GuaranteesAccepted',
      {},
      el(
        'GuaranteeAccepted',
        {},
        el(
          'PaymentCard',
          { CardCode: 'VI', CardNumber: '4111111111111111', SeriesCode: '', ExpireDate: '1230' },
          el('CardHolderName', {}, 'NOCCRESERVATION'),
        ),
      ),
    ),
  );
}

function booker({ guest }: OtaReservation): XmlMarkup {
  return customer(
    el('PersonName', {}, el('GivenName', {}, guest.givenName), el('Surname', {}, guest.surname)),
    el('Telephone', { PhoneNumber: guest.phone }),
    el('Email', {}, guest.email),
    el(
      'Address',
      {},
      el('AddressLine', {}, '.'),
      el('CityName', {}, '.'),
      el('PostalCode'),
      el('CountryName', { Code: guest.country.toLowerCase() }),
    ),
  );
}

function customer(...content: XmlMarkup[]): XmlMarkup {
  return el('Profiles', {}, el('ProfileInfo', {}, el('Profile', {}, el('Customer', {}, content))));
}
