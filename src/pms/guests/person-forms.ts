// How texts name a person, by where they stand. In the person's own records every word of the name is looked for; elsewhere only
// what cannot mean anybody or anything else, or a guest called "Payment" would spoil the texts of the house.
import { isPlaceholderName, UNNAMED_REVIEWER } from '../../model/guest.ts';
import { isSameName } from '../../model/letters.ts';
import { isSamePhone, toE164 } from '../../model/phone.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import type { PersonRows } from './person-rows.ts';
import { formsOf, NO_FORMS, type PersonForms, type PersonValues } from './person-texts.ts';
import type { Together } from './together.ts';

export type PersonFormsByPlace = {
  /** in ledger entries, tasks and events of the person's bookings */
  own: PersonForms;
  /** in those of other bookings of the same group or order, and in the group's reference */
  together: PersonForms;
  /** in records of no booking, and in logs: full names, e-mail addresses, telephone numbers that no other guest has */
  elsewhere: PersonForms;
  /** as `elsewhere`, and also those that other guests have: for requests to and from channels, whose bodies are removed as a whole */
  exchanges: PersonValues;
};

export const NO_PERSON_FORMS: PersonFormsByPlace = {
  own: NO_FORMS,
  together: NO_FORMS,
  elsewhere: NO_FORMS,
  exchanges: { names: [], texts: [], phones: [] },
};

type Found = PersonRows & {
  guestIds: readonly number[];
  reservationIds: readonly number[];
  inquiryIds: readonly number[];
  reviewIds: readonly number[];
  orders: readonly { channel: string; reference: string }[];
  together: Together;
};

/** Finds how the person is named, also by names and contacts of earlier versions of their orders and bookings. */
export async function findForms(tx: PropertyTransaction, found: Found): Promise<PersonFormsByPlace> {
  const { guests, bookings } = found;
  const earlier = await findEarlierValues(tx, found);
  const fullNames = guests.map((row) => [row.given_name, row.family_name].filter(Boolean).join(' '));
  const names = known([
    ...guests.map((row) => row.name),
    ...bookings.map((row) => row.guest_name),
    ...fullNames,
    ...earlier.names,
  ]).filter((name) => !isPlaceholderName(name));
  const emails = known([
    ...guests.map((row) => row.email),
    ...bookings.map((row) => row.guest_email),
    ...earlier.emails,
  ]);
  const given = [
    ...guests.map((row) => row.phone),
    ...bookings.map((row) => row.guest_phone),
    ...earlier.phones,
  ];
  const phones = known([
    ...given,
    ...guests.map((row) => row.phone_e164),
    ...given.map((phone) => toE164(phone, null)),
  ]);
  const vatIds = guests.map((row) => row.vat_id);
  const addresses = guests.map((row) => row.address);
  const parts = names.flatMap((name) => name.split(/[\s,]+/).filter(isNameWord));
  const companions = bookings.flatMap((row) => row.companions?.map(({ name }) => name) ?? []);
  const identifying = known([...vatIds, ...addresses]).filter((text) => text.length >= 7 && /\d/.test(text));
  const exchanges = {
    names: names.filter(isFullName),
    texts: [...emails, ...identifying],
    phones: phones.filter((phone) => phone.replaceAll(/[^0-9]/g, '').length >= MIN_DIGITS),
  };
  return {
    own: formsOf({
      names: [
        ...names,
        ...companions,
        ...known(guests.flatMap((row) => [row.given_name, row.family_name])),
        ...parts,
      ],
      texts: known([...emails, ...guests.map((row) => row.company), ...vatIds, ...addresses]),
      phones,
    }),
    together: formsOf({ names, texts: [...emails, ...identifying], phones }),
    elsewhere: formsOf(await withoutShared(tx, found, exchanges), MIN_DIGITS),
    exchanges,
  };
}

function known(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string' && value.trim() !== ''))] as string[];
}

/** Shorter numbers may be those of invoices. */
const MIN_DIGITS = 7;

/** Words of names that are also words of many other texts. */
const PARTICLES = new Set([
  'and',
  'und',
  'the',
  'von',
  'van',
  'der',
  'den',
  'del',
  'dos',
  'das',
  'des',
  'della',
]);

function isNameWord(word: string): boolean {
  return word.length >= 3 && /\p{L}/u.test(word) && !PARTICLES.has(word.toLowerCase());
}

