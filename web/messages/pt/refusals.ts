// Portuguese texts of what the server refuses.
import type { RefusalTexts } from '../en/refusals.ts';

const tries = (left: number) => (left === 1 ? 'Resta uma tentativa.' : `Restam ${left} tentativas.`);
const nights = (count: number) => (count === 1 ? '1 noite' : `${count} noites`);

export const refusals: RefusalTexts = {
  codes: {
    not_found: () => 'Isto já não existe.',
    not_signed_in: () => 'A sessão terminou: inicie sessão de novo.',
    other_person: () => 'Entretanto outra pessoa iniciou sessão aqui: nada foi alterado.',
    sign_in_refused: () =>
      'O nome ou a palavra-passe está errado. Verifique ambos, ou peça a um proprietário um link para entrar.',
    wrong_password: () => 'Esta não é a sua palavra-passe.',
    link_not_valid: () => 'Este link foi usado, substituído ou é demasiado antigo: peça um novo.',
    screen_not_shared: () => 'Este ecrã não é partilhado: inicie sessão e partilhe-o na sua conta.',
    pin_refused: ({ left }) =>
      left === 0 ? 'Nenhum PIN seu abre este ecrã: entre com a palavra-passe.' : `PIN errado. ${tries(left)}`,
    pin_locked: () => 'O PIN falhou demasiadas vezes: entre neste ecrã com a palavra-passe.',
    passkey_refused: () =>
      'Esta chave de acesso não abre nada aqui. Tente de novo, ou entre com a palavra-passe.',
    passkeys_not_possible: () =>
      'As chaves de acesso precisam de um endereço https: o servidor ainda não tem um.',
    too_many_passkeys: ({ max }) =>
      `Tem ${max} chaves de acesso, e mais não são possíveis: remova uma que já não use.`,
    code_required: () => 'Escreva o código que a sua aplicação mostra.',
    code_refused: ({ left }) =>
      left === 0
        ? 'Demasiados códigos errados: use um código de recuperação, ou peça a um proprietário que retire o segundo fator.'
        : `Este código está errado ou já foi usado: escreva o que a aplicação mostra agora.${left === null ? '' : ` ${tries(left)}`}`,
    second_factor_on: () => 'O segundo fator já está ativo.',
    own_second_factor: () =>
      'Este é o seu próprio segundo fator: desative-o na sua conta, ou peça a outro proprietário.',
    second_factor_missing: () => 'Ainda não há segundo fator: comece de novo.',
    last_sign_in_way: () =>
      'Sem esta chave de acesso já não poderia entrar: adicione outra ou escolha primeiro uma palavra-passe.',
    full_sign_in_required: () => 'Entrou com um PIN: termine a sessão e entre com a palavra-passe.',
    https_required: () =>
      'Para entrar é preciso https: abra esta página com https, ou na máquina em que o innwire corre.',
    owner_required: ({ case: which }) =>
      which === 'or_manager'
        ? 'Só um proprietário ou um gestor pode fazer isto.'
        : which === 'of_all'
          ? 'Só um proprietário de todos os alojamentos pode fazer isto.'
          : 'Só um proprietário pode fazer isto.',
    unknown_user: () => 'Esta pessoa já não está aqui.',
    user_name_taken: ({ value }) => `Já alguém entra como ${value}: escolha outro nome.`,
    rate_limited: ({ retry_after_seconds }, { age }) =>
      `Demasiadas tentativas: espere ${age(retry_after_seconds)} e tente de novo.`,
    demo_mode: ({ property }) =>
      property === 'sandbox'
        ? 'O alojamento de exemplo não se altera: crie o seu próprio.'
        : 'O alojamento de exemplo não se altera.',
    read_only_token: () => 'A sua função não altera nada: peça outra a um proprietário.',
    scope_missing: () => 'A sua função não abre isto: peça outra a um proprietário.',
    payload_too_large: () => 'É demasiado de uma vez: envie menos.',
    request_timeout: () => 'A ligação é demasiado lenta: tente de novo.',
    precondition_failed: () => 'Entretanto alguém alterou isto: veja de novo.',
    unknown_property: () => 'Este alojamento já não existe.',
    property_archived: () =>
      'Esta casa está arquivada e só se lê: um proprietário pode retirá-la do arquivo.',
    property_has_channels: ({ channels }, { list, channelName }) =>
      `Ainda está ligada a ${list(channels.map(channelName))}, onde os quartos continuariam à venda: desligue primeiro.`,
    property_in_use: ({ in_house, to_come, held, owed, to_return }) =>
      `Ainda em aberto – estadias na casa: ${in_house}, por chegar: ${to_come}, reservas provisórias, que terminariam: ${held}, com dinheiro em dívida: ${owed}, com dinheiro a devolver: ${to_return}. No arquivo nada disso se pode alterar.`,
    property_not_archived: () => 'Arquive primeiro a casa: só então pode ser removida.',
    name_not_confirmed: ({ name }) => `Este não é o nome: ${name}.`,
    unknown_room: ({ room_ids }, { list, room }) => `${list(room_ids.map(room))}: já não existe.`,
    unknown_booking: () => 'Esta estadia não existe.',
    unknown_group: () => 'Este grupo de estadias não existe.',
    unknown_inquiry: ({ booked_as }, { stay }) =>
      booked_as === null ? 'Este pedido não existe.' : `O pedido tornou-se ${stay(booked_as)}: responda aí.`,
    unknown_message: () => 'Esta mensagem não existe.',
    unknown_attachment: () => 'Este anexo já não está disponível.',
    attachment_not_read: ({ channel, case: why }, { channelName }) =>
      why === 'disconnected'
        ? `O ficheiro está em ${channelName(channel)}, que já não está ligado.`
        : `${channelName(channel)} não entregou o ficheiro. Tente de novo ou abra-o lá.`,
    nothing_to_reply: ({ case: why }) =>
      why === 'own'
        ? 'Este texto é da casa: não espera resposta.'
        : 'Este texto já tem resposta: se o hóspede espera outra, escreva-a.',
    unknown_guest: () => 'Este hóspede não existe.',
    guest_erased: () => 'Os dados deste hóspede foram apagados: comece um novo perfil.',
    guest_expected: ({ checkout }, { day }) =>
      `Este hóspede é esperado, ou fica até ${day(checkout)}: registe primeiro a saída ou cancele a estadia.`,
    same_guest: () => 'Ambos são o mesmo hóspede.',
    merge_too_long: ({ member, max }) =>
      member === 'notes'
        ? `Juntas, as notas têm mais de ${max} caracteres: encurte uma delas.`
        : `Juntos, os hóspedes têm mais de ${max} etiquetas: remova algumas.`,
    unknown_change: ({ retention_days }) =>
      `Esta alteração tem mais de ${retention_days} dias e já não se pode anular.`,
    unknown_template: () => 'Este modelo já não existe.',
    template_name_taken: ({ name }) => `Já existe um modelo ${name}: escolha outro nome.`,
    too_many_templates: ({ max }) => `Há ${max} modelos, e mais não são possíveis: retire um.`,
    template_not_fillable: ({ reason }) =>
      `O modelo não se preenche com esta estadia (${reason}): escreva à mão, ou corrija o modelo.`,
    unknown_task: () => 'Esta tarefa não existe.',
    unknown_photo: () => 'Esta foto foi removida.',
    too_many_photos: ({ max, of }) =>
      of === 'task'
        ? `Uma tarefa tem no máximo ${max} fotos: remova uma primeiro.`
        : `As tarefas desta casa têm no máximo ${max} fotos: remova algumas de que ninguém precise.`,
    unknown_entry: () => 'Este lançamento não existe.',
    unknown_review: () => 'Esta avaliação não existe.',
    unknown_unit: () => 'Este número de quarto já não existe.',
    unknown_closure: () => 'Este bloqueio já não existe.',
    unknown_channel: ({ channel }, { channelName }) => `${channelName(channel)} não está ligado.`,
    practice_channel: (facts, { list, channelName }) => {
      if (facts.case === 'has_channels')
        return `O canal de treino ocupa noites que canais reais vendem, e este alojamento tem ${list(facts.channels.map(channelName))}.`;
      if (facts.case === 'connected')
        return 'Remova primeiro o canal de treino: as suas estadias ocupam noites reais.';
      if (facts.case === 'reserved') return 'O canal de treino liga-se com um clique próprio.';
      return 'Ainda não há quartos para vender: adicione primeiro um.';
    },
    room_unavailable: ({ nights: full, room_id, left = 0, asked }, { inRoom, days }) => {
      const name = inRoom(room_id);
      return left > 0
        ? `${name}só restam ${left}, e quer ${asked}: ${days(full)}.`
        : `${name}já não há nada livre: ${days(full)}.`;
    },
    min_stay_not_met: ({ date, min_stay, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Quem chega em ${day(date)} fica pelo menos ${nights(min_stay)}.`,
    max_stay_exceeded: ({ date, max_stay, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Quem chega em ${day(date)} fica no máximo ${nights(max_stay)}.`,
    capacity: ({ room_id, capacity, guests, cots = 0, infants = 0, infants_under_age }, { room }) =>
      infants > 0
        ? `${room(room_id)} é para ${capacity}${cots > 0 ? ` e ${cots} em berço` : ', sem berço'}, não para ${guests}, ${infants} deles com menos de ${infants_under_age}.`
        : `${room(room_id)} é para ${capacity}, não para ${guests}.`,
    closed_to_arrival: ({ date, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Sem chegadas em ${day(date)}.`,
    closed_to_departure: ({ date, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Sem saídas em ${day(date)}.`,
    stop_sell: ({ nights: closed, room_id }, { inRoom, days }) =>
      `${inRoom(room_id)}não está à venda: ${days(closed)}.`,
    exceeds_units: (facts, { room, day }) =>
      facts.case === 'taken'
        ? `${room(facts.room_id)}: ${facts.taken} estão ocupados em ${day(facts.date)}, não podem ser só ${facts.units}.`
        : `${room(facts.room_id)}: só restam ${facts.left} em ${day(facts.date)}.`,
    stay_ended: (facts, { day, inRoom }) =>
      facts.case === 'checked_out'
        ? 'O hóspede já saiu.'
        : `${inRoom(facts.room_id)}A estadia termina em ${day(facts.checkout)}: só se libertam noites antes disso.`,
    hold_expired: () => 'A pré-reserva já não vale e as noites estão livres de novo: faça uma nova reserva.',
    owned_by_channel: ({ channel, checkin, checkout }, { channelName, day }) =>
      `${channelName(channel)} vendeu ${day(checkin)} – ${day(checkout)}: mude essas noites lá. Pode haver mais noites antes e depois.`,
    invalid_transition: (facts, { day, channelName }) => {
      switch (facts.case) {
        case 'before_checkin':
          return `A estadia começa em ${day(facts.checkin)}, e hoje é ${day(facts.today)}.`;
        case 'arrival_moved':
          return `O hóspede está em casa: a estadia não pode começar em ${day(facts.checkin)}.`;
        case 'no_night_to_move':
          return `A estadia termina em ${day(facts.checkout)}: não há noite para mudar. Escolha também uma saída mais tarde.`;
        case 'final':
          return 'Esta estadia terminou: o quarto, as datas e o preço já não mudam.';
        case 'ended_at_channel':
          return `${channelName(facts.channel)} cancelou ou mudou esta estadia. Se o hóspede vier, faça uma nova reserva.`;
        case 'not_held':
          return 'Isto já não é uma pré-reserva.';
        case 'no_show':
          return 'Isto é um no-show, que não se cancela: as noites seguintes já estão livres.';
        default:
          return 'Isto já não é possível: alguém foi mais rápido. Veja de novo.';
      }
    },
    room_has_bookings: ({ room_id, last_night }, { room, day }) =>
      `${room(room_id)} está vendido até à noite de ${day(last_night)}: mude ou cancele primeiro essas estadias.`,
    room_has_units: ({ room_id }, { room }) =>
      `${room(room_id)} tem números de quarto e vende tantos quantos existem: adicione ou remova números.`,
    unit_name_taken: ({ name }) => `Já existe ${name}: escolha outro nome.`,
    unit_of_other_room: ({ name, unit_room_id }, { room }) =>
      `${name} é de ${room(unit_room_id)}: mude também o quarto.`,
    unit_taken: ({ name, holdings }, { list, holder }) =>
      `${name} está ocupado: ${list(holdings.slice(0, 3).map(holder))}.`,
    unit_occupied: ({ name, order_id }, { stay }) =>
      `${stay(order_id)} está em ${name}: registe primeiro a saída, ou escolha outro número.`,
    unit_not_ready: ({ name, condition }) =>
      condition === 'clean' ? `${name} está limpo, mas não verificado.` : `${name} ainda não está limpo.`,
    units_sold: ({ room_id, nights: full }, { room, days }) =>
      `${room(room_id)}: estão todos vendidos ou bloqueados: ${days(full)}. Mude primeiro uma estadia.`,
    no_unit_without_moving: ({ room_id, fromdate, todate, moves, split }, { room, range, list, stay }) => {
      const others = moves
        .slice(0, -1)
        .flatMap(({ order_id, name }) => (order_id === null ? [] : [`${stay(order_id)} para ${name}`]));
      const ways = [
        ...(others.length > 0 ? [`Mude ${list(others)}: então ${moves.at(-1)!.name} fica livre.`] : []),
        ...(split.length > 1 ? [`Ou o hóspede muda de quarto: ${list(split.map(({ name }) => name))}.`] : []),
      ];
      return [
        `${room(room_id)}: nenhum número está livre em todo o período ${range(fromdate, todate)}.`,
        ...ways,
      ].join(' ');
    },
    closure_ended: ({ last_night }, { day }) => `Este bloqueio terminou com a noite de ${day(last_night)}.`,
    unknown_proposal: () => 'Esta proposta não existe.',
    proposal_closed: ({ state }) =>
      state === 'expired'
        ? 'Esta proposta é demasiado antiga: peça que seja proposta outra vez.'
        : 'Já alguém decidiu sobre esta proposta.',
    proposal_outdated: () =>
      'Algo mudou desde a proposta: veja de novo, ou peça que seja proposta outra vez.',
    moment_not_kept: ({ log_begins }, { moment }) =>
      log_begins === null
        ? 'Não se sabe o que havia então: o registo está vazio.'
        : `O registo já não é guardado até tão longe: escolha um momento depois de ${moment(log_begins)}.`,
    unknown_guest_review: () => 'Essa avaliação de um hóspede não existe.',
    guest_review_written: () => 'Este hóspede já foi avaliado: os canais aceitam só uma avaliação.',
    guest_review_over: () => 'Este hóspede já não pode ser avaliado: o prazo terminou.',
    unknown_guest_request: () => 'Este pedido não existe.',
    guest_request_over: ({ state }) =>
      state === 'answering'
        ? 'A resposta a este pedido está a caminho.'
        : 'Este pedido já não espera resposta.',
    guest_request_unmapped: () =>
      'O quarto que o hóspede pede não está ligado a nenhum dos seus: ligue-o em Canais ou recuse o pedido.',
    already_replied: () => 'Esta avaliação tem uma resposta: os canais aceitam só uma.',
    exceeds_balance: ({ balance, currency }, { money }) =>
      balance < 0
        ? `Pagou-se mais do que o devido: há ${money(-balance, currency)} a devolver.`
        : balance === 0
          ? 'Não há nada em aberto.'
          : `Só ${money(balance, currency)} estão em aberto.`,
    not_reversible: ({ case: which }) =>
      which === 'booking'
        ? 'Isto vem do preço da estadia: altere o preço.'
        : which === 'reversal'
          ? 'Este lançamento anula ele próprio outro.'
          : which === 'later'
            ? 'O lançamento tem uma data posterior.'
            : 'Este lançamento já foi estornado.',
    repeated_payment: ({ amount, currency, date }, { money, day }) =>
      `Em ${day(date)} já foram lançados ${money(Math.abs(amount), currency)} por isto. É outro pagamento?`,
    refund_exceeds_paid: ({ paid, currency }, { money }) =>
      paid > 0
        ? `Só restam ${money(paid, currency)} pagos e não devolvidos. Devolve-se mais?`
        : 'Não resta nada pago para devolver. Devolve-se mesmo assim?',
    server_error: () => 'Algo falhou no servidor, e nada foi alterado. Tente de novo.',
    storage_full: () =>
      'O disco do servidor está cheio e nada foi alterado. Quem o gere tem de libertar espaço; tudo se pode continuar a ler.',
    temporarily_unavailable: ({ case: which }) =>
      which === 'secret'
        ? 'Os códigos da aplicação já não se conseguem ler: use um código de recuperação, ou peça a um proprietário que retire o segundo fator.'
        : 'O servidor está ocupado: tente de novo dentro de momentos.',
  },
  requests: {
    price_sum: () => 'As noites somam mais do que uma estadia pode custar.',
    too_many_webhooks: ({ max }) => `Há ${max} webhooks, e mais não são possíveis: retire um.`,
  },
  rules: {
    required: () => 'Falta preencher.',
    wrong_type: () => 'Não está escrito como deve ser.',
    wrong_format: ({ format }) =>
      format === 'email' ? 'Um endereço de e-mail, como ada@example.com.' : 'Esta data não existe.',
    below_minimum: ({ limit }) => `${limit} ou mais.`,
    above_maximum: ({ limit }) => `${limit} ou menos.`,
    too_short: ({ limit }) => (limit === 1 ? 'Falta preencher.' : `Pelo menos ${limit} caracteres.`),
    too_long: ({ limit }) => `No máximo ${limit} caracteres.`,
    wrong_length: ({ least, most }) => `${least} a ${most} caracteres.`,
    too_few_items: ({ limit }) => `Pelo menos ${limit}.`,
    too_many_items: ({ limit }) => `No máximo ${limit}.`,
    wrong_pattern: ({ example }) => `Escrito como ${example}.`,
    broken_text: () => 'Há caracteres que não se podem guardar.',
    blank: () => 'Falta preencher.',
    guessable: () => 'Todos tentam isto primeiro: escolha algarismos que não sejam iguais nem seguidos.',
    has_at_sign: () => 'Sem @: o endereço de e-mail tem um campo próprio.',
    no_website: () => 'Um endereço como https://quintadomar.example.',
    comma: () => 'Sem vírgula.',
    unknown_placeholder: ({ names }) => `Nenhuma estadia tem ${names.join(', ')}.`,
    wrong_template: ({ reason }) => `Não está escrito como um modelo: ${reason}.`,
    no_photo: () => 'Só se podem adicionar imagens JPEG, PNG e WebP.',
    photo_too_large: () => 'Esta imagem é demasiado grande: escolha uma mais pequena.',
    after: ({ member }, { field }) => `Não depois ${field(member)}.`,
    before: ({ member }, { field }) => `Não antes ${field(member)}.`,
    not_after: ({ member }, { field }) => `Depois ${field(member)}.`,
    after_date: ({ date }, { day }) => `Não depois de ${day(date)}.`,
    not_before_date: ({ date }, { day }) => `Antes de ${day(date)}.`,
    in_future: () => 'Esse momento ainda está por vir: escolha um anterior.',
    before_property: () => 'Nesse momento a casa ainda não existia aqui: escolha um posterior.',
    fewer_nights: ({ nights: least }) => `Pelo menos ${nights(least)}.`,
    more_nights: ({ nights: most }) => `No máximo ${nights(most)}.`,
    range_too_long: ({ nights: most }) => `Menos de ${nights(most)}.`,
    years_away: ({ years }) => `No máximo a ${years} anos de distância.`,
    years_ahead: ({ years }) => `No máximo ${years} anos à frente.`,
    closed_day: () => 'Escolha outro dia.',
    negative: () => 'Não menos de 0.',
    no_amount: ({ currency }) => `Um montante em ${currency}, sem mais decimais do que a moeda tem.`,
    too_many: ({ limit }) => `No máximo ${limit}.`,
    too_few: ({ limit }) => `Pelo menos ${limit}.`,
    no_percentage: () => 'Uma percentagem, com duas decimais no máximo.',
    sign_of_type: ({ sign }) => (sign === 'negative' ? 'Aqui abaixo de zero.' : 'Aqui acima de zero.'),
    no_nights: () => 'Com estes dias da semana não resta nenhuma noite.',
    no_currency: () => 'Uma moeda como EUR.',
    no_time_zone: () => 'Um fuso horário como Europe/Lisbon.',
    no_language: () => 'Uma língua como pt ou en-GB.',
    outside_stay: ({ checkin, checkout }, { day }) =>
      `Uma noite da estadia, desde ${day(checkin)} e antes de ${day(checkout)}.`,
    before_today: ({ today }, { day }) => `Não antes de hoje, ${day(today)}.`,
    guest_in_unit: () => 'O hóspede está neste: escolha outro.',
    too_early: ({ date }, { day }) => `Não antes de ${day(date)}.`,
    no_https: () => 'Um endereço que comece por https.',
    plain_http: () => 'Um endereço que comece por https, não http.',
    no_calendar_address: () => 'O endereço https de um calendário .ics.',
    hidden_secret: () => 'O segredo deste endereço está oculto: cole de novo o endereço inteiro.',
    required_by_protocol: () => 'Este canal precisa disto.',
    room_twice: () => 'Cada quarto uma vez.',
    external_room_twice: () => 'Outro quarto já tem isto.',
    calendar_twice: ({ room, unit }) => `Este já é o calendário de ${unit ?? room}: cole o deste quarto.`,
    rate_missing: () => 'O quarto tem várias linhas: cada uma precisa da sua tarifa.',
    rate_twice: () => 'Esta tarifa já está aqui.',
  },
  labels: {
    checkin: 'Chegada',
    checkout: 'Saída',
    fromdate: 'Primeira noite',
    todate: 'Última noite',
    from: 'Primeiro dia',
    to: 'Último dia',
  },
  fields: {
    checkin: 'da chegada',
    checkout: 'da saída',
    fromdate: 'da primeira noite',
    todate: 'da última noite',
    from: 'do primeiro dia',
    to: 'do último dia',
    as_of: 'do momento do relatório',
    since: 'do momento comparado',
    date: 'da primeira noite',
    service_from: 'do primeiro dia',
  },
  heldBy: (who, range) => `${who}, ${range}`,
  closure: 'bloqueado',
};
