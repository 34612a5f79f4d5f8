// Erases guests: removes what says something of a person from every table. Bookings with their dates, rooms and
// amounts stay, and so do the numbers and kinds of the log.
import { ERASED_NAME, ERASED_TEXT } from '../../model/guest.ts';
import type { PlainDate } from '../../model/night.ts';
import { Problem } from '../../problems.ts';
import { markInquiriesErased, markStaysErased } from '../channel-sync/ingest/erased-guests.ts';
import { WITHOUT_REVIEW_TEXTS } from '../guest-reviews.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { isInHouseOrExpected } from '../reservations/presence.ts';
import { ledgerSums } from '../reservations/rows.ts';
import { type AnswerEraser, eraseAnswers } from './erase-answers.ts';
import { eraseChannelRecords } from './erase-copies.ts';
import { eraseEvents } from './erase-events.ts';
import type { WireIds } from './erase-exchanges.ts';
import { eraseMentions, summed } from './erase-mentions.ts';
import { type FurtherRecords, findPerson, type StoredPerson } from './person.ts';
import type { ErasedTable } from './person-rows.ts';
import { recordGuest } from './profiles.ts';
import { eraseContactCopies, findOtherProfiles, type OtherProfile } from './together.ts';

type Erasure = {
  guestIds: readonly number[];
  /** date at the property: guests who are still expected are not erased */
  today: PlainDate;
  formats: StoredFormats;
  /** also the profiles that the person has under the same name in the same groups and orders */
  sameInOrders: boolean;
} & FurtherRecords;

/** What must be known of formats to find a person in copies. */
export type StoredFormats = { eraser: AnswerEraser; wireIds: WireIds };

type OpenBalance = { reservationId: number; balanceMinor: number; currency: string };

type Erased = {
  /** all profiles that were erased */
  guestIds: number[];
  erased: ErasedTable[];
  kept: { bookings: number; entries: number; events: number };
  /** profiles that may be of the same person, and were not erased */
  others: OtherProfile[];
  /** bookings of the person whose balance is not 0 */
  balances: OpenBalance[];
};

/**
 * Erases guests, with the profiles merged into them. Returns the rows changed in each table, how many of the
 * bookings and ledger entries stay without the person, which of the bookings are not settled, and which other profiles may be of the same person. Throws `unknown_guest`, and `guest_expected` for a guest
 * who is in the house or expected.
 */
export async function eraseGuests(
  tx: PropertyTransaction,
  { guestIds, today, formats, ...further }: Erasure,
): Promise<Erased> {
  const person = await findPerson(tx, guestIds, further);
  if (person.guestIds.length === 0) throw new Problem('unknown_guest', { guestId: guestIds[0] ?? 0 });
  await requireDeparted(tx, person, today);
  await markStaysErased(tx, person.reservationIds);
  await markInquiriesErased(tx, person.inquiryIds);
  const others = await findOtherProfiles(tx, tx.hotelId, person);
  const entries = await countEntries(tx, person);
  const events = await eraseEvents(tx, person);
  const erased = [
    ...(await eraseOwnRecords(tx, person)),
    ...(await eraseContactCopies(tx, person.together)),
    ...(await eraseChannelRecords(tx, person, formats.wireIds)),
    ...(await eraseMentions(tx, person)),
    await eraseAnswers(tx, person, formats.eraser),
    { table: 'events', rows: events.changed },
  ];
  for (const guestId of person.guestIds) recordGuest(tx, 'guest.erased', { guestId });
  return {
    guestIds: person.guestIds,
    erased: summed(erased)
      .filter(({ rows }) => rows > 0)
      .toSorted((a, b) => (a.table < b.table ? -1 : 1)),
    kept: { bookings: person.reservationIds.length, entries, events: events.kept },
    others,
    balances: await readOpenBalances(tx, person),
  };
}

async function requireDeparted(
  tx: PropertyTransaction,
  person: StoredPerson,
  today: PlainDate,
): Promise<void> {
  const [row] = await tx.query<{ reservation_id: number; guest_id: number; checkout: string }>(
    `select reservation_id, guest_id, checkout from reservations
     where hotel_id = $1 and reservation_id = any($2::bigint[]) and ${isInHouseOrExpected('$3::date')}
     order by checkin, reservation_id limit 1`,
    [tx.hotelId, person.reservationIds, today],
  );
  if (!row) return;
  throw new Problem('guest_expected', {
    guestId: row.guest_id,
    reservationId: row.reservation_id,
    checkout: row.checkout,
  });
}

async function readOpenBalances(
  tx: PropertyTransaction,
  { reservationIds }: StoredPerson,
): Promise<OpenBalance[]> {
  const rows = await tx.query<{ reservation_id: number; currency: string; sums: readonly [number, number] }>(
    `select reservation_id, currency, ${ledgerSums()} from reservations
     where hotel_id = $1 and reservation_id = any($2::bigint[]) order by reservation_id`,
    [tx.hotelId, reservationIds],
  );
  return rows
    .map(({ reservation_id: reservationId, currency, sums: [total, paid] }) => ({
      reservationId,
      currency,
      balanceMinor: total - paid,
    }))
    .filter(({ balanceMinor }) => balanceMinor !== 0);
}

