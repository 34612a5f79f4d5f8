// OTA_HotelRateAmountNotif: prices of a room at a rate.
import type { RateNight } from '../calendar.ts';
import { datesThrough } from '../dates.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { at, child, childrenOf, type Node } from '../xml.ts';
import type { Shapes } from '../xml-shape.ts';
import { advise } from './availability.ts';
import type { BookingCom } from './context.ts';
import { acceptItems, failed, type ItemTarget, isAnswer, readMessage, readTarget } from './read-message.ts';

const MESSAGE = 'RateAmountMessage';
const SHAPES: Shapes = {
  OTA_HotelRateAmountNotifRQ: [
    'Version! TimeStamp Target EchoToken PrimaryLangID',
    'POS UniqueID RateAmountMessages!',
  ],
  RateAmountMessages: ['HotelCode', `${MESSAGE}+`],
  [MESSAGE]: ['LocatorID', 'StatusApplicationControl! Rates!'],
  StatusApplicationControl: ['Start! End! InvTypeCode! RatePlanCode', ''],
  Rates: ['', 'Rate+'],
  Rate: ['CurrencyCode NumberOfGuests', 'BaseByGuestAmts!'],
  BaseByGuestAmts: ['', 'BaseByGuestAmt+'],
  BaseByGuestAmt: [
    'AmountAfterTax AmountBeforeTax DecimalPlaces CurrencyCode NumberOfGuests AgeQualifyingCode',
    '',
  ],
};
/** Booking.com refuses prices out of these bounds as mistakes. */
const MIN_PRICE = 5;
const MAX_PRICE = 50_000;
/** Currencies without bounds, which are meant for currencies of about the euro's value. */
const NO_CENTS = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'HUF', 'IDR']);

export function acceptRates(context: BookingCom, request: Incoming, account: string): OtaResponse {
  const root = readMessage(request, 'OTA_HotelRateAmountNotifRQ', SHAPES);
  if (isAnswer(root)) return root;
  const items = childrenOf(child(root, 'RateAmountMessages')!, MESSAGE);
  advise(context, request, items);
  return acceptItems(context, request, {
    items,
    name: 'OTA_HotelRateAmountNotifRS',
    version: '3.000',
    check: (item) => {
      const target = readTarget(context, child(item, 'StatusApplicationControl')!, account);
      const { room, rate, hotel, start, end } = target;
      if (!rate) throw failed(10, 321, 'RatePlanCode is required for a price');
      const amounts = childrenOf(at(item, 'Rates', 'Rate', 'BaseByGuestAmts')!, 'BaseByGuestAmt');
      const prices = amounts.map((amount) => readPrice(context, amount, target));
      return () => {
        const dates = datesThrough(start, end);
        for (const price of prices)
          store(context, { hotel: hotel.id, room: room.id, rate: rate.id }, dates, price);
      };
    },
  });
}

type Price = { price: number; guests: number | undefined };

function store(
  context: BookingCom,
  key: { hotel: string; room: string; rate: string },
  dates: readonly string[],
  { price, guests }: Price,
): void {
  if (guests === undefined) {
    context.core.setRate(key, dates, { price });
    return;
  }
  for (const date of dates) {
    const known: RateNight = context.core.calendar.rate(key.room, key.rate, date);
    context.core.setRate(key, [date], { prices: { ...known.prices, [guests]: price } });
  }
}

function readPrice(context: BookingCom, amount: Node, { hotel, room }: ItemTarget): Price {
  const { AmountAfterTax, AmountBeforeTax, DecimalPlaces, CurrencyCode, NumberOfGuests } = amount.attributes;
  const given = AmountAfterTax ?? AmountBeforeTax;
  if (given === undefined) throw failed(10, 321, 'AmountAfterTax or AmountBeforeTax is required');
  if (AmountAfterTax !== undefined && AmountBeforeTax !== undefined) {
    throw failed(3, 320, 'AmountAfterTax and AmountBeforeTax exclude each other');
  }
  if (CurrencyCode !== undefined && CurrencyCode !== hotel.currency) {
    throw failed(3, 320, `CURRENCY_INVALID: the currency of hotel ${hotel.id} is ${hotel.currency}`);
  }
  if (DecimalPlaces !== undefined && !/^[0-3]$/.test(DecimalPlaces))
    throw failed(3, 320, 'DecimalPlaces must be 0 to 3');
  const minor = DecimalPlaces !== undefined && (context.options.integerAmounts ?? true);
  if (!(minor ? /^\d+$/ : /^\d+(\.\d{1,3})?$/).test(given)) throw failed(3, 367, `${given} is not an amount`);
  const price = minor ? Number(given) / 10 ** Number(DecimalPlaces) : Number(given);
  if (!NO_CENTS.has(hotel.currency) && (price < MIN_PRICE || price > MAX_PRICE)) {
    throw failed(3, 320, `the price ${price} is not between ${MIN_PRICE} and ${MAX_PRICE}`);
  }
  if (NumberOfGuests === undefined) return { price, guests: undefined };
  const guests = Number(NumberOfGuests);
  if (!Number.isInteger(guests) || guests < 1 || guests > room.maxPersons) {
    throw failed(3, 397, `NumberOfGuests must be 1 to ${room.maxPersons}`);
  }
  return { price, guests };
}
