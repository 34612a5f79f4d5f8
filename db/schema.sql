-- Made by "npm run schema" from db/migrations. Do not edit.

create sequence action_id start 1;
create sequence activity_id start 1;
create sequence change_id start 1;
create sequence delivery_id start 1;
create sequence entry_id start 1;
create sequence feed_id start 1;
create sequence inquiry_id start 1;
create sequence message_id start 1;
create sequence property_id start 1001;
create sequence reservation_id start 10001;
create sequence review_id start 1;
create sequence room_id start 1001;
create sequence task_id start 1;
create sequence token_id start 1;
create sequence webhook_id start 1;

CREATE OR REPLACE FUNCTION public.refuse_edit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The sample property is generated anew as time passes; it says so for its own transaction.
  if current_setting('innwire.regenerating', true) = 'on' then return old; end if;
  raise exception 'ledger entries are never edited or deleted: post a reversal';
end $function$;

create table activity (
  hotel_id bigint not null,
  entry_id bigint not null default nextval('activity_id'::regclass),
  kind text not null,
  created_at timestamp with time zone not null,
  summary text not null,
  method text,
  path text,
  status integer,
  request_id text,
  token_label text,
  channel text,
  direction text,
  operation text,
  outcome text,
  items integer,
  error text,
  duration_ms real,
  constraint activity_direction_check CHECK ((direction = ANY (ARRAY['push'::text, 'pull'::text]))),
  constraint activity_kind_check CHECK ((kind = ANY (ARRAY['api'::text, 'sync'::text]))),
  constraint activity_outcome_check CHECK ((outcome = ANY (ARRAY['ok'::text, 'partial'::text, 'failed'::text]))),
  constraint activity_pkey PRIMARY KEY (hotel_id, entry_id)
);
CREATE INDEX activity_by_age ON public.activity USING btree (created_at);

create table calendar_blocks (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  date date not null,
  takes_unit boolean not null,
  missing_fetches integer not null default 0,
  missing_since timestamp with time zone,
  constraint calendar_blocks_hotel_id_channel_room_id_fkey FOREIGN KEY (hotel_id, channel, room_id) REFERENCES connection_rooms(hotel_id, channel, room_id) ON DELETE CASCADE,
  constraint calendar_blocks_pkey PRIMARY KEY (hotel_id, channel, room_id, date)
);

create table calendar_feeds (
  feed_key text not null,
  feed_id bigint not null default nextval('feed_id'::regclass),
  hotel_id bigint not null,
  room_id bigint not null,
  channel text not null,
  created_at timestamp with time zone not null,
  constraint calendar_feeds_feed_key_check CHECK ((length(feed_key) >= 32)),
  constraint calendar_feeds_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint calendar_feeds_pkey PRIMARY KEY (feed_key),
  constraint calendar_feeds_hotel_id_room_id_channel_key UNIQUE (hotel_id, room_id, channel)
);

create table calendar_stays (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  reservation_id bigint not null,
  uid text,
  reference text,
  missing_fetches integer not null default 0,
  missing_since timestamp with time zone,
  constraint calendar_stays_hotel_id_channel_room_id_fkey FOREIGN KEY (hotel_id, channel, room_id) REFERENCES connection_rooms(hotel_id, channel, room_id) ON DELETE CASCADE,
  constraint calendar_stays_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint calendar_stays_pkey PRIMARY KEY (hotel_id, channel, room_id, reservation_id)
);

create table channel_inbox (
  hotel_id bigint not null,
  channel text not null,
  kind text not null,
  reference text not null,
  revision text not null,
  content jsonb not null,
  sent_at timestamp with time zone,
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  outcome text,
  acknowledged_at timestamp with time zone,
  constraint channel_inbox_kind_check CHECK ((kind = ANY (ARRAY['reservation'::text, 'message'::text, 'review'::text]))),
  constraint channel_inbox_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint channel_inbox_pkey PRIMARY KEY (hotel_id, channel, kind, reference, revision)
);
CREATE INDEX channel_inbox_by_order ON public.channel_inbox USING btree (hotel_id, channel, ((content ->> 'reference'::text))) WHERE (kind = 'message'::text);
CREATE INDEX channel_inbox_by_thread ON public.channel_inbox USING btree (hotel_id, channel, ((content ->> 'thread'::text)));
CREATE INDEX channel_inbox_unacknowledged ON public.channel_inbox USING btree (hotel_id, channel, kind) WHERE (acknowledged_at IS NULL);

