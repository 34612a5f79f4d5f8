// The order of a request to book: what the guest pays, and what of it is rent for the nights.
import { decimalsOf, isCurrency, toMinor } from '../../model/money.ts';
import { amountText, decimalText, isPayable } from '../amounts.ts';
import { attribute, find, findAll, textOf, type Xml } from '../xml.ts';
import { printable } from './document.ts';

/** Decimal text in major units. */
export type Order = {
  /** fees and taxes included; what is given back after the stay is not */
  total: string;
  /** for the nights, with their discounts, before taxes */
  rent: string;
  currency: string;
};

/** What belongs to the price of the nights; fees and taxes are added to it. */
const RENT = new Set(['RENTAL', 'DISCOUNT']);

/** Adds up the items of an order, or says in a few words why they are no amount that can be owed. `ours` is the currency of items that name none. */
export function readOrder(details: Xml | null, ours: string): Order | string {
  const sums = { total: 0, rent: 0 };
  let currency: string | null = null;
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
    if (RENT.has(textOf(find(item, 'feeType')) ?? 'RENTAL')) sums.rent += net;
  }
  if (currency === null) return 'it names no amount';
  const text = (minor: number) => decimalText(minor, decimalsOf(currency));
  const order = { total: text(sums.total), rent: text(sums.rent), currency };
  return isPayable(order.total) && isPayable(order.rent)
    ? order
    : `its total ${order.total} ${currency} can be owed by nobody`;
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
