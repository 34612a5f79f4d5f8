// The texts of the front desk in German.

import type { Messages } from '../en/index.ts';
import { endSentence } from '../end-sentence.ts';
import { calendar } from './calendar.ts';
import { causes } from './causes.ts';
import { channels } from './channels.ts';
import { exchanges } from './exchanges.ts';
import { guestRequests } from './guest-requests.ts';
import { guestReviews } from './guest-reviews.ts';
import { houseSettings } from './house-settings.ts';
import { housekeeping } from './housekeeping.ts';
import { imports } from './imports.ts';
import { inbox } from './inbox.ts';
import { log } from './log.ts';
import { palette } from './palette.ts';
import { account, people } from './people.ts';
import { practice } from './practice.ts';
import { proposals } from './proposals.ts';
import { rates } from './rates.ts';
import { reports } from './reports.ts';
import { setup } from './setup.ts';
import { signin, welcome } from './signin.ts';
import { stay } from './stay.ts';
import { today } from './today.ts';
import { unsent } from './unsent.ts';

export const de = {
  palette,
  imports,
  practice,
  proposals,
  exchanges,
  causes,
  guestRequests,
  guestReviews,
  people,
  setup,
  account,
  signin,
  welcome,
  close: 'Schließen',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  keys: {
    title: 'Tasten',
    bars: 'Ein Balken im Kalender: mit Tab in das Raster, mit den Pfeiltasten zum Balken; Enter öffnet ihn.',
  },
  loading: 'Wird geladen',
  ago: (age: string) => `vor ${age}`,
  undone: (change: string) => `Zurückgenommen: ${change}`,
  notUndone: (change: string) => `Nicht zurückgenommen, denn es wurde seither geändert: ${change}`,
  notRedone: (change: string) => `Nicht noch einmal getan, denn es wurde seither geändert: ${change}`,
  halfUndone: (change: string) => endSentence(`Nur teilweise zurückgenommen: ${change}`),
  halfRedone: (change: string) => endSentence(`Nur teilweise noch einmal getan: ${change}`),
  direct: 'Direkt',
  nothingToUndo: 'Hier ist nichts zurückzunehmen. Was vorher geschah, steht im Protokoll.',
  unreachable:
    'Der Server ist nicht erreichbar, und das hier braucht ihn. Bitte erneut versuchen, wenn die Verbindung wieder da ist.',
  noAnswer:
    'Es kam keine Antwort: vielleicht ist es getan, vielleicht nicht. Unverändert und in diesem Fenster noch einmal senden, wenn die Verbindung wieder da ist: doppelt wird nichts getan.',
  doneBefore: (change: string) => `Schon beim ersten Mal getan, und nicht noch einmal: ${change}`,
  unsent,
  chooseProperty: 'Haus wählen',
  archived: {
    line: 'Dieses Haus ist archiviert: Alles ist lesbar, und nichts darin ändert sich.',
    named: (name) => `${name} (archiviert)`,
    list: (count) => (count === 1 ? '1 archiviertes zeigen' : `${count} archivierte zeigen`),
  },
  search: { find: 'Suchen oder tun' },
  live: {
    live: 'aktuell',
    title: 'Alles, was geschehen ist, wird angezeigt. Die Zahl ist die des letzten Ereignisses.',
    connecting: 'verbindet',
    never: 'keine Verbindung',
    retry: 'Erneut verbinden',
    late: (age: string) => `${age} alt`,
  },
  channels,
  screens: {
    label: 'Ansichten',
    calendar: 'Zimmerplan',
    channels: 'Kanäle',
    signin: 'Anmelden',
    welcome: 'Willkommen',
    setup: 'Einrichten',
    people: 'Team',
    account: 'Mein Konto',
    inbox: 'Nachrichten',
    housekeeping: 'Zimmer',
    today: 'Heute',
    rates: 'Preise',
    reports: 'Berichte',
    settings: 'Einstellungen',
    log: 'Protokoll',
    parts: 'Bausteine',
  },
  rail: { today: 'heute zu klären', inbox: 'ohne Antwort', housekeeping: 'zu reinigen', channels: 'gestört' },
  housekeeping,
  houseSettings,
  log,
  inbox,
  reports,
  rates,
  skip: 'Zum Inhalt',
  settings: {
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    more: 'Mehr',
    label: 'Sprache und Farben',
    short: 'Ansicht',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  failed: {
    title: 'Die Rezeption lässt sich nicht anzeigen',
    screen: 'Diese Ansicht lässt sich nicht anzeigen: In ihr ist ein Fehler aufgetreten',
    unsentKept: 'Noch nicht gesendete Änderungen bleiben erhalten.',
    again: 'Erneut laden',
    noScreen: 'Diese Ansicht gibt es nicht',
    toStart: 'Zum Anfang',
  },
  calendar,
  stay,
  today,
} satisfies Messages;
