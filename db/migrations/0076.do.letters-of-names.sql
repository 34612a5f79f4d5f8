-- Names are found in either of the spellings that letters have where a keyboard lacks them: Ørsted as Orsted and Oersted, Åse as Ase and
-- Aase. ICAO Doc 9303, part 3, section 6, lists those of passports. The same letters are in src/model/letters.ts, and a test compares both.
-- Telephone numbers are found with 00, with a plus sign and with digits of other scripts.

-- Each letter is replaced on its own: translate compares each character of the text with all of the list, and took half of the time.
create or replace function fold_text(value text) returns text
language sql immutable parallel safe
return case when octet_length(value) = length(value) then lower(value) else translate(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(regexp_replace(
      normalize(replace(value, '´', ''''), nfkd),
      '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200c-\u200f]',
      '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'),
    'ð', 'd'), 'ħ', 'h'), 'ı', 'i'), 'ŋ', 'n'), 'ŧ', 't'), 'ə', 'e'), 'ς', 'σ'),
  -- Letters and digits of Arabic, in texts with some.
  case when value ~ '[\u0600-\u06ff\ufb50-\ufeff]' then 'ىیکة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹' else '' end,
  'ييكه01234567890123456789') end;

comment on function fold_text(text) is
  'the text in lower case without accents and marks of vowels: Müller and MULLER are muller, Straße is strasse, Παπαδόπουλος and ΠΑΠΑΔΟΠΟΥΛΟΣ are παπαδοπουλοσ';

create function spell_out(value text) returns text
language sql immutable parallel safe
return translate(
  replace(replace(replace(replace(replace(replace(
    lower(normalize(value, nfkc)),
    'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'), 'đ', 'dj'),
  'ə', 'a');

comment on function spell_out(text) is
  'the text in lower case with the other spelling of letters that have two: ae, oe and ue for umlauts, oe for ø, aa for å, dj for đ, a for ə';

create function spellings(value text) returns text[]
language sql immutable parallel safe
return array[fold_text(value)] || case
  when octet_length(value) > length(value) and normalize(value, nfkc) ~ '[äöüøåđəÄÖÜØÅĐƏ]' then array[fold_text(spell_out(value))]
  else '{}' end;

comment on function spellings(text) is
  'a text as fold_text has it, and in its other spelling, if there is one: Ørsted is orsted and oersted; two names that may be equal have one in common';

-- A regular expression is ten times as fast here as translate with 62 characters.
create or replace function without_punctuation(value text, separator text) returns text
language sql immutable parallel safe
return regexp_replace(value, '[\t\r\n!-/:-@[-`{-~‘’´‚“”„«»‹›‐–—·・•ʹʻʼ׳״־،؛؟。、「」]', separator, 'g');

create function plain_digits(value text) returns text
language sql immutable parallel safe
return translate(normalize(replace(value, '´', ''''), nfkc), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789');

comment on function plain_digits(text) is
  'the text with the digits of ASCII for full-width and Arabic ones';

create function phone_digits(phone text) returns text[]
language sql immutable parallel safe
return array[ltrim(regexp_replace(plain_digits(phone), '[^0-9]', '', 'g'), '0')]
  || case when plain_digits(phone) like '%(0)%'
    then array[ltrim(regexp_replace(replace(plain_digits(phone), '(0)', ''), '[^0-9]', '', 'g'), '0')] else '{}' end;

comment on function phone_digits(text) is
  'the digits of a telephone number without zeros at the beginning, with and without a zero in parentheses: +49 (0)176 is 490176 and 49176';

-- PL/pgSQL, because functions in SQL that call each other are planned again with each call: five times as slow for a booking. Names are
-- qualified, because indexes are built without a search path.
create or replace function search_terms(prefix text, value text) returns text[]
language plpgsql immutable parallel safe as $$
declare
  folded text := array_to_string(public.spellings(value), ' ');
begin
  if folded ~ '[^a-z0-9 ]' then
    folded := public.without_punctuation(folded, '') || ' ' || public.without_punctuation(folded, ' ');
  end if;
  return array_remove(string_to_array(prefix || replace(folded, ' ', ' ' || prefix), ' '), prefix);
end
$$;

comment on function search_terms(text, text) is
  'the words of a text by which it is found, each after the prefix: O''Brien is obrien, o and brien; Müller is muller and mueller; none for null';

drop function terms_with_prefix(text, text);

create or replace function booking_terms(
  hotel_id bigint, reservation_id bigint, guest_name text, guest_email text, guest_phone text, channel_reference text
) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  property text := hotel_id;
  reference text := left(channel_reference, 200);
  terms text[] := (property || 'i:' || reservation_id) || public.search_terms(property || 'n:', guest_name);
  digits text;
begin
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

create or replace function guest_terms(
  hotel_id bigint, name text, given_name text, family_name text, email text, phone text, phone_e164 text
) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  property text := hotel_id;
  terms text[] := public.search_terms(property || 'n:', concat_ws(' ', name, given_name, family_name));
  digits text;
begin
  if email is not null then
    terms := terms || public.search_terms(property || 'e:', email || ' ' || replace(email, '@', ' '));
  end if;
  if phone is not null then
    foreach digits in array public.phone_digits(phone) loop
      terms := terms || public.phone_terms(property, digits);
    end loop;
  end if;
  if phone_e164 is not null then
    terms := terms || public.phone_terms(property, ltrim(phone_e164, '+'));
  end if;
  return array_to_tsvector(terms);
end
$$;

create or replace function booking_query(hotel_id bigint, wanted text, fields text) returns tsquery
language sql immutable parallel safe
return (
  select string_agg('(' || alternatives || ')', '&')::tsquery
  from (
    select string_agg(distinct '''' || hotel_id || field || ':' || word || ''':*', '|') as alternatives
    from (
      -- A telephone number may be written with blanks: it is one word.
      select piece, place
      from (select translate(plain_digits(wanted), e' \t\r\n', '    ') as given) as text
      cross join lateral (select given ~ '^[0-9\s()/.+-]+$' as is_number) as kind
      cross join string_to_table(case when is_number then replace(given, ' ', '') else given end, ' ')
        with ordinality as pieces(piece, place)
    ) as pieces
    cross join lateral (select without_punctuation(piece, '') as plain) as plain
    cross join unnest(case when plain ~ '^[0-9]{1,15}$' then phone_digits(piece) else array[''] end) as digits
    cross join string_to_table(fields, null) as field
    cross join lateral (
      select without_punctuation(unnest(spellings(piece)), '') as word where field in ('n', 'e', 'r')
      union all select digits where field = 'i'
      union all select digits where field = 'p' and length(digits) >= 3
      union all select reverse(digits) where field = 'q' and length(digits) >= 3
    ) as terms
    where word <> ''
    group by place
  ) as query);

drop function spell_umlauts(text);

-- What is built on these functions.
reindex index reservations_by_terms;
reindex index reservations_by_name;
reindex index guests_by_terms;