create table channel_keys (
  channel_key text not null,
  hotel_id bigint not null,
  channel text not null,
  constraint channel_keys_channel_key_check CHECK ((length(channel_key) >= 32)),
  constraint channel_keys_pkey PRIMARY KEY (channel_key),
  constraint channel_keys_hotel_id_channel_key UNIQUE (hotel_id, channel)
);

create table channel_nights (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  date date not null,
  available integer,
  available_at timestamp with time zone,
  price_minor bigint,
  min_stay integer,
  max_stay integer,
  closed_to_arrival boolean,
  closed_to_departure boolean,
  stop_sell boolean,
  refused jsonb,
  refusal_reason text,
  withheld jsonb,
  withheld_reason text,
  close_refusals integer not null default 0,
  retry_at timestamp with time zone,
  constraint channel_nights_hotel_id_channel_fkey FOREIGN KEY (hotel_id, channel) REFERENCES connections(hotel_id, channel) ON DELETE CASCADE,
  constraint channel_nights_pkey PRIMARY KEY (hotel_id, channel, room_id, date)
) with (fillfactor=80);
CREATE INDEX channel_nights_refused ON public.channel_nights USING btree (hotel_id, channel, date) WHERE ((refused IS NOT NULL) OR (withheld IS NOT NULL));
CREATE INDEX channel_nights_retry ON public.channel_nights USING btree (hotel_id, channel, retry_at) WHERE (retry_at IS NOT NULL);

create table channel_stays (
  hotel_id bigint not null,
  channel text not null,
  reference text not null,
  room_key text not null,
  external_room text,
  external_rate text,
  reservation_id bigint not null,
  accepted_at timestamp with time zone,
  constraint channel_stays_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint channel_stays_pkey PRIMARY KEY (hotel_id, channel, reference, room_key)
);
CREATE INDEX channel_stays_accepted ON public.channel_stays USING btree (hotel_id, channel) WHERE (accepted_at IS NOT NULL);
CREATE INDEX channel_stays_by_reservation ON public.channel_stays USING btree (hotel_id, reservation_id);

create table connection_rooms (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  external_room text,
  ical_url text,
  etag text,
  last_modified text,
  full_read_on date,
  last_good_at timestamp with time zone,
  failures integer not null default 0,
  error text,
  due_at timestamp with time zone,
  encrypted_ical_url bytea,
  external_rates text[] not null default '{}'::text[],
  closing_since timestamp with time zone,
  constraint connection_rooms_hotel_id_channel_fkey FOREIGN KEY (hotel_id, channel) REFERENCES connections(hotel_id, channel) ON DELETE CASCADE,
  constraint connection_rooms_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint connection_rooms_pkey PRIMARY KEY (hotel_id, channel, room_id)
);
CREATE INDEX connection_rooms_closing ON public.connection_rooms USING btree (hotel_id, channel) WHERE (closing_since IS NOT NULL);
CREATE INDEX connection_rooms_due ON public.connection_rooms USING btree (due_at) WHERE (ical_url IS NOT NULL);

create table connections (
  hotel_id bigint not null,
  channel text not null,
  protocol text not null,
  url text,
  credentials bytea,
  settings jsonb not null default '{}'::jsonb,
  state text not null,
  last_error text,
  cursor_seq bigint not null default 0,
  last_sync_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  owner uuid,
  revision integer not null default 1,
  full_push boolean not null default true,
  compared_on date,
  drift_checked_on date,
  cursors jsonb not null default '{}'::jsonb,
  requested_pulls text[] not null default '{}'::text[],
  ingest_version bigint not null default 0,
  in_flight jsonb,
  paused_at timestamp with time zone,
  pause_reason text,
  reservations_read_at timestamp with time zone,
  gap_since timestamp with time zone,
  recovered_at timestamp with time zone,
  error_since timestamp with time zone,
  alerted_at timestamp with time zone,
  closing_since timestamp with time zone,
  constraint connections_channel_check CHECK (((channel ~ '^[a-z][a-z0-9_]{1,39}$'::text) AND (channel <> 'direct'::text))),
  constraint connections_state_check CHECK ((state = ANY (ARRAY['connecting'::text, 'connected'::text, 'delayed'::text, 'error'::text, 'disconnected'::text]))),
  constraint connections_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint connections_pkey PRIMARY KEY (hotel_id, channel)
);

