-- Finding a booking by what a guest says on the telephone: any word of the name, e-mail address, telephone number,
-- reference or id, by its beginning. It needs no extension, because an operator's own PostgreSQL may not let us create one.

create function fold_text(value text) returns text
language sql immutable parallel safe
return translate(
  replace(replace(replace(
    lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
  'øłđðħı', 'olddhi');

comment on function fold_text(text) is
  'the text in lower case without accents: Müller and MULLER are muller, Straße is strasse';

create function spell_umlauts(value text) returns text
language sql immutable parallel safe
return replace(replace(replace(lower(normalize(value, nfc)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue');

comment on function spell_umlauts(text) is
  'the text in lower case with ae, oe and ue for umlauts, as it is written where a keyboard has none';

create function without_punctuation(value text, separator text) returns text
language sql immutable parallel safe
return translate(value, e' \t\r\n!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~‘’´', '    ' || repeat(separator, 35));

comment on function without_punctuation(text, text) is
  'the text with the separator, a blank or nothing, for each punctuation mark: O''Brien is O Brien or OBrien';

create function terms_with_prefix(prefix text, value text) returns text[]
language sql immutable parallel safe
return array_remove(string_to_array(replace(
  without_punctuation(value, '') || ' ' || without_punctuation(value, ' '), ' ', ' ' || prefix), ' ', ''), prefix);

create function search_terms(prefix text, value text) returns text[]
language sql immutable parallel safe
return terms_with_prefix(prefix, ' ' || fold_text(value)
  || case when normalize(value, nfc) ~ '[äöüÄÖÜ]' then ' ' || fold_text(spell_umlauts(value)) else '' end);

comment on function search_terms(text, text) is
  'the words of a text by which it is found, each after the prefix: O''Brien is obrien, o and brien; Müller is muller and mueller; null for null';

create function phone_terms(property text, digits text) returns text[]
language sql immutable parallel safe
return array[
  property || 'q:' || reverse(digits),
  property || 'p:' || digits,
  property || 'p:' || substr(digits, 2),
  property || 'p:' || substr(digits, 3),
  property || 'p:' || substr(digits, 4),
  property || 'p:' || substr(digits, 5)];

comment on function phone_terms(text, text) is
  'a telephone number backwards, and from each of its first digits on: callers leave out the country code, or say only how it ends';

create function booking_terms(
  hotel_id bigint, reservation_id bigint, guest_name text, guest_email text, guest_phone text, channel_reference text
) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(
  array[hotel_id || 'i:' || reservation_id]
  || search_terms(hotel_id || 'n:', guest_name)
  || case when guest_email is not null then
    search_terms(hotel_id || 'e:', guest_email || ' ' || replace(guest_email, '@', ' ')) end
  || case when channel_reference is not null then
    search_terms(hotel_id || 'r:', left(channel_reference, 200) || ' ' || replace(left(channel_reference, 200), ' ', '')) end
  || case when guest_phone is not null then
    phone_terms(hotel_id::text, ltrim(regexp_replace(guest_phone, '[^0-9]', '', 'g'), '0')) end,
  null));

comment on function booking_terms(bigint, bigint, text, text, text, text) is
  'the words by which a booking is found, each after the property and a letter for its field: i id, n name, e e-mail, r reference, p telephone number, q the same backwards; so a search reads only words of its own property';

create function booking_query(hotel_id bigint, wanted text, fields text) returns tsquery
language sql immutable parallel safe
return (
  select string_agg('(' || alternatives || ')', '&')::tsquery
  from (
    select string_agg(distinct '''' || hotel_id || field || ':' || word || ''':*', '|') as alternatives
    from (
      -- A telephone number may be written with blanks: it is one word.
      select piece, place
      from (select translate(wanted, e' \t\r\n', '    ') as given, wanted ~ '^[0-9\s()/.+-]+$' as is_number) as text,
      string_to_table(case when is_number then replace(given, ' ', '') else given end, ' ') with ordinality as pieces(piece, place)
    ) as pieces
    cross join lateral (select without_punctuation(piece, '') as plain) as plain
    cross join lateral (select case when plain ~ '^[0-9]{1,15}$' then ltrim(plain, '0') else '' end as digits) as number
    cross join string_to_table(fields, null) as field
    cross join lateral (
      select without_punctuation(unnest(array[fold_text(piece), fold_text(spell_umlauts(piece))]), '') as word
      where field in ('n', 'e', 'r')
      union all select digits where field = 'i'
      union all select digits where field = 'p' and length(digits) >= 3
      union all select reverse(digits) where field = 'q' and length(digits) >= 3
    ) as terms
    where word <> ''
    group by place
  ) as query);

comment on function booking_query(bigint, text, text) is
  'the query that finds the bookings of a property with all words of a text, each at the beginning of a word in one of the fields (letters as in booking_terms); null for a text without words';

create index reservations_by_terms on reservations using gin
  (booking_terms(hotel_id, reservation_id, guest_name, guest_email, guest_phone, channel_reference));
-- Statistics of its terms would make every analyze compute the words of 30,000 bookings.
alter index reservations_by_terms alter column 1 set statistics 0;

-- The orders and the filters of the front desk's lists.
create index reservations_by_checkout on reservations (hotel_id, checkout, reservation_id);
create index reservations_by_creation on reservations (hotel_id, created_at, reservation_id);
create index reservations_by_name on reservations (hotel_id, fold_text(guest_name), reservation_id);
create index reservations_by_room on reservations (hotel_id, room_id, checkin, reservation_id);
create index reservations_by_status on reservations (hotel_id, status, checkin, reservation_id);
create index reservations_by_channel on reservations (hotel_id, channel, checkin, reservation_id);
create index reservations_in_conflict on reservations (hotel_id, checkin, reservation_id) where conflict is not null;
create index reservation_nights_by_date on reservation_nights (hotel_id, date);
