-- Columns, a table and an index get names that say what they contain. Only the catalogue changes: no row is written.
alter table channel_nights rename column words to refusal_reason;
alter table channel_nights rename column withheld_because to withheld_reason;

alter table connections rename column intakes to ingest_version;
alter table connections rename column wanted to requested_pulls;
alter table connections rename column read_at to reservations_read_at;
alter table connection_rooms rename column sealed_ical_url to encrypted_ical_url;

alter table webhooks rename column sealed_url to encrypted_url;
alter table webhooks rename column held_by to lease_owner;
alter table webhooks rename column held_until to lease_until;
alter table webhooks rename column test_asked_at to test_requested_at;

alter table messages rename column tried_at to attempted_at;
alter table calendar_blocks rename column held to takes_unit;

alter table rooms rename column stands_in to is_placeholder;
alter index one_stand_in rename to one_placeholder;

alter table feed_servings rename to feed_fetches;
alter table feed_fetches rename constraint feed_servings_pkey to feed_fetches_pkey;
alter table feed_fetches rename column first_at to first_fetched_at;
alter table feed_fetches rename column last_at to last_fetched_at;
