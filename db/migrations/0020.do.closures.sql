-- Nights that must be closed at a channel and are not yet, or are closed there because it cannot carry their values.

-- `withheld`: values that the protocol cannot carry, by field, with the reason in `withheld_because`: as long as the night has
-- them, it is closed at the channel. `close_refusals`: how often the channel refused to close the night; `retry_at`: when that is
-- tried again. Null = no closing is refused.
alter table channel_nights
  add column withheld jsonb,
  add column withheld_because text,
  add column close_refusals int not null default 0,
  add column retry_at timestamptz;

drop index channel_nights_refused;
create index channel_nights_refused on channel_nights (hotel_id, channel, date)
  where refused is not null or withheld is not null;
create index channel_nights_retry on channel_nights (hotel_id, channel, retry_at) where retry_at is not null;

-- Nights that were left open with older terms are closed with the next comparison, and refused closings are tried again.
update connections set compared_on = null;
