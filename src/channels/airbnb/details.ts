// What a reservation of Airbnb says about money beyond its price: fees and taxes of the stay, and remarks for the notes.
import type { ChannelCharge } from '../../model/channel-records.ts';
import { amountOf, type Fields, fieldsOf, listOf, textOf } from '../json.ts';

/** Reads fees and taxes that the host gets. `paidOut`: the price is the payout, which includes them. */
export function chargesOf(one: Fields, { paidOut }: { paidOut: boolean }): ChannelCharge[] {
  const charge = (kind: ChannelCharge['kind'], description: string, written: unknown): ChannelCharge[] => {
    const amount = amountOf(written);
    if (amount === null || Number(amount) <= 0) return [];
    return [{ kind, description, amount, quantity: null, included: paidOut, collectedBy: 'channel' }];
  };
  return [
    ...charge('fee', 'Cleaning fee', one['listing_cleaning_fee_accurate']),
    ...listOf(one['standard_fees_details'])
      .map(fieldsOf)
      .flatMap((fee) => charge('fee', feeName(textOf(fee['fee_type'])), fee['amount_native'])),
    ...charge('tax', 'Occupancy tax', one['occupancy_tax_amount_paid_to_host_accurate']),
  ];
}

/** `PASS_THROUGH_LINEN_FEE` is `Linen fee`. */
function feeName(type: string | null): string {
  const name = (type ?? '')
    .replace(/^PASS_THROUGH_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim();
  return name === '' ? 'Fee' : `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

/** Returns lines about a deposit and taxes that Airbnb pays itself. */
export function moneyNotes(one: Fields): (string | null)[] {
  const currency = textOf(one['host_currency']) ?? textOf(one['listing_currency']) ?? '';
  const line = (label: string, written: unknown) => {
    const amount = amountOf(written);
    return amount !== null && Number(amount) > 0 ? `${label}: ${amount} ${currency}`.trim() : null;
  };
  return [
    line('Security deposit', one['listing_security_price_accurate']),
    line('Occupancy tax paid by Airbnb', one['transient_occupancy_tax_paid_amount_accurate']),
  ];
}
