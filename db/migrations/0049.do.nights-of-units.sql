-- Channels whose listing is one unit of a room: what they have of a night is known of each unit. Rows of earlier releases are of rooms.
alter table channel_nights add column unit_id bigint not null default 0;
comment on column channel_nights.unit_id is 'the unit of the room that the channel sells, as in connection_rooms; 0 = the room as a whole';
alter table channel_nights drop constraint channel_nights_pkey, add primary key (hotel_id, channel, room_id, date, unit_id);
