// What a command makes of its arguments and options: the values of the request, and the request.
import { describe, expect, test } from 'vitest';
import { withProtocol } from '../../src/cli/connect-command.ts';
import { OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';
import { toRequest } from '../../src/cli/operator-request.ts';
import { readValues } from '../../src/cli/read-values.ts';

const command = (name: string) => OPERATOR_COMMANDS.find((one) => one.name === name)!;

/** Returns the request of a command whose members were typed so. */
function request(name: string, typed: Record<string, unknown>) {
  const definition = command(name);
  return toRequest(definition.operations[0], { hotel_id: '1001', ...readValues(definition, typed) });
}

test('members are sent in the path, the query or the body, nested ones within their object', () => {
  expect(
    request('property set', {
      name: 'Casa',
      'settings.checkin_time': '14:00',
      'settings.horizon_days': '400',
    }),
  ).toEqual({
    method: 'PATCH',
    path: '/properties/1001',
    query: {},
    body: { name: 'Casa', settings: { checkin_time: '14:00', horizon_days: 400 } },
  });
  expect(request('channel resync', { channel: 'airbnb', dry_run: true })).toEqual({
    method: 'POST',
    path: '/properties/1001/channels/airbnb/resync',
    query: { dry_run: true },
  });
});

test('a room of a group may have dates, a guest and a unit of its own', () => {
  const rooms = ['101=240', '102=99.5,checkin=2030-06-11,name=Hopper, Grace,unit=auto', '102=1,unit=17'];
  expect(request('group add', { name: 'Ada', rooms }).body).toEqual({
    name: 'Ada',
    rooms: [
      { room_id: 101, price: 240 },
      { room_id: 102, price: 99.5, checkin: '2030-06-11', name: 'Hopper, Grace', unit_id: 'auto' },
      { room_id: 102, price: 1, unit_id: '17' },
    ],
  });
});

test('what a person typed cannot change the path', () => {
  expect(request('channel show', { channel: '../../audit?x=#' }).path).toBe(
    '/properties/1001/channels/..%2F..%2Faudit%3Fx%3D%23',
  );
});

test.each([
  ['booking set', { order_id: '1', price: '12.50' }, { price: 12.5 }],
  ['booking set', { order_id: '1', notes: 'none', email: 'none' }, { notes: null, email: null }],
  [
    'booking set',
    { order_id: '1', companions: ['Bo Example,6', 'Ørsted, Åse', 'Hopper, Grace, 40'] },
    {
      companions: [
        { name: 'Bo Example', age: 6 },
        { name: 'Ørsted, Åse', age: null },
        { name: 'Hopper, Grace', age: 40 },
      ],
    },
  ],
  ['booking set', { order_id: '1', companions: ['none'] }, { companions: null }],
  ['booking set', { order_id: '1', early: true }, { early: true }],
  ['booking set', { order_id: '1', name: 'none' }, { name: 'none' }],
  [
    'calendar set',
    { room_id: '7', date: '2030-01-01', stop_sell: 'off' },
    { room_id: 7, date: '2030-01-01', stop_sell: false },
  ],
  [
    'calendar set',
    { room_id: '7', date: '2030-01-01', stop_sell: false },
    { room_id: 7, date: '2030-01-01', stop_sell: false },
  ],
  [
    'calendar set',
    { room_id: '7', date: '2030-01-01', max_stay: 'none' },
    { room_id: 7, date: '2030-01-01', max_stay: null },
  ],
  [
    'calendar set',
    { room_id: '7', date: '2030-01-01', days: ['fri, sat', 'sun'] },
    { room_id: 7, date: '2030-01-01', days: ['fri', 'sat', 'sun'] },
  ],
  ['webhook set', { id: '1', kinds: ['all'], active: 'yes' }, { kinds: null, active: true }],
  ['channel remove-room', { channel: 'x', remove_rooms: ['101', '102'] }, { remove_rooms: [101, 102] }],
  [
    'channel remove-rate',
    { channel: 'x', remove_rates: ['101:BAR'] },
    { remove_rates: [{ room_id: 101, external_rate: 'BAR' }] },
  ],
  [
    'channel add-room',
    { channel: 'x', rooms: ['101=5:70'] },
    { rooms: [{ room_id: 101, external_room: '5', external_rate: '70' }] },
  ],
  [
    'channel add-room',
    { channel: 'x', rooms: ['101/7=5'] },
    { rooms: [{ room_id: 101, unit_id: 7, external_room: '5' }] },
  ],
  ['channel remove-unit', { channel: 'x', remove_units: ['7'] }, { remove_units: [7] }],
])('%s %j sends %j', (name, typed, body) => {
  expect(request(name, typed).body).toEqual(body);
});

test('the settings and credentials of a protocol are converted as their schemas say', () => {
  const connect = withProtocol(command('channel connect'), ['channel', 'connect', 'expedia']);
  const typed = {
    'settings.hotel_id': '123',
    'settings.messages_days': '7',
    'settings.pushes_wait_for_reads': false,
    'settings.booking_states': ['pending,retrieved'],
    'settings.decimal_places': 'none',
    'credentials.username': 'EQC1',
  };
  expect(readValues(connect, typed)).toEqual({
    'settings.hotel_id': '123',
    'settings.messages_days': 7,
    'settings.pushes_wait_for_reads': false,
    'settings.booking_states': ['pending', 'retrieved'],
    'settings.decimal_places': null,
    'credentials.username': 'EQC1',
  });
  const vrbo = withProtocol(command('channel connect'), ['channel', 'connect', 'homes', '--protocol=vrbo']);
  expect(readValues(vrbo, { 'settings.fees': '[]' })).toEqual({ 'settings.fees': [] });
});

describe('a value that does not fit is refused', () => {
  test.each([
    ['room add', { capacity: 'two' }, '--capacity must be a whole number, not "two".'],
    ['room add', { price: '' }, '--price must be a number, not "".'],
    ['booking show', { order_id: 'x' }, '<order> must be a whole number, not "x".'],
    [
      'booking list',
      { status: 'gone' },
      '--status must be one of confirmed, checked_in, checked_out, no_show, cancelled, held, not "gone".',
    ],
    ['calendar set', { stop_sell: 'maybe' }, '--stop-sell must be on or off, not "maybe".'],
    [
      'calendar set',
      { days: ['mon', 'x'] },
      '--days must be one of mon, tue, wed, thu, fri, sat, sun, not "mon", "x".',
    ],
    ['group add', { rooms: ['101'] }, '"101" is not ROOM=PRICE, such as 101=360.50.'],
    [
      'group add',
      { rooms: ['101=1,colour=red'] },
      '"colour=red" is not one of checkin, checkout, name, unit with its value, such as checkin=2030-06-11.',
    ],
    ['channel remove-rate', { remove_rates: ['101'] }, '"101" is not ROOM:RATE, such as 101:70.'],
  ])('%s %j', (name, typed, sentence) => {
    expect(() => readValues(command(name), typed)).toThrow(sentence);
  });

  test('together with all others', () => {
    expect(() => readValues(command('room add'), { capacity: 'two', price: 'x', units: '1' })).toThrow(
      '--capacity must be a whole number, not "two". --price must be a number, not "x".',
    );
  });

  test('without repeating a credential', () => {
    const typed = { credentials: ['a-secret'], settings: ['x'] };
    expect(() => readValues(command('channel connect'), typed)).toThrow(
      /^"x" is not NAME=TEXT .* A --credential is not NAME=TEXT, NAME=@FILE or NAME=-/,
    );
    expect(() => readValues(command('channel connect'), typed)).not.toThrow(/a-secret/);
  });
});
