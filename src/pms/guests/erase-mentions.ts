// Erases a person from texts of other records: tasks, ledger entries, closures, references of groups, logs.
import { isDeepStrictEqual } from 'node:util';
import { ERASED_TEXT } from '../../model/guest.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import type { StoredPerson } from './person.ts';
import type { ErasedTable } from './person-rows.ts';
import {
  mapValues,
  mayName,
  type PersonForms,
  withoutPersonInLog,
  withoutPersonInProse,
} from './person-texts.ts';

/** How the values of a column are written: `prose` by people, `log` by programs, with quotations; `json`. */
type Writing = 'prose' | 'log' | 'json';

/** Where a row belongs: to a booking of the person, to the same group or order, or to no booking. */
type Place = 'own' | 'together' | 'elsewhere';

/** SQL: where a row with a booking belongs; null = to a booking of somebody else. `$4` are the person's bookings, `$5` those of the same groups and orders. */
const PLACE_OF_BOOKING = `case when reservation_id = any($4::bigint[]) then 'own' when reservation_id = any($5::bigint[]) then 'together'
  when reservation_id is null then 'elsewhere' end`;

const PLACE_OF_TASK = `case when task_id = any($7::bigint[]) then 'together' else ${PLACE_OF_BOOKING} end`;

const PLACE_OF_GROUP = `case when group_id = any($8::bigint[]) then 'own' when group_id = any($6::bigint[]) then 'together' end`;

/** A person may also come along with another guest. Of the person's own bookings nobody is left. */
const PLACE_OF_COMPANIONS = `case when num_nonnulls(companions, differences) = 0 or reservation_id = any($4::bigint[]) then null
  when reservation_id = any($5::bigint[]) then 'together' else 'elsewhere' end`;

/** Texts that may name the person; `place` says in SQL where a row belongs. */
const MENTIONS: readonly {
  table: string;
  key: string;
  columns: readonly string[];
  writing: Writing;
  place: string;
}[] = [
  {
    table: 'reservations',
    key: 'reservation_id',
    columns: ['companions', 'differences'],
    writing: 'json',
    place: PLACE_OF_COMPANIONS,
  },
  { table: 'tasks', key: 'task_id', columns: ['name'], writing: 'prose', place: PLACE_OF_TASK },
  { table: 'tasks', key: 'task_id', columns: ['assignee'], writing: 'prose', place: `'elsewhere'` },
  {
    table: 'ledger_entries',
    key: 'entry_id',
    columns: ['description', 'reference'],
    writing: 'prose',
    place: PLACE_OF_BOOKING,
  },
  {
    table: 'booking_groups',
    key: 'group_id',
    columns: ['reference'],
    writing: 'prose',
    place: PLACE_OF_GROUP,
  },
  {
    table: 'closures',
    key: 'closure_id',
    columns: ['reason', 'responsible'],
    writing: 'prose',
    place: `'elsewhere'`,
  },
  {
    table: 'message_templates',
    key: 'template_id',
    columns: ['texts'],
    writing: 'json',
    place: `'elsewhere'`,
  },
  {
    table: 'proposals',
    key: 'proposal_id',
    columns: ['sentence'],
    writing: 'log',
    place: PLACE_OF_BOOKING,
  },
  {
    table: 'proposals',
    key: 'proposal_id',
    columns: ['arguments'],
    writing: 'json',
    place: PLACE_OF_BOOKING,
  },
  {
    table: 'activity',
    key: 'entry_id',
    // Callers may put anything into the id of a request.
    columns: ['summary', 'path', 'error', 'request_id'],
    writing: 'log',
    place: `'elsewhere'`,
  },
  {
    table: 'operator_actions',
    key: 'action_id',
    columns: ['target', 'changed'],
    writing: 'json',
    place: `'elsewhere'`,
  },
  {
    table: 'operator_actions',
    key: 'action_id',
    columns: ['request_id'],
    writing: 'log',
    place: `'elsewhere'`,
  },
  {
    table: 'webhook_deliveries',
    key: 'delivery_id',
    columns: ['error', 'answer'],
    writing: 'log',
    place: `'elsewhere'`,
  },
];

