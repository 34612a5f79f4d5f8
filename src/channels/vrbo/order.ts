// The order of a request to book: what the guest pays, and what of it is rent for the nights.
import { withoutCardNumbers } from '../../model/card-numbers.ts';
import { decimalsOf, isCurrency, toMinor } from '../../model/money.ts';
import { amountText, decimalText, isPayable } from '../amounts.ts';
import { fieldsOf, listOf, textOf as textIn } from '../json.ts';
import { attribute, find, findAll, type Markup, textOf, type Xml } from '../xml.ts';
import { amount, element, printable } from './document.ts';

/** Decimal text in major units. */
export type VrboOrder = {
  /** fees and taxes included; what is given back after the stay is not */
  total: string;
  /** for the nights, with their discounts, before taxes */
  rent: string;
  currency: string;
  /** for the update of the booking later on */
  items: OrderItem[];
};

export type OrderItem = { feeType: string; name: string; externalId: string | null; totalMinor: number };

/** More than any order has: a rent, some fees and taxes. */
const MAX_ITEMS = 50;

/** What belongs to the price of the nights; fees and taxes are added to it. */
const RENT = new Set(['RENTAL', 'DISCOUNT']);

/** Adds up the items of an order, or says in a few words why they are no amount that can be owed. `ours` is the currency of items that name none. */
export function readOrder(details: Xml | null, ours: string): VrboOrder | string {
  const sums = { total: 0, rent: 0 };
  let currency: string | null = null;
  const items: OrderItem[] = [];
  for (const item of findAll(details, 'orderItemList/orderItem')) {
    const charged = find(item, 'totalAmount') ?? find(item, 'preTaxAmount');
    if (textOf(charged) === null) continue;
    const code = attribute(charged, 'currency') ?? ours;
    if (!isCurrency(code)) return `${quote(code)} is no currency`;
    if (currency !== null && currency !== code) return `its amounts are in ${currency} and ${code}`;
    currency = code;
    const total = minorOf(charged, code);
    const net = minorOf(find(item, 'preTaxAmount') ?? charged, code);
    if (total === null || net === null) return `${quote(textOf(charged)!)} is no amount in ${code}`;
    if (isDeposit(item)) continue;
    sums.total += total;
    const feeType = textOf(find(item, 'feeType')) ?? 'RENTAL';
    if (RENT.has(feeType)) sums.rent += net;
    const name = withoutCardNumbers(textOf(find(item, 'name')) ?? feeType);
    items.push({ feeType, name, externalId: textOf(find(item, 'externalId')), totalMinor: total });
  }
  if (currency === null) return 'it names no amount';
  const text = (minor: number) => decimalText(minor, decimalsOf(currency));
  if (items.length > MAX_ITEMS) return `it has more than ${MAX_ITEMS} items`;
  const order = { total: text(sums.total), rent: text(sums.rent), currency, items };
  return isPayable(order.total) && isPayable(order.rent)
    ? order
    : `its total ${order.total} ${currency} can be owed by nobody`;
}

/**
 * The order of a booking as it stands here: the items that were asked for while they come to its price, else with the difference
 * in the rent, or with the rent alone where the fees are more than the price.
 */
export function orderList(
  { reference, cancelled }: { reference: string; cancelled: boolean },
  { priceMinor, currency }: { priceMinor: number; currency: string },
  asked: unknown,
): Markup {
  const status = cancelled ? 'CANCELLED' : 'ACCEPTED';
  const items = itemsFor(priceMinor, readItems(asked)).map((item) => {
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

function itemsFor(priceMinor: number, asked: readonly OrderItem[]): OrderItem[] {
  const rent = asked.find(({ feeType }) => feeType === 'RENTAL');
  const sum = asked.reduce((total, item) => total + item.totalMinor, 0);
  const rentMinor = (rent?.totalMinor ?? 0) + priceMinor - sum;
  if (rent && rentMinor >= 0) {
    return asked.map((item) => (item === rent ? { ...item, totalMinor: rentMinor } : item));
  }
  return [{ feeType: 'RENTAL', name: 'Rent', externalId: rent?.externalId ?? null, totalMinor: priceMinor }];
}

/** Items as `readOrder` gave them and the receipt of the booking kept them. */
function readItems(kept: unknown): OrderItem[] {
  return listOf(kept)
    .map(fieldsOf)
    .flatMap(({ feeType, name, externalId, totalMinor }) =>
      typeof feeType === 'string' && typeof name === 'string' && Number.isSafeInteger(totalMinor)
        ? [{ feeType, name, externalId: textIn(externalId), totalMinor: totalMinor as number }]
        : [],
    );
}

/** A refundable damage deposit is given back: it is no income. */
function isDeposit(item: Xml): boolean {
  return textOf(find(item, 'feeType')) === 'DEPOSIT' || textOf(find(item, 'productId')) === 'DEPOSIT_DAMAGE';
}

function minorOf(amount: Xml | null, currency: string): number | null {
  const text = amountText(textOf(amount), null);
  return text === null ? null : toMinor(Number(text), currency);
}

/** Of what the other side wrote, enough to find it. */
function quote(text: string): string {
  return printable(text.slice(0, 40));
}
