// Commands for properties, their rooms and calendars, and for those who may use them.
import { definitionOf, NIGHT_FIELDS } from '../model/night-values.ts';
import type { CommandDeclaration } from './operator-command.ts';
import { toUnitNames } from './unit-names.ts';

const ROOM_COLUMNS = ['room_id', 'name', 'capacity', 'price', 'units', 'min_stay', 'cots'];
const UNIT_COLUMNS = [
  ...['unit_id', 'room_id', 'name', 'floor', 'condition', 'occupancy', 'closure', 'order_id'],
  'next_arrival',
];
const NIGHT = NIGHT_FIELDS.map(definitionOf);

export const PROPERTY_COMMANDS: readonly CommandDeclaration[] = [
  { name: 'property add', operation: 'createProperty', arguments: ['name'] },
  {
    name: 'property list',
    operation: 'listProperties',
    columns: ['hotel_id', 'name', 'currency', 'timezone', 'address', 'test_until', 'archived_at'],
    switches: ['archived'],
    empty: 'There is no property yet: make one with "innwire property add".',
  },
  { name: 'property show', operation: 'getProperty' },
  { name: 'property set', operation: 'changeProperty' },
  { name: 'property archive', operation: 'archiveProperty' },
  { name: 'property unarchive', operation: 'unarchiveProperty' },
  { name: 'property remove', operation: 'removeProperty' },
  { name: 'test-property', operation: 'createTestProperty' },
  { name: 'room add', operation: 'createRoom', arguments: ['name'] },
  {
    name: 'room list',
    operation: 'listRooms',
    columns: ROOM_COLUMNS,
    empty: 'There is no room yet: make one with "innwire room add".',
  },
  { name: 'room show', operation: 'getRoom', arguments: ['room_id'] },
  { name: 'room set', operation: 'changeRoom', arguments: ['room_id'] },
  { name: 'room remove', operation: 'archiveRoom', arguments: ['room_id'] },
  {
    name: 'unit add',
    operation: 'createUnits',
    arguments: ['room_id', 'names'],
    inputs: {
      names: {
        description:
          'what is written on their doors, each different in the whole property; several: with commas or spaces between them, such as 204,205',
        parse: toUnitNames,
      },
    },
    columns: UNIT_COLUMNS,
  },
  {
    name: 'unit list',
    operation: 'listUnits',
    columns: UNIT_COLUMNS,
    empty: 'No units: rooms are sold by their number alone. Add them with "innwire unit add".',
  },
  { name: 'unit set', operation: 'changeUnit', arguments: ['unit_id'] },
  { name: 'unit archive', operation: 'archiveUnit', arguments: ['unit_id'] },
  { name: 'assign', operation: 'assignUnits' },
  { name: 'template add', operation: 'createMessageTemplate', arguments: ['name'] },
  {
    name: 'template list',
    operation: 'listMessageTemplates',
    inputs: { template_id: 'template' },
    columns: ['template_id', 'name', 'texts', 'updated_at'],
    empty: 'No templates.',
  },
  { name: 'template set', operation: 'changeMessageTemplate', arguments: ['template_id'] },
  { name: 'template remove', operation: 'removeMessageTemplate', arguments: ['template_id'] },
  { name: 'template fill', operation: 'fillMessageTemplate', arguments: ['template_id', 'order_id'] },
  { name: 'closure add', operation: 'createClosure', arguments: ['unit_id', 'fromdate', 'todate'] },
  {
    name: 'closure list',
    operation: 'listClosures',
    inputs: { closure_id: 'closure' },
    columns: ['closure_id', 'unit', 'kind', 'fromdate', 'todate', 'reason', 'responsible'],
    empty: 'No closures.',
  },
  { name: 'closure set', operation: 'changeClosure', arguments: ['closure_id'], inputs: { unit_id: 'unit' } },
  { name: 'closure end', operation: 'endClosure', arguments: ['closure_id'] },
  {
    name: 'proposal list',
    operation: 'listProposals',
    inputs: { proposal_id: 'proposal', order_id: 'booking' },
    columns: ['proposal_id', 'state', 'created_at', 'by', 'sentence', 'problem'],
    switches: ['waiting'],
    empty: 'Agents propose nothing.',
  },
  { name: 'proposal decide', operation: 'decideProposal', arguments: ['proposal_id', 'decision'] },
  {
    name: 'calendar show',
    operation: 'listAvailability',
    columns: ['room_id', 'date', ...NIGHT.map(({ member }) => member)],
    empty: 'There is no room yet: make one with "innwire room add".',
  },
  {
    name: 'calendar set',
    operation: 'setAvailability',
    description:
      'Set nights of a room, from a date to a date, both inclusive. What is left out stays as it is. "innwire change undo" takes it back',
    arguments: ['room_id', 'date', 'todate'],
    inputs: { price: { description: 'nightly rate; absent = unchanged' } },
    switches: NIGHT.filter(({ sqlType }) => sqlType === 'boolean').map(({ member }) => member),
    // With a last night, a restriction can be set without a price.
    complete: (values) => ({ todate: values['date'], ...values }),
  },
  {
    name: 'change list',
    operation: 'listChanges',
    columns: ['change_id', 'changed_at', 'room_ids', 'nights', 'fromdate', 'todate', 'undoes'],
    empty: 'No changes in the last two weeks.',
  },
  { name: 'change undo', operation: 'undoChange', arguments: ['change_id'] },
  {
    name: 'token add',
    operation: ['createToken', 'createPortfolioToken'],
    arguments: ['label'],
    inputs: {
      hotel_ids: {
        name: 'property',
        placeholder: '<id>',
        description: 'which property; several: it opens all of them',
      },
      all_properties: { description: 'it opens every property, also those made later' },
    },
    severalProperties: true,
  },
  {
    name: 'token list',
    operation: ['listTokens', 'listPortfolioTokens'],
    columns: [
      'id',
      'label',
      'access',
      'scopes',
      'hotel_ids',
      'all_properties',
      'created_at',
      'last_used_at',
      'revoked_at',
    ],
    flags: { 'all-properties': 'the tokens that were made for several properties, instead of those of one' },
    severalProperties: true,
    empty: 'There is no token.',
  },
  {
    name: 'token revoke',
    operation: ['revokeToken', 'revokePortfolioToken'],
    arguments: ['id'],
    inputs: { id: 'token' },
    flags: { 'all-properties': 'a token that was made for several properties' },
    severalProperties: true,
  },
  {
    name: 'user add',
    operation: 'createUser',
    arguments: ['name'],
    inputs: {
      hotel_ids: {
        name: 'at',
        placeholder: '<id>',
        description: 'at which property; several: at each of them',
      },
      all_properties: { description: 'the role applies at every property, also those made later' },
    },
  },
  {
    name: 'user list',
    operation: 'listUsers',
    columns: ['user_id', 'name', 'email', 'role', 'roles', 'last_seen_at', 'link_valid_until'],
    nested: { roles: ['hotel_id', 'role'] },
    empty: 'Nobody may sign in yet: invite somebody with "innwire user add".',
  },
  {
    name: 'user set',
    operation: 'changeUser',
    arguments: ['user_id'],
    inputs: {
      hotel_ids: {
        name: 'at',
        placeholder: '<id>',
        description: 'where --role applies; absent = wherever the person has a role',
      },
      remove_hotel_ids: { name: 'remove-at', placeholder: '<id>' },
    },
  },
  { name: 'user link', operation: 'createSignInLink', arguments: ['user_id'] },
  { name: 'user sign-out', operation: 'signOutUser', arguments: ['user_id'] },
  { name: 'user remove-passkeys', operation: 'removePasskeys', arguments: ['user_id'] },
  { name: 'user remove-second-factor', operation: 'removeSecondFactor', arguments: ['user_id'] },
  { name: 'user remove', operation: 'removeUser', arguments: ['user_id'] },
  {
    name: 'ical list',
    operation: 'listIcalLinks',
    columns: ['id', 'room_id', 'unit_id', 'channel_name', 'url'],
    empty: 'No links: there is no room yet.',
  },
  {
    name: 'ical add',
    operation: 'createIcalLink',
    arguments: ['unit_id', 'channel'],
  },
  { name: 'ical rotate', operation: 'rotateIcalLink', arguments: ['id'], inputs: { id: 'link' } },
];
