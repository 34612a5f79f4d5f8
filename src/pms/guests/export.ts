// Everything that is stored about a guest, for the person.
import type { Queryable } from '../../db/database.ts';
import type { LedgerEntry } from '../../model/ledger.ts';
import type { BookingMessage } from '../../model/message.ts';
import type { Reservation } from '../../model/reservation.ts';
import type { Task } from '../../model/task.ts';
import { listGuestReviews, type NamedGuestReview } from '../guest-reviews.ts';
import { listEntries } from '../ledger.ts';
import { listMessages } from '../messages.ts';
import type { Page } from '../page.ts';
import { ledgerSums, type ReservationRow, toReservation } from '../reservations/rows.ts';
import { listReviews, type Review } from '../reviews.ts';
import { listTasks } from '../tasks.ts';
import { type GuestWithStays, getGuestWithStays } from './list.ts';

/** Rows of a table as they are stored, without secrets and keys of innwire's own. */
type StoredRows = Record<string, unknown>[];

export type GuestExport = {
  guest: GuestWithStays;
  /** ids of profiles that were merged into this one */
  mergedGuestIds: number[];
  bookings: Reservation[];
  messages: BookingMessage[];
  inquiries: StoredRows;
  reviews: Review[];
  guestReviews: NamedGuestReview[];
  entries: LedgerEntry[];
  tasks: Task[];
  channelRecords: StoredRows;
};

/** All records on one page. */
const EVERYTHING: Page = { size: 1_000_000, after: null };

/** Returns what is stored about a guest; for the id of a merged profile, about the one that replaced it. Throws `unknown_guest`. */
export async function exportGuest(
  db: Queryable,
  property: { hotelId: number; today: Temporal.PlainDate },
  guestId: number,
): Promise<GuestExport> {
  const { hotelId } = property;
  const guest = await getGuestWithStays(db, property, guestId);
  const merged = await db.query<{ guest_id: number }>(
    `select guest_id from guests where hotel_id = $1 and merged_into = $2 order by guest_id`,
    [hotelId, guest.guestId],
  );
  const rows = await db.query<ReservationRow>(
    `select *, ${ledgerSums()} from reservations where hotel_id = $1 and guest_id = $2 order by checkin, reservation_id`,
    [hotelId, guest.guestId],
  );
  const bookings = rows.map(toReservation);
  const ids = bookings.map(({ reservationId }) => reservationId);
  const stored = async (statement: string): Promise<StoredRows> =>
    (await db.query<{ row: Record<string, unknown> }>(statement, [hotelId, ids])).map(({ row }) => row);
  const ofGuest = { guestId: guest.guestId };
  return {
    guest,
    mergedGuestIds: merged.map((row) => row.guest_id),
    bookings,
    messages: await listMessages(db, hotelId, ofGuest, EVERYTHING),
    inquiries: await stored(
      `select jsonb_build_object('inquiry_id', inquiry_id, 'reservation_id', reservation_id, 'channel', channel, 'guest_name', guest_name,
         'created_at', created_at) as row
       from inquiries where hotel_id = $1 and reservation_id = any($2::bigint[]) order by inquiry_id`,
    ),
    reviews: await listReviews(db, hotelId, ofGuest, EVERYTHING),
    guestReviews: await listGuestReviews(db, hotelId, ofGuest, EVERYTHING),
    entries: await listEntries(db, hotelId, ofGuest, EVERYTHING),
    tasks: await listTasks(db, hotelId, ofGuest, EVERYTHING),
    channelRecords: await stored(
      `select jsonb_build_object('channel', inbox.channel, 'kind', inbox.kind, 'reference', inbox.reference,
         'received_at', inbox.received_at, 'content', inbox.content) as row
       from channel_inbox as inbox where inbox.hotel_id = $1 and exists (
         select 1 from reservations as stay
         where stay.hotel_id = $1 and stay.reservation_id = any($2::bigint[]) and stay.connection = inbox.channel
           and stay.order_reference = case inbox.kind when 'reservation' then inbox.reference else inbox.content ->> 'reference' end)
       order by inbox.received_at, inbox.reference`,
    ),
  };
}