create table data_migrations (
  name text not null,
  progress jsonb,
  finished_at timestamp with time zone,
  constraint data_migrations_pkey PRIMARY KEY (name)
);

create table events (
  hotel_id bigint not null,
  seq bigint not null,
  kind text not null,
  subject text not null,
  at timestamp with time zone not null,
  data jsonb not null,
  constraint events_pkey PRIMARY KEY (hotel_id, seq)
);

create table exchanges (
  hotel_id bigint not null,
  activity_id bigint not null,
  position integer not null,
  at timestamp with time zone not null,
  method text not null,
  url text not null,
  request text not null,
  status integer,
  response text,
  error text,
  duration_ms real not null,
  constraint exchanges_pkey PRIMARY KEY (hotel_id, activity_id, "position")
);
CREATE INDEX exchanges_by_age ON public.exchanges USING btree (at);

create table feed_fetches (
  hotel_id bigint not null,
  feed_id bigint not null,
  nights datemultirange not null,
  content_hash bytea not null,
  first_fetched_at timestamp with time zone not null,
  last_fetched_at timestamp with time zone not null,
  constraint feed_fetches_pkey PRIMARY KEY (hotel_id, feed_id, content_hash)
);

create table idempotency_keys (
  hotel_id bigint not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (hotel_id, key)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

create table inquiries (
  hotel_id bigint not null,
  inquiry_id bigint not null default nextval('inquiry_id'::regclass),
  connection text not null,
  channel text not null,
  thread text not null,
  reference text,
  guest_name text,
  reservation_id bigint,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp with time zone not null,
  constraint inquiries_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint inquiries_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint inquiries_pkey PRIMARY KEY (hotel_id, inquiry_id),
  constraint inquiries_hotel_id_connection_thread_key UNIQUE (hotel_id, connection, thread)
);
CREATE INDEX inquiries_open ON public.inquiries USING btree (hotel_id, created_at DESC, inquiry_id DESC) WHERE (reservation_id IS NULL);

create table installation (
  installation_id uuid not null default gen_random_uuid(),
  signing_key bytea not null default decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text),
  system_identifier text,
  database_oid bigint,
  data_directory text,
  paused_at timestamp with time zone,
  pause_reason text,
  constraint installation_pkey PRIMARY KEY (installation_id)
);

