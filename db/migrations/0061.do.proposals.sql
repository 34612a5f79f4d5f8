-- What agents propose and people decide.
alter table tokens drop constraint tokens_access_check;
alter table tokens add constraint tokens_access_check check (access in ('full', 'propose', 'read'));
comment on column tokens.access is 'full; propose: over MCP its writes wait for a person, elsewhere it may only read; or read';

create sequence proposal_id;
create table proposals (
  hotel_id bigint not null,
  proposal_id bigint not null default nextval('proposal_id'),
  tool text not null,
  arguments jsonb not null check (jsonb_typeof(arguments) = 'object'),
  sentence text not null,
  scopes text[] not null,
  token_id bigint not null,
  agent text,
  reservation_id bigint,
  inquiry_id bigint,
  room_id bigint,
  first_night date,
  last_night date,
  basis jsonb not null,
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'failed')),
  change_id bigint,
  problem_code text,
  problem_detail text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by jsonb,
  primary key (hotel_id, proposal_id)
);
create index proposals_open on proposals (hotel_id, proposal_id) where state in ('open', 'failed');
create index proposals_of_reservation on proposals (hotel_id, reservation_id) where reservation_id is not null;

comment on table proposals is 'Writes of agents that wait for a person, and what became of them.';
comment on column proposals.tool is 'the tool that the agent called: create_booking, update_availability, ...';
comment on column proposals.arguments is 'of the call; {} = erased with the guest';
comment on column proposals.sentence is 'what would be done, for the person who decides';
comment on column proposals.scopes is 'what a person must be able to do to see and decide it';
comment on column proposals.token_id is 'the token of the agent';
comment on column proposals.agent is 'what the program calls itself; null = it has no name';
comment on column proposals.reservation_id is 'the booking that it concerns, of a new booking once it is made; null = none';
comment on column proposals.basis is 'what the agent saw of that which it would change: if it is something else when a person approves, nothing is changed';
comment on column proposals.state is 'open (or expired, after expires_at), approved = done, declined, failed = approved, and refused for the reason in problem_code';
comment on column proposals.change_id is 'of the change of prices and availability that it became, under which it is undone';
comment on column proposals.expires_at is 'from then on it can no longer be approved';
comment on column proposals.first_night is 'of the nights that it would take, release or set; null = it concerns none';
comment on column proposals.last_night is 'likewise, inclusive';
comment on column proposals.problem_code is 'of the refusal after a person had approved it; null = it was not refused';
comment on column proposals.problem_detail is 'the sentence of the refusal';
comment on column proposals.decided_at is 'null = nobody decided yet';
comment on column proposals.decided_by is 'the actor who decided, as in events; null = nobody yet, or it ended with the erasure of its guest';
