-- Passkeys of people: keys of their phones, computers and security keys, with which they sign in without a password.
alter table users add column passkey_handle bytea unique;
comment on column users.passkey_handle is 'random, by which devices tell people apart; null = the person never had a passkey';

create sequence passkey_id;
create table passkeys (
  credential_id text primary key,
  passkey_id bigint not null unique default nextval('passkey_id'),
  user_id bigint not null references users,
  name text not null check (length(name) between 1 and 100),
  rp_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);
comment on table passkeys is 'Passkeys of people. Looked up by credential before the person is known.';
comment on column passkeys.credential_id is 'of the device, base64url';
comment on column passkeys.rp_id is 'host name of the desk for which it was made; it works at no other';
comment on column passkeys.public_key is 'COSE; the private key never leaves the device';
comment on column passkeys.counter is 'signatures so far, as the device counts them; 0 = it does not count';
comment on column passkeys.transports is 'how a browser reaches it: internal, hybrid, usb, ...';
comment on column passkeys.is_synced is 'true = a password manager has it on several devices';
comment on column passkeys.last_used_at is 'when it last signed the person in; null = never';

create table passkey_challenges (
  challenge_hash bytea primary key,
  session_id bigint,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
comment on table passkey_challenges is 'Challenges that a passkey is to sign. Each is used once.';
comment on column passkey_challenges.challenge_hash is 'SHA-256 of the challenge';
comment on column passkey_challenges.session_id is 'the session that adds a passkey; null = somebody signs in';
comment on column passkey_challenges.expires_at is 'five minutes after it was made';

comment on column sessions.began_with is 'password, link, pin or passkey; null = of an earlier release';
