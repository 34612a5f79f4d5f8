// The units that a property had on each night, at any moment of the past.

/**
 * Returns SQL that selects the units and the blocked units of each room of the property `$1` on each night of [`$2`, `$3`), as room_id, date, units and
 * blocked. `at` is the placeholder of the moment at which it is asked (infinity = now), `timezone` that of the property's time zone. A night counts
 * as it was at the end of its day, or at that moment if it was not over: neither what a room has by now nor a closure that was removed since changes it.
 *
 * A room counts from the day of its creation, and before that from its first night that a stay holds (stays that were entered or imported later), with the
 * units that it had on that day; until the day on which it was archived. Of a room without a number of units, it is what was set for the night.
 */
export function capacityAt(at: string, timezone: string): string {
  const endOf = (day: string) =>
    `((${day} + 1)::timestamp at time zone ${timezone}) - interval '1 microsecond'`;
  return `select room.room_id, night.date,
      case when not existing.counts then 0 else coalesce(number.units, case
        when known.allotted or room.units is null then known.available + known.sold + known.blocked
      end, 1) end as units,
      case when not existing.counts then 0 else coalesce((
        select sum(history.change) from blocked_night_history as history
        where history.hotel_id = $1 and history.room_id = room.room_id and history.date = night.date and history.at <= moment.at
      ), 0) end as blocked
    from (
      select room_id, units, archived_at, (created_at at time zone ${timezone})::date as created, coalesce((
          select min(held.date) from reservation_nights as held
          where held.hotel_id = $1 and held.room_id = rooms.room_id and held.released_at is null
        ), 'infinity') as first_held
      from rooms where hotel_id = $1 and not is_placeholder and created_at <= ${at}::timestamptz
    ) as room
    cross join (
      select generate_series($2::date, $3::date - 1, interval '1 day')::date as date
    ) as night
    cross join lateral (
      select least(${at}::timestamptz, ${endOf('greatest(night.date, room.created)')}) as at
    ) as moment
    cross join lateral (select night.date >= least(room.created, room.first_held) as counts) as existing
    left join lateral (
      select units from room_unit_history as history
      where history.hotel_id = $1 and history.room_id = room.room_id and history.since <= moment.at
      order by history.since desc limit 1
    ) as number on true
    left join nights as known
      on known.hotel_id = $1 and known.room_id = room.room_id and known.date = night.date
    where room.archived_at is null or room.archived_at > moment.at`;
}
