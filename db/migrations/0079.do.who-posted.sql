-- Who posted an entry of the ledger, on the entry itself: the log forgets after its time.
alter table ledger_entries add column posted_by jsonb;
comment on column ledger_entries.posted_by is
  'who posted it, as in events.actor; null = posted by a release that did not keep it, and no longer in the log';

alter table ledger_entries disable trigger ledger_is_append_only;
update ledger_entries as entry set posted_by = event.actor
from (
  select hotel_id, split_part(subject, '/', 2)::bigint as entry_id, actor from events
  where kind = 'accounting.posted' and actor is not null
) as event
where entry.hotel_id = event.hotel_id and entry.entry_id = event.entry_id;
alter table ledger_entries enable trigger ledger_is_append_only;

comment on column ledger_entries.type is
  'payment, refund, charge, expense, note; income, adjustment, reversal, which bookings post too; entries of earlier releases may have others, which are in no sum';

-- Finds the payments of bookings, for what is to be given back.
create index ledger_payments on ledger_entries (hotel_id, reservation_id) where type in ('payment', 'refund');

alter table properties add column books_closed_until date;
comment on column properties.books_closed_until is
  'no entry of the ledger may be dated on or before this day; null = entries of this and the last calendar year are taken';
