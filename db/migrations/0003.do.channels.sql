-- Channels with a protocol of their own: what each knows of every night, what it sent us, what was exchanged.

-- `owner` is the worker process that speaks for this connection; nobody else does while that process is alive. `revision`
-- counts the changes of settings, credentials and mapping. `full_push`: everything is compared again, `compared_on` says
-- when that was done last. `cursors`: where each pull left off, in the adapter's own words. `wanted`: pulls that the other side
-- has announced news for. `intakes` counts what changed its own count there: what is confirmed by then may be wrong.
-- `in_flight`: the nights of the message that is being sent: while nobody has heard what became of it, nobody knows what the
-- channel has of them.
alter table connections
  add column owner uuid,
  add column revision int not null default 1,
  add column full_push boolean not null default true,
  add column compared_on date,
  add column drift_checked_on date,
  add column push_failures int not null default 0,
  add column push_due_at timestamptz,
  add column cursors jsonb not null default '{}',
  add column wanted text[] not null default '{}',
  add column intakes bigint not null default 0,
  add column in_flight jsonb;

-- Behind /channels/{key}/ the other side reaches us. A reference table on Citus: a request knows only the key.
create table channel_keys (
  channel_key text primary key check (length(channel_key) >= 32),
  hotel_id bigint not null,
  channel text not null,
  unique (hotel_id, channel)
);

-- What a channel has confirmed of a night; null = never told. `max_stay` 0 = told that there is none. `refused` holds the values
-- that it would not take, by field, and `words` what it said: they are not sent again until they change.
create table channel_nights (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  date date not null,
  available int,
  available_at timestamptz, -- when that was confirmed
  price_minor bigint,
  min_stay int,
  max_stay int,
  closed_to_arrival boolean,
  closed_to_departure boolean,
  stop_sell boolean,
  refused jsonb,
  words text,
  primary key (hotel_id, channel, room_id, date),
  foreign key (hotel_id, channel) references connections on delete cascade
) with (fillfactor = 80);

-- What came in, stored before it is acknowledged: each version of a reservation, each message and review, once. `applied_at`
-- null = it waits (a message for its reservation); `outcome` says what became of it.
create table channel_inbox (
  hotel_id bigint not null references properties,
  channel text not null,
  kind text not null check (kind in ('reservation', 'message', 'review')),
  reference text not null,
  revision text not null,
  content jsonb not null,
  sent_at timestamptz,
  received_at timestamptz not null,
  applied_at timestamptz,
  outcome text,
  acknowledged_at timestamptz,
  primary key (hotel_id, channel, kind, reference, revision)
);
create index channel_inbox_unacknowledged on channel_inbox (hotel_id, channel, kind) where acknowledged_at is null;
create index channel_inbox_by_order on channel_inbox (hotel_id, channel, (content ->> 'reference')) where kind = 'message';
create index channel_inbox_by_thread on channel_inbox (hotel_id, channel, (content ->> 'thread'));

-- A room of an order at a channel, and the reservation it became.
create table channel_stays (
  hotel_id bigint not null,
  channel text not null,
  reference text not null,
  room_key text not null,
  external_room text,
  external_rate text,
  reservation_id bigint not null,
  primary key (hotel_id, channel, reference, room_key),
  foreign key (hotel_id, reservation_id) references reservations
);
create index channel_stays_by_reservation on channel_stays (hotel_id, reservation_id);

-- Reservations whose room at the channel is mapped to none of ours wait in a room that nobody sees or sells.
alter table rooms add column stands_in boolean not null default false;
create unique index one_stand_in on rooms (hotel_id) where stands_in;

-- A reply may have arrived although nobody said so: since when, for channels that must be asked before it is repeated.
alter table messages add column tried_at timestamptz;
alter table messages add column delivery_failures int not null default 0;
alter table reviews add column delivery_failures int not null default 0;
create unique index reviews_once on reviews (hotel_id, channel, channel_reference) where channel_reference is not null;

-- The exchanges behind an entry of the audit trail, credentials and card data removed.
create table exchanges (
  hotel_id bigint not null,
  activity_id bigint not null,
  position int not null,
  at timestamptz not null,
  method text not null,
  url text not null,
  request text not null,
  status int,
  response text,
  error text,
  duration_ms real not null,
  primary key (hotel_id, activity_id, position)
);
create index exchanges_by_age on exchanges (at);

-- How many requests may be sent now, shared by all processes; refilled as time passes.
create table rate_buckets (
  bucket text primary key,
  tokens real not null,
  refilled_at timestamptz not null
);
