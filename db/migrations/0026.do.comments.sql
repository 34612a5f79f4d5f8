-- Comments of tables and columns: meaning, unit, who writes it, what null means. db/schema.sql shows them. They replace the comments
-- of earlier migrations, which describe former states.

comment on table activity is 'Calls of the API, and what was exchanged with channels. Written in batches; old rows are deleted.';
comment on column activity.kind is 'api: method to token_label are set; sync: channel to error';
comment on column activity.summary is 'one sentence for people';
comment on column activity.path is 'with {api_token} in place of the token';
comment on column activity.status is 'HTTP status';
comment on column activity.request_id is 'the X-Request-Id of the response';
comment on column activity.token_label is 'tokens.label';
comment on column activity.direction is 'push, or pull';
comment on column activity.operation is 'what the connection worker did: availability, reservations, …';
comment on column activity.outcome is 'ok, partial (some of it failed) or failed';
comment on column activity.items is 'how many nights or records';
comment on column activity.error is 'null = none';

comment on table calendar_blocks is 'Nights that a channel''s calendar shows as closed without a reservation.';
comment on column calendar_blocks.takes_unit is 'the closure takes a unit of the night here; false while none is left, or while it may be an echo of our own feed';
comment on column calendar_blocks.missing_fetches is 'successful fetches in a row without the closure';
comment on column calendar_blocks.missing_since is 'time of the first of them; null = the last fetch had the closure';

comment on table calendar_feeds is 'The .ics feed of a room for one channel. Looked up by key before the property is known.';
comment on column calendar_feeds.feed_key is 'secret part of the feed''s URL';

comment on table calendar_stays is 'Stays seen in a channel''s calendar, and the reservations that they became.';
comment on column calendar_stays.uid is 'UID of the calendar entry; null = it had none';
comment on column calendar_stays.reference is 'the channel''s order id in the entry; null = none';
comment on column calendar_stays.missing_fetches is 'successful fetches in a row without the stay';
comment on column calendar_stays.missing_since is 'time of the first of them; null = the last fetch had the stay';

comment on table channel_inbox is 'What channels sent, stored before it is acknowledged: each version of a reservation, each message and each review once.';
comment on column channel_inbox.kind is 'reservation, message or review';
comment on column channel_inbox.reference is 'id of the record at the channel';
comment on column channel_inbox.revision is 'version of the record at the channel';
comment on column channel_inbox.content is 'the record as the adapter decoded it';
comment on column channel_inbox.sent_at is 'when the channel made this version; null = not named';
comment on column channel_inbox.applied_at is 'when it was applied; null = it waits, e.g. a message for its reservation';
comment on column channel_inbox.outcome is 'stored, changed, cancelled, superseded (a newer version was applied before), inquiry, …; null = not applied';
comment on column channel_inbox.acknowledged_at is 'when the channel accepted our acknowledgement; null = to be acknowledged';

comment on table channel_keys is 'Secret keys of the URLs /channels/{key}/… that channels call. Looked up before the property is known.';
comment on column channel_keys.channel_key is 'secret part of the URL';

comment on table channel_nights is 'What a channel has confirmed of each night, and what it refused. A night without a row, or with nulls, has to be pushed.';
comment on column channel_nights.available is 'confirmed count; null = unknown';
comment on column channel_nights.available_at is 'when the count was confirmed';
comment on column channel_nights.price_minor is 'confirmed; null = unknown';
comment on column channel_nights.min_stay is 'confirmed; null = unknown';
comment on column channel_nights.max_stay is 'confirmed; 0 = no limit; null = unknown';
comment on column channel_nights.closed_to_arrival is 'confirmed; null = unknown';
comment on column channel_nights.closed_to_departure is 'confirmed; null = unknown';
comment on column channel_nights.stop_sell is 'confirmed; null = unknown';
comment on column channel_nights.refused is 'values that the channel refused, by field: not pushed again until they change; null = none';
comment on column channel_nights.refusal_reason is 'the channel''s message about them; meaningless while refused is null';
comment on column channel_nights.withheld is 'values that the protocol cannot carry, by field: the night is closed at the channel as long as it has them; null = none';
comment on column channel_nights.withheld_reason is 'for people; null = none';
comment on column channel_nights.close_refusals is 'how often in a row the channel refused to close the night';
comment on column channel_nights.retry_at is 'when the refused closing is pushed again; null = none is refused';

