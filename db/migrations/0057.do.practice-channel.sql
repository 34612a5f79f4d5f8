-- The practice channel: what the sample OTA that innwire plays itself knows of the nights of a property.
create table practice_nights (
  hotel_id bigint not null references properties,
  room_id bigint not null,
  date date not null,
  available integer not null default 0,
  price_minor bigint,
  stop_sell boolean not null default false,
  closed_to_arrival boolean not null default false,
  closed_to_departure boolean not null default false,
  min_stay integer not null default 1,
  max_stay integer,
  primary key (hotel_id, room_id, date)
);
comment on table practice_nights is 'Nights as the practice channel has them: written only by what it was sent, and by its own sales. None while it is not connected.';
comment on column practice_nights.room_id is 'the room, by which the practice channel names its own';
comment on column practice_nights.available is 'how many it may sell';
comment on column practice_nights.price_minor is 'price of the night, in minor units; null = it was sent none, and does not sell the night';
comment on column practice_nights.stop_sell is 'it may not sell the night';
comment on column practice_nights.closed_to_arrival is 'no stay arrives on the date';
comment on column practice_nights.closed_to_departure is 'no stay departs on the date';
comment on column practice_nights.min_stay is 'fewest nights of a stay that arrives on the date';
comment on column practice_nights.max_stay is 'most nights of a stay that arrives on the date; null = any number';
