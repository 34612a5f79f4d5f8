// What is asked about before an entry is posted, because it looks like a mistake, and the days on which entries may be dated.
import type { LedgerEntry } from '../model/ledger.ts';
import { toMajor } from '../model/money.ts';
import { isBefore, type PlainDate } from '../model/night.ts';
import { invalidData, Problem } from '../problems.ts';
import type { PropertyTransaction } from './property-transaction.ts';

/** The first day of the books that are open: that after the closed ones, or of the last calendar year. */
function firstOpenDay(
  { booksClosedUntil }: { booksClosedUntil: PlainDate | null },
  today: PlainDate,
): PlainDate {
  return booksClosedUntil?.add({ days: 1 }) ?? today.with({ month: 1, day: 1 }).subtract({ years: 1 });
}

/** Entries may be dated this much ahead: a payment that is agreed, a charge of a stay to come. */
const YEARS_AHEAD = 1;

/** Throws `invalid_data` for a day on which no entry may be dated: one of closed books, or far ahead. */
export function requireOpenDay(
  date: PlainDate,
  { settings, today }: { settings: { booksClosedUntil: PlainDate | null }; today: PlainDate },
): void {
  const first = firstOpenDay(settings, today);
  const last = today.add({ years: YEARS_AHEAD });
  if (isBefore(date, first) || isBefore(last, date)) {
    const facts = { first: first.toString(), last: last.toString() };
    throw invalidData({ field: 'date', rule: 'not_in_open_books', ...facts });
  }
}

/** A payment or refund of a booking, or of the bookings of a group together. */
type Payment = Pick<
  LedgerEntry,
  'type' | 'amountMinor' | 'currency' | 'date' | 'reference' | 'collectedBy'
> & {
  reservationIds: readonly number[];
};

/**
 * Throws `repeated_payment` where the bookings, which the caller has locked, have the same payment already: the same amount, taken by the same,
 * with the same reference, or on the same day where one of both has none. What is reversed does not count.
 */
export async function requireNotRepeated(
  tx: PropertyTransaction,
  { reservationIds, type, amountMinor, currency, date, reference, collectedBy }: Payment,
): Promise<void> {
  // The parts of a payment for a group were posted at one moment.
  const [earlier] = await tx.query<{ entry_id: number; date: string }>(
    `select min(entry_id) as entry_id, date from ledger_entries as entry
     where hotel_id = $1 and reservation_id = any($2::bigint[]) and type = $3 and currency = $4 and reverses_id is null
       and collected_by is not distinct from $8
       and (reference = $6 or date = $5 and (reference is null or $6::text is null))
       and not exists (select 1 from ledger_entries as reversal
         where reversal.hotel_id = $1 and reversal.reverses_id = entry.entry_id)
     group by created_at, date having sum(amount_minor) = $7
     order by 1 limit 1`,
    [tx.hotelId, reservationIds, type, currency, date, reference, amountMinor, collectedBy],
  );
  if (earlier)
    throw new Problem('repeated_payment', {
      entryId: earlier.entry_id,
      date: earlier.date,
      amount: toMajor(amountMinor, currency),
      currency,
    });
}

/**
 * Throws `refund_exceeds_paid` where a refund gives back more than was paid for a booking, which the caller has locked: to the guest, or to the
 * channel where that is who gets it.
 */
export async function requireRefundable(
  tx: PropertyTransaction,
  {
    reservationId,
    amountMinor,
    currency,
    collectedBy,
  }: Pick<LedgerEntry, 'amountMinor' | 'currency' | 'collectedBy'> & { reservationId: number },
): Promise<void> {
  const [row] = await tx.query<{ paid_minor: number }>(
    `select coalesce(sum(amount_minor), 0)::bigint as paid_minor from ledger_entries
     where hotel_id = $1 and reservation_id = $2 and currency = $3 and type in ('payment', 'refund')
       and (collected_by is not distinct from 'channel') = ($4::text is not distinct from 'channel')`,
    [tx.hotelId, reservationId, currency, collectedBy],
  );
  const paidMinor = row!.paid_minor;
  if (paidMinor + amountMinor < 0)
    throw new Problem('refund_exceeds_paid', {
      reservationId,
      paid: toMajor(paidMinor, currency),
      currency,
    });
}
