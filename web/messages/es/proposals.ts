// The texts about proposals of agents in Spanish.
import type { Messages } from '../en/index.ts';

export const proposals: Messages['proposals'] = {
  show: 'Ver',
  fold: 'Ver menos',
  title: 'Propuestas de agentes',
  approve: 'Aprobar',
  decline: 'Rechazar',
  again: 'Intentar de nuevo',
  putAway: 'Apartar',
  open: 'Abrir la estancia',
  proposed: (what) => `Propuesta: ${what}`,
  approved: (what) => `Aprobado: ${what}`,
  declined: (what) => `Rechazado: ${what}`,
  approvedBy: (name) => `aprobado por ${name}`,
  menu: 'Propuesta de un agente',
  hint: 'Intro aprueba, Retroceso rechaza',
  book: (room, guest) => `Reservar ${room} para ${guest}`,
  hold: (room, guest) => `Prerreservar ${room} para ${guest}`,
  change: (guest) => `Cambiar ${guest}`,
  cancel: (guest) => `Cancelar ${guest}`,
  endEarly: (guest) => `Salida anticipada, ${guest}`,
  write: (guest) => `Escribir a ${guest}`,
  reply: 'Responder a la consulta',
  noMaximum: 'sin estancia máxima',
  members: { early: 'también antes de la llegada', hold_minutes: 'prerreserva en minutos' },
};
