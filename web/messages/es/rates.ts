// The texts of the screen Rates in Spanish.
import type { Messages } from '../en/index.ts';

export const rates = {
  sheet: 'Precios por habitación y día',
  room: 'Habitación',
  rooms: (count: number) => `${count} habitaciones`,
  nights: (count: number) => (count === 1 ? '1 noche' : `${count} noches`),
  lines: { price: 'Precio', rules: 'Noches mínimas, reglas' },
  freeOf: (units: number) => `libres de ${units}`,
  free: (count: string) => `${count} ${count === '1' ? 'libre' : 'libres'}`,
  closed: 'cerrado',
  minNights: (nights: number) => `mínimo ${nights === 1 ? '1 noche' : `${nights} noches`}`,
  maxNights: (nights: number) => `máximo ${nights === 1 ? '1 noche' : `${nights} noches`}`,
  noMaximum: 'sin máximo',
  noArrival: 'Sin llegadas',
  noDeparture: 'Sin salidas',
  arrivalAgain: 'Llegada posible',
  departureAgain: 'Salida posible',
  close: 'Cerrar',
  openAgain: 'Abrir',
  minimum: 'Noches mín.',
  maximum: 'Máx.',
  roundTo: 'Redondear a',
  fill: 'rellenar',
  paste: 'pegar de una hoja',
  tools: 'Fijar en las noches elegidas',
  earlier: 'Semana anterior',
  later: 'Semana siguiente',
  today: 'Hoy',
  goTo: 'Ir a un día',
  notSent: 'Sin enviar',
  average: (amount: string) => `${amount} de media`,
  goesTo: 'Va a',
  noChannel: 'solo este alojamiento; ningún canal está conectado',
  unreadCells: (count: number) =>
    count === 1 ? 'No se pudo leer 1 celda pegada' : `No se pudieron leer ${count} celdas pegadas`,
  droppedNights: (count: number) =>
    count === 1
      ? 'Se descartó el cambio de 1 noche: la noche ya pasó o su habitación está retirada'
      : `Se descartaron los cambios de ${count} noches: las noches ya pasaron o sus habitaciones están retiradas`,
  refused: 'No es posible:',
  drop: 'Descartar',
  send: 'Enviar',
  sent: (nights: number) =>
    nights === 1 ? 'Precios de 1 noche cambiados' : `Precios de ${nights} noches cambiados`,
  noRooms: 'Aún sin habitaciones',
  noRoomsHelp: 'Cree habitaciones en los ajustes; sus precios aparecen aquí.',
  allRooms: 'Todas las habitaciones',
  from: 'Desde',
  until: 'Hasta',
  onlyOn: 'Solo en (ninguno = todos los días)',
  sale: 'Venta',
  unchanged: 'como está',
  notAPrice: 'Escriba 120, +10 % o −5',
  set: 'Fijar',
  open: 'en venta',
  dropped: (nights: number) =>
    nights === 1 ? 'Se descartó el cambio de 1 noche' : `Se descartaron los cambios de ${nights} noches`,
  escapeAgain: 'Otro Esc descarta lo que no se ha enviado',
  unseen: (count: number, where: string) => `${count} no están a la vista: ${where}`,
  andMore: (count: number) => `y ${count} más`,
  list: 'Ver todo',
  look: 'Ver',
  madeBefore: (moment: string) => `Fijado antes de cargar esta página, por última vez ${moment}`,
  changedNights: (nights: number) =>
    nights === 1
      ? '1 noche tiene otro valor desde entonces'
      : `${nights} noches tienen otros valores desde entonces`,
  ask: '¿Enviar esto?',
  askChanged: 'Alguien ha cambiado esto desde que usted lo fijó',
  askUnusual: (prices: number) =>
    prices === 1
      ? '1 precio es 0, menos de la mitad o más del triple del anterior'
      : `${prices} precios son 0, menos de la mitad o más del triple de los anteriores`,
  changedLine: (before: string, now: string, mine: string) =>
    `era ${before}, ahora es ${now}, usted fijó ${mine}`,
  keepTheirs: 'Dejar los otros valores',
  sendAnyway: 'Enviar de todos modos',
  back: 'Volver',
  range: 'Periodo',
  rangeTitle: 'Fijar un periodo',
  maximumNights: 'Noches máx.',
  maximumHelp: '0 = sin máximo',
  arrival: 'Llegada',
  departure: 'Salida',
  notInSheet: 'Un día desde hoy, dentro de 13 meses',
  wrongEnd: 'Un día dentro de 13 meses, no antes del primero',
  notNights: (least: number) => `Un número entero de ${least} a 999`,
  nothingToSet: 'Indique un precio, un número de noches o una regla',
} satisfies Messages['rates'];
