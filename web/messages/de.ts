// The texts of the front desk in German.
import type { Messages } from './en.ts';

export const de = {
  close: 'Schließen',
  undo: 'Rückgängig',
  loading: 'Wird geladen',
  screens: {
    label: 'Ansichten',
    parts: 'Bausteine',
  },
  skip: 'Zum Inhalt',
  settings: {
    label: 'Sprache und Farben',
    short: 'Ansicht',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  failed: {
    title: 'Die Rezeption lässt sich nicht anzeigen',
    noScreen: 'Diese Ansicht gibt es nicht',
    toStart: 'Zum Anfang',
  },
} satisfies Messages;
