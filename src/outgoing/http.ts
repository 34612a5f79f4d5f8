// HTTP client for all addresses that people entered (calendars, webhooks, channels): restricted to public
// networks, limited in time and size, without secrets in errors.
import dns from 'node:dns';
import { performance } from 'node:perf_hooks';
import { Agent, type Dispatcher, request as dispatch } from 'undici';
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
  /** name resolution; the system's by default. Replaced by tests, which have no DNS */
  lookup?: Lookup;
  /**
   * which addresses are public; by default by IANA's registries. Replaced by tests, which have only loopback
   */
  isPublic?: (address: string) => boolean;
};

export type OutgoingRequest = {
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

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Headers that are kept on a redirect to another origin. Any other header could be a credential, whatever its
 * name.
 */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'if-none-match', 'if-modified-since']);

/** Creates the client, with connection pools shared by all requests. The caller closes it at shutdown. */
export function openOutgoing(settings: OutgoingSettings): Outgoing {
  const { version, allowPrivateNetwork, lookup = dns.lookup, isPublic = isPublicAddress } = settings;
  const { connectionsPerOrigin = MAX_CONNECTIONS_PER_ORIGIN } = settings;
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
    send: (request) => send(request.urgent ? agents.urgent : agents.other, `innwire/${version}`, request),
    close: async () => void (await Promise.all([agents.urgent.destroy(), agents.other.destroy()])),
  };
}

type Hop = { url: URL; headers: Record<string, string> };

async function send(agent: Agent, userAgent: string, request: OutgoingRequest): Promise<OutgoingResponse> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  let hop = firstHop(request, userAgent);
  for (let redirects = 0; ; redirects += 1) {
    const host = hop.url.hostname;
    let answer: Dispatcher.ResponseData | null = null;
    try {
      signal.throwIfAborted();
      answer = await sendRequest(agent, hop, request, signal);
      const next = nextHop(answer, hop, request);
      if (!next) {
        const response = await readAnswer(answer, request, { host, signal });
        return { ...response, url: hop.url.href, durationMs: performance.now() - started };
      }
      if (redirects >= (request.maxRedirects ?? 0)) {
        throw new OutgoingError('redirects', `${host} redirects more than ${request.maxRedirects} times.`);
      }
      hop = next;
    } catch (error) {
      if (timeout.aborted) throw new OutgoingError('timeout', `${host} did not answer in time.`);
      if (request.signal?.aborted)
        throw new OutgoingError('network', `The request to ${host} was called off.`);
      throw outgoingError(error, host);
    } finally {
      answer?.body.on('error', ignore).destroy(); // frees the connection of an unread redirect or failure
    }
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

function firstHop({ url, headers = {} }: OutgoingRequest, userAgent: string): Hop {
  const own = { 'user-agent': userAgent, 'accept-encoding': ACCEPTED_ENCODINGS };
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const parsed = URL.parse(String(url));
  if (!parsed) throw new OutgoingError('blocked', 'The address is not a URL.');
  return hopTo(parsed, { ...own, ...Object.fromEntries(lowerCase) });
}

/**
 * Returns a hop to an allowed address, with its userinfo moved into a header so that it is never printed.
 * Throws `blocked` for other schemes.
 */
function hopTo(address: URL, headers: Record<string, string>): Hop {
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutgoingError('blocked', 'The address does not begin with https:// or http://.');
  }
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
  agent: Agent,
  { url, headers }: Hop,
  request: OutgoingRequest,
  signal: AbortSignal,
) {
  const { method = 'GET', body, idleMs } = request;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const answer = dispatch(url, {
    dispatcher: agent,
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
 * Returns the target of a redirect, or null if the response is final. Requests that change something are
 * never sent twice. A redirect to another origin (http after https is one) gets no header that could be a
 * credential; its address is checked when it is connected to.
 */
function nextHop(answer: Dispatcher.ResponseData, from: Hop, request: OutgoingRequest): Hop | null {
  const { method = 'GET', maxRedirects = 0 } = request;
  if (!REDIRECTS.has(answer.statusCode) || maxRedirects === 0 || (method !== 'GET' && method !== 'HEAD'))
    return null;
  const location = plainHeaders(answer.headers).location;
  const url = location === undefined ? null : URL.parse(location, from.url);
  if (!url) {
    throw new OutgoingError('redirects', `${from.url.hostname} redirects without saying where to.`);
  }
  if (url.origin === from.url.origin) return hopTo(url, from.headers);
  const own = ['user-agent', 'accept-encoding'];
  const harmless = Object.entries(from.headers).filter(
    ([name]) => HARMLESS_HEADERS.has(name) || own.includes(name),
  );
  return hopTo(url, Object.fromEntries(harmless));
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
