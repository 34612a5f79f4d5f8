// HTTP server of an OTA on loopback: routes, request log, and faults of requests and responses.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { CONTENT_FAULTS, type Fault, type FaultKind, type Faults, TRANSPORT_FAULTS } from './faults.ts';
import type { RequestLog } from './request-log.ts';
import type { Waits } from './waits.ts';

/** Maximum size of a request body in bytes; no OTA takes more. */
const LARGEST_BODY = 16 * 1024 * 1024;
/** Default duration of a `time_out` fault; longer than any client waits. */
const TIME_OUT_MS = 120_000;

/** Page that Cloudflare shows to a client that it takes for a robot, shortened. */
const FIREWALL_PAGE = `<!DOCTYPE html>
<html lang="en-US"><head><title>Just a moment...</title></head>
<body><h1>Checking your browser before you proceed.</h1><p>Enable JavaScript and cookies to continue</p></body></html>`;

export type Incoming = {
  kind: string;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** values of the `:name` parts of the route's path */
  params: Record<string, string>;
  /** other requests that are in progress at the same time */
  others: readonly Incoming[];
  /** returns the content fault of this kind that strikes this request, if any */
  fault(kind: FaultKind): Fault | undefined;
  /** logs that the request does not follow a recommendation of the OTA */
  advise(text: string): void;
  /** logs the number of items of the request */
  counted(items: number): void;
};

/** `body`: a Buffer is sent as it is, a text as XML, all else as JSON. */
export type OtaResponse = { status?: number; headers?: Record<string, string>; body?: unknown };

export type Route = {
  method: string;
  path: string;
  kind: string;
  handle(request: Incoming): OtaResponse | Promise<OtaResponse>;
};

export type OtaServerOptions = {
  port: number;
  routes: readonly Route[];
  faults: Faults;
  log: RequestLog;
  waits: Waits;
  /** builds the OTA's response for 401, 403, 404, 429 or 5xx */
  refuse(status: number, request: Incoming): OtaResponse;
  /** minimum duration of every response, in milliseconds */
  latencyMs: number;
  /**
   * milliseconds for which the OTA goes on processing a request whose client has closed the connection; the
   * request is one of `others` until then
   */
  goesOnMs?: () => number;
};

export type OtaServer = { url: string; close(): Promise<void> };

