// Problems of the API explained in terms of the command line.
import { expect, test } from 'vitest';
import { presentData, presentFieldError } from '../../src/api/problem-data.ts';
import { OPERATOR_COMMANDS } from '../../src/cli/operator-command-list.ts';
import { explainProblem, MENTIONED_COMMANDS } from '../../src/cli/problem-sentences.ts';
import type { FieldError } from '../../src/problems/field-errors.ts';
import { invalidData, Problem } from '../../src/problems.ts';

const command = (name: string) => OPERATOR_COMMANDS.find((one) => one.name === name)!;

/** Explains a problem as the command line receives it, through JSON. */
function explain(problem: Problem, name: string): string {
  const { errors = [] } = problem.shared;
  const answer = {
    code: problem.code,
    detail: 'The sentence for REST.',
    errors: errors.map((error) => presentFieldError(error, 'is explained for REST')),
    data: presentData(problem.data),
  };
  return explainProblem(JSON.parse(JSON.stringify(answer)), command(name));
}

test.each<[name: string, error: FieldError, sentence: string]>([
  [
    'property add',
    { field: 'currency', rule: 'too_long', limit: 3 },
    '--currency must have at most 3 characters.',
  ],
  ['property add', { field: 'name', rule: 'too_short', limit: 1 }, '<name> must not be empty.'],
  [
    'property set',
    { field: 'settings.checkin_time', rule: 'wrong_pattern', example: '15:00' },
    '--checkin-time must be written like 15:00.',
  ],
  [
    'property set',
    { field: 'subscription.status', rule: 'not_one_of', values: ['active'] },
    '--subscription-status must be one of active.',
  ],
  ['booking list', { field: 'fromdate', rule: 'after', member: 'todate' }, '--from must not be after --to.'],
  [
    'booking list',
    { field: 'hotel_id', rule: 'wrong_type', type: 'integer' },
    '--property must be a whole number.',
  ],
  [
    'booking set',
    { field: 'order_id', rule: 'wrong_type', type: 'integer' },
    '<order> must be a whole number.',
  ],
  [
    'booking add',
    { field: 'checkout', rule: 'not_after', member: 'checkin' },
    '--checkout must be after --checkin.',
  ],
  ['task list', { field: 'id', rule: 'wrong_type', type: 'integer' }, '--room must be a whole number.'],
  [
    'task add',
    { field: 'date', rule: 'wrong_format', format: 'date' },
    '--date must be a real calendar date written yyyy-MM-dd.',
  ],
  ['token revoke', { field: 'id', rule: 'wrong_type', type: 'integer' }, '<token> must be a whole number.'],
  ['message reply', { field: 'rid', rule: 'wrong_type', type: 'integer' }, '<order> must be a whole number.'],
  ['room list', { field: 'body', rule: 'wrong_type', type: 'object' }, 'body must be an object.'],
  [
    'channel remove-room',
    { field: 'remove_rooms.0', rule: 'unmapped_room', roomId: 7, channel: 'vrbo' },
    '<room> names room 7, which is not mapped at vrbo.',
  ],
  [
    'channel remove-rate',
    { field: 'remove_rates.0', rule: 'only_rate', roomId: 7, rate: 'flex', channel: 'vrbo' },
    '<rate> names flex, which would leave room 7 without a rate at vrbo: remove the room with "innwire channel remove-room", or map it to another rate.',
  ],
])('%s: %o', (name, error, sentence) => {
  expect(explain(invalidData(error), name)).toBe(`${sentence} (invalid_data)`);
});

const days = { reservationId: 7, checkin: '2027-03-01', today: '2027-02-27' };

test.each<[problem: Problem, sentence: string]>([
  [
    new Problem('invalid_transition', { case: 'before_checkin', status: 'checked_in', ...days }),
    'Booking 7 begins on 2027-03-01 and today is 2027-02-27: it cannot be checked_in before it begins. If the guest is here already, send --early with it (its dates stay as they are), or change --checkin.',
  ],
  [
    new Problem('invalid_transition', { case: 'arrival_moved', ...days }),
    'The guest of booking 7 is checked in and today is 2027-02-27: the stay cannot begin on 2027-03-01. If the guest came before a stay that does, send --status checked_in and --early with it.',
  ],
])('a rule is explained in its own sentence, with what to do: %s', (problem, sentence) => {
  expect(explain(problem, 'booking set')).toBe(`${sentence} (invalid_transition)`);
});

test('one of several values of an option is named by the option', () => {
  const error = { field: 'days.0', rule: 'not_one_of', values: ['mon', 'tue'] } as const;
  expect(explain(invalidData(error), 'calendar set')).toBe('--days must be one of mon, tue. (invalid_data)');
});

test('several faults are named in one sentence', () => {
  const problem = invalidData({ field: 'room_id', rule: 'blank' }, { field: 'price', rule: 'negative' });
  expect(explain(problem, 'booking add')).toBe(
    '--room must not be blank; --price must not be negative. (invalid_data)',
  );
});

test.each<[problem: Problem, name: string]>([
  [new Problem('unknown_booking', { reservationId: 9 }), 'innwire booking list'],
  [new Problem('unknown_room', { roomIds: [9] }), 'innwire room list'],
  [new Problem('unknown_property', { hotelId: 9 }), 'innwire property list'],
  [new Problem('unknown_task', { taskId: 9 }), 'innwire task list'],
  [new Problem('unknown_review', { reviewId: 9 }), 'innwire review list'],
  [new Problem('unknown_inquiry', { inquiryId: 9, bookedAs: null }), 'innwire inquiry list'],
  [new Problem('unknown_inquiry', { inquiryId: 9, bookedAs: 8 }), 'innwire message reply 8'],
  [new Problem('not_found', { case: 'calendar_link', id: 9 }), 'innwire ical list'],
])('%s is explained with a command', (problem, name) => {
  const sentence = explain(problem, 'booking list');
  expect(sentence).toContain(`"${name}"`);
  expect(sentence).not.toMatch(/\b(GET|POST)\b/);
});

test('the commands that sentences mention exist', () => {
  const names = OPERATOR_COMMANDS.map(({ name }) => name);
  expect(MENTIONED_COMMANDS.filter((name) => !names.includes(name))).toEqual([]);
});

test.each([
  ['without facts', { code: 'unknown_room', detail: 'There is no room 9.' }],
  ['of a code that is not known', { code: 'new_code', detail: 'There is no room 9.', data: { room_id: 9 } }],
])('an answer %s is shown in its own sentence', (_, answer) => {
  expect(explainProblem(answer, command('room list'))).toBe(`There is no room 9. (${answer.code})`);
});

test('an error of a rule that is not known is shown with its own message', () => {
  const errors = [{ field: 'room_id', message: 'is too round', rule: 'round' }];
  const answer = { code: 'invalid_data', detail: 'The body is not valid.', errors };
  expect(explainProblem(answer, command('booking add'))).toBe('--room is too round. (invalid_data)');
});
