-- Which exchange with a channel confirmed a night, and which refused it. Nights of before name none.
alter table channel_nights
  add column available_entry_id bigint,
  add column available_exchange integer,
  add column rates_entry_id bigint,
  add column rates_exchange integer,
  add column refused_entry_id bigint,
  add column refused_exchange integer;
comment on column channel_nights.available_entry_id is
  'activity.entry_id of the entry that confirmed the count; it is not there if the process died before it was written; null = not known';
comment on column channel_nights.available_exchange is 'exchanges.position within that entry; null = none is kept';
comment on column channel_nights.rates_entry_id is
  'as available_entry_id, for the last confirmation of price, lengths of stay, arrivals, departures or stop-sell';
comment on column channel_nights.rates_exchange is 'exchanges.position within that entry; null = none is kept';
comment on column channel_nights.refused_entry_id is
  'as available_entry_id, for the last refusal; meaningless while refused is null';
comment on column channel_nights.refused_exchange is
  'exchanges.position within that entry; null = none is kept, or nothing was sent because the protocol has no such value';
