// The booking of each night that a report counts.

/**
 * SQL that joins channel and currency of the booking of each row of `held`, of the property `$1`; rows of holds are
 * left out. Each booking is looked up by its key: `offset 0` keeps the planner from reading all nights for each
 * booking, as it did while a property whose bookings were just imported had no statistics (a minute for 10,000).
 */
export const JOIN_BOOKING = `cross join lateral (
        select channel, currency from reservations
        where hotel_id = $1 and reservation_id = held.reservation_id and held_until is null
        offset 0
      ) as reservation`;