create table ledger_entries (
  hotel_id bigint not null,
  entry_id bigint not null default nextval('entry_id'::regclass),
  amount_minor bigint not null,
  currency text not null,
  type text not null,
  description text not null,
  room_id bigint,
  reservation_id bigint,
  date date not null,
  created_at timestamp with time zone not null,
  constraint ledger_entries_description_check CHECK ((length(description) <= 500)),
  constraint ledger_entries_type_check CHECK (((length(type) >= 1) AND (length(type) <= 50))),
  constraint ledger_entries_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint ledger_entries_pkey PRIMARY KEY (hotel_id, entry_id)
);
CREATE INDEX ledger_by_date ON public.ledger_entries USING btree (hotel_id, date, entry_id);
CREATE INDEX ledger_by_reservation ON public.ledger_entries USING btree (hotel_id, reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_edit();

create table log_heads (
  hotel_id bigint not null,
  last_seq bigint not null default 0,
  first_seq bigint not null default 1,
  constraint log_heads_check CHECK (((first_seq >= 1) AND (first_seq <= (last_seq + 1)))),
  constraint log_heads_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint log_heads_pkey PRIMARY KEY (hotel_id)
) with (fillfactor=50);

create table messages (
  hotel_id bigint not null,
  message_id bigint not null default nextval('message_id'::regclass),
  reservation_id bigint,
  channel text not null,
  guest_text text,
  reply text,
  created_at timestamp(3) with time zone not null,
  replied_at timestamp with time zone,
  delivery text,
  delivery_error text,
  attempted_at timestamp with time zone,
  delivery_failures integer not null default 0,
  inquiry_id bigint,
  constraint messages_check CHECK (((guest_text IS NOT NULL) OR (reply IS NOT NULL))),
  constraint messages_delivery_check CHECK ((delivery = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]))),
  constraint messages_of_check CHECK ((num_nonnulls(reservation_id, inquiry_id) >= 1)),
  constraint messages_hotel_id_inquiry_id_fkey FOREIGN KEY (hotel_id, inquiry_id) REFERENCES inquiries(hotel_id, inquiry_id),
  constraint messages_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint messages_pkey PRIMARY KEY (hotel_id, message_id)
);
CREATE INDEX messages_by_inquiry ON public.messages USING btree (hotel_id, inquiry_id, message_id) WHERE (inquiry_id IS NOT NULL);
CREATE INDEX messages_by_reservation ON public.messages USING btree (hotel_id, reservation_id, message_id);
CREATE INDEX messages_by_time ON public.messages USING btree (hotel_id, created_at, message_id);
CREATE INDEX messages_queued ON public.messages USING btree (hotel_id, message_id) WHERE (delivery = 'queued'::text);

create table night_changes (
  hotel_id bigint not null,
  change_id bigint not null default nextval('change_id'::regclass),
  changed_at timestamp with time zone not null,
  undoes bigint,
  room_ids bigint[] not null,
  dates date[] not null,
  change_ids bigint[] not null,
  change_ids_after bigint[] not null,
  totals integer[] not null,
  totals_after integer[] not null,
  prices_minor bigint[] not null,
  min_stays integer[] not null,
  max_stays integer[] not null,
  closed_to_arrival boolean[] not null,
  closed_to_departure boolean[] not null,
  stop_sell boolean[] not null,
  constraint night_changes_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint night_changes_pkey PRIMARY KEY (hotel_id, change_id)
);
CREATE INDEX night_changes_by_age ON public.night_changes USING btree (changed_at);

create table nights (
  hotel_id bigint not null,
  room_id bigint not null,
  date date not null,
  available integer not null,
  sold integer not null default 0,
  blocked integer not null default 0,
  overbooked integer not null default 0,
  allotted boolean not null default false,
  price_minor bigint,
  min_stay integer,
  max_stay integer,
  closed_to_arrival boolean not null default false,
  closed_to_departure boolean not null default false,
  stop_sell boolean not null default false,
  change_id bigint,
  constraint never_oversold CHECK (((available + overbooked) >= 0)),
  constraint nights_blocked_check CHECK ((blocked >= 0)),
  constraint nights_max_stay_check CHECK (((max_stay >= 1) AND (max_stay <= 999))),
  constraint nights_min_stay_check CHECK (((min_stay >= 1) AND (min_stay <= 999))),
  constraint nights_overbooked_check CHECK ((overbooked >= 0)),
  constraint nights_price_minor_check CHECK ((price_minor >= 0)),
  constraint nights_sold_check CHECK ((sold >= 0)),
  constraint nights_pkey PRIMARY KEY (hotel_id, room_id, date)
) with (fillfactor=80);

create table operator_actions (
  hotel_id bigint not null,
  action_id bigint not null default nextval('action_id'::regclass),
  at timestamp with time zone not null,
  operation text not null,
  outcome text not null,
  request_id text,
  address text,
  target jsonb not null default '{}'::jsonb,
  changed jsonb,
  constraint operator_actions_pkey PRIMARY KEY (hotel_id, action_id)
);
CREATE INDEX operator_actions_by_age ON public.operator_actions USING btree (at);
CREATE INDEX operator_actions_in_order ON public.operator_actions USING btree (action_id DESC);

