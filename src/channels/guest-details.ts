// Reads details of guests and stays that channels write as text: language, country, meals, company, address.
import type { Meal } from '../model/stay-details.ts';

/** Returns a BCP 47 tag in its usual spelling, from `de`, `pt-BR` or `en_us`; null for anything else. */
export function languageOf(text: string | null): string | null {
  const tag = text?.replaceAll('_', '-') ?? '';
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** Returns a code of ISO 3166-1 in capital letters; null for anything but two letters. */
export function countryOf(text: string | null): string | null {
  return text !== null && /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : null;
}

/**
 * Reads the meals that a price includes from a channel's sentence, as Booking.com writes it: `Breakfast is
 * included in the room rate.` A meal that costs extra is not included. Null = not understood.
 */
export function mealOf(text: string | null): Meal | null {
  const sentence = text?.toLowerCase().replaceAll(/[-_]/g, ' ') ?? '';
  const named = BOARDS.find(([pattern]) => pattern.test(sentence));
  if (named) return named[1];
  const has = (meal: string) => sentence.includes(meal);
  if (!/\bincluded?\b|\bincludes\b|\bwith\b|^breakfast$/.test(sentence))
    return /\bcosts?\b/.test(sentence) ? 'none' : null;
  // `Breakfast is included, dinner costs EUR 30` is not understood.
  if (/\bcosts?\b|\bnot\b/.test(sentence)) return null;
  if (has('breakfast') && has('lunch') && has('dinner')) return 'full_board';
  if (has('breakfast') && (has('dinner') || has('lunch'))) return 'half_board';
  return has('breakfast') && !has('dinner') && !has('lunch') ? 'breakfast' : null;
}

const BOARDS: readonly (readonly [RegExp, Meal])[] = [
  [/\ball inclusive\b/, 'all_inclusive'],
  [/\bfull board\b/, 'full_board'],
  [/\bhalf board\b/, 'half_board'],
  [/\bbed and breakfast\b|\bb&b\b/, 'breakfast'],
  [/\broom only\b|\bno meals?\b|\bself catering\b/, 'none'],
];

/** Returns a line for the notes with a sentence about meals that `mealOf` does not understand; else null. */
export function mealNote(text: string | null): string | null {
  return text !== null && mealOf(text) === null ? `Meals: ${text}` : null;
}

/** Joins street, postal code, town and region to one line; parts that say nothing (`.`, `-`) are left out. */
export function addressOf(...parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null && /[\p{L}\p{N}]/u.test(part)).join(', ') || null;
}

/** Joins texts by lines; null when all are. */
export function linesOf(...texts: (string | null | undefined)[]): string | null {
  return texts.filter((text) => text !== null && text !== undefined && text !== '').join('\n') || null;
}
