// Portuguese texts of changes that are not sent yet.
import type { Messages } from '../en/index.ts';

export const unsent = {
  kept: (done: string) => `${done}. Guardado neste dispositivo até haver ligação ao servidor.`,
  notYet: 'Está a ser enviado. Pode anular assim que o servidor responder.',
  refused: (text: string) => `Não foi feito: ${text}`,
  title: 'Alterações por enviar',
  count: (count: number) => `${count} por enviar`,
  waiting: 'É enviado assim que houver ligação ao servidor',
  none: 'Está tudo enviado.',
  refusedTitle: 'Recusadas',
  waitingTitle: 'À espera',
  outcomeUnknown:
    'Enviado há mais de um dia, sem resposta: pode já estar feito. Verifique primeiro; depois envie de novo ou descarte.',
  changedMeanwhile: (theirs: string) => `Entretanto, outra pessoa alterou isto. Agora lê-se: ${theirs}`,
  nothing: 'nada',
  serverFailed: 'O servidor falhou várias vezes nesta alteração.',
  again: 'Enviar de novo',
  anyway: 'Enviar mesmo assim',
  drop: 'Descartar',
  open: 'Abrir a estadia',
  rates: 'Preços por enviar',
  openRates: 'Abrir os preços',
  leaving: 'Se terminar a sessão agora, estas alterações são eliminadas.',
  leave: 'Eliminar e terminar sessão',
  needsNetwork: 'A conta, as mensagens e o histórico precisam do servidor, que agora não está acessível.',
} satisfies Messages['unsent'];
