// The sentences of the exchanges with channels in German.
import type { Messages } from '../en/index.ts';

const nights = (count: number) => (count === 1 ? '1 Nacht' : `${count} Nächte`);

export const exchanges = {
  nights: {
    ok: (count) =>
      count === 0 ? 'Noch keine Nacht gesendet, gleich geht es weiter' : `${nights(count)} angenommen`,
    partial: (count) => (count === 0 ? 'Nächte abgelehnt' : `${nights(count)} angenommen, etwas abgelehnt`),
    failed: (count) =>
      count === 0
        ? 'Keine Nacht gesendet, es wird erneut versucht'
        : `${nights(count)} angenommen, der Rest wird erneut versucht`,
  },
  reply: { done: () => 'Eine Antwort wurde gesendet', failed: 'Eine Antwort wurde nicht angenommen' },
  noReplyNeeded: {
    done: () => 'Gemeldet, dass ein Text keine Antwort braucht',
    failed: 'Dass ein Text keine Antwort braucht, wurde nicht angenommen',
  },
  pulls: {
    reservations: {
      done: (count) =>
        count === 0
          ? 'Keine neue Buchung'
          : count === 1
            ? '1 Buchung, Änderung oder Stornierung erhalten'
            : `${count} Buchungen, Änderungen und Stornierungen erhalten`,
      failed: 'Buchungen wurden nicht übernommen',
    },
    messages: {
      done: (count) => (count === 1 ? '1 Nachricht erhalten' : `${count} Nachrichten erhalten`),
      failed: 'Nachrichten konnten nicht gelesen werden',
    },
    reviews: {
      done: (count) => (count === 1 ? '1 Bewertung erhalten' : `${count} Bewertungen erhalten`),
      failed: 'Bewertungen konnten nicht gelesen werden',
    },
    guestRequests: {
      done: (count) =>
        count === 1 ? '1 Anfrage eines Gastes erhalten' : `${count} Anfragen von Gästen erhalten`,
      failed: 'Anfragen von Gästen konnten nicht gelesen werden',
    },
    calendar: {
      done: (count) =>
        count === 0
          ? 'Sein Kalender wurde gelesen: nichts Neues'
          : count === 1
            ? 'Sein Kalender wurde gelesen: 1 Aufenthalt geändert'
            : `Sein Kalender wurde gelesen: ${count} Aufenthalte geändert`,
      failed: 'Sein Kalender konnte nicht gelesen werden',
    },
    test: {
      done: () => 'Die Verbindung wurde geprüft',
      failed: 'Die Prüfung der Verbindung ist fehlgeschlagen',
    },
    otas: {
      done: () => 'Die Portale dahinter wurden aufgelistet',
      failed: 'Die Portale dahinter konnten nicht aufgelistet werden',
    },
    'sales limits': {
      done: () => 'Die Einstellungen des Hauses dort wurden gelesen',
      failed: 'Die Einstellungen des Hauses dort konnten nicht gelesen werden',
    },
    'drift check': {
      done: (count) =>
        count === 0
          ? 'Sein Kalender stimmt mit unserem überein'
          : count === 1
            ? '1 Nacht weicht dort ab oder fehlt und wird erneut gesendet'
            : `${count} Nächte weichen dort ab oder fehlen und werden erneut gesendet`,
      failed: 'Sein Kalender konnte nicht mit unserem verglichen werden',
    },
    recovery: {
      done: (count) =>
        count === 1
          ? 'Seine Buchungen wurden neu aufgelistet: 1 fehlte oder wich ab'
          : `Seine Buchungen wurden neu aufgelistet: ${count} fehlten oder wichen ab`,
      failed: 'Seine Buchungen konnten nicht aufgelistet werden',
    },
    'accepted requests': {
      done: (count) =>
        count === 1
          ? '1 angenommene Anfrage, die er nicht kennt: Die Buchung wurde freigegeben oder markiert'
          : `${count} angenommene Anfragen, die er nicht kennt: Die Buchungen wurden freigegeben oder markiert`,
      failed: 'Angenommene Anfragen konnten nicht geprüft werden',
    },
    resync: {
      done: () => 'Er hat alle Nächte noch einmal verlangt',
      failed: 'Er hat alle Nächte noch einmal verlangt, was abgelehnt wurde',
    },
    hint: {
      done: () => 'Er hat Neues angekündigt',
      failed: 'Er hat Neues angekündigt, was abgelehnt wurde',
    },
    reports: {
      done: () => 'Er hat über die Portale dahinter berichtet',
      failed: 'Er hat über die Portale dahinter berichtet, was abgelehnt wurde',
    },
    'calendar request': {
      done: () => 'Er hat unseren Kalender gelesen',
      failed: 'Er wollte unseren Kalender lesen, was abgelehnt wurde',
    },
    availability: {
      done: () => 'Er hat gefragt, ob ein Aufenthalt frei ist',
      failed: 'Er hat gefragt, ob ein Aufenthalt frei ist: nein',
    },
    alteration: {
      done: () => 'Er hat gefragt, ob eine Buchung geändert werden darf',
      failed: 'Er hat gefragt, ob eine Buchung geändert werden darf: nein',
    },
    changed_since: {
      done: () => 'Er hat gefragt, welche Buchungen sich geändert haben',
      failed: 'Er hat gefragt, welche Buchungen sich geändert haben, was abgelehnt wurde',
    },
    answered: {
      done: () => 'Er hat nach der Verbindung gefragt',
      failed: 'Er hat etwas gefragt, was abgelehnt wurde',
    },
    refused: {
      done: () => 'Er hat etwas gesendet, was abgelehnt wurde',
      failed: 'Er hat etwas gesendet, was abgelehnt wurde',
    },
  },
  other: { done: () => 'Ein Austausch', failed: 'Ein Austausch, der fehlgeschlagen ist' },
  proof: {
    count: 'Hat die Anzahl bestätigt',
    values: 'Hat Preis und Einschränkungen bestätigt',
    both: 'Hat bestätigt',
    refused: 'Hat abgelehnt',
    unknownConfirmed:
      'Welcher Austausch diese Nacht bestätigt hat, ist nicht bekannt: Er war, bevor innwire das festhielt, oder innwire wurde in diesem Augenblick beendet.',
    unknownRefused:
      'Welcher Austausch diese Nacht abgelehnt hat, ist nicht bekannt: Er war, bevor innwire das festhielt, oder innwire wurde in diesem Augenblick beendet.',
    byReading: (time) =>
      `Der Kanal liest unseren Kalender, zuletzt ${time}. Für eine einzelne Nacht wird das nicht festgehalten.`,
    neverRead: 'Der Kanal hat unseren Kalender noch nie gelesen. Geben Sie ihm die Adresse des Kalenders.',
    notSent: 'Es wurde nichts gesendet: Dem Kanal lässt sich dieser Wert nicht mitteilen.',
    deleted: 'Was gesendet wurde, ist nicht mehr aufbewahrt.',
    others: 'Anderer Austausch',
    pending: 'Die letzte Änderung ist noch nicht bestätigt.',
    notReadYet: 'Der Kanal hat unseren Kalender nicht gelesen, seit sich die Nacht geändert hat.',
  },
} satisfies Messages['exchanges'];
