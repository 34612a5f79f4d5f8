-- Who comes, what the guest asks for and when the guest means to arrive. Until now a channel's notes were kept with the message
-- that brought them (channel_inbox) and shown nowhere.
alter table reservations
  add column adults smallint,
  -- one item for each child: its age on the day of arrival, or null where that is not known
  add column children jsonb,
  add column notes text,
  add column arrival_time text,
  add constraint reservations_adults_check check (adults >= 0),
  add constraint reservations_children_check check (jsonb_typeof(children) = 'array'),
  add constraint reservations_arrival_time_check check (arrival_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
