// Erases a person from copies and mentions: what channels sent, HTTP exchanges, logs, stored answers, and the texts
// of tasks and ledger entries.
import { storedWithoutPerson } from '../../model/stored-persons.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import type { ErasedTable, StoredPerson } from './person.ts';
import {
  ERASED_TEXT,
  mapValues,
  spellingsOf,
  withoutPersonInProse,
  withoutSpellings,
} from './person-texts.ts';

/** A stored record of a channel; its content as it is stored. */
export type ChannelRecord = {
  channel: string;
  kind: 'reservation' | 'message' | 'review';
  reference: string;
  revision: string;
  content: object;
};

/** Erases the person from the records that channels sent. They stay as known, so that they are not stored again. */
export async function eraseChannelRecords(
  tx: PropertyTransaction,
  person: StoredPerson,
): Promise<ErasedTable[]> {
  const records = await findChannelRecords(tx, person);
  await emptyChannelRecords(tx, records);
  return [{ table: 'channel_inbox', rows: records.length }, await eraseExchanges(tx, person)];
}

/** Removes what records that channels sent say of people. */
export async function emptyChannelRecords(
  tx: PropertyTransaction,
  records: readonly ChannelRecord[],
): Promise<void> {
  await tx.query(
    `update channel_inbox as inbox set content = emptied.content::jsonb, erased_at = $2
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) as emptied(channel, kind, reference, revision, content)
     where inbox.hotel_id = $1 and inbox.channel = emptied.channel and inbox.kind = emptied.kind
       and inbox.reference = emptied.reference and inbox.revision = emptied.revision`,
    [
      tx.hotelId,
      tx.now,
      records.map((record) => record.channel),
      records.map((record) => record.kind),
      records.map((record) => record.reference),
      records.map((record) => record.revision),
      records.map(({ kind, content }) => JSON.stringify(storedWithoutPerson(kind, content))),
    ],
  );
}

/** Finds the records of the person's orders, conversations and reviews, and locks them. */
export function findChannelRecords(
  tx: PropertyTransaction,
  { orders, threads, reviews }: StoredPerson,
): Promise<ChannelRecord[]> {
  return tx.query<ChannelRecord>(
    `select channel, kind, reference, revision, content from channel_inbox as inbox
     where hotel_id = $1 and (
       (kind = 'reservation' and exists (select 1 from unnest($2::text[], $3::text[]) as own(channel, reference)
         where own.channel = inbox.channel and own.reference = inbox.reference))
       or (kind = 'message' and (
         exists (select 1 from unnest($2::text[], $3::text[]) as own(channel, reference)
           where own.channel = inbox.channel and own.reference = inbox.content ->> 'reference')
         or exists (select 1 from unnest($4::text[], $5::text[]) as own(channel, thread)
           where own.channel = inbox.channel and own.thread in (inbox.content ->> 'thread', inbox.content ->> 'earlierThread'))))
       or (kind = 'review' and (
         inbox.reference = any($6::text[])
         or exists (select 1 from unnest($2::text[], $3::text[]) as own(channel, reference)
           where own.channel = inbox.channel and own.reference = inbox.content ->> 'reference'))))
     for update`,
    [
      tx.hotelId,
      orders.map(({ channel }) => channel),
      orders.map(({ reference }) => reference),
      threads.map(({ channel }) => channel),
      threads.map(({ thread }) => thread),
      reviews.map(({ reference }) => reference),
    ],
  );
}

/**
 * Removes the bodies of HTTP requests that name the person, the order or the conversation: they hold more of the person than
 * is known here.
 */
async function eraseExchanges(tx: PropertyTransaction, person: StoredPerson): Promise<ErasedTable> {
  const ids = [...person.orders, ...person.reviews].map(({ reference }) => reference);
  const named = [
    ...person.spellings,
    ...spellingsOf([...ids, ...person.threads.map(({ thread }) => thread)]),
  ];
  const rows = await tx.query(
    `update exchanges set url = $3, request = $3, response = case when response is not null then $3 end,
       error = case when error is not null then $3 end
     where hotel_id = $1 and ${mentions('concat_ws(chr(10), url, request, response, error)', '$2')} returning 1`,
    [tx.hotelId, named, ERASED_TEXT],
  );
  return { table: 'exchanges', rows: rows.length };
}

/** SQL: whether a text has one of the spellings. */
function mentions(text: string, spellings: string): string {
  return `exists (select 1 from unnest(${spellings}::text[]) as spelling where position(lower(spelling) in lower(${text})) > 0)`;
}

/** SQL: the row is not of another booking, which may be of somebody with the same name. */
const OF_NO_OTHER_BOOKING = '(reservation_id is null or reservation_id = any($3::bigint[]))';

/** How the values of a column are written: `prose` by people, `log` by programs, with quotations; `json`. */
type Writing = 'prose' | 'log' | 'json';

/** Tables in which texts may name the person, with the key of a row and which rows are looked at. */
const MENTIONS: readonly {
  table: string;
  key: string;
  columns: readonly string[];
  writing: Writing;
  where?: string;
}[] = [
  { table: 'tasks', key: 'task_id', columns: ['name'], writing: 'prose', where: OF_NO_OTHER_BOOKING },
  {
    table: 'ledger_entries',
    key: 'entry_id',
    columns: ['description', 'reference'],
    writing: 'prose',
    where: OF_NO_OTHER_BOOKING,
  },
  { table: 'booking_groups', key: 'group_id', columns: ['reference'], writing: 'prose' },
  { table: 'closures', key: 'closure_id', columns: ['reason'], writing: 'prose' },
  { table: 'activity', key: 'entry_id', columns: ['summary', 'path', 'error'], writing: 'log' },
  { table: 'operator_actions', key: 'action_id', columns: ['target', 'changed'], writing: 'json' },
  { table: 'webhook_deliveries', key: 'delivery_id', columns: ['error', 'answer'], writing: 'log' },
];

/** Replaces the person's name and contact in texts of other records. */
export async function eraseMentions(tx: PropertyTransaction, person: StoredPerson): Promise<ErasedTable[]> {
  await tx.query(`select set_config('innwire.erasing', 'on', true)`);
  const erased: ErasedTable[] = [];
  for (const { table, key, columns, writing, where } of MENTIONS) {
    const texts = columns.map((column) => `${column}::text`).join(', ');
    const rows = await tx.query<{ key: string; texts: (string | null)[] }>(
      `select ${key}::text as key, array[${texts}] as texts from ${table}
       where hotel_id = $1 and ${mentions(`concat_ws(chr(10), ${columns.join(', ')})`, '$2')}
         and ${where ?? 'cardinality($3::bigint[]) >= 0'}`,
      [tx.hotelId, person.spellings, person.reservationIds],
    );
    const type = writing === 'json' ? 'jsonb' : 'text';
    let changed = 0;
    for (const row of rows) {
      const values = row.texts.map((text) => text && withoutPerson(text, writing, person));
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
  return erased;
}

function withoutPerson(text: string, writing: Writing, { spellings }: StoredPerson): string {
  if (writing === 'prose') return withoutPersonInProse(text, spellings);
  if (writing === 'log') return withoutSpellings(text, spellings);
  return JSON.stringify(mapValues(JSON.parse(text), (value) => withoutSpellings(value, spellings)));
}
