-- What else happened to a booking, beside its own events: entries of its folio, messages, tasks.
create index events_about_booking on events (hotel_id, ((data ->> 'reservationId')::bigint), seq)
  where kind not like 'booking.%' and data ->> 'reservationId' is not null;
