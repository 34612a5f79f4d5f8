// The texts about proposals of agents in Portuguese.
import type { Messages } from '../en/index.ts';

export const proposals: Messages['proposals'] = {
  show: 'Ver',
  fold: 'Ver menos',
  title: 'Propostas de agentes',
  approve: 'Aprovar',
  decline: 'Recusar',
  again: 'Tentar de novo',
  putAway: 'Arrumar',
  open: 'Abrir a estadia',
  proposed: (what) => `Proposta: ${what}`,
  approved: (what) => `Aprovado: ${what}`,
  declined: (what) => `Recusado: ${what}`,
  approvedBy: (name) => `aprovado por ${name}`,
  menu: 'Proposta de um agente',
  hint: 'Enter aprova, Retrocesso recusa',
  book: (room, guest) => `Reservar ${room} para ${guest}`,
  hold: (room, guest) => `Pré-reservar ${room} para ${guest}`,
  change: (guest) => `Alterar ${guest}`,
  cancel: (guest) => `Cancelar ${guest}`,
  endEarly: (guest) => `Saída antecipada, ${guest}`,
  write: (guest) => `Escrever a ${guest}`,
  reply: 'Responder ao pedido',
  noMaximum: 'sem estadia máxima',
  members: { early: 'também antes da chegada', hold_minutes: 'pré-reserva em minutos' },
};
