-- A guest who moves to another room during the stay has slept the nights before in the former one.
alter table reservations add column earlier_rooms jsonb
  constraint reservations_earlier_rooms_check check (jsonb_typeof(earlier_rooms) = 'array');
comment on column reservations.earlier_rooms is
  'rooms in which the guest slept before moving to room_id: from, until (the day after the last night), roomId; ordered by night; null = none';
