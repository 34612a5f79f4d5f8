// Answers that are stored for idempotency keys, without a person who was erased.
import { ERASED_NAME } from '../model/guest.ts';
import { isSamePhone } from '../model/phone.ts';
import { NOBODY, type StoredPerson } from '../pms/guests/person.ts';
import { mapValues, type PersonForms, withoutPersonInProse } from '../pms/guests/person-texts.ts';

/** Members of public records that say something of a person. */
const PERSONAL = new Set([
  'email',
  'phone',
  'phone_e164',
  'notes',
  'companions',
  'differences',
  'message',
  'reply',
  'delivery_error',
  'public_review',
  'private_review',
  'attachments',
  'delivery_error_cause',
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

/** Members that name the companions of a guest. */
const WITH_COMPANIONS = new Set(['companions', 'differences']);

/** Members in which people write freely, and may name the person. */
const FREE_TEXTS = new Set(['description', 'reference', 'task_name', 'reason']);

/** Members that name the staff: a guest's given name may be that of an employee. */
const STAFF = new Set(['assignee', 'responsible']);

/** Members that say who made a change, decided or posted an entry. */
const ACTORS = new Set(['by', 'decided_by', 'posted_by']);

/** Where a record belongs: see `PersonFormsByPlace`; `other`: to a booking of somebody else. */
type Place = 'own' | 'together' | 'elsewhere' | 'other';

/**
 * Returns an answer, as it was sent to a client, with the personal members of the records of this person emptied, and without
 * the person's name and contact in texts that people wrote.
 */
export function answerWithoutPerson(answer: unknown, person: StoredPerson): unknown {
  return emptied(answer, person, 'elsewhere');
}

function emptied(value: unknown, person: StoredPerson, outer: Place): unknown {
  if (Array.isArray(value)) return value.map((item) => emptied(item, person, outer));
  if (value === null || typeof value !== 'object') return value;
  const record = value as Record<string, unknown>;
  const place = placeOf(record, person, outer);
  const own = place === 'own';
  const group = groupOf(record);
  const isCopy = isRecordOf(record, copiesOf(person));
  // The name of a unit is written on its door; its `order_id` is the booking of who is in it.
  const isUnit = 'condition' in record;
  return Object.fromEntries(
    Object.entries(record).map(([name, inner]) => {
      if (ACTORS.has(name)) return [name, inner];
      if (group && name === 'name') return [name, isRecordOf(group.first, person) ? ERASED_NAME : inner];
      if (group && name === 'reference' && isRecordOf(group.first, person))
        return [name, inner && withoutPersonInProse(String(inner), person.forms.own)];
      if (own && PERSONAL.has(name)) return [name, Array.isArray(inner) ? [] : null];
      if (own && !isUnit && (name === 'name' || name === 'guest_name')) return [name, inner && ERASED_NAME];
      if (isCopy && isContact(inner, name, person)) return [name, null];
      if (WITH_COMPANIONS.has(name))
        return [name, mapValues(inner, (text) => withoutPersonInProse(text, companionForms(place, person)))];
      // Of a template of messages, by language.
      if (name === 'texts')
        return [name, mapValues(inner, (text) => withoutPersonInProse(text, person.forms.elsewhere))];
      if (typeof inner === 'string') return [name, withoutMention(inner, { name, place }, person)];
      return [name, emptied(inner, person, place)];
    }),
  );
}

function placeOf(record: Record<string, unknown>, person: StoredPerson, outer: Place): Place {
  if (outer === 'own' || isRecordOf(record, person)) return 'own';
  const { order_id: order, id, bookings } = record;
  const { together } = person;
  if (Array.isArray(bookings) && bookings.some((one) => isRecordOf(one, person))) return 'together';
  if ('task_name' in record && together.taskIds.includes(id as number)) return 'together';
  if (typeof order !== 'number') return outer;
  return together.bookings.some((row) => row.reservation_id === order) ? 'together' : 'other';
}

function withoutMention(
  text: string,
  { name, place }: { name: string; place: Place },
  { forms }: StoredPerson,
) {
  if (place === 'other') return text;
  if (STAFF.has(name)) return withoutPersonInProse(text, forms.elsewhere);
  return FREE_TEXTS.has(name) ? withoutPersonInProse(text, forms[place]) : text;
}

/** Returns how somebody who came along with another guest is found. */
function companionForms(place: Place, { forms }: StoredPerson): PersonForms {
  return place === 'together' ? forms.together : forms.elsewhere;
}

/** Returns the bookings and profiles of other people that have the person's contact. */
function copiesOf({ together }: StoredPerson): StoredPerson {
  return { ...NOBODY, reservationIds: together.copyReservationIds, guestIds: together.copyGuestIds };
}

function isContact(value: unknown, name: string, { together: { contact } }: StoredPerson): boolean {
  if (typeof value !== 'string') return false;
  if (name === 'email') return contact.emails.includes(value.toLowerCase());
  if (name === 'phone' || name === 'phone_e164')
    return contact.phones.some((phone) => isSamePhone(phone, value));
  return name === 'notes' && contact.notes.includes(value);
}

/** Returns the first booking of a record of a group, after whose guest it is named; null = it is no group. */
function groupOf({ bookings }: Record<string, unknown>): { first: Record<string, unknown> } | null {
  return Array.isArray(bookings) && bookings.length > 0 ? { first: bookings[0] } : null;
}

function isRecordOf(record: Record<string, unknown>, person: StoredPerson): boolean {
  const { order_id: order, rid, guest_id: guest, inquiry_id: inquiry, id } = record;
  const has = (ids: readonly number[], one: unknown) => typeof one === 'number' && ids.includes(one);
  return (
    has(person.reservationIds, order) ||
    has(person.reservationIds, rid) ||
    has(person.guestIds, guest) ||
    has(person.inquiryIds, inquiry) ||
    ('guest_name' in record && (has(person.inquiryIds, id) || has(person.reviewIds, id)))
  );
}
