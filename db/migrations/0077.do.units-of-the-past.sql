-- How many units a room had, and how many of them were blocked, at any moment: reports of the past count the units of that day.
create table room_unit_history (
  hotel_id bigint not null,
  room_id bigint not null,
  since timestamptz not null,
  units integer,
  primary key (hotel_id, room_id, since),
  foreign key (hotel_id, room_id) references rooms
);
comment on table room_unit_history is
  'How many units rooms had, each number until the next one: the last row of a room is rooms.units. A room counts from its creation until it is archived.';
comment on column room_unit_history.since is 'from when the room had this number';
comment on column room_unit_history.units is 'number of units; null = nobody had entered it';

create table blocked_night_history (
  hotel_id bigint not null,
  room_id bigint not null,
  date date not null,
  at timestamptz not null,
  change integer not null,
  primary key (hotel_id, room_id, date, at),
  foreign key (hotel_id, room_id) references rooms
);
comment on table blocked_night_history is
  'When units of a night were blocked and released again: the sum of the changes up to a moment is what nights.blocked was then.';
comment on column blocked_night_history.at is 'when it changed';
comment on column blocked_night_history.change is 'how many more units are blocked from then on; below zero: fewer';

-- What the log knows of the number of units: the state after each change, and the number before the first one that is stored.
with states as (
  select hotel_id, split_part(subject, '/', 2)::bigint as room_id, seq, at, (data->>'units')::int as units,
    coalesce(data->'before' ? 'units', false) as changed, (data->'before'->>'units')::int as units_before,
    row_number() over (partition by hotel_id, subject order by seq) as place,
    row_number() over (partition by hotel_id, subject, at order by seq desc) as place_at_moment
  from events where kind = 'room.changed' and data ? 'units'
), known as (
  select room.hotel_id, room.room_id, room.created_at as since,
    case when state.room_id is null then room.units when state.changed then state.units_before else state.units end as units
  from rooms as room
  left join states as state on state.hotel_id = room.hotel_id and state.room_id = room.room_id and state.place = 1
  where not coalesce(state.at <= room.created_at, false)
  union all
  select state.hotel_id, state.room_id, state.at, state.units
  from states as state
  join rooms as room on room.hotel_id = state.hotel_id and room.room_id = state.room_id
  where state.place_at_moment = 1
), compared as (
  select *, row_number() over room as place, lag(units) over room as units_before
  from known window room as (partition by hotel_id, room_id order by since)
)
insert into room_unit_history (hotel_id, room_id, since, units)
select hotel_id, room_id, since, units from compared where place = 1 or units is distinct from units_before;

-- A number that the log does not explain counts from now on.
insert into room_unit_history (hotel_id, room_id, since, units)
select room.hotel_id, room.room_id, now(), room.units from rooms as room
where room.units is distinct from (
  select units from room_unit_history as known
  where known.hotel_id = room.hotel_id and known.room_id = room.room_id order by since desc limit 1)
on conflict do nothing;

-- Closures block their nights since they first covered them, as far as the log has that; what else is blocked now counts as if it always had been.
with closed as (
  select held.hotel_id, unit.room_id, held.date, coalesce((
      select min(event.at) from events as event
      where event.hotel_id = held.hotel_id and event.kind like 'closure.%' and event.subject = 'closure/' || held.closure_id
        and event.data->>'firstNight' <= held.date::text and event.data->>'lastNight' >= held.date::text
    ), closure.created_at) as at
  from unit_nights as held
  join units as unit on unit.hotel_id = held.hotel_id and unit.unit_id = held.unit_id
  join closures as closure on closure.hotel_id = held.hotel_id and closure.closure_id = held.closure_id
), changes as (
  select hotel_id, room_id, date, at, 1 as change from closed
  union all
  select night.hotel_id, night.room_id, night.date, room.created_at, night.blocked - count(closed.at)
  from nights as night
  join rooms as room on room.hotel_id = night.hotel_id and room.room_id = night.room_id
  left join closed on closed.hotel_id = night.hotel_id and closed.room_id = night.room_id and closed.date = night.date
  group by night.hotel_id, night.room_id, night.date, night.blocked, room.created_at
  having night.blocked <> count(closed.at)
)
insert into blocked_night_history (hotel_id, room_id, date, at, change)
select hotel_id, room_id, date, at, sum(change) from changes group by hotel_id, room_id, date, at having sum(change) <> 0;
