// A data migration that reads telephone numbers again that earlier releases could not read: those with 00 before the code of the country.
import type pg from 'pg';
import { toE164 } from '../model/phone.ts';

type Numbered = {
  hotel_id: string;
  guest_id: string;
  phone: string;
  phone_e164: string | null;
  country: string | null;
};

/** The last profile of the part before. */
type Progress = { hotelId: string; guestId: string };

/** Profiles per part: some tens of milliseconds each. */
const GUESTS_AT_ONCE = 1_000;

/** Numbers that may begin with two zeros, and those with other digits than those of ASCII. */
const READ_OTHERWISE = String.raw`phone ~ '^[^1-9]*0[^1-9]*0' or phone ~ '[^\u0001-\u00ff]'`;

export const readPhonesWithZeros = {
  name: 'telephone numbers with zeros',
  /** Merges nobody: profiles that have the same number now are suggested as duplicates. A number that cannot be read keeps its form. */
  async next(client: pg.Client, progress: unknown): Promise<unknown> {
    const { hotelId, guestId } = (progress as Progress | null) ?? { hotelId: '0', guestId: '0' };
    const { rows } = await client.query<Numbered>(
      `select hotel_id::text, guest_id::text, phone, phone_e164, country from guests
       where (hotel_id, guest_id) > ($1::bigint, $2::bigint) and (${READ_OTHERWISE})
       order by guests.hotel_id, guests.guest_id limit ${GUESTS_AT_ONCE}`,
      [hotelId, guestId],
    );
    const changed = rows.flatMap((row) => {
      const form = toE164(row.phone, row.country);
      return form === null || form === row.phone_e164 ? [] : [{ ...row, form }];
    });
    if (changed.length > 0) await store(client, changed);
    const last = rows.at(-1);
    return rows.length === GUESTS_AT_ONCE
      ? ({ hotelId: last!.hotel_id, guestId: last!.guest_id } satisfies Progress)
      : null;
  },
};

/** A process of the previous release may still run: a number that it has changed since is left as it is. */
async function store(client: pg.Client, changed: readonly (Numbered & { form: string })[]): Promise<void> {
  await client.query(
    `update guests set phone_e164 = form
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as given(hotel_id, guest_id, phone, form)
     where guests.hotel_id = given.hotel_id and guests.guest_id = given.guest_id and guests.phone = given.phone`,
    [
      changed.map((row) => row.hotel_id),
      changed.map((row) => row.guest_id),
      changed.map((row) => row.phone),
      changed.map((row) => row.form),
    ],
  );
}
