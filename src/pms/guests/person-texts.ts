// Finds a person's name and contact in stored texts, in the spellings that JSON, URLs and XML give them.

/** What stands in a text in place of what was erased. */
export const ERASED_TEXT = '(erased)';

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
