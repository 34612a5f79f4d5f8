// The texts about requests of guests that wait at a channel, in German.
import type { Messages } from '../en/index.ts';

export const guestRequests: Messages['guestRequests'] = {
  title: 'Gäste fragen an',
  titleOfOne: 'Der Gast fragt an',
  sentences: {
    booking: (guest, room, days) => `${guest} möchte ${room} buchen, ${days}`,
    alteration: (guest, room, days) => `${guest} möchte den Aufenthalt ändern: ${room}, ${days}`,
    question: (guest, room, days) => `${guest} fragt nach ${room}, ${days}`,
  },
  unmapped: 'ein Zimmer, das nicht verbunden ist',
  payout: (amount) => `brächte ${amount}`,
  within: (time) => `zu beantworten in ${time}`,
  free: 'die Nächte sind frei',
  full: (days) => `nicht frei: ${days}`,
  refused: (channel, reason) => `${channel} hat die Antwort nicht angenommen: ${reason}`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  preapprove: 'Vorab zusagen',
  offer: 'Preis anbieten',
  underWay: {
    accept: 'Zusage unterwegs',
    decline: 'Absage unterwegs',
    preapprove: 'Vorabzusage unterwegs',
    offer: 'Angebot unterwegs',
  },
  done: {
    accept: (guest) => `Angenommen: ${guest}`,
    decline: (guest) => `Abgelehnt: ${guest}`,
    preapprove: (guest) => `${guest} kann sofort buchen`,
    offer: (guest) => `Angebot an ${guest} gesendet`,
  },
  reason: 'Warum',
  reasons: {
    dates_not_available: 'Die Daten sind nicht verfügbar',
    not_a_good_fit: 'Die Unterkunft passt nicht zum Gast',
    waiting_for_better_reservation: 'Wir warten auf eine andere Buchung',
    not_comfortable: 'Wir fühlen uns nicht wohl damit',
  },
  toGuest: 'Was der Gast liest (darf leer bleiben)',
  total: 'Preis des ganzen Aufenthalts',
  totalHelp: 'Mit Gebühren, ohne Steuern, ein ganzer Betrag.',
  wholeAmount: 'Geben Sie einen ganzen Betrag über 0 ein.',
};
