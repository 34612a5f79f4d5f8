// Who is in the house: SQL conditions on rows of reservations.

/**
 * The stay took place, or is to: it was cancelled neither as a whole nor by a no-show. An early departure is `cancelled` and
 * keeps the nights before it. `table` is the name under which the reservations are read.
 */
export function takesPlace(table = 'reservations'): string {
  return `(${table}.status in ('confirmed', 'checked_in', 'checked_out') or ${keepsNights(table)})`;
}

/** The booking is an early departure: it was cancelled after the arrival, and keeps the nights before. */
export function keepsNights(table = 'reservations'): string {
  return `(${table}.status = 'cancelled' and exists (
    select 1 from reservation_nights as kept
    where kept.hotel_id = ${table}.hotel_id and kept.reservation_id = ${table}.reservation_id and kept.released_at is null))`;
}

/**
 * The guest has not left yet, but leaves earlier than it was booked, on a later day than `today`, a placeholder of the date at the
 * property. Whether somebody checked the guest in does not matter: whoever enters the departure says that the guest is here.
 */
function leavesEarly(today: string, table: string): string {
  return `(${table}.checkout > ${today} and ${keepsNights(table)})`;
}

/** The guest is in the house: checked in, also after the day of departure, or leaving early on a later day than `today`. */
export function isInHouse(today: string, table = 'reservations'): string {
  return `(${table}.status = 'checked_in' or ${leavesEarly(today, table)})`;
}

/** The guest is in the house or expected: the booking is held or confirmed, and its departure not before `today`. */
export function isInHouseOrExpected(today: string, table = 'reservations'): string {
  return `(${table}.status in ('held', 'checked_in') or (${table}.status = 'confirmed' and ${table}.checkout >= ${today})
    or ${leavesEarly(today, table)})`;
}
