-- Second factors of people: one-time codes of an app, which are asked for after the password or a link, and recovery codes.
create table second_factors (
  user_id bigint primary key references users,
  encrypted_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  wrong_codes integer not null default 0,
  created_at timestamptz not null
);
comment on table second_factors is 'Secrets of apps that show one-time codes (TOTP, RFC 6238).';
comment on column second_factors.encrypted_secret is 'AES-256-GCM, as credentials of connections';
comment on column second_factors.confirmed_at is 'when the person entered the first code; null = not yet, and no code is asked for';
comment on column second_factors.last_step is 'of the last code that was used, in steps of 30 seconds since 1970: each code is used once';
comment on column second_factors.wrong_codes is 'in a row; after ten only a recovery code is accepted';

create table recovery_codes (
  user_id bigint not null references users,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Codes that replace a code of the app once each. A used one is deleted.';
comment on column recovery_codes.code_hash is 'SHA-256 of the code, which has 80 random bits';
