-- What the last reading of a calendar found, so that a feed whose events are all left out does not look like an empty one.
alter table connection_rooms add column last_reading jsonb;
comment on column connection_rooms.last_reading is 'of the calendar''s last complete or partial reading: readAt, events, stays, closedNights, and leftOut, a list of reason and events; null = not read since its address was given';
