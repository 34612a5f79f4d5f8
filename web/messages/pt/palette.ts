// A pesquisa, em português.
import type { Messages } from '../en/index.ts';

export const palette = {
  placeholder: 'Hóspede, quarto, data ou ação',
  none: 'Nada encontrado',
  noneHint: 'Os nomes e as referências de estadias anteriores são também procurados no servidor.',
  groups: {
    days: 'Dias',
    stays: 'Estadias',
    rooms: 'Quartos',
    screens: 'Ir para',
    actions: 'Fazer',
  },
  newStay: 'Nova estadia',
  checkIn: 'Fazer check-in …',
  checkOut: 'Fazer check-out …',
  clean: 'O quarto está limpo …',
  closeRoom: 'Fechar um quarto esta noite …',
  toDate: 'Ir para a data …',
  past: 'Calendário noutro momento …',
  printDayList: 'Imprimir a lista do dia',
  darkTheme: 'Tema escuro',
  lightTheme: 'Tema claro',
  withCompanion: (guest, companion) => `${guest}, com ${companion}`,
  inCalendar: 'no calendário',
  free: 'livre',
  older: 'A procurar mais atrás',
  offline: 'Só se procurou neste dispositivo.',
  days: {
    today: 'hoje',
    tomorrow: 'amanhã',
    yesterday: 'ontem',
    next: 'próxima',
  },
  keys: {
    move: 'mover',
    open: 'abrir',
  },
  status: {
    held: 'pré-reserva',
    confirmed: 'por chegar',
    checked_in: 'em casa',
    checked_out: 'saiu',
    cancelled: 'cancelada',
    no_show: 'no-show',
  },
} satisfies Messages['palette'];