/** Replaces the person's name and contact in texts of other records. */
export async function eraseMentions(tx: PropertyTransaction, person: StoredPerson): Promise<ErasedTable[]> {
  await tx.query(`select set_config('innwire.erasing', 'on', true)`);
  const erased = [await eraseAnswersOfWebhooks(tx, person)];
  for (const { table, key, columns, writing, place } of MENTIONS) {
    const rows = await findTexts(tx, person, { table, key, columns, place });
    const type = writing === 'json' ? 'jsonb' : 'text';
    let changed = 0;
    for (const row of rows) {
      const values = row.texts.map((text) => text && withoutPerson(text, writing, person.forms[row.place]));
      if (values.every((value, i) => value === row.texts[i])) continue;
      changed += 1;
      await tx.query(
        `update ${table} set (${columns.join(', ')}) = row (${columns.map((_, i) => `$${i + 3}::${type}`).join(', ')})
         where hotel_id = $1 and ${key}::text = $2`,
        [tx.hotelId, row.key, ...values],
      );
    }
    erased.push({ table, rows: changed });
  }
  return summed(erased);
}

type TextRow = { key: string; place: Place; texts: (string | null)[] };

/** Reads all texts of the person's bookings, groups and orders, and of the other rows those that may name the person. */
function findTexts(
  tx: PropertyTransaction,
  { forms, reservationIds, together }: StoredPerson,
  { table, key, columns, place }: { table: string; key: string; columns: readonly string[]; place: string },
): Promise<TextRow[]> {
  const texts = columns.map((column) => `${column}::text`);
  // PostgreSQL wants to see each parameter used: num_nonnulls does so for those that `place` leaves out.
  return tx.query<TextRow>(
    `select * from (
       select ${key}::text as key, array[${texts.join(', ')}] as texts, ${place} as place,
         ${mayName(`concat_ws(chr(10), ${texts.join(', ')})`, '$2', '$3')} as may_name
       from ${table} where hotel_id = $1 and num_nonnulls($4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[]) = 5
     ) as mention where place in ('own', 'together') or (place = 'elsewhere' and may_name)`,
    [
      tx.hotelId,
      forms.elsewhere.needles,
      forms.elsewhere.digits,
      reservationIds,
      together.bookings.map((row) => row.reservation_id),
      together.groupIds,
      together.taskIds,
      together.madeGroupIds,
    ],
  );
}

/** Removes what receivers of webhooks answered to events about the person: they may have repeated them, in any form. */
async function eraseAnswersOfWebhooks(tx: PropertyTransaction, person: StoredPerson): Promise<ErasedTable> {
  const rows = await tx.query(
    `update webhook_deliveries as delivery set answer = $3
     from events where delivery.hotel_id = $1 and events.hotel_id = $1 and events.seq = delivery.seq
       and events.subject = any($2::text[]) and delivery.answer <> $3
     returning 1`,
    [tx.hotelId, subjectsOf(person), ERASED_TEXT],
  );
  return { table: 'webhook_deliveries', rows: rows.length };
}

/** Returns the subjects of the events about the person's records. */
export function subjectsOf(person: StoredPerson): string[] {
  return [
    ...person.reservationIds.map((id) => `booking/${id}`),
    ...person.messageIds.map((id) => `message/${id}`),
    ...person.inquiryIds.map((id) => `inquiry/${id}`),
    ...person.reviewIds.map((id) => `review/${id}`),
    ...person.guestRequestIds.map((id) => `guest_request/${id}`),
    ...person.guestReviewIds.map((id) => `guest_review/${id}`),
  ];
}

/** Returns one entry for each table. */
export function summed(erased: readonly ErasedTable[]): ErasedTable[] {
  const tables = [...new Set(erased.map(({ table }) => table))];
  return tables.map((table) => ({
    table,
    rows: erased.filter((one) => one.table === table).reduce((sum, { rows }) => sum + rows, 0),
  }));
}

function withoutPerson(text: string, writing: Writing, forms: PersonForms): string {
  if (writing === 'prose') return withoutPersonInProse(text, forms);
  if (writing === 'log') return withoutPersonInLog(text, forms);
  const value = JSON.parse(text) as unknown;
  const erased = mapValues(value, (one) => withoutPersonInLog(one, forms));
  return isDeepStrictEqual(erased, value) ? text : JSON.stringify(erased);
}
