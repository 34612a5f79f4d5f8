// Commands for properties, their rooms and their tokens.
import { pathOf } from './client.ts';
import type { OperatorCommand } from './operator-command.ts';

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

const ROOM_COLUMNS = ['room_id', 'name', 'capacity', 'price', 'units', 'min_stay'];

export const PROPERTY_COMMANDS: readonly OperatorCommand[] = [
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
    columns: ['hotel_id', 'name', 'currency', 'timezone', 'address'],
    empty: 'There is no property yet: make one with "innwire property add".',
    request: () => ({ method: 'GET', path: '/properties' }),
  },
  {
    name: 'property show',
    description: 'show a property with its settings and subscription',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: pathOf`/properties/${property}` }),
  },
  {
    name: 'property set',
    description: 'change a property, its settings or its subscription',
    options: {
      name: 'what guests know it as',
      ...PROFILE,
      'subscription.plan': { flag: 'subscription-plan', description: 'name of the plan' },
      'subscription.status': {
        flag: 'subscription-status',
        description: 'active, past_due, or cancelled: then its API answers 402 until it is active again',
      },
      'subscription.renews_at': {
        flag: 'subscription-renews-at',
        description: 'moment, such as 2027-01-01T00:00:00Z',
      },
    },
    ofProperty: true,
    request: ({ property }, body) => ({ method: 'PATCH', path: pathOf`/properties/${property}`, body }),
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
      path: pathOf`/properties/${property}/rooms`,
      body: { name, ...body },
    }),
  },
  {
    name: 'room list',
    description: 'list the rooms',
    columns: ROOM_COLUMNS,
    empty: 'There is no room yet: make one with "innwire room add".',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: pathOf`/properties/${property}/rooms` }),
  },
  {
    name: 'room show',
    description: 'show a room',
    arguments: [['room', 'its id']],
    ofProperty: true,
    request: ({ property, room }) => ({ method: 'GET', path: pathOf`/properties/${property}/rooms/${room}` }),
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
      path: pathOf`/properties/${property}/rooms/${room}`,
      body,
    }),
  },
  {
    name: 'room remove',
    description: 'retire a room; its past stays remain',
    arguments: [['room', 'its id']],
    ofProperty: true,
    request: ({ property, room }) => ({
      method: 'DELETE',
      path: pathOf`/properties/${property}/rooms/${room}`,
    }),
  },
  {
    name: 'token add',
    description: 'make a token for a program or a person; it is shown only now',
    arguments: [['label', 'who uses it']],
    options: { access: 'full or read (absent: full)' },
    ofProperty: true,
    request: ({ property, label }, body) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/tokens`,
      body: { label, ...body },
    }),
  },
  {
    name: 'token list',
    description: 'list the tokens and when they were last used',
    empty: 'There is no token.',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: pathOf`/properties/${property}/tokens` }),
  },
  {
    name: 'token revoke',
    description: 'make a token invalid from now on',
    arguments: [['token', 'its id']],
    ofProperty: true,
    request: ({ property, token }) => ({
      method: 'DELETE',
      path: pathOf`/properties/${property}/tokens/${token}`,
    }),
  },
];
