// Reads and writes the order of a booking: what the guest pays, and the part of it that is rent for the
// nights.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { ChannelCharge } from '../../model/channel-records.ts';
import { decimalsOf, isCurrency, toMinor } from '../../model/money.ts';
import { amountText, decimalText, isPayable } from '../amounts.ts';
import { fieldsOf, listOf, textOf as textIn } from '../json.ts';
import { attribute, find, findAll, type Markup, textOf, type Xml } from '../xml.ts';
import { amount, element, printable } from './document.ts';

/** Decimal text in major units. */
type VrboOrder = {
  /** with fees and taxes, without refundable deposits */
  total: string;
  /** for the nights, with their discounts, before taxes */
  rent: string;
  currency: string;
  /** stored for later updates of the booking */
  items: OrderItem[];
  /** fees and taxes, which the total includes */
  charges: ChannelCharge[];
  /** refundable deposits, which it does not: lines for the notes */
  deposits: string[];
};

type OrderItem = { feeType: string; name: string; externalId: string | null; totalMinor: number };

/** More than any real order has: a rent, some fees and taxes. */
const MAX_ITEMS = 50;

/** Fee types that are part of the price of the nights; others are added to it. */
const RENT = new Set(['RENTAL', 'DISCOUNT']);

/**
 * Adds up the items of an order. Returns a reason for people when they are not a payable amount.
 * `defaultCurrency` is the currency of items without one.
 */
export function readOrder(details: Xml | null, defaultCurrency: string): VrboOrder | string {
  const sums = { total: 0, rent: 0 };
  let currency: string | null = null;
  const items: OrderItem[] = [];
  const charges: ChannelCharge[] = [];
  const deposits: string[] = [];
  for (const item of findAll(details, 'orderItemList/orderItem')) {
    const charged = find(item, 'totalAmount') ?? find(item, 'preTaxAmount');
    if (textOf(charged) === null) continue;
    const code = attribute(charged, 'currency') ?? defaultCurrency;
    if (!isCurrency(code)) return `${quote(code)} is no currency`;
    if (currency !== null && currency !== code) return `its amounts are in ${currency} and ${code}`;
    currency = code;
    const total = minorOf(charged, code);
    const net = minorOf(find(item, 'preTaxAmount') ?? charged, code);
    if (total === null || net === null) return `${quote(textOf(charged)!)} is no amount in ${code}`;
    if (isDeposit(item)) {
      deposits.push(`Deposit: ${decimalText(total, decimalsOf(code))} ${code}`);
      continue;
    }
    sums.total += total;
    const feeType = textOf(find(item, 'feeType')) ?? 'RENTAL';
    if (RENT.has(feeType)) sums.rent += net;
    const name = withoutCardNumbers(textOf(find(item, 'name')) ?? feeType);
    charges.push(...chargesOf({ feeType, name, total, net, code }));
    items.push({ feeType, name, externalId: textOf(find(item, 'externalId')), totalMinor: total });
  }
  if (currency === null) return 'it names no amount';
  const text = (minor: number) => decimalText(minor, decimalsOf(currency));
  if (items.length > MAX_ITEMS) return `it has more than ${MAX_ITEMS} items`;
  const order = { total: text(sums.total), rent: text(sums.rent), currency, items, charges, deposits };
  return isPayable(order.total) && isPayable(order.rent)
    ? order
    : `its total ${order.total} ${currency} is not an amount that can be paid`;
}

type PricedItem = { feeType: string; name: string; total: number; net: number; code: string };

/** Returns an item that is no rent as a charge, of the rent only its taxes; amounts in minor units. */
function chargesOf({ feeType, name, total, net, code }: PricedItem): ChannelCharge[] {
  const isRent = RENT.has(feeType);
  const minor = isRent ? total - net : total;
  if (minor <= 0) return [];
  return [
    {
      kind: isRent || feeType === 'TAX' ? 'tax' : 'fee',
      description: isRent ? `Taxes on ${name}` : name,
      amount: decimalText(minor, decimalsOf(code)),
      quantity: null,
      included: true,
      collectedBy: null,
    },
  ];
}

/**
 * Writes the current order of a booking. It keeps the requested items while they add up to the price;
 * otherwise the difference is put into the rent, or the order is the rent alone if the fees exceed the price.
 */
export function orderList(
  { reference, cancelled }: { reference: string; cancelled: boolean },
  { priceMinor, currency }: { priceMinor: number; currency: string },
  requested: unknown,
): Markup {
  const status = cancelled ? 'CANCELLED' : 'ACCEPTED';
  const items = itemsFor(priceMinor, readItems(requested)).map((item) => {
    const text = decimalText(item.totalMinor, decimalsOf(currency));
    return element('orderItem', [
      item.externalId === null ? null : element('externalId', printable(item.externalId)),
      element('feeType', printable(item.feeType)),
      element('name', printable(item.name)),
      amount('preTaxAmount', currency, text),
      element('status', status),
      amount('totalAmount', currency, text),
    ]);
  });
  return element('orderList', [
    element('order', [
      element('currency', currency),
      element('externalId', printable(reference)),
      element('orderItemList', items),
    ]),
  ]);
}

function itemsFor(priceMinor: number, requested: readonly OrderItem[]): OrderItem[] {
  const rent = requested.find(({ feeType }) => feeType === 'RENTAL');
  const sum = requested.reduce((total, item) => total + item.totalMinor, 0);
  const rentMinor = (rent?.totalMinor ?? 0) + priceMinor - sum;
  if (rent && rentMinor >= 0) {
    return requested.map((item) => (item === rent ? { ...item, totalMinor: rentMinor } : item));
  }
  return [{ feeType: 'RENTAL', name: 'Rent', externalId: rent?.externalId ?? null, totalMinor: priceMinor }];
}

/** Reads items as `readOrder` returned them, from the stored receipt of the booking. */
function readItems(stored: unknown): OrderItem[] {
  return listOf(stored)
    .map(fieldsOf)
    .flatMap(({ feeType, name, externalId, totalMinor }) =>
      typeof feeType === 'string' && typeof name === 'string' && Number.isSafeInteger(totalMinor)
        ? [{ feeType, name, externalId: textIn(externalId), totalMinor: totalMinor as number }]
        : [],
    );
}

/** A refundable damage deposit is no income. */
function isDeposit(item: Xml): boolean {
  return textOf(find(item, 'feeType')) === 'DEPOSIT' || textOf(find(item, 'productId')) === 'DEPOSIT_DAMAGE';
}

function minorOf(amount: Xml | null, currency: string): number | null {
  const text = amountText(textOf(amount), null);
  return text === null ? null : toMinor(Number(text), currency);
}

/** Shortens a text from Vrbo for an error message. */
function quote(text: string): string {
  return printable(text.slice(0, 40));
}
