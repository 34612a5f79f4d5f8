-- The states of a booking in the log, for reports of the past.
create index events_of_booking on events (hotel_id, subject, seq) where kind like 'booking.%';

-- The nights that a booking had before it was moved or repriced.
create index reservation_night_history_of_reservation on reservation_night_history (hotel_id, reservation_id);

-- The charges of a period, by the days of their service.
create index ledger_by_service on ledger_entries
  (hotel_id, (coalesce(greatest(service_until, service_from + 1), date + 1)), (coalesce(service_from, date)));
