-- Why a channel did not take the reply to a review. Replies that failed before have no reason.
alter table reviews add column delivery_error text, add column delivery_error_cause jsonb;
comment on column reviews.delivery_error is 'why the channel did not take the reply, or has not got it yet';
comment on column reviews.delivery_error_cause is 'code of delivery_error with its facts; null = there is no error';
