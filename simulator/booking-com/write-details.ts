// Writes what a reservation at Booking.com says beyond its stays: meals, guests, taxes, the payment card, commission.
//
// Source: developers.booking.com, RoomDescription, ResGuests, PaymentCard, Address, "Payments Clarity Package v2" and
// "Understanding per person charges collection" (read 2026-11-23). There is no language of the guest among the
// documented elements of a customer.
import type { OtaReservation, Revision, Stay } from '../book.ts';
import {
  COMMISSION,
  COMPANY_ADDRESS,
  cardWindow,
  MEAL_PLANS,
  type OtaTax,
  TEST_CARD,
} from '../order-details.ts';
import { el, type XmlMarkup } from '../xml.ts';

/** Amounts in minor units of a currency. */
export type Money = {
  /** the attribute `name` with the amount, and its decimal places */
  amount(name: string, major: number): Record<string, string | number>;
  /** the same, with the currency */
  priced(name: string, major: number): Record<string, string | number>;
};

export function moneyIn(currency: string): Money {
  const places = currency === 'JPY' ? 0 : 2;
  const amount: Money['amount'] = (name, major) => ({
    [name]: Math.round(major * 10 ** places),
    DecimalPlaces: places,
  });
  return { amount, priced: (name, major) => ({ ...amount(name, major), CurrencyCode: currency }) };
}

/** Returns the commission of a price. */
export function commission(price: number, money: Money): XmlMarkup {
  return el('CommissionPayableAmount', money.priced('Amount', price * COMMISSION));
}

export function roomDescription({ details }: OtaReservation): XmlMarkup {
  const meals = details.meal === null ? undefined : el('MealPlan', {}, MEAL_PLANS[details.meal]);
  return el('RoomDescription', { Name: 'Room' }, el('Text', {}, 'A room'), meals);
}

/** A guest of a room by name, with the number by which the room refers to it. */
export type NumberedGuest = { number: number; stay: number; givenName: string; surname: string };

/** Returns the guests of all rooms; companions are in the first room, with the numbers after those of the rooms. */
export function guestsOf({ details }: OtaReservation, { stays }: Revision): NumberedGuest[] {
  const last = Math.max(0, ...stays.map(({ index }) => index));
  const first = stays[0]?.index ?? 1;
  return [
    ...stays.map(({ index, guest }) => ({ number: index, stay: index, ...namesOf(guest) })),
    ...details.companions.map(({ guest }, i) => ({ number: last + 1 + i, stay: first, ...namesOf(guest) })),
  ];
}

function namesOf({ givenName, surname }: Stay['guest']) {
  return { givenName, surname };
}

/**
 * Returns the taxes of a room with both views. `Inclusive` means in the guest's view that Booking.com takes the amount
 * with the price, in the property's view that the property gets it with the price.
 */
export function priceDetails(taxes: readonly OtaTax[], total: number, money: Money): XmlMarkup | undefined {
  if (taxes.length === 0) return undefined;
  const view = (name: string) =>
    el(
      name,
      {},
      el(
        'Taxes',
        {},
        taxes.map((tax) => writeTax(tax, money)),
      ),
      el('Total', money.amount('Amount', total)),
    );
  return el('PriceDetails', {}, view('GuestView'), view('HotelView'));
}

function writeTax({ name, price, included }: OtaTax, money: Money): XmlMarkup {
  const attributes = {
    ...money.priced('Amount', price),
    ChargeFrequency: PER_STAY,
    Code: name === 'City tax' ? CITY_TAX : undefined,
    Type: included ? 'Inclusive' : 'Exclusive',
  };
  return el('Tax', attributes, el('TaxDescription', {}, el('Text', {}, name)));
}

/** Codes of OpenTravel's lists CHG and FTT. */
const PER_STAY = 12;
const CITY_TAX = 3;

/**
 * Returns the payment card, with a public test number: the guest's, or the virtual one that Booking.com pays with. Its
 * balance is the whole price: Booking.com invoices the commission.
 */
export function guarantee({ details }: OtaReservation, revision: Revision, money: Money): XmlMarkup {
  const window = cardWindow(revision.stays.map(({ arrival }) => arrival).sort()[0] ?? '2030-01-01');
  const total = revision.stays.flatMap(({ prices }) => prices).reduce((sum, { price }) => sum + price, 0);
  const card =
    details.collect === 'ota'
      ? el(
          'PaymentCard',
          {
            CardCode: 'MC',
            CardNumber: TEST_CARD,
            SeriesCode: '987',
            ExpireDate: '1230',
            EffectiveDate: window.from,
            ...money.priced('CurrentBalance', total),
            VCCExpirationDate: window.until,
          },
          el('CardHolderName', {}, 'Sample Agent'),
        )
      : el(
          'PaymentCard',
          { CardCode: 'VI', CardNumber: TEST_CARD, SeriesCode: '', ExpireDate: '1230' },
          el('CardHolderName', {}, 'NOCCRESERVATION'),
        );
  return el('Guarantee', {}, el('GuaranteesAccepted', {}, el('GuaranteeAccepted', {}, card)));
}

/** Returns Booking.com's sentence about its virtual card; undefined where the guest pays the property. */
export function cardComment({ details }: OtaReservation, { stays }: Revision): string | undefined {
  const [first] = stays.map(({ arrival }) => arrival).sort();
  return details.collect === 'ota' && first
    ? `You have received a virtual credit card for this reservation. You may charge it as of ${first}.`
    : undefined;
}

export function addressOf({ guest, details }: OtaReservation): XmlMarkup {
  const { street, city, postalCode } = COMPANY_ADDRESS;
  return el(
    'Address',
    {},
    el('AddressLine', {}, details.company === null ? '.' : street),
    el('CityName', {}, details.company === null ? '.' : city),
    details.company === null ? el('PostalCode') : el('PostalCode', {}, postalCode),
    el('CountryName', { Code: guest.country.toLowerCase() }),
    details.company === null ? undefined : el('CompanyName', {}, details.company),
  );
}
