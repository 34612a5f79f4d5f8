// What people see around ledger entries: whose folio it is, sums, and what is owed.
import { toMajor, toMinor } from '../model/money.ts';
import { formatMember, type Rec } from './format-value.ts';
import type { SendOperation, Values } from './operator-command.ts';

/** Returns what stands above the entries of one booking: whose folio it is; null for other lists. */
export async function folioHeader(call: SendOperation, values: Values): Promise<object | null> {
  const { hotel_id, order_id } = values;
  if (order_id === undefined) return null;
  const [booking, property] = (await Promise.all([
    call('getBooking', { hotel_id, order_id }),
    call('getProperty', { hotel_id }),
  ])) as [Values, Values];
  const { name, checkin, checkout, room_id, unit, status } = booking;
  return {
    property: property['name'],
    order_id: booking['order_id'],
    guest: name,
    checkin,
    checkout,
    room_id,
    unit,
    status,
  };
}

/**
 * Returns what stands below ledger entries: total, paid and balance of one booking or group, else the sums by type and method; null
 * where there are no entries.
 */
export async function folioFooter(
  call: SendOperation,
  values: Values,
  entries: unknown,
): Promise<object | null> {
  const { hotel_id, order_id, group_id } = values;
  if (order_id !== undefined) return sumsOf((await call('getBooking', { hotel_id, order_id })) as Values);
  if (group_id !== undefined) {
    const [group] = (await call('listGroups', { hotel_id, group_id })) as Values[];
    return group ? sumsOf(group) : null;
  }
  const sums = sumsByType(entries as Entry[]);
  return sums.length > 0 ? sums : null;
}

function sumsOf({ total, paid, balance, currency }: Values): object {
  return { total, paid, balance, currency };
}

type Entry = {
  id: number;
  type: string;
  method: string | null;
  currency: string;
  amount: number;
  reverses_id: number | null;
};
type Sum = { type: string; method: string; currency: string; entries: number; amount: number };

/** Never one sum of all: charges and payments are the same money seen twice. */
function sumsByType(entries: readonly Entry[]): Sum[] {
  const sums = new Map<string, Omit<Sum, 'amount'> & { amountMinor: number }>();
  for (const { type, method, currency, amount } of entries) {
    const key = JSON.stringify([type, method, currency]);
    const sum = sums.get(key) ?? { type, method: method ?? '', currency, entries: 0, amountMinor: 0 };
    const amountMinor = sum.amountMinor + (toMinor(amount, currency) ?? 0);
    sums.set(key, { ...sum, entries: sum.entries + 1, amountMinor });
  }
  return [...sums.values()]
    .toSorted((one, other) => compare(one.type, other.type) || compare(one.method, other.method))
    .map(({ amountMinor, ...sum }) => ({ ...sum, amount: toMajor(amountMinor, sum.currency) }));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Adds to entries which entry of the list reverses them. */
export function markReversed(answer: unknown): unknown {
  const entries = answer as Entry[];
  const reversals = new Map(entries.map(({ id, reverses_id }) => [reverses_id, id]));
  return entries.map((entry) => ({ ...entry, reversed_by: reversals.get(entry.id) ?? null }));
}

/** Returns a sentence about what is owed for the booking of the answer: the booking itself, or an entry of it; null for other entries. */
export async function balanceSentence(
  call: SendOperation,
  values: Values,
  answer: unknown,
): Promise<string | null> {
  const { order_id } = answer as Values;
  if (typeof order_id !== 'number') return null;
  const booking = (await call('getBooking', { hotel_id: values['hotel_id'], order_id })) as Rec;
  const amount = (balance: number) =>
    `${formatMember({ ...booking, balance }, 'balance', {})} ${booking['currency']}`;
  const balance = booking['balance'] as number;
  if (balance === 0) return `Nothing is owed for booking ${order_id}.`;
  return balance > 0
    ? `Booking ${order_id} still owes ${amount(balance)}.`
    : `Booking ${order_id} has paid ${amount(-balance)} more than it owes.`;
}
