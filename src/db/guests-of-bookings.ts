// A data migration that gives each booking of earlier releases a guest, made from what the booking says.
import type pg from 'pg';
import { contactForms } from '../model/guest.ts';

type Booking = {
  hotel_id: string;
  reservation_id: string;
  guest_email: string | null;
  guest_phone: string | null;
  country: string | null;
};

/** The last booking of the part before. */
type Progress = { hotelId: string; reservationId: string };

/** Bookings per part: some tens of milliseconds each. */
const BOOKINGS_AT_ONCE = 1_000;

export const assignGuestsToBookings = {
  name: 'guests of bookings',
  async next(client: pg.Client, progress: unknown): Promise<unknown> {
    const { hotelId, reservationId } = (progress as Progress | null) ?? { hotelId: '0', reservationId: '0' };
    // The sample property writes its own guests.
    const { rows } = await client.query<Booking>(
      `select hotel_id::text, reservation_id::text, guest_email, guest_phone, country from reservations
       where (hotel_id, reservation_id) > ($1::bigint, $2::bigint) and guest_id is null
         and not exists (
           select 1 from properties as property
           where property.hotel_id = reservations.hotel_id and property.sandbox_at is not null)
       order by reservations.hotel_id, reservations.reservation_id limit ${BOOKINGS_AT_ONCE}`,
      [hotelId, reservationId],
    );
    if (rows.length > 0) await assignGuests(client, rows);
    const last = rows.at(-1);
    return rows.length === BOOKINGS_AT_ONCE
      ? ({ hotelId: last!.hotel_id, reservationId: last!.reservation_id } satisfies Progress)
      : null;
  },
};

/** Applied again: in the release before, ids of different lengths made it skip bookings. */
export const assignGuestsToBookingsLeftOut = {
  ...assignGuestsToBookings,
  name: 'guests of bookings that were left out',
};

/** Makes one guest for each booking. Nobody is recognised: people merge profiles that are of one person. */
async function assignGuests(client: pg.Client, bookings: readonly Booking[]): Promise<void> {
  const forms = bookings.map(({ guest_email: email, guest_phone: phone, country }) =>
    contactForms({ email, phone, country }),
  );
  await client.query(
    `with given as materialized (
       select nextval('guest_id') as guest_id, * from unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::text[])
         as form(hotel_id, reservation_id, email_is_alias, phone_e164)
     ), guest as (
       insert into guests (hotel_id, guest_id, name, email, email_is_alias, phone, phone_e164, language, country, created_at, updated_at)
       select given.hotel_id, given.guest_id, guest_name, guest_email, given.email_is_alias, guest_phone, given.phone_e164,
         language, country, created_at, created_at
       from given join reservations as reservation
         on reservation.hotel_id = given.hotel_id and reservation.reservation_id = given.reservation_id
     )
     update reservations as reservation set guest_id = given.guest_id from given
     where reservation.hotel_id = given.hotel_id and reservation.reservation_id = given.reservation_id`,
    [
      bookings.map((booking) => booking.hotel_id),
      bookings.map((booking) => booking.reservation_id),
      forms.map((form) => form.emailIsAlias),
      forms.map((form) => form.phoneE164),
    ],
  );
}
