// English texts of changes that are not sent yet.

export const unsent = {
  kept: (done: string) => `${done}. Kept on this device until the server can be reached.`,
  notYet: 'This is being sent. It can be taken back once the server has answered.',
  refused: (text: string) => `Not done: ${text}`,
  title: 'Changes that are not sent',
  count: (count: number) => `${count} not sent`,
  waiting: 'Sent as soon as the server can be reached',
  none: 'Everything is sent.',
  refusedTitle: 'Refused',
  waitingTitle: 'Waiting',
  outcomeUnknown:
    'Sent more than a day ago, without an answer: it may be done already. Look first, then send it again or drop it.',
  changedMeanwhile: (theirs: string) => `Somebody else changed this meanwhile. There it now says: ${theirs}`,
  nothing: 'nothing',
  serverFailed: 'The server failed at this several times.',
  again: 'Send again',
  anyway: 'Send anyway',
  drop: 'Drop',
  open: 'Open the stay',
  rates: 'Rates that are not sent',
  openRates: 'Open the rates',
  leaving: 'If you sign out now, these changes are deleted.',
  leave: 'Delete them and sign out',
  needsNetwork: 'Folio, messages and history need the server, which cannot be reached now.',
};
