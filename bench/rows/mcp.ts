// MCP: a tool call over each transport compared with the REST call that it wraps, and thousands of idle
// streams.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchProperty, makeProperties } from '../properties.ts';
import { latencies, median, quantile, type Row } from '../row.ts';
import { type BenchServer, startServer } from '../server.ts';

const CALLS = 1_000;
const ROOMS = 10;
/**
 * Allowed duration of a call over 2025-11-25 as a multiple of the REST call; the protocol requires a stream.
 */
const CALL_FACTOR = 3;
const SESSIONS = 5_000;
const SESSION_KIB = 64;
const IDLE_FACTOR = 2;
/** Number of connections that are opened concurrently. */
const OPENING = 50;
const SETTLE_MS = 5_000;

export const mcpRows: readonly Row[] = [
  {
    name: 'MCP tool call beside GET rentals',
    target: `2025-11-25 ≤ ${CALL_FACTOR} × REST`,
    run: async () => {
      const server = await startServer();
      try {
        const [property] = await makeProperties(server, 1, ROOMS);
        const rest = () => server.send('GET', `/api/rentals/${property!.token}`);
        const ways = [
          { name: 'stateless 2026-07-28', call: callStateless(server, property!), limited: false },
          { name: 'session 2025-11-25', call: await callInSession(server, property!), limited: true },
          { name: 'HTTP+SSE 2024-11-05', call: await callOverSse(server, property!), limited: false },
        ];
        for (const work of [rest, ...ways.map(({ call }) => call)]) await latencies(CALLS, work);
        const figures = [];
        for (const { name, call, limited } of ways) {
          const { own, wrapped } = await alternate(call, rest);
          const ratio = median(own) / median(wrapped);
          figures.push({
            measured: `${name} ${spread(own)}`,
            limit: `REST ${spread(wrapped)}`,
            ratio,
            met: !limited || ratio <= CALL_FACTOR,
          });
        }
        return figures;
      } finally {
        await server.stop();
      }
    },
  },
  {
    name: `${SESSIONS} idle MCP streams`,
    target: `≤ ${SESSION_KIB} KiB each; REST ≤ ${IDLE_FACTOR} × its latency without them`,
    run: async () => {
      const server = await startServer(undefined, { MCP_STREAMS_PER_TOKEN: String(SESSIONS) });
      const streams: http.ClientRequest[] = [];
      try {
        const [property] = await makeProperties(server, 1, ROOMS);
        const rest = () => server.send('GET', `/api/rentals/${property!.token}`);
        await latencies(CALLS, rest);
        const alone = await latencies(CALLS, rest);
        await sleep(SETTLE_MS);
        const before = await server.memoryMb();
        for (let i = 0; i < SESSIONS; i += OPENING) {
          const opened = Array.from({ length: OPENING }, () => openStream(server, property!));
          for (const { request } of await Promise.all(opened)) streams.push(request);
        }
        await sleep(SETTLE_MS);
        const each = ((await server.memoryMb()) - before) * (1_024 / SESSIONS);
        const among = await latencies(CALLS, rest);
        for (const stream of streams) stream.destroy();
        await sleep(SETTLE_MS);
        alone.push(...(await latencies(CALLS, rest)));
        const ratio = median(among) / median(alone);
        return [
          { measured: `${each.toFixed(0)} KiB of resident memory each`, met: each <= SESSION_KIB },
          {
            measured: `REST ${spread(among)}`,
            limit: `without them ${spread(alone)}`,
            ratio,
            met: ratio <= IDLE_FACTOR,
          },
        ];
      } finally {
        for (const stream of streams) stream.destroy();
        await server.stop();
      }
    },
  },
];

/** Alternates single calls of both: a slower machine slows both. */
async function alternate(call: () => Promise<unknown>, rest: () => Promise<unknown>) {
  const [own, wrapped]: [number[], number[]] = [[], []];
  for (let i = 0; i < CALLS; i += 1) {
    own.push(...(await latencies(1, call)));
    wrapped.push(...(await latencies(1, rest)));
  }
  return { own, wrapped };
}

function spread(samples: readonly number[]): string {
  return `p50 ${median(samples).toFixed(2)} ms, p99 ${quantile(samples, 0.99).toFixed(1)} ms`;
}

const CALL = { name: 'list_rooms', arguments: {} };
const BOTH = 'application/json, text/event-stream';

function callStateless(server: BenchServer, { token }: BenchProperty): () => Promise<string> {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': CALL.name };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...CALL, _meta } };
    return checked((await post(server, `/mcp/${token}`, body, headers)).text);
  };
}

async function callInSession(server: BenchServer, { token }: BenchProperty): Promise<() => Promise<string>> {
  const path = `/mcp/${token}`;
  const begun = await post(server, path, INITIALIZE);
  const headers = {
    'mcp-session-id': String(begun.headers['mcp-session-id']),
    'mcp-protocol-version': '2025-11-25',
  };
  return async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL };
    return checked((await post(server, path, body, headers)).text);
  };
}

/** Returns a tool call over SSE: its response arrives on the stream, after the 202 to the POST. */
async function callOverSse(server: BenchServer, property: BenchProperty): Promise<() => Promise<string>> {
  const { endpoint, answers } = await openStream(server, property);
  await post(server, endpoint, INITIALIZE);
  let id = 0;
  return async () => {
    id += 1;
    const answered = new Promise<string>((resolve) => answers.set(id, resolve));
    await post(server, endpoint, { jsonrpc: '2.0', id, method: 'tools/call', params: CALL });
    return checked(await answered);
  };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

function checked(text: string): string {
  if (!text.includes('structuredContent')) throw new Error(`not the answer of a tool: ${text.slice(0, 300)}`);
  return text;
}

const agent = new http.Agent({ keepAlive: true });

function post(
  server: BenchServer,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ text: string; headers: http.IncomingHttpHeaders }> {
  const data = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = http.request(
      {
        agent,
        port: server.port,
        method: 'POST',
        path,
        headers: {
          accept: BOTH,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(data),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => resolve({ text: Buffer.concat(chunks).toString(), headers: answer.headers }));
      },
    );
    sent.on('error', reject);
    sent.end(data);
  });
}

type Stream = { request: http.ClientRequest; endpoint: string; answers: Map<number, (text: string) => void> };

/** Opens an SSE stream; resolves when its first event has arrived, which contains the URL for POSTs. */
function openStream(server: BenchServer, { token }: BenchProperty): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const answers: Stream['answers'] = new Map();
    const headers = { accept: 'text/event-stream' };
    const request = http.get(
      { port: server.port, path: `/mcp/${token}`, headers, agent: false },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('error', () => {});
        answer.on('data', (chunk) => {
          text += chunk;
          const blocks = text.split('\n\n');
          text = blocks.pop()!;
          for (const block of blocks) {
            const endpoint = /^event: endpoint\ndata: (.+)$/m.exec(block)?.[1];
            if (endpoint) resolve({ request, endpoint, answers });
            const id = Number(/"id":(\d+)[,}]/.exec(block)?.[1]);
            answers.get(id)?.(block);
            answers.delete(id);
          }
        });
      },
    );
    request.on('error', reject);
  });
}
