-- People who sign in: who they are, what they may do at which property, and the devices on which they are signed in.
create sequence user_id;
create table users (
  user_id bigint primary key default nextval('user_id'),
  name text not null check (length(name) between 1 and 100 and position('@' in name) = 0),
  email text,
  language text,
  role text,
  password_hash text,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index users_by_name on users (lower(name)) where removed_at is null;
create unique index users_by_email on users (lower(email)) where removed_at is null;
comment on table users is 'People who work with a property, or with several. Looked up by name before the property is known.';
comment on column users.language is 'language tag of the pages that the person sees; null = as the browser says';
comment on column users.role is 'at every property, also those made later: owner, manager, desk, ...; null = the roles in user_roles';
comment on column users.password_hash is 'argon2id, in the PHC string format; null = the person signs in by links';
comment on column users.removed_at is 'null = may sign in. A row is kept for its name: the log says who changed something';

create table user_roles (
  hotel_id bigint not null references properties,
  user_id bigint not null,
  role text not null,
  primary key (hotel_id, user_id)
);
create index user_roles_by_user on user_roles (user_id, hotel_id);
comment on table user_roles is 'What people may do at a property. Read before the property is known.';
comment on column user_roles.role is 'owner, manager, desk, housekeeping, accounting or read';

create sequence session_id;
create table sessions (
  session_hash bytea primary key,
  session_id bigint not null unique default nextval('session_id'),
  user_id bigint not null references users,
  device text not null check (length(device) between 1 and 100),
  is_phone boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id);
comment on table sessions is 'Devices on which people are signed in. Looked up by hash before the property is known.';
comment on column sessions.session_hash is 'SHA-256 of the name and the value of the cookie; the value is not stored';
comment on column sessions.device is 'named by the person, or by the browser: Firefox on Linux';
comment on column sessions.is_phone is 'true = stays signed in for 30 days without a request, otherwise 12 hours';
comment on column sessions.last_seen_at is 'of the last request, to the minute';
comment on column sessions.expires_at is 'moves with last_seen_at';
comment on column sessions.revoked_at is 'when the person signed out or somebody else ended it; null = valid';

create table sign_in_links (
  secret_hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_by_user on sign_in_links (user_id);
comment on table sign_in_links is 'Links that sign a person in once: invitations, and new links for those who cannot sign in. A newer link of the person replaces the one before.';
comment on column sign_in_links.secret_hash is 'SHA-256 of the secret in the link, which is not stored';
comment on column sign_in_links.expires_at is '48 hours after it was made';
comment on column sign_in_links.used_at is 'when somebody signed in with it; null = not yet';

alter table operator_actions add column user_id bigint;
comment on column operator_actions.user_id is 'the owner who was signed in; null = whoever has the operator key';
