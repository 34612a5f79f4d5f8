-- When a push may be tried again is known to the process that speaks for the connection; the next one simply tries.
alter table connections drop column push_failures, drop column push_due_at;

-- The status shows what channels refused: few nights among all that they were told.
create index channel_nights_refused on channel_nights (hotel_id, channel, date) where refused is not null;
