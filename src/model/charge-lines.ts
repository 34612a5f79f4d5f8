// What a booking charges, line by line, and the differences between two states of it.
import { addEntry, type EntryDetails, type LedgerSums } from './ledger.ts';
import { countNights, type PlainDate } from './night.ts';
import { DIRECT, type Reservation } from './reservation.ts';

/** One thing that a booking charges. */
export type ChargeLine = Pick<
  EntryDetails,
  'code' | 'quantity' | 'vatCategory' | 'vatRateBp' | 'collectedBy'
> & {
  /** what is charged, as its channel names it; empty = the accommodation itself */
  description: string;
  /** the room that earns it */
  roomId: number;
  serviceFrom: PlainDate;
  /** the day after the last one */
  serviceUntil: PlainDate;
  amountMinor: number;
  currency: string;
};

/** The nights that a cancelled stay still holds, and the sum of their prices. */
export type HeldNights = { count: number; priceMinor: number };

export const NO_NIGHTS: HeldNights = { count: 0, priceMinor: 0 };

/**
 * Returns what a booking charges in its present state: the accommodation, and the charges that its channel
 * reported beside the price. Charges that the price includes are no lines. `held` is only read for a cancelled
 * booking: after an early departure it charges the nights that it keeps, otherwise nothing. A no-show charges the
 * price, but nothing beside it; a hold, nothing.
 */
export function chargesOf(reservation: Reservation, held: HeldNights): ChargeLine[] {
  const { roomId, currency, checkin, checkout, status, collectedBy, channel } = reservation;
  if (status === 'held') return [];
  const isCancelled = status === 'cancelled';
  const shared = {
    roomId,
    currency,
    serviceFrom: checkin,
    serviceUntil: checkout,
    vatCategory: null,
    vatRateBp: null,
  };
  const accommodation: ChargeLine = {
    ...shared,
    code: 'accommodation',
    description: '',
    quantity: isCancelled ? held.count : countNights(checkin, checkout),
    amountMinor: isCancelled ? held.priceMinor : reservation.priceMinor,
    collectedBy: collectedBy ?? (channel === DIRECT ? 'property' : null),
  };
  const comes = status !== 'no_show' && !(isCancelled && held.count === 0);
  const beside = comes ? (reservation.charges ?? []).filter(({ included }) => !included) : [];
  return [
    accommodation,
    ...beside.map(({ kind, description, quantity, amountMinor, collectedBy: collector }) => ({
      ...shared,
      code: kind,
      description,
      quantity,
      amountMinor,
      collectedBy: collector,
    })),
  ];
}

/** What must be posted to get from one state of a line to another; null = the line does not exist there. */
export type ChargeDifference = { before: ChargeLine | null; after: ChargeLine | null; entry: ChargeLine };

/**
 * Returns the differences between two states of a booking's lines, none of them zero. Lines are the same if they
 * charge the same thing in the same room, currency and VAT, collected by the same party: so a changed price is
 * one difference, and a move to another room takes the whole line from one room to the other.
 */
export function chargeDifferences(
  before: readonly ChargeLine[],
  after: readonly ChargeLine[],
): ChargeDifference[] {
  const [left, taken] = [addedUp(before), addedUp(after)];
  const keys = new Set([...left.keys(), ...taken.keys()]);
  return [...keys]
    .map((key) => differenceOf(left.get(key) ?? null, taken.get(key) ?? null))
    .filter(({ entry }) => entry.amountMinor !== 0);
}

/** Returns the sums of a booking's entries after what it charges has changed. */
export function sumsAfter(
  { totalMinor, paidMinor, currency }: LedgerSums & Pick<Reservation, 'currency'>,
  before: readonly ChargeLine[],
  after: readonly ChargeLine[],
): LedgerSums {
  return chargeDifferences(before, after)
    .filter(({ entry }) => entry.currency === currency)
    .reduce<LedgerSums>((sums, { entry }) => addEntry(sums, { ...entry, type: 'income' }), {
      totalMinor,
      paidMinor,
    });
}

/** Whether two lines charge the same thing, whichever room, currency or collector they have. */
export function isSameCharge(one: ChargeLine, other: ChargeLine): boolean {
  return one.code === other.code && one.description === other.description;
}

function addedUp(lines: readonly ChargeLine[]): Map<string, ChargeLine> {
  const sums = new Map<string, ChargeLine>();
  for (const line of lines) {
    const { code, description, roomId, currency, collectedBy, vatCategory, vatRateBp } = line;
    const key = JSON.stringify([code, description, roomId, currency, collectedBy, vatCategory, vatRateBp]);
    const known = sums.get(key);
    sums.set(key, known ? { ...known, ...sumOf(known, line) } : line);
  }
  return sums;
}

function sumOf(one: ChargeLine, other: ChargeLine): Pick<ChargeLine, 'amountMinor' | 'quantity'> {
  const quantity = one.quantity === null || other.quantity === null ? null : one.quantity + other.quantity;
  return { amountMinor: one.amountMinor + other.amountMinor, quantity };
}

function differenceOf(before: ChargeLine | null, after: ChargeLine | null): ChargeDifference {
  const line = (after ?? before)!;
  const amountMinor = (after?.amountMinor ?? 0) - (before?.amountMinor ?? 0);
  const isKnown = before?.quantity !== null && after?.quantity !== null;
  const quantity = isKnown ? (after?.quantity ?? 0) - (before?.quantity ?? 0) || null : null;
  const period = before && after ? changedPeriod(before, after) : {};
  return { before, after, entry: { ...line, amountMinor, quantity, ...period } };
}

/** Returns the days that a stay gained or lost at its end; for any other change, all its days. */
function changedPeriod(
  before: ChargeLine,
  after: ChargeLine,
): Pick<ChargeLine, 'serviceFrom' | 'serviceUntil'> {
  const [from, until] = [before.serviceUntil, after.serviceUntil].toSorted(Temporal.PlainDate.compare);
  const onlyEnd = before.serviceFrom.equals(after.serviceFrom) && !from!.equals(until!);
  return onlyEnd
    ? { serviceFrom: from!, serviceUntil: until! }
    : { serviceFrom: after.serviceFrom, serviceUntil: after.serviceUntil };
}
