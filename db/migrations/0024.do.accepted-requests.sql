-- When innwire accepted a request to book of which the channel has not said since that it is sold: our answer may have been lost.
-- Null for all other orders, those stored before among them.
alter table channel_stays add column accepted_at timestamptz;

create index channel_stays_accepted on channel_stays (hotel_id, channel) where accepted_at is not null;
