// HTTP client for all addresses that people entered (calendars, webhooks, channels): restricted to public
// networks, limited in time and size, without secrets in errors.
import dns from 'node:dns';
import { performance } from 'node:perf_hooks';
import { Agent, type Dispatcher, request as dispatch, interceptors } from 'undici';
import { MACHINE_TIMERS, startTimeLimit, type Timers } from '../model/timers.ts';
import { isPublicAddress } from './address.ts';
import { ACCEPTED_ENCODINGS, decodeText, readBeginning, readBody } from './body.ts';
import { OutgoingError, outgoingError } from './error.ts';
import { guardedConnector, type Lookup } from './guarded-connector.ts';

export type OutgoingSettings = {
  /** our version, for the user agent */
  version: string;
  /** lets requests reach loopback and private addresses: for tests, the simulator, and intranets */
  allowPrivateNetwork: boolean;
  /** concurrent connections to one server; further requests wait */
  connectionsPerOrigin?: number;
  /** by which the limits of requests are measured; absent = those of the machine */
  timers?: Timers | undefined;
  /** name resolution; the system's by default. Replaced by tests, which have no DNS */
  lookup?: Lookup;
  /**
   * which addresses are public; by default by IANA's registries. Replaced by tests, which have only loopback
   */
  isPublic?: (address: string) => boolean;
};

type OutgoingRequest = {
  /** http or https; userinfo is sent as Basic authentication unless `headers` has an `authorization` */
  url: string | URL;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** total time: name resolution, connecting, redirects, up to the last byte of the body */
  timeoutMs: number;
  /** the longest time without a byte of the response; absent = only `timeoutMs` applies */
  idleMs?: number;
  /** uses separate TCP connections, which requests that are not urgent cannot exhaust */
  urgent?: boolean;
  /** of the decompressed body */
  maxBodyBytes: number;
  /** a longer body is not an error: only its beginning is read */
  beginningOnly?: boolean;
  /**
   * redirects followed, for GET and HEAD only; 0 by default: a redirect is then returned like any other
   * response
   */
  maxRedirects?: number;
  signal?: AbortSignal;
};

export type OutgoingResponse = {
  status: number;
  /** lower-case names; repeated headers joined by a comma */
  headers: Record<string, string>;
  body: Buffer;
  /** the body as text, by its charset */
  text(): string;
  /** the final address after redirects: as secret as the requested one */
  url: string;
  durationMs: number;
};

export type Outgoing = {
  /**
   * Sends a request and returns its response, with any status. Throws OutgoingError when there is no
   * response.
   */
  send(request: OutgoingRequest): Promise<OutgoingResponse>;
  /** Closes all connections; requests under way fail. */
  close(): Promise<void>;
};

/**
 * Concurrent connections to one server. More load is not expected by channels' servers; further requests
 * wait.
 */
const MAX_CONNECTIONS_PER_ORIGIN = 16;

/**
 * How long idle connections are kept: for a channel's next message, not its next poll. Many servers drop idle
 * connections after 5 s without announcing it.
 */
const KEEP_ALIVE_MS = 4_000;

/** The limit of Node's own HTTP server. */
const MAX_HEADER_BYTES = 16_384;

/** A response with one of these that is not followed has no `Location`. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Headers that are kept on a redirect to another origin. Any other header could be a credential, whatever its
 * name.
 */
const PUBLIC_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'if-modified-since',
  'if-none-match',
  'user-agent',
]);

acceptDecompression();

/**
 * Makes the decompression interceptor once without its warning. undici 8 prints at its first use that it is
 * experimental, which would end up in every operator's log; test/outgoing/body.test.ts checks what is used of
 * it.
 */
