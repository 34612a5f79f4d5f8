// Erases a person from the copies of what channels sent.
import { storedWithoutPerson } from '../../model/stored-persons.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { eraseExchanges, type WireIds } from './erase-exchanges.ts';
import type { StoredPerson } from './person.ts';
import type { ErasedTable } from './person-rows.ts';

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
  wireIds: WireIds,
): Promise<ErasedTable[]> {
  const records = await findChannelRecords(tx, person);
  await emptyChannelRecords(tx, records);
  const ids = idsOf(person, records).flatMap(({ channel, id }) =>
    wireIds(id).map((form) => ({ channel, id: form })),
  );
  return [
    { table: 'channel_inbox', rows: records.length },
    await eraseExchanges(tx, { ids, values: person.forms.exchanges }),
  ];
}

/** Returns the ids of orders, conversations, messages and reviews, as they are stored. */
function idsOf(
  { orders, threads, reviews }: StoredPerson,
  records: readonly ChannelRecord[],
): { channel: string; id: string }[] {
  return [
    ...[...orders, ...reviews].map(({ channel, reference }) => ({ channel, id: reference })),
    ...threads.map(({ channel, thread }) => ({ channel, id: thread })),
    ...records.flatMap(({ channel, reference, content }) => {
      const { shownReference, thread, earlierThread } = content as Record<string, unknown>;
      const ids = [reference, shownReference, thread, earlierThread];
      return ids.filter((id) => typeof id === 'string').map((id) => ({ channel, id }));
    }),
  ];
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
         exists (select 1 from unnest($6::text[], $7::text[]) as own(channel, reference)
           where own.channel = inbox.channel and own.reference = inbox.reference)
         or exists (select 1 from unnest($2::text[], $3::text[]) as own(channel, reference)
           where own.channel = inbox.channel and own.reference = inbox.content ->> 'reference'))))
     for update`,
    [
      tx.hotelId,
      orders.map(({ channel }) => channel),
      orders.map(({ reference }) => reference),
      threads.map(({ channel }) => channel),
      threads.map(({ thread }) => thread),
      reviews.map(({ channel }) => channel),
      reviews.map(({ reference }) => reference),
    ],
  );
}
