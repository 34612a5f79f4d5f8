// The history of the nights that stays hold: rows that are changed or deleted are kept with the time that they applied.

/**
 * Returns SQL that appends rows of `reservation_nights` to their history, before they are changed or deleted.
 * `from` is a relation with all their columns; `now` the placeholder of the moment of the change. A row that
 * applied for no time is left out: two changes in one millisecond.
 */
export function keepNights(from: string, now: string): string {
  return `insert into reservation_night_history (hotel_id, reservation_id, room_id, date, price_minor, taken_at, ended_at)
    select hotel_id, reservation_id, room_id, date, price_minor, taken_at, coalesce(released_at, ${now})
    from ${from} where taken_at < coalesce(released_at, ${now})`;
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
