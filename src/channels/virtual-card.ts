// Reads the window and the balance of a virtual card, as Channex and its Open Channel API write them. Of the card itself
// nothing is read.
//
// Source: docs.channex.io, "Bookings Collection" and "Open Channel API", Guarantee (read 2026-11-23).
import type { ChannelReservation } from '../model/channel-records.ts';
import { amountText } from './amounts.ts';
import { dateOf, type Fields, fieldsOf, numberOf, textOf } from './json.ts';

/**
 * Reads the window and the balance from the guarantee of an order. Null = the card is the guest's; undefined = no
 * guarantee was sent. The balance is null in another currency than the order's: see `foreignBalance`.
 */
export function readVirtualCard(order: Fields): ChannelReservation['virtualCard'] {
  const { guarantee } = order;
  if (guarantee === null || guarantee === undefined) return undefined;
  const { meta, is_virtual: isVirtual } = fieldsOf(guarantee);
  const card = fieldsOf(meta);
  const activeFrom = dayOf(card['virtual_card_effective_date']);
  const activeUntil = dayOf(card['virtual_card_expiration_date']);
  const { amount } = balanceOf(card);
  if (isVirtual !== true && activeFrom === null && activeUntil === null && amount === null) return null;
  return { activeFrom, activeUntil, amount: foreignBalance(order) === null ? amount : null };
}

/** Returns a line for the notes about a balance in another currency than the order's; else null. */
export function foreignBalance(order: Fields): string | null {
  const { amount, currency } = balanceOf(fieldsOf(fieldsOf(order['guarantee'])['meta']));
  if (amount === null || currency === null || currency === textOf(order['currency'])) return null;
  return `Virtual card: ${amount} ${currency}`;
}

function balanceOf(card: Fields): { amount: string | null; currency: string | null } {
  const written = textOf(card['virtual_card_current_balance']);
  const amount = amountText(written, numberOf(card['virtual_card_decimal_places']));
  return { amount, currency: textOf(card['virtual_card_currency_code']) };
}

/** Returns the date at the start of a text; null for any other value. */
export function dayOf(written: unknown): string | null {
  return dateOf(textOf(written)?.slice(0, 'yyyy-MM-dd'.length))?.toString() ?? null;
}
