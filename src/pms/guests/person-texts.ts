// Finds a person's name and contact in stored texts, in the spellings that JSON, URLs and XML give them.

/** What stands in a text in place of what was erased. */
export const ERASED_TEXT = '(erased)';

/** Maximum length of the names of tasks; other texts may be longer. */
const SHORTEST_LIMIT = 200;

/** Shorter names are words of their own, and would be found in other people's texts. */
const MIN_LENGTH = 5;

/** Returns each value in every spelling in which it may be stored; short and missing ones are left out. */
export function spellingsOf(values: readonly (string | null)[]): string[] {
  const own = values.filter((value) => value !== null && value.trim().length >= MIN_LENGTH) as string[];
  return [...new Set(own.map((value) => value.trim()).flatMap(spellings))].sort(
    (a, b) => b.length - a.length,
  );
}

function spellings(value: string): string[] {
  const quoted = JSON.stringify(value).slice(1, -1);
  const inUrl = encodeURIComponent(value.toWellFormed());
  const ascii = value.replace(/[^ -~]/g, (letter) =>
    [...Array(letter.length).keys()]
      .map((i) => `\\u${letter.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  const xml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    value,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    ascii,
    inUrl,
    inUrl.replaceAll('%20', '+'),
    xml,
    xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  ];
}

/** Replaces every spelling in a text, whatever its capitals. */
export function withoutSpellings(text: string, spellings: readonly string[]): string {
  return spellings.reduce(
    (rest, spelling) => rest.replaceAll(new RegExp(RegExp.escape(spelling), 'gi'), ERASED_TEXT),
    text,
  );
}

/**
 * Replaces a person's name and contact in a text that people wrote, where they are words of their own: `Smith` in `Flowers for Smith`,
 * not in `Smithson`. A text that would become longer than `SHORTEST_LIMIT` and than it was is cut off, because its column has a limit.
 */
export function withoutPersonInProse(text: string, spellings: readonly string[]): string {
  const erased = spellings.reduce(
    (rest, spelling) =>
      rest.replaceAll(
        new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(spelling)}(?![\\p{L}\\p{N}])`, 'giu'),
        ERASED_TEXT,
      ),
    text,
  );
  return erased.slice(0, Math.max(text.length, SHORTEST_LIMIT)).toWellFormed();
}

/** Applies a function to all texts in a JSON value; names of members stay. */
export function mapValues(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapValues(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapValues(inner, change)]));
}
