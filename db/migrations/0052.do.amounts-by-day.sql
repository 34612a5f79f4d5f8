-- What each day of a charge costs: reports of revenue by day and month have the prices of the nights, as those of occupancy do.
alter table ledger_entries add column day_amounts_minor bigint[],
  add constraint ledger_entries_day_amounts_check check (cardinality(day_amounts_minor) = service_until - service_from);
comment on column ledger_entries.day_amounts_minor is
  'the part of each day of the service, in minor units; they add up to amount_minor; null = divided equally';

-- Accommodation of earlier releases: in proportion to the prices that its nights had when it was posted, as rounded sums, so
-- that the parts add up. A reversal takes back the nights that the change ended. Entries of which a night is not known, or
-- whose nights cost nothing, go on being divided equally.
alter table ledger_entries disable trigger ledger_is_append_only;
with night as (
  select hotel_id, reservation_id, date, price_minor, taken_at, coalesce(released_at, 'infinity') as ended_at from reservation_nights
  union all
  select hotel_id, reservation_id, date, price_minor, taken_at, ended_at from reservation_night_history
), weighed as (
  select entry.hotel_id, entry.entry_id, entry.amount_minor, day.place, weight.price_minor,
    sum(weight.price_minor) over (partition by entry.hotel_id, entry.entry_id order by day.place) as until,
    sum(weight.price_minor) over (partition by entry.hotel_id, entry.entry_id) as whole,
    bool_and(weight.price_minor is not null) over (partition by entry.hotel_id, entry.entry_id) as known
  from ledger_entries as entry
  cross join generate_series(0, entry.service_until - entry.service_from - 1) as day(place)
  left join lateral (
    select price_minor from night
    where night.hotel_id = entry.hotel_id and night.reservation_id = entry.reservation_id
      and night.date = entry.service_from + day.place
      and night.taken_at <= entry.created_at and night.ended_at >= entry.created_at
    order by case when entry.type = 'reversal' then night.ended_at end, night.taken_at desc limit 1
  ) as weight on true
  where entry.type in ('income', 'adjustment', 'reversal') and entry.code = 'accommodation' and entry.reservation_id is not null
    and entry.service_until > entry.service_from + 1
), split as (
  select hotel_id, entry_id,
    array_agg((round(amount_minor * until / whole) - round(amount_minor * (until - price_minor) / whole))::bigint order by place) as amounts
  from weighed where known and whole > 0 group by hotel_id, entry_id
)
update ledger_entries as entry set day_amounts_minor = split.amounts
from split where entry.hotel_id = split.hotel_id and entry.entry_id = split.entry_id;
alter table ledger_entries enable trigger ledger_is_append_only;
