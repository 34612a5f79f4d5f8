-- Connections to channels, and iCal calendars in both directions.

-- One property at one OTA, over one wire protocol. `credentials` are encrypted. `cursor_seq` is how far this reader of
-- the property's log has come.
create table connections (
  hotel_id bigint not null references properties,
  channel text not null check (channel ~ '^[a-z][a-z0-9_]{1,39}$' and channel <> 'direct'),
  protocol text not null,
  url text,
  credentials bytea,
  settings jsonb not null default '{}',
  state text not null check (state in ('connecting', 'connected', 'delayed', 'error', 'disconnected')),
  last_error text,
  cursor_seq bigint not null default 0,
  last_sync_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (hotel_id, channel)
);

-- Which room is which at the channel; for iCal, where its calendar is fetched and how the last fetches went.
create table connection_rooms (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  external_room text,
  external_rate text,
  ical_url text,
  etag text,
  last_modified text,
  full_read_on date, -- the date of the last fetch without a condition: once a day, so that new days enter the horizon
  last_good_at timestamptz,
  failures int not null default 0,
  error text,
  due_at timestamptz,
  primary key (hotel_id, channel, room_id),
  foreign key (hotel_id, channel) references connections on delete cascade,
  foreign key (hotel_id, room_id) references rooms
);
create index connection_rooms_due on connection_rooms (due_at) where ical_url is not null;

-- A stay seen in an OTA's calendar and the reservation it became. `missing_*`: since when good fetches lack it.
create table calendar_stays (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  reservation_id bigint not null,
  uid text,
  reference text,
  missing_fetches int not null default 0,
  missing_since timestamptz,
  primary key (hotel_id, channel, room_id, reservation_id),
  foreign key (hotel_id, channel, room_id) references connection_rooms on delete cascade,
  foreign key (hotel_id, reservation_id) references reservations
);

-- A night that an OTA's calendar shows as closed without a reservation. `held` = it took a unit of that night here;
-- false while somebody else holds the last one, or while it may be our own closure coming back.
create table calendar_blocks (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  date date not null,
  held boolean not null,
  missing_fetches int not null default 0,
  missing_since timestamptz,
  primary key (hotel_id, channel, room_id, date),
  foreign key (hotel_id, channel, room_id) references connection_rooms on delete cascade
);

-- The .ics feed of a room for one channel. A reference table on Citus: a request knows only the key.
create table calendar_feeds (
  feed_key text primary key check (length(feed_key) >= 32),
  feed_id bigint not null default nextval('feed_id'),
  hotel_id bigint not null,
  room_id bigint not null,
  channel text not null,
  created_at timestamptz not null,
  unique (hotel_id, room_id, channel),
  foreign key (hotel_id, room_id) references rooms
);

-- Which nights a feed said are taken, and until when it said so: what comes back from that channel within a day of it
-- is an echo of ours.
create table feed_servings (
  hotel_id bigint not null,
  feed_id bigint not null,
  nights datemultirange not null,
  content_hash bytea not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (hotel_id, feed_id, content_hash)
);
