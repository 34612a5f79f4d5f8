// The language of the screen: the browser's, or the one that the person chose on this device.
import { signal } from '@preact/signals';
import { en, type Messages } from './messages/en/index.ts';
import { readChoice, storeChoice } from './stored-choice.ts';

export type Language = 'en' | 'de' | 'pt' | 'es';

/** Languages by their own names, and how their texts are loaded. */
export const LANGUAGES: Record<Language, { name: string; load: () => Promise<Messages> }> = {
  en: { name: 'English', load: async () => en },
  de: { name: 'Deutsch', load: async () => (await import('./messages/de/index.ts')).de },
  pt: { name: 'Português', load: async () => (await import('./messages/pt/index.ts')).pt },
  es: { name: 'Español', load: async () => (await import('./messages/es/index.ts')).es },
};

const KEY = 'innwire.language';

/** The language that is shown. */
export const language = signal<Language>('en');
const shown = signal<Messages>(en);

/** Returns the texts in the language that is shown. What renders with it follows a change of the language. */
export function messages(): Messages {
  return shown.value;
}

/** Shows the person's language, else the first of the browser's that there is, else English. */
export async function startLanguage(): Promise<void> {
  const stored = readChoice(KEY);
  const wanted = [stored ?? '', ...navigator.languages].map((one) => one.split('-')[0]!);
  await showLanguage(wanted.find(isLanguage) ?? 'en');
}

/** Shows a language from now on, also after the next start. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  storeChoice(KEY, chosen);
  await showLanguage(chosen);
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

async function showLanguage(chosen: Language): Promise<void> {
  // Without the network a language that was never loaded cannot be shown; English always can.
  const texts = await LANGUAGES[chosen].load().catch(() => en);
  language.value = texts === en ? 'en' : chosen;
  shown.value = texts;
  document.documentElement.lang = language.value;
}

/** Returns the name of a language in the language of the screen; the tag itself where it is none. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(language.value, { type: 'language' }).of(tag) ?? tag;
  } catch {
    // A channel may report something that is no language tag.
    return tag;
  }
}
