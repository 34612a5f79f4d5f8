// El canal de prácticas, en español.
import type { Messages } from '../en/index.ts';
import { endSentence } from '../end-sentence.ts';

export const practice: Messages['practice'] = {
  name: 'Canal de prácticas',
  mark: 'Prácticas: sin huéspedes reales',
  connect: 'Conectar el canal de prácticas',
  connected: 'El canal de prácticas está conectado',
  remove: 'Quitar con sus reservas',
  removed: 'El canal de prácticas y sus reservas se han quitado',
  about:
    'O pruebe antes cómo funciona un canal: innwire hace de canal. Vende a huéspedes inventados y nunca sale al exterior.',
  bookAsGuest: 'Reservar como huésped del canal de prácticas',
  shop: 'En el canal de prácticas',
  shopAbout:
    'Precios y habitaciones libres tal como los recibió el canal de prácticas. Lo que reserve aquí llega a su calendario como de un canal real.',
  arrival: 'Llegada',
  departure: 'Salida',
  book: 'Reservar',
  bookRoom: (room) => `Reservar ${room}`,
  sold: 'Reservado en el canal de prácticas',
  left: (count) => (count === 1 ? 'queda 1' : `quedan ${count}`),
  noNights: 'Aún no tiene noches suyas. Llegan en segundos.',
  reasons: {
    room_unavailable: 'agotado allí',
    min_stay_not_met: 'la estancia es demasiado corta',
    max_stay_exceeded: 'la estancia es demasiado larga',
    closed_to_arrival: 'sin llegadas ese día',
    closed_to_departure: 'sin salidas ese día',
  },
  waiting: 'Sus noches van de camino al canal de prácticas. La primera reserva llega sola …',
  arrived: (guest, stay) => endSentence(`${guest} acaba de reservar: ${stay}`),
  inCalendar: 'Verla en el calendario',
  proof: 'Ver lo que sabe el canal',
};
