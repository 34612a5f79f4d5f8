-- Files that a guest attached to a message: what is shown of them, and where the channel keeps them.
alter table messages
  add column attachments jsonb not null default '[]',
  add column attachment_addresses text[] not null default '{}';
comment on column messages.attachments is
  'files that the guest attached, in their order: id within the message, name and type, null where the channel does not say them';
comment on column messages.attachment_addresses is
  'where the channel keeps each attachment, in the form of its protocol; read with the credentials of the connection only';