comment on table channel_stays is 'Rooms of orders at channels, and the reservations that they became.';
comment on column channel_stays.reference is 'the order''s id at the channel';
comment on column channel_stays.room_key is 'identifies the room within the order, in the adapter''s form';
comment on column channel_stays.external_room is 'id of the room at the channel; null = not named';
comment on column channel_stays.external_rate is 'id of the rate at the channel; null = not named';
comment on column channel_stays.accepted_at is 'when innwire accepted a request to book that the channel has not confirmed as sold yet; null for all other orders';

comment on table connection_rooms is 'Which room is which at the channel; for iCal, the calendar that is fetched and the results of the last fetches.';
comment on column connection_rooms.external_room is 'id of the room at the channel; null for iCal';
comment on column connection_rooms.external_rates is 'ids of the channel''s rates at which the room is sold: all get its prices and restrictions; empty = the channel has none';
comment on column connection_rooms.ical_url is 'the calendar''s URL with its secrets masked; the URL itself while encrypted_ical_url is null; null = the protocol is not iCal';
comment on column connection_rooms.encrypted_ical_url is 'the calendar''s URL, encrypted with the installation''s key';
comment on column connection_rooms.etag is 'of the last complete fetch, for If-None-Match';
comment on column connection_rooms.last_modified is 'of the last complete fetch, for If-Modified-Since';
comment on column connection_rooms.full_read_on is 'date of the last fetch without a condition: one a day, so that new days enter the horizon';
comment on column connection_rooms.last_good_at is 'last successful fetch; null = none yet';
comment on column connection_rooms.failures is 'failed fetches in a row';
comment on column connection_rooms.error is 'of the last fetch; null = it succeeded';
comment on column connection_rooms.due_at is 'when the calendar is fetched next; also identifies the claim of the fetch under way';
comment on column connection_rooms.closing_since is 'the mapping ends when an availability of 0 has been pushed for the room; null = it is not ending';

comment on table connections is 'A property at one channel over one protocol, and how far its worker has come.';
comment on column connections.channel is 'name of the OTA';
comment on column connections.protocol is 'wire format; chooses the adapter';
comment on column connections.url is 'base URL in place of the OTA''s own; null = the OTA''s own';
comment on column connections.credentials is 'encrypted with the installation''s key; null = none';
comment on column connections.settings is 'of the protocol; checked by its adapter';
comment on column connections.state is 'as the worker left it: connecting, connected, delayed, error or disconnected';
comment on column connections.last_error is 'for people; null = none';
comment on column connections.cursor_seq is 'number of the last event whose nights were pushed';
comment on column connections.last_sync_at is 'when the channel last answered; null = never';
comment on column connections.updated_at is 'when the operator or the connection''s state last changed it';
comment on column connections.owner is 'worker process (worker_processes.process_id) that has the lease; null = none';
comment on column connections.revision is 'increases with settings, credentials, mapping and pauses; writes of a worker with an older one change nothing';
comment on column connections.full_push is 'all nights are to be compared and pushed, regardless of the cursor';
comment on column connections.compared_on is 'date when all nights were last compared; null = to be compared again';
comment on column connections.drift_checked_on is 'date when the channel''s calendar was last read back; null = never';
comment on column connections.cursors is 'how far each pull has read, in the channel''s form, by name of the pull';
comment on column connections.requested_pulls is 'pulls (reservations, messages, reviews) that the channel announced news for; cleared when they start';
comment on column connections.ingest_version is 'increases when the channel sells, moves or cancels: a push that was sent before is then not recorded as confirmed';
comment on column connections.in_flight is 'nights of the message whose outcome is not known yet; null = none';
comment on column connections.paused_at is 'nothing is exchanged with the channel since then; null = not paused';
comment on column connections.pause_reason is 'for people; null = not paused';
comment on column connections.reservations_read_at is 'when the channel''s queue of reservations was last read completely; null = never';
comment on column connections.gap_since is 'the queue may have lost orders after that time; null = read without a gap';
comment on column connections.recovered_at is 'when the channel''s list of all orders was last compared with the stored ones; null = not since the mapping changed';
comment on column connections.error_since is 'when the state became error; null = it is not';
comment on column connections.alerted_at is 'when the operator was last sent an e-mail about the error; null = not about the present one';
comment on column connections.closing_since is 'the connection ends when an availability of 0 has been pushed for all its nights; null = it is not ending';

