// The search, in English.

export const palette = {
  placeholder: 'Guest, room, date or action',
  none: 'Nothing found',
  noneHint: 'Names and references of earlier stays are looked up at the server, too.',
  groups: {
    days: 'Days',
    stays: 'Stays',
    rooms: 'Rooms',
    screens: 'Go to',
    actions: 'Do',
  },
  newStay: 'New stay',
  checkIn: 'Check in …',
  closeRoom: 'Close a room for tonight …',
  toDate: 'Move to date …',
  printDayList: 'Print the day list',
  darkTheme: 'Dark theme',
  lightTheme: 'Light theme',
  inCalendar: 'in the calendar',
  free: 'free',
  older: 'Looking further back',
  offline: 'Only what is on this device was searched.',
  days: {
    today: 'today',
    tomorrow: 'tomorrow',
    yesterday: 'yesterday',
    next: 'next',
  },
  keys: {
    move: 'move',
    open: 'open',
  },
  status: {
    held: 'option',
    confirmed: 'to come',
    checked_in: 'in house',
    checked_out: 'left',
    cancelled: 'cancelled',
    no_show: 'no-show',
  },
};
