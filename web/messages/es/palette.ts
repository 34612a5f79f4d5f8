// La búsqueda, en español.
import type { Messages } from '../en/index.ts';

export const palette = {
  placeholder: 'Huésped, habitación, fecha o acción',
  none: 'No se encontró nada',
  noneHint: 'Los nombres y referencias de estancias anteriores se buscan también en el servidor.',
  groups: {
    days: 'Días',
    stays: 'Estancias',
    rooms: 'Habitaciones',
    screens: 'Ir a',
    actions: 'Hacer',
  },
  newStay: 'Nueva estancia',
  checkIn: 'Hacer el check-in …',
  checkOut: 'Hacer el check-out …',
  clean: 'La habitación está limpia …',
  closeRoom: 'Cerrar una habitación esta noche …',
  toDate: 'Ir a la fecha …',
  past: 'Calendario en otro momento …',
  printDayList: 'Imprimir la lista del día',
  darkTheme: 'Tema oscuro',
  lightTheme: 'Tema claro',
  withCompanion: (guest, companion) => `${guest}, con ${companion}`,
  inCalendar: 'en el calendario',
  free: 'libre',
  older: 'Buscando más atrás',
  offline: 'Solo se buscó en este dispositivo.',
  days: {
    today: 'hoy',
    tomorrow: 'mañana',
    yesterday: 'ayer',
    next: 'próximo',
  },
  keys: {
    move: 'mover',
    open: 'abrir',
  },
  status: {
    held: 'prerreserva',
    confirmed: 'por llegar',
    checked_in: 'en casa',
    checked_out: 'se fue',
    cancelled: 'cancelada',
    no_show: 'no-show',
  },
} satisfies Messages['palette'];
