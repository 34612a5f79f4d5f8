// Problems of the API explained in terms of the command line.
import { expect, test } from 'vitest';
import { explainProblem, nameCommands } from '../../src/cli/explain-problem.ts';
import { OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';

const command = (name: string) => OPERATOR_COMMANDS.find((one) => one.name === name)!;
const refused = (name: string, ...errors: [field: string, message: string][]) =>
  explainProblem(
    {
      code: 'invalid_data',
      detail: 'The body is not valid: …',
      errors: errors.map(([field, message]) => ({ field, message })),
    },
    command(name),
  );

test.each([
  [
    'property add',
    'currency',
    'must have at most 3 characters',
    '--currency must have at most 3 characters.',
  ],
  ['property add', 'name', 'must not be empty', '<name> must not be empty.'],
  [
    'property set',
    'settings.checkin_time',
    'must be written like 15:00',
    '--checkin-time must be written like 15:00.',
  ],
  [
    'property set',
    'subscription.status',
    'must be one of active',
    '--subscription-status must be one of active.',
  ],
  ['booking list', 'fromdate', 'must not be after todate', '--from must not be after --to.'],
  ['booking list', 'hotel_id', 'must be a whole number', '--property must be a whole number.'],
  ['booking set', 'order_id', 'must be a whole number', '<order> must be a whole number.'],
  ['booking add', 'checkout', 'must be after checkin', '--checkout must be after --checkin.'],
  ['task list', 'id', 'must be a whole number', '--room must be a whole number.'],
  ['task add', 'date', 'must be a real calendar date', '--date must be a real calendar date.'],
  ['token revoke', 'id', 'must be a whole number', '<token> must be a whole number.'],
  ['message reply', 'rid', 'must be a whole number', '<order> must be a whole number.'],
  ['room list', 'body', 'must be an object', 'body must be an object.'],
])('%s: %s', (name, field, message, sentence) => {
  expect(refused(name, [field, message])).toBe(`${sentence} (invalid_data)`);
});

test.each([
  [
    'Booking 7 begins on 2027-03-01 and today is 2027-02-27. If the guest is here already, send "early": true with it.',
    'Booking 7 begins on 2027-03-01 and today is 2027-02-27. If the guest is here already, send --early with it.',
  ],
  [
    'The stay cannot begin on 2027-03-01: send "status": "checked_in" and "early": true with it.',
    'The stay cannot begin on 2027-03-01: send --status checked_in and --early with it.',
  ],
])('a rule is explained in its own sentence, with what to do: %s', (detail, sentence) => {
  const errors = [{ field: 'status', message: 'must not be checked_in before 2027-03-01' }];
  const problem = { code: 'invalid_transition', detail, errors };
  expect(explainProblem(problem, command('booking set'))).toBe(`${sentence} (invalid_transition)`);
});

test('one of several values of an option is named by the option', () => {
  expect(refused('calendar set', ['days.0', 'must be one of mon, tue'])).toBe(
    '--days must be one of mon, tue. (invalid_data)',
  );
});

test('several faults are named in one sentence', () => {
  expect(refused('booking add', ['room_id', 'is wrong'], ['price', 'must not be negative'])).toBe(
    '--room is wrong; --price must not be negative. (invalid_data)',
  );
});

test.each([
  ['Booking 9 does not exist: list them with GET bookings.', 'innwire booking list'],
  ['Room 9 does not exist: list them with GET rentals.', 'innwire room list'],
  ['Property 9 does not exist: list them with GET /operator/properties.', 'innwire property list'],
  ['See GET /operator/properties/{hotel_id}/conflicts', 'innwire booking conflicts'],
  ['what to send to POST bookings', 'innwire booking add'],
])('%s', (detail, name) => {
  const sentence = nameCommands(detail);
  expect(sentence).toContain(`"${name}"`);
  expect(sentence).not.toMatch(/\b(GET|POST)\b/);
  expect(OPERATOR_COMMANDS.map((one) => `innwire ${one.name}`)).toContain(name);
});

test('a request that no command stands for stays as it is', () => {
  expect(nameCommands('The feed is read with GET events.')).toBe('The feed is read with GET events.');
});
