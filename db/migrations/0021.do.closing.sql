-- A connection that is to end, or a room that is to be mapped no more, once the channel has been told that nothing of it is
-- available. Null = it is not ending.
alter table connections add column closing_since timestamptz;
alter table connection_rooms add column closing_since timestamptz;
create index connection_rooms_closing on connection_rooms (hotel_id, channel) where closing_since is not null;
