// The texts of the front desk in English, by screen. The other languages have the same members.
import { endSentence } from '../end-sentence.ts';
import { calendar } from './calendar.ts';
import { causes } from './causes.ts';
import { channels } from './channels.ts';
import { exchanges } from './exchanges.ts';
import { guestRequests } from './guest-requests.ts';
import { guestReviews } from './guest-reviews.ts';
import { houseSettings } from './house-settings.ts';
import { housekeeping } from './housekeeping.ts';
import { imports } from './imports.ts';
import { inbox } from './inbox.ts';
import { log } from './log.ts';
import { palette } from './palette.ts';
import { account, people } from './people.ts';
import { practice } from './practice.ts';
import { proposals } from './proposals.ts';
import { rates } from './rates.ts';
import { reports } from './reports.ts';
import { setup } from './setup.ts';
import { signin, welcome } from './signin.ts';
import { stay } from './stay.ts';
import { today } from './today.ts';
import { unsent } from './unsent.ts';

export const en = {
  palette,
  imports,
  practice,
  proposals,
  exchanges,
  causes,
  guestRequests,
  guestReviews,
  people,
  setup,
  account,
  signin,
  welcome,
  close: 'Close',
  undo: 'Undo',
  redo: 'Redo',
  keys: {
    title: 'Keys',
    bars: 'A bar of the calendar: Tab into the chart, arrow keys to the bar, Enter opens it.',
  },
  loading: 'Loading',
  ago: (age: string) => `${age} ago`,
  undone: (change: string) => `Undone: ${change}`,
  notUndone: (change: string) => `Not undone, because it has been changed since: ${change}`,
  notRedone: (change: string) => `Not done again, because it has been changed since: ${change}`,
  halfUndone: (change: string) => endSentence(`Only partly undone: ${change}`),
  halfRedone: (change: string) => endSentence(`Only partly done again: ${change}`),
  direct: 'Direct',
  nothingToUndo: 'Nothing to undo here. What was done before is in the log.',
  unreachable: 'The server cannot be reached, and this needs it. Try again when the connection is back.',
  noAnswer:
    'No answer came: it may be done, or not. Send it again unchanged, in this window, when the connection is back: it is not done twice.',
  doneBefore: (change: string) => `It was done the first time, and not once more: ${change}`,
  unsent,
  chooseProperty: 'Choose a property',
  archived: {
    line: 'This house is archived: everything can be read, and nothing in it changes.',
    named: (name: string) => `${name} (archived)`,
    list: (count: number): string => (count === 1 ? 'Show 1 archived' : `Show ${count} archived`),
  },
  search: { find: 'Find or do' },
  live: {
    live: 'live',
    title: 'Everything that happened is shown. The number is that of the last event.',
    connecting: 'connecting',
    never: 'no connection',
    retry: 'Connect again',
    late: (age: string) => `${age} old`,
  },
  channels,
  screens: {
    label: 'Screens',
    calendar: 'Calendar',
    channels: 'Channels',
    signin: 'Sign in',
    welcome: 'Welcome',
    setup: 'Set up',
    people: 'People',
    account: 'Your account',
    inbox: 'Inbox',
    housekeeping: 'Housekeeping',
    today: 'Today',
    rates: 'Rates',
    reports: 'Reports',
    settings: 'Settings',
    log: 'Log',
    parts: 'Parts',
  },
  rail: {
    today: 'to look at today',
    inbox: 'without an answer',
    housekeeping: 'to clean',
    channels: 'not working',
  },
  housekeeping,
  houseSettings,
  log,
  inbox,
  reports,
  rates,
  skip: 'Skip to the content',
  settings: {
    signIn: 'Sign in',
    signOut: 'Sign out',
    more: 'More',
    label: 'Language and theme',
    short: 'View',
    system: 'Theme of the system',
    light: 'Light',
    dark: 'Dark',
  },
  failed: {
    title: 'The desk cannot be shown',
    screen: 'This screen cannot be shown: an error occurred in it',
    unsentKept: 'Changes that are not sent yet are kept.',
    again: 'Load again',
    noScreen: 'There is no such screen',
    toStart: 'Go to the start',
  },
  calendar,
  stay,
  today,
};

/** The texts of a language: English is the measure of what there is. */
export type Messages = typeof en;