/** Starts a server on 127.0.0.1. Rejects when the port is in use. */
export async function startOtaServer(options: OtaServerOptions): Promise<OtaServer> {
  const inProgress = new Set<Incoming>();
  const app = fastify({
    bodyLimit: LARGEST_BODY,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    keepAliveTimeout: 30_000,
    routerOptions: { maxParamLength: 1_000 },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
  const receiveFor = (route?: Route) => (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack(); // responses may be cut, delayed or sent in pieces
    void serve({ options, inProgress, route, request, response: reply.raw }).catch(() => reply.raw.destroy());
  };
  for (const route of options.routes)
    app.route({ method: route.method, url: route.path, handler: receiveFor(route) });
  app.setNotFoundHandler(receiveFor());
  return {
    url: await app.listen({ port: options.port, host: '127.0.0.1' }),
    close: () => app.close(),
  };
}

type Serving = {
  options: OtaServerOptions;
  inProgress: Set<Incoming>;
  route: Route | undefined;
  request: FastifyRequest;
  response: ServerResponse;
};

async function serve({ options, inProgress, route, request, response }: Serving): Promise<void> {
  const url = new URL(request.url, 'http://ota');
  const body = (request.body as string | undefined) ?? '';
  const entry = options.log.begin(route?.kind ?? 'unknown', request.method, url.pathname + url.search);
  entry.body = body;
  const strike = (kinds: readonly FaultKind[]): Fault | undefined => {
    const fault = options.faults.strike(kinds, entry.kind, url.href + body);
    if (fault) entry.fault = fault.kind;
    return fault;
  };
  const incoming: Incoming = {
    kind: entry.kind,
    method: entry.method,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
    params: request.params as Record<string, string>,
    get others() {
      return [...inProgress].filter((one) => one !== incoming);
    },
    fault: (kind) => (CONTENT_FAULTS.includes(kind as never) ? strike([kind]) : undefined),
    advise: (text) => entry.advice.push(text),
    counted: (items) => {
      entry.items = items;
    },
  };
  inProgress.add(incoming);
  // A fault's wait ends when the client closes the connection.
  const closed = new Promise<void>((left) => response.once('close', left));
  try {
    const fault = strike(TRANSPORT_FAULTS);
    if (options.latencyMs > 0) await options.waits.delay(options.latencyMs, closed);
    const answer = await answerWith(fault, { options, incoming, route, closed });
    // Called before the end of the response is sent: the client's next request may arrive at once.
    const lastPiece = () => inProgress.delete(incoming);
    await send(response, answer, { fault, entry, lastPiece, delay: (ms) => options.waits.delay(ms, closed) });
  } finally {
    const goesOnMs = inProgress.has(incoming) && response.destroyed ? (options.goesOnMs?.() ?? 0) : 0;
    if (goesOnMs > 0) void options.waits.sleep(goesOnMs).then(() => inProgress.delete(incoming));
    else inProgress.delete(incoming);
    options.log.end(entry);
  }
}

async function answerWith(
  fault: Fault | undefined,
  {
    options,
    incoming,
    route,
    closed,
  }: { options: OtaServerOptions; incoming: Incoming; route: Route | undefined; closed: Promise<unknown> },
): Promise<OtaResponse | undefined> {
  const { delay } = options.waits;
  const wait = () => Promise.race([delay(fault?.delayMs ?? TIME_OUT_MS, closed), closed]);
  switch (fault?.kind) {
    case 'unauthorized':
      return options.refuse(401, incoming);
    case 'forbidden':
      return options.refuse(403, incoming);
    case 'server_error':
      return options.refuse(fault.status ?? 503, incoming);
    case 'rate_limited': {
      const answer = options.refuse(429, incoming);
      return {
        ...answer,
        headers: { ...answer.headers, 'retry-after': String(fault.retryAfterSeconds ?? 1) },
      };
    }
    case 'garbage':
      return {
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Please try again later<br></body></html>',
      };
    case 'firewall_page':
      return {
        status: fault.status ?? 403,
        headers: { 'content-type': 'text/html; charset=UTF-8' },
        body: FIREWALL_PAGE,
      };
    case 'cut_before':
      return undefined;
    case 'time_out':
      await wait();
      return undefined;
    case 'slow':
      await delay(fault.delayMs ?? 1_000, closed);
  }
  const answer = route ? await route.handle(incoming) : options.refuse(404, incoming);
  if (fault?.kind === 'time_out_after') await wait();
  return fault?.kind === 'time_out_after' || fault?.kind === 'cut_after' ? undefined : answer;
}

type Sending = {
  fault: Fault | undefined;
  entry: { status: number; answer?: string };
  /** called before the end of the response is sent */
  lastPiece(): void;
  /** Waits between two pieces of the response. */
  delay(ms: number): Promise<void>;
};

async function send(
  response: ServerResponse,
  answer: OtaResponse | undefined,
  { fault, entry, lastPiece, delay }: Sending,
): Promise<void> {
  if (!answer) {
    response.destroy();
    return;
  }
  const written =
    typeof answer.body === 'string'
      ? answer.body
      : answer.body === undefined || Buffer.isBuffer(answer.body)
        ? ''
        : JSON.stringify(answer.body);
  const text =
    fault?.kind === 'rewritten'
      ? written.replaceAll(new RegExp(fault.find ?? '$^', 'gs'), fault.put ?? '')
      : written;
  const type =
    typeof answer.body === 'string' ? 'application/xml; charset=utf-8' : 'application/json; charset=utf-8';
  entry.status = answer.status ?? 200;
  entry.answer = text;
  const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(text);
  response.writeHead(entry.status, {
    'content-type': type,
    'content-length': bytes.length,
    ...answer.headers,
  });
  if (fault?.kind === 'truncated') {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    return;
  }
  if (fault?.kind === 'slow_read') return sendSlowly(response, bytes, { ...fault, lastPiece, delay });
  lastPiece();
  await new Promise<void>((sent) => {
    response.once('close', sent);
    response.end(bytes, sent);
  });
}

/** Sends the response in pieces, the first one at once. Ends early when the client closes the connection. */
async function sendSlowly(
  response: ServerResponse,
  bytes: Buffer,
  { pieces = 20, delayMs = 2_000, lastPiece, delay }: Fault & Pick<Sending, 'lastPiece' | 'delay'>,
): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  response.flushHeaders();
  for (let from = 0; from < bytes.length && !response.destroyed; from += size) {
    if (from > 0) await delay(delayMs);
    if (from + size >= bytes.length && !response.destroyed) lastPiece();
    response.write(bytes.subarray(from, from + size));
  }
  response.end();
}
