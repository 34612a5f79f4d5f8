-- Questions of people who have no booking (yet): conversations that OTAs pass on without a reservation. Their texts and replies are
-- messages like those of a booking; when the booking comes, they become messages of it.
create sequence inquiry_id start 1;

create table inquiries (
  hotel_id bigint not null references properties,
  inquiry_id bigint not null default nextval('inquiry_id'),
  -- the connection that it came through, and the OTA that it was written at
  connection text not null,
  channel text not null,
  -- the conversation there
  thread text not null,
  -- the order there that it is about, where one is named
  reference text,
  guest_name text,
  -- the booking that it became
  reservation_id bigint,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  primary key (hotel_id, inquiry_id),
  unique (hotel_id, connection, thread),
  foreign key (hotel_id, reservation_id) references reservations (hotel_id, reservation_id)
);
create index inquiries_open on inquiries (hotel_id, created_at desc, inquiry_id desc) where reservation_id is null;

alter table messages alter column reservation_id drop not null;
alter table messages
  add column inquiry_id bigint,
  add foreign key (hotel_id, inquiry_id) references inquiries (hotel_id, inquiry_id),
  add constraint messages_of_check check (num_nonnulls(reservation_id, inquiry_id) >= 1);
create index messages_by_inquiry on messages (hotel_id, inquiry_id, message_id) where inquiry_id is not null;
