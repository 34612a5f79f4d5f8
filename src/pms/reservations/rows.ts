// Rows of reservations: each member of a reservation and its column.
import type { ChannelDifference } from '../../model/channel-difference.ts';
import { CHARGE_TYPES, type LedgerSums, PAYMENT_TYPES } from '../../model/ledger.ts';
import { toPlainDate, toPlainDateOrNull } from '../../model/night.ts';
import type { ConflictKind, EarlierRoom, Reservation, ReservationStatus } from '../../model/reservation.ts';
import type { Collector, Companion, Meal, ReportedCharge, VirtualCard } from '../../model/stay-details.ts';
import type { UnitNights } from '../../model/unit.ts';
import type { PropertyTransaction } from '../property-transaction.ts';

export type ReservationRow<Moment = Temporal.Instant> = {
  reservation_id: number;
  hotel_id: number;
  room_id: number;
  status: ReservationStatus;
  channel: string;
  channel_reference: string | null;
  connection: string | null;
  order_reference: string | null;
  channel_checkin: string | null;
  channel_checkout: string | null;
  guest_name: string;
  guest_email: string | null;
  guest_phone: string | null;
  checkin: string;
  checkout: string;
  price_minor: number;
  currency: string;
  conflict: string | null;
  conflict_kind: ConflictKind | null;
  held_until: Moment | null;
  adults: number | null;
  children: (number | null)[] | null;
  notes: string | null;
  arrival_time: string | null;
  language: string | null;
  country: string | null;
  meal: Meal | null;
  collected_by: Collector | null;
  virtual_card: VirtualCard | null;
  commission_minor: number | null;
  charges: ReportedCharge[] | null;
  unit_nights: UnitNights[] | null;
  unit_pinned: boolean;
  group_id: number | null;
  companions: Companion[] | null;
  created_at: Moment;
  updated_at: Moment;
  /** total and paid: see ledgerSums */
  sums: readonly [number, number];
  guest_id: number | null;
  earlier_rooms: EarlierRoom[] | null;
  differences: ChannelDifference[] | null;
};

export function toReservation<Moment>(row: ReservationRow<Moment>): Reservation<Moment> {
  return {
    reservationId: row.reservation_id,
    hotelId: row.hotel_id,
    roomId: row.room_id,
    status: row.status,
    channel: row.channel,
    channelReference: row.channel_reference,
    connection: row.connection,
    orderReference: row.order_reference,
    channelCheckin: toPlainDateOrNull(row.channel_checkin),
    channelCheckout: toPlainDateOrNull(row.channel_checkout),
    guestName: row.guest_name,
    guestEmail: row.guest_email,
    guestPhone: row.guest_phone,
    checkin: toPlainDate(row.checkin),
    checkout: toPlainDate(row.checkout),
    priceMinor: row.price_minor,
    currency: row.currency,
    conflict: row.conflict,
    conflictKind: row.conflict_kind,
    heldUntil: row.held_until,
    adults: row.adults,
    children: row.children,
    notes: row.notes,
    arrivalTime: row.arrival_time,
    language: row.language,
    country: row.country,
    meal: row.meal,
    collectedBy: row.collected_by,
    virtualCard: row.virtual_card,
    commissionMinor: row.commission_minor,
    charges: row.charges,
    unitNights: row.unit_nights,
    unitPinned: row.unit_pinned,
    groupId: row.group_id,
    companions: row.companions,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    totalMinor: row.sums[0],
    paidMinor: row.sums[1],
    guestId: row.guest_id,
    earlierRooms: row.earlier_rooms,
    differences: row.differences,
  };
}

/**
 * Returns the column `sums` of a statement that reads rows of reservations under the name `table`, with the property
 * as $1: the sums of the booking's ledger entries in its currency, as `addEntry` in model/ledger.ts adds them up. `at`:
 * the placeholder of a moment, for the sums of the entries that were posted by then.
 */
export function ledgerSums(table = 'reservations', at: string | null = null): string {
  return `(
    select jsonb_build_array(
      coalesce(sum(entry.amount_minor) filter (where entry.type in (${CHARGES})), 0),
      coalesce(sum(entry.amount_minor) filter (where
        case when entry.collected_by = 'channel' then entry.type in (${CHARGES})
          else entry.type in (${PAYMENTS}) end), 0))
    from ledger_entries as entry
    where entry.hotel_id = $1 and entry.reservation_id = ${table}.reservation_id
      and entry.currency = ${table}.currency${at === null ? '' : ` and entry.created_at <= ${at}::timestamptz`}
  ) as sums`;
}

