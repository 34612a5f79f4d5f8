// The texts about requests of guests that wait at a channel, in Spanish.
import type { Messages } from '../en/index.ts';

export const guestRequests: Messages['guestRequests'] = {
  title: 'Huéspedes que preguntan',
  titleOfOne: 'El huésped pregunta',
  sentences: {
    booking: (guest, room, days) => `${guest} quiere reservar ${room}, ${days}`,
    alteration: (guest, room, days) => `${guest} quiere cambiar la estancia: ${room}, ${days}`,
    question: (guest, room, days) => `${guest} pregunta por ${room}, ${days}`,
  },
  unmapped: 'una habitación que no está conectada',
  payout: (amount) => `aportaría ${amount}`,
  within: (time) => `responder en ${time}`,
  free: 'las noches están libres',
  full: (days) => `no libres: ${days}`,
  refused: (channel, reason) => `${channel} no ha aceptado la respuesta: ${reason}`,
  accept: 'Aceptar',
  decline: 'Rechazar',
  preapprove: 'Aprobar de antemano',
  offer: 'Ofrecer un precio',
  underWay: {
    accept: 'Aceptación en camino',
    decline: 'Rechazo en camino',
    preapprove: 'Aprobación en camino',
    offer: 'Oferta en camino',
  },
  done: {
    accept: (guest) => `Aceptada: ${guest}`,
    decline: (guest) => `Rechazada: ${guest}`,
    preapprove: (guest) => `${guest} puede reservar enseguida`,
    offer: (guest) => `Oferta enviada a ${guest}`,
  },
  reason: 'Por qué',
  reasons: {
    dates_not_available: 'Las fechas no están disponibles',
    not_a_good_fit: 'El alojamiento no se ajusta al huésped',
    waiting_for_better_reservation: 'Esperamos otra reserva',
    not_comfortable: 'No nos sentimos cómodos con ella',
  },
  toGuest: 'Lo que lee el huésped (puede quedar vacío)',
  total: 'Precio de toda la estancia',
  totalHelp: 'Con tarifas, sin impuestos, un importe entero.',
  wholeAmount: 'Introduzca un importe entero mayor que 0.',
};
