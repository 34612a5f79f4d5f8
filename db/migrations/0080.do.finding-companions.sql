-- Bookings are found by the names of the guests who come along, too, with the same index.
drop index reservations_by_terms;
drop function booking_terms(bigint, bigint, text, text, text, text);

create function booking_terms(
  hotel_id bigint, reservation_id bigint, guest_name text, guest_email text, guest_phone text, channel_reference text, companions jsonb
) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  property text := hotel_id;
  reference text := left(channel_reference, 200);
  terms text[] := (property || 'i:' || reservation_id) || public.search_terms(property || 'n:', guest_name);
  digits text;
begin
  if companions is not null then
    terms := terms || public.search_terms(property || 'n:', (
      select string_agg(companion ->> 'name', ' ') from jsonb_array_elements(companions) as companion));
  end if;
  if guest_email is not null then
    terms := terms || public.search_terms(property || 'e:', guest_email || ' ' || replace(guest_email, '@', ' '));
  end if;
  if reference is not null then
    terms := terms || public.search_terms(property || 'r:', reference || ' ' || replace(reference, ' ', ''));
  end if;
  if guest_phone is not null then
    foreach digits in array public.phone_digits(guest_phone) loop
      terms := terms || public.phone_terms(property, digits);
    end loop;
  end if;
  return array_to_tsvector(terms);
end
$$;

comment on function booking_terms(bigint, bigint, text, text, text, text, jsonb) is
  'the words by which a booking is found, each after the property and a letter for its field: i id, n name of the guest or of a companion, e e-mail, r reference, p telephone number, q the same backwards; so a search reads only words of its own property';

create index reservations_by_terms on reservations using gin
  (booking_terms(hotel_id, reservation_id, guest_name, guest_email, guest_phone, channel_reference, companions));
alter index reservations_by_terms alter column 1 set statistics 0;