comment on table data_migrations is 'Changes of stored data that SQL cannot make, and how far each has come. One row each in the whole installation.';
comment on column data_migrations.progress is 'where the next part begins; null before the first and after the last';
comment on column data_migrations.finished_at is 'null = under way';

comment on table events is 'The property''s log: one row per change, numbered 1, 2, 3, … without a gap in commit order. Channels, webhooks and streams read it with cursors.';
comment on column events.seq is 'position in the log of this property';
comment on column events.kind is 'see EVENT_KINDS in src/model/event.ts';
comment on column events.subject is 'what changed, e.g. booking/1042';
comment on column events.at is 'when it changed';
comment on column events.data is 'the subject after the change; for nights the room and the range that changed';

comment on table exchanges is 'HTTP requests to and from channels behind an entry of activity. Credentials and card numbers are masked; old rows are deleted.';
comment on column exchanges.activity_id is 'activity.entry_id';
comment on column exchanges.position is '1, 2, 3, … within the entry';
comment on column exchanges.at is 'when the request was sent or received';
comment on column exchanges.url is 'without credentials';
comment on column exchanges.request is 'body; long ones are shortened';
comment on column exchanges.status is 'HTTP status; null = no response';
comment on column exchanges.response is 'body; null = no response';
comment on column exchanges.error is 'why there was no response; null = there was one';

comment on table feed_fetches is 'Which nights a feed showed as taken when a channel fetched it, and until when: a closure of them that comes back is an echo. Old rows are deleted.';
comment on column feed_fetches.nights is 'the nights shown as taken';
comment on column feed_fetches.content_hash is 'of the feed''s contents; the same contents are one row';
comment on column feed_fetches.first_fetched_at is 'first fetch of these contents';
comment on column feed_fetches.last_fetched_at is 'last fetch of these contents';

comment on table idempotency_keys is 'Responses of writes that had an Idempotency-Key, stored in the transaction of the write. Old rows are deleted.';
comment on column idempotency_keys.key is 'as the caller sent it; a card number in it is masked';
comment on column idempotency_keys.request_hash is 'SHA-256 of the request: another request with the same key is refused';
comment on column idempotency_keys.answer is 'body as text, and headers; null until the write has ended';

comment on table inquiries is 'Conversations that OTAs pass on without a reservation. Their texts are in messages.';
comment on column inquiries.connection is 'the connection that it came through';
comment on column inquiries.channel is 'the OTA where it was written; differs from connection behind a channel manager';
comment on column inquiries.thread is 'id of the conversation at the channel';
comment on column inquiries.reference is 'id of the order that it is about; null = none named';
comment on column inquiries.guest_name is 'null = not known';
comment on column inquiries.reservation_id is 'the booking that it became; null = none yet';
comment on column inquiries.created_at is 'when the first text was written; whole milliseconds, because lists are paged by it';

comment on table installation is 'One row: this installation, its signing key, where it last ran, and whether it is paused.';
comment on column installation.installation_id is 'part of the UIDs in our calendar feeds, so that our own entries are recognised when they come back';
comment on column installation.signing_key is 'signs cursors, MCP sessions and confirmations, and masks card numbers; 244 random bits';
comment on column installation.system_identifier is 'of the PostgreSQL cluster at the last start; another one at a start means a copy, which pauses; null = not known';
comment on column installation.database_oid is 'of the database at the last start; null = not known';
comment on column installation.data_directory is 'inode:birth time in ns of a file of the embedded database at the last start; null = not known';
comment on column installation.paused_at is 'while set, no webhook and no e-mail is sent and no calendar feed is served; null = not paused';
comment on column installation.pause_reason is 'for people; null = not paused';

