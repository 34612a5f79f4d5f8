// The texts of the screen Rates in Portuguese.
import type { Messages } from '../en/index.ts';

export const rates = {
  sheet: 'Preços por quarto e dia',
  room: 'Quarto',
  rooms: (count: number) => `${count} quartos`,
  nights: (count: number) => (count === 1 ? '1 noite' : `${count} noites`),
  lines: { price: 'Preço', rules: 'Noites mínimas, regras' },
  freeOf: (units: number) => `livres de ${units}`,
  free: (count: string) => `${count} ${count === '1' ? 'livre' : 'livres'}`,
  closed: 'fechado',
  minNights: (nights: number) => `mínimo ${nights === 1 ? '1 noite' : `${nights} noites`}`,
  maxNights: (nights: number) => `máximo ${nights === 1 ? '1 noite' : `${nights} noites`}`,
  noMaximum: 'sem máximo',
  noArrival: 'Sem chegadas',
  noDeparture: 'Sem saídas',
  arrivalAgain: 'Chegadas possíveis',
  departureAgain: 'Saídas possíveis',
  close: 'Fechar',
  openAgain: 'Abrir',
  minimum: 'Noites mín.',
  maximum: 'Máx.',
  roundTo: 'Arredondar a',
  fill: 'preencher',
  paste: 'colar de uma folha',
  tools: 'Definir nas noites escolhidas',
  earlier: 'Semana anterior',
  later: 'Semana seguinte',
  today: 'Hoje',
  goTo: 'Ir para um dia',
  notSent: 'Por enviar',
  average: (amount: string) => `${amount} em média`,
  goesTo: 'Vai para',
  noChannel: 'só este alojamento; nenhum canal está ligado',
  unreadCells: (count: number) =>
    count === 1 ? 'Não foi possível ler 1 célula colada' : `Não foi possível ler ${count} células coladas`,
  droppedNights: (count: number) =>
    count === 1
      ? 'A alteração de 1 noite foi descartada: a noite já passou ou o quarto foi retirado'
      : `As alterações de ${count} noites foram descartadas: as noites já passaram ou os quartos foram retirados`,
  refused: 'Não é possível:',
  drop: 'Descartar',
  send: 'Enviar',
  sent: (nights: number) =>
    nights === 1 ? 'Preços de 1 noite alterados' : `Preços de ${nights} noites alterados`,
  noRooms: 'Ainda sem quartos',
  noRoomsHelp: 'Crie quartos nas definições; os preços aparecem aqui.',
  allRooms: 'Todos os quartos',
  from: 'De',
  until: 'Até',
  onlyOn: 'Só em (nenhum = todos os dias)',
  sale: 'Venda',
  unchanged: 'como está',
  notAPrice: 'Escreva 120, +10 % ou −5',
  set: 'Definir',
  open: 'à venda',
  dropped: (nights: number) =>
    nights === 1
      ? 'A alteração de 1 noite foi descartada'
      : `As alterações de ${nights} noites foram descartadas`,
  escapeAgain: 'Outro Esc descarta o que não foi enviado',
  unseen: (count: number, where: string) => `${count} não estão à vista: ${where}`,
  andMore: (count: number) => `e mais ${count}`,
  list: 'Ver tudo',
  look: 'Ver',
  madeBefore: (moment: string) => `Definido antes de carregar esta página, pela última vez ${moment}`,
  changedNights: (nights: number) =>
    nights === 1 ? '1 noite tem outro valor desde então' : `${nights} noites têm outros valores desde então`,
  ask: 'Enviar isto?',
  askChanged: 'Alguém alterou isto desde que o definiu',
  askUnusual: (prices: number) =>
    prices === 1
      ? '1 preço é 0, menos de metade ou mais do triplo do anterior'
      : `${prices} preços são 0, menos de metade ou mais do triplo dos anteriores`,
  changedLine: (before: string, now: string, mine: string) =>
    `era ${before}, agora é ${now}, definiu ${mine}`,
  keepTheirs: 'Deixar os outros valores',
  sendAnyway: 'Enviar mesmo assim',
  back: 'Voltar',
  range: 'Período',
  rangeTitle: 'Definir um período',
  maximumNights: 'Noites máx.',
  maximumHelp: '0 = sem máximo',
  arrival: 'Chegada',
  departure: 'Saída',
  notInSheet: 'Um dia a partir de hoje, dentro de 13 meses',
  wrongEnd: 'Um dia dentro de 13 meses, não antes do primeiro',
  notNights: (least: number) => `Um número inteiro de ${least} a 999`,
  nothingToSet: 'Indique um preço, um número de noites ou uma regra',
} satisfies Messages['rates'];
