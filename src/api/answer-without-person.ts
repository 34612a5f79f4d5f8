// Answers that are stored for idempotency keys, without a person who was erased.
import { ERASED_NAME } from '../model/guest.ts';
import type { StoredPerson } from '../pms/guests/person.ts';
import { withoutPersonInProse } from '../pms/guests/person-texts.ts';

/** Members of public records that say something of a person. */
const PERSONAL = new Set([
  'email',
  'phone',
  'phone_e164',
  'notes',
  'companions',
  'message',
  'reply',
  'delivery_error',
  'title',
  'positive',
  'negative',
  'given_name',
  'family_name',
  'company',
  'vat_id',
  'address',
  'tags',
  'marketing_consent',
]);

/** Returns an answer, as it was sent to a client, with the personal members of the records of this person emptied. */
export function answerWithoutPerson(answer: unknown, person: StoredPerson): unknown {
  return emptied(answer, person, false);
}

function emptied(value: unknown, person: StoredPerson, isOfPerson: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => emptied(item, person, isOfPerson));
  if (value === null || typeof value !== 'object') return value;
  const record = value as Record<string, unknown>;
  const own = isOfPerson || isRecordOf(record, person);
  const group = groupOf(record);
  // The name of a unit is written on its door; its `order_id` is the booking of who is in it.
  const isUnit = 'condition' in record;
  return Object.fromEntries(
    Object.entries(record).map(([name, inner]) => {
      if (group && name === 'name') return [name, isRecordOf(group.first, person) ? ERASED_NAME : inner];
      if (group && name === 'reference')
        return [name, inner && withoutPersonInProse(String(inner), person.spellings)];
      if (own && PERSONAL.has(name)) return [name, Array.isArray(inner) ? [] : null];
      if (own && !isUnit && (name === 'name' || name === 'guest_name')) return [name, inner && ERASED_NAME];
      return [name, emptied(inner, person, own)];
    }),
  );
}

/** Returns the first booking of a record of a group, after whose guest it is named; null = it is no group. */
function groupOf({ bookings }: Record<string, unknown>): { first: Record<string, unknown> } | null {
  return Array.isArray(bookings) && bookings.length > 0 ? { first: bookings[0] } : null;
}

function isRecordOf(record: Record<string, unknown>, person: StoredPerson): boolean {
  const { order_id: order, rid, guest_id: guest, id } = record;
  const has = (ids: readonly number[], one: unknown) => typeof one === 'number' && ids.includes(one);
  return (
    has(person.reservationIds, order) ||
    has(person.reservationIds, rid) ||
    has(person.guestIds, guest) ||
    ('guest_name' in record && (has(person.inquiryIds, id) || has(person.reviewIds, id)))
  );
}
