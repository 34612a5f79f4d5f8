// Why something failed, in Spanish: a sentence for each code. What a channel wrote itself is quoted after it.
import type { Messages } from '../en/index.ts';

const nightsOf = (nights: number | null) =>
  nights === null ? 'noches' : nights === 1 ? '1 noche' : `${nights} noches`;

export const causes = {
  says: (who, said) => `${who} dice: «${said}»`,
  quoted: (said) => `«${said}»`,
  since: (time) => `Desde ${time}.`,
  again: (time) => `Nuevo intento: ${time}.`,
  mailServer: 'El servidor de correo',
  parts: {
    nights: 'Noches',
    reservations: 'Reservas',
    orders: 'Lista de reservas',
    accepted_requests: 'Solicitudes aceptadas',
    messages: 'Mensajes',
    reviews: 'Opiniones',
    guest_requests: 'Solicitudes de huéspedes',
    replies: 'Respuestas',
    notices: 'Avisos de que no hace falta respuesta',
    review_replies: 'Respuestas a opiniones',
    request_answers: 'Respuestas a solicitudes',
    guest_reviews: 'Opiniones sobre huéspedes',
    calendar: 'Calendario',
    otas: 'OTA detrás de él',
    sales_limits: 'Ajustes del alojamiento allí',
  },
  sentences: {
    timed_out: ({ who }) => `${who} no respondió a tiempo. Se intentará de nuevo.`,
    host_unknown: ({ who }) => `La dirección de ${who} no existe en la red (DNS). Compruebe la dirección.`,
    connection_refused: ({ who }) => `El servidor de ${who} rechazó la conexión. Se intentará de nuevo.`,
    broken_off: ({ who }) => `${who} interrumpió la conexión. Se intentará de nuevo.`,
    not_secure: ({ who }) =>
      `No fue posible una conexión segura con ${who} (TLS). Puede que su certificado haya caducado.`,
    unreachable: ({ who }) => `No se puede contactar con ${who}. Se intentará de nuevo.`,
    address_not_allowed: ({ who }) =>
      `La dirección de ${who} no está permitida: debe empezar por https:// o http:// y no estar en una red privada.`,
    answer_too_large: ({ who }) => `La respuesta de ${who} era demasiado grande.`,
    redirected: ({ who }) =>
      `${who} redirige a otra dirección, lo que no se sigue. Introduzca la dirección a la que lleva.`,
    unreadable_answer: ({ who }) => `No se pudo leer la respuesta de ${who}. Se intentará de nuevo.`,
    web_page: ({ who }) =>
      `En lugar de una respuesta de ${who} llegó una página web, como de un cortafuegos. Se intentará de nuevo.`,
    unavailable: ({ who }) => `${who} no pudo hacerlo en este momento. Se intentará de nuevo.`,
    too_many_requests: ({ who }) => `${who} no acepta más solicitudes por ahora. Continuará por sí solo.`,
    access_denied: ({ who }) => `${who} deniega el acceso.`,
    refused: ({ who }) => `${who} lo ha rechazado.`,
    mapping_refused: ({ who }) =>
      `Habitaciones, tarifas o ajustes no coinciden con los de ${who}. Corríjalos en Cambiar.`,
    switched_off: ({ who }) =>
      `${who} está desactivado: su interfaz de socios está cerrada. Active \`partner_access\` si tiene acceso.`,
    app_missing: ({ who }) =>
      `${who} retiene mensajes y opiniones. Instale allí la aplicación Messages & Reviews o desactive las conversaciones en los ajustes.`,
    outcome_unclear: ({ who }) =>
      `${who} no muestra si llegó la respuesta. Mire la conversación allí antes de enviarla de nuevo.`,
    requests_used_up: ({ who }) =>
      `Se agotaron las solicitudes que ${who} acepta de estas credenciales. Continuará por sí solo; unas credenciales propias no esperan.`,
    repeated_page: ({ who }) => `${who} dice que hay más, pero envía lo que ya envió.`,
    unreadable_items: ({ who }) => `${who} envió algo que no se puede leer.`,
    credentials_unreadable: ({ who }) =>
      `Lo guardado para acceder a ${who} no se puede leer con la clave actual. Introdúzcalo de nuevo.`,
    internal_error: () => `innwire falló por un error propio, que nombra su registro. Se intentará de nuevo.`,
    gone: ({ who }) =>
      `${who} dice que esa dirección ya no existe. Elimine el webhook o introduzca la nueva dirección.`,
    events_removed: () => `Algunos eventos se eliminaron del registro antes de poder entregarse.`,
    paused: () => `Está en pausa: no se intercambia ni se envía nada hasta que se reanude.`,
    nights_not_closed: ({ who, nights }) =>
      `${who} no cierra ${nightsOf(nights)} que no están a la venta y puede venderlas. Se intenta hasta que estén cerradas.`,
    nights_refused: ({ who, nights }) =>
      `${who} rechazó valores de ${nightsOf(nights)}, o están cerradas allí.`,
    value_refused: ({ who }) => `${who} rechazó valores de esta noche.`,
    not_supported: ({ who }) => `${who} no admite esos valores.`,
    not_sent_yet: () => `El último cambio aún no se ha enviado.`,
    beyond_horizon: () => `La noche está más lejos de lo que se envían las noches.`,
    never_fetched: ({ who }) => `${who} nunca ha leído nuestro calendario. Dele la dirección del calendario.`,
    not_fetched_since: ({ who }) => `${who} no ha leído nuestro calendario desde que cambió la noche.`,
    ota_problem: ({ who }) => `Algo va mal con un portal detrás de ${who}: vea Conexiones.`,
    calendar_unreadable: ({ who }) =>
      `No se pudo leer el calendario de ${who}. Lo que mostraba antes sigue valiendo.`,
    calendar_incomplete: ({ who }) =>
      `Algunos eventos del calendario de ${who} no se pudieron leer. Sus fechas legibles están cerradas; corríjalos o bórrelos allí.`,
    expired: () => `Esperó demasiado y no se envió. Escriba de nuevo al huésped.`,
    no_messages: ({ who }) => `La conexión con ${who} no transmite mensajes. Escriba al huésped allí.`,
    no_conversation: ({ who }) => `${who} no tiene ninguna conversación con este huésped.`,
    connection_gone: ({ who }) =>
      `La conexión por la que llegó la consulta ya no existe. Escriba al huésped en ${who}.`,
    nothing_pushed: () => `Los calendarios se leen y se ofrecen, no se envían: no hay nada que comparar.`,
    login_not_tried: ({ who }) =>
      `No se ha preguntado a ${who}, porque iniciar sesión puede gastar las credenciales. Se prueban al conectar.`,
    test_not_passed: ({ who }) => `No se ha leído, porque la prueba en ${who} ha fallado.`,
    not_shown: ({ who }) => `${who} no puede mostrar su calendario, por eso no se compara.`,
    no_nights: () => `No se enviaría ninguna noche.`,
    no_list: ({ who }) => `${who} envía sus reservas por sí mismo; no hay una lista de ellas.`,
    reading_marks: ({ who }) => `Las reservas no se han leído, porque ${who} las marcaría como recogidas.`,
    no_email_address: () =>
      `La reserva no tiene correo electrónico. Introdúzcalo y envíe la respuesta de nuevo.`,
    wrong_email_address: () =>
      `No se puede enviar nada al correo de la reserva. Corríjalo allí y envíe la respuesta de nuevo.`,
    test_property: () => `Un alojamiento de prueba no envía correos.`,
    email_not_set_up: () => `Espera hasta que se configure el correo.`,
    mail_refused: () => `El servidor de correo no lo aceptó.`,
  },
} satisfies Messages['causes'];
