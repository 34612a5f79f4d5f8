-- Test properties: made by anybody on the machine, removed after some days.
alter table properties add column test_until timestamptz;
comment on column properties.test_until is 'when the test property is removed; null = a real one';

create or replace function refuse_edit() returns trigger language plpgsql as $$
begin
  -- The sample property's entries are generated again as time passes; that transaction sets this variable.
  if current_setting('innwire.regenerating', true) = 'on' then return old; end if;
  -- The transaction that removes a test property sets this one to its id. Entries of a real property stay nevertheless.
  if tg_op = 'DELETE' and current_setting('innwire.removing', true) = old.hotel_id::text
    and exists (select 1 from properties where hotel_id = old.hotel_id and test_until is not null) then return old; end if;
  -- The transaction that erases a guest sets this one.
  if tg_op = 'UPDATE' and current_setting('innwire.erasing', true) = 'on'
    and to_jsonb(new) - array['description', 'reference'] = to_jsonb(old) - array['description', 'reference'] then return new; end if;
  raise exception 'ledger entries are never edited or deleted: post a reversal';
end $$;