comment on table ledger_entries is 'Money that moved. Append-only: a correction is a further entry. A trigger refuses updates and deletes.';
comment on column ledger_entries.amount_minor is 'positive = in, negative = out';
comment on column ledger_entries.currency is 'ISO 4217';
comment on column ledger_entries.type is 'income, reversal, payment, … or a type of the operator''s own';
comment on column ledger_entries.room_id is 'null = of no room';
comment on column ledger_entries.reservation_id is 'null = of no reservation';
comment on column ledger_entries.date is 'the date that it counts for at the property';

comment on table log_heads is 'The ends of each property''s log. Updated last in every transaction that changes the property, so that commit order is log order.';
comment on column log_heads.last_seq is 'number of the newest event; 0 = none yet';
comment on column log_heads.first_seq is 'number of the oldest event that is still stored';

comment on table messages is 'A guest''s text and the reply to it; either may be missing.';
comment on column messages.reservation_id is 'null while it belongs to an inquiry only';
comment on column messages.inquiry_id is 'null = the conversation began with a reservation';
comment on column messages.channel is 'the OTA, or direct (e-mail)';
comment on column messages.guest_text is 'null = we wrote first';
comment on column messages.reply is 'null = not replied';
comment on column messages.created_at is 'when the text was written; whole milliseconds, because lists are paged by it';
comment on column messages.delivery is 'of the reply: queued, sent or failed; null = there is no reply';
comment on column messages.delivery_error is 'why the last attempt failed';
comment on column messages.attempted_at is 'a reply was sent and its outcome is unknown since then: the channel is asked before it is sent again; null = not so';
comment on column messages.delivery_failures is 'failed attempts so far';

comment on table night_changes is 'Bulk changes of nights with the values that they replaced, so that they can be undone. The arrays have one element per night. Old rows are deleted.';
comment on column night_changes.changed_at is 'when the change was made';
comment on column night_changes.undoes is 'the change that this one took back; null = an ordinary change';
comment on column night_changes.room_ids is 'rooms of the nights';
comment on column night_changes.dates is 'dates of the nights';
comment on column night_changes.change_ids is 'nights.change_id before the change';
comment on column night_changes.change_ids_after is 'nights.change_id after it; null = its own change_id';
comment on column night_changes.totals is 'available + sold + blocked before, where allotted; else null';
comment on column night_changes.totals_after is 'the same after the change; null = it did not set the count';
comment on column night_changes.prices_minor is 'values before the change';
comment on column night_changes.min_stays is 'values before the change';
comment on column night_changes.max_stays is 'values before the change';
comment on column night_changes.closed_to_arrival is 'values before the change';
comment on column night_changes.closed_to_departure is 'values before the change';
comment on column night_changes.stop_sell is 'values before the change';

comment on table nights is 'Nights that differ from the defaults of their room: sold, blocked or set. Written in src/pms/inventory only. available + sold + blocked = what was set.';
comment on column nights.available is 'units that can still be sold; below zero by as much as OTAs overbooked';
comment on column nights.sold is 'units taken by reservations';
comment on column nights.blocked is 'units taken by closures in calendars of OTAs';
comment on column nights.overbooked is 'units that OTAs sold although none was left';
comment on column nights.allotted is 'the count was set by hand: it no longer follows rooms.units';
comment on column nights.price_minor is 'null = the room''s default';
comment on column nights.min_stay is 'in nights, for stays that arrive on the date; null = the room''s default';
comment on column nights.max_stay is 'in nights, for stays that arrive on the date; null = no limit';
comment on column nights.closed_to_arrival is 'no stay may begin on the date';
comment on column nights.closed_to_departure is 'no stay may end on the date';
comment on column nights.stop_sell is 'the night is not sold, whatever available says';
comment on column nights.change_id is 'the bulk change (night_changes) that set the night last; null = none';

