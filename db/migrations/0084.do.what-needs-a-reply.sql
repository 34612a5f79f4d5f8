-- Whether a guest's text waits for a reply: until now each that has none of its own, also where the house has replied to a later one.
alter table messages
  add column needs_reply boolean not null default false,
  add column no_reply_notice text;
comment on column messages.needs_reply is
  'the guest waits for a reply to this text; false = it has one, the house has replied to a later text of the conversation, or somebody said that it needs none';
comment on column messages.no_reply_notice is
  'the notice to the channel that this text needs no reply: queued, sent or failed; null = there is none, or the channel takes none';

update messages as waiting set needs_reply = true
where guest_text <> '(erased)' and reply is null and not exists (
  select 1 from messages as replied
  where replied.hotel_id = waiting.hotel_id and replied.reservation_id = waiting.reservation_id
    and replied.replied_at >= waiting.created_at
) and not exists (
  select 1 from messages as replied
  where replied.hotel_id = waiting.hotel_id and replied.inquiry_id = waiting.inquiry_id
    and replied.replied_at >= waiting.created_at
);

alter table messages
  add constraint messages_needs_reply_check check (not needs_reply or (guest_text is not null and reply is null)),
  add constraint messages_no_reply_notice_check check (no_reply_notice in ('queued', 'sent', 'failed'));
create index messages_waiting on messages (hotel_id, created_at, message_id) where needs_reply;
create index messages_with_notice on messages (hotel_id, message_id) where no_reply_notice = 'queued';
