-- What a room, unit, closure or task was at a moment of the past is its last event before that moment. Bookings have an index of their
-- own (migration 58 and before); these kinds are rare among the events, so the index is small.
create index events_of_house on events (hotel_id, subject, seq)
  where kind like 'room.%' or kind like 'unit.%' or kind like 'closure.%' or kind like 'task.%';
