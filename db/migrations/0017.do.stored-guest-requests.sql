-- The latest version of each order that said something comes to its bookings. Two adapters wrote more than remarks into the notes:
-- Channex the hour of arrival (`Arrival 16:00`), Expedia the party (`Adults: 2, children: 1 (aged 6)`).
with reported as (
  select distinct on (hotel_id, channel, reference) hotel_id, channel, reference, content ->> 'notes' as notes
  from channel_inbox
  where kind = 'reservation' and applied_at is not null and outcome <> 'superseded' and content ->> 'notes' <> ''
  order by hotel_id, channel, reference, coalesce(sent_at, received_at) desc, received_at desc
), parts as (
  select hotel_id, channel, reference,
    nullif(btrim(regexp_replace(regexp_replace(notes, '(^|\n)Arrival ([01]?[0-9]|2[0-3]):[0-5][0-9]$', ''),
      '(^|\n)Adults: [0-9]{1,3}(, children: [0-9]{1,2}( \(aged [0-9, ]+\))?)?(?=\n|$)', ''), E'\n'), '') as notes,
    lpad(substring(notes from '(?:^|\n)Arrival ((?:[01]?[0-9]|2[0-3]):[0-5][0-9])$'), 5, '0') as arrival_time,
    substring(notes from '(?:^|\n)Adults: ([0-9]{1,3})(?:,|\n|$)')::smallint as adults,
    substring(notes from '(?:^|\n)Adults: [0-9]{1,3}, children: ([0-9]{1,2})')::int as child_count,
    string_to_array(substring(notes from '(?:^|\n)Adults: [0-9]{1,3}, children: [0-9]{1,2} \(aged ([0-9, ]+)\)'), ', ') as ages
  from reported
)
update reservations as reservation
set notes = left(parts.notes, 5000), arrival_time = parts.arrival_time, adults = parts.adults,
  children = case when parts.adults is not null then (
    select coalesce(jsonb_agg(case when parts.ages[place] ~ '^[0-9]{1,2}$' then parts.ages[place]::int end order by place), '[]')
    from generate_series(1, coalesce(parts.child_count, 0)) as place) end
from channel_stays as stay
join parts on parts.hotel_id = stay.hotel_id and parts.channel = stay.channel and parts.reference = stay.reference
where reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id;

-- Vrbo's party lies in what is answered to it.
update reservations as reservation
set adults = party.adults, children = (select coalesce(jsonb_agg(null::int), '[]') from generate_series(1, party.child_count))
from channel_stays as stay
join (
  select distinct on (hotel_id, channel, reference) hotel_id, channel, reference,
    substring(content ->> 'receipt' from '"adults":([0-9]{1,2})[,}]')::smallint as adults,
    coalesce(substring(content ->> 'receipt' from '"children":([0-9]{1,2})[,}]')::int, 0) as child_count
  from channel_inbox
  where kind = 'reservation' and applied_at is not null and outcome <> 'superseded' and content ->> 'receipt' like '{"adults":%'
  order by hotel_id, channel, reference, coalesce(sent_at, received_at) desc, received_at desc
) as party on party.hotel_id = stay.hotel_id and party.channel = stay.channel and party.reference = stay.reference
where reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id and party.adults is not null;
