-- Readers of the log outside: how far back it reaches, and webhooks with the attempts to deliver to them.

-- Events before `first_seq` were removed, as the operator's setting asks.
alter table log_heads add column first_seq bigint not null default 1 check (first_seq >= 1 and first_seq <= last_seq + 1);

-- Connections were once logged with the addresses of their calendars, which are as good as passwords.
update events set data = data - 'rooms' - 'url' - 'settings' where kind = 'channel.changed';

create sequence webhook_id start 1;
create sequence delivery_id start 1;

-- An endpoint of somebody's program: a reader of the log with a cursor. Its secrets are encrypted; the one before stays
-- valid for a while. `attempts` counts the failures of the event after the cursor; null `retry_at` = nothing to wait for.
-- `test_asked_at`: the operator wants a message that says nothing. `held_until`: one worker at a time delivers to it, so that events arrive in order.
create table webhooks (
  hotel_id bigint not null references properties,
  webhook_id bigint not null default nextval('webhook_id'),
  url text not null check (length(url) <= 2000),
  kinds text[],
  active boolean not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  cursor_seq bigint not null,
  attempts integer not null default 0,
  retry_at timestamptz,
  failing_since timestamptz,
  last_error text,
  last_delivered_at timestamptz,
  test_asked_at timestamptz,
  held_by uuid,
  held_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (hotel_id, webhook_id)
);
create index webhooks_wanting on webhooks (hotel_id, webhook_id) where active and failing_since is null;

-- Each attempt. `seq` is null for a test.
create table webhook_deliveries (
  hotel_id bigint not null,
  delivery_id bigint not null default nextval('delivery_id'),
  webhook_id bigint not null,
  seq bigint,
  kind text not null,
  attempt integer not null,
  at timestamptz not null,
  delivered boolean not null,
  status integer,
  latency_ms real not null,
  error text,
  answer text,
  primary key (hotel_id, delivery_id),
  foreign key (hotel_id, webhook_id) references webhooks (hotel_id, webhook_id) on delete cascade
);
create index webhook_deliveries_of_one on webhook_deliveries (hotel_id, webhook_id, delivery_id);
create index webhook_deliveries_by_age on webhook_deliveries (at);
