// What a person can do about an error of a channel.
import { expect, test } from 'vitest';
import { messages } from '../../web/language.ts';
import { helpOf } from '../../web/screens/channels/ChannelError.tsx';

test.each([
  ['HTTP 401: Unauthorized', 'credentials'],
  ['HTTP 403: an empty answer', 'credentials'],
  ['HTTP 404: an empty answer', 'address'],
  ['HTTP 429: slow down', 'again'],
  ['HTTP 503: Service Unavailable', 'again'],
] as const)('%s is explained', (error, help) => {
  expect(helpOf(error)).toBe(messages().channels.httpHelp[help]);
});

test.each(['Room 12 is not active', 'HTTP 400: RoomID is missing', ''])('“%s” speaks for itself', (error) => {
  expect(helpOf(error)).toBeNull();
});