create table properties (
  hotel_id bigint not null default nextval('property_id'::regclass),
  name text not null,
  currency text not null,
  address text not null default ''::text,
  timezone text not null,
  checkin_time text not null default '15:00'::text,
  checkout_time text not null default '11:00'::text,
  language text not null default 'en'::text,
  email text,
  phone text,
  website text,
  horizon_days integer not null default 500,
  subscription_plan text not null default 'self_hosted'::text,
  subscription_status text not null default 'active'::text,
  subscription_renews_at timestamp with time zone,
  sandbox_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint properties_address_check CHECK ((length(address) <= 500)),
  constraint properties_checkin_time_check CHECK ((checkin_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint properties_checkout_time_check CHECK ((checkout_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint properties_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint properties_horizon_days_check CHECK (((horizon_days >= 1) AND (horizon_days <= 3660))),
  constraint properties_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint properties_subscription_status_check CHECK ((subscription_status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text]))),
  constraint properties_pkey PRIMARY KEY (hotel_id)
);

create table rate_buckets (
  bucket text not null,
  tokens real not null,
  refilled_at timestamp with time zone not null,
  constraint rate_buckets_pkey PRIMARY KEY (bucket)
);

create table reservation_nights (
  hotel_id bigint not null,
  reservation_id bigint not null,
  room_id bigint not null,
  date date not null,
  price_minor bigint not null,
  released_at timestamp with time zone,
  constraint reservation_nights_price_minor_check CHECK ((price_minor >= 0)),
  constraint reservation_nights_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint reservation_nights_pkey PRIMARY KEY (hotel_id, reservation_id, room_id, date)
);
CREATE INDEX reservation_nights_held ON public.reservation_nights USING btree (hotel_id, room_id, date) WHERE (released_at IS NULL);

create table reservations (
  hotel_id bigint not null,
  reservation_id bigint not null default nextval('reservation_id'::regclass),
  room_id bigint not null,
  status text not null,
  channel text not null,
  channel_reference text,
  guest_name text not null,
  guest_email text,
  guest_phone text,
  checkin date not null,
  checkout date not null,
  price_minor bigint not null,
  currency text not null,
  conflict text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  adults smallint,
  children jsonb,
  notes text,
  arrival_time text,
  constraint reservations_adults_check CHECK ((adults >= 0)),
  constraint reservations_arrival_time_check CHECK ((arrival_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint reservations_check CHECK ((checkout > checkin)),
  constraint reservations_children_check CHECK ((jsonb_typeof(children) = 'array'::text)),
  constraint reservations_guest_name_check CHECK (((length(guest_name) >= 1) AND (length(guest_name) <= 200))),
  constraint reservations_price_minor_check CHECK ((price_minor >= 0)),
  constraint reservations_status_check CHECK ((status = ANY (ARRAY['confirmed'::text, 'checked_in'::text, 'checked_out'::text, 'no_show'::text, 'cancelled'::text]))),
  constraint reservations_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint reservations_pkey PRIMARY KEY (hotel_id, reservation_id)
);
CREATE INDEX reservations_by_checkin ON public.reservations USING btree (hotel_id, checkin, reservation_id);
CREATE INDEX reservations_by_reference ON public.reservations USING btree (hotel_id, channel_reference) WHERE (channel_reference IS NOT NULL);
CREATE INDEX reservations_by_update ON public.reservations USING btree (hotel_id, updated_at);

create table reviews (
  hotel_id bigint not null,
  review_id bigint not null default nextval('review_id'::regclass),
  room_id bigint,
  reservation_id bigint,
  channel text not null,
  channel_reference text,
  guest_name text not null,
  score numeric(3,1) not null,
  scores jsonb not null default '{}'::jsonb,
  title text,
  positive text,
  negative text,
  language text not null,
  reply text,
  replied_at timestamp with time zone,
  reply_delivery text,
  created_at timestamp(3) with time zone not null,
  delivery_failures integer not null default 0,
  constraint reviews_reply_delivery_check CHECK ((reply_delivery = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]))),
  constraint reviews_score_check CHECK (((score >= (0)::numeric) AND (score <= (10)::numeric))),
  constraint reviews_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint reviews_pkey PRIMARY KEY (hotel_id, review_id)
);
CREATE INDEX reviews_by_time ON public.reviews USING btree (hotel_id, created_at DESC, review_id DESC);
CREATE UNIQUE INDEX reviews_once ON public.reviews USING btree (hotel_id, channel, channel_reference) WHERE (channel_reference IS NOT NULL);

create table rooms (
  hotel_id bigint not null,
  room_id bigint not null default nextval('room_id'::regclass),
  name text not null,
  capacity integer not null,
  price_minor bigint not null,
  units integer,
  min_stay integer not null default 1,
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  is_placeholder boolean not null default false,
  constraint rooms_capacity_check CHECK (((capacity >= 1) AND (capacity <= 1000))),
  constraint rooms_min_stay_check CHECK (((min_stay >= 1) AND (min_stay <= 999))),
  constraint rooms_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint rooms_price_minor_check CHECK ((price_minor >= 0)),
  constraint rooms_units_check CHECK (((units >= 1) AND (units <= 9999))),
  constraint rooms_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint rooms_pkey PRIMARY KEY (hotel_id, room_id)
);
CREATE UNIQUE INDEX one_placeholder ON public.rooms USING btree (hotel_id) WHERE is_placeholder;

create table schema_version (
  version bigint not null,
  name text,
  md5 text,
  run_at timestamp with time zone,
  constraint schema_version_pkey PRIMARY KEY (version)
);

create table tasks (
  hotel_id bigint not null,
  task_id bigint not null default nextval('task_id'::regclass),
  room_id bigint not null,
  name text not null,
  assignee text,
  status text not null,
  due date not null,
  reservation_id bigint,
  turnover boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint tasks_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint tasks_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'done'::text, 'cancelled'::text]))),
  constraint tasks_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint tasks_pkey PRIMARY KEY (hotel_id, task_id)
);
CREATE INDEX tasks_by_due ON public.tasks USING btree (hotel_id, due, task_id);
CREATE INDEX tasks_by_reservation ON public.tasks USING btree (hotel_id, reservation_id) WHERE (reservation_id IS NOT NULL);

