-- Finding a guest as a booking is found: any word of the name or the e-mail address, or the telephone number, by its beginning.
create function guest_terms(
  hotel_id bigint, name text, given_name text, family_name text, email text, phone text, phone_e164 text
) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(
  search_terms(hotel_id || 'n:', concat_ws(' ', name, given_name, family_name))
  || case when email is not null then search_terms(hotel_id || 'e:', email || ' ' || replace(email, '@', ' ')) end
  || case when phone is not null then
    phone_terms(hotel_id::text, ltrim(regexp_replace(phone, '[^0-9]', '', 'g'), '0')) end
  || case when phone_e164 is not null then phone_terms(hotel_id::text, ltrim(phone_e164, '+')) end,
  null));

comment on function guest_terms(bigint, text, text, text, text, text, text) is
  'the words by which a guest is found, as booking_terms has those of a booking: n name, e e-mail, p telephone number, q the same backwards';

create index guests_by_terms on guests using gin
  (guest_terms(hotel_id, name, given_name, family_name, email, phone, phone_e164));
-- Statistics of its terms would make every analyze compute the words of 30,000 guests.
alter index guests_by_terms alter column 1 set statistics 0;
