// The operator's commands: their words, and the request each stands for.
import { StartError } from '../db/start-error.ts';
import { CALENDAR_COMMANDS } from './calendar-commands.ts';
import { CHANNEL_COMMANDS } from './channel-commands.ts';
import { at, type OperatorRequest } from './client.ts';

export type Values = Record<string, string>;

/** One command: its words, and the request it stands for. */
export type OperatorCommand = {
  /** group and verb: `room add` */
  name: string;
  description: string;
  arguments?: readonly [name: string, description: string][];
  /** flag → description; `!` before the description makes it required, `#` says that it takes a number */
  options?: Record<string, string>;
  /** concerns one property: `--property` names it, and may be left out where there is only one */
  ofProperty?: boolean;
  request(values: Values, body: object): OperatorRequest;
};

const PROFILE = {
  address: 'postal address',
  timezone: 'IANA name, such as Europe/Lisbon (absent: UTC)',
  'settings.checkin_time': 'HH:mm',
  'settings.checkout_time': 'HH:mm',
  'settings.language': 'language tag, such as pt',
  'settings.email': 'where guests reach the property',
  'settings.phone': 'where guests reach the property',
  'settings.website': 'where guests read about it',
  'settings.horizon_days': '# how many nights ahead the calendar is shown',
};

export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'property add',
    description: 'make a property and its first token',
    arguments: [['name', 'what guests know it as']],
    options: { currency: '! ISO 4217 code, such as EUR', ...PROFILE },
    request: ({ name }, body) => ({ method: 'POST', path: '/properties', body: { name, ...body } }),
  },
  {
    name: 'property list',
    description: 'list the properties',
    request: () => ({ method: 'GET', path: '/properties' }),
  },
  {
    name: 'property set',
    description: 'change a property, its settings or its subscription',
    options: {
      name: 'what guests know it as',
      ...PROFILE,
      'subscription.plan': 'name of the plan',
      'subscription.status': 'active, past_due or cancelled',
      'subscription.renews_at': 'moment, such as 2027-01-01T00:00:00Z',
    },
    ofProperty: true,
    request: ({ property }, body) => ({ method: 'PATCH', path: at`/properties/${property}`, body }),
  },
  {
    name: 'room add',
    description: 'make a room',
    arguments: [['name', 'what guests know it as']],
    options: {
      capacity: '!# guests',
      price: '!# base nightly rate',
      units: '# how many there are of it',
      min_stay: '# default minimum stay, nights',
    },
    ofProperty: true,
    request: ({ property, name }, body) => ({
      method: 'POST',
      path: at`/properties/${property}/rooms`,
      body: { name, ...body },
    }),
  },
  {
    name: 'room list',
    description: 'list the rooms',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: at`/properties/${property}/rooms` }),
  },
  {
    name: 'room set',
    description: 'change a room',
    arguments: [['room', 'its id']],
    options: {
      name: 'its name',
      capacity: '# guests',
      price: '# base nightly rate',
      units: '# how many there are',
      min_stay: '# nights',
    },
    ofProperty: true,
    request: ({ property, room }, body) => ({
      method: 'PATCH',
      path: at`/properties/${property}/rooms/${room}`,
      body,
    }),
  },
  {
    name: 'room remove',
    description: 'retire a room; its past stays remain',
    arguments: [['room', 'its id']],
    ofProperty: true,
    request: ({ property, room }) => ({ method: 'DELETE', path: at`/properties/${property}/rooms/${room}` }),
  },
  {
    name: 'token add',
    description: 'make a token for a program or a person',
    arguments: [['label', 'who uses it']],
    options: { access: 'full or read (absent: full)' },
    ofProperty: true,
    request: ({ property, label }, body) => ({
      method: 'POST',
      path: at`/properties/${property}/tokens`,
      body: { label, ...body },
    }),
  },
  {
    name: 'token list',
    description: 'list the tokens and when they were last used',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: at`/properties/${property}/tokens` }),
  },
  {
    name: 'token revoke',
    description: 'make a token open nothing from now on',
    arguments: [['token', 'its id']],
    ofProperty: true,
    request: ({ property, token }) => ({
      method: 'DELETE',
      path: at`/properties/${property}/tokens/${token}`,
    }),
  },
  ...CHANNEL_COMMANDS,
  {
    name: 'booking set',
    description: 'check a guest in or out, move, change or cancel a booking',
    arguments: [['order', 'its id']],
    options: {
      status: 'checked_in, checked_out, no_show; cancelled (alone) releases the stay from today on',
      room_id: '# another room',
      name: 'guest name',
      email: 'guest e-mail',
      phone: 'guest telephone',
      checkin: 'yyyy-MM-dd',
      checkout: 'yyyy-MM-dd',
      price: '# total',
    },
    ofProperty: true,
    request: ({ property, order }, body) => ({
      method: 'PATCH',
      path: at`/properties/${property}/bookings/${order}`,
      body,
    }),
  },
  ...CALENDAR_COMMANDS,
  {
    name: 'task add',
    description: 'make a housekeeping task',
    arguments: [['task_name', 'what is to be done']],
    options: { room_id: '!# the room', date: '! yyyy-MM-dd', assignee: 'who does it' },
    ofProperty: true,
    request: ({ property, task_name }, body) => ({
      method: 'POST',
      path: at`/properties/${property}/tasks`,
      body: { task_name, ...body },
    }),
  },
  {
    name: 'task set',
    description: 'assign, move or progress a task',
    arguments: [['task', 'its id']],
    options: {
      task_name: 'what is to be done',
      date: 'yyyy-MM-dd',
      assignee: 'who does it',
      status: 'pending, in_progress, done or cancelled',
    },
    ofProperty: true,
    request: ({ property, task }, body) => ({
      method: 'PATCH',
      path: at`/properties/${property}/tasks/${task}`,
      body,
    }),
  },
  {
    name: 'ledger post',
    description: 'post a ledger entry',
    arguments: [['amount', 'positive = in, negative = out (after --)']],
    options: {
      type: '! payment, expense, refund …',
      description: '! what for',
      room_id: '# room',
      order_id: '# booking',
      date: 'yyyy-MM-dd',
    },
    ofProperty: true,
    request: ({ property, amount }, body) => ({
      method: 'POST',
      path: at`/properties/${property}/accounting`,
      body: { amount: toNumber(amount!), ...body },
    }),
  },
  {
    name: 'review reply',
    description: 'reply to a review',
    arguments: [
      ['review', 'its id'],
      ['reply', 'the text'],
    ],
    ofProperty: true,
    request: ({ property, review, reply }) => ({
      method: 'POST',
      path: at`/properties/${property}/reviews/${review}/reply`,
      body: { reply },
    }),
  },
];

export function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number))
    throw new StartError(`${JSON.stringify(text)} is not a number.`);
  return number;
}
