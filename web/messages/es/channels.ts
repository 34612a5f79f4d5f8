// The texts of the screen of channels in Spanish.
import type { LimitedPrice } from '../en/channels.ts';
import type { Messages } from '../en/index.ts';
import { endSentence } from '../end-sentence.ts';

export const channels = {
  title: 'Canales',
  view: 'Vista',
  views: { proof: 'Prueba', connections: 'Conexiones', log: 'Registro' },
  connect: 'Conectar un canal',
  ofSample:
    'La casa de ejemplo no intercambia nada con canales. Inicie sesión para ver qué saben los suyos de cada noche.',
  none: 'Ningún canal está conectado',
  noneMore: 'Conecte uno y aquí verá, noche a noche, si el canal la conoce.',
  today: 'Hoy',
  details: 'Detalles',
  earlier: 'Dos semanas antes',
  later: 'Dos semanas después',
  proof: 'Prueba de lo que saben los canales',
  held: 'Habitaciones libres, precio',
  weHold: 'tenemos',
  paused: 'En pausa',
  pushAgain: 'Enviar de nuevo',
  notSoldMore: 'Esta habitación no está asignada en el canal: nadie puede reservarla allí.',
  notKnown: 'no se sabe',
  exchange: 'Intercambios',
  noExchange: 'Lo intercambiado se guarda 30 días.',
  noAnswer: 'Sin respuesta',
  noExchanges: 'Aún no hay intercambios',
  more: 'Mostrar más',
  conflicts: 'Conflictos',
  noConflict: 'Cada estancia tiene su sitio.',
  conflict: 'Conflicto',
  previous: 'Anterior',
  next: 'Siguiente',
  noRoom: 'Habitación sin asignar',
  noWay: 'Ninguna otra habitación tiene sitio. Hable con el huésped o pida al canal que traslade la reserva.',
  doIt: 'Hacerlo',
  openStay: 'Abrir la estancia',
  showNights: 'Mostrar estas noches',
  change: 'Cambiar',
  exchangeAll: 'Intercambiar todo de nuevo',
  pause: 'Pausar',
  resume: 'Reanudar',
  disconnect: 'Desconectar',
  disconnectMore:
    'Primero se cierran allí las noches, después no se intercambia nada más. Las reservas se quedan. Para volver a vender allí hay que conectarlo de nuevo.',
  cancel: 'Cancelar',
  allConfirmed: (count: number) => (count === 1 ? '1 noche confirmada' : `${count} noches confirmadas`),
  nights: {
    on_the_way: (count: number) => (count === 1 ? '1 noche en camino' : `${count} noches en camino`),
    refused: (count: number) => (count === 1 ? '1 noche rechazada' : `${count} noches rechazadas`),
    unknown: (count: number) => (count === 1 ? '1 noche sin confirmar' : `${count} noches sin confirmar`),
  },
  nightStates: {
    confirmed: 'confirmada',
    on_the_way: 'en camino',
    refused: 'rechazada',
    unknown: 'desconocida',
    not_sold: 'no se vende allí',
  },
  confirmedAt: (time: string) => `confirmada ${time}`,
  pushed: (channel: string, day: string) => `${channel}: ${day} se envía de nuevo`,
  values: { available: 'Libres', price: 'Precio', min_stay: 'Noches mínimas' },
  outcomes: { partial: 'en parte', failed: 'falló' },
  ofCount: (one: number, all: number) => `${one} de ${all}`,
  soldTwice: (room: string, first: string, last: string, nights: number) =>
    nights === 1 ? `${room} vendida dos veces, ${first}` : `${room} vendida dos veces, ${first} – ${last}`,
  withoutPlace: (room: string) => `${room}: sin sitio para esta estancia`,
  ways: {
    move: (guest: string, room: string, count: number) =>
      `${room} para ${guest}, ${count === 1 ? '1 noche' : `${count} noches`}`,
    give_way: (guest: string, room: string, count: number) =>
      `${guest} pasa a ${room}, ${count === 1 ? '1 noche' : `${count} noches`}`,
    openUnit: (unit: string) => `Reabrir ${unit}`,
    endClosure: (unit: string, day: string) => `Reabrir ${unit} desde ${day}`,
    closed: 'cerrada por ahora',
    unitLater: 'ninguna unidad está libre todas las noches: se asigna después',
    priceStays: 'el precio se mantiene',
    samePrice: 'mismo precio, el huésped paga lo acordado',
    dearer: (amount: string) => `vale ${amount} más, el huésped paga lo acordado`,
    cheaper: (amount: string) => `vale ${amount} menos, el huésped paga lo acordado`,
  },
  states: {
    connected: 'conectado',
    connecting: 'conectando',
    delayed: 'con retraso',
    error: 'no funciona',
    disconnected: 'desconectado',
    closing: 'cerrando',
  },
  httpHelp: {
    credentials:
      'El canal no acepta las credenciales. Compárelas con las de su extranet y vuelva a introducirlas en Cambiar.',
    address:
      'Nada responde en esta dirección. Compruebe la dirección y el número del alojamiento en el canal.',
  },
  lastSync: (time: string) => `último intercambio ${time}`,
  moreOf: (channel: string) => `Más sobre ${channel}`,
  atChannel: (channel: string) => `En ${channel}`,
  exchanging: (channel: string) => `${channel}: se intercambia todo de nuevo`,
  pausedNow: (channel: string) => `${channel} está en pausa`,
  resumed: (channel: string) => `${channel} continúa`,
  disconnecting: (channel: string) => `${channel} se desconecta cuando sus noches estén cerradas allí`,
  disconnectAsk: (channel: string) => `¿Desconectar ${channel}?`,
  maturity: { experimental: 'experimental', unverified: 'no probado con el canal' },
  protocols: {
    ical: 'Airbnb, Vrbo, Booking.com y cualquier calendario: solo fechas, leídas cada pocos minutos',
    booking_com: 'Fechas, precios y reservas, con cuenta de socio de conectividad',
    expedia: 'Fechas, precios y reservas, con cuenta de socio de conectividad',
    vrbo: 'Fechas, precios y reservas para socios de software',
    airbnb: 'Fechas, precios, reservas y mensajes, con acceso de socio',
    channex: 'Muchos canales con una sola cuenta de Channex',
    open_channel: 'Cualquier socio que hable el protocolo Open Channel',
  },
  reading: {
    found: (events: number, stays: number, nights: number) =>
      [
        events === 1 ? '1 evento' : `${events} eventos`,
        stays === 1 ? '1 estancia' : `${stays} estancias`,
        nights === 1 ? '1 noche cerrada' : `${nights} noches cerradas`,
      ].join(' · '),
    leftOut: (reasons: string) => `Se han dejado fuera: ${reasons}`,
    reasons: {
      cancelled: (count: number) => (count === 1 ? '1 cancelado' : `${count} cancelados`),
      free: (count: number) => (count === 1 ? '1 tiempo libre' : `${count} tiempos libres`),
      tentative: (count: number) => (count === 1 ? '1 provisional' : `${count} provisionales`),
      past: (count: number) => (count === 1 ? '1 pasado' : `${count} pasados`),
      beyond_horizon: (count: number) => (count === 1 ? '1 demasiado lejano' : `${count} demasiado lejanos`),
      own: (count: number) =>
        count === 1 ? '1 cierre propio devuelto' : `${count} cierres propios devueltos`,
      no_night: (count: number) => `${count} sin noche`,
      reversed: (count: number) =>
        count === 1 ? '1 que acaba antes de empezar' : `${count} que acaban antes de empezar`,
      outdated: (count: number) =>
        count === 1 ? '1 versión anterior de otro' : `${count} versiones anteriores de otros`,
      marker: (count: number) =>
        count === 1 ? '1 aviso de llegada o salida' : `${count} avisos de llegada o salida`,
      other: (count: number) => (count === 1 ? '1 tarea u otra entrada' : `${count} tareas u otras entradas`),
      unreadable: (count: number) =>
        count === 1 ? '1 con una fecha ilegible' : `${count} con fechas ilegibles`,
    },
  },
  limits: {
    label: (channel: string) => `Lo que ${channel} vende de otro modo`,
    days: (channel: string, days: number) =>
      `${channel} solo vende ${days} noches a partir de hoy: así está configurada allí la propiedad.`,
    cutOff: (channel: string, time: string, days: number) =>
      days === 0
        ? `${channel} cierra por sí mismo la noche de hoy todos los días a las ${time}.`
        : `${channel} cierra por sí mismo la noche de hoy y ${days === 1 ? 'la siguiente' : `las ${days} siguientes`} todos los días a las ${time}.`,
    raised: (of: LimitedPrice) =>
      `${of.channel} sube el precio de ${of.nights} ${of.nights === 1 ? 'noche' : 'noches'} a ${of.soldAt}, el precio mínimo de la propiedad allí. Primera: ${of.room}, ${of.day}, aquí ${of.price}.`,
    lowered: (of: LimitedPrice) =>
      `${of.channel} baja el precio de ${of.nights} ${of.nights === 1 ? 'noche' : 'noches'} a ${of.soldAt}, el precio máximo de la propiedad allí. Primera: ${of.room}, ${of.day}, aquí ${of.price}.`,
  },
  otas: {
    none: (channel: string) => `Aún no hay ninguna OTA conectada en ${channel}.`,
    label: (channel: string) => `OTA detrás de ${channel}`,
    property: (channel: string) => `El alojamiento en ${channel}`,
    unnamed: 'Una OTA sin nombre',
    states: {
      on: 'activada',
      off: 'desactivada',
      unknown: 'no se sabe si está activada',
      removed: 'ya no está conectada',
    },
    removal: (day: string) => `se retirará el ${day}`,
    reported: (time: string) => `avisado ${time}`,
    dismiss: 'Visto',
    dismissOf: (ota: string) => `Visto: ${ota}`,
    dismissed: (ota: string) => `${ota}: quitado de la lista`,
    failing: (otas: string, count: number) => `${otas} ${count === 1 ? 'falla' : 'fallan'}`,
    problems: {
      deactivated: (channel: string) =>
        `Desactivada en ${channel}: puede seguir vendiendo con los últimos datos que recibió, y sus reservas pueden no llegar aquí.`,
      removed: (channel: string) =>
        `Ya no está conectada a ${channel}: puede seguir vendiendo con los últimos datos que recibió, y sus reservas pueden no llegar aquí.`,
      listing_disconnected: (channel: string) =>
        `Un anuncio ya no está conectado a ${channel}: puede seguir vendiéndose con los últimos datos.`,
      sync_error: (_channel: string, detail: string) => `No aceptó un cambio${detail && ` (${detail})`}.`,
      rate_error: (_channel: string, detail: string) => `No aceptó un precio${detail && ` (${detail})`}.`,
      sync_warning: (_channel: string, detail: string) =>
        `Aceptó un cambio con una advertencia${detail && ` (${detail})`}.`,
      removal_announced: (channel: string, detail: string) =>
        detail
          ? endSentence(`${channel} anuncia su retirada para el ${detail}`)
          : `${channel} anuncia su retirada.`,
      booking_unacknowledged: (channel: string, detail: string) =>
        `${channel} avisa de que una reserva no ha llegado aquí${detail && ` (${detail})`}.`,
    },
    short: {
      deactivated: 'desactivada',
      removed: 'ya no está conectada',
      listing_disconnected: 'anuncio sin conexión',
      sync_error: 'cambio no aceptado',
      rate_error: 'precio no aceptado',
      sync_warning: 'advertencia',
      removal_announced: 'se va a retirar',
      booking_unacknowledged: 'reserva no recibida',
    },
  },
  form: {
    calendars:
      'El canal lee un calendario suyo de cada habitación, y aquí se lee el del canal. Pegue la dirección que muestra el canal junto a cada habitación; las direcciones para el canal están en los ajustes.',
    name: 'Nombre del canal',
    nameHelp: 'en minúsculas: airbnb, booking_com, agoda',
    url: 'Dirección',
    urlHelp: 'solo si no es la habitual del canal',
    stored: 'Las credenciales están guardadas. Déjelas en blanco para conservarlas.',
    remove: 'Quitar lo que ya no está',
    save: 'Guardar',
    attempt: 'Probar antes',
    rooms: 'Habitaciones',
    roomsHelp: 'Deje en blanco lo que no se vende allí.',
    room: 'Habitación en el canal',
    rate: 'Plan de tarifas',
    calendar: 'Dirección del calendario',
    addLine: 'otra línea',
    removeLine: 'Quitar esta línea',
    unit: 'Unidad',
    wholeRoom: 'habitación entera',
    yes: 'sí',
    no: 'no',
    accepted: 'El canal lo acepta.',
    notAsked: 'No se pudo preguntar al canal.',
    more: 'Más ajustes',
    connect: 'Conectar',
    connected: (channel: string) => `${channel} está conectado`,
    pushed: (count: number) => (count === 1 ? 'se envía 1 noche' : `se envían ${count} noches`),
    forSale: (count: number) => (count === 1 ? '1 de ellas a la venta' : `${count} de ellas a la venta`),
    opened: (count: number) => (count === 1 ? '1 noche se abre allí' : `${count} noches se abren allí`),
    closed: (count: number) => (count === 1 ? '1 noche se cierra allí' : `${count} noches se cierran allí`),
    repriced: (count: number) =>
      count === 1 ? '1 noche cambia de precio' : `${count} noches cambian de precio`,
    imported: (count: number) => (count === 1 ? 'se guardaría 1 reserva' : `se guardarían ${count} reservas`),
  },
} satisfies Messages['channels'];