function acceptDecompression(): void {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    interceptors.decompress();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Creates the client, with connection pools shared by all requests. The caller closes it at shutdown. */
export function openOutgoing(settings: OutgoingSettings): Outgoing {
  const { version, allowPrivateNetwork, lookup = dns.lookup, isPublic = isPublicAddress } = settings;
  const { connectionsPerOrigin = MAX_CONNECTIONS_PER_ORIGIN, timers = MACHINE_TIMERS } = settings;
  const options: Agent.Options = {
    connect: guardedConnector(lookup, allowPrivateNetwork ? () => true : isPublic),
    connections: connectionsPerOrigin,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 1,
    // `timeoutMs` is the limit (see send), and `idleMs` where a request has it (see sendRequest).
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agents = { urgent: new Agent(options), other: new Agent(options) };
  return {
    send: (request) =>
      send(
        request.urgent ? agents.urgent : agents.other,
        { userAgent: `innwire/${version}`, timers },
        request,
      ),
    close: async () => void (await Promise.all([agents.urgent.destroy(), agents.other.destroy()])),
  };
}

async function send(
  agent: Agent,
  { userAgent, timers }: { userAgent: string; timers: Timers },
  request: OutgoingRequest,
): Promise<OutgoingResponse> {
  const started = performance.now();
  const target = parseTarget(request, userAgent);
  const { signal: timeout, end } = startTimeLimit(request.timeoutMs, timers);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const visited = { url: target.url };
  let answer: Dispatcher.ResponseData | null = null;
  try {
    signal.throwIfAborted();
    answer = await sendRequest(intercept(agent, target, { request, visited }), target, request, signal);
    const { hostname: host, href: url } = visited.url;
    if (followsRedirects(request) && REDIRECTS.has(answer.statusCode))
      throw new OutgoingError('redirects', `${host} redirects without saying where to.`);
    const response = await readAnswer(answer, request, { host, signal });
    return { ...response, url, durationMs: performance.now() - started };
  } catch (error) {
    const host = visited.url.hostname;
    if (timeout.aborted) throw new OutgoingError('timeout', `${host} did not answer in time.`);
    if (request.signal?.aborted) throw new OutgoingError('network', `The request to ${host} was called off.`);
    throw outgoingError(error, host);
  } finally {
    end();
    answer?.body.on('error', ignore).destroy(); // frees the connection of a failed request
  }
}

async function readAnswer(
  { statusCode: status, headers: received, body: stream }: Dispatcher.ResponseData,
  { method, maxBodyBytes, beginningOnly }: OutgoingRequest,
  { host, signal }: { host: string; signal: AbortSignal },
) {
  const headers = plainHeaders(received);
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304; // these responses have no body
  const limits = { maxBytes: maxBodyBytes, host, signal };
  const read = beginningOnly ? readBeginning : readBody;
  const body = hasBody ? await read(stream, headers, limits) : Buffer.alloc(0);
  return { status, headers, body, text: () => decodeText(body, headers['content-type']) };
}

type Target = { url: URL; headers: Record<string, string> };

/**
 * Returns the address and headers of a request, with userinfo moved into a header so that it is never
 * printed. Throws `blocked` for other schemes.
 */
function parseTarget({ url: given, headers: own = {} }: OutgoingRequest, userAgent: string): Target {
  const url = URL.parse(String(given));
  if (!url) throw new OutgoingError('blocked', 'The address is not a URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutgoingError('blocked', 'The address does not begin with https:// or http://.');
  const lowerCase = Object.entries(own).map(([name, value]) => [name.toLowerCase(), value]);
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    'accept-encoding': ACCEPTED_ENCODINGS,
    ...Object.fromEntries(lowerCase),
  };
  const { username, password } = url;
  url.username = '';
  url.password = '';
  url.hash = '';
  if ((username === '' && password === '') || headers.authorization !== undefined) return { url, headers };
  const userinfo = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { url, headers: { ...headers, authorization: `Basic ${Buffer.from(userinfo).toString('base64')}` } };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a bare % in a password
  }
}

/**
 * Sends a request and returns the response's head. undici 8.12.4 handles an abort only once it is connected
 * (measured: an unresponsive name server held a request of 100 ms for its 10 s of connecting), so an abort
 * rejects at once, and a later response is discarded.
 */
async function sendRequest(
  dispatcher: Dispatcher,
  { url, headers }: Target,
  request: OutgoingRequest,
  signal: AbortSignal,
) {
  const { method = 'GET', body, idleMs } = request;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const answer = dispatch(url, {
    dispatcher,
    method,
    headers,
    signal,
    ...(body !== undefined && { body }),
    ...(idleMs !== undefined && { headersTimeout: idleMs, bodyTimeout: idleMs }),
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    if (signal.aborted) answer.then(({ body }) => body.on('error', ignore).destroy(), ignore);
  }
}

/**
 * Adds decompression and redirects to the agent; `visited` gets the address that is being requested. A
 * redirect to another origin (http after https is one) gets no header that could be a credential; its address
 * is checked when it is connected to. Requests that change something are never sent twice.
 */
function intercept(
  agent: Agent,
  { headers }: Target,
  { request, visited }: { request: OutgoingRequest; visited: { url: URL } },
): Dispatcher {
  const record: Dispatcher.DispatcherComposeInterceptor = (next) => (options, handler) => {
    visited.url = new URL(options.path, options.origin);
    return next(options, handler);
  };
  const decompress = interceptors.decompress({
    skipErrorResponses: false,
    maxSize: request.beginningOnly ? 0 : request.maxBodyBytes,
  });
  if (!followsRedirects(request)) return agent.compose(record, decompress);
  const redirect = interceptors.redirect({
    maxRedirections: request.maxRedirects ?? 0,
    throwOnMaxRedirect: true,
    stripHeadersOnCrossOriginRedirect: Object.keys(headers).filter((name) => !PUBLIC_HEADERS.has(name)),
  });
  return agent.compose(record, decompress, redirect);
}

function followsRedirects({ method = 'GET', maxRedirects = 0 }: OutgoingRequest): boolean {
  return maxRedirects > 0 && (method === 'GET' || method === 'HEAD');
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function ignore(): void {}
