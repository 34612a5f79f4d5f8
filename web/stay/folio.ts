// The entries of a folio as the server has them, and what follows from them.
import type { Static } from 'typebox';
import type { accountingEntrySchema } from '../../src/api/records.ts';
import type { PaymentMethod } from '../../src/model/ledger.ts';
import { api, rightsOf } from '../desk/property.ts';
import { useList } from '../desk/use-list.ts';

export type FolioEntry = Static<typeof accountingEntrySchema>;

/** Whose entries: of one booking, or of the bookings of a group. */
export type FolioOf = { order_id: number } | { group_id: number };

/**
 * Returns the entries of a folio, the oldest first, as long as they are asked for; undefined = not here yet, or not readable. `type`: only
 * these.
 */
export function useFolio(of: FolioOf | null, type?: string): readonly FolioEntry[] | undefined {
  const orderId = of && 'order_id' in of ? of.order_id : null;
  return useList<FolioEntry>({
    path: of && rightsOf('ledger').sees ? api('accounting') : null,
    query: { ...of, type },
    isConcerned: ({ kind, data }) =>
      (kind === 'accounting.posted' || kind.startsWith('booking.')) &&
      (orderId === null || data['order_id'] === orderId),
  });
}

/** Returns how the last payment that counts was made: money goes back the way it came. Null = no payment is known. */
export function lastPaymentMethod(entries: readonly FolioEntry[]): PaymentMethod | null {
  const reversed = new Set(entries.map(({ reverses_id: reverses }) => reverses));
  const payments = entries.filter(
    ({ id, type, method, reverses_id: reverses }) =>
      type === 'payment' && method !== null && reverses === null && !reversed.has(id),
  );
  return payments.toSorted((a, b) => b.id - a.id)[0]?.method ?? null;
}
