// Writes a reservation in Booking.com's variant of OTA: prices per night, no departure date, amounts in minor
// units.
import { type OtaReservation, type Revision, type Stay, totalOf } from '../book.ts';
import { el, type XmlMarkup } from '../xml.ts';
import {
  addressOf,
  cardComment,
  commission,
  guarantee,
  guestsOf,
  type Money,
  moneyIn,
  type NumberedGuest,
  priceDetails,
  roomDescription,
} from './write-details.ts';

export type Writing = {
  /** whether to include the guest's card, which only the first delivery contains */
  card: boolean;
  cancelMarker: string;
  /** writes a cancelled reservation without rooms and without the marker */
  withoutRooms: boolean;
};

export function writeReservation(
  name: string,
  reservation: OtaReservation,
  revision: Revision,
  { card, cancelMarker, withoutRooms }: Writing,
): XmlMarkup {
  const { stays } = revision;
  const isCancelled = revision.kind === 'cancelled';
  const money = moneyIn(reservation.currency);
  const guests = guestsOf(reservation, revision);
  const total = totalOf(stays);
  const comments = [revision.notes, cardComment(reservation, revision)].filter((text) => text);
  return el(
    name,
    { ResStatus: isCancelled && !withoutRooms ? cancelMarker : undefined },
    el(
      'RoomStays',
      {},
      (isCancelled && withoutRooms ? [] : stays).map((stay) =>
        roomStay({ reservation, revision, stay, guests, money }),
      ),
    ),
    el('ResGuests', {}, guests.map(resGuest)),
    el(
      'ResGlobalInfo',
      {},
      comments.length === 0 ? undefined : el('Comments', {}, comments.map(comment)),
      // A guest's card is sent once, a virtual one with every delivery.
      card || reservation.details.collect === 'ota' ? guarantee(reservation, revision, money) : undefined,
      el('Total', money.priced('AmountAfterTax', total)),
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
      el('TotalCommissions', {}, commission(total, money)),
    ),
  );
}

function resGuest({ number, givenName, surname }: NumberedGuest): XmlMarkup {
  const name = el('PersonName', {}, el('Surname', {}, `${givenName} ${surname}`));
  return el('ResGuest', { ResGuestRPH: number }, customer(name));
}

type Room = {
  reservation: OtaReservation;
  revision: Revision;
  stay: Stay;
  guests: readonly NumberedGuest[];
  money: Money;
};

function roomStay({ reservation, revision, stay, guests, money }: Room): XmlMarkup {
  const { arrivalTime, requests } = revision;
  const total = totalOf([stay]);
  return el(
    'RoomStay',
    { IndexNumber: stay.index },
    el('RoomTypes', {}, el('RoomType', { RoomTypeCode: stay.room }, roomDescription(reservation))),
    el('RatePlans', {}, el('RatePlan', {}, el('Commission', {}, commission(total, money)))),
    el(
      'RoomRates',
      {},
      stay.prices.map(({ date, price }) =>
        el(
          'RoomRate',
          { EffectiveDate: date, RatePlanCode: stay.rate },
          el('Rates', {}, el('Rate', {}, el('Total', money.priced('AmountAfterTax', price)))),
        ),
      ),
    ),
    el(
      'GuestCounts',
      {},
      el('GuestCount', { Count: stay.adults, AgeQualifyingCode: 10 }),
      stay.ages.map((age) => el('GuestCount', { Count: 1, AgeQualifyingCode: 8, Age: age })),
    ),
    el('Total', money.priced('AmountAfterTax', total)),
    el('BasicPropertyInfo', { HotelCode: reservation.hotel }),
    el(
      'ResGuestRPHs',
      {},
      guests.filter((one) => one.stay === stay.index).map(({ number }) => el('ResGuestRPH', { RPH: number })),
    ),
    arrivalTime === ''
      ? undefined
      : el('Comments', {}, comment(`Approximate time of arrival: ${hourFrom(arrivalTime)}`)),
    requests.length === 0
      ? undefined
      : el(
          'SpecialRequests',
          {},
          requests.map((request) => el('SpecialRequest', {}, el('Text', {}, request))),
        ),
    priceDetails(reservation.details.taxes, total, money),
  );
}

function comment(text: string | undefined): XmlMarkup {
  return el('Comment', {}, el('Text', {}, text));
}

/** Formats an arrival time as Booking.com does: 18:00 becomes `between 18:00 and 19:00`. */
function hourFrom(time: string): string {
  const hour = Number(time.slice(0, 2));
  const next = String((hour + 1) % 24).padStart(2, '0');
  return `between ${time} and ${next}${time.slice(2)}`;
}

function booker(reservation: OtaReservation): XmlMarkup {
  const { guest } = reservation;
  return customer(
    el('PersonName', {}, el('GivenName', {}, guest.givenName), el('Surname', {}, guest.surname)),
    el('Telephone', { PhoneNumber: guest.phone }),
    el('Email', {}, guest.email),
    addressOf(reservation),
  );
}

function customer(...content: XmlMarkup[]): XmlMarkup {
  return el('Profiles', {}, el('ProfileInfo', {}, el('Profile', {}, el('Customer', {}, content))));
}
