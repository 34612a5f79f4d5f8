-- What each stay held at any moment of the past: reports compare a property with what it had sold on an earlier day.
alter table reservation_nights add column taken_at timestamptz;
update reservation_nights as night set taken_at = reservation.created_at
from reservations as reservation
where reservation.hotel_id = night.hotel_id and reservation.reservation_id = night.reservation_id;
alter table reservation_nights alter column taken_at set not null;
comment on column reservation_nights.taken_at is 'since when the stay holds the night at this price; before migration 40 the creation of the booking';

create sequence night_history_id;

create table reservation_night_history (
  hotel_id bigint not null,
  night_history_id bigint not null default nextval('night_history_id'),
  reservation_id bigint not null,
  room_id bigint not null,
  date date not null,
  price_minor bigint not null,
  taken_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (hotel_id, night_history_id),
  foreign key (hotel_id, reservation_id) references reservations,
  check (taken_at < ended_at)
);
comment on table reservation_night_history is
  'What stays held before they were moved, repriced or taken again: together with reservation_nights, what was sold at any moment. Rows are only added.';
comment on column reservation_night_history.price_minor is 'price of the night during that time, in minor units of the booking''s currency';
comment on column reservation_night_history.taken_at is 'from when the stay held the night at this price';
comment on column reservation_night_history.ended_at is 'until when, exclusive';
create index reservation_night_history_by_date on reservation_night_history (hotel_id, date);
