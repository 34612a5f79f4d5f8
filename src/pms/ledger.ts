// The ledger: one entry per movement of money. Entries are never edited; a correction is a further entry.
import type { Queryable } from '../db/database.ts';
import type { PlainDate } from '../model/night.ts';
import { type Condition, keyset, type Page, restrict } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';

export type LedgerEntry = {
  entryId: number;
  hotelId: number;
  amountMinor: number;
  currency: string;
  /** posted by bookings: `income`, `reversal`, `adjustment`; by people: `payment`, `expense`, `refund` … */
  type: string;
  description: string;
  roomId: number | null;
  reservationId: number | null;
  date: PlainDate;
  createdAt: Temporal.Instant;
};

type NewLedgerEntry = Omit<LedgerEntry, 'entryId' | 'hotelId' | 'createdAt'>;

/** Appends an entry to the ledger and returns it. */
export async function postEntry(tx: PropertyTransaction, entry: NewLedgerEntry): Promise<LedgerEntry> {
  const [row] = await tx.query<LedgerRow>(
    `insert into ledger_entries
       (hotel_id, amount_minor, currency, type, description, room_id, reservation_id, date, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     returning *`,
    [
      tx.hotelId,
      entry.amountMinor,
      entry.currency,
      entry.type,
      entry.description,
      entry.roomId,
      entry.reservationId,
      entry.date,
      tx.now,
    ],
  );
  const posted = toLedgerEntry(row!);
  tx.record('accounting.posted', `accounting/${posted.entryId}`, posted);
  return posted;
}

export type LedgerFilter = {
  roomId?: number | undefined;
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
  type?: string | undefined;
  reservationId?: number | undefined;
};

/** Returns one page of entries by date, then in order of posting. */
export async function listEntries(
  db: Queryable,
  hotelId: number,
  filter: LedgerFilter,
  page: Page,
): Promise<LedgerEntry[]> {
  const { text, values } = keyset(
    'select * from ledger_entries',
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
    ['reservation_id = ?', filter.reservationId],
  ];
}

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
};

function toLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    entryId: row.entry_id,
    hotelId: row.hotel_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    type: row.type,
    description: row.description,
    roomId: row.room_id,
    reservationId: row.reservation_id,
    date: Temporal.PlainDate.from(row.date),
    createdAt: row.created_at,
  };
}
