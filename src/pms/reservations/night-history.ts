// The history of the nights that stays hold: rows that are changed or deleted are kept with the time that they applied.

/**
 * Returns SQL that appends rows of `reservation_nights` to their history, before they are changed or deleted.
 * `from` is a relation with all their columns; `now` the placeholder of the moment of the change. A row that
 * applied for no time is left out: two changes in one millisecond; and rows of holds: a hold has sold nothing.
 */
export function keepNights(from: string, now: string): string {
  return `insert into reservation_night_history (hotel_id, reservation_id, room_id, date, price_minor, taken_at, ended_at)
    select hotel_id, reservation_id, room_id, date, price_minor, taken_at, coalesce(released_at, ${now})
    from ${from} as kept_night where taken_at < coalesce(released_at, ${now})
      and not exists (select 1 from reservations as stay where stay.hotel_id = kept_night.hotel_id
        and stay.reservation_id = kept_night.reservation_id and stay.held_until is not null)`;
}

/**
 * Returns SQL that selects the nights that the booking of the row `reservation` had taken at a moment (`at`, a placeholder;
 * null = now): price_minor, held (whether it still held them then) and ended_at (null = it holds them now).
 */
export function nightsOfBooking(at: string | null): string {
  const own = 'hotel_id = $1 and reservation_id = reservation.reservation_id';
  if (at === null)
    return `select price_minor, released_at is null as held, released_at as ended_at from reservation_nights where ${own}`;
  return `select price_minor, released_at is null or released_at > ${at}::timestamptz as held, released_at as ended_at
    from reservation_nights where ${own} and taken_at <= ${at}::timestamptz
    union all
    select price_minor, ended_at > ${at}::timestamptz, ended_at
    from reservation_night_history where ${own} and taken_at <= ${at}::timestamptz`;
}

/**
 * Returns SQL that selects the nights that the stays of a property held at a moment (`at`, a placeholder;
 * infinity = now): room_id, date, price_minor, reservation_id. `where` limits them by date.
 */
export function nightsHeldAt(at: string, where: string): string {
  return `select room_id, date, price_minor, reservation_id from reservation_nights
    where ${where} and taken_at <= ${at}::timestamptz and (released_at is null or released_at > ${at}::timestamptz)
    union all
    select room_id, date, price_minor, reservation_id from reservation_night_history
    where ${where} and taken_at <= ${at}::timestamptz and ended_at > ${at}::timestamptz`;
}
