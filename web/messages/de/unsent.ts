// German texts of changes that are not sent yet.
import type { Messages } from '../en/index.ts';

export const unsent = {
  kept: (done: string) => `${done}. Auf diesem Gerät gemerkt, bis der Server erreichbar ist.`,
  notYet: 'Das wird gerade gesendet. Sobald der Server geantwortet hat, lässt es sich zurücknehmen.',
  refused: (text: string) => `Nicht ausgeführt: ${text}`,
  title: 'Nicht gesendete Änderungen',
  count: (count: number) => `${count} nicht gesendet`,
  waiting: 'Wird gesendet, sobald der Server erreichbar ist',
  none: 'Alles ist gesendet.',
  refusedTitle: 'Abgelehnt',
  waitingTitle: 'Warten',
  outcomeUnknown:
    'Vor mehr als einem Tag ohne Antwort gesendet: vielleicht ist es schon geschehen. Erst nachsehen, dann erneut senden oder verwerfen.',
  changedMeanwhile: (theirs: string) =>
    `Jemand anders hat das inzwischen geändert. Dort steht jetzt: ${theirs}`,
  nothing: 'nichts',
  serverFailed: 'Der Server ist daran mehrmals gescheitert.',
  again: 'Erneut senden',
  anyway: 'Trotzdem senden',
  drop: 'Verwerfen',
  open: 'Aufenthalt öffnen',
  rates: 'Preise, die nicht gesendet sind',
  openRates: 'Preise öffnen',
  leaving: 'Wenn Sie sich jetzt abmelden, werden diese Änderungen gelöscht.',
  leave: 'Löschen und abmelden',
  needsNetwork: 'Rechnung, Nachrichten und Verlauf brauchen den Server, der gerade nicht erreichbar ist.',
} satisfies Messages['unsent'];
