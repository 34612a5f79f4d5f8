-- The OTAs that a channel reaches for a property (Channex), and what it has reported about them.
alter table connections add column otas_read_at timestamptz;
comment on column connections.otas_read_at is 'when the list of the OTAs behind the channel was last read; null = never, or its protocol has none';

create table connection_otas (
  hotel_id bigint not null,
  channel text not null,
  external_id text not null,
  ota text,
  name text,
  active boolean,
  removal_date date,
  primary key (hotel_id, channel, external_id),
  foreign key (hotel_id, channel) references connections on delete cascade
);
comment on table connection_otas is 'OTAs that a channel reaches for the property, as it lists them.';
comment on column connection_otas.external_id is 'the channel''s id of its connection to the OTA; empty = the property there as a whole, or an OTA that a report does not name';
comment on column connection_otas.ota is 'its name as in reservations.channel; null = not known';
comment on column connection_otas.active is 'it is switched on there; null = not known yet';
comment on column connection_otas.removal_date is 'when the channel is going to remove it; null = it is not';

create table ota_problems (
  hotel_id bigint not null,
  channel text not null,
  external_id text not null,
  kind text not null,
  detail text,
  since timestamptz not null,
  reported_at timestamptz not null,
  alerted_at timestamptz,
  dismissed_at timestamptz,
  primary key (hotel_id, channel, external_id, kind),
  foreign key (hotel_id, channel, external_id) references connection_otas on delete cascade
);
comment on table ota_problems is 'What is wrong with an OTA behind a channel, one row for each kind.';
comment on column ota_problems.kind is 'deactivated, removed, sync_error, ...: see OTA_PROBLEMS';
comment on column ota_problems.detail is 'as the channel says it; null = it says nothing';
comment on column ota_problems.since is 'when it was reported or seen first';
comment on column ota_problems.reported_at is 'when it was reported or seen last';
comment on column ota_problems.alerted_at is 'when the operator was alerted of it by e-mail; null = not yet';
comment on column ota_problems.dismissed_at is 'when a person has seen to it: it counts again if it is reported later; null = it stands';
