-- Entries of the ledger say what they are for (code, quantity, service period, VAT), who takes the money, how it was
-- paid, and which entry they reverse.
alter table ledger_entries
  add column code text not null default 'other' check (code ~ '^[a-z][a-z0-9_]{0,49}$'),
  add column quantity double precision,
  add column service_from date,
  add column service_until date,
  add column vat_category text check (vat_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')),
  add column vat_rate_bp integer check (vat_rate_bp between 0 and 10000),
  add column collected_by text check (collected_by in ('property', 'channel')),
  add column method text
    check (method in ('cash', 'bank_transfer', 'card_terminal', 'channel', 'virtual_card', 'other')),
  add column reference text check (length(reference) between 1 and 200),
  add column reverses_id bigint,
  add constraint ledger_entries_service_check
    check ((service_from is null) = (service_until is null) and service_from <= service_until),
  add constraint ledger_entries_reverses_fkey
    foreign key (hotel_id, reverses_id) references ledger_entries (hotel_id, entry_id);

comment on column ledger_entries.code is 'accommodation, tax, fee or service of bookings; payment, refund, expense, other, or a code of the operator''s own';
comment on column ledger_entries.quantity is 'nights of accommodation, or how many of something; negative where it is taken back; null = not said';
comment on column ledger_entries.service_from is 'first day of what is charged; null = not said';
comment on column ledger_entries.service_until is 'the day after the last one; null = not said';
comment on column ledger_entries.vat_category is 'code of EN 16931: S standard or reduced rate, Z zero, E exempt, AE reverse charge, K, G, O, L, M; null = not said';
comment on column ledger_entries.vat_rate_bp is 'VAT included in the amount, in hundredths of a percent; null = not said';
comment on column ledger_entries.collected_by is 'of a charge or payment: who takes it from the guest, property or channel; null = not known';
comment on column ledger_entries.method is 'how a payment or refund was made; null = not said, or no payment';
comment on column ledger_entries.reference is 'of a payment or refund: the number that the bank, terminal or channel gave it; null = none';
comment on column ledger_entries.reverses_id is 'the entry that this one cancels out, with the opposite amount; null = none';

-- Each entry is reversed once at most.
create unique index ledger_by_reversed on ledger_entries (hotel_id, reverses_id) where reverses_id is not null;

-- Entries of earlier releases get the code that their type says.
alter table ledger_entries disable trigger ledger_is_append_only;
update ledger_entries as entry set
  code = case
    when type in ('income', 'adjustment', 'reversal') then 'accommodation'
    when type in ('payment', 'refund', 'expense') then type
    else 'other' end,
  collected_by = case when type in ('income', 'adjustment', 'reversal') then (
    select coalesce(stay.collected_by, case when stay.channel = 'direct' then 'property' end)
    from reservations as stay
    where stay.hotel_id = entry.hotel_id and stay.reservation_id = entry.reservation_id) end;
alter table ledger_entries enable trigger ledger_is_append_only;

-- Charges that channels reported beside the price had no entries until now. They are dated today: months that were
-- accounted for stay as they are.
do $$
declare
  property record;
begin
  for property in select hotel_id, timezone from properties where sandbox_at is null order by hotel_id loop
    with reported as (
      select stay.reservation_id, stay.room_id, stay.currency, stay.checkin, stay.checkout, charge.*
      from reservations as stay
      cross join lateral jsonb_to_recordset(stay.charges) as charge(
        kind text, description text, "amountMinor" bigint, quantity double precision, included boolean, "collectedBy" text)
      where stay.hotel_id = property.hotel_id and stay.charges is not null
        and not charge.included and charge."amountMinor" <> 0 and stay.status not in ('no_show', 'held')
        and (stay.status <> 'cancelled' or exists (
          select 1 from reservation_nights as night
          where night.hotel_id = property.hotel_id and night.reservation_id = stay.reservation_id
            and night.released_at is null))
    ), inserted as (
      insert into ledger_entries (hotel_id, amount_minor, currency, type, description, room_id, reservation_id, date,
        created_at, code, quantity, service_from, service_until, collected_by)
      select property.hotel_id, "amountMinor", currency, 'income',
        left('Booking ' || reservation_id || ': ' || description, 500), room_id, reservation_id,
        (now() at time zone property.timezone)::date, now(), kind, quantity, checkin, checkout, "collectedBy"
      from reported
      returning *
    ), head as (
      update log_heads set last_seq = last_seq + news.entries
      from (select count(*) as entries from inserted) as news
      where hotel_id = property.hotel_id and news.entries > 0
      returning last_seq - news.entries as before
    )
    insert into events (hotel_id, seq, kind, subject, at, data)
    select property.hotel_id, head.before + row_number() over (order by entry_id), 'accounting.posted',
      'accounting/' || entry_id, now(),
      jsonb_build_object('entryId', entry_id, 'hotelId', hotel_id, 'amountMinor', amount_minor, 'currency', currency,
        'type', type, 'description', description, 'roomId', room_id, 'reservationId', reservation_id, 'date', date,
        'createdAt', created_at, 'code', code, 'quantity', quantity, 'serviceFrom', service_from,
        'serviceUntil', service_until, 'vatCategory', vat_category, 'vatRateBp', vat_rate_bp,
        'collectedBy', collected_by, 'method', method, 'reference', reference, 'reversesId', reverses_id)
    from head, inserted;
  end loop;
end $$;
