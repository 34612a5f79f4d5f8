// O registo em português.
import type { GuestRequestKind, GuestRequestState } from '../../../src/model/guest-request.ts';
import type { GuestReviewState } from '../../../src/model/guest-review.ts';
import type { Messages } from '../en/index.ts';

const requests: Record<GuestRequestKind, string> = {
  booking: 'pedido de reserva',
  alteration: 'pedido de alteração de uma reserva',
  question: 'pergunta sobre uma estadia',
};

const guestReviewStates: Record<GuestReviewState, string> = {
  open: 'espera',
  queued: 'a caminho',
  sent: 'entregue',
  over: 'já não é possível',
};

const requestStates: Record<GuestRequestState, string> = {
  open: 'à espera de resposta',
  answering: 'resposta a caminho',
  accepted: 'aceite',
  declined: 'recusado',
  preapproved: 'pré-aprovado',
  offered: 'proposto a um preço',
  closed: 'terminado',
};

export const log = {
  sentences: {
    'booking.created': ({ guest, place, days, channel }) =>
      `${guest} reservou: ${place}, ${days}, ${channel}`,
    'booking.modified': ({ guest, changes }) =>
      changes ? `${guest}: ${changes}` : `Estadia de ${guest} alterada`,
    'booking.cancelled': ({ guest, place, days }) => `Estadia de ${guest} cancelada: ${place}, ${days}`,
    'booking.checked_in': ({ guest, place }) => `${guest} fez o check-in, ${place}`,
    'booking.checked_out': ({ guest, place }) => `${guest} fez o check-out, ${place}`,
    'booking.conflict': ({ guest, place, days }) => `Sem lugar para ${guest}: ${place}, ${days}`,
    'booking.held': ({ guest, place, days }) => `Opção para ${guest}: ${place}, ${days}`,
    'booking.hold_expired': ({ guest, place, days }) => `Opção de ${guest} expirou: ${place}, ${days}`,
    'booking.hold_cancelled': ({ guest, place, days }) => `Opção de ${guest} anulada: ${place}, ${days}`,
    'availability.changed': ({ room, days, what }) => `${room}, ${days}: ${what}`,
    'message.received': ({ guest }) => `${guest} escreveu`,
    'message.queued': ({ guest }) => `Resposta a ${guest} a caminho`,
    'message.sent': ({ guest }) => `Resposta a ${guest} entregue`,
    'message.failed': ({ guest }) => `Resposta a ${guest} não entregue`,
    'message.changed': ({ guest, waits }) =>
      waits ? `O texto de ${guest} espera resposta` : `O texto de ${guest} não precisa de resposta`,
    'inquiry.received': ({ guest, channel }) => `${guest} perguntou pelo ${channel}`,
    'inquiry.queued': ({ guest }) => `Resposta à pergunta de ${guest} a caminho`,
    'inquiry.sent': ({ guest }) => `Resposta à pergunta de ${guest} entregue`,
    'inquiry.failed': ({ guest }) => `Resposta à pergunta de ${guest} não entregue`,
    'inquiry.changed': ({ guest, waits }) =>
      waits ? `O texto de ${guest} espera resposta` : `O texto de ${guest} não precisa de resposta`,
    'inquiry.booked': ({ guest }) => `A pergunta de ${guest} tornou-se uma reserva`,
    'guest_request.received': ({ kind, place, days, channel }) =>
      `${channel}: ${requests[kind]}, ${place}, ${days}`,
    'guest_request.answered': ({ kind, place, days, channel }) =>
      `${channel}: resposta a caminho, ${requests[kind]}, ${place}, ${days}`,
    'guest_request.changed': ({ kind, state, place, days, channel }) =>
      `${channel}: ${requests[kind]}, ${place}, ${days}: ${requestStates[state]}`,
    'guest_review.received': ({ guest, channel }) =>
      `${channel}: ${guest} escreveu uma avaliação, visível quando o hóspede for avaliado`,
    'guest_review.written': ({ guest, channel }) => `${channel}: avaliação de ${guest} a caminho`,
    'guest_review.changed': ({ guest, channel, state }) =>
      `${channel}: avaliação de ${guest}: ${guestReviewStates[state]}`,
    'task.created': ({ task, place, day }) => `Tarefa: ${task}, ${place}, ${day}`,
    'task.changed': ({ task, place, changes }) => `Tarefa ${task}, ${place}: ${changes || 'alterada'}`,
    'accounting.posted': ({ entry, guest }) => (guest ? `${entry}, ${guest}` : entry),
    'review.received': ({ guest, score, channel }) => `${guest} deu ${score} em 10 no ${channel}`,
    'review.replied': ({ guest, channel }) => `Avaliação de ${guest} no ${channel} respondida`,
    'review.changed': ({ guest, channel, delivery }) =>
      ({
        sent: `Resposta à avaliação de ${guest} entregue ao ${channel}`,
        failed: `Resposta à avaliação de ${guest} não aceite pelo ${channel}`,
        queued: `Resposta à avaliação de ${guest} ainda não entregue ao ${channel}`,
      })[delivery ?? 'queued'],
    'channel.changed': ({ channel, state, otas }) => `${channel}: ${state}${otas && ` · ${otas}`}`,
    'guest.changed': ({ number }) => `Hóspede ${number}: dados alterados`,
    'guest.merged': ({ number }) => `Hóspede ${number} unido a outra ficha da mesma pessoa`,
    'guest.erased': ({ number }) => `Hóspede ${number}: dados apagados`,
    'property.changed': ({ changes, moved }) => {
      if (moved) return moved === 'archived' ? 'A casa foi arquivada' : 'A casa foi retirada do arquivo';
      return changes ? `A casa: ${changes}` : 'A casa foi criada';
    },
    'room.changed': ({ room, changes, how }) =>
      ({
        new: `Quarto ${room} criado`,
        changed: `${room}: ${changes}`,
        retired: `Quarto ${room} retirado`,
      })[how],
    'unit.changed': ({ unit, room, changes, how }) =>
      ({
        new: `${unit} acrescentado a ${room}`,
        changed: `${unit}: ${changes || 'alterado'}`,
        retired: `${unit} fora de uso`,
      })[how],
    'template.changed': ({ name, how }) =>
      ({
        new: `Modelo ${name} escrito`,
        changed: `Modelo ${name} alterado`,
        retired: `Modelo ${name} retirado`,
      })[how],
    'closure.created': ({ unit, days, kind }) =>
      kind === 'out_of_order'
        ? `${unit} fora de serviço, ${days}`
        : `${unit} só se não houver outro livre, ${days}`,
    'closure.changed': ({ unit, days, changes }) => `Bloqueio de ${unit}, ${days}: ${changes || 'alterado'}`,
    'closure.ended': ({ unit }) => `${unit} outra vez aberto`,
    'proposal.created': ({ number }) => `Proposta ${number} feita`,
    'proposal.decided': ({ number, state }) =>
      ({
        approved: `Proposta ${number} aprovada`,
        declined: `Proposta ${number} recusada`,
        failed: `Proposta ${number} aprovada, mas não foi possível`,
      })[state],
    'proposal.reopened': ({ number }) => `Proposta ${number} espera de novo`,
  },
  aGuest: 'Um hóspede',
  roomNumber: (id) => `Quarto ${id}`,
  stayNumber: (id) => `estadia ${id}`,
  today: 'Hoje',
  yesterday: 'Ontem',
  filters: 'O que mostrar',
  who: 'Quem',
  everybody: 'Todos',
  anyone: {
    channel: 'Canais',
    person: 'Pessoas',
    agent: 'Agentes',
    token: 'Programas',
    operator: 'Operador',
    innwire: 'o próprio innwire',
  },
  room: 'Quarto',
  allRooms: 'Todos os quartos',
  from: 'De',
  until: 'a',
  stay: (name) => `Só a estadia de ${name}`,
  all: 'Tudo',
  groups: {
    stays: 'Estadias',
    money: 'Dinheiro',
    messages: 'Mensagens',
    rates: 'Preços',
    housekeeping: 'Limpeza',
    house: 'Casa',
  },
  sinceLastVisit: 'Desde a minha última visita',
  seenBefore: 'O que está abaixo já foi visto',
  clear: 'Remover filtros',
  onlyStay: 'Só esta estadia',
  none: 'Não aconteceu nada que corresponda.',
  noneMore: 'Remova um filtro para ver mais.',
  earlier: 'Mostrar anteriores',
  beginning: 'O registo começa aqui.',
  newOnes: (count) => (count === 1 ? '1 novo' : `${count} novos`),
  raw: (seq) => `Evento ${seq} em dados`,
  justBefore: 'Calendário imediatamente antes desta alteração',
  exchanges: 'O que foi enviado aos canais',
  unknownActor: 'não registado',
  program: (label) => `${label} (programa)`,
  revoked: 'um programa',
  nights: {
    available: 'quartos livres',
    price: 'preço',
    min_stay: 'estadia mínima',
    max_stay: 'estadia máxima',
    closed_to_arrival: 'chegada',
    closed_to_departure: 'partida',
    stop_sell: 'venda',
  },
  entries: {
    payment: 'Pagamento',
    refund: 'Reembolso',
    charge: 'Débito',
    expense: 'Despesa',
    income: 'Preço da estadia',
    adjustment: 'Preço alterado em',
    reversal: 'Preço anulado',
  },
  members: {
    channel_checkin: 'chegada no canal',
    channel_checkout: 'saída no canal',
    differences: 'por decidir',
    connection: 'ligação',
    room_id: 'quarto',
    name: 'nome',
    address: 'morada',
    timezone: 'fuso horário',
    checkin_time: 'check-in a partir das',
    checkout_time: 'check-out até às',
    language: 'língua',
    email: 'e-mail',
    phone: 'telefone',
    website: 'site',
    horizon_days: 'calendário, noites em avanço',
    inspects_units: 'quartos limpos são inspecionados',
    books_closed_until: 'livros fechados até',
    infants_under_age: 'crianças em berço com menos de',
    settings: 'definições',
    subscription: 'subscrição',
    retention: 'conservação dos dados',
    capacity: 'hóspedes',
    cots: 'berços',
    price: 'preço',
    units: 'número de quartos',
    min_stay: 'estadia mínima',
    calendar_links: 'links de calendário',
    task_name: 'tarefa',
    assignee: 'para',
    status: 'estado',
    date: 'dia',
    unit: 'número',
    condition: 'estado',
    floor: 'andar',
    position: 'lugar na lista',
    fromdate: 'de',
    todate: 'a',
    kind: 'tipo',
    reason: 'motivo',
    responsible: 'responsável',
  },
  values: {
    true: 'sim',
    false: 'não',
    dirty: 'por limpar',
    clean: 'limpo',
    inspected: 'inspecionado',
    pending: 'por fazer',
    in_progress: 'em curso',
    done: 'feito',
    cancelled: 'anulado',
    out_of_order: 'fora de serviço',
    out_of_service: 'só se não houver outro livre',
  },
} satisfies Messages['log'];
