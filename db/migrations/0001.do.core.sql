-- The calendar of record: properties, rooms, nights, reservations, and the log that everything else reads.
--
-- Conventions: every table that belongs to a property has hotel_id first in its primary key and in every index, so the
-- schema distributes over Citus by hotel_id unchanged. Amounts are in minor units. A night is a `date`; ranges are
-- half-open. Moments that lists are paged by are in whole milliseconds, as answers show them. Ids come from one sequence
-- per noun, so an id never means two things within an installation.

create sequence property_id start 1001;
create sequence room_id start 1001; -- the sample property has 101 to 106
create sequence reservation_id start 10001;
create sequence token_id;
create sequence entry_id;
create sequence task_id;
create sequence message_id;
create sequence review_id;
create sequence feed_id;
create sequence activity_id;

-- This installation, whatever machines it runs on: our calendar entries carry its id, so that we know them again.
create table installation (
  installation_id uuid primary key default gen_random_uuid()
);
insert into installation default values;

-- A property sells rooms in one currency and one time zone. `sandbox_at` is null for all but the public sample
-- property, where it says to which moment its generated life is anchored.
create table properties (
  hotel_id bigint primary key default nextval('property_id'),
  name text not null check (length(name) between 1 and 200),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  address text not null default '' check (length(address) <= 500),
  timezone text not null,
  checkin_time text not null default '15:00' check (checkin_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  checkout_time text not null default '11:00' check (checkout_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  language text not null default 'en',
  email text,
  phone text,
  website text,
  horizon_days int not null default 500 check (horizon_days between 1 and 3660),
  subscription_plan text not null default 'self_hosted',
  subscription_status text not null default 'active' check (subscription_status in ('active', 'past_due', 'cancelled')),
  subscription_renews_at timestamptz,
  sandbox_at timestamptz,
  created_at timestamptz not null
);

-- The head of each property's log: the last number handed out. Apart from `properties` because it is updated by every
-- change, last in its transaction: commit order is log order, and the row is held only while the commit is written.
create table log_heads (
  hotel_id bigint primary key references properties,
  last_seq bigint not null default 0
) with (fillfactor = 50);

-- The log itself: 1, 2, 3, … per property without a gap.
create table events (
  hotel_id bigint not null,
  seq bigint not null,
  kind text not null,
  subject text not null,
  at timestamptz not null,
  data jsonb not null,
  primary key (hotel_id, seq)
);

-- Property tokens. Only the SHA-256 is kept. A reference table on Citus: a request knows its token before its property.
create table tokens (
  token_hash bytea primary key,
  token_id bigint not null default nextval('token_id'),
  hotel_id bigint not null references properties,
  label text not null check (length(label) between 1 and 100),
  access text not null check (access in ('full', 'read')),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index tokens_of_property on tokens (hotel_id, token_id);

-- A room is what is sold: one unit, or a type with several units. `units` null = nobody said how many there are.
create table rooms (
  hotel_id bigint not null references properties,
  room_id bigint not null default nextval('room_id'),
  name text not null check (length(name) between 1 and 200),
  capacity int not null check (capacity between 1 and 1000),
  price_minor bigint not null check (price_minor >= 0),
  units int check (units between 1 and 9999),
  min_stay int not null default 1 check (min_stay between 1 and 999),
  created_at timestamptz not null,
  archived_at timestamptz,
  primary key (hotel_id, room_id)
);

-- A night of a room that differs from the room's defaults: somebody sold, blocked or set it. Only `inventory/nights`
-- writes here. available + sold + blocked = what was set (the room's units, or what `allotted` says somebody set).
-- `overbooked` counts sales that an OTA made without a unit being left: only by so much may `available` be below zero.
-- A null price or min_stay means the room's default.
create table nights (
  hotel_id bigint not null,
  room_id bigint not null,
  date date not null,
  available int not null,
  sold int not null default 0 check (sold >= 0),
  blocked int not null default 0 check (blocked >= 0),
  overbooked int not null default 0 check (overbooked >= 0),
  allotted boolean not null default false,
  price_minor bigint check (price_minor >= 0),
  min_stay int check (min_stay between 1 and 999),
  primary key (hotel_id, room_id, date),
  foreign key (hotel_id, room_id) references rooms,
  constraint never_oversold check (available + overbooked >= 0)
) with (fillfactor = 80);

-- A stay of a guest in a room. `channel` sold it; `channel_reference` is the order there (several rooms of one order
-- are several rows). `conflict` says why people must look at it.
create table reservations (
  hotel_id bigint not null,
  reservation_id bigint not null default nextval('reservation_id'),
  room_id bigint not null,
  status text not null check (status in ('confirmed', 'checked_in', 'checked_out', 'no_show', 'cancelled')),
  channel text not null,
  channel_reference text,
  guest_name text not null check (length(guest_name) between 1 and 200),
  guest_email text,
  guest_phone text,
  checkin date not null,
  checkout date not null,
  price_minor bigint not null check (price_minor >= 0),
  currency text not null,
  conflict text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (hotel_id, reservation_id),
  foreign key (hotel_id, room_id) references rooms,
  check (checkout > checkin)
);
create index reservations_by_checkin on reservations (hotel_id, checkin, reservation_id);
create index reservations_by_reference on reservations (hotel_id, channel_reference) where channel_reference is not null;
create index reservations_by_update on reservations (hotel_id, updated_at);

-- The nights that a reservation took, with the price of each. A night given back keeps its row: `released_at`.
create table reservation_nights (
  hotel_id bigint not null,
  reservation_id bigint not null,
  room_id bigint not null,
  date date not null,
  price_minor bigint not null check (price_minor >= 0),
  released_at timestamptz,
  primary key (hotel_id, reservation_id, room_id, date),
  foreign key (hotel_id, reservation_id) references reservations
);
create index reservation_nights_held on reservation_nights (hotel_id, room_id, date) where released_at is null;

-- Money that moved. Append-only: a mistake or a cancellation is a further entry, never an edit.
create table ledger_entries (
  hotel_id bigint not null references properties,
  entry_id bigint not null default nextval('entry_id'),
  amount_minor bigint not null,
  currency text not null,
  type text not null check (length(type) between 1 and 50),
  description text not null check (length(description) <= 500),
  room_id bigint,
  reservation_id bigint,
  date date not null,
  created_at timestamptz not null,
  primary key (hotel_id, entry_id)
);
create index ledger_by_date on ledger_entries (hotel_id, date, entry_id);
create index ledger_by_reservation on ledger_entries (hotel_id, reservation_id) where reservation_id is not null;

create function refuse_edit() returns trigger language plpgsql as $$
begin
  -- The sample property is generated anew as time passes; it says so for its own transaction.
  if current_setting('innwire.regenerating', true) = 'on' then return old; end if;
  raise exception 'ledger entries are never edited or deleted: post a reversal';
end $$;
create trigger ledger_is_append_only before update or delete on ledger_entries
  for each row execute function refuse_edit();

-- Housekeeping. A turnover task is made by a booking and moves with it.
create table tasks (
  hotel_id bigint not null,
  task_id bigint not null default nextval('task_id'),
  room_id bigint not null,
  name text not null check (length(name) between 1 and 200),
  assignee text,
  status text not null check (status in ('pending', 'in_progress', 'done', 'cancelled')),
  due date not null,
  reservation_id bigint,
  turnover boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (hotel_id, task_id),
  foreign key (hotel_id, room_id) references rooms
);
create index tasks_by_due on tasks (hotel_id, due, task_id);
create index tasks_by_reservation on tasks (hotel_id, reservation_id) where reservation_id is not null;

-- A guest's text and the reply to it; either may be missing.
create table messages (
  hotel_id bigint not null,
  message_id bigint not null default nextval('message_id'),
  reservation_id bigint not null,
  channel text not null,
  guest_text text,
  reply text,
  created_at timestamptz(3) not null,
  replied_at timestamptz,
  delivery text check (delivery in ('queued', 'sent', 'failed')),
  delivery_error text,
  primary key (hotel_id, message_id),
  foreign key (hotel_id, reservation_id) references reservations,
  check (guest_text is not null or reply is not null)
);
create index messages_by_time on messages (hotel_id, created_at, message_id);
create index messages_by_reservation on messages (hotel_id, reservation_id, message_id);
create index messages_queued on messages (hotel_id, message_id) where delivery = 'queued';

-- What guests wrote about their stay. `scores` maps a category to 0–10.
create table reviews (
  hotel_id bigint not null references properties,
  review_id bigint not null default nextval('review_id'),
  room_id bigint,
  reservation_id bigint,
  channel text not null,
  channel_reference text,
  guest_name text not null,
  score numeric(3, 1) not null check (score between 0 and 10),
  scores jsonb not null default '{}',
  title text,
  positive text,
  negative text,
  language text not null,
  reply text,
  replied_at timestamptz,
  reply_delivery text check (reply_delivery in ('queued', 'sent', 'failed')),
  created_at timestamptz(3) not null,
  primary key (hotel_id, review_id)
);
create index reviews_by_time on reviews (hotel_id, created_at desc, review_id desc);

-- Answers of writes that carried an Idempotency-Key, stored in the transaction of the write itself.
create table idempotency_keys (
  hotel_id bigint not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (hotel_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Who called what, and what was exchanged with which channel. Not business data: written in batches, kept for a while.
create table activity (
  hotel_id bigint not null,
  entry_id bigint not null default nextval('activity_id'),
  kind text not null check (kind in ('api', 'sync')),
  created_at timestamptz not null,
  summary text not null,
  method text,
  path text,
  status int,
  request_id text,
  token_label text,
  channel text,
  direction text check (direction in ('push', 'pull')),
  operation text,
  outcome text check (outcome in ('ok', 'partial', 'failed')),
  items int,
  error text,
  duration_ms real,
  primary key (hotel_id, entry_id)
);
create index activity_by_age on activity (created_at);

-- Processes that run jobs, and when each was last alive. The jobs of one that died are given to the others.
create table worker_processes (
  process_id uuid primary key,
  worker_ids text[] not null,
  seen_at timestamptz not null default now()
);
