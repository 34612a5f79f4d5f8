-- Which version of an order was applied last. Times do not say that where two have the same one.
alter table channel_inbox add column application integer;
comment on column channel_inbox.application is 'counts the versions of an order, 1, 2, …, in the order in which they were applied; null = was not applied';

update channel_inbox as version set application = counted.application
from (
  select hotel_id, channel, kind, reference, revision, row_number() over (
    partition by hotel_id, channel, kind, reference order by outcome = 'superseded' desc, coalesce(sent_at, received_at), received_at
  ) as application
  from channel_inbox where kind = 'reservation' and applied_at is not null
) as counted
where version.hotel_id = counted.hotel_id and version.channel = counted.channel and version.kind = counted.kind
  and version.reference = counted.reference and version.revision = counted.revision;
