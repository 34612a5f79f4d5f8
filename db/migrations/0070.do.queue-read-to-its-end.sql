-- A queue that holds an item which cannot be read is read nevertheless: nothing else of it has gone unread meanwhile.
alter table connections add column queue_read_at timestamptz;
comment on column connections.queue_read_at is 'when the channel''s queue of reservations was last read to its end, also with items that cannot be read; null = never';
update connections set queue_read_at = reservations_read_at;
