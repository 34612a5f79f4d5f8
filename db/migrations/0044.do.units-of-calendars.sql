-- Calendars of single units: a mapping of a channel, an imported calendar and a calendar link may be those of one unit of the room.
alter table connection_rooms add column unit_id bigint not null default 0;
comment on column connection_rooms.unit_id is 'the unit of the room that the channel sells; 0 = the room as a whole';

alter table calendar_stays drop constraint calendar_stays_hotel_id_channel_room_id_fkey;
alter table calendar_blocks drop constraint calendar_blocks_hotel_id_channel_room_id_fkey;
alter table connection_rooms drop constraint connection_rooms_pkey, add primary key (hotel_id, channel, room_id, unit_id);

alter table calendar_stays
  add column unit_id bigint not null default 0,
  drop constraint calendar_stays_pkey,
  add primary key (hotel_id, channel, room_id, unit_id, reservation_id),
  add foreign key (hotel_id, channel, room_id, unit_id) references connection_rooms (hotel_id, channel, room_id, unit_id) on delete cascade;
comment on column calendar_stays.unit_id is 'the unit whose calendar shows the stay; 0 = that of the room as a whole';

alter table calendar_blocks
  add column unit_id bigint not null default 0,
  drop constraint calendar_blocks_pkey,
  add primary key (hotel_id, channel, room_id, unit_id, date),
  add foreign key (hotel_id, channel, room_id, unit_id) references connection_rooms (hotel_id, channel, room_id, unit_id) on delete cascade;
comment on column calendar_blocks.unit_id is 'the unit whose calendar shows the closure, and which it then holds; 0 = that of the room as a whole';

alter table calendar_feeds
  add column unit_id bigint not null default 0,
  drop constraint calendar_feeds_hotel_id_room_id_channel_key,
  add unique (hotel_id, room_id, unit_id, channel);
comment on column calendar_feeds.unit_id is 'the unit whose nights it shows; 0 = the room as a whole';

alter table unit_nights
  add column channel text,
  drop constraint unit_nights_check,
  add check (num_nonnulls(reservation_id, closure_id, channel) = 1);
create index unit_nights_of_channel on unit_nights (hotel_id, channel) where channel is not null;
comment on column unit_nights.channel is 'the channel whose calendar of this unit shows the night as closed, which takes one of the room''s count (calendar_blocks); null = a stay or closure holds it';
comment on table unit_nights is 'Who holds a unit in a night, a stay, a closure out of order or a channel''s calendar: at most one, which the primary key guarantees.';
