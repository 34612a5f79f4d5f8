-- Texts that were confirmed to an OTA and waited for a reservation that never came were in no list. Each conversation becomes an inquiry.
with waiting as (
  select hotel_id, channel, content ->> 'thread' as thread, content ->> 'reference' as reference, content ->> 'text' as text,
    coalesce(sent_at, received_at) as at, reference as external_message
  from channel_inbox
  where kind = 'message' and applied_at is null and content ->> 'from' = 'guest' and content ->> 'thread' is not null
    and content ->> 'text' is not null
), made as (
  insert into inquiries (hotel_id, connection, channel, thread, reference, created_at, updated_at)
  select hotel_id, channel, channel, thread, max(reference), min(at), max(at) from waiting group by hotel_id, channel, thread
  on conflict (hotel_id, connection, thread) do nothing
  returning hotel_id, inquiry_id, connection, thread
), stored as (
  insert into messages (hotel_id, inquiry_id, channel, guest_text, created_at)
  select waiting.hotel_id, made.inquiry_id, waiting.channel, waiting.text, waiting.at
  from waiting join made on made.hotel_id = waiting.hotel_id and made.connection = waiting.channel and made.thread = waiting.thread
)
update channel_inbox as arrival set applied_at = now(), outcome = 'inquiry'
from waiting
where arrival.hotel_id = waiting.hotel_id and arrival.channel = waiting.channel and arrival.kind = 'message'
  and arrival.reference = waiting.external_message and arrival.applied_at is null;
