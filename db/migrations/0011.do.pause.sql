-- Pausing everything that innwire sends out, and telling a copy of a database from the database itself.

-- Where this installation last ran: PostgreSQL's system identifier and the database's oid; for the embedded database
-- also inode and birth time of a file in its directory. Null = not known. A start elsewhere is the start of a copy, which
-- pauses. While `paused_at` is set no webhook, no e-mail and no calendar feed is served.
alter table installation
  add column system_identifier text,
  add column database_oid bigint,
  add column data_directory text,
  add column paused_at timestamptz,
  add column pause_reason text;

-- A paused connection exchanges nothing with its channel.
alter table connections
  add column paused_at timestamptz,
  add column pause_reason text;
