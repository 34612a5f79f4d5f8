// O canal de treino, em português.
import type { Messages } from '../en/index.ts';
import { endSentence } from '../end-sentence.ts';

export const practice: Messages['practice'] = {
  name: 'Canal de treino',
  mark: 'Treino: sem hóspedes reais',
  connect: 'Ligar o canal de treino',
  connected: 'O canal de treino está ligado',
  remove: 'Remover com as reservas',
  removed: 'O canal de treino e as suas reservas foram removidos',
  about:
    'Ou experimente primeiro como funciona um canal: o próprio innwire faz de canal. Vende a hóspedes inventados e nunca sai para fora.',
  bookAsGuest: 'Reservar como hóspede do canal de treino',
  shop: 'No canal de treino',
  shopAbout:
    'Preços e quartos livres tal como o canal de treino os recebeu. O que reservar aqui chega ao seu calendário como de um canal real.',
  arrival: 'Chegada',
  departure: 'Partida',
  book: 'Reservar',
  bookRoom: (room) => `Reservar ${room}`,
  sold: 'Reservado no canal de treino',
  left: (count) => (count === 1 ? 'resta 1' : `restam ${count}`),
  noNights: 'Ainda não tem noites suas. Chegam em segundos.',
  reasons: {
    room_unavailable: 'esgotado no canal',
    min_stay_not_met: 'a estadia é curta demais',
    max_stay_exceeded: 'a estadia é longa demais',
    closed_to_arrival: 'sem chegadas nesse dia',
    closed_to_departure: 'sem partidas nesse dia',
  },
  waiting: 'As suas noites estão a caminho do canal de treino. A primeira reserva chega sozinha …',
  arrived: (guest, stay) => endSentence(`${guest} acabou de reservar: ${stay}`),
  inCalendar: 'Ver no calendário',
  proof: 'Ver o que o canal sabe',
};
