-- When people were erased last: exchanges of before, which are stored later, are stored without their bodies.
create table erasures (
  hotel_id bigint primary key references properties,
  last_at timestamptz
);
comment on table erasures is 'When people were erased last: HTTP exchanges of before that are stored later are stored without what they say.';
comment on column erasures.last_at is 'null = nobody was';

insert into erasures (hotel_id) select hotel_id from properties;