comment on table operator_actions is 'Calls with the operator''s key that change something or read something sensitive. Old rows are deleted.';
comment on column operator_actions.hotel_id is '0 = the whole installation';
comment on column operator_actions.operation is 'name of the operation';
comment on column operator_actions.outcome is 'ok, replayed (a stored response was returned), or the code of the problem that it was refused with';
comment on column operator_actions.request_id is 'null = a command that works on the database itself';
comment on column operator_actions.address is 'of the caller; null = a command';
comment on column operator_actions.target is 'ids of what the call was about, and of what it created';
comment on column operator_actions.changed is 'members of the body, without values that may be secret or personal; null = none';

comment on table properties is 'A house with rooms, one currency and one time zone. hotel_id 1 is the sample property.';
comment on column properties.currency is 'ISO 4217';
comment on column properties.timezone is 'IANA name; "today" of the property is the date there';
comment on column properties.checkin_time is 'HH:MM, local';
comment on column properties.checkout_time is 'HH:MM, local';
comment on column properties.language is 'of the texts that innwire writes to guests';
comment on column properties.horizon_days is 'how many days from today on are offered and pushed';
comment on column properties.subscription_plan is 'as the operator names it; shown in GET status';
comment on column properties.subscription_status is 'past_due and cancelled ones get 402 from the API of the property';
comment on column properties.subscription_renews_at is 'null = does not end';
comment on column properties.sandbox_at is 'the moment that the generated data of the sample property stands for; null for all other properties';

comment on table rate_buckets is 'Rate limits of channels, shared by all processes: token buckets.';
comment on column rate_buckets.bucket is 'key: requests with the same key count together';
comment on column rate_buckets.tokens is 'requests that may be sent at refilled_at; fractions accumulate';
comment on column rate_buckets.refilled_at is 'when tokens was computed';

comment on table reservation_nights is 'The nights that a reservation took, each with its price.';
comment on column reservation_nights.room_id is 'the room that was taken';
comment on column reservation_nights.price_minor is 'part of the stay''s price';
comment on column reservation_nights.released_at is 'when the night was given back; null = still taken';

comment on table reservations is 'Stays of guests, one row per room. An OTA''s order of several rooms is several rows with one channel_reference.';
comment on column reservations.room_id is 'the room at present; nights taken before a move are in reservation_nights';
comment on column reservations.status is 'see docs/states.md';
comment on column reservations.channel is 'who sold it: direct, or the name of an OTA';
comment on column reservations.channel_reference is 'the order''s id at its channel; null = none';
comment on column reservations.checkin is 'date of arrival';
comment on column reservations.checkout is 'date of departure; the night before it is the last one';
comment on column reservations.price_minor is 'total of the stay';
comment on column reservations.currency is 'ISO 4217; for a booking of an OTA its currency, which may differ from the property''s';
comment on column reservations.conflict is 'why people must look at it, e.g. an overlap that an OTA made; null = nothing';
comment on column reservations.adults is 'null = not known';
comment on column reservations.children is 'one item per child: its age on the day of arrival, or null where that is not known; null = not known whether any come';
comment on column reservations.notes is 'requests of the guest';
comment on column reservations.arrival_time is 'HH:MM, local, as the guest announced it';

comment on table reviews is 'What guests wrote about their stay.';
comment on column reviews.room_id is 'null = the channel named none that is mapped';
comment on column reviews.reservation_id is 'null = not known';
comment on column reviews.channel_reference is 'id of the review at the channel';
comment on column reviews.score is '0 to 10';
comment on column reviews.scores is 'score by category, each 0 to 10';
comment on column reviews.positive is 'what was good';
comment on column reviews.negative is 'what was not';
comment on column reviews.language is 'of the review''s text';
comment on column reviews.reply is 'null = not replied';
comment on column reviews.reply_delivery is 'queued, sent or failed; null = there is no reply';
comment on column reviews.created_at is 'when it was written; whole milliseconds, because lists are paged by it';
comment on column reviews.delivery_failures is 'failed attempts to deliver the reply so far';

