-- Properties that are archived, and the removal of properties, whose rows are deleted in many short transactions.
alter table properties add column archived_at timestamptz;
comment on column properties.archived_at is 'since when the property only is read: nothing in it changes; null = it is in use';
alter table properties add column removal_due_at timestamptz;
comment on column properties.removal_due_at is
  'the property was removed, and no reader finds it: when a process begins to delete its rows, or takes over from one that died; null = not removed';

create or replace function refuse_edit() returns trigger language plpgsql as $$
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
end $$;
