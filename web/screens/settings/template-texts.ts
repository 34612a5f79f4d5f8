// The texts of a template as they are written: one for each language, merged with what others have saved meanwhile.

/** A text as it is written. `id`: of the line of the form, which stays when others are removed. */
export type Written = { id: number; language: string; text: string };
/** By language. */
type Texts = Readonly<Record<string, string>>;

let lastId = 0;

/** Returns a line of the form. */
export function newLine(language: string, text = ''): Written {
  lastId += 1;
  return { id: lastId, language, text };
}

/** Returns the texts of a template as lines of the form. */
export function linesOf(texts: Texts): Written[] {
  return Object.entries(texts).map(([language, text]) => newLine(language, text));
}

/**
 * Returns the lines once they were saved: as stored, with what others have written, but for what the person has written on meanwhile.
 * `sent`: the lines that were saved; `stored`: the texts after that.
 */
export function linesAfterSave(
  present: readonly Written[],
  sent: readonly Written[],
  stored: Texts,
): Written[] {
  const isSame = (line: Written) =>
    sent.some(({ id, language, text }) => id === line.id && language === line.language && text === line.text);
  const lines = present.flatMap((line) => {
    if (!isSame(line)) return [line];
    const text = stored[line.language.trim()];
    return text === undefined ? [] : [{ ...line, text }];
  });
  const known = new Set([...sent, ...present].map(({ language }) => language.trim()));
  const others = Object.entries(stored).filter(([language]) => !known.has(language));
  return [...lines, ...linesOf(Object.fromEntries(others))];
}

/** Returns texts with another one in a language; undefined = none. */
export function withText(texts: Texts, language: string, text: string | undefined): Texts {
  const { [language]: _, ...others } = texts;
  return text === undefined ? others : { ...others, [language]: text };
}

/** Languages that a text can be written in by choosing one; others are typed. */
export const COMMON_LANGUAGES = [
  'en',
  'de',
  'es',
  'pt',
  'fr',
  'it',
  'nl',
  'pl',
  'cs',
  'da',
  'sv',
  'tr',
  'ja',
  'zh',
];

/** Returns a text with a placeholder in place of what is selected, from `start` until `end`, and where the cursor then stands. */
export function insertPlaceholder(
  text: string,
  name: string,
  { start, end }: { start: number; end: number },
): { text: string; cursor: number } {
  const inserted = `{{ ${name} }}`;
  return { text: text.slice(0, start) + inserted + text.slice(end), cursor: start + inserted.length };
}

/** Returns the language that stands in two lines, however it is written; null = each stands in one. */
export function repeatedLanguage(lines: readonly Written[]): string | null {
  const seen = new Set<string>();
  for (const { language } of lines) {
    const key = language.trim().toLowerCase();
    if (seen.has(key)) return language.trim();
    seen.add(key);
  }
  return null;
}

/**
 * Returns what is to be saved: the lines where they differ from `base`, which the form began with, and what is stored by now elsewhere.
 * `clashes`: languages that both changed, each in another way.
 */
export function mergeTexts(
  base: Texts,
  stored: Texts,
  lines: readonly Written[],
): { texts: Record<string, string>; clashes: string[] } {
  const mine: Texts = Object.fromEntries(lines.map(({ language, text }) => [language.trim(), text]));
  const languages = new Set([...Object.keys(stored), ...Object.keys(mine), ...Object.keys(base)]);
  const texts: Record<string, string> = {};
  const clashes: string[] = [];
  for (const language of languages) {
    const isMine = mine[language] !== base[language];
    const isTheirs = stored[language] !== base[language];
    if (isMine && isTheirs && mine[language] !== stored[language]) clashes.push(language);
    const text = isMine ? mine[language] : stored[language];
    if (text !== undefined) texts[language] = text;
  }
  return { texts, clashes };
}
