-- Changes of stored data that SQL cannot make: how far each has come. One row for each of them in the whole installation.

create table data_migrations (
  name text primary key,
  -- where the next part begins; null before the first and after the last
  progress jsonb,
  finished_at timestamptz
);
