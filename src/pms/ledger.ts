// The ledger: one entry per movement of money. Entries are never edited; a correction is a further entry.
import type { Queryable } from '../db/database.ts';
import type { Actor } from '../model/actor.ts';
import {
  isPostedByBooking,
  type LedgerEntry,
  type PaymentMethod,
  type VatCategory,
} from '../model/ledger.ts';
import { isBefore, latest, type PlainDate, toPlainDate, toPlainDateOrNull } from '../model/night.ts';
import type { Collector } from '../model/stay-details.ts';
import { Problem } from '../problems.ts';
import { type Condition, keyset, ofBookings, type Page, restrict } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';

export type NewLedgerEntry = Omit<LedgerEntry, 'entryId' | 'hotelId' | 'createdAt' | 'postedBy'>;

/** Appends an entry to the ledger and returns it. */
export async function postEntry(tx: PropertyTransaction, entry: NewLedgerEntry): Promise<LedgerEntry> {
  const posted = await insertEntry(tx, entry);
  return posted!;
}

/** What a reversal may say beside what the reversed entry does: null = today, or the day of an entry that is dated ahead. */
type Reversal = { date: PlainDate | null; today: PlainDate; description: string | null };

/**
 * Posts the opposite of an entry: same type, code, booking and room, opposite amount. Throws `unknown_entry`, and
 * `not_reversible` for an entry that is reversed already, is a reversal, follows a booking's price, or is dated after the day given. Of
 * concurrent reversals of one entry, exactly one succeeds.
 */
export async function reverseEntry(
  tx: PropertyTransaction,
  entryId: number,
  { date: given, today, description }: Reversal,
): Promise<LedgerEntry> {
  const [row] = await tx.query<LedgerRow>(
    `select ${ENTRY_COLUMNS} from ledger_entries where hotel_id = $1 and entry_id = $2`,
    [tx.hotelId, entryId],
  );
  if (!row) throw new Problem('unknown_entry', { entryId });
  const reversed = toLedgerEntry(row);
  const { amountMinor, quantity, dayAmountsMinor, reversesId, reservationId } = reversed;
  if (reversesId !== null) throw new Problem('not_reversible', { case: 'reversal', entryId, reversesId });
  if (reservationId !== null && isPostedByBooking(reversed.type))
    throw new Problem('not_reversible', { case: 'booking', entryId, reservationId });
  const date = given ?? latest(today, reversed.date);
  if (isBefore(date, reversed.date))
    throw new Problem('not_reversible', { case: 'later', entryId, date: reversed.date.toString() });
  const posted = await insertEntry(tx, {
    ...reversed,
    amountMinor: amountMinor === 0 ? 0 : -amountMinor,
    quantity: quantity && -quantity,
    dayAmountsMinor: dayAmountsMinor?.map((amount) => -amount) ?? null,
    description: description ?? `Reversal of entry ${entryId}`,
    date,
    reversesId: entryId,
  });
  if (!posted) throw new Problem('not_reversible', { case: 'reversed', entryId });
  return posted;
}

/** Appends an entry; null if it reverses an entry that is reversed already, also by a concurrent transaction. */
async function insertEntry(tx: PropertyTransaction, entry: NewLedgerEntry): Promise<LedgerEntry | null> {
  const columns = Object.values(COLUMNS);
  const [row] = await tx.query<LedgerRow>(
    `insert into ledger_entries (hotel_id, created_at, posted_by, ${columns.join(', ')})
     values ($1, $2, $3::jsonb, ${columns.map((_, place) => `$${place + 4}`).join(', ')})
     on conflict (hotel_id, reverses_id) where reverses_id is not null do nothing
     returning ${ENTRY_COLUMNS}`,
    [tx.hotelId, tx.now, JSON.stringify(tx.actor), ...MEMBERS.map((member) => entry[member])],
  );
  if (!row) return null;
  const posted = toLedgerEntry(row);
  // The log has who makes a change by itself.
  const { postedBy: _, ...logged } = posted;
  tx.record('accounting.posted', `accounting/${posted.entryId}`, logged);
  return posted;
}

/** The column of each member that its poster gives. */
const COLUMNS: Record<keyof NewLedgerEntry, string> = {
  amountMinor: 'amount_minor',
  currency: 'currency',
  type: 'type',
  description: 'description',
  roomId: 'room_id',
  reservationId: 'reservation_id',
  date: 'date',
  code: 'code',
  quantity: 'quantity',
  serviceFrom: 'service_from',
  serviceUntil: 'service_until',
  dayAmountsMinor: 'day_amounts_minor',
  vatCategory: 'vat_category',
  vatRateBp: 'vat_rate_bp',
  collectedBy: 'collected_by',
  method: 'method',
  reference: 'reference',
  reversesId: 'reverses_id',
};

