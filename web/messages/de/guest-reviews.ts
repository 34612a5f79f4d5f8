// Die Texte zu Bewertungen von Gästen, auf Deutsch.
import type { Messages } from '../en/index.ts';

export const guestReviews: Messages['guestReviews'] = {
  title: 'Gäste bewerten',
  hidden: (guest, channel) =>
    `${guest} hat eine Bewertung geschrieben. ${channel} zeigt sie, sobald Sie den Gast bewertet haben.`,
  until: (moment) => `möglich bis ${moment}`,
  refused: (channel, reason) => `${channel} hat die Bewertung nicht angenommen: ${reason}`,
  underWay: 'Bewertung unterwegs',
  write: 'Gast bewerten',
  writeAbout: (guest) => `${guest} bewerten`,
  send: 'Bewertung senden',
  done: (guest) => `Bewertung von ${guest} unterwegs`,
  categories: {
    respect_house_rules: 'Einhaltung der Hausregeln',
    communication: 'Verständigung',
    cleanliness: 'Sauberkeit',
  },
  stars: (count) => `${count} von 5`,
  publicReview: 'Was alle lesen',
  privateReview: 'Was nur der Gast liest (darf leer sein)',
  recommended: 'Wir würden diesen Gast wieder aufnehmen',
  onceOnly: 'Eine Bewertung wird einmal gesendet und kann danach nicht geändert werden.',
};
