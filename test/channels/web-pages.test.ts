// A web page of a firewall or a gateway is not a response of the channel: whatever its status, the request is
// retried.
import { afterAll, expect, test } from 'vitest';
import type { Adapter, ConnectionView } from '../../src/channels/channel.ts';
import { createChannelClient } from '../../src/channels/channel-client.ts';
import { findAdapter } from '../../src/channels/registry.ts';
import { isWebPage } from '../../src/channels/responses.ts';
import { createLoginSessions } from '../../src/channels/sessions.ts';
import type { HttpExchange } from '../../src/model/channel.ts';
import { openOutgoing } from '../../src/outgoing/http.ts';
import { startServer } from '../outgoing/local-server.ts';
import { withFilledSettings } from './stale-nights.ts';

const outgoing = openOutgoing({ version: '0', allowPrivateNetwork: true });
afterAll(() => outgoing.close());

const PAGE =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>';

const channex = findAdapter('channex')!;
const bookingCom = findAdapter('booking_com')!;

function viewAt(url: string): ConnectionView {
  return {
    channel: 'ota',
    url,
    settings: { property_id: 'p-1', hotel_id: '1' },
    credentials: { api_key: 'a-key-of-ours', client_id: 'id', client_secret: 'secret' },
    currency: 'EUR',
    timezone: 'UTC',
    rooms: [],
    otas: [],
    salesLimits: null,
  };
}

async function askReservations(adapter: Adapter, url: string) {
  const view = withFilledSettings(adapter.protocol, viewAt(url));
  const recorded: HttpExchange[] = [];
  const client = createChannelClient({
    adapter,
    connection: view,
    outgoing,
    now: () => Temporal.Now.instant(),
    signal: new AbortController().signal,
    sessions: createLoginSessions(),
    record: (exchange) => void recorded.push(exchange),
    renewed: async () => {},
  });
  const pull = adapter.reservations!;
  const [request] = pull.requests(view, { cursor: null, now: Temporal.Now.instant() });
  const verdict = await client.request(request!, (response) => pull.decode(response, request!, view));
  return { verdict, recorded };
}

test.each([
  401, 403, 404, 406, 503,
])('a web page with status %i is no refusal: the request is tried again', async (status) => {
  const server = await startServer((_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=UTF-8' }).end(PAGE);
  });
  const { verdict, recorded } = await askReservations(channex, server.origin);
  expect(verdict).toMatchObject({ kind: 'retry', reason: expect.stringMatching(`${status}.*Just a moment`) });
  expect(recorded).toMatchObject([{ status, error: expect.stringContaining('Just a moment') }]);
});

test('a web page instead of the login response is no refusal of the credentials, and is not requested twice', async () => {
  const server = await startServer((_, response) => {
    response.writeHead(403, { 'content-type': 'text/html' }).end(PAGE);
  });
  const { verdict } = await askReservations(bookingCom, server.origin);
  expect(verdict.kind).toBe('retry');
  expect(server.requests).toHaveLength(1);
});

test('a refusal in the protocol’s format counts, also where the server declares it as HTML', async () => {
  const server = await startServer((_, response) => {
    response.writeHead(401, { 'content-type': 'text/html' });
    response.end('{"errors":{"code":"unauthorized","title":"Unauthorized"}}');
  });
  const { verdict } = await askReservations(channex, server.origin);
  expect(verdict).toMatchObject({ kind: 'auth', reason: 'HTTP 401: Unauthorized' });
});

test.each([
  ['a document', {}, PAGE, true],
  ['a document after a mark of its encoding', {}, `\uFEFF\r\n${PAGE}`, true],
  ['XHTML', {}, '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', true],
  ['text that is declared as HTML', { 'content-type': 'text/html' }, 'Request blocked. ID 0.84f1', true],
  ['a fragment that is declared as HTML', { 'content-type': 'text/html' }, '<center>403</center>', true],
  ['JSON', { 'content-type': 'application/json' }, '{"html":"<html>"}', false],
  ['JSON declared as HTML', { 'content-type': 'text/html' }, ' [1]', false],
  [
    'XML declared as HTML',
    { 'content-type': 'text/html' },
    '<?xml version="1.0"?><OTA_ResRetrieveRS/>',
    false,
  ],
  ['nothing, declared as HTML', { 'content-type': 'text/html' }, ' \n', false],
  ['plain text', { 'content-type': 'text/plain' }, 'no', false],
])('%s', (_, headers, body, expected) => {
  expect(isWebPage({ status: 200, headers: headers as Record<string, string>, body })).toBe(expected);
});