const MEMBERS = Object.keys(COLUMNS) as (keyof NewLedgerEntry)[];

export type LedgerFilter = {
  roomId?: number | undefined;
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
  type?: string | undefined;
  code?: string | undefined;
  method?: PaymentMethod | undefined;
  reservationId?: number | undefined;
  /** of the bookings of this group */
  groupId?: number | undefined;
  /** of the bookings of this guest */
  guestId?: number | undefined;
};

/** Returns one page of entries by date, then in order of posting. */
export async function listEntries(
  db: Queryable,
  hotelId: number,
  filter: LedgerFilter,
  page: Page,
): Promise<LedgerEntry[]> {
  const { text, values } = keyset(
    `select ${ENTRY_COLUMNS} from ledger_entries`,
    conditionsOf(hotelId, filter),
    { columns: ['date', 'entry_id'], types: ['date', 'bigint'] },
    page,
  );
  return (await db.query<LedgerRow>(text, values)).map(toLedgerEntry);
}

/** The sum of the entries of one type and currency. */
type LedgerSum = { type: string; currency: string; entries: number; amountMinor: number };

/** Returns the sums of the entries that match the filter, by type and currency. */
export async function sumEntries(db: Queryable, hotelId: number, filter: LedgerFilter): Promise<LedgerSum[]> {
  const { where, values } = restrict(conditionsOf(hotelId, filter));
  const rows = await db.query<{ type: string; currency: string; entries: number; amount_minor: number }>(
    `select type, currency, count(*)::int as entries, sum(amount_minor) as amount_minor
     from ledger_entries where ${where.join(' and ')} group by type, currency order by type, currency`,
    values,
  );
  return rows.map(({ amount_minor: amountMinor, ...sum }) => ({ ...sum, amountMinor }));
}

function conditionsOf(hotelId: number, filter: LedgerFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['room_id = ?', filter.roomId],
    ['date >= ?', filter.from],
    ['date <= ?', filter.to],
    ['type = ?', filter.type],
    ['code = ?', filter.code],
    // Of earlier releases are payments whose method nobody said.
    [`(case when type in ('payment', 'refund') then coalesce(method, 'other') end) = ?`, filter.method],
    ['reservation_id = ?', filter.reservationId],
    ...ofBookings(hotelId, filter),
  ];
}

/** The columns of an entry, with the present names of the people and the token by whom it was posted. */
const ENTRY_COLUMNS = `ledger_entries.*,
  coalesce(
    (select users.name from users where users.user_id = (ledger_entries.posted_by ->> 'userId')::bigint),
    (select tokens.label from tokens where tokens.token_id = (ledger_entries.posted_by ->> 'tokenId')::bigint)
  ) as poster_name,
  (select users.name from users where users.user_id = (ledger_entries.posted_by ->> 'approvedBy')::bigint) as approver_name`;

type LedgerRow = {
  entry_id: number;
  hotel_id: number;
  amount_minor: number;
  currency: string;
  type: string;
  description: string;
  room_id: number | null;
  reservation_id: number | null;
  date: string;
  created_at: Temporal.Instant;
  code: string;
  quantity: number | null;
  service_from: string | null;
  service_until: string | null;
  day_amounts_minor: readonly string[] | null;
  vat_category: VatCategory | null;
  vat_rate_bp: number | null;
  collected_by: Collector | null;
  method: PaymentMethod | null;
  reference: string | null;
  reverses_id: number | null;
  posted_by: Actor | null;
  poster_name: string | null;
  approver_name: string | null;
};

function toLedgerEntry(row: LedgerRow): LedgerEntry {
  const { posted_by: postedBy, poster_name: name, approver_name: approver } = row;
  return {
    entryId: row.entry_id,
    hotelId: row.hotel_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    type: row.type,
    description: row.description,
    roomId: row.room_id,
    reservationId: row.reservation_id,
    date: toPlainDate(row.date),
    createdAt: row.created_at,
    code: row.code,
    quantity: row.quantity,
    serviceFrom: toPlainDateOrNull(row.service_from),
    serviceUntil: toPlainDateOrNull(row.service_until),
    dayAmountsMinor: row.day_amounts_minor?.map(Number) ?? null,
    vatCategory: row.vat_category,
    vatRateBp: row.vat_rate_bp,
    collectedBy: row.collected_by,
    method: row.method,
    reference: row.reference,
    reversesId: row.reverses_id,
    postedBy: postedBy && { ...postedBy, name, ...(approver !== null && { approver }) },
  };
}
