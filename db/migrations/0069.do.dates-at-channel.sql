-- The dates of a stay as its channel knows them: people can let it be longer, with nights of the house's own before or after them.
alter table reservations
  add column channel_checkin date,
  add column channel_checkout date,
  add constraint reservations_channel_dates_check check (
    channel_checkin < channel_checkout and connection is not null or channel_checkin is null and channel_checkout is null
  );
comment on column reservations.channel_checkin is 'first night that the channel knows; null = none: no channel sold it, or it has cancelled it and people keep it';
comment on column reservations.channel_checkout is 'day of departure that the channel knows; null as channel_checkin';

-- As the version says that was applied last. People may have moved the stay since.
update reservations as booking set channel_checkin = (room->>'checkin')::date, channel_checkout = (room->>'checkout')::date
from channel_stays as stay
join lateral (
  select content from channel_inbox as version
  where version.hotel_id = stay.hotel_id and version.channel = stay.channel and version.kind = 'reservation' and version.reference = stay.reference
    and version.applied_at is not null and version.outcome <> 'superseded'
  order by version.application desc nulls last limit 1
) as version on version.content->>'status' <> 'cancelled'
cross join lateral jsonb_array_elements(version.content->'rooms') as room
where stay.hotel_id = booking.hotel_id and stay.reservation_id = booking.reservation_id and stay.channel = booking.connection
  and room->>'key' = stay.room_key and (room->>'checkin')::date < (room->>'checkout')::date;

-- A calendar goes on showing the nights that an early departure has given back.
update reservations as booking set channel_checkin = shown.first_night, channel_checkout = shown.last_night + 1
from calendar_stays as stay
join reservations as reservation on reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id
cross join lateral (
  select min(date) as first_night, max(date) as last_night from (
    select date from reservation_nights as night
    where night.hotel_id = stay.hotel_id and night.reservation_id = stay.reservation_id
    union all
    select date from reservation_night_history as night
    where reservation.status in ('checked_out', 'no_show', 'cancelled')
      and night.hotel_id = stay.hotel_id and night.reservation_id = stay.reservation_id and night.ended_at = (
        select max(at) from events where hotel_id = stay.hotel_id and subject = 'booking/' || stay.reservation_id
          and kind like 'booking.%' and data->'changed' ? 'status')
  ) as night
) as shown
where stay.hotel_id = booking.hotel_id and stay.reservation_id = booking.reservation_id and stay.channel = booking.connection
  and booking.channel_checkin is null and shown.first_night is not null;

update reservations set channel_checkin = checkin, channel_checkout = checkout
where connection is not null and channel_checkin is null;

alter table calendar_stays add column guest_name text;
comment on column calendar_stays.guest_name is 'as the calendar showed it last; null = it showed none, or an earlier release read it';
