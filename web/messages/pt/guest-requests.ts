// The texts about requests of guests that wait at a channel, in Portuguese.
import type { Messages } from '../en/index.ts';

export const guestRequests: Messages['guestRequests'] = {
  title: 'Hóspedes que perguntam',
  titleOfOne: 'O hóspede pergunta',
  sentences: {
    booking: (guest, room, days) => `${guest} quer reservar ${room}, ${days}`,
    alteration: (guest, room, days) => `${guest} quer alterar a estadia: ${room}, ${days}`,
    question: (guest, room, days) => `${guest} pergunta por ${room}, ${days}`,
  },
  unmapped: 'um quarto que não está ligado',
  payout: (amount) => `traria ${amount}`,
  within: (time) => `responder em ${time}`,
  free: 'as noites estão livres',
  full: (days) => `não livres: ${days}`,
  refused: (channel, reason) => `${channel} não aceitou a resposta: ${reason}`,
  accept: 'Aceitar',
  decline: 'Recusar',
  preapprove: 'Aprovar antes',
  offer: 'Propor um preço',
  underWay: {
    accept: 'Aceitação a caminho',
    decline: 'Recusa a caminho',
    preapprove: 'Aprovação a caminho',
    offer: 'Proposta a caminho',
  },
  done: {
    accept: (guest) => `Aceite: ${guest}`,
    decline: (guest) => `Recusado: ${guest}`,
    preapprove: (guest) => `${guest} pode reservar já`,
    offer: (guest) => `Proposta enviada a ${guest}`,
  },
  reason: 'Porquê',
  reasons: {
    dates_not_available: 'As datas não estão disponíveis',
    not_a_good_fit: 'O alojamento não serve ao hóspede',
    waiting_for_better_reservation: 'Esperamos outra reserva',
    not_comfortable: 'Não nos sentimos à vontade com ele',
  },
  toGuest: 'O que o hóspede lê (pode ficar vazio)',
  total: 'Preço de toda a estadia',
  totalHelp: 'Com taxas de serviço, sem impostos, um valor inteiro.',
  wholeAmount: 'Escreva um valor inteiro acima de 0.',
};