/**
 * Returns the condition that something is open of a booking of the property $1, read under the name `table`: the guest owes, or more was paid, by
 * guest or channel, than it charges.
 */
export function hasOpenBalance(table = 'reservations'): string {
  const balanceOf = (condition: string) => `coalesce(sum(
      case when entry.type in (${CHARGES}) then entry.amount_minor when entry.type in (${PAYMENTS}) then -entry.amount_minor else 0 end
    ) filter (where ${condition}), 0)`;
  return `(
    select ${balanceOf(`entry.collected_by is distinct from 'channel'`)} <> 0 or ${balanceOf(`entry.collected_by = 'channel'`)} < 0
    from ledger_entries as entry
    where entry.hotel_id = $1 and entry.reservation_id = ${table}.reservation_id and entry.currency = ${table}.currency)`;
}

const CHARGES = CHARGE_TYPES.map((type) => `'${type}'`).join(', ');
const PAYMENTS = PAYMENT_TYPES.map((type) => `'${type}'`).join(', ');

type Written = Exclude<
  keyof Reservation,
  'hotelId' | 'reservationId' | 'createdAt' | 'updatedAt' | keyof LedgerSums
>;

/** The column of each member that may change. */
const COLUMNS: Record<Written, string> = {
  roomId: 'room_id',
  status: 'status',
  channel: 'channel',
  channelReference: 'channel_reference',
  connection: 'connection',
  orderReference: 'order_reference',
  channelCheckin: 'channel_checkin',
  channelCheckout: 'channel_checkout',
  guestName: 'guest_name',
  guestEmail: 'guest_email',
  guestPhone: 'guest_phone',
  checkin: 'checkin',
  checkout: 'checkout',
  priceMinor: 'price_minor',
  currency: 'currency',
  conflict: 'conflict',
  conflictKind: 'conflict_kind',
  heldUntil: 'held_until',
  adults: 'adults',
  children: 'children',
  notes: 'notes',
  arrivalTime: 'arrival_time',
  language: 'language',
  country: 'country',
  meal: 'meal',
  collectedBy: 'collected_by',
  virtualCard: 'virtual_card',
  commissionMinor: 'commission_minor',
  charges: 'charges',
  unitNights: 'unit_nights',
  unitPinned: 'unit_pinned',
  groupId: 'group_id',
  companions: 'companions',
  guestId: 'guest_id',
  earlierRooms: 'earlier_rooms',
  differences: 'differences',
};

const MEMBERS = Object.keys(COLUMNS) as Written[];

/** Members whose columns are jsonb. */
const JSON_MEMBERS: ReadonlySet<Written> = new Set([
  'children',
  'virtualCard',
  'charges',
  'unitNights',
  'companions',
  'earlierRooms',
  'differences',
]);

/**
 * Returns the parts of a statement that writes a reservation: columns, placeholders from `$first` on, values.
 */
export function writtenColumns(
  reservation: Reservation,
  first: number,
): { columns: string[]; placeholders: string[]; values: unknown[] } {
  return {
    columns: MEMBERS.map((member) => COLUMNS[member]),
    placeholders: MEMBERS.map((_, place) => `$${first + place}`),
    values: MEMBERS.map((member) => {
      const value = reservation[member];
      return value !== null && JSON_MEMBERS.has(member) ? JSON.stringify(value) : value;
    }),
  };
}

/**
 * Writes all members that may change, and returns the reservation as stored, with the sums of the entries that are
 * posted so far.
 */
export async function updateReservation(
  tx: PropertyTransaction,
  reservation: Reservation,
): Promise<Reservation> {
  const { columns, placeholders, values } = writtenColumns(reservation, 4);
  const [row] = await tx.query<ReservationRow>(
    `update reservations set (updated_at, ${columns.join(', ')}) = row ($3, ${placeholders.join(', ')})
     where hotel_id = $1 and reservation_id = $2
     returning *, ${ledgerSums()}`,
    [tx.hotelId, reservation.reservationId, tx.now, ...values],
  );
  return toReservation(row!);
}
