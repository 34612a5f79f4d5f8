-- What guests and channels say about a stay beyond its dates and price. The card itself is never stored.
alter table reservations
  add column language text check (length(language) <= 35),
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column meal text check (meal in ('none', 'breakfast', 'half_board', 'full_board', 'all_inclusive')),
  add column collected_by text check (collected_by in ('property', 'channel')),
  add column virtual_card jsonb check (jsonb_typeof(virtual_card) = 'object'),
  add column commission_minor bigint,
  add column charges jsonb check (jsonb_typeof(charges) = 'array');

comment on column reservations.language is 'of the guest, BCP 47; null = not known';
comment on column reservations.country is 'of the guest, ISO 3166-1 alpha-2; null = not known';
comment on column reservations.meal is 'meals that the price includes; null = not known';
comment on column reservations.collected_by is 'who takes the price from the guest: property or channel; null = not known';
comment on column reservations.virtual_card is 'activeFrom and activeUntil (dates) and amountMinor of the channel''s virtual card; null = none reported';
comment on column reservations.commission_minor is 'what the channel keeps or invoices for the sale; null = not reported';
comment on column reservations.charges is 'taxes, fees and services as the channel reported them: kind, description, amountMinor, quantity, included, collectedBy; null = none reported';
