// The texts of the screen of channels in German.
import type { LimitedPrice } from '../en/channels.ts';
import type { Messages } from '../en/index.ts';
import { endSentence } from '../end-sentence.ts';

export const channels = {
  title: 'Kanäle',
  view: 'Ansicht',
  views: { proof: 'Nachweis', connections: 'Verbindungen', log: 'Protokoll' },
  connect: 'Kanal verbinden',
  ofSample:
    'Das Beispielhaus tauscht mit Kanälen nichts aus. Melden Sie sich an, um zu sehen, was Ihre von jeder Nacht wissen.',
  none: 'Kein Kanal ist verbunden',
  noneMore: 'Verbinden Sie einen, und hier steht für jede Nacht, ob der Kanal sie kennt.',
  today: 'Heute',
  details: 'Einzelheiten',
  earlier: 'Zwei Wochen zurück',
  later: 'Zwei Wochen weiter',
  proof: 'Nachweis, was die Kanäle wissen',
  held: 'Freie Zimmer, Preis',
  weHold: 'bei uns',
  paused: 'Angehalten',
  pushAgain: 'Erneut senden',
  notSoldMore: 'Dieses Zimmer ist dem Kanal nicht zugeordnet: Dort kann es niemand buchen.',
  notKnown: 'unbekannt',
  exchange: 'Austausch',
  noExchange: 'Was ausgetauscht wurde, wird 30 Tage aufbewahrt.',
  noAnswer: 'Keine Antwort',
  noExchanges: 'Noch kein Austausch',
  more: 'Mehr anzeigen',
  conflicts: 'Konflikte',
  noConflict: 'Jeder Aufenthalt hat seinen Platz.',
  conflict: 'Konflikt',
  previous: 'Vorheriger',
  next: 'Nächster',
  noRoom: 'Nicht zugeordnetes Zimmer',
  noWay:
    'Kein anderes Zimmer hat Platz. Sprechen Sie mit dem Gast, oder bitten Sie den Kanal, die Buchung zu verlegen.',
  doIt: 'Ausführen',
  openStay: 'Aufenthalt öffnen',
  showNights: 'Diese Nächte zeigen',
  change: 'Ändern',
  exchangeAll: 'Alles erneut austauschen',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  disconnect: 'Trennen',
  disconnectMore:
    'Zuerst werden die Nächte dort geschlossen, danach wird nichts mehr ausgetauscht. Buchungen bleiben. Um dort wieder zu verkaufen, verbinden Sie den Kanal neu.',
  cancel: 'Abbrechen',
  allConfirmed: (count: number) => (count === 1 ? '1 Nacht bestätigt' : `${count} Nächte bestätigt`),
  nights: {
    on_the_way: (count: number) => (count === 1 ? '1 Nacht unterwegs' : `${count} Nächte unterwegs`),
    refused: (count: number) => (count === 1 ? '1 Nacht abgelehnt' : `${count} Nächte abgelehnt`),
    unknown: (count: number) => (count === 1 ? '1 Nacht ungewiss' : `${count} Nächte ungewiss`),
  },
  nightStates: {
    confirmed: 'bestätigt',
    on_the_way: 'unterwegs',
    refused: 'abgelehnt',
    unknown: 'ungewiss',
    not_sold: 'dort nicht im Verkauf',
  },
  confirmedAt: (time: string) => `bestätigt ${time}`,
  pushed: (channel: string, day: string) => `${channel}: ${day} wird erneut gesendet`,
  values: { available: 'Frei', price: 'Preis', min_stay: 'Mindestnächte' },
  outcomes: { partial: 'teilweise', failed: 'fehlgeschlagen' },
  ofCount: (one: number, all: number) => `${one} von ${all}`,
  soldTwice: (room: string, first: string, last: string, nights: number) =>
    nights === 1 ? `${room} doppelt verkauft, ${first}` : `${room} doppelt verkauft, ${first} – ${last}`,
  withoutPlace: (room: string) => `${room}: kein Platz für diesen Aufenthalt`,
  ways: {
    move: (guest: string, room: string, count: number) =>
      `${room} für ${guest}, ${count === 1 ? '1 Nacht' : `${count} Nächte`}`,
    give_way: (guest: string, room: string, count: number) =>
      `${guest} zieht stattdessen in ${room}, ${count === 1 ? '1 Nacht' : `${count} Nächte`}`,
    openUnit: (unit: string) => `${unit} wieder öffnen`,
    endClosure: (unit: string, day: string) => `${unit} ab ${day} wieder öffnen`,
    closed: 'vorerst geschlossen',
    unitLater: 'keine Einheit ist in allen Nächten frei: wird später zugeteilt',
    priceStays: 'der Preis bleibt',
    samePrice: 'gleicher Preis, der Gast zahlt wie vereinbart',
    dearer: (amount: string) => `${amount} mehr wert, der Gast zahlt wie vereinbart`,
    cheaper: (amount: string) => `${amount} weniger wert, der Gast zahlt wie vereinbart`,
  },
  states: {
    connected: 'verbunden',
    connecting: 'verbindet',
    delayed: 'verzögert',
    error: 'gestört',
    disconnected: 'getrennt',
    closing: 'schließt',
  },
  httpHelp: {
    credentials:
      'Der Kanal nimmt die Zugangsdaten nicht an. Vergleichen Sie sie mit denen in seinem Extranet und geben Sie sie unter „Ändern“ neu ein.',
    address:
      'Unter dieser Adresse antwortet nichts. Prüfen Sie die Adresse und die Nummer des Hauses beim Kanal.',
  },
  lastSync: (time: string) => `letzter Austausch ${time}`,
  moreOf: (channel: string) => `Mehr zu ${channel}`,
  atChannel: (channel: string) => `Bei ${channel}`,
  exchanging: (channel: string) => `${channel}: Alles wird erneut ausgetauscht`,
  pausedNow: (channel: string) => `${channel} ist angehalten`,
  resumed: (channel: string) => `${channel} läuft weiter`,
  disconnecting: (channel: string) => `${channel} wird getrennt, sobald die Nächte dort geschlossen sind`,
  disconnectAsk: (channel: string) => `${channel} trennen?`,
  maturity: { experimental: 'experimentell', unverified: 'nicht am Kanal erprobt' },
  protocols: {
    ical: 'Airbnb, Vrbo, Booking.com und jeder Kalender: nur Termine, alle paar Minuten gelesen',
    booking_com: 'Termine, Preise und Buchungen, mit dem Konto eines Connectivity-Partners',
    expedia: 'Termine, Preise und Buchungen, mit dem Konto eines Connectivity-Partners',
    vrbo: 'Termine, Preise und Buchungen für Softwarepartner',
    airbnb: 'Termine, Preise, Buchungen und Nachrichten, mit Partnerzugang',
    channex: 'Viele Kanäle über ein Konto bei Channex',
    open_channel: 'Jeder Partner, der das Open-Channel-Protokoll spricht',
  },
  reading: {
    found: (events: number, stays: number, nights: number) =>
      [
        events === 1 ? '1 Termin' : `${events} Termine`,
        stays === 1 ? '1 Aufenthalt' : `${stays} Aufenthalte`,
        nights === 1 ? '1 gesperrte Nacht' : `${nights} gesperrte Nächte`,
      ].join(' · '),
    leftOut: (reasons: string) => `Ausgelassen: ${reasons}`,
    reasons: {
      cancelled: (count: number) => `${count} abgesagt`,
      free: (count: number) => (count === 1 ? '1 freie Zeit' : `${count} freie Zeiten`),
      tentative: (count: number) => `${count} vorläufig`,
      past: (count: number) => `${count} vergangen`,
      beyond_horizon: (count: number) => `${count} zu weit voraus`,
      own: (count: number) =>
        count === 1 ? '1 eigene Sperre, zurückgeschickt' : `${count} eigene Sperren, zurückgeschickt`,
      no_night: (count: number) => `${count} ohne Nacht`,
      reversed: (count: number) => `${count} mit Ende vor dem Beginn`,
      outdated: (count: number) =>
        count === 1 ? '1 ältere Fassung eines anderen' : `${count} ältere Fassungen von anderen`,
      marker: (count: number) =>
        count === 1 ? '1 Vermerk zu An- oder Abreise' : `${count} Vermerke zu An- oder Abreise`,
      other: (count: number) =>
        count === 1 ? '1 Aufgabe oder anderer Eintrag' : `${count} Aufgaben oder andere Einträge`,
      unreadable: (count: number) => `${count} mit unlesbarem Datum`,
    },
  },
  limits: {
    label: (channel: string) => `Was ${channel} anders verkauft`,
    days: (channel: string, days: number) =>
      `${channel} verkauft ab heute nur ${days} Nächte: So ist das Haus dort eingestellt.`,
    cutOff: (channel: string, time: string, days: number) =>
      days === 0
        ? `${channel} schließt täglich um ${time} von sich aus die heutige Nacht.`
        : `${channel} schließt täglich um ${time} von sich aus die heutige und ${days === 1 ? 'die nächste Nacht' : `die nächsten ${days} Nächte`}.`,
    raised: (of: LimitedPrice) =>
      `${of.channel} hebt den Preis von ${of.nights} ${of.nights === 1 ? 'Nacht' : 'Nächten'} auf ${of.soldAt} an, den niedrigsten Preis des Hauses dort. Zuerst: ${of.room}, ${of.day}, hier ${of.price}.`,
    lowered: (of: LimitedPrice) =>
      `${of.channel} senkt den Preis von ${of.nights} ${of.nights === 1 ? 'Nacht' : 'Nächten'} auf ${of.soldAt}, den höchsten Preis des Hauses dort. Zuerst: ${of.room}, ${of.day}, hier ${of.price}.`,
  },
  otas: {
    none: (channel: string) => `Bei ${channel} ist noch kein Buchungsportal verbunden.`,
    label: (channel: string) => `Buchungsportale hinter ${channel}`,
    property: (channel: string) => `Das Haus bei ${channel}`,
    unnamed: 'Ein Portal ohne Namen',
    states: {
      on: 'eingeschaltet',
      off: 'ausgeschaltet',
      unknown: 'unbekannt, ob eingeschaltet',
      removed: 'nicht mehr verbunden',
    },
    removal: (day: string) => `wird am ${day} entfernt`,
    reported: (time: string) => `gemeldet ${time}`,
    dismiss: 'Gesehen',
    dismissOf: (ota: string) => `Gesehen: ${ota}`,
    dismissed: (ota: string) => `${ota}: von der Liste genommen`,
    failing: (otas: string, _count: number) => `${otas} gestört`,
    problems: {
      deactivated: (channel: string) =>
        `Bei ${channel} ausgeschaltet: Es verkauft vielleicht nach dem letzten Stand weiter, und seine Buchungen kommen vielleicht nicht an.`,
      removed: (channel: string) =>
        `Nicht mehr mit ${channel} verbunden: Es verkauft vielleicht nach dem letzten Stand weiter, und seine Buchungen kommen vielleicht nicht an.`,
      listing_disconnected: (channel: string) =>
        `Ein Inserat ist nicht mehr mit ${channel} verbunden: Dort wird vielleicht nach dem letzten Stand weiter verkauft.`,
      sync_error: (_channel: string, detail: string) =>
        `Eine Änderung wurde nicht übernommen${detail && ` (${detail})`}.`,
      rate_error: (_channel: string, detail: string) =>
        `Ein Preis wurde nicht übernommen${detail && ` (${detail})`}.`,
      sync_warning: (_channel: string, detail: string) =>
        `Eine Änderung wurde mit einer Warnung übernommen${detail && ` (${detail})`}.`,
      removal_announced: (channel: string, detail: string) =>
        detail ? endSentence(`${channel} entfernt es am ${detail}`) : `${channel} wird es entfernen.`,
      booking_unacknowledged: (channel: string, detail: string) =>
        `${channel} meldet, dass eine Buchung hier nicht angekommen ist${detail && ` (${detail})`}.`,
    },
    short: {
      deactivated: 'ausgeschaltet',
      removed: 'nicht mehr verbunden',
      listing_disconnected: 'Inserat nicht verbunden',
      sync_error: 'Änderung nicht übernommen',
      rate_error: 'Preis nicht übernommen',
      sync_warning: 'Warnung',
      removal_announced: 'wird entfernt',
      booking_unacknowledged: 'Buchung nicht angekommen',
    },
  },
  form: {
    calendars:
      'Der Kanal liest für jedes Zimmer einen Kalender von Ihnen, und Sie lesen seinen. Fügen Sie neben jedem Zimmer die Adresse ein, die der Kanal anzeigt; die Adressen für den Kanal stehen in den Einstellungen.',
    name: 'Name des Kanals',
    nameHelp: 'Kleinbuchstaben: airbnb, booking_com, agoda',
    url: 'Adresse',
    urlHelp: 'nur, wenn es nicht die übliche des Kanals ist',
    stored: 'Die Zugangsdaten sind gespeichert. Leer lassen, um sie zu behalten.',
    remove: 'Entfernen, was nicht mehr da ist',
    save: 'Speichern',
    attempt: 'Erst ausprobieren',
    rooms: 'Zimmer',
    roomsHelp: 'Leer lassen, was dort nicht verkauft wird.',
    room: 'Zimmer beim Kanal',
    rate: 'Ratenplan',
    calendar: 'Adresse des Kalenders',
    addLine: 'weitere Zeile',
    removeLine: 'Zeile entfernen',
    unit: 'Einheit',
    wholeRoom: 'ganze Kategorie',
    yes: 'ja',
    no: 'nein',
    accepted: 'Der Kanal nimmt es an.',
    notAsked: 'Der Kanal konnte nicht gefragt werden.',
    more: 'Weitere Einstellungen',
    connect: 'Verbinden',
    connected: (channel: string) => `${channel} ist verbunden`,
    pushed: (count: number) => (count === 1 ? '1 Nacht wird gesendet' : `${count} Nächte werden gesendet`),
    forSale: (count: number) => (count === 1 ? 'davon 1 im Verkauf' : `davon ${count} im Verkauf`),
    opened: (count: number) => (count === 1 ? '1 Nacht öffnet dort' : `${count} Nächte öffnen dort`),
    closed: (count: number) => (count === 1 ? '1 Nacht schließt dort' : `${count} Nächte schließen dort`),
    repriced: (count: number) =>
      count === 1 ? '1 Nacht bekommt einen anderen Preis' : `${count} Nächte bekommen einen anderen Preis`,
    imported: (count: number) =>
      count === 1 ? '1 Buchung würde übernommen' : `${count} Buchungen würden übernommen`,
  },
} satisfies Messages['channels'];
