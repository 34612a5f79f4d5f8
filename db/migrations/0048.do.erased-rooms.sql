-- The mark is that of each booking; earlier ones were set for all rooms of an order.
comment on column channel_stays.erased_at is 'when the guest of this booking was erased: later versions of the order are stored without what they say of that guest; null = was not';
