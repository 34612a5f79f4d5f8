// A session that ended: what was refused waits for a sign-in, and goes on at once where that came before the refusal.
import { afterEach, expect, test } from 'vitest';
import { goOn, hasSessionEnded, sessionNumber, signedInAgain } from '../../../web/desk/ended-session.ts';
import { read } from '../../../web/desk/server.ts';
import { listen } from './listening.ts';

const REFUSAL = { status: 401, body: '{"code":"not_signed_in","detail":"Sign in."}' };
let server: Awaited<ReturnType<typeof listen>> | undefined;

afterEach(async () => {
  goOn(false);
  Reflect.deleteProperty(globalThis, 'location');
  await server?.close();
  server = undefined;
});

async function answering(reply: Parameters<typeof listen>[0]) {
  server = await listen(reply);
  Object.defineProperty(globalThis, 'location', { value: { origin: server.origin }, configurable: true });
  return server;
}

test.each([
  true,
  false,
])('what waits for a sign-in learns whether it is the same person: %s', async (isSame) => {
  const waiting = signedInAgain(sessionNumber());
  expect(hasSessionEnded.value).toBe(true);
  goOn(isSame);
  expect(hasSessionEnded.value).toBe(false);
  expect(await waiting).toBe(isSame);
});

test('a refusal of the session before asks for no second sign-in', async () => {
  const ended = sessionNumber();
  goOn(true);
  expect(await signedInAgain(ended)).toBe(true);
  expect(hasSessionEnded.value).toBe(false);
});

test('after somebody else signed in, what the person before had sent is not sent again, nor after one more', async () => {
  const ended = sessionNumber();
  goOn(false);
  expect(await signedInAgain(ended)).toBe(false);
  goOn(true);
  expect(await signedInAgain(ended)).toBe(false);
  expect(await signedInAgain(sessionNumber() - 1)).toBe(true);
});

test('a request is sent once more when its refusal comes after the sign-in', async () => {
  let isSignedIn = false;
  const { requests } = await answering(() => {
    if (isSignedIn) return { body: '"here"' };
    // Somebody signs in while this refusal is on its way.
    isSignedIn = true;
    goOn(true);
    return REFUSAL;
  });
  expect(await read('/api/rooms')).toBe('here');
  expect(requests).toEqual(['GET /api/rooms', 'GET /api/rooms']);
  expect(hasSessionEnded.value).toBe(false);
});

test('a request that is refused waits until somebody signs in', async () => {
  let isSignedIn = false;
  await answering(() => (isSignedIn ? { body: '"here"' } : REFUSAL));
  const reading = read('/api/rooms');
  await expect.poll(() => hasSessionEnded.value).toBe(true);
  isSignedIn = true;
  goOn(true);
  expect(await reading).toBe('here');
});
