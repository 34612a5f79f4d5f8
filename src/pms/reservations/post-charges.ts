// The charges of bookings in the ledger: posted with the booking, and adjusted whenever what it charges changes.
import {
  type ChargeDifference,
  type ChargeLine,
  chargeDifferences,
  isSameCharge,
  type StayNight,
} from '../../model/charge-lines.ts';
import { type LedgerEntry, NO_ENTRY_DETAILS } from '../../model/ledger.ts';
import { type PlainDate, toPlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { postEntry } from '../ledger.ts';
import type { PropertyTransaction } from '../property-transaction.ts';

export type ChargeChange = {
  before: readonly ChargeLine[];
  after: readonly ChargeLine[];
  reason: 'booking' | 'change' | 'cancellation' | 'restoration';
};

/**
 * Posts the entries that turn what a booking charged into what it charges now, so that the entries of each room
 * add up to what the room earned on each day, dated `today` at the property: one entry for each line whose amount differs; a
 * reversal and new income if the line gets another room, currency, collector or other days (see `chargeDifferences`). Posts no entries of zero, except the accommodation of a new
 * booking, so that a direct booking for nothing is in the books too.
 */
export async function postDifference(
  tx: PropertyTransaction,
  { reservationId }: Pick<Reservation, 'reservationId'>,
  { today, ...change }: ChargeChange & { today: PlainDate },
): Promise<void> {
  const entries = entriesOf(reservationId, change);
  await Promise.all(entries.map((entry) => postEntry(tx, { ...entry, date: today })));
}

/** Returns the entries that `postDifference` posts. */
export function entriesOf(
  reservationId: number,
  change: ChargeChange,
): Omit<LedgerEntry, 'entryId' | 'hotelId' | 'date' | 'createdAt' | 'postedBy'>[] {
  const { before, after, reason } = change;
  const differences = chargeDifferences(before, after);
  const free = reason === 'booking' && after[0]?.amountMinor === 0 ? [newLine(after[0])] : [];
  return [...free, ...differences].map((difference) => ({
    ...NO_ENTRY_DETAILS,
    ...difference.entry,
    ...textsOf(difference, { ...change, reservationId }),
    reservationId,
  }));
}

/** Returns the nights of a booking by date, also those that it has released. */
export async function readStayNights(
  tx: PropertyTransaction,
  { reservationId }: Pick<Reservation, 'reservationId'>,
): Promise<StayNight[]> {
  const rows = await tx.query<{ date: string; room_id: number; price_minor: number; released: boolean }>(
    `select date, room_id, price_minor, released_at is not null as released from reservation_nights
     where hotel_id = $1 and reservation_id = $2 order by date`,
    [tx.hotelId, reservationId],
  );
  return rows.map((row) => ({
    date: toPlainDate(row.date),
    roomId: row.room_id,
    priceMinor: row.price_minor,
    released: row.released,
  }));
}

function newLine(line: ChargeLine): ChargeDifference {
  return { before: null, after: line, entry: line };
}

/** Maximum characters of an entry's description; the table has the same constraint. */
const MAX_DESCRIPTION = 500;

type Texts = { type: 'income' | 'adjustment' | 'reversal'; description: string };

function textsOf(
  { before, after, entry }: ChargeDifference,
  change: ChargeChange & { reservationId: number },
): Texts {
  const { reservationId, reason } = change;
  const text = (sentence: string) => {
    const what = entry.description === '' ? sentence : `${sentence}: ${entry.description}`;
    return what.slice(0, MAX_DESCRIPTION).replace(/[\uD800-\uDBFF]$/, '');
  };
  if (reason === 'booking') {
    const dates = `, ${entry.serviceFrom} to ${entry.serviceUntil}`;
    const what = entry.description === '' ? dates : '';
    return { type: 'income', description: text(`Booking ${reservationId}${what}`) };
  }
  if (reason === 'cancellation')
    return { type: 'reversal', description: text(`Cancellation of booking ${reservationId}`) };
  if (reason === 'restoration')
    return { type: 'income', description: text(`Restoration of booking ${reservationId}`) };
  const changed = { type: 'adjustment', description: text(`Change of booking ${reservationId}`) } as const;
  if (before && after) return changed;
  const other = (after ? change.before : change.after).find((line) => isSameCharge(line, entry));
  const type = after ? 'income' : 'reversal';
  if (!other) return { ...changed, type };
  const how = after ? howItArrived(other, entry) : howItLeft(entry, other);
  return { type, description: text(`Booking ${reservationId} ${how}`) };
}

function howItLeft(from: ChargeLine, to: ChargeLine): string {
  if (from.roomId !== to.roomId) return `moved to room ${to.roomId}`;
  if (from.currency !== to.currency) return `charged in ${to.currency}`;
  if (hasOtherDays(from, to)) return `moved to ${to.serviceFrom} to ${to.serviceUntil}`;
  return `collected by ${collectorOf(to)}`;
}

function howItArrived(from: ChargeLine, to: ChargeLine): string {
  if (from.roomId !== to.roomId) return `moved from room ${from.roomId}`;
  if (from.currency !== to.currency) return `charged in ${from.currency} before`;
  if (hasOtherDays(from, to)) return `moved from ${from.serviceFrom} to ${from.serviceUntil}`;
  return `collected by ${collectorOf(from)} before`;
}

function hasOtherDays(from: ChargeLine, to: ChargeLine): boolean {
  const isSame = from.serviceFrom.equals(to.serviceFrom) && from.serviceUntil.equals(to.serviceUntil);
  return !isSame && from.collectedBy === to.collectedBy;
}

function collectorOf({ collectedBy }: ChargeLine): string {
  return collectedBy === null ? 'nobody known' : `the ${collectedBy}`;
}
