// The sentences of the exchanges with channels in Portuguese.
import type { Messages } from '../en/index.ts';

const nights = (count: number) => (count === 1 ? '1 noite' : `${count} noites`);
const accepted = (count: number) => `${nights(count)} ${count === 1 ? 'aceite' : 'aceites'}`;

export const exchanges = {
  nights: {
    ok: (count) => (count === 0 ? 'Nenhuma noite enviada ainda, segue dentro de momentos' : accepted(count)),
    partial: (count) => (count === 0 ? 'Noites recusadas' : `${accepted(count)}; algo recusado`),
    failed: (count) =>
      count === 0
        ? 'Nenhuma noite enviada; será tentado de novo'
        : `${accepted(count)}; o resto será tentado de novo`,
  },
  reply: { done: () => 'Uma resposta foi enviada', failed: 'Uma resposta não foi aceite' },
  noReplyNeeded: {
    done: () => 'Foi comunicado que um texto não precisa de resposta',
    failed: 'Não foi aceite que um texto não precisa de resposta',
  },
  pulls: {
    reservations: {
      done: (count) =>
        count === 0
          ? 'Nenhuma reserva nova'
          : count === 1
            ? '1 reserva, alteração ou cancelamento'
            : `${count} reservas, alterações e cancelamentos`,
      failed: 'As reservas não foram aceites',
    },
    messages: {
      done: (count) => (count === 1 ? '1 mensagem recebida' : `${count} mensagens recebidas`),
      failed: 'Não foi possível ler as mensagens',
    },
    reviews: {
      done: (count) => (count === 1 ? '1 avaliação recebida' : `${count} avaliações recebidas`),
      failed: 'Não foi possível ler as avaliações',
    },
    guestRequests: {
      done: (count) =>
        count === 1 ? '1 pedido de um hóspede recebido' : `${count} pedidos de hóspedes recebidos`,
      failed: 'Não foi possível ler os pedidos de hóspedes',
    },
    calendar: {
      done: (count) =>
        count === 0
          ? 'O seu calendário foi lido: nada de novo'
          : count === 1
            ? 'O seu calendário foi lido: 1 estadia mudou'
            : `O seu calendário foi lido: ${count} estadias mudaram`,
      failed: 'Não foi possível ler o seu calendário',
    },
    test: { done: () => 'A ligação foi testada', failed: 'O teste da ligação falhou' },
    otas: {
      done: () => 'A lista dos portais por trás foi lida',
      failed: 'Não foi possível ler a lista dos portais por trás',
    },
    'sales limits': {
      done: () => 'As definições do alojamento foram lá lidas',
      failed: 'Não foi possível ler lá as definições do alojamento',
    },
    'drift check': {
      done: (count) =>
        count === 0
          ? 'O seu calendário coincide com o nosso'
          : count === 1
            ? '1 noite difere lá ou falta, e é enviada de novo'
            : `${count} noites diferem lá ou faltam, e são enviadas de novo`,
      failed: 'Não foi possível comparar o seu calendário com o nosso',
    },
    recovery: {
      done: (count) =>
        count === 1
          ? 'As suas reservas foram lidas de novo: 1 faltava ou diferia'
          : `As suas reservas foram lidas de novo: ${count} faltavam ou diferiam`,
      failed: 'Não foi possível ler as suas reservas',
    },
    'accepted requests': {
      done: (count) =>
        count === 1
          ? '1 pedido aceite que ele não conhece: a reserva foi libertada ou marcada'
          : `${count} pedidos aceites que ele não conhece: as reservas foram libertadas ou marcadas`,
      failed: 'Não foi possível verificar os pedidos aceites',
    },
    resync: {
      done: () => 'Pediu de novo todas as noites',
      failed: 'Pediu de novo todas as noites, o que foi recusado',
    },
    hint: { done: () => 'Anunciou novidades', failed: 'Anunciou novidades, o que foi recusado' },
    reports: {
      done: () => 'Informou sobre os portais por trás',
      failed: 'Informou sobre os portais por trás, o que foi recusado',
    },
    'calendar request': {
      done: () => 'Leu o nosso calendário',
      failed: 'Quis ler o nosso calendário, o que foi recusado',
    },
    availability: {
      done: () => 'Perguntou se uma estadia está livre',
      failed: 'Perguntou se uma estadia está livre: não',
    },
    alteration: {
      done: () => 'Perguntou se uma reserva pode mudar',
      failed: 'Perguntou se uma reserva pode mudar: não',
    },
    changed_since: {
      done: () => 'Perguntou que reservas mudaram',
      failed: 'Perguntou que reservas mudaram, o que foi recusado',
    },
    answered: { done: () => 'Perguntou pela ligação', failed: 'Perguntou algo que foi recusado' },
    refused: { done: () => 'Enviou algo que foi recusado', failed: 'Enviou algo que foi recusado' },
  },
  other: { done: () => 'Uma troca', failed: 'Uma troca que falhou' },
  proof: {
    count: 'Confirmou a quantidade',
    values: 'Confirmou o preço e as restrições',
    both: 'Confirmou',
    refused: 'Recusou',
    unknownConfirmed:
      'Não se sabe que troca confirmou esta noite: foi antes de o innwire o registar, ou o innwire parou nesse momento.',
    unknownRefused:
      'Não se sabe que troca recusou esta noite: foi antes de o innwire o registar, ou o innwire parou nesse momento.',
    byReading: (time) =>
      `O canal lê o nosso calendário, a última vez: ${time}. Essa leitura não é guardada para cada noite.`,
    neverRead: 'O canal nunca leu o nosso calendário. Dê-lhe o endereço do calendário.',
    notSent: 'Nada foi enviado: este valor não pode ser comunicado ao canal.',
    deleted: 'O que foi enviado já não está guardado.',
    others: 'Outras trocas',
    pending: 'A última alteração ainda não está confirmada.',
    notReadYet: 'O canal não leu o nosso calendário desde que a noite mudou.',
  },
} satisfies Messages['exchanges'];
