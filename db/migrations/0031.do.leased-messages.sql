-- Each worker process regularly looks for leases that it has without working on them.
create index messages_leased on messages (hotel_id, message_id) where lease_owner is not null;
