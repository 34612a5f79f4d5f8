// Light or dark: as the system has it, or as the person chose on this device.
import { signal } from '@preact/signals';
import { readChoice, storeChoice } from './stored-choice.ts';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'innwire.theme';

export const theme = signal<Theme>('system');

/** Shows the theme that was chosen on this device. */
export function startTheme(): void {
  const stored = readChoice(KEY);
  showTheme(stored === 'light' || stored === 'dark' ? stored : 'system');
}

export function chooseTheme(chosen: Theme): void {
  storeChoice(KEY, chosen === 'system' ? null : chosen);
  showTheme(chosen);
}

function showTheme(chosen: Theme): void {
  theme.value = chosen;
  const { dataset } = document.documentElement;
  if (chosen === 'system') delete dataset['theme'];
  else dataset['theme'] = chosen;
}
