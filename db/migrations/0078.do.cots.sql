-- Small children sleep in cots: where a room takes one, they do not count against its capacity.
alter table properties add column infants_under_age smallint not null default 2;
comment on column properties.infants_under_age is 'children younger than this, in years, do not count against the capacity of a room that has a cot for them; 0 = all children count';
alter table rooms add column cots smallint not null default 0;
comment on column rooms.cots is 'how many cots a unit of the room takes beside its capacity';
