// The texts about proposals of agents in German.
import type { Messages } from '../en/index.ts';

export const proposals: Messages['proposals'] = {
  show: 'Zeigen',
  fold: 'Weniger zeigen',
  title: 'Von Agenten vorgeschlagen',
  approve: 'Annehmen',
  decline: 'Ablehnen',
  again: 'Noch einmal',
  putAway: 'Weglegen',
  open: 'Aufenthalt öffnen',
  proposed: (what) => `Vorschlag: ${what}`,
  approved: (what) => `Angenommen: ${what}`,
  declined: (what) => `Abgelehnt: ${what}`,
  approvedBy: (name) => `angenommen von ${name}`,
  menu: 'Vorschlag eines Agenten',
  hint: 'Eingabe nimmt an, Rücktaste lehnt ab',
  book: (room, guest) => `${room} für ${guest} buchen`,
  hold: (room, guest) => `${room} für ${guest} vormerken`,
  change: (guest) => `${guest} ändern`,
  cancel: (guest) => `${guest} stornieren`,
  endEarly: (guest) => `${guest} früher abreisen lassen`,
  write: (guest) => `An ${guest} schreiben`,
  reply: 'Anfrage beantworten',
  noMaximum: 'keine Höchstdauer',
  members: { early: 'auch vor der Anreise', hold_minutes: 'Option in Minuten' },
};
