// The texts of the front desk in Portuguese.

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

export const pt = {
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
  close: 'Fechar',
  undo: 'Anular',
  redo: 'Refazer',
  keys: {
    title: 'Teclas',
    bars: 'Uma barra do calendário: Tab até à grelha, setas até à barra; Enter abre-a.',
  },
  loading: 'A carregar',
  ago: (age: string) => `há ${age}`,
  undone: (change: string) => `Anulado: ${change}`,
  notUndone: (change: string) => `Não anulado, porque foi alterado entretanto: ${change}`,
  notRedone: (change: string) => `Não refeito, porque foi alterado entretanto: ${change}`,
  halfUndone: (change: string) => endSentence(`Anulado só em parte: ${change}`),
  halfRedone: (change: string) => endSentence(`Refeito só em parte: ${change}`),
  direct: 'Direta',
  nothingToUndo: 'Nada a desfazer aqui. O que foi feito antes está no registo.',
  unreachable:
    'Não é possível contactar o servidor, e isto precisa dele. Tente de novo quando houver ligação.',
  noAnswer:
    'Não houve resposta: pode estar feito ou não. Envie de novo sem alterações, nesta janela, quando houver ligação: não é feito duas vezes.',
  doneBefore: (change: string) => `Já tinha sido feito da primeira vez, e não se repetiu: ${change}`,
  unsent,
  chooseProperty: 'Escolher alojamento',
  archived: {
    line: 'Esta casa está arquivada: tudo se pode ler, e nada muda.',
    named: (name) => `${name} (arquivada)`,
    list: (count) => (count === 1 ? 'Mostrar 1 arquivada' : `Mostrar ${count} arquivadas`),
  },
  search: { find: 'Procurar ou fazer' },
  live: {
    live: 'em direto',
    title: 'Mostra tudo o que aconteceu. O número é o do último evento.',
    connecting: 'a ligar',
    never: 'sem ligação',
    retry: 'Ligar de novo',
    late: (age: string) => `há ${age}`,
  },
  channels,
  screens: {
    label: 'Ecrãs',
    calendar: 'Calendário',
    channels: 'Canais',
    signin: 'Iniciar sessão',
    welcome: 'Bem-vindo',
    setup: 'Configurar',
    people: 'Equipa',
    account: 'A minha conta',
    inbox: 'Mensagens',
    housekeeping: 'Limpeza',
    today: 'Hoje',
    rates: 'Preços',
    reports: 'Relatórios',
    settings: 'Definições',
    log: 'Registo',
    parts: 'Componentes',
  },
  rail: {
    today: 'a resolver hoje',
    inbox: 'sem resposta',
    housekeeping: 'por limpar',
    channels: 'com falhas',
  },
  housekeeping,
  houseSettings,
  log,
  inbox,
  reports,
  rates,
  skip: 'Ir para o conteúdo',
  settings: {
    signIn: 'Entrar',
    signOut: 'Terminar sessão',
    more: 'Mais',
    label: 'Idioma e tema',
    short: 'Vista',
    system: 'Tema do sistema',
    light: 'Claro',
    dark: 'Escuro',
  },
  failed: {
    title: 'Não é possível mostrar a receção',
    screen: 'Não é possível mostrar este ecrã: ocorreu um erro nele',
    unsentKept: 'As alterações por enviar são mantidas.',
    again: 'Carregar de novo',
    noScreen: 'Este ecrã não existe',
    toStart: 'Ir para o início',
  },
  calendar,
  stay,
  today,
} satisfies Messages;
