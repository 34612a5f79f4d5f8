// Attacks: how long they block the server, how a flood of them affects other properties, and memory after
// them.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileCalendars, ordinaryCalendar } from '../../test/attack-corpus/calendars.ts';
import { type HostileRequest, hostileRequests } from '../../test/attack-corpus/requests.ts';
import { type BenchProperty, makeProperties } from '../properties.ts';
import { latencies, quantile, type Row } from '../row.ts';
import { type BenchServer, startServer } from '../server.ts';

const BLOCK_LIMIT_MS = 100;
const ROOMS = 20;
const CALENDAR_CHARACTERS = 1_000_000;
const FLOOD_REQUESTS = 24;
const CALLS = 300;
const SLOWER_LIMIT = 2;
const SESSIONS = 50;
const GROWTH_LIMIT_MB = 100;

export const attackRows: readonly Row[] = [
  {
    name: 'longest event-loop block under the attack corpus',
    target: `≤ ${BLOCK_LIMIT_MS} ms each`,
    run: async () => {
      const server = await startServer(undefined, { ICAL_POLL_SECONDS: '1' });
      try {
        const [property] = await makeProperties(server, 1, ROOMS);
        const blocks: { name: string; ms: number }[] = [];
        // The first round compiles the code and is not measured.
        for (const round of [1, 2]) {
          for (const request of hostileRequests(property!)) {
            await longestBlockMs(server);
            await send(server.port, request);
            const ms = await longestBlockMs(server);
            if (round === 2) blocks.push({ name: request.name, ms });
          }
        }
        blocks.push({ name: 'hostile calendars', ms: await underCalendars(server, property!) });
        const limit = `${BLOCK_LIMIT_MS} ms`;
        return blocks
          .toSorted((a, b) => b.ms - a.ms)
          .map(({ name, ms }) => ({
            measured: `${ms.toFixed(0)} ms ${name}`,
            limit,
            met: ms <= BLOCK_LIMIT_MS,
          }));
      } finally {
        await server.stop();
      }
    },
  },
  {
    name: `p99 of others while one property sends ${FLOOD_REQUESTS} calendars of ten years`,
    target: `≤ ${SLOWER_LIMIT} × alone`,
    run: async () => {
      const server = await startServer();
      try {
        const [attacked, other] = await makeProperties(server, 2, ROOMS);
        const path = `/api/hotels/${other!.token}`;
        const ask = () => send(server.port, { name: '', method: 'GET', path });
        await latencies(100, ask);
        const alone = quantile(await latencies(CALLS, ask), 0.99);
        const expensiveRequest = hostileRequests(attacked!).find(
          ({ name }) => name === 'all rooms for ten years',
        )!;
        const sent = Promise.all(
          Array.from({ length: FLOOD_REQUESTS }, () => send(server.port, expensiveRequest)),
        );
        const samples = await latencies(CALLS, ask);
        const during = quantile(samples, 0.99);
        await sent;
        const ratio = during / alone;
        return [
          {
            measured: `p99 ${during.toFixed(1)} ms, longest ${Math.max(...samples).toFixed(0)} ms`,
            limit: `${alone.toFixed(1)} ms alone`,
            ratio,
            met: ratio <= SLOWER_LIMIT,
          },
        ];
      } finally {
        await server.stop();
      }
    },
  },
  {
    name: `memory after ${SESSIONS} hostile sessions of agents`,
    target: `≤ ${GROWTH_LIMIT_MB} MB more`,
    run: async () => {
      const server = await startServer();
      try {
        for (let i = 0; i < 5; i += 1) await hostileSession(server.port, 100);
        await sleep(5_000);
        const before = await server.memoryMb();
        for (let i = 0; i < SESSIONS; i += 1) await hostileSession(server.port, 250_000);
        await sleep(15_000);
        const growth = (await server.memoryMb()) - before;
        return [
          {
            measured: `+${growth.toFixed(0)} MB`,
            limit: `${before.toFixed(0)} MB before`,
            met: growth <= GROWTH_LIMIT_MB,
          },
        ];
      } finally {
        await server.stop();
      }
    },
  },
];

/**
 * Returns the longest block of the server's event loop since the last call, in milliseconds. The server
 * measures it with a precision of 10 ms (perf_hooks.monitorEventLoopDelay); an external prober would also
 * measure its own waits for a processor.
 */
async function longestBlockMs(server: BenchServer): Promise<number> {
  const seconds = /^innwire_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await server.metrics())?.[1];
  return Number(seconds) * 1_000;
}

/** Connects each hostile calendar to a room, waits until all were read, and returns the longest block. */
async function underCalendars(server: BenchServer, property: BenchProperty): Promise<number> {
  const calendars = hostileCalendars(CALENDAR_CHARACTERS);
  const fetched = new Set<string>();
  const host = http.createServer((request, answer) => {
    fetched.add(request.url!);
    answer.end(calendars[Number(request.url!.slice(1))]?.text ?? ordinaryCalendar(1_000));
  });
  await once(host.listen(0, '127.0.0.1'), 'listening');
  const { port } = host.address() as AddressInfo;
  try {
    await longestBlockMs(server);
    for (const [i, { channel }] of calendars.entries()) {
      await server.operator('PUT', `/properties/${property.hotelId}/channels/${channel}?replace=true`, {
        protocol: 'ical',
        rooms: [{ room_id: property.rooms[i], ical_url: `http://127.0.0.1:${port}/${i}` }],
      });
      while (!fetched.has(`/${i}`)) await sleep(100);
    }
    await sleep(10_000);
    return await longestBlockMs(server);
  } finally {
    host.closeAllConnections();
    host.close();
  }
}

/** Opens a sandbox session and sends a message of that many characters, which the response repeats. */
async function hostileSession(port: number, characters: number): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (body: object, more: Record<string, string> = {}) =>
    send(port, {
      name: '',
      method: 'POST',
      path: '/mcp/api_token',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    });
  const { headers: begun } = await post({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  });
  const session = { 'mcp-session-id': String(begun['mcp-session-id']) };
  await post({ method: 'notifications/initialized' }, session);
  await post(
    { id: 2, method: 'resources/read', params: { uri: `pms://${'x'.repeat(characters)}` } },
    session,
  );
}

type Answer = { status: number; headers: http.IncomingHttpHeaders };

/**
 * Sends a request. Status 0 when there is no response: a server may close the connection during a large body.
 */
function send(port: number, { method, path, headers = {}, body }: HostileRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, headers: {} });
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { port, host: '127.0.0.1', method, path, headers: { ...headers, ...length }, agent };
    const request = http.request(options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers }));
      answer.on('error', none);
    });
    request.on('error', none);
    request.end(body);
  });
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
