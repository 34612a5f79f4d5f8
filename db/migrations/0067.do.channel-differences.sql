-- What a channel and people here have both changed of a booking: it keeps what people set, and they decide.
alter table reservations add column differences jsonb check (jsonb_typeof(differences) = 'array');
comment on column reservations.differences is 'what its channel reports otherwise than people here have set it, for them to decide: [{since, value, member, currency}]; null = nothing';
