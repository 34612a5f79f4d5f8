// The texts of the front desk in Spanish.
import type { Messages } from './en.ts';

export const es = {
  close: 'Cerrar',
  undo: 'Deshacer',
  loading: 'Cargando',
  screens: {
    label: 'Pantallas',
    parts: 'Componentes',
  },
  skip: 'Ir al contenido',
  settings: {
    label: 'Idioma y tema',
    short: 'Ajustes',
    system: 'Tema del sistema',
    light: 'Claro',
    dark: 'Oscuro',
  },
  failed: {
    title: 'No se puede mostrar la recepción',
    noScreen: 'Esta pantalla no existe',
    toStart: 'Ir al inicio',
  },
} satisfies Messages;
