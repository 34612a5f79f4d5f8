// Spanish texts of what the server refuses.
import type { RefusalTexts } from '../en/refusals.ts';

const tries = (left: number) => (left === 1 ? 'Queda un intento.' : `Quedan ${left} intentos.`);
const nights = (count: number) => (count === 1 ? '1 noche' : `${count} noches`);

export const refusals: RefusalTexts = {
  codes: {
    not_found: () => 'Esto ya no existe.',
    not_signed_in: () => 'La sesión ha terminado: inicie sesión de nuevo.',
    other_person: () => 'Entretanto otra persona ha iniciado sesión aquí: no se cambió nada.',
    sign_in_refused: () =>
      'El nombre o la contraseña no es correcto. Compruebe ambos, o pida a un propietario un enlace para entrar.',
    wrong_password: () => 'Esta no es su contraseña.',
    link_not_valid: () => 'Este enlace se usó, se sustituyó o es demasiado antiguo: pida uno nuevo.',
    screen_not_shared: () => 'Esta pantalla no se comparte: inicie sesión y compártala en su cuenta.',
    pin_refused: ({ left }) =>
      left === 0
        ? 'Ningún PIN suyo abre esta pantalla: entre con la contraseña.'
        : `PIN incorrecto. ${tries(left)}`,
    pin_locked: () => 'El PIN falló demasiadas veces: entre en esta pantalla con la contraseña.',
    passkey_refused: () =>
      'Esta llave de acceso no abre nada aquí. Inténtelo de nuevo, o entre con la contraseña.',
    passkeys_not_possible: () =>
      'Las llaves de acceso necesitan una dirección https: el servidor aún no tiene ninguna.',
    too_many_passkeys: ({ max }) =>
      `Tiene ${max} llaves de acceso y no caben más: elimine una que ya no use.`,
    code_required: () => 'Escriba el código que muestra su aplicación.',
    code_refused: ({ left }) =>
      left === 0
        ? 'Demasiados códigos incorrectos: use un código de recuperación, o pida a un propietario que quite el segundo factor.'
        : `Este código es incorrecto o ya se usó: escriba el que la aplicación muestra ahora.${left === null ? '' : ` ${tries(left)}`}`,
    second_factor_on: () => 'El segundo factor ya está activado.',
    own_second_factor: () =>
      'Este es su propio segundo factor: desactívelo en su cuenta, o pídaselo a otro propietario.',
    second_factor_missing: () => 'Aún no hay segundo factor: empiece de nuevo.',
    last_sign_in_way: () =>
      'Sin esta llave de acceso ya no podría entrar: añada otra o elija primero una contraseña.',
    full_sign_in_required: () => 'Entró con un PIN: cierre la sesión y entre con la contraseña.',
    https_required: () =>
      'Para entrar hace falta https: abra esta página con https, o en la máquina en la que corre innwire.',
    owner_required: ({ case: which }) =>
      which === 'or_manager'
        ? 'Solo puede hacerlo un propietario o un gerente.'
        : which === 'of_all'
          ? 'Solo puede hacerlo un propietario de todos los alojamientos.'
          : 'Solo puede hacerlo un propietario.',
    unknown_user: () => 'Esta persona ya no está aquí.',
    user_name_taken: ({ value }) => `Alguien ya entra como ${value}: elija otro nombre.`,
    rate_limited: ({ retry_after_seconds }, { age }) =>
      `Demasiados intentos: espere ${age(retry_after_seconds)} e inténtelo de nuevo.`,
    demo_mode: ({ property }) =>
      property === 'sandbox'
        ? 'El alojamiento de ejemplo no se puede cambiar: cree uno propio.'
        : 'El alojamiento de ejemplo no se puede cambiar.',
    read_only_token: () => 'Su función no cambia nada: pida otra a un propietario.',
    scope_missing: () => 'Su función no abre esto: pida otra a un propietario.',
    payload_too_large: () => 'Es demasiado de una vez: envíe menos.',
    request_timeout: () => 'La conexión es demasiado lenta: inténtelo de nuevo.',
    precondition_failed: () => 'Alguien cambió esto entretanto: mírelo de nuevo.',
    unknown_property: () => 'Este alojamiento ya no existe.',
    property_archived: () =>
      'Esta casa está archivada y solo se lee: un propietario puede sacarla del archivo.',
    property_has_channels: ({ channels }, { list, channelName }) =>
      `Sigue conectada a ${list(channels.map(channelName))}, donde sus habitaciones seguirían a la venta: desconéctela antes.`,
    property_in_use: ({ in_house, to_come, held, owed, to_return }) =>
      `Queda abierto – estancias en la casa: ${in_house}, por llegar: ${to_come}, retenciones, que terminarían: ${held}, con dinero pendiente: ${owed}, con dinero por devolver: ${to_return}. En el archivo no se puede cambiar nada de ello.`,
    property_not_archived: () => 'Archive primero la casa: solo entonces se puede eliminar.',
    name_not_confirmed: ({ name }) => `Este no es el nombre: ${name}.`,
    unknown_room: ({ room_ids }, { list, room }) => `${list(room_ids.map(room))}: ya no existe.`,
    unknown_booking: () => 'Esta estancia no existe.',
    unknown_group: () => 'Este grupo de estancias no existe.',
    unknown_inquiry: ({ booked_as }, { stay }) =>
      booked_as === null
        ? 'Esta consulta no existe.'
        : `La consulta se convirtió en ${stay(booked_as)}: responda allí.`,
    unknown_message: () => 'Este mensaje no existe.',
    unknown_attachment: () => 'Este archivo adjunto ya no está.',
    attachment_not_read: ({ channel, case: why }, { channelName }) =>
      why === 'disconnected'
        ? `El archivo está en ${channelName(channel)}, que ya no está conectado.`
        : `${channelName(channel)} no ha entregado el archivo. Inténtelo otra vez o ábralo allí.`,
    nothing_to_reply: ({ case: why }) =>
      why === 'own'
        ? 'Este texto es de la casa: no espera respuesta.'
        : 'Este texto ya tiene respuesta: si el huésped espera otra, escríbala.',
    unknown_guest: () => 'Este huésped no existe.',
    guest_erased: () => 'Los datos de este huésped se borraron: empiece un perfil nuevo.',
    guest_expected: ({ checkout }, { day }) =>
      `Se espera a este huésped, o está hasta el ${day(checkout)}: registre primero la salida o cancele la estancia.`,
    same_guest: () => 'Ambos son el mismo huésped.',
    merge_too_long: ({ member, max }) =>
      member === 'notes'
        ? `Juntas, las notas tienen más de ${max} caracteres: acorte una de ellas.`
        : `Juntos, los huéspedes tienen más de ${max} etiquetas: quite algunas.`,
    unknown_change: ({ retention_days }) =>
      `Este cambio tiene más de ${retention_days} días y ya no se puede deshacer.`,
    unknown_template: () => 'Esta plantilla ya no existe.',
    template_name_taken: ({ name }) => `Ya existe una plantilla ${name}: elija otro nombre.`,
    too_many_templates: ({ max }) => `Hay ${max} plantillas y no caben más: elimine una.`,
    template_not_fillable: ({ reason }) =>
      `La plantilla no se puede rellenar con esta estancia (${reason}): escriba a mano, o corrija la plantilla.`,
    unknown_task: () => 'Esta tarea no existe.',
    unknown_photo: () => 'Esta foto se ha eliminado.',
    too_many_photos: ({ max, of }) =>
      of === 'task'
        ? `Una tarea tiene como máximo ${max} fotos: elimine una primero.`
        : `Las tareas de esta casa tienen como máximo ${max} fotos: elimine algunas que nadie necesite.`,
    unknown_entry: () => 'Este apunte no existe.',
    unknown_review: () => 'Esta reseña no existe.',
    unknown_unit: () => 'Este número de habitación ya no existe.',
    unknown_closure: () => 'Este bloqueo ya no existe.',
    unknown_channel: ({ channel }, { channelName }) => `${channelName(channel)} no está conectado.`,
    practice_channel: (facts, { list, channelName }) => {
      if (facts.case === 'has_channels')
        return `El canal de práctica ocupa noches que venden canales reales, y este alojamiento tiene ${list(facts.channels.map(channelName))}.`;
      if (facts.case === 'connected')
        return 'Quite primero el canal de práctica: sus estancias ocupan noches reales.';
      if (facts.case === 'reserved') return 'El canal de práctica se conecta con un clic propio.';
      return 'Aún no hay habitaciones que vender: añada primero una.';
    },
    room_unavailable: ({ nights: full, room_id, left = 0, asked }, { inRoom, days }) => {
      const name = inRoom(room_id);
      return left > 0
        ? `${name}solo quedan ${left}, y quiere ${asked}: ${days(full)}.`
        : `${name}no queda nada libre: ${days(full)}.`;
    },
    min_stay_not_met: ({ date, min_stay, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Quien llega el ${day(date)} se queda al menos ${nights(min_stay)}.`,
    max_stay_exceeded: ({ date, max_stay, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Quien llega el ${day(date)} se queda como máximo ${nights(max_stay)}.`,
    capacity: ({ room_id, capacity, guests, cots = 0, infants = 0, infants_under_age }, { room }) =>
      infants > 0
        ? `${room(room_id)} es para ${capacity}${cots > 0 ? ` y ${cots} en cuna` : ', sin cuna'}, no para ${guests}, ${infants} de ellos menores de ${infants_under_age}.`
        : `${room(room_id)} es para ${capacity}, no para ${guests}.`,
    closed_to_arrival: ({ date, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Sin llegadas el ${day(date)}.`,
    closed_to_departure: ({ date, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Sin salidas el ${day(date)}.`,
    stop_sell: ({ nights: closed, room_id }, { inRoom, days }) =>
      `${inRoom(room_id)}no está a la venta: ${days(closed)}.`,
    exceeds_units: (facts, { room, day }) =>
      facts.case === 'taken'
        ? `${room(facts.room_id)}: ${facts.taken} están ocupadas el ${day(facts.date)}, no pueden ser solo ${facts.units}.`
        : `${room(facts.room_id)}: solo quedan ${facts.left} el ${day(facts.date)}.`,
    stay_ended: (facts, { day, inRoom }) =>
      facts.case === 'checked_out'
        ? 'El huésped ya se fue.'
        : `${inRoom(facts.room_id)}La estancia termina el ${day(facts.checkout)}: solo se liberan noches anteriores.`,
    hold_expired: () =>
      'La prerreserva ya no vale y sus noches están libres de nuevo: haga una reserva nueva.',
    owned_by_channel: ({ channel, checkin, checkout }, { channelName, day }) =>
      `${channelName(channel)} ha vendido ${day(checkin)} – ${day(checkout)}: cambie esas noches allí. Puede haber más noches antes y después.`,
    invalid_transition: (facts, { day, channelName }) => {
      switch (facts.case) {
        case 'before_checkin':
          return `La estancia empieza el ${day(facts.checkin)}, y hoy es ${day(facts.today)}.`;
        case 'arrival_moved':
          return `El huésped está en casa: la estancia no puede empezar el ${day(facts.checkin)}.`;
        case 'no_night_to_move':
          return `La estancia termina el ${day(facts.checkout)}: no queda noche que mover. Elija también una salida posterior.`;
        case 'final':
          return 'Esta estancia ha terminado: la habitación, las fechas y el precio ya no cambian.';
        case 'ended_at_channel':
          return `${channelName(facts.channel)} canceló o movió esta estancia. Si el huésped viene, haga una reserva nueva.`;
        case 'not_held':
          return 'Esto ya no es una prerreserva.';
        case 'no_show':
          return 'Esto es un no-show, que no se cancela: sus noches siguientes ya están libres.';
        default:
          return 'Esto ya no es posible: alguien fue más rápido. Mírelo de nuevo.';
      }
    },
    room_has_bookings: ({ room_id, last_night }, { room, day }) =>
      `${room(room_id)} está vendida hasta la noche del ${day(last_night)}: mueva o cancele primero esas estancias.`,
    room_has_units: ({ room_id }, { room }) =>
      `${room(room_id)} tiene números y vende tantos como hay: añada o quite números.`,
    unit_name_taken: ({ name }) => `Ya existe ${name}: elija otro nombre.`,
    unit_of_other_room: ({ name, unit_room_id }, { room }) =>
      `${name} es de ${room(unit_room_id)}: cambie también la habitación.`,
    unit_taken: ({ name, holdings }, { list, holder }) =>
      `${name} está ocupada: ${list(holdings.slice(0, 3).map(holder))}.`,
    unit_occupied: ({ name, order_id }, { stay }) =>
      `${stay(order_id)} está en ${name}: registre primero la salida, o elija otro número.`,
    unit_not_ready: ({ name, condition }) =>
      condition === 'clean' ? `${name} está limpia, pero no revisada.` : `${name} aún no está limpia.`,
    units_sold: ({ room_id, nights: full }, { room, days }) =>
      `${room(room_id)}: están todas vendidas o bloqueadas: ${days(full)}. Mueva primero una estancia.`,
    no_unit_without_moving: ({ room_id, fromdate, todate, moves, split }, { room, range, list, stay }) => {
      const others = moves
        .slice(0, -1)
        .flatMap(({ order_id, name }) => (order_id === null ? [] : [`${stay(order_id)} a ${name}`]));
      const ways = [
        ...(others.length > 0 ? [`Mueva ${list(others)}: entonces ${moves.at(-1)!.name} queda libre.`] : []),
        ...(split.length > 1
          ? [`O el huésped cambia de habitación: ${list(split.map(({ name }) => name))}.`]
          : []),
      ];
      return [`${room(room_id)}: ningún número está libre en todo ${range(fromdate, todate)}.`, ...ways].join(
        ' ',
      );
    },
    closure_ended: ({ last_night }, { day }) => `Este bloqueo terminó con la noche del ${day(last_night)}.`,
    unknown_proposal: () => 'Esta propuesta no existe.',
    proposal_closed: ({ state }) =>
      state === 'expired'
        ? 'Esta propuesta es demasiado antigua: pida que se proponga otra vez.'
        : 'Alguien ya decidió sobre esta propuesta.',
    proposal_outdated: () =>
      'Algo cambió desde la propuesta: mírelo de nuevo, o pida que se proponga otra vez.',
    moment_not_kept: ({ log_begins }, { moment }) =>
      log_begins === null
        ? 'No se sabe qué había entonces: el registro está vacío.'
        : `El registro ya no se guarda hasta tan atrás: elija un momento posterior al ${moment(log_begins)}.`,
    unknown_guest_review: () => 'Esa evaluación de un huésped no existe.',
    guest_review_written: () => 'Este huésped ya está evaluado: los canales aceptan solo una evaluación.',
    guest_review_over: () => 'Ya no se puede evaluar a este huésped: el plazo ha terminado.',
    unknown_guest_request: () => 'No existe esta solicitud.',
    guest_request_over: ({ state }) =>
      state === 'answering'
        ? 'La respuesta a esta solicitud está en camino.'
        : 'Esta solicitud ya no espera respuesta.',
    guest_request_unmapped: () =>
      'La habitación que pide el huésped no está vinculada a ninguna de las suyas: vincúlela en Canales o rechace la solicitud.',
    already_replied: () => 'Esta reseña tiene una respuesta: los canales aceptan solo una.',
    exceeds_balance: ({ balance, currency }, { money }) =>
      balance < 0
        ? `Se pagó más de lo debido: hay que devolver ${money(-balance, currency)}.`
        : balance === 0
          ? 'No hay nada pendiente.'
          : `Solo hay ${money(balance, currency)} pendientes.`,
    not_reversible: ({ case: which }) =>
      which === 'booking'
        ? 'Esto viene del precio de la estancia: cambie el precio.'
        : which === 'reversal'
          ? 'Este apunte anula otro.'
          : which === 'later'
            ? 'El apunte tiene una fecha posterior.'
            : 'Este apunte ya se anuló.',
    repeated_payment: ({ amount, currency, date }, { money, day }) =>
      `El ${day(date)} ya se anotaron ${money(Math.abs(amount), currency)} por esto. ¿Es otro pago?`,
    refund_exceeds_paid: ({ paid, currency }, { money }) =>
      paid > 0
        ? `Solo quedan ${money(paid, currency)} pagados y no devueltos. ¿Se devuelve más?`
        : 'No queda nada pagado que devolver. ¿Se devuelve de todos modos?',
    server_error: () => 'Algo falló en el servidor y no se cambió nada. Inténtelo de nuevo.',
    storage_full: () =>
      'El disco del servidor está lleno y no se ha cambiado nada. Quien lo administra tiene que hacer sitio; se puede seguir leyendo todo.',
    temporarily_unavailable: ({ case: which }) =>
      which === 'secret'
        ? 'Los códigos de la aplicación ya no se pueden leer: use un código de recuperación, o pida a un propietario que quite el segundo factor.'
        : 'El servidor está ocupado: inténtelo de nuevo en un momento.',
  },
  requests: {
    price_sum: () => 'Las noches suman más de lo que puede costar una estancia.',
    too_many_webhooks: ({ max }) => `Hay ${max} webhooks y no caben más: elimine uno.`,
  },
  rules: {
    required: () => 'Falta rellenarlo.',
    wrong_type: () => 'No está escrito como debe.',
    wrong_format: ({ format }) =>
      format === 'email' ? 'Una dirección de correo, como ada@example.com.' : 'Esta fecha no existe.',
    below_minimum: ({ limit }) => `${limit} o más.`,
    above_maximum: ({ limit }) => `${limit} o menos.`,
    too_short: ({ limit }) => (limit === 1 ? 'Falta rellenarlo.' : `Al menos ${limit} caracteres.`),
    too_long: ({ limit }) => `Como máximo ${limit} caracteres.`,
    wrong_length: ({ least, most }) => `De ${least} a ${most} caracteres.`,
    too_few_items: ({ limit }) => `Al menos ${limit}.`,
    too_many_items: ({ limit }) => `Como máximo ${limit}.`,
    wrong_pattern: ({ example }) => `Escrito como ${example}.`,
    broken_text: () => 'Hay caracteres que no se pueden guardar.',
    blank: () => 'Falta rellenarlo.',
    guessable: () => 'Todos prueban esto primero: elija cifras que no sean iguales ni seguidas.',
    has_at_sign: () => 'Sin @: la dirección de correo tiene su propio campo.',
    no_website: () => 'Una dirección como https://quintadomar.example.',
    comma: () => 'Sin coma.',
    unknown_placeholder: ({ names }) => `Ninguna estancia tiene ${names.join(', ')}.`,
    wrong_template: ({ reason }) => `No está escrito como una plantilla: ${reason}.`,
    no_photo: () => 'Solo se pueden añadir imágenes JPEG, PNG y WebP.',
    photo_too_large: () => 'Esta imagen es demasiado grande: elija una más pequeña.',
    after: ({ member }, { field }) => `No después ${field(member)}.`,
    before: ({ member }, { field }) => `No antes ${field(member)}.`,
    not_after: ({ member }, { field }) => `Después ${field(member)}.`,
    after_date: ({ date }, { day }) => `No después del ${day(date)}.`,
    not_before_date: ({ date }, { day }) => `Antes del ${day(date)}.`,
    in_future: () => 'Ese momento aún no ha llegado: elija uno anterior.',
    before_property: () => 'En ese momento la casa aún no existía aquí: elija uno posterior.',
    fewer_nights: ({ nights: least }) => `Al menos ${nights(least)}.`,
    more_nights: ({ nights: most }) => `Como máximo ${nights(most)}.`,
    range_too_long: ({ nights: most }) => `Menos de ${nights(most)}.`,
    years_away: ({ years }) => `Como máximo a ${years} años de distancia.`,
    years_ahead: ({ years }) => `Como máximo ${years} años por delante.`,
    closed_day: () => 'Elija otro día.',
    negative: () => 'No menos de 0.',
    no_amount: ({ currency }) => `Un importe en ${currency}, sin más decimales de los que tiene la moneda.`,
    too_many: ({ limit }) => `Como máximo ${limit}.`,
    too_few: ({ limit }) => `Al menos ${limit}.`,
    no_percentage: () => 'Un porcentaje, con dos decimales como máximo.',
    sign_of_type: ({ sign }) =>
      sign === 'negative' ? 'Aquí por debajo de cero.' : 'Aquí por encima de cero.',
    no_nights: () => 'Con estos días de la semana no queda ninguna noche.',
    no_currency: () => 'Una moneda como EUR.',
    no_time_zone: () => 'Una zona horaria como Europe/Lisbon.',
    no_language: () => 'Un idioma como es o en-GB.',
    outside_stay: ({ checkin, checkout }, { day }) =>
      `Una noche de la estancia, desde el ${day(checkin)} y antes del ${day(checkout)}.`,
    before_today: ({ today }, { day }) => `No antes de hoy, ${day(today)}.`,
    guest_in_unit: () => 'El huésped está en esta: elija otra.',
    too_early: ({ date }, { day }) => `No antes del ${day(date)}.`,
    no_https: () => 'Una dirección que empiece por https.',
    plain_http: () => 'Una dirección que empiece por https, no http.',
    no_calendar_address: () => 'La dirección https de un calendario .ics.',
    hidden_secret: () => 'El secreto de esta dirección está oculto: pegue de nuevo la dirección entera.',
    required_by_protocol: () => 'Este canal lo necesita.',
    room_twice: () => 'Cada habitación una vez.',
    external_room_twice: () => 'Otra habitación ya tiene esto.',
    calendar_twice: ({ room, unit }) =>
      `Este ya es el calendario de ${unit ?? room}: pega el de esta habitación.`,
    rate_missing: () => 'La habitación tiene varias líneas: cada una necesita su tarifa.',
    rate_twice: () => 'Esta tarifa ya está.',
  },
  labels: {
    checkin: 'Llegada',
    checkout: 'Salida',
    fromdate: 'Primera noche',
    todate: 'Última noche',
    from: 'Primer día',
    to: 'Último día',
  },
  fields: {
    checkin: 'de la llegada',
    checkout: 'de la salida',
    fromdate: 'de la primera noche',
    todate: 'de la última noche',
    from: 'del primer día',
    to: 'del último día',
    as_of: 'del momento del informe',
    since: 'del momento comparado',
    date: 'de la primera noche',
    service_from: 'del primer día',
  },
  heldBy: (who, range) => `${who}, ${range}`,
  closure: 'bloqueada',
};
