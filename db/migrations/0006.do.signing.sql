-- What innwire signs and gives out – sessions, cursors, confirmations – is recognised by every process of the installation,
-- and after a restart: the key belongs to the installation, not to a process. 244 random bits.
alter table installation add signing_key bytea not null
  default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