create table tokens (
  token_hash bytea not null,
  token_id bigint not null default nextval('token_id'::regclass),
  hotel_id bigint not null,
  label text not null,
  access text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint tokens_access_check CHECK ((access = ANY (ARRAY['full'::text, 'read'::text]))),
  constraint tokens_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100))),
  constraint tokens_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint tokens_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX tokens_of_property ON public.tokens USING btree (hotel_id, token_id);

create table webhook_deliveries (
  hotel_id bigint not null,
  delivery_id bigint not null default nextval('delivery_id'::regclass),
  webhook_id bigint not null,
  seq bigint,
  kind text not null,
  attempt integer not null,
  at timestamp with time zone not null,
  delivered boolean not null,
  status integer,
  latency_ms real not null,
  error text,
  answer text,
  constraint webhook_deliveries_hotel_id_webhook_id_fkey FOREIGN KEY (hotel_id, webhook_id) REFERENCES webhooks(hotel_id, webhook_id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (hotel_id, delivery_id)
);
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (at);
CREATE INDEX webhook_deliveries_of_one ON public.webhook_deliveries USING btree (hotel_id, webhook_id, delivery_id);

create table webhooks (
  hotel_id bigint not null,
  webhook_id bigint not null default nextval('webhook_id'::regclass),
  url text not null,
  kinds text[],
  active boolean not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamp with time zone,
  cursor_seq bigint not null,
  attempts integer not null default 0,
  retry_at timestamp with time zone,
  failing_since timestamp with time zone,
  last_error text,
  last_delivered_at timestamp with time zone,
  test_requested_at timestamp with time zone,
  lease_owner uuid,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  encrypted_url bytea,
  constraint webhooks_url_check CHECK ((length(url) <= 2000)),
  constraint webhooks_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint webhooks_pkey PRIMARY KEY (hotel_id, webhook_id)
);
CREATE INDEX webhooks_wanting ON public.webhooks USING btree (hotel_id, webhook_id) WHERE (active AND (failing_since IS NULL));

create table worker_processes (
  process_id uuid not null,
  worker_ids text[] not null,
  seen_at timestamp with time zone not null default now(),
  constraint worker_processes_pkey PRIMARY KEY (process_id)
);
