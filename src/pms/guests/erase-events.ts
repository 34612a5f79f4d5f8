// Erases a person from the log: numbers, kinds and times stay.
import { isDeepStrictEqual } from 'node:util';
import type { EventKind } from '../../model/event.ts';
import { omitPersonal } from '../log-persons.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { subjectsOf } from './erase-mentions.ts';
import type { StoredPerson } from './person.ts';
import { mapValues, mayName, NO_FORMS, type PersonForms, withoutPersonInProse } from './person-texts.ts';

type Row = { seq: number; kind: EventKind; data: Record<string, unknown> };

/**
 * Erases a person from the events of their records. What earlier releases stored in them is replaced by a reference to
 * the row, which is erased too; names in the texts of tasks, ledger entries, closures and templates are replaced. Returns how many events
 * changed, and how many there are.
 */
export async function eraseEvents(
  tx: PropertyTransaction,
  person: StoredPerson,
): Promise<{ changed: number; kept: number }> {
  const { forms, reservationIds, together } = person;
  const others = together.bookings.map((row) => row.reservation_id);
  const subjects = [...subjectsOf(person), ...together.copyReservationIds.map((id) => `booking/${id}`)];
  if (subjects.length + forms.elsewhere.needles.length === 0) return { changed: 0, kept: 0 };
  const rows = await tx.query<Row>(
    `select seq, kind, data from events
     where hotel_id = $1 and (subject = any($2::text[]) or (kind ~ '^(task|accounting|closure|template)[.]' and (
       (data ->> 'reservationId')::bigint = any($5::bigint[]) or subject = any($6::text[]) or ${mayName('data::text', '$3', '$4')})))
     order by seq`,
    [
      tx.hotelId,
      subjects,
      forms.elsewhere.needles,
      forms.elsewhere.digits,
      [...reservationIds, ...others],
      together.taskIds.map((id) => `task/${id}`),
    ],
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

function withoutPerson({ kind, data }: Row, person: StoredPerson): object {
  if (/^(task|accounting|closure|template)[.]/.test(kind))
    return withoutPersonInMembers(data, formsOf(data, person), person.forms.elsewhere);
  const { omitted: known = [], ...stored } = data as { omitted?: string[] };
  const { omitted = [], ...kept } = omitPersonal(kind, stored) as { omitted?: string[] };
  const all = [...known, ...omitted];
  return {
    ...kept,
    ...Object.fromEntries(FAILURES.filter((member) => member in kept).map((member) => [member, null])),
    ...(all.length > 0 && { omitted: all }),
  };
}

/** Members that say why something failed: a refusal may repeat an address, or what was written. */
const FAILURES = ['deliveryError', 'deliveryErrorCause', 'error', 'errorCause'];

/** Returns how a task, entry or closure may name the person, by the booking that it is of. */
function formsOf(
  data: Record<string, unknown>,
  { forms, reservationIds, together }: StoredPerson,
): PersonForms {
  const id = (data['reservationId'] ?? null) as number | null;
  if (id === null) {
    const isOfStay = together.taskIds.includes((data['taskId'] ?? 0) as number);
    return isOfStay ? forms.together : forms.elsewhere;
  }
  if (reservationIds.includes(id)) return forms.own;
  return together.bookings.some((row) => row.reservation_id === id) ? forms.together : NO_FORMS;
}

/** Members of tasks, ledger entries and closures that people write freely. Others, such as a status, are read by programs. */
const FREE_TEXTS = new Set(['name', 'description', 'reference', 'reason', 'responsible', 'assignee']);

/** Those of them that name the staff: a guest's given name may be that of an employee. */
const STAFF = new Set(['responsible', 'assignee']);

function withoutPersonInMembers(
  data: Record<string, unknown>,
  forms: PersonForms,
  ofStaff: PersonForms,
): object {
  return Object.fromEntries(
    Object.entries(data).map(([member, value]) => {
      if (member === 'before')
        return [member, withoutPersonInMembers(value as Record<string, unknown>, forms, ofStaff)];
      // Of a template, by language.
      if (member === 'texts') return [member, mapValues(value, (text) => withoutPersonInProse(text, forms))];
      const isText = typeof value === 'string' && FREE_TEXTS.has(member);
      return [member, isText ? withoutPersonInProse(value, STAFF.has(member) ? ofStaff : forms) : value];
    }),
  );
}
