-- Templates of messages to guests, in several languages, which people fill from a booking and send.
create sequence message_template_id;
create table message_templates (
  hotel_id bigint not null references properties,
  template_id bigint not null default nextval('message_template_id'),
  name text not null check (length(name) between 1 and 100),
  texts jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (hotel_id, template_id)
);
comment on table message_templates is 'Templates of messages to guests.';
comment on column message_templates.name is 'by which people know it; no two of a property have the same';
comment on column message_templates.texts is 'language tag → text with placeholders in the syntax of Liquid';
create unique index message_templates_by_name on message_templates (hotel_id, lower(name));
