// Erases a person from the HTTP exchanges with channels.
import { ERASED_TEXT } from '../../model/guest.ts';
import { OTHERWISE_WRITTEN, spellingsOfName } from '../../model/letters.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import type { ErasedTable } from './person-rows.ts';
import { type PersonValues, spellingsOf } from './person-texts.ts';

/** Returns the forms in which requests and responses of any channel may write a stored id. */
export type WireIds = (id: string) => readonly string[];

/**
 * Removes URL and bodies of the exchanges that name the person, or, at the same channel, one of the ids of their orders, conversations,
 * messages and reviews: these hold more of the person than is known here. Exchanges of before this moment that are not stored yet will be
 * stored without URL and bodies, whomever they name.
 */
export async function eraseExchanges(
  tx: PropertyTransaction,
  { ids, values }: { ids: readonly { channel: string; id: string }[]; values: PersonValues },
): Promise<ErasedTable> {
  const forms = ids
    .filter(({ id }) => id.length >= SHORTEST_ID)
    .flatMap(({ channel, id }) =>
      spellingsOf(id).map((spelling) => ({ channel, id: spelling.toLowerCase() })),
    );
  const long = forms.filter(({ id }) => id.length >= UNIQUE_LENGTH);
  const short = forms.filter(({ id }) => id.length < UNIQUE_LENGTH);
  await tx.query(
    `insert into erasures (hotel_id, last_at) values ($1, $2) on conflict (hotel_id) do update set last_at = excluded.last_at`,
    [tx.hotelId, tx.now],
  );
  const rows = await tx.query(
    `with own as materialized (
       select exchange.activity_id, exchange.position from exchanges as exchange
       left join activity on activity.hotel_id = $1 and activity.entry_id = exchange.activity_id
       cross join lateral (select lower(concat_ws(chr(10), exchange.url, exchange.request, exchange.response, exchange.error)) as text offset 0) as whole
       where exchange.hotel_id = $1 and (
         exists (select 1 from unnest($3::text[], $4::text[]) as own(channel, id)
           where own.channel = activity.channel and position(own.id in whole.text) > 0)
         or exists (select 1 from unnest($5::text[], $6::text[]) as own(channel, pattern)
           where own.channel = activity.channel and whole.text ~ own.pattern)
         or exists (select 1 from unnest($7::text[]) as pattern where whole.text ~ pattern))
     )
     update exchanges set url = $2, request = $2, response = case when response is not null then $2 end,
       error = case when error is not null then $2 end
     from own where exchanges.hotel_id = $1 and exchanges.activity_id = own.activity_id and exchanges.position = own.position
       and exchanges.request <> $2
     returning 1`,
    [
      tx.hotelId,
      ERASED_TEXT,
      long.map(({ channel }) => channel),
      long.map(({ id }) => id),
      short.map(({ channel }) => channel),
      short.map(({ id }) => tokenPattern(id)),
      patternsOf(values),
    ],
  );
  return { table: 'exchanges', rows: rows.length };
}

/** Shorter ids are in nearly every text. */
const SHORTEST_ID = 3;
/** From this length on an id is found within other letters and digits too, such as those of escapes. */
const UNIQUE_LENGTH = 8;

/** A regular expression of PostgreSQL: the id as a word of its own, also after an escape of JSON or a URL. */
function tokenPattern(id: string): string {
  return `(^|[^a-z0-9]|%[0-9a-f]{2}|\\\\[nrt])${escaped(id)}($|[^a-z0-9])`;
}

function escaped(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~ ]/g, '\\$&');
}

/** Returns regular expressions of PostgreSQL, for texts in small letters. */
function patternsOf({ names, texts, phones }: PersonValues): string[] {
  return [
    ...names.flatMap(namePatterns),
    ...texts.map(wordPattern),
    ...phones.map((phone) => {
      const digits = [...phone.replaceAll(/[^0-9]/g, '').replace(/^00/, '')];
      return `(^|[^a-z0-9]|%2b|%20)(00)?${digits.join('([^0-9a-z]|%2[08]){0,3}')}($|[^0-9a-z])`;
    }),
  ];
}

/** A name as a whole, with the last word first, and divided into two members that stand near each other. */
function namePatterns(name: string): string[] {
  const parts = name.toLowerCase().split(/\s+/);
  if (parts.length === 1) return [wordPattern(name)];
  const between = '([[:space:]+,_]|%20|%2c){1,6}';
  const whole = [parts, [parts.at(-1)!, ...parts.slice(0, -1)]].map((order) =>
    order.map(wordPattern).join(between),
  );
  const apart = parts.slice(1).flatMap((_, place) => {
    const [first, last] = [parts.slice(0, place + 1), parts.slice(place + 1)].map(
      (part) => `[">=]${part.map(wordPattern).join(between)}\\\\?["<&]`,
    );
    return [`${first}.{0,99}${last}`, `${last}.{0,99}${first}`];
  });
  return [...whole, ...apart];
}

/** Letters that are written in several ways are any few signs; a text without others is looked for as it is. */
function wordPattern(text: string): string {
  const small = text.toLowerCase().normalize('NFC');
  if (!/[a-z0-9]{3}/.test(small))
    return [...new Set([...spellingsOf(small), ...spellingsOfName(small)])]
      .map((spelling) => escaped(spelling.toLowerCase()))
      .join('|')
      .replace(/^.*$/, '($&)');
  return small.replaceAll(LETTERS, (letter) => {
    if (/^[a-z0-9]$/.test(letter)) return letter;
    return letter.length === 2 && PAIRS.includes(letter) ? `(${letter}|[^[:space:]<>"]{1,6})` : '[^<>]{1,6}';
  });
}

/** Pairs of letters that may be one letter, such as `ss` and `oe`. */
const PAIRS = [...OTHERWISE_WRITTEN.keys()].filter((written) => written.length > 1);
const LETTERS = new RegExp(`${PAIRS.join('|')}|.`, 'gsu');
