-- An erasure may replace the name of a person in the texts of a ledger entry, and nothing else of it.
create or replace function refuse_edit() returns trigger language plpgsql as $$
begin
  -- The sample property's entries are generated again as time passes; that transaction sets this variable.
  if current_setting('innwire.regenerating', true) = 'on' then return old; end if;
  -- The transaction that erases a guest sets this one.
  if tg_op = 'UPDATE' and current_setting('innwire.erasing', true) = 'on'
    and to_jsonb(new) - array['description', 'reference'] = to_jsonb(old) - array['description', 'reference'] then return new; end if;
  raise exception 'ledger entries are never edited or deleted: post a reversal';
end $$;

alter table properties add column retention jsonb not null default '{}' check (jsonb_typeof(retention) = 'object');
comment on column properties.retention is 'for how many days data about guests are kept, by kind: guests, messages, channelRecords, exchanges; null or absent = until they are erased by hand';

alter table channel_inbox add column erased_at timestamptz;
comment on column channel_inbox.erased_at is 'when what it says of a person was removed from content; null = as it came';

alter table channel_stays add column erased_at timestamptz;
comment on column channel_stays.erased_at is 'when the guest of one of the order''s bookings was erased: later versions are stored without the person; null = was not';
