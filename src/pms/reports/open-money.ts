// What is open between the property and those who pay for its bookings: what guests owe, and what was paid beyond the charges.
import type { Queryable } from '../../db/database.ts';
import { CHARGE_TYPES, PAYMENT_TYPES } from '../../model/ledger.ts';
import { type PlainDate, toPlainDate } from '../../model/night.ts';
import type { ReservationStatus } from '../../model/reservation.ts';

/** Who gets money back. `channel`: it paid, by a virtual card or a transfer. */
export const RECEIVERS = ['guest', 'channel'] as const;

/** The amount is in minor units of the booking's currency. */
type MoneyToReturn = {
  reservationId: number;
  status: ReservationStatus;
  guestName: string;
  channel: string;
  checkin: PlainDate;
  checkout: PlainDate;
  currency: string;
  receiver: (typeof RECEIVERS)[number];
  amountMinor: number;
};

/**
 * Returns the bookings for which more was paid than they charge, by guests or by channels, in order of departure. Holds that ended unconfirmed are
 * among them; those that still wait to be confirmed are not, because they charge nothing yet.
 */
export async function readMoneyToReturn(db: Queryable, hotelId: number): Promise<MoneyToReturn[]> {
  const rows = await db.query<{
    reservation_id: number;
    status: ReservationStatus;
    guest_name: string;
    channel: string;
    checkin: string;
    checkout: string;
    currency: string;
    receiver: MoneyToReturn['receiver'];
    amount_minor: number;
  }>(
    `select booking.reservation_id, status, guest_name, channel, checkin, checkout, booking.currency, payer as receiver,
       -balance as amount_minor
     from ${balances(`and entry.reservation_id in (
       select paid.reservation_id from ledger_entries as paid where paid.hotel_id = $1 and paid.type = any($3))`)}
     join reservations as booking on booking.hotel_id = $1 and booking.reservation_id = balances.reservation_id
       and booking.currency = balances.currency
     where balance < 0 and status <> 'held'
     order by checkout, booking.reservation_id, payer`,
    [hotelId, CHARGE_TYPES, PAYMENT_TYPES],
  );
  return rows.map((row) => ({
    reservationId: row.reservation_id,
    status: row.status,
    guestName: row.guest_name,
    channel: row.channel,
    checkin: toPlainDate(row.checkin),
    checkout: toPlainDate(row.checkout),
    currency: row.currency,
    receiver: row.receiver,
    amountMinor: row.amount_minor,
  }));
}

/** What is open in one currency, in its minor units: what guests owe, and what was paid beyond the charges. */
type OpenMoney = {
  currency: string;
  owedBookings: number;
  owedMinor: number;
  returnBookings: number;
  returnMinor: number;
};

/** Returns the open balances of the property's bookings by currency, without those of holds; a currency without any is left out. */
export async function readOpenMoney(db: Queryable, hotelId: number): Promise<OpenMoney[]> {
  const rows = await db.query<{
    currency: string;
    owed_bookings: number;
    owed_minor: number;
    return_bookings: number;
    return_minor: number;
  }>(
    `select balances.currency,
       (count(*) filter (where balance > 0))::int as owed_bookings,
       coalesce(sum(balance) filter (where balance > 0), 0)::bigint as owed_minor,
       (count(*) filter (where balance < 0))::int as return_bookings,
       coalesce(-sum(balance) filter (where balance < 0), 0)::bigint as return_minor
     from ${balances()}
     join reservations as booking on booking.hotel_id = $1 and booking.reservation_id = balances.reservation_id
       and booking.currency = balances.currency and booking.status <> 'held'
     -- What a channel takes from the guest is not owed here; what it paid too much is to be returned.
     where balance < 0 or balance > 0 and payer = 'guest'
     group by balances.currency order by balances.currency`,
    [hotelId, CHARGE_TYPES, PAYMENT_TYPES],
  );
  return rows.map((row) => ({
    currency: row.currency,
    owedBookings: row.owed_bookings,
    owedMinor: row.owed_minor,
    returnBookings: row.return_bookings,
    returnMinor: row.return_minor,
  }));
}

/**
 * SQL: charges less payments of each booking, currency and payer, in minor units; $1 is the property, $2 the types of charges, $3 those of payments.
 * `condition`: further ones on `entry`, beginning with `and`.
 */
function balances(condition = ''): string {
  return `(
    select entry.reservation_id, entry.currency, case when entry.collected_by = 'channel' then 'channel' else 'guest' end as payer,
      sum(case when entry.type = any($2) then amount_minor when entry.type = any($3) then -amount_minor else 0 end)::bigint as balance
    from ledger_entries as entry
    where entry.hotel_id = $1 ${condition}
    group by entry.reservation_id, entry.currency, payer
  ) as balances`;
}
