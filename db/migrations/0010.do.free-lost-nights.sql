-- Gives back nights that nobody needed and nobody could sell: earlier versions kept them sold when a guest did not come or
-- checked out early, and when a booking was cancelled before its guest came with a date inside the stay. Only bookings that
-- hold such a night from today on are touched: of those all nights after the day on which they ended are released (after a
-- cancellation before the stay all nights, with what was still posted as income). The log says so, and channels compare again.
do $$
declare
  property record;
  stay record;
  task record;
  freed date[];
  kept_minor bigint;
  entry ledger_entries;
  now_there date;
  entries jsonb;
begin
  for property in select hotel_id, timezone from properties where sandbox_at is null order by hotel_id loop
    now_there := (now() at time zone property.timezone)::date;
    entries := '[]';
    for stay in
      with log as (
        select subject,
          min(at) filter (where kind in ('booking.checked_out', 'booking.cancelled')
            or (data ->> 'status' = 'no_show' and data -> 'changed' ? 'status')) as ended_at,
          bool_or(kind = 'booking.checked_in') as arrived
        from events
        where hotel_id = property.hotel_id
          and kind in ('booking.checked_in', 'booking.checked_out', 'booking.cancelled', 'booking.modified')
        group by subject
      ), ended as (
        select reservation.*, coalesce(log.arrived, false) as arrived,
          (coalesce(log.ended_at, reservation.updated_at) at time zone property.timezone)::date as ended_on
        from reservations as reservation
        left join log on log.subject = 'booking/' || reservation.reservation_id
        where reservation.hotel_id = property.hotel_id and reservation.status in ('checked_out', 'no_show', 'cancelled')
      ), releasing as (
        -- The first night to give back.
        select ended.*, case when status = 'cancelled' then checkin else greatest(checkin, ended_on + 1) end as first_free
        from ended
        where status <> 'cancelled' or (not arrived and (ended_on < checkin or (ended_on = checkin and exists (
          select 1 from log_heads where hotel_id = property.hotel_id and first_seq = 1))))
      )
      select * from releasing
      where exists (
        select 1 from reservation_nights as night
        where night.hotel_id = property.hotel_id and night.reservation_id = releasing.reservation_id
          and night.released_at is null and night.date >= greatest(first_free, now_there)
      )
      order by reservation_id
    loop
      select array_agg(date order by date), sum(price_minor) into freed, kept_minor from reservation_nights
      where hotel_id = property.hotel_id and reservation_id = stay.reservation_id and released_at is null
        and date >= stay.first_free;
      update reservation_nights set released_at = now()
      where hotel_id = property.hotel_id and reservation_id = stay.reservation_id and date = any(freed);
      update nights set available = available + 1, sold = sold - 1, overbooked = greatest(0, overbooked - 1)
      where hotel_id = property.hotel_id and room_id = stay.room_id and date = any(freed);
      entries := entries || jsonb_build_object(
        'kind', 'availability.changed', 'subject', 'room/' || stay.room_id,
        'data', jsonb_build_object('roomId', stay.room_id, 'from', freed[1],
          'until', freed[cardinality(freed)] + 1, 'what', jsonb_build_array('available')));

      if stay.status = 'cancelled' then
        -- As it was booked, with nothing earned.
        update reservations set updated_at = now(), (checkout, price_minor) = (
          select max(date) + 1, sum(price_minor) from reservation_nights
          where hotel_id = property.hotel_id and reservation_id = stay.reservation_id)
        where hotel_id = property.hotel_id and reservation_id = stay.reservation_id;
        if kept_minor > 0 then
          insert into ledger_entries
            (hotel_id, amount_minor, currency, type, description, room_id, reservation_id, date, created_at)
          values (property.hotel_id, -kept_minor, stay.currency, 'reversal',
            'Cancellation of booking ' || stay.reservation_id, stay.room_id, stay.reservation_id, now_there, now())
          returning * into entry;
          entries := entries || jsonb_build_object(
            'kind', 'accounting.posted', 'subject', 'accounting/' || entry.entry_id,
            'data', jsonb_build_object('entryId', entry.entry_id, 'hotelId', entry.hotel_id,
              'amountMinor', entry.amount_minor, 'currency', entry.currency, 'type', entry.type,
              'description', entry.description, 'roomId', entry.room_id, 'reservationId', entry.reservation_id,
              'date', entry.date, 'createdAt', entry.created_at));
        end if;
      else
        update reservations set updated_at = now(),
          checkout = case when stay.first_free > checkin then least(checkout, stay.first_free) else checkout end
        where hotel_id = property.hotel_id and reservation_id = stay.reservation_id;
      end if;
      -- Whatever it still overlaps with concerns nobody who may come.
      update reservations set conflict = null
      where hotel_id = property.hotel_id and reservation_id = stay.reservation_id and starts_with(conflict, 'overbooked on ');
      entries := entries || (
        select jsonb_build_object(
          'kind', 'booking.modified', 'subject', 'booking/' || reservation_id,
          'data', jsonb_build_object('reservationId', reservation_id, 'hotelId', hotel_id, 'roomId', room_id,
            'status', status, 'channel', channel, 'channelReference', channel_reference, 'guestName', guest_name,
            'guestEmail', guest_email, 'guestPhone', guest_phone, 'checkin', checkin, 'checkout', checkout,
            'priceMinor', price_minor, 'currency', currency, 'conflict', conflict, 'createdAt', created_at,
            'updatedAt', updated_at,
            'changed', to_jsonb(array_remove(array[
              case when checkout <> stay.checkout then 'checkout' end,
              case when price_minor <> stay.price_minor then 'priceMinor' end,
              case when conflict is distinct from stay.conflict then 'conflict' end], null)),
            'before', jsonb_strip_nulls(jsonb_build_object(
              'checkout', case when checkout <> stay.checkout then stay.checkout end,
              'priceMinor', case when price_minor <> stay.price_minor then stay.price_minor end,
              'conflict', case when conflict is distinct from stay.conflict then stay.conflict end))))
        from reservations where hotel_id = property.hotel_id and reservation_id = stay.reservation_id);

      -- Where somebody slept the room is cleaned when he went; nowhere else.
      for task in
        update tasks set updated_at = now(),
          status = case when stay.status = 'checked_out' and stay.first_free > stay.checkin then tasks.status else 'cancelled' end,
          due = case when stay.status = 'checked_out' and stay.first_free > stay.checkin
            then least(tasks.due, stay.ended_on) else tasks.due end
        from tasks as old
        where tasks.hotel_id = property.hotel_id and tasks.reservation_id = stay.reservation_id and tasks.turnover
          and tasks.status in ('pending', 'in_progress')
          and old.hotel_id = property.hotel_id and old.task_id = tasks.task_id
        returning tasks.*, old.status as status_before, old.due as due_before
      loop
        entries := entries || jsonb_build_object(
          'kind', 'task.changed', 'subject', 'task/' || task.task_id,
          'data', jsonb_build_object('taskId', task.task_id, 'hotelId', task.hotel_id, 'roomId', task.room_id,
            'name', task.name, 'assignee', task.assignee, 'status', task.status, 'due', task.due,
            'reservationId', task.reservation_id, 'updatedAt', task.updated_at,
            'changed', jsonb_build_array('status', 'due'),
            'before', jsonb_build_object('status', task.status_before, 'due', task.due_before)));
      end loop;
    end loop;
    continue when entries = '[]';

    -- Overlaps that are over are flagged no more.
    for stay in
      with overlap as (
        select flagged.reservation_id, (
          select string_agg(night.date::text, ', ' order by night.date)
          from reservation_nights as held
          join nights as night on night.hotel_id = property.hotel_id and night.room_id = held.room_id and night.date = held.date
          where held.hotel_id = property.hotel_id and held.reservation_id = flagged.reservation_id
            and held.released_at is null and night.overbooked > 0
        ) as nights
        from reservations as flagged
        where flagged.hotel_id = property.hotel_id and starts_with(flagged.conflict, 'overbooked on ')
      )
      update reservations as reservation set conflict = 'overbooked on ' || overlap.nights, updated_at = now()
      from overlap
      where reservation.hotel_id = property.hotel_id and reservation.reservation_id = overlap.reservation_id
        and reservation.conflict is distinct from 'overbooked on ' || overlap.nights
      returning reservation.*
    loop
      entries := entries || jsonb_build_object(
        'kind', 'booking.modified', 'subject', 'booking/' || stay.reservation_id,
        'data', jsonb_build_object('reservationId', stay.reservation_id, 'hotelId', stay.hotel_id, 'roomId', stay.room_id,
          'status', stay.status, 'channel', stay.channel, 'channelReference', stay.channel_reference,
          'guestName', stay.guest_name, 'guestEmail', stay.guest_email, 'guestPhone', stay.guest_phone,
          'checkin', stay.checkin, 'checkout', stay.checkout, 'priceMinor', stay.price_minor, 'currency', stay.currency,
          'conflict', stay.conflict, 'createdAt', stay.created_at, 'updatedAt', stay.updated_at,
          'changed', jsonb_build_array('conflict')));
    end loop;

    with head as (
      update log_heads set last_seq = last_seq + jsonb_array_length(entries)
      where hotel_id = property.hotel_id
      returning last_seq - jsonb_array_length(entries) as before
    )
    insert into events (hotel_id, seq, kind, subject, at, data)
    select property.hotel_id, head.before + item.position, item.value ->> 'kind', item.value ->> 'subject', now(), item.value -> 'data'
    from head, jsonb_array_elements(entries) with ordinality as item(value, position);
    update connections set full_push = true where hotel_id = property.hotel_id;
  end loop;
end $$;
