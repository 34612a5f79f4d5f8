// The texts of the front desk in Spanish.

import type { Messages } from '../en/index.ts';
import { endSentence } from '../end-sentence.ts';
import { calendar } from './calendar.ts';
import { causes } from './causes.ts';
import { channels } from './channels.ts';
import { exchanges } from './exchanges.ts';
import { guestRequests } from './guest-requests.ts';
import { guestReviews } from './guest-reviews.ts';
import { houseSettings } from './house-settings.ts';
import { housekeeping } from './housekeeping.ts';
import { imports } from './imports.ts';
import { inbox } from './inbox.ts';
import { log } from './log.ts';
import { palette } from './palette.ts';
import { account, people } from './people.ts';
import { practice } from './practice.ts';
import { proposals } from './proposals.ts';
import { rates } from './rates.ts';
import { reports } from './reports.ts';
import { setup } from './setup.ts';
import { signin, welcome } from './signin.ts';
import { stay } from './stay.ts';
import { today } from './today.ts';
import { unsent } from './unsent.ts';

export const es = {
  palette,
  imports,
  practice,
  proposals,
  exchanges,
  causes,
  guestRequests,
  guestReviews,
  people,
  setup,
  account,
  signin,
  welcome,
  close: 'Cerrar',
  undo: 'Deshacer',
  redo: 'Rehacer',
  keys: {
    title: 'Teclas',
    bars: 'Una barra del calendario: Tab hasta la tabla, flechas hasta la barra; Intro la abre.',
  },
  loading: 'Cargando',
  ago: (age: string) => `hace ${age}`,
  undone: (change: string) => `Deshecho: ${change}`,
  notUndone: (change: string) => `No se ha deshecho, porque se ha cambiado entretanto: ${change}`,
  notRedone: (change: string) => `No se ha rehecho, porque se ha cambiado entretanto: ${change}`,
  halfUndone: (change: string) => endSentence(`Deshecho solo en parte: ${change}`),
  halfRedone: (change: string) => endSentence(`Rehecho solo en parte: ${change}`),
  direct: 'Directa',
  nothingToUndo: 'Aquí no hay nada que deshacer. Lo hecho antes está en el registro.',
  unreachable:
    'No se puede conectar con el servidor, y esto lo necesita. Inténtelo de nuevo cuando haya conexión.',
  noAnswer:
    'No llegó respuesta: puede que esté hecho o no. Envíelo de nuevo sin cambios, en esta ventana, cuando haya conexión: no se hará dos veces.',
  doneBefore: (change: string) => `Ya se hizo la primera vez, y no se ha repetido: ${change}`,
  unsent,
  chooseProperty: 'Elegir alojamiento',
  archived: {
    line: 'Esta casa está archivada: todo se puede leer y nada cambia.',
    named: (name) => `${name} (archivada)`,
    list: (count) => (count === 1 ? 'Mostrar 1 archivada' : `Mostrar ${count} archivadas`),
  },
  search: { find: 'Buscar o hacer' },
  live: {
    live: 'en directo',
    title: 'Se muestra todo lo que ha ocurrido. El número es el del último evento.',
    connecting: 'conectando',
    never: 'sin conexión',
    retry: 'Conectar de nuevo',
    late: (age: string) => `hace ${age}`,
  },
  channels,
  screens: {
    label: 'Pantallas',
    calendar: 'Planning',
    channels: 'Canales',
    signin: 'Iniciar sesión',
    welcome: 'Bienvenida',
    setup: 'Configurar',
    people: 'Equipo',
    account: 'Mi cuenta',
    inbox: 'Mensajes',
    housekeeping: 'Limpieza',
    today: 'Hoy',
    rates: 'Precios',
    reports: 'Informes',
    settings: 'Ajustes',
    log: 'Registro',
    parts: 'Componentes',
  },
  rail: {
    today: 'por resolver hoy',
    inbox: 'sin respuesta',
    housekeeping: 'por limpiar',
    channels: 'con fallos',
  },
  housekeeping,
  houseSettings,
  log,
  inbox,
  reports,
  rates,
  skip: 'Ir al contenido',
  settings: {
    signIn: 'Entrar',
    signOut: 'Cerrar sesión',
    more: 'Más',
    label: 'Idioma y tema',
    short: 'Vista',
    system: 'Tema del sistema',
    light: 'Claro',
    dark: 'Oscuro',
  },
  failed: {
    title: 'No se puede mostrar la recepción',
    screen: 'No se puede mostrar esta pantalla: se produjo un error en ella',
    unsentKept: 'Los cambios sin enviar se conservan.',
    again: 'Cargar de nuevo',
    noScreen: 'Esta pantalla no existe',
    toStart: 'Ir al inicio',
  },
  calendar,
  stay,
  today,
} satisfies Messages;