async function countEntries(tx: PropertyTransaction, { reservationIds }: StoredPerson): Promise<number> {
  const [row] = await tx.query<{ entries: number }>(
    `select count(*)::int as entries from ledger_entries where hotel_id = $1 and reservation_id = any($2::bigint[])`,
    [tx.hotelId, reservationIds],
  );
  return row!.entries;
}

/** Erases the rows that are of the person only. */
export async function eraseOwnRecords(tx: PropertyTransaction, person: StoredPerson): Promise<ErasedTable[]> {
  const erased: ErasedTable[] = [];
  for (const [table, ids, statement] of OWN_RECORDS) {
    const rows = await tx.query(`${statement} returning 1`, [
      tx.hotelId,
      person[ids],
      ...valuesOf(table, tx),
    ]);
    erased.push({ table, rows: rows.length });
  }
  return erased;
}

function valuesOf(table: string, tx: PropertyTransaction): unknown[] {
  if (table === 'guests') return [ERASED_NAME, tx.now];
  if (table === 'proposals') return [ERASED_TEXT, tx.now];
  if (['inquiries', 'calendar_stays', 'guest_requests', 'guest_reviews'].includes(table)) return [];
  return [table === 'messages' ? ERASED_TEXT : ERASED_NAME];
}

type Ids = 'guestIds' | 'reservationIds' | 'messageIds' | 'inquiryIds' | 'reviewIds';

/** Of an answer to a request what it was stays, not what was written. */
const WITHOUT_MESSAGES = `update guest_requests set error = null, error_cause = null,
  answer = answer || '{"messageToGuest": null, "messageToChannel": null}' where hotel_id = $1`;

/** What an agent proposed for the person is not done any more. */
const DECLINE_PROPOSALS = `update proposals set sentence = $3, arguments = '{}', basis = basis - 'fingerprint',
       decided_at = case when state in ('open', 'failed') then $4 else decided_at end,
       state = case when state in ('open', 'failed') then 'declined' else state end
     where hotel_id = $1`;

/** A reply that waits for its delivery is not sent any more. The score of a review and the language of a guest stay. */
const OWN_RECORDS: readonly (readonly [table: string, ids: Ids, statement: string])[] = [
  [
    'guests',
    'guestIds',
    `update guests set name = $3, given_name = null, family_name = null, email = null, email_is_alias = false, phone = null,
       phone_e164 = null, language = null, country = null, company = null, vat_id = null, address = null, notes = null,
       tags = '{}', consent_given_on = null, consent_source = null, erased_at = coalesce(erased_at, $4), updated_at = $4
     where hotel_id = $1 and guest_id = any($2::bigint[])`,
  ],
  [
    'reservations',
    'reservationIds',
    `update reservations set guest_name = $3, guest_email = null, guest_phone = null, notes = null, companions = null,
       differences = (
         select jsonb_agg(difference) from jsonb_array_elements(differences) as difference
         where difference->>'member' in ('roomId', 'priceMinor', 'meal', 'arrivalTime', 'adults', 'children', 'checkin', 'checkout', 'status')
       )
     where hotel_id = $1 and reservation_id = any($2::bigint[])`,
  ],
  [
    'calendar_stays',
    'reservationIds',
    `update calendar_stays set guest_name = null
     where hotel_id = $1 and reservation_id = any($2::bigint[]) and guest_name is not null`,
  ],
  ['proposals', 'reservationIds', `${DECLINE_PROPOSALS} and reservation_id = any($2::bigint[])`],
  ['proposals', 'inquiryIds', `${DECLINE_PROPOSALS} and inquiry_id = any($2::bigint[])`],
  [
    'messages',
    'messageIds',
    `update messages set guest_text = case when guest_text is not null then $3 end, reply = case when reply is not null then $3 end,
       delivery_error = null, delivery_error_cause = null, delivery = case delivery when 'queued' then 'failed' else delivery end, lease_owner = null, needs_reply = false,
       no_reply_notice = null, attachments = '[]', attachment_addresses = '{}'
     where hotel_id = $1 and message_id = any($2::bigint[])`,
  ],
  [
    'inquiries',
    'inquiryIds',
    `update inquiries set guest_name = null where hotel_id = $1 and inquiry_id = any($2::bigint[])`,
  ],
  ['guest_reviews', 'reservationIds', `${WITHOUT_REVIEW_TEXTS} and reservation_id = any($2::bigint[])`],
  [
    'guest_reviews',
    'reviewIds',
    `${WITHOUT_REVIEW_TEXTS} and reservation_id is null and exists (
       select 1 from reviews as shown where shown.hotel_id = $1 and shown.review_id = any($2::bigint[])
         and shown.connection = guest_reviews.connection and shown.channel_reference = guest_reviews.external_id)`,
  ],
  ['guest_requests', 'inquiryIds', `${WITHOUT_MESSAGES} and inquiry_id = any($2::bigint[])`],
  ['guest_requests', 'reservationIds', `${WITHOUT_MESSAGES} and reservation_id = any($2::bigint[])`],
  [
    'reviews',
    'reviewIds',
    `update reviews set guest_name = $3, title = null, positive = null, negative = null,
       reply = case when reply is not null then '${ERASED_TEXT}' end,
       reply_delivery = case reply_delivery when 'queued' then 'failed' else reply_delivery end, delivery_error = null, delivery_error_cause = null
     where hotel_id = $1 and review_id = any($2::bigint[])`,
  ],
];
