// Texts of calendars in the form in which they are compared.

/**
 * Texts are cut at this length, because removing accents takes quadratic time; channels' texts are far
 * shorter.
 */
export const MAX_TEXT_CHARACTERS = 2_000;

/** Normalises a text for comparison: lower case, without accents and superfluous blanks. */
export function normalised(text: string): string {
  return text
    .slice(0, MAX_TEXT_CHARACTERS)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
