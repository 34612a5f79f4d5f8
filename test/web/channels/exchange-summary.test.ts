// The summary of an exchange with a channel.
import { expect, test } from 'vitest';
import { summaryOf } from '../../../web/screens/channels/exchange-summary.ts';

test('the channel is not named twice', () => {
  expect(summaryOf({ channel: 'practice', summary: 'practice: 1 night pushed' })).toBe('1 night pushed');
  expect(summaryOf({ channel: 'vrbo', summary: 'practice: 1 night pushed' })).toBe(
    'practice: 1 night pushed',
  );
  expect(summaryOf({ channel: null, summary: 'null: nothing' })).toBe('null: nothing');
});
