-- Units: the physical rooms with a number of a room that is sold, who holds each of them in a night, and their closures.
create sequence unit_id;
create sequence closure_id;

create table units (
  hotel_id bigint not null,
  unit_id bigint not null default nextval('unit_id'),
  room_id bigint not null,
  name text not null check (length(name) between 1 and 50),
  floor text check (length(floor) between 1 and 50),
  position integer not null default 0 check (position between 0 and 1000000),
  condition text not null default 'clean' check (condition in ('dirty', 'clean', 'inspected')),
  condition_at timestamptz not null,
  created_at timestamptz not null,
  archived_at timestamptz,
  primary key (hotel_id, unit_id),
  foreign key (hotel_id, room_id) references rooms (hotel_id, room_id)
);
create index units_of_room on units (hotel_id, room_id);
create unique index units_by_name on units (hotel_id, lower(name)) where archived_at is null;

comment on table units is 'Physical rooms of a room that is sold. A room without rows here is sold by its number of units alone. Rows are never deleted.';
comment on column units.name is 'what is written on its door, unique among the property''s units in use';
comment on column units.floor is 'null = not entered';
comment on column units.position is 'place in lists; units with equal ones are listed in the order of their ids';
comment on column units.condition is 'dirty, clean or inspected';
comment on column units.condition_at is 'when the condition was last set';
comment on column units.archived_at is 'no longer in use from then on; null = in use';

create table closures (
  hotel_id bigint not null,
  closure_id bigint not null default nextval('closure_id'),
  unit_id bigint not null,
  kind text not null check (kind in ('out_of_order', 'out_of_service')),
  first_night date not null,
  last_night date not null,
  reason text check (length(reason) between 1 and 500),
  responsible text check (length(responsible) between 1 and 200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (hotel_id, closure_id),
  foreign key (hotel_id, unit_id) references units (hotel_id, unit_id),
  check (last_night >= first_night - 1)
);
create index closures_of_unit on closures (hotel_id, unit_id, last_night);
create index closures_by_night on closures (hotel_id, first_night, closure_id);

comment on table closures is 'Times in which a unit is not to be used, or only when no other is free. Rows are never deleted.';
comment on column closures.kind is 'out_of_order: not for sale, holds the unit and lowers the room''s count; out_of_service: assigned last, changes no count';
comment on column closures.first_night is 'date of the first night';
comment on column closures.last_night is 'date of the last night; the day before first_night = it ended before it began';
comment on column closures.reason is 'for people; null = not entered';
comment on column closures.responsible is 'who attends to it; null = nobody';
comment on column closures.ended_at is 'when people ended it before its last night; null = not so';

create table unit_nights (
  hotel_id bigint not null,
  unit_id bigint not null,
  date date not null,
  reservation_id bigint,
  closure_id bigint,
  lowers_count boolean not null default false,
  check (num_nonnulls(reservation_id, closure_id) = 1),
  primary key (hotel_id, unit_id, date),
  foreign key (hotel_id, unit_id) references units (hotel_id, unit_id),
  foreign key (hotel_id, reservation_id) references reservations (hotel_id, reservation_id),
  foreign key (hotel_id, closure_id) references closures (hotel_id, closure_id)
);
create index unit_nights_of_reservation on unit_nights (hotel_id, reservation_id) where reservation_id is not null;
create index unit_nights_of_closure on unit_nights (hotel_id, closure_id) where closure_id is not null;

comment on table unit_nights is 'Who holds a unit in a night, a stay or a closure out of order: at most one, which the primary key guarantees.';
comment on column unit_nights.lowers_count is 'the closure lowered the number that is offered of the room, so its end raises it again; false for stays, and where fewer were offered anyway';

alter table reservations
  add column unit_nights jsonb check (jsonb_typeof(unit_nights) = 'array'),
  add column unit_pinned boolean not null default false;
comment on column reservations.unit_nights is 'which unit the guest has in which nights, as in the table unit_nights: from, name of the unit, until (the day after the last night), unitId; ordered by night; null = none';
comment on column reservations.unit_pinned is 'people chose the unit, so the automatic assignment leaves it';

alter table reservations drop constraint reservations_conflict_kind_check;
alter table reservations add constraint reservations_conflict_kind_check
  check (conflict_kind in ('overbooked', 'unmapped_room', 'unconfirmed', 'unlisted', 'without_unit'));

alter table tasks
  add column unit_id bigint,
  add column unit_name text,
  add foreign key (hotel_id, unit_id) references units (hotel_id, unit_id);
comment on column tasks.unit_id is 'null = no certain unit of the room';
comment on column tasks.unit_name is 'units.name when it was assigned; null = no certain unit';

alter table properties add column inspects_units boolean not null default false;
comment on column properties.inspects_units is 'a cleaned unit is ready for a guest only once it has been inspected';

create index reservations_in_house on reservations (hotel_id) where status = 'checked_in';
