-- Tokens that open several properties.
alter table tokens
  alter column hotel_id drop not null,
  add column all_properties boolean not null default false,
  add check (not (all_properties and hotel_id is not null));
comment on table tokens is 'Access to the API of one property or of several. Looked up by hash before the property is known.';
comment on column tokens.hotel_id is 'the one property that it opens; null = all_properties, or those in token_properties';
comment on column tokens.all_properties is 'it opens every property, also those made later';

create table token_properties (
  hotel_id bigint not null references properties,
  token_id bigint not null,
  primary key (hotel_id, token_id)
);
create index token_properties_by_token on token_properties (token_id, hotel_id);
comment on table token_properties is 'The properties that a token opens which was made for several. Read before the property is known. Rows are never changed.';
