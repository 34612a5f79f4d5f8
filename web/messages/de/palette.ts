// Die Suche, auf Deutsch.
import type { Messages } from '../en/index.ts';

export const palette = {
  placeholder: 'Gast, Zimmer, Datum oder Befehl',
  none: 'Nichts gefunden',
  noneHint: 'Namen und Referenzen früherer Aufenthalte werden auch auf dem Server gesucht.',
  groups: {
    days: 'Tage',
    stays: 'Aufenthalte',
    rooms: 'Zimmer',
    screens: 'Gehe zu',
    actions: 'Tun',
  },
  newStay: 'Neuer Aufenthalt',
  checkIn: 'Einchecken …',
  checkOut: 'Auschecken …',
  clean: 'Zimmer ist sauber …',
  closeRoom: 'Zimmer für heute Nacht sperren …',
  toDate: 'Zum Datum …',
  past: 'Zimmerplan zu einem anderen Zeitpunkt …',
  printDayList: 'Tagesliste drucken',
  darkTheme: 'Dunkles Design',
  lightTheme: 'Helles Design',
  withCompanion: (guest, companion) => `${guest}, mit ${companion}`,
  inCalendar: 'im Kalender',
  free: 'frei',
  older: 'Sucht weiter zurück',
  offline: 'Nur auf diesem Gerät wurde gesucht.',
  days: {
    today: 'heute',
    tomorrow: 'morgen',
    yesterday: 'gestern',
    next: 'nächsten',
  },
  keys: {
    move: 'bewegen',
    open: 'öffnen',
  },
  status: {
    held: 'Option',
    confirmed: 'kommt',
    checked_in: 'im Haus',
    checked_out: 'abgereist',
    cancelled: 'storniert',
    no_show: 'No-Show',
  },
} satisfies Messages['palette'];
