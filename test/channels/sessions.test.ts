// Logins are shared by connections with the same credentials: OTAs limit them by account.
import { expect, test } from 'vitest';
import type { Session, Verdict, WireRequest } from '../../src/channels/channel.ts';
import { createLoginSessions } from '../../src/channels/sessions.ts';

const NOW = Temporal.Instant.from('2026-12-01T12:00:00Z');
const login = (secret: string): WireRequest => ({
  operation: 'token',
  method: 'POST',
  url: 'https://ota.example/token',
  body: secret,
});

function counter() {
  let logIns = 0;
  return {
    count: () => logIns,
    logIn: async (): Promise<Verdict<Session>> => {
      logIns += 1;
      const token = `token ${logIns}`;
      await Promise.resolve();
      return { kind: 'ok', value: { token, expiresAt: NOW.add({ hours: 1 }) } };
    },
  };
}

test('a hundred connections that start together log in once', async () => {
  const sessions = createLoginSessions();
  const { count, logIn } = counter();
  const all = await Promise.all(Array.from({ length: 100 }, () => sessions.enter(login('one'), null, logIn)));
  expect(count()).toBe(1);
  expect(new Set(all.map((one) => one.kind === 'ok' && one.value.token))).toEqual(new Set(['token 1']));
  expect(sessions.find(login('one'), NOW)?.token).toBe('token 1');
  expect(sessions.find(login('another'), NOW)).toBeNull();
  expect(sessions.find(login('one'), NOW.add({ hours: 2 }))).toBeNull();
});

test('a session that is refused to many is renewed once', async () => {
  const sessions = createLoginSessions();
  const { count, logIn } = counter();
  await sessions.enter(login('one'), null, logIn);
  const refused = sessions.find(login('one'), NOW);
  await sessions.enter(login('one'), refused, logIn);
  const late = await sessions.enter(login('one'), refused, logIn);
  expect(count()).toBe(2);
  expect(late).toMatchObject({ kind: 'ok', value: { token: 'token 2' } });
});

test('a login that fails is tried again by the next caller', async () => {
  const sessions = createLoginSessions();
  const { count, logIn } = counter();
  const failing = async (): Promise<Verdict<Session>> => ({ kind: 'retry', reason: 'busy' });
  expect(await sessions.enter(login('one'), null, failing)).toEqual({ kind: 'retry', reason: 'busy' });
  expect(sessions.find(login('one'), NOW)).toBeNull();
  await sessions.enter(login('one'), null, logIn);
  expect(count()).toBe(1);
});
