-- Through which connection a booking or a review came. The channel is who sold it: behind a channel manager that is another name, and more than one connection can have it.
alter table reservations
  add column connection text,
  add column order_reference text,
  add constraint reservations_order_check check (order_reference is null or connection is not null);
comment on column reservations.connection is 'the connection through which a channel reports it; null = sold directly, or entered or imported here';
comment on column reservations.order_reference is 'the id of its order at that connection, which several bookings can have; null = none: a calendar has no orders';

update reservations as booking set connection = stay.channel, order_reference = stay.reference
from channel_stays as stay
where stay.hotel_id = booking.hotel_id and stay.reservation_id = booking.reservation_id;

update reservations as booking set connection = stay.channel
from calendar_stays as stay
where booking.connection is null and stay.hotel_id = booking.hotel_id and stay.reservation_id = booking.reservation_id;

-- A stay that had ended here and that its guest then moved at the channel has become two bookings; only the later one is in channel_stays.
update reservations as booking set connection = version.channel, order_reference = version.reference
from channel_inbox as version
where booking.connection is null and booking.status in ('cancelled', 'checked_out', 'no_show')
  and version.hotel_id = booking.hotel_id and version.kind = 'reservation'
  and booking.channel = coalesce(version.content->>'soldBy', version.channel)
  and booking.channel_reference = coalesce(version.content->>'shownReference', version.reference)
  and exists (
    select 1 from channel_stays as stay
    where stay.hotel_id = version.hotel_id and stay.channel = version.channel and stay.reference = version.reference
  );

create index reservations_by_order on reservations (hotel_id, connection, order_reference) where order_reference is not null;

alter table reviews add column connection text;
comment on column reviews.connection is 'the connection that it came through; null = none';
comment on column reviews.channel is 'the OTA where it was written; differs from connection behind a channel manager';

update reviews as review set connection = arrival.channel
from channel_inbox as arrival
where arrival.hotel_id = review.hotel_id and arrival.kind = 'review' and arrival.reference = review.channel_reference
  and review.channel = coalesce(arrival.content->>'soldBy', arrival.channel);

update reviews as review set connection = review.channel
where review.connection is null and review.channel_reference is not null;

drop index reviews_once;
create unique index reviews_once on reviews (hotel_id, connection, channel_reference) where channel_reference is not null;
