-- Settings of a property at a channel that change what it sells of what is pushed to it.
alter table connections add column sales_limits jsonb;
comment on column connections.sales_limits is
  'limits of the property at the channel as they were read last (model/sales-limits.ts): days that it keeps and sells, daily cut-off, lowest and highest price in minor units; null = not read, or its protocol has none';
