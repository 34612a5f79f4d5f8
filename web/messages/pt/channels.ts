// The texts of the screen of channels in Portuguese.
import type { LimitedPrice } from '../en/channels.ts';
import type { Messages } from '../en/index.ts';
import { endSentence } from '../end-sentence.ts';

export const channels = {
  title: 'Canais',
  view: 'Vista',
  views: { proof: 'Prova', connections: 'Ligações', log: 'Registo' },
  connect: 'Ligar um canal',
  ofSample:
    'A casa de exemplo não troca nada com canais. Inicie sessão para ver o que os seus sabem de cada noite.',
  none: 'Nenhum canal está ligado',
  noneMore: 'Ligue um, e aqui verá noite a noite se o canal a conhece.',
  today: 'Hoje',
  details: 'Pormenores',
  earlier: 'Duas semanas antes',
  later: 'Duas semanas depois',
  proof: 'Prova do que os canais sabem',
  held: 'Quartos livres, preço',
  weHold: 'temos',
  paused: 'Em pausa',
  pushAgain: 'Enviar de novo',
  notSoldMore: 'Este quarto não está associado no canal: ninguém o pode reservar lá.',
  notKnown: 'não se sabe',
  exchange: 'Trocas',
  noExchange: 'O que foi trocado guarda-se durante 30 dias.',
  noAnswer: 'Sem resposta',
  noExchanges: 'Ainda sem trocas',
  more: 'Mostrar mais',
  conflicts: 'Conflitos',
  noConflict: 'Cada estadia tem o seu lugar.',
  conflict: 'Conflito',
  previous: 'Anterior',
  next: 'Seguinte',
  noRoom: 'Quarto por associar',
  noWay: 'Nenhum outro quarto tem lugar. Fale com o hóspede, ou peça ao canal que mude a reserva.',
  doIt: 'Fazer',
  openStay: 'Abrir a estadia',
  showNights: 'Mostrar estas noites',
  change: 'Alterar',
  exchangeAll: 'Trocar tudo de novo',
  pause: 'Pausar',
  resume: 'Retomar',
  disconnect: 'Desligar',
  disconnectMore:
    'Primeiro fecham-se lá as noites, depois nada mais se troca. As reservas ficam. Para voltar a vender lá, liga-se de novo.',
  cancel: 'Cancelar',
  allConfirmed: (count: number) => (count === 1 ? '1 noite confirmada' : `${count} noites confirmadas`),
  nights: {
    on_the_way: (count: number) => (count === 1 ? '1 noite a caminho' : `${count} noites a caminho`),
    refused: (count: number) => (count === 1 ? '1 noite recusada' : `${count} noites recusadas`),
    unknown: (count: number) => (count === 1 ? '1 noite por confirmar' : `${count} noites por confirmar`),
  },
  nightStates: {
    confirmed: 'confirmada',
    on_the_way: 'a caminho',
    refused: 'recusada',
    unknown: 'desconhecida',
    not_sold: 'não se vende lá',
  },
  confirmedAt: (time: string) => `confirmada ${time}`,
  pushed: (channel: string, day: string) => `${channel}: ${day} é enviada de novo`,
  values: { available: 'Livres', price: 'Preço', min_stay: 'Noites mínimas' },
  outcomes: { partial: 'em parte', failed: 'falhou' },
  ofCount: (one: number, all: number) => `${one} de ${all}`,
  soldTwice: (room: string, first: string, last: string, nights: number) =>
    nights === 1 ? `${room} vendido duas vezes, ${first}` : `${room} vendido duas vezes, ${first} – ${last}`,
  withoutPlace: (room: string) => `${room}: sem lugar para esta estadia`,
  ways: {
    move: (guest: string, room: string, count: number) =>
      `${room} para ${guest}, ${count === 1 ? '1 noite' : `${count} noites`}`,
    give_way: (guest: string, room: string, count: number) =>
      `${guest} passa para ${room}, ${count === 1 ? '1 noite' : `${count} noites`}`,
    openUnit: (unit: string) => `Reabrir ${unit}`,
    endClosure: (unit: string, day: string) => `Reabrir ${unit} a partir de ${day}`,
    closed: 'fechado por agora',
    unitLater: 'nenhuma unidade está livre em todas as noites: atribui-se depois',
    priceStays: 'o preço mantém-se',
    samePrice: 'mesmo preço, o hóspede paga o combinado',
    dearer: (amount: string) => `vale mais ${amount}, o hóspede paga o combinado`,
    cheaper: (amount: string) => `vale menos ${amount}, o hóspede paga o combinado`,
  },
  states: {
    connected: 'ligado',
    connecting: 'a ligar',
    delayed: 'atrasado',
    error: 'não funciona',
    disconnected: 'desligado',
    closing: 'a fechar',
  },
  httpHelp: {
    credentials:
      'O canal não aceita as credenciais. Compare-as com as da extranet do canal e introduza-as de novo em Alterar.',
    address: 'Nada responde neste endereço. Verifique o endereço e o número do alojamento no canal.',
  },
  lastSync: (time: string) => `última troca ${time}`,
  moreOf: (channel: string) => `Mais sobre ${channel}`,
  atChannel: (channel: string) => `Em ${channel}`,
  exchanging: (channel: string) => `${channel}: tudo é trocado de novo`,
  pausedNow: (channel: string) => `${channel} está em pausa`,
  resumed: (channel: string) => `${channel} continua`,
  disconnecting: (channel: string) => `${channel} desliga-se quando as noites lá estiverem fechadas`,
  disconnectAsk: (channel: string) => `Desligar ${channel}?`,
  maturity: { experimental: 'experimental', unverified: 'não testado com o canal' },
  protocols: {
    ical: 'Airbnb, Vrbo, Booking.com e qualquer calendário: só datas, lidas a cada poucos minutos',
    booking_com: 'Datas, preços e reservas, com conta de parceiro de conectividade',
    expedia: 'Datas, preços e reservas, com conta de parceiro de conectividade',
    vrbo: 'Datas, preços e reservas para parceiros de software',
    airbnb: 'Datas, preços, reservas e mensagens, com acesso de parceiro',
    channex: 'Muitos canais com uma só conta Channex',
    open_channel: 'Qualquer parceiro que fale o protocolo Open Channel',
  },
  reading: {
    found: (events: number, stays: number, nights: number) =>
      [
        events === 1 ? '1 evento' : `${events} eventos`,
        stays === 1 ? '1 estadia' : `${stays} estadias`,
        nights === 1 ? '1 noite fechada' : `${nights} noites fechadas`,
      ].join(' · '),
    leftOut: (reasons: string) => `Deixados de fora: ${reasons}`,
    reasons: {
      cancelled: (count: number) => (count === 1 ? '1 cancelado' : `${count} cancelados`),
      free: (count: number) => (count === 1 ? '1 tempo livre' : `${count} tempos livres`),
      tentative: (count: number) => (count === 1 ? '1 provisório' : `${count} provisórios`),
      past: (count: number) => (count === 1 ? '1 passado' : `${count} passados`),
      beyond_horizon: (count: number) =>
        count === 1 ? '1 demasiado distante' : `${count} demasiado distantes`,
      own: (count: number) => (count === 1 ? '1 fecho nosso devolvido' : `${count} fechos nossos devolvidos`),
      no_night: (count: number) => `${count} sem noite`,
      reversed: (count: number) =>
        count === 1 ? '1 que acaba antes de começar' : `${count} que acabam antes de começar`,
      outdated: (count: number) =>
        count === 1 ? '1 versão anterior de outro' : `${count} versões anteriores de outros`,
      marker: (count: number) =>
        count === 1 ? '1 aviso de chegada ou partida' : `${count} avisos de chegada ou partida`,
      other: (count: number) =>
        count === 1 ? '1 tarefa ou outra entrada' : `${count} tarefas ou outras entradas`,
      unreadable: (count: number) =>
        count === 1 ? '1 com uma data ilegível' : `${count} com datas ilegíveis`,
    },
  },
  limits: {
    label: (channel: string) => `O que o ${channel} vende de outra forma`,
    days: (channel: string, days: number) =>
      `O ${channel} só vende ${days} noites a partir de hoje: a propriedade lá está configurada assim.`,
    cutOff: (channel: string, time: string, days: number) =>
      days === 0
        ? `O ${channel} fecha por si próprio a noite de hoje todos os dias às ${time}.`
        : `O ${channel} fecha por si próprio a noite de hoje e ${days === 1 ? 'a seguinte' : `as ${days} seguintes`} todos os dias às ${time}.`,
    raised: (of: LimitedPrice) =>
      `O ${of.channel} sobe o preço de ${of.nights} ${of.nights === 1 ? 'noite' : 'noites'} para ${of.soldAt}, o preço mínimo da propriedade lá. Primeira: ${of.room}, ${of.day}, aqui ${of.price}.`,
    lowered: (of: LimitedPrice) =>
      `O ${of.channel} baixa o preço de ${of.nights} ${of.nights === 1 ? 'noite' : 'noites'} para ${of.soldAt}, o preço máximo da propriedade lá. Primeira: ${of.room}, ${of.day}, aqui ${of.price}.`,
  },
  otas: {
    none: (channel: string) => `Ainda não há nenhuma OTA ligada em ${channel}.`,
    label: (channel: string) => `OTA por trás de ${channel}`,
    property: (channel: string) => `O alojamento em ${channel}`,
    unnamed: 'Uma OTA sem nome',
    states: {
      on: 'ativada',
      off: 'desativada',
      unknown: 'não se sabe se está ativada',
      removed: 'já não está ligada',
    },
    removal: (day: string) => `será removida a ${day}`,
    reported: (time: string) => `comunicado ${time}`,
    dismiss: 'Visto',
    dismissOf: (ota: string) => `Visto: ${ota}`,
    dismissed: (ota: string) => `${ota}: retirado da lista`,
    failing: (otas: string, count: number) => `${otas} ${count === 1 ? 'falha' : 'falham'}`,
    problems: {
      deactivated: (channel: string) =>
        `Desativada em ${channel}: pode continuar a vender com os últimos dados que recebeu, e as suas reservas podem não chegar aqui.`,
      removed: (channel: string) =>
        `Já não está ligada a ${channel}: pode continuar a vender com os últimos dados que recebeu, e as suas reservas podem não chegar aqui.`,
      listing_disconnected: (channel: string) =>
        `Um anúncio já não está ligado a ${channel}: pode continuar a ser vendido com os últimos dados.`,
      sync_error: (_channel: string, detail: string) =>
        `Não aceitou uma alteração${detail && ` (${detail})`}.`,
      rate_error: (_channel: string, detail: string) => `Não aceitou um preço${detail && ` (${detail})`}.`,
      sync_warning: (_channel: string, detail: string) =>
        `Aceitou uma alteração com um aviso${detail && ` (${detail})`}.`,
      removal_announced: (channel: string, detail: string) =>
        detail ? endSentence(`${channel} anuncia a remoção para ${detail}`) : `${channel} anuncia a remoção.`,
      booking_unacknowledged: (channel: string, detail: string) =>
        `${channel} avisa que uma reserva não chegou aqui${detail && ` (${detail})`}.`,
    },
    short: {
      deactivated: 'desativada',
      removed: 'já não está ligada',
      listing_disconnected: 'anúncio sem ligação',
      sync_error: 'alteração não aceite',
      rate_error: 'preço não aceite',
      sync_warning: 'aviso',
      removal_announced: 'vai ser removida',
      booking_unacknowledged: 'reserva não recebida',
    },
  },
  form: {
    calendars:
      'O canal lê um calendário seu para cada quarto, e aqui lê-se o dele. Cole o endereço que o canal mostra ao lado de cada quarto; os endereços para o canal estão nas definições.',
    name: 'Nome do canal',
    nameHelp: 'letras minúsculas: airbnb, booking_com, agoda',
    url: 'Endereço',
    urlHelp: 'só se não for o habitual do canal',
    stored: 'As credenciais estão guardadas. Deixe em branco para as manter.',
    remove: 'Remover o que já não está',
    save: 'Guardar',
    attempt: 'Experimentar primeiro',
    rooms: 'Quartos',
    roomsHelp: 'Deixe em branco o que não se vende lá.',
    room: 'Quarto no canal',
    rate: 'Plano tarifário',
    calendar: 'Endereço do calendário',
    addLine: 'mais uma linha',
    removeLine: 'Remover esta linha',
    unit: 'Unidade',
    wholeRoom: 'quarto inteiro',
    yes: 'sim',
    no: 'não',
    accepted: 'O canal aceita.',
    notAsked: 'Não foi possível perguntar ao canal.',
    more: 'Mais definições',
    connect: 'Ligar',
    connected: (channel: string) => `${channel} está ligado`,
    pushed: (count: number) => (count === 1 ? '1 noite é enviada' : `${count} noites são enviadas`),
    forSale: (count: number) => (count === 1 ? '1 delas à venda' : `${count} delas à venda`),
    opened: (count: number) => (count === 1 ? '1 noite abre lá' : `${count} noites abrem lá`),
    closed: (count: number) => (count === 1 ? '1 noite fecha lá' : `${count} noites fecham lá`),
    repriced: (count: number) => (count === 1 ? '1 noite muda de preço' : `${count} noites mudam de preço`),
    imported: (count: number) =>
      count === 1 ? '1 reserva seria guardada' : `${count} reservas seriam guardadas`,
  },
} satisfies Messages['channels'];
