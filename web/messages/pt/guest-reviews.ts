// Os textos sobre avaliações de hóspedes, em português.
import type { Messages } from '../en/index.ts';

export const guestReviews: Messages['guestReviews'] = {
  title: 'Avaliar hóspedes',
  hidden: (guest, channel) =>
    `${guest} escreveu uma avaliação. ${channel} mostra-a quando tiver avaliado o hóspede.`,
  until: (moment) => `possível até ${moment}`,
  refused: (channel, reason) => `${channel} não aceitou a avaliação: ${reason}`,
  underWay: 'Avaliação a caminho',
  write: 'Avaliar o hóspede',
  writeAbout: (guest) => `Avaliar ${guest}`,
  send: 'Enviar a avaliação',
  done: (guest) => `Avaliação de ${guest} a caminho`,
  categories: {
    respect_house_rules: 'Respeito pelas regras da casa',
    communication: 'Comunicação',
    cleanliness: 'Limpeza',
  },
  stars: (count) => `${count} de 5`,
  publicReview: 'O que todos leem',
  privateReview: 'O que só o hóspede lê (pode ficar vazio)',
  recommended: 'Voltaríamos a receber este hóspede',
  onceOnly: 'A avaliação é enviada uma vez e depois não pode ser alterada.',
};