comment on table rooms is 'What is sold: one unit, or a type with several units. Rows are never deleted.';
comment on column rooms.capacity is 'persons';
comment on column rooms.price_minor is 'default price of a night';
comment on column rooms.units is 'number of units; null = nobody entered it, and a night counts as one unit';
comment on column rooms.min_stay is 'default minimum stay, in nights';
comment on column rooms.archived_at is 'no longer sold from then on; null = sold';
comment on column rooms.is_placeholder is 'holds reservations whose room at the channel is not mapped; never sold or listed; at most one per property';

comment on table tasks is 'Housekeeping tasks.';
comment on column tasks.name is 'what is to be done';
comment on column tasks.assignee is 'null = nobody';
comment on column tasks.status is 'pending, in_progress, done or cancelled';
comment on column tasks.due is 'date';
comment on column tasks.reservation_id is 'null = of no reservation';
comment on column tasks.turnover is 'the cleaning after a stay: created with the booking and moved with it';

comment on table tokens is 'Access to one property''s API. Looked up by hash before the property is known.';
comment on column tokens.token_hash is 'SHA-256 of the token; the token itself is not stored';
comment on column tokens.label is 'given by the operator, shown in logs';
comment on column tokens.access is 'full, or read';
comment on column tokens.last_used_at is 'null = never used';
comment on column tokens.revoked_at is 'null = valid';

comment on table webhook_deliveries is 'Attempts to deliver events to endpoints. Old rows are deleted.';
comment on column webhook_deliveries.seq is 'number of the event; null = a test';
comment on column webhook_deliveries.kind is 'of the event';
comment on column webhook_deliveries.attempt is '1 = the first';
comment on column webhook_deliveries.at is 'when it was sent';
comment on column webhook_deliveries.delivered is 'the endpoint answered with 2xx';
comment on column webhook_deliveries.status is 'HTTP status; null = no response';
comment on column webhook_deliveries.error is 'null = delivered';
comment on column webhook_deliveries.answer is 'beginning of the response''s body; null = no response';

comment on table webhooks is 'Endpoints of programs that get every event posted; each reads the log with a cursor.';
comment on column webhooks.url is 'with its secrets masked; the URL itself while encrypted_url is null';
comment on column webhooks.encrypted_url is 'encrypted with the installation''s key';
comment on column webhooks.kinds is 'only events of these kinds; null = all';
comment on column webhooks.active is 'switched on by the operator';
comment on column webhooks.secret is 'signing secret, encrypted';
comment on column webhooks.previous_secret is 'signs as well until previous_until; null = none';
comment on column webhooks.previous_until is 'null = there is no previous secret';
comment on column webhooks.cursor_seq is 'number of the last event that was delivered or filtered out';
comment on column webhooks.attempts is 'failed attempts of the event after the cursor';
comment on column webhooks.retry_at is 'when it is attempted again; null = at once';
comment on column webhooks.failing_since is 'delivery was given up then, until the operator resumes it; null = not so';
comment on column webhooks.last_error is 'of the last attempt; null = it succeeded';
comment on column webhooks.last_delivered_at is 'null = never';
comment on column webhooks.test_requested_at is 'the operator asked for a test message; null = none is to be sent';
comment on column webhooks.lease_owner is 'worker process that delivers to the endpoint; null = none';
comment on column webhooks.lease_until is 'when the lease expires';

comment on table worker_processes is 'Running worker processes. A process without a heartbeat for a while loses its jobs and leases.';
comment on column worker_processes.worker_ids is 'names under which its job runners lock jobs';
comment on column worker_processes.seen_at is 'last heartbeat';

-- Unchanged but for its comment.
create or replace function refuse_edit() returns trigger language plpgsql as $$
begin
  -- The sample property's entries are generated again as time passes; that transaction sets this variable.
  if current_setting('innwire.regenerating', true) = 'on' then return old; end if;
  raise exception 'ledger entries are never edited or deleted: post a reversal';
end $$;
