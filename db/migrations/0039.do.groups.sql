-- Groups: bookings that were made together.
create sequence group_id start 1;

create table booking_groups (
  hotel_id bigint not null,
  group_id bigint not null default nextval('group_id'),
  channel text not null,
  reference text,
  created_at timestamptz not null,
  primary key (hotel_id, group_id)
);

comment on table booking_groups is 'Bookings that were made together: several rooms of one order. Who made it is the guest of its first booking.';
comment on column booking_groups.channel is 'who sold it: direct, or the name of an OTA';
comment on column booking_groups.reference is 'the order''s id at its channel, or the caller''s own; null = none';

alter table reservations
  add column group_id bigint,
  add foreign key (hotel_id, group_id) references booking_groups;
create index reservations_by_group on reservations (hotel_id, group_id) where group_id is not null;

comment on column reservations.group_id is 'the group of bookings that were made together; null = it was made alone';

-- Orders of several rooms that channels have sold before.
with orders as materialized (
  select grouped.*, nextval('group_id') as group_id
  from (
    select hotel_id, channel, reference, min(reservation_id) as first_id
    from channel_stays group by hotel_id, channel, reference having count(distinct reservation_id) > 1
  ) as grouped
), stored as (
  insert into booking_groups (hotel_id, group_id, channel, reference, created_at)
  select first.hotel_id, orders.group_id, first.channel, coalesce(first.channel_reference, orders.reference),
    first.created_at
  from orders
  join reservations as first on first.hotel_id = orders.hotel_id and first.reservation_id = orders.first_id
)
update reservations as reservation set group_id = orders.group_id
from orders
join channel_stays as stay
  on stay.hotel_id = orders.hotel_id and stay.channel = orders.channel and stay.reference = orders.reference
where reservation.hotel_id = orders.hotel_id and reservation.reservation_id = stay.reservation_id;
