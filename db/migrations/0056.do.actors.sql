-- Who made each change of the log. Names are read from users and tokens, so that a person's name is in one place.
alter table events add column actor jsonb;
comment on column events.actor is 'who made the change: kind (person, token, agent, channel, operator, innwire) with the id of the user or token, or the name of the channel; null = recorded before schema 56';
create index tokens_by_id on tokens (token_id);
comment on column operator_actions.user_id is 'the person who was signed in; null = whoever has the operator key';
