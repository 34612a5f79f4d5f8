// Choices of language and theme, as items of a menu.
import { chooseLanguage, LANGUAGES, type Language, language, messages } from '../language.ts';
import type { MenuItem } from '../parts/Menu.tsx';
import { chooseTheme, theme } from '../theme.ts';

export function languageItems(): MenuItem[] {
  return Object.entries(LANGUAGES).map(([id, { name }]) => ({
    label: name,
    checked: id === language.value,
    run: () => void chooseLanguage(id as Language),
  }));
}

export function themeItems(): MenuItem[] {
  const { settings } = messages();
  return (['system', 'light', 'dark'] as const).map((id) => ({
    label: settings[id],
    checked: id === theme.value,
    run: () => chooseTheme(id),
  }));
}
