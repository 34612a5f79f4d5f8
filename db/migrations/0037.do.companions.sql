-- Guests who come along.
alter table reservations add column companions jsonb check (jsonb_typeof(companions) = 'array');

comment on column reservations.companions is 'guests who come along: name and age on the day of arrival, null where it is not known; null = none are known';
