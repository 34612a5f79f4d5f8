-- Guests who leave early on a later day are among the cancelled stays whose departure is still to come: without this index all
-- that were ever cancelled were read to list who is in the house.
create index reservations_cancelled on reservations (hotel_id, checkout) where status = 'cancelled';
