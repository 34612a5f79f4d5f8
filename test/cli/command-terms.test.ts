// Texts of the API in terms of the command line.
import { expect, test } from 'vitest';
import { describeCommand, describeInput, replaceRequestsByCommands } from '../../src/cli/command-terms.ts';
import { OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';

const command = (name: string) => OPERATOR_COMMANDS.find((one) => one.name === name)!;
const input = (name: string, member: string) =>
  describeInput(command(name), command(name).inputs.find((one) => one.member === member)!);

test.each([
  ['list them with GET bookings.', 'innwire booking list'],
  ['list them with GET rentals.', 'innwire room list'],
  ['list them with GET /operator/properties.', 'innwire property list'],
  ['See GET /operator/properties/{hotel_id}/conflicts', 'innwire booking conflicts'],
  ['what to send to POST bookings', 'innwire booking add'],
  ['see GET status', 'innwire status'],
])('%s → %s', (text, name) => {
  const sentence = replaceRequestsByCommands(text);
  expect(sentence).toContain(`"${name}"`);
  expect(sentence).not.toMatch(/\b(GET|POST)\b/);
});

test('a request that no command stands for stays as it is', () => {
  expect(replaceRequestsByCommands('The feed is read with GET events.')).toBe(
    'The feed is read with GET events.',
  );
});

test('members in backticks are options, with their values', () => {
  expect(describeCommand(command('room add'))).toContain('--units is the number of units');
  expect(describeCommand(command('channel disconnect'))).toContain(
    'Without --close the connection ends at once',
  );
  expect(input('booking set', 'early')).toMatch(/^with --status checked_in: /);
});

test.each([
  ['room add', 'capacity', 'guests, without those who sleep in cots; such as 3 (required)'],
  ['room show', 'room_id', "the room's id; such as 101"],
  ['booking set', 'notes', 'requests and comments; none removes them; such as Late arrival'],
  ['calendar set', 'max_stay', 'maximum stay in nights; none = no limit, absent = unchanged; such as 14'],
  ['log list', 'limit', 'at most this many; such as 50 (absent: 50)'],
  [
    'token add',
    'access',
    'whether it may change what it opens; propose: over MCP its changes wait until a person approves them, others are refused. Absent = full, or that of the preset; one of full, propose, read',
  ],
])('%s explains %s', (name, member, text) => {
  expect(input(name, member)).toBe(text);
});
