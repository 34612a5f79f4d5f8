-- Stays whose guest has reviewed them at a channel that shows the review only once the house has reviewed the guest, and what the house wrote.
create sequence guest_review_id start 1;

create table guest_reviews (
  hotel_id bigint not null references properties,
  guest_review_id bigint not null default nextval('guest_review_id'),
  connection text not null,
  external_id text not null,
  channel text not null,
  reservation_id bigint,
  state text not null check (state in ('open', 'queued', 'sent', 'over')),
  write_by timestamptz,
  review jsonb,
  written_at timestamptz,
  attempted_at timestamptz,
  failures integer not null default 0,
  error text,
  error_cause jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  primary key (hotel_id, guest_review_id),
  unique (hotel_id, connection, external_id),
  foreign key (hotel_id, reservation_id) references reservations
);
comment on table guest_reviews is 'Stays whose guest has reviewed them at a channel that shows the review only once the house has reviewed the guest, and what the house wrote.';
comment on column guest_reviews.connection is 'the connection that brought it';
comment on column guest_reviews.external_id is 'the id of the guest''s review at the channel';
comment on column guest_reviews.channel is 'the OTA';
comment on column guest_reviews.reservation_id is 'the stay; null = it is not known here';
comment on column guest_reviews.state is 'open: it waits for the house; queued: the review is on its way; sent: the channel has it; over: the channel takes none any more';
comment on column guest_reviews.write_by is 'until when the channel takes it; null = it does not say';
comment on column guest_reviews.review is 'what the house wrote: {scores, publicReview, privateReview, isRecommended, tags}; null = nothing';
comment on column guest_reviews.written_at is 'when the house wrote it; null = it did not';
comment on column guest_reviews.attempted_at is 'it was sent then, and it is not known whether it arrived';
comment on column guest_reviews.failures is 'attempts to send it that failed';
comment on column guest_reviews.error is 'why the channel did not take it, or has not got it yet';
comment on column guest_reviews.error_cause is 'code of error with its facts; null = there is no error';
comment on column guest_reviews.created_at is 'when the guest wrote; whole milliseconds, because lists are paged by it';

create index guest_reviews_by_time on guest_reviews (hotel_id, created_at desc, guest_review_id desc);
create index guest_reviews_of_booking on guest_reviews (hotel_id, reservation_id) where reservation_id is not null;
