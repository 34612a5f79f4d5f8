// Los textos sobre las opiniones acerca de huéspedes, en español.
import type { Messages } from '../en/index.ts';

export const guestReviews: Messages['guestReviews'] = {
  title: 'Evaluar a huéspedes',
  hidden: (guest, channel) =>
    `${guest} ha escrito una opinión. ${channel} la muestra cuando usted haya evaluado al huésped.`,
  until: (moment) => `posible hasta ${moment}`,
  refused: (channel, reason) => `${channel} no aceptó la evaluación: ${reason}`,
  underWay: 'Evaluación en camino',
  write: 'Evaluar al huésped',
  writeAbout: (guest) => `Evaluar a ${guest}`,
  send: 'Enviar la evaluación',
  done: (guest) => `Evaluación de ${guest} en camino`,
  categories: {
    respect_house_rules: 'Respeto de las normas de la casa',
    communication: 'Comunicación',
    cleanliness: 'Limpieza',
  },
  stars: (count) => `${count} de 5`,
  publicReview: 'Lo que leen todos',
  privateReview: 'Lo que solo lee el huésped (puede quedar vacío)',
  recommended: 'Volveríamos a alojar a este huésped',
  onceOnly: 'La evaluación se envía una vez y después no se puede cambiar.',
};
