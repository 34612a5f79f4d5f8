// What `innwire channel disconnect` prints in addition to the answer.
import { expect, test } from 'vitest';
import { explainDisconnect } from '../../src/cli/channel-commands.ts';

const answer = { channel: 'airbnb', disconnected: true, open_nights: 0 };
const isDryRun = true;

test('nothing is said where the connection ended and no night is open at the channel', () => {
  expect(explainDisconnect(answer, { isDryRun: false })).toBeNull();
  expect(explainDisconnect(answer, { isDryRun })).toBeNull();
});

test('a connection that waits to be closed says until when, and how to end it at once', () => {
  const waits = { ...answer, disconnected: false, open_nights: 40 };
  expect(explainDisconnect(waits, { isDryRun: false })).toBe(
    'The connection ends when airbnb has closed 40 nights: "innwire channel show airbnb" shows how many are left, "innwire channel disconnect airbnb" without --close ends it at once.',
  );
  expect(explainDisconnect(waits, { isDryRun })).toBe(
    'The connection would end when airbnb has closed 40 nights.',
  );
});

test('nights that stay open are named with what to do about them', () => {
  const open = { ...answer, open_nights: 1 };
  expect(explainDisconnect(open, { isDryRun: false })).toBe(
    'Still open for sale at airbnb: 1 night. Close them there.',
  );
  expect(explainDisconnect(open, { isDryRun })).toMatch(/would stay open for sale at airbnb.*--close/);
});
