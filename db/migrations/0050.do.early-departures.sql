-- Finds the stays whose guests left early, on the day of the departure: their units are to be cleaned.
create index reservations_left_early on reservations (checkout) where status = 'cancelled' and unit_nights is not null;
