-- What was done with the operator's key: one row per call that changes something or reads something sensitive. Values that
-- may be secret or personal are not in it.

create sequence action_id;

create table operator_actions (
  -- 0 = the whole installation
  hotel_id bigint not null,
  action_id bigint not null default nextval('action_id'),
  at timestamptz not null,
  operation text not null,
  -- ok, replayed (a stored answer was given again), or the code of the problem with which it was refused
  outcome text not null,
  -- null where the command line worked on the database itself
  request_id text,
  address text,
  -- ids: of what the call was about, and of what it made
  target jsonb not null default '{}',
  -- the members of the call's body
  changed jsonb,
  primary key (hotel_id, action_id)
);

create index operator_actions_in_order on operator_actions (action_id desc);
create index operator_actions_by_age on operator_actions (at);
