-- Screens that several people share: who has signed in on them may take them over with a PIN.
alter table users add column pin_hash text;
comment on column users.pin_hash is 'argon2id of four to eight digits; null = none. It opens shared screens on which the person has signed in, nothing else';

create sequence screen_id;
create table shared_screens (
  screen_id bigint primary key default nextval('screen_id'),
  screen_hash bytea not null unique,
  created_by bigint not null references users,
  created_at timestamptz not null,
  ended_at timestamptz
);
comment on table shared_screens is 'Browsers that a person declared to be a screen that several people share. Looked up by hash before the person is known.';
comment on column shared_screens.screen_hash is 'SHA-256 of the name and the value of the cookie that the browser keeps; the value is not stored';
comment on column shared_screens.created_by is 'the person who declared it';
comment on column shared_screens.ended_at is 'when somebody ended the sharing; null = it is shared';

alter table sessions
  add column screen_id bigint references shared_screens,
  add column wrong_pins integer not null default 0,
  add column began_with text;
create unique index sessions_by_screen on sessions (screen_id, user_id) where revoked_at is null and screen_id is not null;
comment on column sessions.screen_id is 'the shared screen on which the person signed in; such a session that has expired is resumed by the PIN of the person';
comment on column sessions.wrong_pins is 'wrong PINs since the last right one; after five the person has to sign in again';
comment on column sessions.began_with is 'password, link or pin; null = of an earlier release';
