-- Requests of guests that wait for the house's answer at a channel. Who asks stands in the inquiry or the booking.
create sequence guest_request_id start 1;

create table guest_requests (
  hotel_id bigint not null references properties,
  request_id bigint not null default nextval('guest_request_id'),
  connection text not null,
  external_id text not null,
  channel text not null,
  kind text not null check (kind in ('booking', 'alteration', 'question')),
  state text not null check (state in ('open', 'answering', 'accepted', 'declined', 'preapproved', 'offered', 'closed')),
  inquiry_id bigint,
  reservation_id bigint,
  room_id bigint,
  external_room text,
  external_rate text,
  checkin date not null,
  checkout date not null,
  adults integer,
  children jsonb,
  price_minor bigint,
  currency text,
  answer_by timestamptz,
  answer jsonb,
  answered_at timestamptz,
  failures integer not null default 0,
  error text,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  primary key (hotel_id, request_id),
  unique (hotel_id, connection, external_id),
  foreign key (hotel_id, inquiry_id) references inquiries,
  foreign key (hotel_id, reservation_id) references reservations
);
comment on table guest_requests is 'Requests of guests that wait for the house''s answer at a channel: to book, to change a booking, and questions about a stay.';
comment on column guest_requests.connection is 'the connection that brought it';
comment on column guest_requests.external_id is 'its id at the channel';
comment on column guest_requests.channel is 'the OTA where it was made';
comment on column guest_requests.kind is 'booking: to book; alteration: to change a booking; question: about a stay, before booking it';
comment on column guest_requests.state is 'open: it waits; answering: the answer is on its way; otherwise what became of it';
comment on column guest_requests.checkin is 'the first night that the guest wants';
comment on column guest_requests.checkout is 'the day of departure';
comment on column guest_requests.adults is 'null = not reported';
comment on column guest_requests.currency is 'of the price, and of an offer';
comment on column guest_requests.answered_at is 'when it was answered here; null = it was not';
comment on column guest_requests.inquiry_id is 'the conversation with the guest; null = of a booking';
comment on column guest_requests.reservation_id is 'the booking that is to be changed; null = none, or it is not known here';
comment on column guest_requests.room_id is 'null = the channel''s room is not mapped';
comment on column guest_requests.external_room is 'the room''s id at the channel';
comment on column guest_requests.external_rate is 'the rate''s id at the channel';
comment on column guest_requests.children is 'one item for each child: its age, or null; null = not reported';
comment on column guest_requests.price_minor is 'what the channel expects the stay to bring; null = not reported';
comment on column guest_requests.answer_by is 'until when the channel waits; null = it does not say';
comment on column guest_requests.answer is 'what was answered here: {answer, reason, messageToGuest, messageToChannel, total}';
comment on column guest_requests.failures is 'attempts to send the answer that failed';
comment on column guest_requests.error is 'why the answer was not accepted, or not sent yet';
comment on column guest_requests.created_at is 'when the guest asked; whole milliseconds, because lists are paged by it';

create index guest_requests_waiting on guest_requests (hotel_id, created_at desc, request_id desc) where state in ('open', 'answering');

alter table channel_inbox drop constraint channel_inbox_kind_check;
alter table channel_inbox add constraint channel_inbox_kind_check check (kind in ('reservation', 'message', 'review', 'guest_request'));
