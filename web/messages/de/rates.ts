// The texts of the screen Rates in German.
import type { Messages } from '../en/index.ts';

export const rates = {
  sheet: 'Preise nach Zimmer und Tag',
  room: 'Zimmer',
  rooms: (count: number) => `${count} Zimmer`,
  nights: (count: number) => (count === 1 ? '1 Nacht' : `${count} Nächte`),
  lines: { price: 'Preis', rules: 'Mindestnächte, Regeln' },
  freeOf: (units: number) => `frei von ${units}`,
  free: (count: string) => `${count} frei`,
  closed: 'zu',
  minNights: (nights: number) => `mindestens ${nights === 1 ? '1 Nacht' : `${nights} Nächte`}`,
  maxNights: (nights: number) => `höchstens ${nights === 1 ? '1 Nacht' : `${nights} Nächte`}`,
  noMaximum: 'kein Höchstwert',
  noArrival: 'Keine Anreise',
  noDeparture: 'Keine Abreise',
  arrivalAgain: 'Anreise möglich',
  departureAgain: 'Abreise möglich',
  close: 'Sperren',
  openAgain: 'Freigeben',
  minimum: 'Min. Nächte',
  maximum: 'Max.',
  roundTo: 'Runden auf',
  fill: 'füllen',
  paste: 'aus Tabelle einfügen',
  tools: 'In den gewählten Nächten setzen',
  earlier: 'Woche davor',
  later: 'Woche danach',
  today: 'Heute',
  goTo: 'Zu einem Tag',
  notSent: 'Noch nicht gesendet',
  average: (amount: string) => `${amount} im Schnitt`,
  goesTo: 'Geht an',
  noChannel: 'nur dieses Haus; kein Kanal ist verbunden',
  unreadCells: (count: number) =>
    count === 1 ? '1 eingefügte Zelle war nicht lesbar' : `${count} eingefügte Zellen waren nicht lesbar`,
  droppedNights: (count: number) =>
    count === 1
      ? 'Die Änderung von 1 Nacht wurde verworfen: Die Nacht ist vorbei oder ihr Zimmer stillgelegt'
      : `Die Änderungen von ${count} Nächten wurden verworfen: Die Nächte sind vorbei oder ihre Zimmer stillgelegt`,
  refused: 'Nicht möglich:',
  drop: 'Verwerfen',
  send: 'Senden',
  sent: (nights: number) =>
    nights === 1 ? 'Preise von 1 Nacht geändert' : `Preise von ${nights} Nächten geändert`,
  noRooms: 'Noch keine Zimmer',
  noRoomsHelp: 'Zimmer in den Einstellungen anlegen; ihre Preise erscheinen hier.',
  allRooms: 'Alle Zimmer',
  from: 'Von',
  until: 'Bis',
  onlyOn: 'Nur an (keiner = jeder Tag)',
  sale: 'Verkauf',
  unchanged: 'wie es ist',
  notAPrice: '120, +10 % oder −5 schreiben',
  set: 'Setzen',
  open: 'im Verkauf',
  dropped: (nights: number) =>
    nights === 1
      ? 'Die Änderung von 1 Nacht wurde verworfen'
      : `Die Änderungen von ${nights} Nächten wurden verworfen`,
  escapeAgain: 'Noch einmal Esc verwirft, was nicht gesendet ist',
  unseen: (count: number, where: string) => `${count} davon nicht im Bild: ${where}`,
  andMore: (count: number) => `und ${count} weitere`,
  list: 'Alle zeigen',
  look: 'Zeigen',
  madeBefore: (moment: string) => `Gesetzt, bevor diese Seite geladen wurde, zuletzt ${moment}`,
  changedNights: (nights: number) =>
    nights === 1
      ? '1 Nacht hat seither einen anderen Wert bekommen'
      : `${nights} Nächte haben seither andere Werte bekommen`,
  ask: 'So senden?',
  askChanged: 'Das hat jemand geändert, seit es hier gesetzt wurde',
  askUnusual: (prices: number) =>
    prices === 1
      ? '1 Preis ist 0, weniger als die Hälfte oder mehr als das Dreifache von vorher'
      : `${prices} Preise sind 0, weniger als die Hälfte oder mehr als das Dreifache von vorher`,
  changedLine: (before: string, now: string, mine: string) =>
    `war ${before}, ist jetzt ${now}, hier gesetzt: ${mine}`,
  keepTheirs: 'Diese Werte lassen',
  sendAnyway: 'Trotzdem senden',
  back: 'Zurück',
  range: 'Zeitraum',
  rangeTitle: 'Zeitraum setzen',
  maximumNights: 'Max. Nächte',
  maximumHelp: '0 = kein Höchstwert',
  arrival: 'Anreise',
  departure: 'Abreise',
  notInSheet: 'Ein Tag ab heute, innerhalb von 13 Monaten',
  wrongEnd: 'Ein Tag innerhalb von 13 Monaten, nicht vor dem ersten',
  notNights: (least: number) => `Eine ganze Zahl von ${least} bis 999`,
  nothingToSet: 'Preis, Zahl der Nächte oder eine Regel angeben',
} satisfies Messages['rates'];
