-- Made by "npm run schema" from db/migrations. Do not edit.

create sequence action_id start 1;
create sequence activity_id start 1;
create sequence change_id start 1;
create sequence closure_id start 1;
create sequence delivery_id start 1;
create sequence entry_id start 1;
create sequence feed_id start 1;
create sequence group_id start 1;
create sequence guest_id start 1;
create sequence guest_request_id start 1;
create sequence guest_review_id start 1;
create sequence inquiry_id start 1;
create sequence message_id start 1;
create sequence message_template_id start 1;
create sequence night_history_id start 1;
create sequence passkey_id start 1;
create sequence property_id start 1001;
create sequence proposal_id start 1;
create sequence reservation_id start 10001;
create sequence review_id start 1;
create sequence room_id start 1001;
create sequence screen_id start 1;
create sequence session_id start 1;
create sequence task_id start 1;
create sequence task_photo_id start 1;
create sequence token_id start 1;
create sequence unit_id start 1;
create sequence user_id start 1;
create sequence webhook_id start 1;

CREATE OR REPLACE FUNCTION public.booking_query(hotel_id bigint, wanted text, fields text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (string_agg((('('::text || query.alternatives) || ')'::text), '&'::text))::tsquery AS string_agg FROM (SELECT string_agg(DISTINCT (((((''''::text || booking_query.hotel_id) || field.field) || ':'::text) || terms.word) || ''':*'::text), '|'::text) AS alternatives FROM (((((SELECT pieces_1.piece, pieces_1.place FROM (((SELECT translate(plain_digits(booking_query.wanted), ' 	
'::text, '    '::text) AS given) text CROSS JOIN LATERAL (SELECT (text.given ~ '^[0-9\s()/.+-]+$'::text) AS is_number) kind) CROSS JOIN LATERAL string_to_table(CASE WHEN kind.is_number THEN replace(text.given, ' '::text, ''::text) ELSE text.given END, ' '::text) WITH ORDINALITY pieces_1(piece, place))) pieces CROSS JOIN LATERAL (SELECT without_punctuation(pieces.piece, ''::text) AS plain) plain) CROSS JOIN LATERAL unnest(CASE WHEN (plain.plain ~ '^[0-9]{1,15}$'::text) THEN phone_digits(pieces.piece) ELSE ARRAY[''::text] END) digits(digits)) CROSS JOIN string_to_table(booking_query.fields, NULL::text) field(field)) CROSS JOIN LATERAL (SELECT without_punctuation(unnest(spellings(pieces.piece)), ''::text) AS word WHERE (field.field = ANY (ARRAY['n'::text, 'e'::text, 'r'::text])) UNION ALL SELECT digits.digits WHERE (field.field = 'i'::text) UNION ALL SELECT digits.digits WHERE ((field.field = 'p'::text) AND (length(digits.digits) >= 3)) UNION ALL SELECT reverse(digits.digits) AS reverse WHERE ((field.field = 'q'::text) AND (length(digits.digits) >= 3))) terms) WHERE (terms.word <> ''::text) GROUP BY pieces.place) query);

CREATE OR REPLACE FUNCTION public.booking_terms(hotel_id bigint, reservation_id bigint, guest_name text, guest_email text, guest_phone text, channel_reference text, companions jsonb)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  property text := hotel_id;
  reference text := left(channel_reference, 200);
  terms text[] := (property || 'i:' || reservation_id) || public.search_terms(property || 'n:', guest_name);
  digits text;
begin
  if companions is not null then
    terms := terms || public.search_terms(property || 'n:', (
      select string_agg(companion ->> 'name', ' ') from jsonb_array_elements(companions) as companion));
  end if;
  if guest_email is not null then
    terms := terms || public.search_terms(property || 'e:', guest_email || ' ' || replace(guest_email, '@', ' '));
  end if;
  if reference is not null then
    terms := terms || public.search_terms(property || 'r:', reference || ' ' || replace(reference, ' ', ''));
  end if;
  if guest_phone is not null then
    foreach digits in array public.phone_digits(guest_phone) loop
      terms := terms || public.phone_terms(property, digits);
    end loop;
  end if;
  return array_to_tsvector(terms);
end
$function$;

CREATE OR REPLACE FUNCTION public.fold_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = length(value)) THEN lower(value) ELSE translate(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(regexp_replace(NORMALIZE(replace(value, '´'::text, ''''::text), NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200c-\u200f]'::text, ''::text, 'g'::text)), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'ø'::text, 'o'::text), 'ł'::text, 'l'::text), 'đ'::text, 'd'::text), 'ð'::text, 'd'::text), 'ħ'::text, 'h'::text), 'ı'::text, 'i'::text), 'ŋ'::text, 'n'::text), 'ŧ'::text, 't'::text), 'ə'::text, 'e'::text), 'ς'::text, 'σ'::text), CASE WHEN (value ~ '[\u0600-\u06ff\ufb50-\ufeff]'::text) THEN 'ىیکة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'::text ELSE ''::text END, 'ييكه01234567890123456789'::text) END;

CREATE OR REPLACE FUNCTION public.guest_terms(hotel_id bigint, name text, given_name text, family_name text, email text, phone text, phone_e164 text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  property text := hotel_id;
  terms text[] := public.search_terms(property || 'n:', concat_ws(' ', name, given_name, family_name));
  digits text;
begin
  if email is not null then
    terms := terms || public.search_terms(property || 'e:', email || ' ' || replace(email, '@', ' '));
  end if;
  if phone is not null then
    foreach digits in array public.phone_digits(phone) loop
      terms := terms || public.phone_terms(property, digits);
    end loop;
  end if;
  if phone_e164 is not null then
    terms := terms || public.phone_terms(property, ltrim(phone_e164, '+'));
  end if;
  return array_to_tsvector(terms);
end
$function$;

CREATE OR REPLACE FUNCTION public.phone_digits(phone text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (ARRAY[ltrim(regexp_replace(plain_digits(phone), '[^0-9]'::text, ''::text, 'g'::text), '0'::text)] || CASE WHEN (plain_digits(phone) ~~ '%(0)%'::text) THEN ARRAY[ltrim(regexp_replace(replace(plain_digits(phone), '(0)'::text, ''::text), '[^0-9]'::text, ''::text, 'g'::text), '0'::text)] ELSE '{}'::text[] END);

CREATE OR REPLACE FUNCTION public.phone_terms(property text, digits text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY[((property || 'q:'::text) || reverse(digits)), ((property || 'p:'::text) || digits), ((property || 'p:'::text) || substr(digits, 2)), ((property || 'p:'::text) || substr(digits, 3)), ((property || 'p:'::text) || substr(digits, 4)), ((property || 'p:'::text) || substr(digits, 5))];

CREATE OR REPLACE FUNCTION public.plain_digits(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN translate(NORMALIZE(replace(value, '´'::text, ''''::text), NFKC), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'::text, '01234567890123456789'::text);

CREATE OR REPLACE FUNCTION public.refuse_edit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The sample property's entries are generated again as time passes; that transaction sets this variable.
  if current_setting('innwire.regenerating', true) = 'on' then return old; end if;
  -- The transactions that delete the rows of a removed property set this one to its id. Entries of other properties stay nevertheless.
  if tg_op = 'DELETE' and current_setting('innwire.removing', true) = old.hotel_id::text
    and exists (select 1 from properties where hotel_id = old.hotel_id and removal_due_at is not null) then return old; end if;
  -- The transaction that erases a guest sets this one.
  if tg_op = 'UPDATE' and current_setting('innwire.erasing', true) = 'on'
    and to_jsonb(new) - array['description', 'reference'] = to_jsonb(old) - array['description', 'reference'] then return new; end if;
  raise exception 'ledger entries are never edited or deleted: post a reversal';
end $function$;

CREATE OR REPLACE FUNCTION public.search_terms(prefix text, value text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  folded text := array_to_string(public.spellings(value), ' ');
begin
  if folded ~ '[^a-z0-9 ]' then
    folded := public.without_punctuation(folded, '') || ' ' || public.without_punctuation(folded, ' ');
  end if;
  return array_remove(string_to_array(prefix || replace(folded, ' ', ' ' || prefix), ' '), prefix);
end
$function$;

CREATE OR REPLACE FUNCTION public.spell_out(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN translate(replace(replace(replace(replace(replace(replace(lower(NORMALIZE(value, NFKC)), 'ä'::text, 'ae'::text), 'ö'::text, 'oe'::text), 'ü'::text, 'ue'::text), 'ø'::text, 'oe'::text), 'å'::text, 'aa'::text), 'đ'::text, 'dj'::text), 'ə'::text, 'a'::text);

CREATE OR REPLACE FUNCTION public.spellings(value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (ARRAY[fold_text(value)] || CASE WHEN ((octet_length(value) > length(value)) AND (NORMALIZE(value, NFKC) ~ '[äöüøåđəÄÖÜØÅĐƏ]'::text)) THEN ARRAY[fold_text(spell_out(value))] ELSE '{}'::text[] END);

CREATE OR REPLACE FUNCTION public.without_punctuation(value text, separator text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(value, '[\t\r\n!-/:-@[-`{-~‘’´‚“”„«»‹›‐–—·・•ʹʻʼ׳״־،؛؟。、「」]'::text, separator, 'g'::text);

-- Calls of the API, and what was exchanged with channels. Written in batches; old rows are deleted.
create table activity (
  hotel_id bigint not null,
  entry_id bigint not null default nextval('activity_id'::regclass),
  kind text not null, -- api: method to token_label are set; sync: channel to error
  created_at timestamp with time zone not null,
  summary text not null, -- one sentence for people
  method text,
  path text, -- with {api_token} in place of the token
  status integer, -- HTTP status
  request_id text, -- the X-Request-Id of the response
  token_label text, -- tokens.label
  channel text,
  direction text, -- push, or pull
  operation text, -- what the connection worker did: availability, reservations, …
  outcome text, -- ok, partial (some of it failed) or failed
  items integer, -- how many nights or records
  error text, -- null = none
  duration_ms real,
  constraint activity_direction_check CHECK ((direction = ANY (ARRAY['push'::text, 'pull'::text]))),
  constraint activity_kind_check CHECK ((kind = ANY (ARRAY['api'::text, 'sync'::text]))),
  constraint activity_outcome_check CHECK ((outcome = ANY (ARRAY['ok'::text, 'partial'::text, 'failed'::text]))),
  constraint activity_pkey PRIMARY KEY (hotel_id, entry_id)
);
CREATE INDEX activity_by_age ON public.activity USING btree (created_at);

-- When units of a night were blocked and released again: the sum of the changes up to a moment is what nights.blocked was then.
create table blocked_night_history (
  hotel_id bigint not null,
  room_id bigint not null,
  date date not null,
  at timestamp with time zone not null, -- when it changed
  change integer not null, -- how many more units are blocked from then on; below zero: fewer
  constraint blocked_night_history_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint blocked_night_history_pkey PRIMARY KEY (hotel_id, room_id, date, at)
);

-- Bookings that were made together: several rooms of one order. Who made it is the guest of its first booking.
create table booking_groups (
  hotel_id bigint not null,
  group_id bigint not null default nextval('group_id'::regclass),
  channel text not null, -- who sold it: direct, or the name of an OTA
  reference text, -- the order's id at its channel, or the caller's own; null = none
  created_at timestamp with time zone not null,
  constraint booking_groups_pkey PRIMARY KEY (hotel_id, group_id)
);

-- Nights that a channel's calendar shows as closed without a reservation.
create table calendar_blocks (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  date date not null,
  takes_unit boolean not null, -- the closure takes a unit of the night here; false while none is left, or while it may be an echo of our own feed
  missing_fetches integer not null default 0, -- successful fetches in a row without the closure
  missing_since timestamp with time zone, -- time of the first of them; null = the last fetch had the closure
  unit_id bigint not null default 0, -- the unit whose calendar shows the closure, and which it then holds; 0 = that of the room as a whole
  constraint calendar_blocks_hotel_id_channel_room_id_unit_id_fkey FOREIGN KEY (hotel_id, channel, room_id, unit_id) REFERENCES connection_rooms(hotel_id, channel, room_id, unit_id) ON DELETE CASCADE,
  constraint calendar_blocks_pkey PRIMARY KEY (hotel_id, channel, room_id, unit_id, date)
);

-- The .ics feed of a room for one channel. Looked up by key before the property is known.
create table calendar_feeds (
  feed_key text not null, -- secret part of the feed's URL
  feed_id bigint not null default nextval('feed_id'::regclass),
  hotel_id bigint not null,
  room_id bigint not null,
  channel text not null,
  created_at timestamp with time zone not null,
  unit_id bigint not null default 0, -- the unit whose nights it shows; 0 = the room as a whole
  constraint calendar_feeds_feed_key_check CHECK ((length(feed_key) >= 32)),
  constraint calendar_feeds_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint calendar_feeds_pkey PRIMARY KEY (feed_key),
  constraint calendar_feeds_hotel_id_room_id_unit_id_channel_key UNIQUE (hotel_id, room_id, unit_id, channel)
);

-- Stays seen in a channel's calendar, and the reservations that they became.
create table calendar_stays (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  reservation_id bigint not null,
  uid text, -- UID of the calendar entry; null = it had none
  reference text, -- the channel's order id in the entry; null = none
  missing_fetches integer not null default 0, -- successful fetches in a row without the stay
  missing_since timestamp with time zone, -- time of the first of them; null = the last fetch had the stay
  unit_id bigint not null default 0, -- the unit whose calendar shows the stay; 0 = that of the room as a whole
  guest_name text, -- as the calendar showed it last; null = it showed none, or an earlier release read it
  constraint calendar_stays_hotel_id_channel_room_id_unit_id_fkey FOREIGN KEY (hotel_id, channel, room_id, unit_id) REFERENCES connection_rooms(hotel_id, channel, room_id, unit_id) ON DELETE CASCADE,
  constraint calendar_stays_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint calendar_stays_pkey PRIMARY KEY (hotel_id, channel, room_id, unit_id, reservation_id)
);

-- What channels sent, stored before it is acknowledged: each version of a reservation, each message and each review once.
create table channel_inbox (
  hotel_id bigint not null,
  channel text not null,
  kind text not null, -- reservation, message or review
  reference text not null, -- id of the record at the channel
  revision text not null, -- version of the record at the channel
  content jsonb not null, -- the record as the adapter decoded it
  sent_at timestamp with time zone, -- when the channel made this version; null = not named
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone, -- when it was applied; null = it waits, e.g. a message for its reservation
  outcome text, -- stored, changed, cancelled, superseded (a newer version was applied before), inquiry, …; null = not applied
  acknowledged_at timestamp with time zone, -- when the channel accepted our acknowledgement; null = to be acknowledged
  erased_at timestamp with time zone, -- when what it says of a person was removed from content; null = as it came
  application integer, -- counts the versions of an order, 1, 2, …, in the order in which they were applied; null = was not applied
  constraint channel_inbox_kind_check CHECK ((kind = ANY (ARRAY['reservation'::text, 'message'::text, 'review'::text, 'guest_request'::text]))),
  constraint channel_inbox_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint channel_inbox_pkey PRIMARY KEY (hotel_id, channel, kind, reference, revision)
);
CREATE INDEX channel_inbox_by_order ON public.channel_inbox USING btree (hotel_id, channel, ((content ->> 'reference'::text))) WHERE (kind = 'message'::text);
CREATE INDEX channel_inbox_by_thread ON public.channel_inbox USING btree (hotel_id, channel, ((content ->> 'thread'::text)));
CREATE INDEX channel_inbox_unacknowledged ON public.channel_inbox USING btree (hotel_id, channel, kind) WHERE (acknowledged_at IS NULL);

-- Secret keys of the URLs /channels/{key}/… that channels call. Looked up before the property is known.
create table channel_keys (
  channel_key text not null, -- secret part of the URL
  hotel_id bigint not null,
  channel text not null,
  constraint channel_keys_channel_key_check CHECK ((length(channel_key) >= 32)),
  constraint channel_keys_pkey PRIMARY KEY (channel_key),
  constraint channel_keys_hotel_id_channel_key UNIQUE (hotel_id, channel)
);

-- What a channel has confirmed of each night, and what it refused. A night without a row, or with nulls, has to be pushed.
create table channel_nights (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  date date not null,
  available integer, -- confirmed count; null = unknown
  available_at timestamp with time zone, -- when the count was confirmed
  price_minor bigint, -- confirmed; null = unknown
  min_stay integer, -- confirmed; null = unknown
  max_stay integer, -- confirmed; 0 = no limit; null = unknown
  closed_to_arrival boolean, -- confirmed; null = unknown
  closed_to_departure boolean, -- confirmed; null = unknown
  stop_sell boolean, -- confirmed; null = unknown
  refused jsonb, -- values that the channel refused, by field: not pushed again until they change; null = none
  refusal_reason text, -- the channel's message about them; meaningless while refused is null
  withheld jsonb, -- values that the protocol cannot carry, by field: the night is closed at the channel as long as it has them; null = none
  withheld_reason text, -- for people; null = none
  close_refusals integer not null default 0, -- how often in a row the channel refused to close the night
  retry_at timestamp with time zone, -- when the refused closing is pushed again; null = none is refused
  unit_id bigint not null default 0, -- the unit of the room that the channel sells, as in connection_rooms; 0 = the room as a whole
  available_entry_id bigint, -- activity.entry_id of the entry that confirmed the count; it is not there if the process died before it was written; null = not known
  available_exchange integer, -- exchanges.position within that entry; null = none is kept
  rates_entry_id bigint, -- as available_entry_id, for the last confirmation of price, lengths of stay, arrivals, departures or stop-sell
  rates_exchange integer, -- exchanges.position within that entry; null = none is kept
  refused_entry_id bigint, -- as available_entry_id, for the last refusal; meaningless while refused is null
  refused_exchange integer, -- exchanges.position within that entry; null = none is kept, or nothing was sent because the protocol has no such value
  constraint channel_nights_hotel_id_channel_fkey FOREIGN KEY (hotel_id, channel) REFERENCES connections(hotel_id, channel) ON DELETE CASCADE,
  constraint channel_nights_pkey PRIMARY KEY (hotel_id, channel, room_id, date, unit_id)
) with (fillfactor=80);
CREATE INDEX channel_nights_refused ON public.channel_nights USING btree (hotel_id, channel, date) WHERE ((refused IS NOT NULL) OR (withheld IS NOT NULL));
CREATE INDEX channel_nights_retry ON public.channel_nights USING btree (hotel_id, channel, retry_at) WHERE (retry_at IS NOT NULL);

-- Rooms of orders at channels, and the reservations that they became.
create table channel_stays (
  hotel_id bigint not null,
  channel text not null,
  reference text not null, -- the order's id at the channel
  room_key text not null, -- identifies the room within the order, in the adapter's form
  external_room text, -- id of the room at the channel; null = not named
  external_rate text, -- id of the rate at the channel; null = not named
  reservation_id bigint not null,
  accepted_at timestamp with time zone, -- when innwire accepted a request to book that the channel has not confirmed as sold yet; null for all other orders
  erased_at timestamp with time zone, -- when the guest of this booking was erased: later versions of the order are stored without what they say of that guest; null = was not
  constraint channel_stays_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint channel_stays_pkey PRIMARY KEY (hotel_id, channel, reference, room_key)
);
CREATE INDEX channel_stays_accepted ON public.channel_stays USING btree (hotel_id, channel) WHERE (accepted_at IS NOT NULL);
CREATE INDEX channel_stays_by_reservation ON public.channel_stays USING btree (hotel_id, reservation_id);

-- Times in which a unit is not to be used, or only when no other is free. Rows are never deleted.
create table closures (
  hotel_id bigint not null,
  closure_id bigint not null default nextval('closure_id'::regclass),
  unit_id bigint not null,
  kind text not null, -- out_of_order: not for sale, holds the unit and lowers the room's count; out_of_service: assigned last, changes no count
  first_night date not null, -- date of the first night
  last_night date not null, -- date of the last night; the day before first_night = it ended before it began
  reason text, -- for people; null = not entered
  responsible text, -- who attends to it; null = nobody
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone, -- when people ended it before its last night; null = not so
  constraint closures_check CHECK ((last_night >= (first_night - 1))),
  constraint closures_kind_check CHECK ((kind = ANY (ARRAY['out_of_order'::text, 'out_of_service'::text]))),
  constraint closures_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint closures_responsible_check CHECK (((length(responsible) >= 1) AND (length(responsible) <= 200))),
  constraint closures_hotel_id_unit_id_fkey FOREIGN KEY (hotel_id, unit_id) REFERENCES units(hotel_id, unit_id),
  constraint closures_pkey PRIMARY KEY (hotel_id, closure_id)
);
CREATE INDEX closures_by_night ON public.closures USING btree (hotel_id, first_night, closure_id);
CREATE INDEX closures_of_unit ON public.closures USING btree (hotel_id, unit_id, last_night);

-- OTAs that a channel reaches for the property, as it lists them.
create table connection_otas (
  hotel_id bigint not null,
  channel text not null,
  external_id text not null, -- the channel's id of its connection to the OTA; empty = the property there as a whole, or an OTA that a report does not name
  ota text, -- its name as in reservations.channel; null = not known
  name text,
  active boolean, -- it is switched on there; null = not known yet
  removal_date date, -- when the channel is going to remove it; null = it is not
  constraint connection_otas_hotel_id_channel_fkey FOREIGN KEY (hotel_id, channel) REFERENCES connections(hotel_id, channel) ON DELETE CASCADE,
  constraint connection_otas_pkey PRIMARY KEY (hotel_id, channel, external_id)
);

-- Which room is which at the channel; for iCal, the calendar that is fetched and the results of the last fetches.
create table connection_rooms (
  hotel_id bigint not null,
  channel text not null,
  room_id bigint not null,
  external_room text, -- id of the room at the channel; null for iCal
  ical_url text, -- the calendar's URL with its secrets masked; the URL itself while encrypted_ical_url is null; null = the protocol is not iCal
  etag text, -- of the last complete fetch, for If-None-Match
  last_modified text, -- of the last complete fetch, for If-Modified-Since
  full_read_on date, -- date of the last fetch without a condition: one a day, so that new days enter the horizon
  last_good_at timestamp with time zone, -- last successful fetch; null = none yet
  failures integer not null default 0, -- failed fetches in a row
  error text, -- of the last fetch; null = it succeeded
  due_at timestamp with time zone, -- when the calendar is fetched next; also identifies the claim of the fetch under way
  encrypted_ical_url bytea, -- the calendar's URL, encrypted with the installation's key
  external_rates text[] not null default '{}'::text[], -- ids of the channel's rates at which the room is sold: all get its prices and restrictions; empty = the channel has none
  closing_since timestamp with time zone, -- the mapping ends when an availability of 0 has been pushed for the room; null = it is not ending
  unit_id bigint not null default 0, -- the unit of the room that the channel sells; 0 = the room as a whole
  last_reading jsonb, -- of the calendar's last complete or partial reading: readAt, events, stays, closedNights, and leftOut, a list of reason and events; null = not read since its address was given
  error_cause jsonb, -- code of error with its facts; null = there is no error, or it is from before there were codes
  constraint connection_rooms_hotel_id_channel_fkey FOREIGN KEY (hotel_id, channel) REFERENCES connections(hotel_id, channel) ON DELETE CASCADE,
  constraint connection_rooms_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint connection_rooms_pkey PRIMARY KEY (hotel_id, channel, room_id, unit_id)
);
CREATE INDEX connection_rooms_closing ON public.connection_rooms USING btree (hotel_id, channel) WHERE (closing_since IS NOT NULL);
CREATE INDEX connection_rooms_due ON public.connection_rooms USING btree (due_at) WHERE (ical_url IS NOT NULL);

-- A property at one channel over one protocol, and how far its worker has come.
create table connections (
  hotel_id bigint not null,
  channel text not null, -- name of the OTA
  protocol text not null, -- wire format; chooses the adapter
  url text, -- base URL in place of the OTA's own; null = the OTA's own
  credentials bytea, -- encrypted with the installation's key; null = none
  settings jsonb not null default '{}'::jsonb, -- of the protocol; checked by its adapter
  state text not null, -- as the worker left it: connecting, connected, delayed, error or disconnected
  last_error text, -- for people; null = none
  cursor_seq bigint not null default 0, -- number of the last event whose nights were pushed
  last_sync_at timestamp with time zone, -- when the channel last answered; null = never
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null, -- when the operator or the connection's state last changed it
  lease_owner uuid, -- worker process (worker_processes.process_id) that has the lease; null = none
  revision integer not null default 1, -- increases with settings, credentials, mapping and pauses; writes of a worker with an older one change nothing
  full_push boolean not null default true, -- all nights are to be compared and pushed, regardless of the cursor
  compared_on date, -- date when all nights were last compared; null = to be compared again
  drift_checked_on date, -- date when the channel's calendar was last read back; null = never
  cursors jsonb not null default '{}'::jsonb, -- how far each pull has read, in the channel's form, by name of the pull
  requested_pulls text[] not null default '{}'::text[], -- pulls (reservations, messages, reviews) that the channel announced news for; cleared when they start
  ingest_version bigint not null default 0, -- increases when the channel sells, moves or cancels: a push that was sent before is then not recorded as confirmed
  in_flight jsonb, -- nights of the message whose outcome is not known yet; null = none
  paused_at timestamp with time zone, -- nothing is exchanged with the channel since then; null = not paused
  pause_reason text, -- for people; null = not paused
  reservations_read_at timestamp with time zone, -- when the channel's queue of reservations was last read completely; null = never
  gap_since timestamp with time zone, -- the queue may have lost orders after that time; null = read without a gap
  recovered_at timestamp with time zone, -- when the channel's list of all orders was last compared with the stored ones; null = not since the mapping changed
  error_since timestamp with time zone, -- when the state became error; null = it is not
  alerted_at timestamp with time zone, -- when the operator was last sent an e-mail about the error; null = not about the present one
  closing_since timestamp with time zone, -- the connection ends when an availability of 0 has been pushed for all its nights; null = it is not ending
  queue_read_at timestamp with time zone, -- when the channel's queue of reservations was last read to its end, also with items that cannot be read; null = never
  otas_read_at timestamp with time zone, -- when the list of the OTAs behind the channel was last read; null = never, or its protocol has none
  sales_limits jsonb, -- limits of the property at the channel as they were read last (model/sales-limits.ts): days that it keeps and sells, daily cut-off, lowest and highest price in minor units; null = not read, or its protocol has none
  last_error_cause jsonb, -- code of last_error with its facts; null = there is no error, or it is from before there were codes
  constraint connections_channel_check CHECK (((channel ~ '^[a-z][a-z0-9_]{1,39}$'::text) AND (channel <> 'direct'::text))),
  constraint connections_state_check CHECK ((state = ANY (ARRAY['connecting'::text, 'connected'::text, 'delayed'::text, 'error'::text, 'disconnected'::text]))),
  constraint connections_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint connections_pkey PRIMARY KEY (hotel_id, channel)
);

-- Changes of stored data that SQL cannot make, and how far each has come. One row each in the whole installation.
create table data_migrations (
  name text not null,
  progress jsonb, -- where the next part begins; null before the first and after the last
  finished_at timestamp with time zone, -- null = under way
  constraint data_migrations_pkey PRIMARY KEY (name)
);

-- When people were erased last: HTTP exchanges of before that are stored later are stored without what they say.
create table erasures (
  hotel_id bigint not null,
  last_at timestamp with time zone, -- null = nobody was
  constraint erasures_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint erasures_pkey PRIMARY KEY (hotel_id)
);

-- The property's log: one row per change, numbered 1, 2, 3, … without a gap in commit order. Channels, webhooks and streams read it with cursors.
create table events (
  hotel_id bigint not null,
  seq bigint not null, -- position in the log of this property
  kind text not null, -- see EVENT_KINDS in src/model/event.ts
  subject text not null, -- what changed, e.g. booking/1042
  at timestamp with time zone not null, -- when it changed
  data jsonb not null, -- the subject after the change; for nights the room and the range that changed
  actor jsonb, -- who made the change: kind (person, token, agent, channel, operator, innwire) with the id of the user or token, or the name of the channel; null = recorded before schema 56
  constraint events_pkey PRIMARY KEY (hotel_id, seq)
);
CREATE INDEX events_about_booking ON public.events USING btree (hotel_id, (((data ->> 'reservationId'::text))::bigint), seq) WHERE ((kind !~~ 'booking.%'::text) AND ((data ->> 'reservationId'::text) IS NOT NULL));
CREATE INDEX events_of_booking ON public.events USING btree (hotel_id, subject, seq) WHERE (kind ~~ 'booking.%'::text);
CREATE INDEX events_of_house ON public.events USING btree (hotel_id, subject, seq) WHERE ((kind ~~ 'room.%'::text) OR (kind ~~ 'unit.%'::text) OR (kind ~~ 'closure.%'::text) OR (kind ~~ 'task.%'::text));

-- HTTP requests to and from channels behind an entry of activity. Credentials and card numbers are masked; old rows are deleted.
create table exchanges (
  hotel_id bigint not null,
  activity_id bigint not null, -- activity.entry_id
  position integer not null, -- 1, 2, 3, … within the entry
  at timestamp with time zone not null, -- when the request was sent or received
  method text not null,
  url text not null, -- without credentials
  request text not null, -- body; long ones are shortened
  status integer, -- HTTP status; null = no response
  response text, -- body; null = no response
  error text, -- why there was no response; null = there was one
  duration_ms real not null,
  constraint exchanges_pkey PRIMARY KEY (hotel_id, activity_id, "position")
);
CREATE INDEX exchanges_by_age ON public.exchanges USING btree (at);

-- Which nights a feed showed as taken when a channel fetched it, and until when: a closure of them that comes back is an echo. Old rows are deleted.
create table feed_fetches (
  hotel_id bigint not null,
  feed_id bigint not null,
  nights datemultirange not null, -- the nights shown as taken
  content_hash bytea not null, -- of the feed's contents; the same contents are one row
  first_fetched_at timestamp with time zone not null, -- first fetch of these contents
  last_fetched_at timestamp with time zone not null, -- last fetch of these contents
  constraint feed_fetches_pkey PRIMARY KEY (hotel_id, feed_id, content_hash)
);

-- Requests of guests that wait for the house's answer at a channel: to book, to change a booking, and questions about a stay.
create table guest_requests (
  hotel_id bigint not null,
  request_id bigint not null default nextval('guest_request_id'::regclass),
  connection text not null, -- the connection that brought it
  external_id text not null, -- its id at the channel
  channel text not null, -- the OTA where it was made
  kind text not null, -- booking: to book; alteration: to change a booking; question: about a stay, before booking it
  state text not null, -- open: it waits; answering: the answer is on its way; otherwise what became of it
  inquiry_id bigint, -- the conversation with the guest; null = of a booking
  reservation_id bigint, -- the booking that is to be changed; null = none, or it is not known here
  room_id bigint, -- null = the channel's room is not mapped
  external_room text, -- the room's id at the channel
  external_rate text, -- the rate's id at the channel
  checkin date not null, -- the first night that the guest wants
  checkout date not null, -- the day of departure
  adults integer, -- null = not reported
  children jsonb, -- one item for each child: its age, or null; null = not reported
  price_minor bigint, -- what the channel expects the stay to bring; null = not reported
  currency text, -- of the price, and of an offer
  answer_by timestamp with time zone, -- until when the channel waits; null = it does not say
  answer jsonb, -- what was answered here: {answer, reason, messageToGuest, messageToChannel, total}
  answered_at timestamp with time zone, -- when it was answered here; null = it was not
  failures integer not null default 0, -- attempts to send the answer that failed
  error text, -- why the answer was not accepted, or not sent yet
  created_at timestamp(3) with time zone not null, -- when the guest asked; whole milliseconds, because lists are paged by it
  updated_at timestamp with time zone not null,
  error_cause jsonb, -- code of error with its facts; null = there is no error, or it is from before there were codes
  constraint guest_requests_kind_check CHECK ((kind = ANY (ARRAY['booking'::text, 'alteration'::text, 'question'::text]))),
  constraint guest_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answering'::text, 'accepted'::text, 'declined'::text, 'preapproved'::text, 'offered'::text, 'closed'::text]))),
  constraint guest_requests_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint guest_requests_hotel_id_inquiry_id_fkey FOREIGN KEY (hotel_id, inquiry_id) REFERENCES inquiries(hotel_id, inquiry_id),
  constraint guest_requests_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint guest_requests_pkey PRIMARY KEY (hotel_id, request_id),
  constraint guest_requests_hotel_id_connection_external_id_key UNIQUE (hotel_id, connection, external_id)
);
CREATE INDEX guest_requests_waiting ON public.guest_requests USING btree (hotel_id, created_at DESC, request_id DESC) WHERE (state = ANY (ARRAY['open'::text, 'answering'::text]));

-- Stays whose guest has reviewed them at a channel that shows the review only once the house has reviewed the guest, and what the house wrote.
create table guest_reviews (
  hotel_id bigint not null,
  guest_review_id bigint not null default nextval('guest_review_id'::regclass),
  connection text not null, -- the connection that brought it
  external_id text not null, -- the id of the guest's review at the channel
  channel text not null, -- the OTA
  reservation_id bigint, -- the stay; null = it is not known here
  state text not null, -- open: it waits for the house; queued: the review is on its way; sent: the channel has it; over: the channel takes none any more
  write_by timestamp with time zone, -- until when the channel takes it; null = it does not say
  review jsonb, -- what the house wrote: {scores, publicReview, privateReview, isRecommended, tags}; null = nothing
  written_at timestamp with time zone, -- when the house wrote it; null = it did not
  attempted_at timestamp with time zone, -- it was sent then, and it is not known whether it arrived
  failures integer not null default 0, -- attempts to send it that failed
  error text, -- why the channel did not take it, or has not got it yet
  error_cause jsonb, -- code of error with its facts; null = there is no error
  created_at timestamp(3) with time zone not null, -- when the guest wrote; whole milliseconds, because lists are paged by it
  updated_at timestamp with time zone not null,
  constraint guest_reviews_state_check CHECK ((state = ANY (ARRAY['open'::text, 'queued'::text, 'sent'::text, 'over'::text]))),
  constraint guest_reviews_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint guest_reviews_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint guest_reviews_pkey PRIMARY KEY (hotel_id, guest_review_id),
  constraint guest_reviews_hotel_id_connection_external_id_key UNIQUE (hotel_id, connection, external_id)
);
CREATE INDEX guest_reviews_by_time ON public.guest_reviews USING btree (hotel_id, created_at DESC, guest_review_id DESC);
CREATE INDEX guest_reviews_of_booking ON public.guest_reviews USING btree (hotel_id, reservation_id) WHERE (reservation_id IS NOT NULL);

-- People who stay: what is known of each beyond single bookings.
create table guests (
  hotel_id bigint not null,
  guest_id bigint not null default nextval('guest_id'::regclass),
  name text not null,
  given_name text, -- null = not known apart from the whole name
  family_name text, -- null = not known apart from the whole name
  email text,
  email_is_alias boolean not null default false, -- the address is one that an OTA made for a booking: it identifies no person
  phone text, -- as it was given
  phone_e164 text, -- the same number in international form; null = it could not be read
  language text, -- BCP 47; null = not known
  country text, -- ISO 3166-1 alpha-2; null = not known
  company text, -- whom the guest travels for
  vat_id text, -- VAT number of the company
  address text,
  notes text, -- of the staff
  tags text[] not null default '{}'::text[], -- words of the staff, such as regular
  consent_given_on date, -- when the guest agreed to receive advertising; null = has not agreed
  consent_source text, -- where the guest agreed
  merged_into bigint, -- the profile of the same person that replaced this one; never itself merged; null = not merged
  erased_at timestamp with time zone, -- when the personal data were removed; null = they are stored
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint guests_check CHECK ((merged_into <> guest_id)),
  constraint guests_check1 CHECK (((consent_given_on IS NULL) = (consent_source IS NULL))),
  constraint guests_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint guests_family_name_check CHECK (((length(family_name) >= 1) AND (length(family_name) <= 200))),
  constraint guests_given_name_check CHECK (((length(given_name) >= 1) AND (length(given_name) <= 200))),
  constraint guests_language_check CHECK ((length(language) <= 35)),
  constraint guests_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint guests_phone_e164_check CHECK ((phone_e164 ~ '^\+[0-9]{4,15}$'::text)),
  constraint guests_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint guests_hotel_id_merged_into_fkey FOREIGN KEY (hotel_id, merged_into) REFERENCES guests(hotel_id, guest_id),
  constraint guests_pkey PRIMARY KEY (hotel_id, guest_id)
);
CREATE INDEX guests_by_email ON public.guests USING btree (hotel_id, lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX guests_by_phone ON public.guests USING btree (hotel_id, phone_e164) WHERE (phone_e164 IS NOT NULL);
CREATE INDEX guests_by_terms ON public.guests USING gin (guest_terms(hotel_id, name, given_name, family_name, email, phone, phone_e164));
CREATE INDEX guests_merged ON public.guests USING btree (hotel_id, merged_into) WHERE (merged_into IS NOT NULL);

-- Responses of writes that had an Idempotency-Key, stored in the transaction of the write. Old rows are deleted.
create table idempotency_keys (
  hotel_id bigint not null,
  key text not null, -- as the caller sent it; a card number in it is masked
  request_hash bytea not null, -- SHA-256 of the request: another request with the same key is refused
  answer jsonb, -- body as text, and headers; null until the write has ended
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (hotel_id, key)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

-- Conversations that OTAs pass on without a reservation. Their texts are in messages.
create table inquiries (
  hotel_id bigint not null,
  inquiry_id bigint not null default nextval('inquiry_id'::regclass),
  connection text not null, -- the connection that it came through
  channel text not null, -- the OTA where it was written; differs from connection behind a channel manager
  thread text not null, -- id of the conversation at the channel
  reference text, -- id of the order that it is about; null = none named
  guest_name text, -- null = not known
  reservation_id bigint, -- the booking that it became; null = none yet
  created_at timestamp(3) with time zone not null, -- when the first text was written; whole milliseconds, because lists are paged by it
  updated_at timestamp with time zone not null,
  erased_at timestamp with time zone, -- when its guest was erased: later messages are stored without the name, and without their text if it was written before; null = was not
  constraint inquiries_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint inquiries_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint inquiries_pkey PRIMARY KEY (hotel_id, inquiry_id),
  constraint inquiries_hotel_id_connection_thread_key UNIQUE (hotel_id, connection, thread)
);
CREATE INDEX inquiries_open ON public.inquiries USING btree (hotel_id, created_at DESC, inquiry_id DESC) WHERE (reservation_id IS NULL);

-- One row: this installation, its signing key, where it last ran, and whether it is paused.
create table installation (
  installation_id uuid not null default gen_random_uuid(), -- part of the UIDs in our calendar feeds, so that our own entries are recognised when they come back
  signing_key bytea not null default decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text), -- signs cursors, MCP sessions and confirmations, and masks card numbers; 244 random bits
  system_identifier text, -- of the PostgreSQL cluster at the last start; another one at a start means a copy, which pauses; null = not known
  database_oid bigint, -- of the database at the last start; null = not known
  data_directory text, -- inode:birth time in ns of a file of the embedded database at the last start; null = not known
  paused_at timestamp with time zone, -- while set, no webhook and no e-mail is sent and no calendar feed is served; null = not paused
  pause_reason text, -- for people; null = not paused
  prune_due_at timestamp with time zone, -- when old logs and records are removed next; null = no worker has run yet
  constraint installation_pkey PRIMARY KEY (installation_id)
);

-- Money that moved. Append-only: a correction is a further entry. A trigger refuses updates and deletes.
create table ledger_entries (
  hotel_id bigint not null,
  entry_id bigint not null default nextval('entry_id'::regclass),
  amount_minor bigint not null, -- positive = in, negative = out
  currency text not null, -- ISO 4217
  type text not null, -- payment, refund, charge, expense, note; income, adjustment, reversal, which bookings post too; entries of earlier releases may have others, which are in no sum
  description text not null,
  room_id bigint, -- null = of no room
  reservation_id bigint, -- null = of no reservation
  date date not null, -- the date that it counts for at the property
  created_at timestamp with time zone not null,
  code text not null default 'other'::text, -- accommodation, tax, fee or service of bookings; payment, refund, expense, other, or a code of the operator's own
  quantity double precision, -- nights of accommodation, or how many of something; negative where it is taken back; null = not said
  service_from date, -- first day of what is charged; null = not said
  service_until date, -- the day after the last one; null = not said
  vat_category text, -- code of EN 16931: S standard or reduced rate, Z zero, E exempt, AE reverse charge, K, G, O, L, M; null = not said
  vat_rate_bp integer, -- VAT included in the amount, in hundredths of a percent; null = not said
  collected_by text, -- of a charge or payment: who takes it from the guest, property or channel; null = not known
  method text, -- how a payment or refund was made; null = not said, or no payment
  reference text, -- of a payment or refund: the number that the bank, terminal or channel gave it; null = none
  reverses_id bigint, -- the entry that this one cancels out, with the opposite amount; null = none
  day_amounts_minor bigint[], -- the part of each day of the service, in minor units; they add up to amount_minor; null = divided equally
  posted_by jsonb, -- who posted it, as in events.actor; null = posted by a release that did not keep it, and no longer in the log
  constraint ledger_entries_code_check CHECK ((code ~ '^[a-z][a-z0-9_]{0,49}$'::text)),
  constraint ledger_entries_collected_by_check CHECK ((collected_by = ANY (ARRAY['property'::text, 'channel'::text]))),
  constraint ledger_entries_day_amounts_check CHECK ((cardinality(day_amounts_minor) = (service_until - service_from))),
  constraint ledger_entries_description_check CHECK ((length(description) <= 500)),
  constraint ledger_entries_method_check CHECK ((method = ANY (ARRAY['cash'::text, 'bank_transfer'::text, 'card_terminal'::text, 'channel'::text, 'virtual_card'::text, 'other'::text]))),
  constraint ledger_entries_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint ledger_entries_service_check CHECK ((((service_from IS NULL) = (service_until IS NULL)) AND (service_from <= service_until))),
  constraint ledger_entries_type_check CHECK (((length(type) >= 1) AND (length(type) <= 50))),
  constraint ledger_entries_vat_category_check CHECK ((vat_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text]))),
  constraint ledger_entries_vat_rate_bp_check CHECK (((vat_rate_bp >= 0) AND (vat_rate_bp <= 10000))),
  constraint ledger_entries_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint ledger_entries_reverses_fkey FOREIGN KEY (hotel_id, reverses_id) REFERENCES ledger_entries(hotel_id, entry_id),
  constraint ledger_entries_pkey PRIMARY KEY (hotel_id, entry_id)
);
CREATE INDEX ledger_by_date ON public.ledger_entries USING btree (hotel_id, date, entry_id);
CREATE INDEX ledger_by_reservation ON public.ledger_entries USING btree (hotel_id, reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE UNIQUE INDEX ledger_by_reversed ON public.ledger_entries USING btree (hotel_id, reverses_id) WHERE (reverses_id IS NOT NULL);
CREATE INDEX ledger_by_service ON public.ledger_entries USING btree (hotel_id, COALESCE(GREATEST(service_until, (service_from + 1)), (date + 1)), COALESCE(service_from, date));
CREATE INDEX ledger_payments ON public.ledger_entries USING btree (hotel_id, reservation_id) WHERE (type = ANY (ARRAY['payment'::text, 'refund'::text]));
CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_edit();

-- The ends of each property's log. Updated last in every transaction that changes the property, so that commit order is log order.
create table log_heads (
  hotel_id bigint not null,
  last_seq bigint not null default 0, -- number of the newest event; 0 = none yet
  first_seq bigint not null default 1, -- number of the oldest event that is still stored
  constraint log_heads_check CHECK (((first_seq >= 1) AND (first_seq <= (last_seq + 1)))),
  constraint log_heads_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint log_heads_pkey PRIMARY KEY (hotel_id)
) with (fillfactor=50);

-- Templates of messages to guests.
create table message_templates (
  hotel_id bigint not null,
  template_id bigint not null default nextval('message_template_id'::regclass),
  name text not null, -- by which people know it; no two of a property have the same
  texts jsonb not null, -- language tag → text with placeholders in the syntax of Liquid
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint message_templates_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint message_templates_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint message_templates_pkey PRIMARY KEY (hotel_id, template_id)
);
CREATE UNIQUE INDEX message_templates_by_name ON public.message_templates USING btree (hotel_id, lower(name));

-- A guest's text and the reply to it; either may be missing.
create table messages (
  hotel_id bigint not null,
  message_id bigint not null default nextval('message_id'::regclass),
  reservation_id bigint, -- null while it belongs to an inquiry only
  channel text not null, -- the OTA, or direct (e-mail)
  guest_text text, -- null = we wrote first
  reply text, -- null = not replied
  created_at timestamp(3) with time zone not null, -- when the text was written; whole milliseconds, because lists are paged by it
  replied_at timestamp with time zone,
  delivery text, -- of the reply: queued, sent or failed; null = there is no reply
  delivery_error text, -- why the last attempt failed
  attempted_at timestamp with time zone, -- a reply was sent and its outcome is unknown since then: the channel is asked before it is sent again; null = not so
  delivery_failures integer not null default 0, -- failed attempts so far
  inquiry_id bigint, -- null = the conversation began with a reservation
  lease_owner uuid, -- worker process that sends the replies of the conversation by e-mail; null = none
  retry_at timestamp with time zone, -- when a queued reply by e-mail is tried again after a failure; null = at once
  needs_reply boolean not null default false, -- the guest waits for a reply to this text; false = it has one, the house has replied to a later text of the conversation, or somebody said that it needs none
  no_reply_notice text, -- the notice to the channel that this text needs no reply: queued, sent or failed; null = there is none, or the channel takes none
  attachments jsonb not null default '[]'::jsonb, -- files that the guest attached, in their order: id within the message, name and type, null where the channel does not say them
  attachment_addresses text[] not null default '{}'::text[], -- where the channel keeps each attachment, in the form of its protocol; read with the credentials of the connection only
  delivery_error_cause jsonb, -- code of delivery_error with its facts; null = there is no error, or it is from before there were codes
  constraint messages_check CHECK (((guest_text IS NOT NULL) OR (reply IS NOT NULL))),
  constraint messages_delivery_check CHECK ((delivery = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]))),
  constraint messages_needs_reply_check CHECK (((NOT needs_reply) OR ((guest_text IS NOT NULL) AND (reply IS NULL)))),
  constraint messages_no_reply_notice_check CHECK ((no_reply_notice = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]))),
  constraint messages_of_check CHECK ((num_nonnulls(reservation_id, inquiry_id) >= 1)),
  constraint messages_hotel_id_inquiry_id_fkey FOREIGN KEY (hotel_id, inquiry_id) REFERENCES inquiries(hotel_id, inquiry_id),
  constraint messages_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint messages_pkey PRIMARY KEY (hotel_id, message_id)
);
CREATE INDEX messages_by_inquiry ON public.messages USING btree (hotel_id, inquiry_id, message_id) WHERE (inquiry_id IS NOT NULL);
CREATE INDEX messages_by_reservation ON public.messages USING btree (hotel_id, reservation_id, message_id);
CREATE INDEX messages_by_time ON public.messages USING btree (hotel_id, created_at, message_id);
CREATE INDEX messages_leased ON public.messages USING btree (hotel_id, message_id) WHERE (lease_owner IS NOT NULL);
CREATE INDEX messages_queued ON public.messages USING btree (hotel_id, message_id) WHERE (delivery = 'queued'::text);
CREATE INDEX messages_waiting ON public.messages USING btree (hotel_id, created_at, message_id) WHERE needs_reply;
CREATE INDEX messages_with_notice ON public.messages USING btree (hotel_id, message_id) WHERE (no_reply_notice = 'queued'::text);

-- Bulk changes of nights with the values that they replaced, so that they can be undone. The arrays have one element per night. Old rows are deleted.
create table night_changes (
  hotel_id bigint not null,
  change_id bigint not null default nextval('change_id'::regclass),
  changed_at timestamp with time zone not null, -- when the change was made
  undoes bigint, -- the change that this one took back; null = an ordinary change
  room_ids bigint[] not null, -- rooms of the nights
  dates date[] not null, -- dates of the nights
  change_ids bigint[] not null, -- nights.change_id before the change
  change_ids_after bigint[] not null, -- nights.change_id after it; null = its own change_id
  totals integer[] not null, -- available + sold + blocked before, where allotted; else null
  totals_after integer[] not null, -- the same after the change; null = it did not set the count
  price_minor bigint[] not null, -- values before the change
  min_stay integer[] not null, -- values before the change
  max_stay integer[] not null, -- values before the change
  closed_to_arrival boolean[] not null, -- values before the change
  closed_to_departure boolean[] not null, -- values before the change
  stop_sell boolean[] not null, -- values before the change
  constraint night_changes_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint night_changes_pkey PRIMARY KEY (hotel_id, change_id)
);
CREATE INDEX night_changes_by_age ON public.night_changes USING btree (changed_at);

-- Nights that differ from the defaults of their room: sold, blocked or set. Written in src/pms/inventory only. available + sold + blocked = what was set.
create table nights (
  hotel_id bigint not null,
  room_id bigint not null,
  date date not null,
  available integer not null, -- units that can still be sold; below zero by as much as OTAs overbooked
  sold integer not null default 0, -- units taken by reservations
  blocked integer not null default 0, -- units taken by closures in calendars of OTAs
  overbooked integer not null default 0, -- units that OTAs sold although none was left
  allotted boolean not null default false, -- the count was set by hand: it no longer follows rooms.units
  price_minor bigint, -- null = the room's default
  min_stay integer, -- in nights, for stays that arrive on the date; null = the room's default
  max_stay integer, -- in nights, for stays that arrive on the date; null = no limit
  closed_to_arrival boolean not null default false, -- no stay may begin on the date
  closed_to_departure boolean not null default false, -- no stay may end on the date
  stop_sell boolean not null default false, -- the night is not sold, whatever available says
  change_id bigint, -- the bulk change (night_changes) that set the night last; null = none
  constraint never_oversold CHECK (((available + overbooked) >= 0)),
  constraint nights_blocked_check CHECK ((blocked >= 0)),
  constraint nights_max_stay_check CHECK (((max_stay >= 1) AND (max_stay <= 999))),
  constraint nights_min_stay_check CHECK (((min_stay >= 1) AND (min_stay <= 999))),
  constraint nights_overbooked_check CHECK ((overbooked >= 0)),
  constraint nights_price_minor_check CHECK ((price_minor >= 0)),
  constraint nights_sold_check CHECK ((sold >= 0)),
  constraint nights_pkey PRIMARY KEY (hotel_id, room_id, date)
) with (fillfactor=80);

-- Calls with the operator's key that change something or read something sensitive. Old rows are deleted.
create table operator_actions (
  hotel_id bigint not null, -- 0 = the whole installation
  action_id bigint not null default nextval('action_id'::regclass),
  at timestamp with time zone not null,
  operation text not null, -- name of the operation
  outcome text not null, -- ok, replayed (a stored response was returned), or the code of the problem that it was refused with
  request_id text, -- null = a command that works on the database itself
  address text, -- of the caller; null = a command
  target jsonb not null default '{}'::jsonb, -- ids of what the call was about, and of what it created
  changed jsonb, -- members of the body, without values that may be secret or personal; null = none
  user_id bigint, -- the person who was signed in, signs in, or as whom somebody tried to; null = whoever has the operator key
  constraint operator_actions_pkey PRIMARY KEY (hotel_id, action_id)
);
CREATE INDEX operator_actions_by_age ON public.operator_actions USING btree (at);
CREATE INDEX operator_actions_in_order ON public.operator_actions USING btree (action_id DESC);

-- What is wrong with an OTA behind a channel, one row for each kind.
create table ota_problems (
  hotel_id bigint not null,
  channel text not null,
  external_id text not null,
  kind text not null, -- deactivated, removed, sync_error, ...: see OTA_PROBLEMS
  detail text, -- as the channel says it; null = it says nothing
  since timestamp with time zone not null, -- when it was reported or seen first
  reported_at timestamp with time zone not null, -- when it was reported or seen last
  alerted_at timestamp with time zone, -- when the operator was alerted of it by e-mail; null = not yet
  dismissed_at timestamp with time zone, -- when a person has seen to it: it counts again if it is reported later; null = it stands
  constraint ota_problems_hotel_id_channel_external_id_fkey FOREIGN KEY (hotel_id, channel, external_id) REFERENCES connection_otas(hotel_id, channel, external_id) ON DELETE CASCADE,
  constraint ota_problems_pkey PRIMARY KEY (hotel_id, channel, external_id, kind)
);

-- Challenges that a passkey is to sign. Each is used once.
create table passkey_challenges (
  challenge_hash bytea not null, -- SHA-256 of the challenge
  session_id bigint, -- the session that adds a passkey; null = somebody signs in
  expires_at timestamp with time zone not null, -- five minutes after it was made
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX passkey_challenges_by_expiry ON public.passkey_challenges USING btree (expires_at);

-- Passkeys of people. Looked up by credential before the person is known.
create table passkeys (
  credential_id text not null, -- of the device, base64url
  passkey_id bigint not null default nextval('passkey_id'::regclass),
  user_id bigint not null,
  name text not null,
  rp_id text not null, -- host name of the desk for which it was made; it works at no other
  public_key bytea not null, -- COSE; the private key never leaves the device
  counter bigint not null, -- signatures so far, as the device counts them; 0 = it does not count
  transports text[] not null, -- how a browser reaches it: internal, hybrid, usb, ...
  is_synced boolean not null, -- true = a password manager has it on several devices
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone, -- when it last signed the person in; null = never
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint passkeys_pkey PRIMARY KEY (credential_id),
  constraint passkeys_passkey_id_key UNIQUE (passkey_id)
);
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id);

-- Nights as the practice channel has them: written only by what it was sent, and by its own sales. None while it is not connected.
create table practice_nights (
  hotel_id bigint not null,
  room_id bigint not null, -- the room, by which the practice channel names its own
  date date not null,
  available integer not null default 0, -- how many it may sell
  price_minor bigint, -- price of the night, in minor units; null = it was sent none, and does not sell the night
  stop_sell boolean not null default false, -- it may not sell the night
  closed_to_arrival boolean not null default false, -- no stay arrives on the date
  closed_to_departure boolean not null default false, -- no stay departs on the date
  min_stay integer not null default 1, -- fewest nights of a stay that arrives on the date
  max_stay integer, -- most nights of a stay that arrives on the date; null = any number
  constraint practice_nights_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint practice_nights_pkey PRIMARY KEY (hotel_id, room_id, date)
);

-- A house with rooms, one currency and one time zone. hotel_id 1 is the sample property.
create table properties (
  hotel_id bigint not null default nextval('property_id'::regclass),
  name text not null,
  currency text not null, -- ISO 4217
  address text not null default ''::text,
  timezone text not null, -- IANA name; "today" of the property is the date there
  checkin_time text not null default '15:00'::text, -- HH:MM, local
  checkout_time text not null default '11:00'::text, -- HH:MM, local
  language text not null default 'en'::text, -- of the texts that innwire writes to guests
  email text,
  phone text,
  website text,
  horizon_days integer not null default 500, -- how many days from today on are offered and pushed
  subscription_plan text not null default 'self_hosted'::text, -- as the operator names it; shown in GET status
  subscription_status text not null default 'active'::text, -- past_due and cancelled ones get 402 from the API of the property
  subscription_renews_at timestamp with time zone, -- null = does not end
  sandbox_at timestamp with time zone, -- the moment that the generated data of the sample property stands for; null for all other properties
  created_at timestamp with time zone not null,
  inspects_units boolean not null default false, -- a cleaned unit is ready for a guest only once it has been inspected
  retention jsonb not null default '{}'::jsonb, -- for how many days data about guests are kept, by kind: guests, messages, channelRecords, exchanges; null or absent = until they are erased by hand
  test_until timestamp with time zone, -- when the test property is removed; null = a real one
  infants_under_age smallint not null default 2, -- children younger than this, in years, do not count against the capacity of a room that has a cot for them; 0 = all children count
  books_closed_until date, -- no entry of the ledger may be dated on or before this day; null = entries of this and the last calendar year are taken
  archived_at timestamp with time zone, -- since when the property only is read: nothing in it changes; null = it is in use
  removal_due_at timestamp with time zone, -- the property was removed, and no reader finds it: when a process begins to delete its rows, or takes over from one that died; null = not removed
  constraint properties_address_check CHECK ((length(address) <= 500)),
  constraint properties_checkin_time_check CHECK ((checkin_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint properties_checkout_time_check CHECK ((checkout_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint properties_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint properties_horizon_days_check CHECK (((horizon_days >= 1) AND (horizon_days <= 3660))),
  constraint properties_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint properties_retention_check CHECK ((jsonb_typeof(retention) = 'object'::text)),
  constraint properties_subscription_status_check CHECK ((subscription_status = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text]))),
  constraint properties_pkey PRIMARY KEY (hotel_id)
);

-- Writes of agents that wait for a person, and what became of them.
create table proposals (
  hotel_id bigint not null,
  proposal_id bigint not null default nextval('proposal_id'::regclass),
  tool text not null, -- the tool that the agent called: create_booking, update_availability, ...
  arguments jsonb not null, -- of the call; {} = erased with the guest
  sentence text not null, -- what would be done, for the person who decides
  scopes text[] not null, -- what a person must be able to do to see and decide it
  token_id bigint not null, -- the token of the agent
  agent text, -- what the program calls itself; null = it has no name
  reservation_id bigint, -- the booking that it concerns, of a new booking once it is made; null = none
  inquiry_id bigint,
  room_id bigint,
  first_night date, -- of the nights that it would take, release or set; null = it concerns none
  last_night date, -- likewise, inclusive
  basis jsonb not null, -- what the agent saw of that which it would change: if it is something else when a person approves, nothing is changed
  state text not null default 'open'::text, -- open (or expired, after expires_at), approved = done, declined, failed = approved, and refused for the reason in problem_code
  change_id bigint, -- of the change of prices and availability that it became, under which it is undone
  problem_code text, -- of the refusal after a person had approved it; null = it was not refused
  problem_detail text, -- the sentence of the refusal
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null, -- from then on it can no longer be approved
  decided_at timestamp with time zone, -- null = nobody decided yet
  decided_by jsonb, -- the actor who decided, as in events; null = nobody yet, or it ended with the erasure of its guest
  constraint proposals_arguments_check CHECK ((jsonb_typeof(arguments) = 'object'::text)),
  constraint proposals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'declined'::text, 'failed'::text]))),
  constraint proposals_pkey PRIMARY KEY (hotel_id, proposal_id)
);
CREATE INDEX proposals_of_reservation ON public.proposals USING btree (hotel_id, reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE INDEX proposals_open ON public.proposals USING btree (hotel_id, proposal_id) WHERE (state = ANY (ARRAY['open'::text, 'failed'::text]));

-- Rate limits of channels, shared by all processes: token buckets.
create table rate_buckets (
  bucket text not null, -- key: requests with the same key count together
  tokens real not null, -- requests that may be sent at refilled_at; fractions accumulate
  refilled_at timestamp with time zone not null, -- when tokens was computed
  constraint rate_buckets_pkey PRIMARY KEY (bucket)
);

-- Codes that replace a code of the app once each. A used one is deleted.
create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null, -- SHA-256 of the code, which has 80 random bits
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

-- What stays held before they were moved, repriced or taken again: together with reservation_nights, what was sold at any moment. Rows are only added.
create table reservation_night_history (
  hotel_id bigint not null,
  night_history_id bigint not null default nextval('night_history_id'::regclass),
  reservation_id bigint not null,
  room_id bigint not null,
  date date not null,
  price_minor bigint not null, -- price of the night during that time, in minor units of the booking's currency
  taken_at timestamp with time zone not null, -- from when the stay held the night at this price
  ended_at timestamp with time zone not null, -- until when, exclusive
  constraint reservation_night_history_check CHECK ((taken_at < ended_at)),
  constraint reservation_night_history_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint reservation_night_history_pkey PRIMARY KEY (hotel_id, night_history_id)
);
CREATE INDEX reservation_night_history_by_date ON public.reservation_night_history USING btree (hotel_id, date);
CREATE INDEX reservation_night_history_of_reservation ON public.reservation_night_history USING btree (hotel_id, reservation_id);

-- The nights that a reservation took, each with its price.
create table reservation_nights (
  hotel_id bigint not null,
  reservation_id bigint not null,
  room_id bigint not null, -- the room that was taken
  date date not null,
  price_minor bigint not null, -- part of the stay's price
  released_at timestamp with time zone, -- when the night was given back; null = still taken
  taken_at timestamp with time zone not null, -- since when the stay holds the night at this price; before migration 40 the creation of the booking
  constraint reservation_nights_price_minor_check CHECK ((price_minor >= 0)),
  constraint reservation_nights_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint reservation_nights_pkey PRIMARY KEY (hotel_id, reservation_id, room_id, date)
);
CREATE INDEX reservation_nights_by_date ON public.reservation_nights USING btree (hotel_id, date);
CREATE INDEX reservation_nights_held ON public.reservation_nights USING btree (hotel_id, room_id, date) WHERE (released_at IS NULL);

-- Stays of guests, one row per room. An OTA's order of several rooms is several rows with one channel_reference.
create table reservations (
  hotel_id bigint not null,
  reservation_id bigint not null default nextval('reservation_id'::regclass),
  room_id bigint not null, -- the room at present; nights taken before a move are in reservation_nights
  status text not null, -- see docs/states.md
  channel text not null, -- who sold it: direct, or the name of an OTA
  channel_reference text, -- the order's id at its channel; null = none
  guest_name text not null,
  guest_email text,
  guest_phone text,
  checkin date not null, -- date of arrival
  checkout date not null, -- date of departure; the night before it is the last one
  price_minor bigint not null, -- total of the stay
  currency text not null, -- ISO 4217; for a booking of an OTA its currency, which may differ from the property's
  conflict text, -- why people must look at it, e.g. an overlap that an OTA made; null = nothing
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  adults smallint, -- null = not known
  children jsonb, -- one item per child: its age on the day of arrival, or null where that is not known; null = not known whether any come
  notes text, -- requests of the guest
  arrival_time text, -- HH:MM, local, as the guest announced it
  conflict_kind text, -- what kind of conflict it is; null = none
  language text, -- of the guest, BCP 47; null = not known
  country text, -- of the guest, ISO 3166-1 alpha-2; null = not known
  meal text, -- meals that the price includes; null = not known
  collected_by text, -- who takes the price from the guest: property or channel; null = not known
  virtual_card jsonb, -- activeFrom and activeUntil (dates) and amountMinor of the channel's virtual card; null = none reported
  commission_minor bigint, -- what the channel keeps or invoices for the sale; null = not reported
  charges jsonb, -- taxes, fees and services as the channel reported them: kind, description, amountMinor, quantity, included, collectedBy; null = none reported
  unit_nights jsonb, -- which unit the guest has in which nights, as in the table unit_nights: from, name of the unit, until (the day after the last night), unitId; ordered by night; null = none
  unit_pinned boolean not null default false, -- people chose the unit, so the automatic assignment leaves it
  guest_id bigint, -- the person; guest_name, guest_email and guest_phone are what the booking was made under. Null = stored by an earlier release and not assigned yet
  held_until timestamp with time zone, -- until when an unconfirmed booking holds its nights; stays when it ends unconfirmed (cancelled), null once it is confirmed; null = was never only held
  companions jsonb, -- guests who come along: name and age on the day of arrival, null where it is not known; null = none are known
  group_id bigint, -- the group of bookings that were made together; null = it was made alone
  earlier_rooms jsonb, -- rooms in which the guest slept before moving to room_id: from, until (the day after the last night), roomId; ordered by night; null = none
  connection text, -- the connection through which a channel reports it; null = sold directly, or entered or imported here
  order_reference text, -- the id of its order at that connection, which several bookings can have; null = none: a calendar has no orders
  differences jsonb, -- what its channel reports otherwise than people here have set it, for them to decide: [{since, value, member, currency}]; null = nothing
  channel_checkin date, -- first night that the channel knows; null = none: no channel sold it, or it has cancelled it and people keep it
  channel_checkout date, -- day of departure that the channel knows; null as channel_checkin
  constraint reservations_adults_check CHECK ((adults >= 0)),
  constraint reservations_arrival_time_check CHECK ((arrival_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint reservations_channel_dates_check CHECK ((((channel_checkin < channel_checkout) AND (connection IS NOT NULL)) OR ((channel_checkin IS NULL) AND (channel_checkout IS NULL)))),
  constraint reservations_charges_check CHECK ((jsonb_typeof(charges) = 'array'::text)),
  constraint reservations_check CHECK ((checkout > checkin)),
  constraint reservations_children_check CHECK ((jsonb_typeof(children) = 'array'::text)),
  constraint reservations_collected_by_check CHECK ((collected_by = ANY (ARRAY['property'::text, 'channel'::text]))),
  constraint reservations_companions_check CHECK ((jsonb_typeof(companions) = 'array'::text)),
  constraint reservations_conflict_kind_check CHECK ((conflict_kind = ANY (ARRAY['overbooked'::text, 'unmapped_room'::text, 'unconfirmed'::text, 'unlisted'::text, 'without_unit'::text]))),
  constraint reservations_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint reservations_differences_check CHECK ((jsonb_typeof(differences) = 'array'::text)),
  constraint reservations_earlier_rooms_check CHECK ((jsonb_typeof(earlier_rooms) = 'array'::text)),
  constraint reservations_guest_name_check CHECK (((length(guest_name) >= 1) AND (length(guest_name) <= 200))),
  constraint reservations_held_until_check CHECK (
CASE status
    WHEN 'held'::text THEN (held_until IS NOT NULL)
    WHEN 'cancelled'::text THEN true
    ELSE (held_until IS NULL)
END),
  constraint reservations_language_check CHECK ((length(language) <= 35)),
  constraint reservations_meal_check CHECK ((meal = ANY (ARRAY['none'::text, 'breakfast'::text, 'half_board'::text, 'full_board'::text, 'all_inclusive'::text]))),
  constraint reservations_order_check CHECK (((order_reference IS NULL) OR (connection IS NOT NULL))),
  constraint reservations_price_minor_check CHECK ((price_minor >= 0)),
  constraint reservations_status_check CHECK ((status = ANY (ARRAY['confirmed'::text, 'checked_in'::text, 'checked_out'::text, 'no_show'::text, 'cancelled'::text, 'held'::text]))),
  constraint reservations_unit_nights_check CHECK ((jsonb_typeof(unit_nights) = 'array'::text)),
  constraint reservations_virtual_card_check CHECK ((jsonb_typeof(virtual_card) = 'object'::text)),
  constraint reservations_guest_fkey FOREIGN KEY (hotel_id, guest_id) REFERENCES guests(hotel_id, guest_id),
  constraint reservations_hotel_id_group_id_fkey FOREIGN KEY (hotel_id, group_id) REFERENCES booking_groups(hotel_id, group_id),
  constraint reservations_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint reservations_pkey PRIMARY KEY (hotel_id, reservation_id)
);
CREATE INDEX reservations_by_channel ON public.reservations USING btree (hotel_id, channel, checkin, reservation_id);
CREATE INDEX reservations_by_checkin ON public.reservations USING btree (hotel_id, checkin, reservation_id);
CREATE INDEX reservations_by_checkout ON public.reservations USING btree (hotel_id, checkout, reservation_id);
CREATE INDEX reservations_by_creation ON public.reservations USING btree (hotel_id, created_at, reservation_id);
CREATE INDEX reservations_by_group ON public.reservations USING btree (hotel_id, group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX reservations_by_guest ON public.reservations USING btree (hotel_id, guest_id);
CREATE INDEX reservations_by_hold_end ON public.reservations USING btree (held_until) WHERE (status = 'held'::text);
CREATE INDEX reservations_by_name ON public.reservations USING btree (hotel_id, fold_text(guest_name), reservation_id);
CREATE INDEX reservations_by_order ON public.reservations USING btree (hotel_id, connection, order_reference) WHERE (order_reference IS NOT NULL);
CREATE INDEX reservations_by_reference ON public.reservations USING btree (hotel_id, channel_reference) WHERE (channel_reference IS NOT NULL);
CREATE INDEX reservations_by_room ON public.reservations USING btree (hotel_id, room_id, checkin, reservation_id);
CREATE INDEX reservations_by_status ON public.reservations USING btree (hotel_id, status, checkin, reservation_id);
CREATE INDEX reservations_by_terms ON public.reservations USING gin (booking_terms(hotel_id, reservation_id, guest_name, guest_email, guest_phone, channel_reference, companions));
CREATE INDEX reservations_by_update ON public.reservations USING btree (hotel_id, updated_at);
CREATE INDEX reservations_cancelled ON public.reservations USING btree (hotel_id, checkout) WHERE (status = 'cancelled'::text);
CREATE INDEX reservations_in_conflict ON public.reservations USING btree (hotel_id, checkin, reservation_id) WHERE (conflict IS NOT NULL);
CREATE INDEX reservations_in_house ON public.reservations USING btree (hotel_id) WHERE (status = 'checked_in'::text);
CREATE INDEX reservations_left_early ON public.reservations USING btree (checkout) WHERE ((status = 'cancelled'::text) AND (unit_nights IS NOT NULL));
CREATE INDEX reservations_with_differences ON public.reservations USING btree (hotel_id, checkin, reservation_id) WHERE (differences IS NOT NULL);

-- What guests wrote about their stay.
create table reviews (
  hotel_id bigint not null,
  review_id bigint not null default nextval('review_id'::regclass),
  room_id bigint, -- null = the channel named none that is mapped
  reservation_id bigint, -- null = not known
  channel text not null, -- the OTA where it was written; differs from connection behind a channel manager
  channel_reference text, -- id of the review at the channel
  guest_name text not null,
  score numeric(3,1) not null, -- 0 to 10
  scores jsonb not null default '{}'::jsonb, -- score by category, each 0 to 10
  title text,
  positive text, -- what was good
  negative text, -- what was not
  language text not null, -- of the review's text
  reply text, -- null = not replied
  replied_at timestamp with time zone,
  reply_delivery text, -- queued, sent or failed; null = there is no reply
  created_at timestamp(3) with time zone not null, -- when it was written; whole milliseconds, because lists are paged by it
  delivery_failures integer not null default 0, -- failed attempts to deliver the reply so far
  connection text, -- the connection that it came through; null = none
  delivery_error text, -- why the channel did not take the reply, or has not got it yet
  delivery_error_cause jsonb, -- code of delivery_error with its facts; null = there is no error
  constraint reviews_reply_delivery_check CHECK ((reply_delivery = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]))),
  constraint reviews_score_check CHECK (((score >= (0)::numeric) AND (score <= (10)::numeric))),
  constraint reviews_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint reviews_pkey PRIMARY KEY (hotel_id, review_id)
);
CREATE INDEX reviews_by_time ON public.reviews USING btree (hotel_id, created_at DESC, review_id DESC);
CREATE UNIQUE INDEX reviews_once ON public.reviews USING btree (hotel_id, connection, channel_reference) WHERE (channel_reference IS NOT NULL);

-- How many units rooms had, each number until the next one: the last row of a room is rooms.units. A room counts from its creation until it is archived.
create table room_unit_history (
  hotel_id bigint not null,
  room_id bigint not null,
  since timestamp with time zone not null, -- from when the room had this number
  units integer, -- number of units; null = nobody had entered it
  constraint room_unit_history_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint room_unit_history_pkey PRIMARY KEY (hotel_id, room_id, since)
);

-- What is sold: one unit, or a type with several units. Rows are never deleted.
create table rooms (
  hotel_id bigint not null,
  room_id bigint not null default nextval('room_id'::regclass),
  name text not null,
  capacity integer not null, -- persons
  price_minor bigint not null, -- default price of a night
  units integer, -- number of units; null = nobody entered it, and a night counts as one unit
  min_stay integer not null default 1, -- default minimum stay, in nights
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone, -- no longer sold from then on; null = sold
  is_placeholder boolean not null default false, -- holds reservations whose room at the channel is not mapped; never sold or listed; at most one per property
  cots smallint not null default 0, -- how many cots a unit of the room takes beside its capacity
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

-- Secrets of apps that show one-time codes (TOTP, RFC 6238).
create table second_factors (
  user_id bigint not null,
  encrypted_secret bytea not null, -- AES-256-GCM, as credentials of connections
  confirmed_at timestamp with time zone, -- when the person entered the first code; null = not yet, and no code is asked for
  last_step bigint not null default 0, -- of the last code that was used, in steps of 30 seconds since 1970: each code is used once
  wrong_codes integer not null default 0, -- in a row; after ten only a recovery code is accepted
  created_at timestamp with time zone not null,
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint second_factors_pkey PRIMARY KEY (user_id)
);

-- Devices on which people are signed in. Looked up by hash before the property is known.
create table sessions (
  session_hash bytea not null, -- SHA-256 of the name and the value of the cookie; the value is not stored
  session_id bigint not null default nextval('session_id'::regclass),
  user_id bigint not null,
  device text not null, -- named by the person, or by the browser: Firefox on Linux
  is_phone boolean not null, -- true = stays signed in for 30 days without a request, otherwise 12 hours
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null, -- of the last request, to the minute
  expires_at timestamp with time zone not null, -- moves with last_seen_at
  revoked_at timestamp with time zone, -- when the person signed out or somebody else ended it; null = valid
  screen_id bigint, -- the shared screen on which the person signed in; such a session that has expired is resumed by the PIN of the person
  wrong_pins integer not null default 0, -- wrong PINs since the last right one; after five the person has to sign in again
  began_with text, -- password, link, pin or passkey; null = of an earlier release
  constraint sessions_device_check CHECK (((length(device) >= 1) AND (length(device) <= 100))),
  constraint sessions_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES shared_screens(screen_id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint sessions_pkey PRIMARY KEY (session_hash),
  constraint sessions_session_id_key UNIQUE (session_id)
);
CREATE UNIQUE INDEX sessions_by_screen ON public.sessions USING btree (screen_id, user_id) WHERE ((revoked_at IS NULL) AND (screen_id IS NOT NULL));
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

-- Browsers that a person declared to be a screen that several people share. Looked up by hash before the person is known.
create table shared_screens (
  screen_id bigint not null default nextval('screen_id'::regclass),
  screen_hash bytea not null, -- SHA-256 of the name and the value of the cookie that the browser keeps; the value is not stored
  created_by bigint not null, -- the person who declared it
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone, -- when somebody ended the sharing; null = it is shared
  constraint shared_screens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id),
  constraint shared_screens_pkey PRIMARY KEY (screen_id),
  constraint shared_screens_screen_hash_key UNIQUE (screen_hash)
);

-- Links that sign a person in once: invitations, and new links for those who cannot sign in. A newer link of the person replaces the one before.
create table sign_in_links (
  secret_hash bytea not null, -- SHA-256 of the secret in the link, which is not stored
  user_id bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null, -- 48 hours after it was made
  used_at timestamp with time zone, -- when somebody signed in with it; null = not yet
  constraint sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint sign_in_links_pkey PRIMARY KEY (secret_hash)
);
CREATE INDEX sign_in_links_by_user ON public.sign_in_links USING btree (user_id);

-- Photos of housekeeping tasks. Rows are never changed.
create table task_photos (
  hotel_id bigint not null,
  photo_id bigint not null default nextval('task_photo_id'::regclass),
  task_id bigint not null,
  type text not null, -- content type, determined from the bytes
  content bytea not null, -- the picture, without what says where and with which device it was taken
  added_at timestamp with time zone not null, -- when it was added to the task
  constraint task_photos_content_check CHECK (((length(content) >= 1) AND (length(content) <= 1000000))),
  constraint task_photos_type_check CHECK ((type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text]))),
  constraint task_photos_hotel_id_task_id_fkey FOREIGN KEY (hotel_id, task_id) REFERENCES tasks(hotel_id, task_id),
  constraint task_photos_pkey PRIMARY KEY (hotel_id, photo_id)
);
CREATE INDEX task_photos_by_task ON public.task_photos USING btree (hotel_id, task_id);

-- Housekeeping tasks.
create table tasks (
  hotel_id bigint not null,
  task_id bigint not null default nextval('task_id'::regclass),
  room_id bigint not null,
  name text not null, -- what is to be done
  assignee text, -- null = nobody
  status text not null, -- pending, in_progress, done or cancelled
  due date not null, -- date
  reservation_id bigint, -- null = of no reservation
  turnover boolean not null default false, -- the cleaning after a stay: created with the booking and moved with it
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unit_id bigint, -- null = no certain unit of the room
  unit_name text, -- units.name when it was assigned; null = no certain unit
  inspection boolean not null default false, -- made by innwire when its unit became clean in a property that inspects its units; done, it makes the unit inspected
  photos jsonb not null default '[]'::jsonb, -- its photos in the order in which they were added: [{photoId, addedAt}]; their bytes are in task_photos
  constraint tasks_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint tasks_photos_check CHECK ((jsonb_typeof(photos) = 'array'::text)),
  constraint tasks_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'done'::text, 'cancelled'::text]))),
  constraint tasks_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint tasks_hotel_id_unit_id_fkey FOREIGN KEY (hotel_id, unit_id) REFERENCES units(hotel_id, unit_id),
  constraint tasks_pkey PRIMARY KEY (hotel_id, task_id)
);
CREATE INDEX open_inspections ON public.tasks USING btree (hotel_id, unit_id) WHERE (inspection AND (status = ANY (ARRAY['pending'::text, 'in_progress'::text])));
CREATE INDEX tasks_by_due ON public.tasks USING btree (hotel_id, due, task_id);
CREATE INDEX tasks_by_reservation ON public.tasks USING btree (hotel_id, reservation_id) WHERE (reservation_id IS NOT NULL);

-- The properties that a token opens which was made for several. Read before the property is known. Rows are never changed.
create table token_properties (
  hotel_id bigint not null,
  token_id bigint not null,
  constraint token_properties_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint token_properties_pkey PRIMARY KEY (hotel_id, token_id)
);
CREATE INDEX token_properties_by_token ON public.token_properties USING btree (token_id, hotel_id);

-- Access to the API of one property or of several. Looked up by hash before the property is known.
create table tokens (
  token_hash bytea not null, -- SHA-256 of the token; the token itself is not stored
  token_id bigint not null default nextval('token_id'::regclass),
  hotel_id bigint, -- the one property that it opens; null = all_properties, or those in token_properties
  label text not null, -- given by the operator, shown in logs
  access text not null, -- full; propose: over MCP its writes wait for a person, elsewhere it may only read; or read
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone, -- null = never used
  revoked_at timestamp with time zone, -- null = valid
  scopes text[], -- what the token opens: bookings:read, contacts, housekeeping, ...; null = everything
  all_properties boolean not null default false, -- it opens every property, also those made later
  constraint tokens_access_check CHECK ((access = ANY (ARRAY['full'::text, 'propose'::text, 'read'::text]))),
  constraint tokens_check CHECK ((NOT (all_properties AND (hotel_id IS NOT NULL)))),
  constraint tokens_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100))),
  constraint tokens_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint tokens_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint tokens_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX tokens_by_id ON public.tokens USING btree (token_id);
CREATE INDEX tokens_of_property ON public.tokens USING btree (hotel_id, token_id);

-- Who holds a unit in a night, a stay, a closure out of order or a channel's calendar: at most one, which the primary key guarantees.
create table unit_nights (
  hotel_id bigint not null,
  unit_id bigint not null,
  date date not null,
  reservation_id bigint,
  closure_id bigint,
  lowers_count boolean not null default false, -- the closure lowered the number that is offered of the room, so its end raises it again; false for stays, and where fewer were offered anyway
  channel text, -- the channel whose calendar of this unit shows the night as closed, which takes one of the room's count (calendar_blocks); null = a stay or closure holds it
  constraint unit_nights_check CHECK ((num_nonnulls(reservation_id, closure_id, channel) = 1)),
  constraint unit_nights_hotel_id_closure_id_fkey FOREIGN KEY (hotel_id, closure_id) REFERENCES closures(hotel_id, closure_id),
  constraint unit_nights_hotel_id_reservation_id_fkey FOREIGN KEY (hotel_id, reservation_id) REFERENCES reservations(hotel_id, reservation_id),
  constraint unit_nights_hotel_id_unit_id_fkey FOREIGN KEY (hotel_id, unit_id) REFERENCES units(hotel_id, unit_id),
  constraint unit_nights_pkey PRIMARY KEY (hotel_id, unit_id, date)
);
CREATE INDEX unit_nights_of_channel ON public.unit_nights USING btree (hotel_id, channel) WHERE (channel IS NOT NULL);
CREATE INDEX unit_nights_of_closure ON public.unit_nights USING btree (hotel_id, closure_id) WHERE (closure_id IS NOT NULL);
CREATE INDEX unit_nights_of_reservation ON public.unit_nights USING btree (hotel_id, reservation_id) WHERE (reservation_id IS NOT NULL);

-- Physical rooms of a room that is sold. A room without rows here is sold by its number of units alone. Rows are never deleted.
create table units (
  hotel_id bigint not null,
  unit_id bigint not null default nextval('unit_id'::regclass),
  room_id bigint not null,
  name text not null, -- what is written on its door, unique among the property's units in use
  floor text, -- null = not entered
  position integer not null default 0, -- place in lists; units with equal ones are listed in the order of their ids
  condition text not null default 'clean'::text, -- dirty, clean or inspected
  condition_at timestamp with time zone not null, -- when the condition was last set
  created_at timestamp with time zone not null,
  archived_at timestamp with time zone, -- no longer in use from then on; null = in use
  constraint units_condition_check CHECK ((condition = ANY (ARRAY['dirty'::text, 'clean'::text, 'inspected'::text]))),
  constraint units_floor_check CHECK (((length(floor) >= 1) AND (length(floor) <= 50))),
  constraint units_name_check CHECK (((length(name) >= 1) AND (length(name) <= 50))),
  constraint units_position_check CHECK ((("position" >= 0) AND ("position" <= 1000000))),
  constraint units_hotel_id_room_id_fkey FOREIGN KEY (hotel_id, room_id) REFERENCES rooms(hotel_id, room_id),
  constraint units_pkey PRIMARY KEY (hotel_id, unit_id)
);
CREATE UNIQUE INDEX units_by_name ON public.units USING btree (hotel_id, lower(name)) WHERE (archived_at IS NULL);
CREATE INDEX units_of_room ON public.units USING btree (hotel_id, room_id);

-- What people may do at a property. Read before the property is known.
create table user_roles (
  hotel_id bigint not null,
  user_id bigint not null,
  role text not null, -- owner, manager, desk, housekeeping, accounting or read
  constraint user_roles_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint user_roles_pkey PRIMARY KEY (hotel_id, user_id)
);
CREATE INDEX user_roles_by_user ON public.user_roles USING btree (user_id, hotel_id);

-- People who work with a property, or with several. Looked up by name before the property is known.
create table users (
  user_id bigint not null default nextval('user_id'::regclass),
  name text not null,
  email text,
  language text, -- language tag of the pages that the person sees; null = as the browser says
  role text, -- at every property, also those made later: owner, manager, desk, ...; null = the roles in user_roles
  password_hash text, -- argon2id, in the PHC string format; null = the person signs in by links
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone, -- null = may sign in. A row is kept for its name: the log says who changed something
  pin_hash text, -- argon2id of four to eight digits; null = none. It opens shared screens on which the person has signed in, nothing else
  passkey_handle bytea, -- random, by which devices tell people apart; null = the person never had a passkey
  constraint users_name_check CHECK ((((length(name) >= 1) AND (length(name) <= 100)) AND (POSITION(('@'::text) IN (name)) = 0))),
  constraint users_pkey PRIMARY KEY (user_id),
  constraint users_passkey_handle_key UNIQUE (passkey_handle)
);
CREATE UNIQUE INDEX users_by_email ON public.users USING btree (lower(email)) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX users_by_name ON public.users USING btree (lower(name)) WHERE (removed_at IS NULL);

-- Attempts to deliver events to endpoints. Old rows are deleted.
create table webhook_deliveries (
  hotel_id bigint not null,
  delivery_id bigint not null default nextval('delivery_id'::regclass),
  webhook_id bigint not null,
  seq bigint, -- number of the event; null = a test
  kind text not null, -- of the event
  attempt integer not null, -- 1 = the first
  at timestamp with time zone not null, -- when it was sent
  delivered boolean not null, -- the endpoint answered with 2xx
  status integer, -- HTTP status; null = no response
  latency_ms real not null,
  error text, -- null = delivered
  answer text, -- beginning of the response's body; null = no response
  error_cause jsonb, -- code of error with its facts; null = delivered, or from before there were codes
  constraint webhook_deliveries_hotel_id_webhook_id_fkey FOREIGN KEY (hotel_id, webhook_id) REFERENCES webhooks(hotel_id, webhook_id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (hotel_id, delivery_id)
);
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (at);
CREATE INDEX webhook_deliveries_of_one ON public.webhook_deliveries USING btree (hotel_id, webhook_id, delivery_id);

-- Endpoints of programs that get every event posted; each reads the log with a cursor.
create table webhooks (
  hotel_id bigint not null,
  webhook_id bigint not null default nextval('webhook_id'::regclass),
  url text not null, -- with its secrets masked; the URL itself while encrypted_url is null
  kinds text[], -- only events of these kinds; null = all
  active boolean not null, -- switched on by the operator
  secret bytea not null, -- signing secret, encrypted
  previous_secret bytea, -- signs as well until previous_until; null = none
  previous_until timestamp with time zone, -- null = there is no previous secret
  cursor_seq bigint not null, -- number of the last event that was delivered or filtered out
  attempts integer not null default 0, -- failed attempts of the event after the cursor
  retry_at timestamp with time zone, -- when it is attempted again; null = at once
  failing_since timestamp with time zone, -- delivery was given up then, until the operator resumes it; null = not so
  last_error text, -- of the last attempt; null = it succeeded
  last_delivered_at timestamp with time zone, -- null = never
  test_requested_at timestamp with time zone, -- the operator asked for a test message; null = none is to be sent
  lease_owner uuid, -- worker process that delivers to the endpoint; null = none
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  encrypted_url bytea, -- encrypted with the installation's key
  contacts boolean not null default true, -- false = events are sent without personal data of guests
  last_error_cause jsonb, -- code of last_error with its facts; null = there is no error, or it is from before there were codes
  constraint webhooks_url_check CHECK ((length(url) <= 2000)),
  constraint webhooks_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES properties(hotel_id),
  constraint webhooks_pkey PRIMARY KEY (hotel_id, webhook_id)
);
CREATE INDEX webhooks_wanting ON public.webhooks USING btree (hotel_id, webhook_id) WHERE (active AND (failing_since IS NULL));

-- Running worker processes. A process without a heartbeat for 30 seconds is removed, and with it all its leases.
create table worker_processes (
  process_id uuid not null,
  seen_at timestamp with time zone not null default now(), -- last heartbeat
  constraint worker_processes_pkey PRIMARY KEY (process_id)
);
