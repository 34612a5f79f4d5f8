// Spanish texts of changes that are not sent yet.
import type { Messages } from '../en/index.ts';

export const unsent = {
  kept: (done: string) => `${done}. Guardado en este dispositivo hasta que haya conexión con el servidor.`,
  notYet: 'Se está enviando. Podrá deshacerlo cuando el servidor haya respondido.',
  refused: (text: string) => `No se ha hecho: ${text}`,
  title: 'Cambios sin enviar',
  count: (count: number) => `${count} sin enviar`,
  waiting: 'Se envía en cuanto haya conexión con el servidor',
  none: 'Todo está enviado.',
  refusedTitle: 'Rechazados',
  waitingTitle: 'En espera',
  outcomeUnknown:
    'Enviado hace más de un día sin respuesta: puede que ya esté hecho. Compruébelo primero; después vuelva a enviarlo o descártelo.',
  changedMeanwhile: (theirs: string) => `Mientras tanto, otra persona lo ha cambiado. Ahora pone: ${theirs}`,
  nothing: 'nada',
  serverFailed: 'El servidor ha fallado varias veces con este cambio.',
  again: 'Volver a enviar',
  anyway: 'Enviar de todos modos',
  drop: 'Descartar',
  open: 'Abrir la estancia',
  rates: 'Tarifas sin enviar',
  openRates: 'Abrir las tarifas',
  leaving: 'Si cierra la sesión ahora, estos cambios se borran.',
  leave: 'Borrarlos y cerrar sesión',
  needsNetwork: 'La cuenta, los mensajes y el historial necesitan el servidor, que ahora no responde.',
} satisfies Messages['unsent'];
