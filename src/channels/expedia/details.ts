// What a booking of Expedia says beyond its stay: who takes the payment, taxes and fees, the virtual card, promotions.
//
// Source: developers.expediagroup.com, "Booking Retrieval reference" (read 2026-11-22). Of the card only the date is
// read from which a virtual one can be charged.
import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { ChannelCharge, ChannelReservation } from '../../model/channel-records.ts';
import type { Collector } from '../../model/stay-details.ts';
import { amountText, decimalText } from '../amounts.ts';
import { attribute, find, findAll, textOf, type Xml } from '../xml.ts';

/** Reads who takes the payment: by its method, else by the source, which begins with `A-` if it is the property. */
export function readCollector(stay: Xml | null, source: string): Collector {
  const collector = COLLECTORS[textOf(find(stay, 'PaymentMethod')) ?? ''];
  return collector ?? (source.startsWith('A-') ? 'property' : 'channel');
}

const COLLECTORS: Record<string, Collector> = {
  VirtualCard: 'channel',
  BankTransfer: 'channel',
  CustomerCreditCard: 'property',
  Cash: 'property',
};

/** Reads the window and the amount of a virtual card; null for other payments. */
export function readVirtualCard(stay: Xml | null): NonNullable<ChannelReservation['virtualCard']> | null {
  if (textOf(find(stay, 'PaymentMethod')) !== 'VirtualCard') return null;
  const activation = attribute(find(stay, 'PaymentCard'), 'cardActivation') ?? '';
  const payment = find(stay, 'Payment');
  const amount = amountText(attribute(payment, 'amount'), null);
  const same = attribute(payment, 'currencyCode') === attribute(find(stay, 'Total'), 'currency');
  return {
    activeFrom: /^\d{4}-\d\d-\d\d/.exec(activation)?.[0] ?? null,
    activeUntil: null,
    amount: same ? amount : null,
  };
}

/** Reads the taxes, and the fees of the nights; the price includes all of them. */
export function chargesOf(stay: Xml | null): ChannelCharge[] {
  const nights = findAll(stay, 'PerDayRates/PerDayRate');
  const fee = (description: string, name: string) => ({
    kind: 'fee' as const,
    description,
    amount: sumOf(nights.map((night) => amountText(attribute(night, name), null))),
  });
  const taxes = amountText(attribute(find(stay, 'Total'), 'amountOfTaxes'), null);
  return [
    fee('Extra person fees', 'extraPersonFees'),
    fee('Hotel service fees', 'hotelServiceFees'),
    { kind: 'tax' as const, description: 'Taxes', amount: taxes },
  ].flatMap(({ amount, ...charge }) =>
    amount === null || Number(amount) === 0
      ? []
      : [{ ...charge, amount, quantity: null, included: true, collectedBy: null }],
  );
}

function sumOf(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length === 0) return null;
  const decimals = Math.max(...known.map((amount) => amount.split('.')[1]?.length ?? 0));
  const units = known.map((amount) => Math.round(Number(amount) * 10 ** decimals));
  return decimalText(
    units.reduce((a, b) => a + b, 0),
    decimals,
  );
}

/** Returns lines about promotions, net prices, the transfer of the money, and the guest's loyalty programme. */
export function paymentNotes(booking: Xml): (string | null)[] {
  const stay = find(booking, 'RoomStay');
  const promotions = findAll(stay, 'PerDayRates/PerDayRate').map((night) => attribute(night, 'promoName'));
  const programs = findAll(booking, 'RewardProgram').map((program) =>
    [attribute(program, 'code'), attribute(program, 'number')].filter((part) => part !== null).join(' '),
  );
  const lines = [
    ...[...new Set(promotions)].map((name) => name && `Promotion: ${name}`),
    textOf(find(stay, 'BaseRateType')) === 'Net' ? "Prices without Expedia's compensation" : null,
    textOf(find(stay, 'PaymentMethod')) === 'BankTransfer' ? 'Payment: bank transfer of the channel' : null,
    ...programs.map((program) => `Loyalty programme: ${program}`),
  ];
  return lines.map((line) => line && withoutCardNumbers(line));
}
