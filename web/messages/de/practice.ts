// Der Übungskanal, auf Deutsch.
import type { Messages } from '../en/index.ts';
import { endSentence } from '../end-sentence.ts';

export const practice: Messages['practice'] = {
  name: 'Übungskanal',
  mark: 'Übung: keine echten Gäste',
  connect: 'Übungskanal verbinden',
  connected: 'Der Übungskanal ist verbunden',
  remove: 'Mit Buchungen entfernen',
  removed: 'Der Übungskanal und seine Buchungen sind entfernt',
  about:
    'Oder erst ausprobieren, wie ein Kanal arbeitet: innwire spielt selbst einen. Er verkauft an erfundene Gäste und erreicht niemanden außerhalb.',
  bookAsGuest: 'Als Gast des Übungskanals buchen',
  shop: 'Beim Übungskanal',
  shopAbout:
    'Preise und freie Zimmer, wie sie dem Übungskanal gesendet wurden. Was Sie hier buchen, kommt in Ihren Kalender wie von einem echten Kanal.',
  arrival: 'Anreise',
  departure: 'Abreise',
  book: 'Buchen',
  bookRoom: (room) => `${room} buchen`,
  sold: 'Beim Übungskanal gebucht',
  left: (count) => `noch ${count} frei`,
  noNights: 'Er hat noch keine Nächte von Ihnen. Sie kommen in Sekunden.',
  reasons: {
    room_unavailable: 'dort ausgebucht',
    min_stay_not_met: 'der Aufenthalt ist zu kurz',
    max_stay_exceeded: 'der Aufenthalt ist zu lang',
    closed_to_arrival: 'keine Anreise an diesem Tag',
    closed_to_departure: 'keine Abreise an diesem Tag',
  },
  waiting: 'Ihre Nächte sind auf dem Weg zum Übungskanal. Die erste Buchung kommt von selbst …',
  arrived: (guest, stay) => endSentence(`${guest} hat gerade gebucht: ${stay}`),
  inCalendar: 'Im Kalender ansehen',
  proof: 'Ansehen, was der Kanal weiß',
};
