-- One kind of lease for all background work: the column lease_owner, valid while its process is in worker_processes.
alter table connections rename column owner to lease_owner;
comment on column connections.lease_owner is 'worker process (worker_processes.process_id) that has the lease; null = none';

alter table webhooks drop column lease_until;
comment on column webhooks.lease_owner is 'worker process that delivers to the endpoint; null = none';

-- Replies by e-mail are leased too, instead of being jobs of a queue. Those that are queued stay queued: their rows say so.
alter table messages add column lease_owner uuid, add column retry_at timestamptz;
comment on column messages.lease_owner is 'worker process that sends the replies of the conversation by e-mail; null = none';
comment on column messages.retry_at is 'when a queued reply by e-mail is tried again after a failure; null = at once';
drop schema if exists graphile_worker cascade;

alter table worker_processes drop column worker_ids;
comment on table worker_processes is 'Running worker processes. A process without a heartbeat for 30 seconds is removed, and with it all its leases.';

alter table installation add column prune_due_at timestamptz;
comment on column installation.prune_due_at is 'when old logs and records are removed next; null = no worker has run yet';
