// The texts of all languages that the sample's guests write in.

import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { ITALIAN } from './it.ts';
import { DUTCH } from './nl.ts';
import type { Language, Phrases } from './phrases.ts';
import { PORTUGUESE } from './pt.ts';

export const PHRASES: Record<Language, Phrases> = {
  en: ENGLISH,
  pt: PORTUGUESE,
  es: SPANISH,
  fr: FRENCH,
  de: GERMAN,
  it: ITALIAN,
  nl: DUTCH,
};
