-- When a channel's reservations were last read completely, since when they may have gaps, and when the last listing of all its
-- orders was compared with ours. Connections that exist are compared once, because earlier versions never did; until that is
-- done they push as before. Those that have pushed nothing yet read first.
alter table connections
  add column read_at timestamptz,
  add column gap_since timestamptz,
  add column recovered_at timestamptz;

update connections set gap_since = created_at, recovered_at = created_at
where protocol <> 'ical' and not (full_push and state in ('connecting', 'error'));
