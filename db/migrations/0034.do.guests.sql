-- Guests: the people who stay. Every booking has one; bookings stored by earlier releases get theirs from the data migration
-- "guests of bookings", in parts.
create sequence guest_id start 1;

create table guests (
  hotel_id bigint not null references properties,
  guest_id bigint not null default nextval('guest_id'),
  name text not null check (length(name) between 1 and 200),
  given_name text check (length(given_name) between 1 and 200),
  family_name text check (length(family_name) between 1 and 200),
  email text,
  email_is_alias boolean not null default false,
  phone text,
  phone_e164 text check (phone_e164 ~ '^\+[0-9]{4,15}$'),
  language text check (length(language) <= 35),
  country text check (country ~ '^[A-Z]{2}$'),
  company text,
  vat_id text,
  address text,
  notes text,
  tags text[] not null default '{}',
  consent_given_on date,
  consent_source text,
  merged_into bigint,
  erased_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (hotel_id, guest_id),
  foreign key (hotel_id, merged_into) references guests (hotel_id, guest_id),
  check (merged_into <> guest_id),
  check ((consent_given_on is null) = (consent_source is null))
);
comment on table guests is 'People who stay: what is known of each beyond single bookings.';
comment on column guests.given_name is 'null = not known apart from the whole name';
comment on column guests.family_name is 'null = not known apart from the whole name';
comment on column guests.email_is_alias is 'the address is one that an OTA made for a booking: it identifies no person';
comment on column guests.phone is 'as it was given';
comment on column guests.phone_e164 is 'the same number in international form; null = it could not be read';
comment on column guests.language is 'BCP 47; null = not known';
comment on column guests.country is 'ISO 3166-1 alpha-2; null = not known';
comment on column guests.company is 'whom the guest travels for';
comment on column guests.vat_id is 'VAT number of the company';
comment on column guests.tags is 'words of the staff, such as regular';
comment on column guests.notes is 'of the staff';
comment on column guests.consent_given_on is 'when the guest agreed to receive advertising; null = has not agreed';
comment on column guests.consent_source is 'where the guest agreed';
comment on column guests.merged_into is 'the profile of the same person that replaced this one; never itself merged; null = not merged';
comment on column guests.erased_at is 'when the personal data were removed; null = they are stored';
create index guests_by_email on guests (hotel_id, lower(email)) where email is not null;
create index guests_by_phone on guests (hotel_id, phone_e164) where phone_e164 is not null;
create index guests_merged on guests (hotel_id, merged_into) where merged_into is not null;

alter table reservations add column guest_id bigint;
alter table reservations
  add constraint reservations_guest_fkey foreign key (hotel_id, guest_id) references guests (hotel_id, guest_id);
comment on column reservations.guest_id is 'the person; guest_name, guest_email and guest_phone are what the booking was made under. Null = stored by an earlier release and not assigned yet';
create index reservations_by_guest on reservations (hotel_id, guest_id);
