// The texts of the front desk in Portuguese.
import type { Messages } from './en.ts';

export const pt = {
  close: 'Fechar',
  undo: 'Anular',
  loading: 'A carregar',
  screens: {
    label: 'Ecrãs',
    parts: 'Componentes',
  },
  skip: 'Ir para o conteúdo',
  settings: {
    label: 'Idioma e tema',
    short: 'Opções',
    system: 'Tema do sistema',
    light: 'Claro',
    dark: 'Escuro',
  },
  failed: {
    title: 'Não é possível mostrar a receção',
    noScreen: 'Este ecrã não existe',
    toStart: 'Ir para o início',
  },
} satisfies Messages;
