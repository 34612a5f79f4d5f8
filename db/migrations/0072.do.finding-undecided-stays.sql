-- Finds the stays whose channel and house differ: few, and anywhere in the calendar.
create index reservations_with_differences on reservations (hotel_id, checkin, reservation_id) where differences is not null;