/** Whether a name has a given and a family name: two words, or three signs in a writing without spaces. */
function isFullName(name: string): boolean {
  return (
    /\S\S\s+\S\S/.test(name) ||
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{3,}$/u.test(name)
  );
}

/**
 * Leaves out what another guest has too: it does not say which of both is meant. A contact that another guest of the person's groups has only because
 * the person booked the room is the person's.
 */
async function withoutShared(
  tx: PropertyTransaction,
  { guestIds, together }: Found,
  { names, texts, phones }: PersonValues,
): Promise<PersonValues> {
  const rows = await tx.query<{ value: string }>(
    `select lower(value) as value from guests,
       unnest(array[name, vat_id, address] || case when guest_id = any($4::bigint[]) then '{}' else array[email, phone, phone_e164] end) as value
     where hotel_id = $1 and guest_id <> all($2::bigint[]) and merged_into is null and erased_at is null
       and lower(value) = any($3::text[])`,
    [
      tx.hotelId,
      guestIds,
      [...names, ...texts, ...phones].map((value) => value.toLowerCase()),
      together.copyGuestIds,
    ],
  );
  const shared = new Set(rows.map((row) => row.value));
  const own = (values: readonly string[]) => values.filter((value) => !shared.has(value.toLowerCase()));
  const sharedPhones = phones.filter((phone) => shared.has(phone.toLowerCase()));
  const namesakes = await findNamesakes(tx, guestIds, names);
  return {
    names: own(names).filter((name) => !namesakes.some((one) => isSameName(one, name))),
    texts: own(texts),
    phones: phones.filter((phone) => !sharedPhones.some((one) => isSamePhone(one, phone))),
  };
}

/** Returns names of other guests that may be these, in whatever spelling, by the index of words. */
async function findNamesakes(
  tx: PropertyTransaction,
  guestIds: readonly number[],
  names: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select distinct found.name from unnest($3::text[]) as own(name)
     join guests as found on found.hotel_id = $1 and guest_terms(found.hotel_id, found.name, found.given_name, found.family_name,
       found.email, found.phone, found.phone_e164) @@ booking_query($1, own.name, 'n')
     where found.guest_id <> all($2::bigint[]) and found.merged_into is null and found.erased_at is null`,
    [tx.hotelId, guestIds, names],
  );
  return rows.map((row) => row.name);
}

type EarlierValues = { names: string[]; emails: string[]; phones: string[] };

/** Finds names and contacts that stood in the bookings before: in versions of their orders, in events of earlier releases, in inquiries and reviews. */
async function findEarlierValues(
  tx: PropertyTransaction,
  { reservationIds, inquiryIds, reviewIds, orders: all, together }: Found,
): Promise<EarlierValues> {
  // Versions of an order name who made it: of several guests the one of the first booking.
  const orders = together.bookings.length === 0 || together.copyReservationIds.length > 0 ? all : [];
  const rows = await tx.query<{ kind: 'name' | 'email' | 'phone'; value: string | null }>(
    `with version as (
       select inbox.content from channel_inbox as inbox
       join unnest($2::text[], $3::text[]) as own(channel, reference) on own.channel = inbox.channel and own.reference = inbox.reference
       where inbox.hotel_id = $1 and inbox.kind = 'reservation'
     ), event as (
       select data, data -> 'before' as before from events
       where hotel_id = $1 and subject = any($4::text[]) and data ? 'guestName'
     )
     select 'name' as kind, content #>> '{guest,name}' as value from version
     union select 'email', content #>> '{guest,email}' from version
     union select 'phone', content #>> '{guest,phone}' from version
     union select 'name', data ->> 'guestName' from event
     union select 'name', before ->> 'guestName' from event
     union select 'email', data ->> 'guestEmail' from event
     union select 'phone', data ->> 'guestPhone' from event
     union select 'name', guest_name from inquiries where hotel_id = $1 and inquiry_id = any($5::bigint[])
     union select 'name', guest_name from reviews where hotel_id = $1 and review_id = any($6::bigint[])`,
    [
      tx.hotelId,
      orders.map(({ channel }) => channel),
      orders.map(({ reference }) => reference),
      reservationIds.map((id) => `booking/${id}`),
      inquiryIds,
      reviewIds,
    ],
  );
  const of = (kind: string) => known(rows.filter((row) => row.kind === kind).map((row) => row.value));
  return {
    names: of('name').filter((name) => name !== UNNAMED_REVIEWER),
    emails: of('email'),
    phones: of('phone'),
  };
}
