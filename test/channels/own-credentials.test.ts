// A channel that repeats the credentials it was sent: neither the log nor the connection's error shows them.
import { afterAll, describe, expect, test } from 'vitest';
import type { ConnectionView } from '../../src/channels/channel.ts';
import { createChannelClient } from '../../src/channels/channel-client.ts';
import { credentialsIn, verdictWithout, withoutValues } from '../../src/channels/own-credentials.ts';
import { findAdapter } from '../../src/channels/registry.ts';
import { refused } from '../../src/channels/responses.ts';
import { createLoginSessions } from '../../src/channels/sessions.ts';
import type { HttpExchange } from '../../src/model/channel.ts';
import { openOutgoing } from '../../src/outgoing/http.ts';
import { startServer } from '../outgoing/local-server.ts';
import { withFilledSettings } from './stale-nights.ts';

const outgoing = openOutgoing({ version: '0', allowPrivateNetwork: true });
afterAll(() => outgoing.close());

const KEY = 'k3y+of/ours&"more"';
const FORMS = [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1), KEY.replace('&', '&amp;')];

test.each(FORMS)('an error that quotes the key as %s', async (form) => {
  const server = await startServer((_, response) => {
    response.writeHead(401, { 'content-type': 'text/plain' });
    response.end(`The key ${form} of ${'x'.repeat(20)} is not accepted`);
  });
  const view: ConnectionView = withFilledSettings('channex', {
    channel: 'channex',
    url: server.origin,
    settings: { property_id: 'p-1' },
    credentials: { api_key: KEY },
    currency: 'EUR',
    timezone: 'UTC',
    rooms: [],
    otas: [],
    salesLimits: null,
  });
  const recorded: HttpExchange[] = [];
  const adapter = findAdapter('channex')!;
  const client = createChannelClient({
    adapter,
    connection: view,
    outgoing,
    now: Temporal.Now.instant,
    signal: new AbortController().signal,
    sessions: createLoginSessions(),
    record: (exchange) => recorded.push(exchange),
    renewed: async () => {},
  });
  const request = adapter.reservations!.requests(view, { cursor: null, now: Temporal.Now.instant() })[0]!;
  const outcome = await client.request(request, (response) =>
    adapter.reservations!.decode(response, request, view),
  );
  expect(outcome).toMatchObject({ kind: 'auth', reason: expect.stringContaining('The key *** of xxx') });
  const shown = JSON.stringify([outcome, recorded]);
  expect(shown).toContain('The key *** of xxx');
  expect(shown).not.toContain('k3y');
  expect(recorded[0]).toMatchObject({ status: 401, response: expect.stringContaining('The key ***') });
});

describe('the values of a request', () => {
  const values = credentialsIn(
    { credentials: { username: 'hotel', password: 'a-long-password', api_key: 'a-long-password-2' } },
    { headers: { Authorization: 'Bearer token-of-session', accept: 'application/json' } },
  );

  test('are its credentials and what its headers give access with, the longest first; short ones are in too many texts', () => {
    expect(values).toEqual(['a-long-password-2', 'token-of-session', 'a-long-password']);
    expect(withoutValues('hotel a-long-password-2 a-long-password', values)).toBe('hotel *** ***');
  });

  test.each([
    ['a-long-password-2, a-long-password', '***, ***'],
    ['it ends inside token-of-s', 'it ends inside ***'],
    ['it ends inside token-of-s…', 'it ends inside ***…'],
    ['it ends before tok', 'it ends before tok'],
  ])('are hidden in what is said: %s', (text, hidden) => {
    expect(verdictWithout(refused(text), values)).toEqual({ kind: 'refused', reason: hidden });
    expect(
      verdictWithout({ kind: 'auth', reason: '', cause: { code: 'refused', said: text } }, values),
    ).toMatchObject({ cause: { code: 'refused', said: hidden } });
    expect(verdictWithout({ kind: 'ok', value: [{ roomId: 1, reason: text }] }, values)).toEqual({
      kind: 'ok',
      value: [{ roomId: 1, reason: hidden }],
    });
  });
});
