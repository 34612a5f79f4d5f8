// Invariants of a property, checked in the database: each query returns the
// rows that break one, and must return none.
import { expect } from 'vitest';
import type { Database } from '../../src/db/database.ts';

const QUERIES: Record<string, string> = {
  'nights whose sold units are not the nights that reservations hold': `
    select coalesce(night.room_id, held.room_id) as room, coalesce(night.date, held.date) as date, sold, held.n
    from (select * from nights where hotel_id = $1) as night
    full join (
      select room_id, date, count(*)::int as n from reservation_nights
      where hotel_id = $1 and released_at is null group by 1, 2
    ) as held on held.room_id = night.room_id and held.date = night.date
    where coalesce(sold, 0) <> coalesce(held.n, 0)`,

  'nights with fewer blocked units than calendars hold': `
    select night.room_id as room, night.date, blocked, held.n
    from (
      select room_id, date, count(*)::int as n from calendar_blocks where hotel_id = $1 and takes_unit group by 1, 2
    ) as held
    left join nights as night on night.hotel_id = $1 and night.room_id = held.room_id and night.date = held.date
    where night.blocked is null or night.blocked < held.n`,

  'nights below zero that are not marked as overbooked by as much': `
    select room_id as room, date, available, overbooked from nights
    where hotel_id = $1 and overbooked <> greatest(0, -available)`,

  'nights that do not add up to the units of their room': `
    select night.room_id as room, night.date, units, available, sold, blocked
    from nights as night join rooms as room using (hotel_id, room_id)
    where hotel_id = $1 and not allotted and date >= $2 and available + sold + blocked <> coalesce(units, 1)`,

  'nights of which more is on offer than the room has left': `
    select night.room_id as room, night.date, units, available, sold, blocked
    from nights as night join rooms as room using (hotel_id, room_id)
    where hotel_id = $1 and date >= $2 and units is not null and available > 0 and available + sold + blocked > units`,

  'reservations that do not hold exactly the nights of their stay': `
    select reservation_id, status, checkin, checkout, held.n from reservations as stay
    left join lateral (
      select count(*)::int as n, min(date) as first, max(date) as last, bool_and(night.room_id = coalesce((
          select (earlier->>'roomId')::bigint from jsonb_array_elements(stay.earlier_rooms) as earlier
          where (earlier->>'from')::date <= date and date < (earlier->>'until')::date), stay.room_id)) as in_rooms
      from reservation_nights as night
      where night.hotel_id = stay.hotel_id and night.reservation_id = stay.reservation_id and released_at is null
    ) as held on true
    where hotel_id = $1 and not (
      (held.n = checkout - checkin and first = checkin and last = checkout - 1 and in_rooms)
      or (status = 'cancelled' and held.n = 0)
    )`,

  'earlier rooms of reservations that overlap, end the stay, or name the next one twice': `
    select reservation_id, checkin, checkout, room_id, earlier_rooms from reservations as stay,
      jsonb_array_elements(earlier_rooms) with ordinality as earlier(room, place)
    where hotel_id = $1 and (
      (earlier.room->>'until')::date >= checkout
      or coalesce(earlier_rooms->earlier.place::int->>'from' <> earlier.room->>'until', false)
      or coalesce(earlier_rooms->earlier.place::int->>'roomId', room_id::text) = earlier.room->>'roomId')`,

  'reservations whose price is not the sum of their nights': `
    select reservation_id, status, price_minor, sums.held, sums.all_nights from reservations as stay
    join lateral (
      select sum(price_minor) filter (where released_at is null) as held, sum(price_minor) as all_nights
      from reservation_nights as night
      where night.hotel_id = stay.hotel_id and night.reservation_id = stay.reservation_id
    ) as sums on true
    where hotel_id = $1 and price_minor <> case
      when status in ('checked_out', 'no_show') then sums.all_nights
      else coalesce(sums.held, case when status = 'cancelled' then sums.all_nights end) end`,

  'reservations whose income per room is not what the room earned': `
    select stay.reservation_id, stay.status, of_room.room_id as room, of_room.posted, of_room.charged
    from reservations as stay
    join lateral (
      select room_id, sum(posted) as posted, sum(charged) as charged from (
        select room_id, amount_minor as posted, 0 as charged from ledger_entries as entry
        where entry.hotel_id = stay.hotel_id and entry.reservation_id = stay.reservation_id
          and type in ('income', 'adjustment', 'reversal')
        union all
        select room_id, 0, price_minor from reservation_nights as night
        where night.hotel_id = stay.hotel_id and night.reservation_id = stay.reservation_id
          and stay.status <> 'held' and (stay.status <> 'cancelled' or released_at is null)
        union all
        select stay.room_id, 0, (charge->>'amountMinor')::bigint from jsonb_array_elements(stay.charges) as charge
        where not (charge->>'included')::boolean and stay.status not in ('no_show', 'held')
          and (charge->'ofCancellation' is null or stay.status = 'cancelled')
          and (stay.status <> 'cancelled' or charge->'ofCancellation' is not null or exists (select 1 from reservation_nights as night
            where night.hotel_id = stay.hotel_id and night.reservation_id = stay.reservation_id and released_at is null))
      ) as part group by room_id
    ) as of_room on true
    where stay.hotel_id = $1 and of_room.posted <> of_room.charged`,

  'reservations whose accommodation by day of service and room is not what its nights cost': `
    select coalesce(posted.reservation_id, night.reservation_id) as reservation_id, room_id, date, posted.minor as posted, night.minor as cost
    from (
      select reservation_id, room_id, service_from + (day.place - 1)::int as date, sum(day.minor) as minor
      from ledger_entries as entry, unnest(day_amounts_minor) with ordinality as day(minor, place)
      where hotel_id = $1 and code = 'accommodation' and type in ('income', 'adjustment', 'reversal') and reservation_id is not null
      group by 1, 2, 3
    ) as posted
    full join (
      select night.reservation_id, night.room_id, night.date, night.price_minor as minor
      from reservation_nights as night join reservations as stay using (hotel_id, reservation_id)
      where hotel_id = $1 and status <> 'held' and (status <> 'cancelled' or released_at is null)
    ) as night using (reservation_id, room_id, date)
    where coalesce(posted.minor, 0) <> coalesce(night.minor, 0)
      -- Entries that a migration of an earlier release posted have no parts.
      and not exists (select 1 from ledger_entries as entry where entry.hotel_id = $1 and day_amounts_minor is null
        and entry.reservation_id = coalesce(posted.reservation_id, night.reservation_id) and type in ('income', 'adjustment', 'reversal'))`,

  'entries whose parts by day do not add up to them': `
    select entry_id, reservation_id, amount_minor, day_amounts_minor from ledger_entries as entry
    where hotel_id = $1 and amount_minor <> (select sum(part) from unnest(day_amounts_minor) as part)`,

  'charges beside the price that a cancelled reservation has on some day': `
    select reservation_id, code, service_from + (day.place - 1)::int as date, sum(day.minor)
    from ledger_entries join reservations as stay using (hotel_id, reservation_id),
      unnest(day_amounts_minor) with ordinality as day(minor, place)
    where hotel_id = $1 and status = 'cancelled' and code <> 'accommodation' and type in ('income', 'adjustment', 'reversal')
      and not exists (select 1 from reservation_nights as night where night.hotel_id = stay.hotel_id
        and night.reservation_id = stay.reservation_id and released_at is null)
      and not (code = 'fee' and stay.charges @> '[{"ofCancellation": true}]')
    group by 1, 2, 3 having sum(day.minor) <> 0`,

  'nights to come that are held for a guest who has left or did not come': `
    select held.reservation_id, stay.status, held.date from reservation_nights as held
    join reservations as stay using (hotel_id, reservation_id)
    where hotel_id = $1 and held.date > $2 and released_at is null and stay.status in ('checked_out', 'no_show')`,

  'nights to come that are held by a cancelled reservation before its guest could come': `
    select held.reservation_id, held.date from reservation_nights as held
    join reservations as stay using (hotel_id, reservation_id)
    where hotel_id = $1 and released_at is null and stay.status = 'cancelled' and stay.checkin > $2
      and not exists (
        select 1 from events where events.hotel_id = $1 and subject = 'booking/' || stay.reservation_id
          and kind = 'booking.checked_in')`,

  'reservations without exactly one cleaning task, on the day and in the room of the departure': `
    select stay.reservation_id, stay.status, stay.checkout, array_agg(task.status || ' ' || task.due) as tasks
    from reservations as stay
    left join tasks as task
      on task.hotel_id = stay.hotel_id and task.reservation_id = stay.reservation_id and turnover
    where stay.hotel_id = $1 and stay.held_until is null
    group by stay.hotel_id, stay.reservation_id
    having count(*) <> 1 or not bool_and(case
      when task.status is null then false
      when task.status in ('pending', 'in_progress') then task.room_id = stay.room_id and stay.status <> 'no_show'
        and (task.due = stay.checkout or (stay.status = 'checked_out' and task.due < stay.checkout))
        and (stay.status <> 'cancelled' or exists (
          select 1 from reservation_nights as night where night.hotel_id = stay.hotel_id
            and night.reservation_id = stay.reservation_id and released_at is null))
      else true end)`,

  'reservations with a conflict but no overbooked night': `
    select reservation_id, conflict from reservations as stay
    where hotel_id = $1 and conflict is not null and conflict_kind <> 'without_unit' and not exists (
      select 1 from reservation_nights as held join nights as night using (hotel_id, room_id, date)
      where hotel_id = $1 and held.reservation_id = stay.reservation_id and released_at is null and overbooked > 0
    )`,

  'overbooked nights without a reservation that has a conflict': `
    select room_id as room, date, available from nights as night
    where hotel_id = $1 and date >= $2 and overbooked > 0 and not exists (
      select 1 from reservation_nights as held join reservations as stay using (hotel_id, reservation_id)
      where hotel_id = $1 and held.room_id = night.room_id and held.date = night.date and released_at is null
        and (conflict is not null or status in ('cancelled', 'checked_out', 'no_show'))
    )`,

  'holds, also ended ones, with income or cleaning': `
    select stay.reservation_id, stay.status from reservations as stay
    where stay.hotel_id = $1 and held_until is not null and (
      exists (select 1 from ledger_entries as entry where entry.hotel_id = $1 and entry.reservation_id = stay.reservation_id)
      or exists (select 1 from tasks as task where task.hotel_id = $1 and task.reservation_id = stay.reservation_id))`,
  'units of stays that are not the nights which they hold of units': `
    select stay.reservation_id, stay.unit_nights, held.nights from reservations as stay
    left join lateral (
      select string_agg(unit_id || ' ' || date, ',' order by date) as nights from unit_nights as night
      where night.hotel_id = stay.hotel_id and night.reservation_id = stay.reservation_id
    ) as held on true
    left join lateral (
      select string_agg((part->>'unitId') || ' ' || day::date, ',' order by day) as nights
      from jsonb_array_elements(stay.unit_nights) as part,
        generate_series((part->>'from')::date, (part->>'until')::date - 1, '1 day') as day
    ) as shown on true
    where stay.hotel_id = $1 and shown.nights is distinct from held.nights`,

  'units held for nights that their stay does not hold, or in another room': `
    select held.unit_id, held.date, held.reservation_id from unit_nights as held
    join units as unit using (hotel_id, unit_id)
    where hotel_id = $1 and held.reservation_id is not null and not exists (
      select 1 from reservation_nights as night
      where night.hotel_id = $1 and night.reservation_id = held.reservation_id and night.date = held.date
        and night.room_id = unit.room_id and night.released_at is null)`,

  'rooms whose number is not that of their units': `
    select room.room_id as room, room.units, count(*) as n from rooms as room
    join units as unit on unit.hotel_id = room.hotel_id and unit.room_id = room.room_id and unit.archived_at is null
    where room.hotel_id = $1 group by room.hotel_id, room.room_id having room.units <> count(*)`,

  'closures out of order that do not hold their unit from today on': `
    select closure_id, day::date as date from closures as closure,
      generate_series(greatest(first_night, $2::date), last_night, '1 day') as day
    where hotel_id = $1 and kind = 'out_of_order' and not exists (
      select 1 from unit_nights as held
      where held.hotel_id = $1 and held.unit_id = closure.unit_id and held.date = day::date and held.closure_id = closure.closure_id)`,

  'nights in which fewer units are blocked than closures and calendars hold': `
    select night.room_id as room, night.date, night.blocked, held.n from (
      select room_id, date, sum(n)::int as n from (
        select unit.room_id, held.date, count(*)::int as n
        from unit_nights as held join units as unit using (hotel_id, unit_id)
        where hotel_id = $1 and closure_id is not null and date >= $2 group by 1, 2
        union all
        select room_id, date, count(*)::int from calendar_blocks
        where hotel_id = $1 and takes_unit and date >= $2 group by 1, 2
      ) as parts group by room_id, date
    ) as held
    left join nights as night on night.hotel_id = $1 and night.room_id = held.room_id and night.date = held.date
    where night.blocked is distinct from held.n`,

  'units that calendars hold without a closed night, or closed nights of units that hold none': `
    select held.unit_id, held.date, block.date as closed from (
      select * from unit_nights where hotel_id = $1 and channel is not null
    ) as held
    full join (
      select * from calendar_blocks where hotel_id = $1 and unit_id <> 0 and takes_unit
    ) as block on block.unit_id = held.unit_id and block.date = held.date and block.channel = held.channel
    where coalesce(block.date, held.date) >= $2 and (held.date is null or block.date is null)`,

  'gaps in the log': `
    select head.last_seq, count(*) as entries, min(seq), max(seq) from log_heads as head
    left join events using (hotel_id) where hotel_id = $1 group by head.last_seq
    having head.last_seq <> count(*) or min(seq) <> 1 or max(seq) <> head.last_seq`,
};

/**
 * Fails with every broken invariant of the property and the rows that break
 * it. `today` is the date at the property.
 */
export async function expectConsistent(
  db: Database,
  hotelId: number,
  today: Temporal.PlainDate,
): Promise<void> {
  const found = await Promise.all(
    Object.entries(QUERIES).map(async ([what, text]) => {
      const values = text.includes('$2') ? [hotelId, today] : [hotelId];
      return [what, await db.query(text, values)] as const;
    }),
  );
  expect(Object.fromEntries(found.filter(([, rows]) => rows.length > 0))).toEqual({});
}
