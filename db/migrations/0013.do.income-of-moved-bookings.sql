-- Earlier versions left the income of a booking with the room that it was booked in. What they posted there is reversed and
-- posted as income of the room that the booking is in. The entries are dated today: months that were accounted for stay as
-- they are. Entries that people posted are not touched: only what bookings post themselves is counted.
do $$
declare
  property record;
begin
  for property in select hotel_id, timezone from properties where sandbox_at is null order by hotel_id loop
    with posted as (
      select reservation_id, room_id, currency, sum(amount_minor) as minor from ledger_entries
      where hotel_id = property.hotel_id and reservation_id is not null and room_id is not null
        and type in ('income', 'adjustment', 'reversal')
        and (starts_with(description, 'Booking ' || reservation_id || ', ')
          or starts_with(description, 'Booking ' || reservation_id || ' moved ')
          or description in ('Change of booking ' || reservation_id, 'Cancellation of booking ' || reservation_id))
      group by reservation_id, room_id, currency
    ), elsewhere as (
      select posted.*, reservation.room_id as room_now from posted
      join reservations as reservation
        on reservation.hotel_id = property.hotel_id and reservation.reservation_id = posted.reservation_id
      where posted.room_id <> reservation.room_id and posted.minor <> 0
    ), inserted as (
      insert into ledger_entries
        (hotel_id, amount_minor, currency, type, description, room_id, reservation_id, date, created_at)
      select property.hotel_id, entry.minor, currency, entry.type, entry.description, entry.room_id, reservation_id,
        (now() at time zone property.timezone)::date, now()
      from elsewhere cross join lateral (values
        (-minor, 'reversal', 'Booking ' || reservation_id || ' moved to room ' || room_now, elsewhere.room_id),
        (minor, 'income', 'Booking ' || reservation_id || ' moved from room ' || elsewhere.room_id, room_now)
      ) as entry(minor, type, description, room_id)
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
        'createdAt', created_at)
    from head, inserted;
  end loop;
end $$;
