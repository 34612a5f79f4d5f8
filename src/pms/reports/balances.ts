// What guests owe: the bookings that arrive or depart on some days, with their charges, payments and balance.
import type { Queryable } from '../../db/database.ts';
import { type NightRange, type PlainDate, toPlainDate } from '../../model/night.ts';
import type { ReservationStatus } from '../../model/reservation.ts';
import type { UnitNights } from '../../model/unit.ts';
import { ledgerSums } from '../reservations/rows.ts';
import { bookingsAt, requireKnown } from './bookings-at.ts';

/** Which day of a booking must be in the range. */
export const BALANCE_DATES = ['arrival', 'departure'] as const;

type BalancesQuery = {
  days: NightRange;
  dates: (typeof BALANCE_DATES)[number];
  /** only bookings whose balance is not 0 */
  onlyOpen: boolean;
  /** as bookings and ledger were at this moment; undefined = as they are */
  asOf?: Temporal.Instant | undefined;
};

/** Amounts are in minor units of the booking's currency. */
type BalanceRow = {
  reservationId: number;
  status: ReservationStatus;
  guestName: string;
  roomId: number;
  /** name of the unit of the first night, or of the last one of a departure */
  unit: string | null;
  checkin: PlainDate;
  checkout: PlainDate;
  channel: string;
  currency: string;
  totalMinor: number;
  paidMinor: number;
};

/** The sums of the bookings of one currency. */
type BalanceSums = {
  currency: string;
  bookings: number;
  totalMinor: number;
  paidMinor: number;
  /** sum of the balances above 0 */
  owedMinor: number;
  /** sum of the balances below 0, as a positive amount */
  toReturnMinor: number;
};

/**
 * Returns bookings in order of their day, then of their id. Holds are left out, and cancelled bookings that owe
 * nothing and are owed nothing. Names are those of now. Throws `moment_not_kept`.
 */
export async function readBalances(
  db: Queryable,
  hotelId: number,
  { days, dates, onlyOpen, asOf }: BalancesQuery,
): Promise<BalanceRow[]> {
  const day = dates === 'arrival' ? 'checkin' : 'checkout';
  const at = asOf ? '$4' : null;
  const rows = await db.query<{
    reservation_id: number;
    status: ReservationStatus;
    guest_name: string;
    room_id: number;
    unit_nights: UnitNights[] | null;
    checkin: string;
    checkout: string;
    channel: string;
    currency: string;
    known: boolean;
    sums: readonly [number, number];
  }>(
    `select reservation_id, status, guest_name, room_id, unit_nights, checkin, checkout, channel, currency, known,
       ${ledgerSums('booking', at)}
     from (${bookingsAt(at, `${day} >= $2 and ${day} < $3`)}) as booking
     order by ${day}, reservation_id`,
    [hotelId, days.from, days.until, ...(asOf ? [asOf] : [])],
  );
  if (asOf) await requireKnown(db, hotelId, { asOf, unknown: rows.filter(({ known }) => !known).length });
  return rows
    .filter(({ status, sums: [total, paid] }) => total !== paid || !(onlyOpen || status === 'cancelled'))
    .map((row) => ({
      reservationId: row.reservation_id,
      status: row.status,
      guestName: row.guest_name,
      roomId: row.room_id,
      unit: row.unit_nights?.at(dates === 'arrival' ? 0 : -1)?.name ?? null,
      checkin: toPlainDate(row.checkin),
      checkout: toPlainDate(row.checkout),
      channel: row.channel,
      currency: row.currency,
      totalMinor: row.sums[0],
      paidMinor: row.sums[1],
    }));
}

/** Returns the sums of bookings, by currency. */
export function sumBalances(
  rows: readonly Pick<BalanceRow, 'currency' | 'totalMinor' | 'paidMinor'>[],
): BalanceSums[] {
  const sums = new Map<string, BalanceSums>();
  for (const { currency, totalMinor, paidMinor } of rows) {
    const sum = sums.get(currency) ?? {
      currency,
      bookings: 0,
      totalMinor: 0,
      paidMinor: 0,
      owedMinor: 0,
      toReturnMinor: 0,
    };
    sum.bookings += 1;
    sum.totalMinor += totalMinor;
    sum.paidMinor += paidMinor;
    sum.owedMinor += Math.max(0, totalMinor - paidMinor);
    sum.toReturnMinor += Math.max(0, paidMinor - totalMinor);
    sums.set(currency, sum);
  }
  return [...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
