// The sentences of the exchanges with channels in Spanish.
import type { Messages } from '../en/index.ts';

const nights = (count: number) => (count === 1 ? '1 noche' : `${count} noches`);
const accepted = (count: number) => `${nights(count)} ${count === 1 ? 'aceptada' : 'aceptadas'}`;

export const exchanges = {
  nights: {
    ok: (count) => (count === 0 ? 'Aún no se ha enviado ninguna noche, sigue enseguida' : accepted(count)),
    partial: (count) => (count === 0 ? 'Noches rechazadas' : `${accepted(count)}; algo rechazado`),
    failed: (count) =>
      count === 0
        ? 'No se ha enviado ninguna noche; se intentará de nuevo'
        : `${accepted(count)}; el resto se intentará de nuevo`,
  },
  reply: { done: () => 'Se envió una respuesta', failed: 'Una respuesta no fue aceptada' },
  noReplyNeeded: {
    done: () => 'Se comunicó que un texto no necesita respuesta',
    failed: 'No se aceptó que un texto no necesita respuesta',
  },
  pulls: {
    reservations: {
      done: (count) =>
        count === 0
          ? 'Ninguna reserva nueva'
          : count === 1
            ? '1 reserva, cambio o cancelación'
            : `${count} reservas, cambios y cancelaciones`,
      failed: 'No se incorporaron reservas',
    },
    messages: {
      done: (count) => (count === 1 ? '1 mensaje recibido' : `${count} mensajes recibidos`),
      failed: 'No se pudieron leer los mensajes',
    },
    reviews: {
      done: (count) => (count === 1 ? '1 opinión recibida' : `${count} opiniones recibidas`),
      failed: 'No se pudieron leer las opiniones',
    },
    guestRequests: {
      done: (count) =>
        count === 1 ? '1 solicitud de un huésped recibida' : `${count} solicitudes de huéspedes recibidas`,
      failed: 'No se pudieron leer las solicitudes de huéspedes',
    },
    calendar: {
      done: (count) =>
        count === 0
          ? 'Se leyó su calendario: nada nuevo'
          : count === 1
            ? 'Se leyó su calendario: 1 estancia cambió'
            : `Se leyó su calendario: ${count} estancias cambiaron`,
      failed: 'No se pudo leer su calendario',
    },
    test: { done: () => 'Se probó la conexión', failed: 'La prueba de la conexión falló' },
    otas: {
      done: () => 'Se leyó la lista de portales que hay detrás',
      failed: 'No se pudo leer la lista de portales que hay detrás',
    },
    'sales limits': {
      done: () => 'Se leyeron allí los ajustes del alojamiento',
      failed: 'No se pudieron leer allí los ajustes del alojamiento',
    },
    'drift check': {
      done: (count) =>
        count === 0
          ? 'Su calendario coincide con el nuestro'
          : count === 1
            ? '1 noche difiere allí o falta, y se envía de nuevo'
            : `${count} noches difieren allí o faltan, y se envían de nuevo`,
      failed: 'No se pudo comparar su calendario con el nuestro',
    },
    recovery: {
      done: (count) =>
        count === 1
          ? 'Se volvieron a leer sus reservas: 1 faltaba o difería'
          : `Se volvieron a leer sus reservas: ${count} faltaban o diferían`,
      failed: 'No se pudieron leer sus reservas',
    },
    'accepted requests': {
      done: (count) =>
        count === 1
          ? '1 solicitud aceptada que no conoce: la reserva se liberó o se marcó'
          : `${count} solicitudes aceptadas que no conoce: las reservas se liberaron o se marcaron`,
      failed: 'No se pudieron comprobar las solicitudes aceptadas',
    },
    resync: {
      done: () => 'Pidió de nuevo todas las noches',
      failed: 'Pidió de nuevo todas las noches, y se rechazó',
    },
    hint: { done: () => 'Anunció novedades', failed: 'Anunció novedades, y se rechazó' },
    reports: {
      done: () => 'Informó sobre los portales que hay detrás',
      failed: 'Informó sobre los portales que hay detrás, y se rechazó',
    },
    'calendar request': {
      done: () => 'Leyó nuestro calendario',
      failed: 'Quiso leer nuestro calendario, y se rechazó',
    },
    availability: {
      done: () => 'Preguntó si una estancia está libre',
      failed: 'Preguntó si una estancia está libre: no',
    },
    alteration: {
      done: () => 'Preguntó si una reserva puede cambiar',
      failed: 'Preguntó si una reserva puede cambiar: no',
    },
    changed_since: {
      done: () => 'Preguntó qué reservas han cambiado',
      failed: 'Preguntó qué reservas han cambiado, y se rechazó',
    },
    answered: { done: () => 'Preguntó por la conexión', failed: 'Preguntó algo que se rechazó' },
    refused: { done: () => 'Envió algo que se rechazó', failed: 'Envió algo que se rechazó' },
  },
  other: { done: () => 'Un intercambio', failed: 'Un intercambio que falló' },
  proof: {
    count: 'Confirmó la cantidad',
    values: 'Confirmó el precio y las restricciones',
    both: 'Confirmó',
    refused: 'Rechazó',
    unknownConfirmed:
      'No se sabe qué intercambio confirmó esta noche: fue antes de que innwire lo registrara, o innwire se detuvo en ese momento.',
    unknownRefused:
      'No se sabe qué intercambio rechazó esta noche: fue antes de que innwire lo registrara, o innwire se detuvo en ese momento.',
    byReading: (time) =>
      `El canal lee nuestro calendario, la última vez: ${time}. Esa lectura no se guarda para cada noche.`,
    neverRead: 'El canal nunca ha leído nuestro calendario. Dele la dirección del calendario.',
    notSent: 'No se envió nada: este valor no se puede comunicar al canal.',
    deleted: 'Lo que se envió ya no se conserva.',
    others: 'Otros intercambios',
    pending: 'El último cambio aún no está confirmado.',
    notReadYet: 'El canal no ha leído nuestro calendario desde que cambió la noche.',
  },
} satisfies Messages['exchanges'];
