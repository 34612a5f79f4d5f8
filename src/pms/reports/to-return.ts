// Money to give back: what was paid for bookings beyond what they charge, to whom it belongs.
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
    `select booking.reservation_id, status, guest_name, channel, checkin, checkout, booking.currency, receiver, amount_minor
     from (
       select entry.reservation_id, entry.currency,
         case when collected_by = 'channel' then 'channel' else 'guest' end as receiver,
         sum(case when type = any($3) then amount_minor when type = any($2) then -amount_minor else 0 end)::bigint as amount_minor
       from ledger_entries as entry
       where entry.hotel_id = $1 and entry.reservation_id in (
         select paid.reservation_id from ledger_entries as paid
         where paid.hotel_id = $1 and paid.type in ('payment', 'refund'))
       group by entry.reservation_id, entry.currency, receiver
     ) as sums
     join reservations as booking on booking.hotel_id = $1 and booking.reservation_id = sums.reservation_id
       and booking.currency = sums.currency
     where amount_minor > 0 and status <> 'held'
     order by checkout, booking.reservation_id, receiver`,
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
