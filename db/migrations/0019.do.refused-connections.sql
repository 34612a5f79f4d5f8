-- A channel that refuses credentials is tried again by itself: since when a connection is in error, and when the operator had
-- an e-mail about it. Connections that were stopped for good until now are tried again from the next start on.
alter table connections
  add column error_since timestamptz,
  add column alerted_at timestamptz;

update connections set error_since = updated_at where state = 'error';
