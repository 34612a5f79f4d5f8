-- Why something failed, as a code with its facts beside the text, for those who read another language. Earlier errors have none.
alter table connections add column last_error_cause jsonb;
comment on column connections.last_error_cause is 'code of last_error with its facts; null = there is no error, or it is from before there were codes';
alter table connection_rooms add column error_cause jsonb;
comment on column connection_rooms.error_cause is 'code of error with its facts; null = there is no error, or it is from before there were codes';
alter table messages add column delivery_error_cause jsonb;
comment on column messages.delivery_error_cause is 'code of delivery_error with its facts; null = there is no error, or it is from before there were codes';
alter table guest_requests add column error_cause jsonb;
comment on column guest_requests.error_cause is 'code of error with its facts; null = there is no error, or it is from before there were codes';
alter table webhooks add column last_error_cause jsonb;
comment on column webhooks.last_error_cause is 'code of last_error with its facts; null = there is no error, or it is from before there were codes';
alter table webhook_deliveries add column error_cause jsonb;
comment on column webhook_deliveries.error_cause is 'code of error with its facts; null = delivered, or from before there were codes';
