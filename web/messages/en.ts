// The texts of the front desk in English, by screen. The other languages have the same members.

export const en = {
  close: 'Close',
  undo: 'Undo',
  loading: 'Loading',
  screens: {
    label: 'Screens',
    parts: 'Parts',
  },
  skip: 'Skip to the content',
  settings: {
    label: 'Language and theme',
    short: 'Settings',
    system: 'Theme of the system',
    light: 'Light',
    dark: 'Dark',
  },
  failed: {
    title: 'The desk cannot be shown',
    noScreen: 'There is no such screen',
    toStart: 'Go to the start',
  },
};

/** The texts of a language: English is the measure of what there is. */
export type Messages = typeof en;
