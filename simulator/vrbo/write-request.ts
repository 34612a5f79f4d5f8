// Writes a request to book: the traveller, the stay, the order with its rent, fees and taxes, and the form of payment. There
// is no company, meal or commission in it, and of the guests only the traveller is named.
import { type OtaReservation, totalOf } from '../book.ts';
import { includedIn, sumOf, TEST_CARD } from '../order-details.ts';
import { el, type XmlMarkup } from '../xml.ts';
import { listingOf } from './availability-queries.ts';
import type { Vrbo } from './context.ts';

export function bookingRequest(context: Vrbo, one: OtaReservation): XmlMarkup {
  const stay = one.stays[0]!;
  const { currency, details } = one;
  const total = totalOf(one.stays) + sumOf(includedIn(details));
  return el(
    'bookingRequest',
    {},
    el('documentVersion', {}, '1.3'),
    el(
      'bookingRequestDetails',
      {},
      el('advertiserAssignedId', {}, one.hotel),
      el('listingExternalId', {}, listingOf(context, one)),
      el('unitExternalId', {}, stay.room),
      el('propertyUrl', {}, `https://vrbo.example/${stay.room}`),
      el('listingChannel', {}, 'HOMEAWAY_US'),
      one.notes ? el('message', {}, one.notes) : undefined,
      inquirer(one.guest),
      el('commission'),
      el(
        'reservation',
        {},
        el('numberOfAdults', {}, stay.adults),
        el('numberOfChildren', {}, stay.children),
        el('numberOfPets', {}, 0),
        el('reservationDates', {}, el('beginDate', {}, stay.arrival), el('endDate', {}, stay.departure)),
        el('reservationOriginationDate', {}, one.bookedAt),
      ),
      el('orderItemList', {}, orderItems(context, one)),
      el(
        'paymentScheduleItemList',
        {},
        el(
          'paymentScheduleItem',
          {},
          el('amount', { currency }, total.toFixed(2)),
          el('dueDate', {}, context.core.today()),
        ),
      ),
      el('paymentForm', {}, details.collect === 'ota' ? el('paymentChannelMoR') : paymentCard(one)),
      el('travelerSource', {}, 'HOMEAWAY_US'),
      el('trackingUuid', {}, one.reference),
    ),
  );
}

type Item = {
  externalId?: string;
  feeType: string;
  name: string;
  productId?: string;
  /** major units */
  preTax: number;
  total?: number;
};

/**
 * Returns the items of an order. The rent is that of the calendar, before taxes; the taxes of the order are in its total.
 * What the guest pays at the property in addition is not in the order.
 */
function orderItems({ options }: Vrbo, { stays, currency, details }: OtaReservation): XmlMarkup[] {
  const rent = totalOf(stays);
  const items: Item[] = [
    {
      externalId: `rate-${stays[0]!.room}`,
      feeType: 'RENTAL',
      name: 'Rent',
      preTax: rent,
      total: rent + sumOf(includedIn(details, 'tax')),
    },
    ...includedIn(details, 'fee').map(({ name, price }) => {
      const code = name.toUpperCase().replaceAll(/[^A-Z]+/g, '_');
      return { externalId: code, feeType: 'MISC', name, productId: code, preTax: price };
    }),
  ];
  if (options.damageDeposit !== undefined) {
    const name = 'Refundable damage deposit';
    items.push({ feeType: 'DEPOSIT', name, productId: 'DEPOSIT_DAMAGE', preTax: options.damageDeposit });
  }
  return items.map((item) => writeItem(item, currency));
}

function writeItem(item: Item, currency: string): XmlMarkup {
  const { externalId, feeType, name, productId, preTax, total = preTax } = item;
  return el(
    'orderItem',
    {},
    externalId === undefined ? undefined : el('externalId', {}, externalId),
    el('feeType', {}, feeType),
    el('name', {}, name),
    el('preTaxAmount', { currency }, preTax.toFixed(2)),
    el('status', {}, 'PENDING'),
    el('totalAmount', { currency }, total.toFixed(2)),
    productId === undefined ? undefined : el('productId', {}, productId),
  );
}

/** The traveller's card, which the property charges, with a public test number. */
function paymentCard({ guest }: OtaReservation): XmlMarkup {
  return el(
    'paymentCard',
    {},
    el('cvv', {}, '987'),
    el('expiration', {}, '12/2030'),
    el('maskedNumber'),
    el('nameOnCard', {}, `${guest.givenName} ${guest.surname}`),
    el('number', {}, TEST_CARD),
  );
}

function inquirer(guest: OtaReservation['guest']): XmlMarkup {
  return el(
    'inquirer',
    { locale: `${guest.language}_${guest.country}` },
    el('title'),
    el('firstName', {}, guest.givenName),
    el('lastName', {}, guest.surname),
    el('emailAddress', {}, guest.email),
    el('phoneNumber', {}, guest.phone),
    el(
      'address',
      { rel: 'BILLING' },
      el('addressLine1', {}, '1 Sample St'),
      el('addressLine3', {}, 'Sampletown'),
      el('addressLine4', {}, 'TX'),
      el('country', {}, guest.country),
      el('postalCode', {}, '00000'),
    ),
  );
}
