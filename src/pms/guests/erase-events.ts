// Erases a person from the log: numbers, kinds and times stay.
import { isDeepStrictEqual } from 'node:util';
import type { EventKind } from '../../model/event.ts';
import { omitPersonal } from '../log-persons.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import type { StoredPerson } from './person.ts';
import { withoutPersonInProse } from './person-texts.ts';

type Row = { seq: number; kind: EventKind; data: Record<string, unknown> };

/**
 * Erases a person from the events of their records. What earlier releases stored in them is replaced by a reference to
 * the row, which is erased too; names in the texts of tasks, ledger entries and closures are replaced. Returns how many events
 * changed, and how many there are.
 */
export async function eraseEvents(
  tx: PropertyTransaction,
  person: StoredPerson,
): Promise<{ changed: number; kept: number }> {
  const subjects = subjectsOf(person);
  if (subjects.length + person.spellings.length === 0) return { changed: 0, kept: 0 };
  const rows = await tx.query<Row>(
    `select seq, kind, data from events
     where hotel_id = $1 and (subject = any($2::text[]) or (kind ~ '^(task|accounting|closure)[.]' and exists (
       select 1 from unnest($3::text[]) as spelling where position(lower(spelling) in lower(data::text)) > 0)))
     order by seq`,
    [tx.hotelId, subjects, person.spellings],
  );
  const changed = rows.flatMap((row) => {
    const after = withoutPerson(row, person);
    return isDeepStrictEqual(after, row.data) ? [] : [{ seq: row.seq, data: JSON.stringify(after) }];
  });
  await tx.query(
    `update events set data = changed.data::jsonb
     from unnest($2::bigint[], $3::text[]) as changed(seq, data)
     where events.hotel_id = $1 and events.seq = changed.seq`,
    [tx.hotelId, changed.map(({ seq }) => seq), changed.map(({ data }) => data)],
  );
  return { changed: changed.length, kept: rows.length };
}

function subjectsOf(person: StoredPerson): string[] {
  return [
    ...person.reservationIds.map((id) => `booking/${id}`),
    ...person.messageIds.map((id) => `message/${id}`),
    ...person.inquiryIds.map((id) => `inquiry/${id}`),
    ...person.reviewIds.map((id) => `review/${id}`),
  ];
}

function withoutPerson({ kind, data }: Row, { spellings }: StoredPerson): object {
  if (/^(task|accounting|closure)[.]/.test(kind)) return withoutPersonInMembers(data, spellings);
  const { omitted: known = [], ...stored } = data as { omitted?: string[] };
  const { omitted = [], ...kept } = omitPersonal(kind, stored) as { omitted?: string[] };
  const all = [...known, ...omitted];
  return {
    ...kept,
    // A mail server's refusal may repeat the address.
    ...('deliveryError' in kept && { deliveryError: null }),
    ...(all.length > 0 && { omitted: all }),
  };
}

/** Members of tasks, ledger entries and closures that people write freely. Others, such as a status, are read by programs. */
const FREE_TEXTS = new Set(['name', 'description', 'reference', 'reason']);

function withoutPersonInMembers(data: Record<string, unknown>, spellings: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(data).map(([member, value]) => {
      if (member === 'before')
        return [member, withoutPersonInMembers(value as Record<string, unknown>, spellings)];
      const isText = typeof value === 'string' && FREE_TEXTS.has(member);
      return [member, isText ? withoutPersonInProse(value, spellings) : value];
    }),
  );
}
