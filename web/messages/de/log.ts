// Das Protokoll auf Deutsch.
import type { GuestRequestKind, GuestRequestState } from '../../../src/model/guest-request.ts';
import type { GuestReviewState } from '../../../src/model/guest-review.ts';
import type { Messages } from '../en/index.ts';

const requests: Record<GuestRequestKind, string> = {
  booking: 'Buchungsanfrage',
  alteration: 'Bitte um Änderung einer Buchung',
  question: 'Frage zu einem Aufenthalt',
};

const guestReviewStates: Record<GuestReviewState, string> = {
  open: 'wartet',
  queued: 'unterwegs',
  sent: 'zugestellt',
  over: 'nicht mehr möglich',
};

const requestStates: Record<GuestRequestState, string> = {
  open: 'wartet auf Antwort',
  answering: 'Antwort unterwegs',
  accepted: 'angenommen',
  declined: 'abgelehnt',
  preapproved: 'vorab bestätigt',
  offered: 'zu einem Preis angeboten',
  closed: 'vorbei',
};

export const log = {
  sentences: {
    'booking.created': ({ guest, place, days, channel }) =>
      `${guest} hat gebucht: ${place}, ${days}, ${channel}`,
    'booking.modified': ({ guest, changes }) =>
      changes ? `${guest}: ${changes}` : `Aufenthalt von ${guest} geändert`,
    'booking.cancelled': ({ guest, place, days }) => `Aufenthalt von ${guest} storniert: ${place}, ${days}`,
    'booking.checked_in': ({ guest, place }) => `${guest} eingecheckt, ${place}`,
    'booking.checked_out': ({ guest, place }) => `${guest} ausgecheckt, ${place}`,
    'booking.conflict': ({ guest, place, days }) => `Kein Platz für ${guest}: ${place}, ${days}`,
    'booking.held': ({ guest, place, days }) => `Option für ${guest}: ${place}, ${days}`,
    'booking.hold_expired': ({ guest, place, days }) => `Option für ${guest} abgelaufen: ${place}, ${days}`,
    'booking.hold_cancelled': ({ guest, place, days }) => `Option für ${guest} aufgegeben: ${place}, ${days}`,
    'availability.changed': ({ room, days, what }) => `${room}, ${days}: ${what}`,
    'message.received': ({ guest }) => `${guest} hat geschrieben`,
    'message.queued': ({ guest }) => `Antwort an ${guest} unterwegs`,
    'message.sent': ({ guest }) => `Antwort an ${guest} zugestellt`,
    'message.failed': ({ guest }) => `Antwort an ${guest} nicht zugestellt`,
    'message.changed': ({ guest, waits }) =>
      waits ? `Der Text von ${guest} wartet auf eine Antwort` : `Der Text von ${guest} braucht keine Antwort`,
    'inquiry.received': ({ guest, channel }) => `Anfrage von ${guest} über ${channel}`,
    'inquiry.queued': ({ guest }) => `Antwort auf die Anfrage von ${guest} unterwegs`,
    'inquiry.sent': ({ guest }) => `Antwort auf die Anfrage von ${guest} zugestellt`,
    'inquiry.failed': ({ guest }) => `Antwort auf die Anfrage von ${guest} nicht zugestellt`,
    'inquiry.changed': ({ guest, waits }) =>
      waits ? `Der Text von ${guest} wartet auf eine Antwort` : `Der Text von ${guest} braucht keine Antwort`,
    'inquiry.booked': ({ guest }) => `Aus der Anfrage von ${guest} wurde eine Buchung`,
    'guest_request.received': ({ kind, place, days, channel }) =>
      `${channel}: ${requests[kind]}, ${place}, ${days}`,
    'guest_request.answered': ({ kind, place, days, channel }) =>
      `${channel}: Antwort unterwegs, ${requests[kind]}, ${place}, ${days}`,
    'guest_request.changed': ({ kind, state, place, days, channel }) =>
      `${channel}: ${requests[kind]}, ${place}, ${days}: ${requestStates[state]}`,
    'guest_review.received': ({ guest, channel }) =>
      `${channel}: ${guest} hat eine Bewertung geschrieben, sichtbar sobald der Gast bewertet ist`,
    'guest_review.written': ({ guest, channel }) => `${channel}: Bewertung des Gastes ${guest} unterwegs`,
    'guest_review.changed': ({ guest, channel, state }) =>
      `${channel}: Bewertung des Gastes ${guest}: ${guestReviewStates[state]}`,
    'task.created': ({ task, place, day }) => `Aufgabe: ${task}, ${place}, ${day}`,
    'task.changed': ({ task, place, changes }) => `Aufgabe ${task}, ${place}: ${changes || 'geändert'}`,
    'accounting.posted': ({ entry, guest }) => (guest ? `${entry}, ${guest}` : entry),
    'review.received': ({ guest, score, channel }) => `${guest} gab ${score} von 10 bei ${channel}`,
    'review.replied': ({ guest, channel }) => `Bewertung von ${guest} bei ${channel} beantwortet`,
    'review.changed': ({ guest, channel, delivery }) =>
      ({
        sent: `Antwort auf die Bewertung von ${guest} an ${channel} zugestellt`,
        failed: `Antwort auf die Bewertung von ${guest} von ${channel} nicht angenommen`,
        queued: `Antwort auf die Bewertung von ${guest} noch nicht an ${channel} zugestellt`,
      })[delivery ?? 'queued'],
    'channel.changed': ({ channel, state, otas }) => `${channel}: ${state}${otas && ` · ${otas}`}`,
    'guest.changed': ({ number }) => `Gast ${number}: Angaben geändert`,
    'guest.merged': ({ number }) => `Gast ${number} mit einem zweiten Eintrag derselben Person vereint`,
    'guest.erased': ({ number }) => `Gast ${number}: Daten gelöscht`,
    'property.changed': ({ changes, moved }) => {
      if (moved)
        return moved === 'archived' ? 'Das Haus wurde archiviert' : 'Das Haus wurde aus dem Archiv geholt';
      return changes ? `Das Haus: ${changes}` : 'Das Haus wurde angelegt';
    },
    'room.changed': ({ room, changes, how }) =>
      ({
        new: `Zimmer ${room} angelegt`,
        changed: `${room}: ${changes}`,
        retired: `Zimmer ${room} stillgelegt`,
      })[how],
    'unit.changed': ({ unit, room, changes, how }) =>
      ({
        new: `${unit} zu ${room} hinzugefügt`,
        changed: `${unit}: ${changes || 'geändert'}`,
        retired: `${unit} außer Gebrauch`,
      })[how],
    'template.changed': ({ name, how }) =>
      ({
        new: `Vorlage ${name} geschrieben`,
        changed: `Vorlage ${name} geändert`,
        retired: `Vorlage ${name} entfernt`,
      })[how],
    'closure.created': ({ unit, days, kind }) =>
      kind === 'out_of_order'
        ? `${unit} gesperrt, ${days}`
        : `${unit} nur, wenn sonst nichts frei ist, ${days}`,
    'closure.changed': ({ unit, days, changes }) => `Sperre von ${unit}, ${days}: ${changes || 'geändert'}`,
    'closure.ended': ({ unit }) => `${unit} wieder offen`,
    'proposal.created': ({ number }) => `Vorschlag ${number} gemacht`,
    'proposal.decided': ({ number, state }) =>
      ({
        approved: `Vorschlag ${number} angenommen`,
        declined: `Vorschlag ${number} abgelehnt`,
        failed: `Vorschlag ${number} angenommen, aber nicht möglich`,
      })[state],
    'proposal.reopened': ({ number }) => `Vorschlag ${number} wartet wieder`,
  },
  aGuest: 'Ein Gast',
  roomNumber: (id) => `Zimmer ${id}`,
  stayNumber: (id) => `Aufenthalt ${id}`,
  today: 'Heute',
  yesterday: 'Gestern',
  filters: 'Was gezeigt wird',
  who: 'Wer',
  everybody: 'Alle',
  anyone: {
    channel: 'Kanäle',
    person: 'Personen',
    agent: 'Agenten',
    token: 'Programme',
    operator: 'Betreiber',
    innwire: 'innwire selbst',
  },
  room: 'Zimmer',
  allRooms: 'Alle Zimmer',
  from: 'Von',
  until: 'bis',
  stay: (name) => `Nur der Aufenthalt von ${name}`,
  all: 'Alles',
  groups: {
    stays: 'Aufenthalte',
    money: 'Geld',
    messages: 'Nachrichten',
    rates: 'Preise',
    housekeeping: 'Housekeeping',
    house: 'Haus',
  },
  sinceLastVisit: 'Seit ich zuletzt hier war',
  seenBefore: 'Was darunter steht, haben Sie schon gesehen',
  clear: 'Filter entfernen',
  onlyStay: 'Nur dieser Aufenthalt',
  none: 'Nichts davon ist geschehen.',
  noneMore: 'Ohne einen der Filter ist mehr zu sehen.',
  earlier: 'Früheres zeigen',
  beginning: 'Hier beginnt das Protokoll.',
  newOnes: (count) => (count === 1 ? '1 neuer Eintrag' : `${count} neue Einträge`),
  raw: (seq) => `Ereignis ${seq} als Daten`,
  justBefore: 'Zimmerplan unmittelbar vor dieser Änderung',
  exchanges: 'Was an Kanäle ging',
  unknownActor: 'nicht vermerkt',
  program: (label) => `${label} (Programm)`,
  revoked: 'ein Programm',
  nights: {
    available: 'freie Zimmer',
    price: 'Preis',
    min_stay: 'Mindestaufenthalt',
    max_stay: 'Höchstaufenthalt',
    closed_to_arrival: 'Anreise',
    closed_to_departure: 'Abreise',
    stop_sell: 'Verkauf',
  },
  entries: {
    payment: 'Zahlung',
    refund: 'Erstattung',
    charge: 'Belastung',
    expense: 'Ausgabe',
    income: 'Preis des Aufenthalts',
    adjustment: 'Preis geändert um',
    reversal: 'Preis zurückgenommen',
  },
  members: {
    channel_checkin: 'Anreise beim Kanal',
    channel_checkout: 'Abreise beim Kanal',
    differences: 'zu entscheiden',
    connection: 'Verbindung',
    room_id: 'Zimmer',
    name: 'Name',
    address: 'Anschrift',
    timezone: 'Zeitzone',
    checkin_time: 'Check-in ab',
    checkout_time: 'Check-out bis',
    language: 'Sprache',
    email: 'E-Mail',
    phone: 'Telefon',
    website: 'Website',
    horizon_days: 'Kalender voraus, Nächte',
    inspects_units: 'gereinigte Zimmer werden geprüft',
    books_closed_until: 'Bücher geschlossen bis',
    infants_under_age: 'Kinder im Babybett unter',
    settings: 'Einstellungen',
    subscription: 'Abonnement',
    retention: 'Aufbewahrung der Daten',
    capacity: 'Gäste',
    cots: 'Babybetten',
    price: 'Preis',
    units: 'Anzahl der Zimmer',
    min_stay: 'Mindestaufenthalt',
    calendar_links: 'Kalenderlinks',
    task_name: 'Aufgabe',
    assignee: 'für',
    status: 'Stand',
    date: 'Tag',
    unit: 'Nummer',
    condition: 'Zustand',
    floor: 'Etage',
    position: 'Platz in der Liste',
    fromdate: 'von',
    todate: 'bis',
    kind: 'Art',
    reason: 'Grund',
    responsible: 'zuständig',
  },
  values: {
    true: 'ja',
    false: 'nein',
    dirty: 'zu reinigen',
    clean: 'sauber',
    inspected: 'geprüft',
    pending: 'offen',
    in_progress: 'begonnen',
    done: 'erledigt',
    cancelled: 'entfällt',
    out_of_order: 'gesperrt',
    out_of_service: 'nur, wenn sonst nichts frei ist',
  },
} satisfies Messages['log'];
