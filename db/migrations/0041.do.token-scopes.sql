-- What a token opens beyond reading or writing, and webhooks without personal data of guests.
alter table tokens add column scopes text[] check (cardinality(scopes) > 0);
comment on column tokens.scopes is 'what the token opens: bookings:read, contacts, housekeeping, ...; null = everything';
alter table webhooks add column contacts boolean not null default true;
comment on column webhooks.contacts is 'false = events are sent without personal data of guests';
