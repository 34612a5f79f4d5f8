// The one door for HTTP to addresses that people gave us (calendars, webhooks, channels): guarded, limited, and silent about secrets.
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
  /** at once to one server; the rest waits its turn */
  connectionsPerOrigin?: number;
  /** how names are resolved; the system's way unless a test, which has no DNS, says otherwise */
  lookup?: Lookup;
  /** which addresses are public; IANA's registries unless a test, which has only loopback, says otherwise */
  isPublic?: (address: string) => boolean;
};

export type OutgoingRequest = {
  /** http or https; userinfo in it is sent as Basic authentication unless the headers hold an `authorization` */
  url: string | URL;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** for everything: names, connecting, redirects, the last byte of the body */
  timeoutMs: number;
  /** the longest time without a byte of the answer; absent = `timeoutMs` alone counts */
  idleMs?: number;
  /** goes over connections of its own, which requests that are not urgent cannot use up */
  urgent?: boolean;
  /** of the body, unpacked */
  maxBodyBytes: number;
  /** a longer body is not an error: its beginning is all that is wanted */
  beginningOnly?: boolean;
  /** followed for GET and HEAD only; 0 by default: a redirect is then an answer like any other */
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
  /** where the answer came from after redirects: as secret as the address asked for */
  url: string;
  durationMs: number;
};

export type Outgoing = {
  /** Any status is an answer; throws OutgoingError when there is none. */
  send(request: OutgoingRequest): Promise<OutgoingResponse>;
  /** Ends all connections; requests under way fail. */
  close(): Promise<void>;
};

/** A server that offers more at once than this does not want it; the rest waits its turn. */
const MAX_CONNECTIONS_PER_ORIGIN = 16;

/** For a channel's next message, not its next poll. Many servers drop idle connections after 5 s without announcing it. */
const KEEP_ALIVE_MS = 4_000;

/** As Node's own server allows. */
const MAX_HEADER_BYTES = 16_384;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** What may follow a redirect to another origin. Anything else could be a key, whatever it is called. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'if-none-match', 'if-modified-since']);

/** Opens the door: a pool of connections shared by all that goes out, to be closed at the end. */
export function openOutgoing(settings: OutgoingSettings): Outgoing {
  const { version, allowPrivateNetwork, lookup = dns.lookup, isPublic = isPublicAddress } = settings;
  const { connectionsPerOrigin = MAX_CONNECTIONS_PER_ORIGIN } = settings;
  const options: Agent.Options = {
    connect: guardedConnector(lookup, allowPrivateNetwork ? () => true : isPublic),
    connections: connectionsPerOrigin,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 1,
    // The total time is the limit (see send), and where a request asks for it the time without a byte (see ask).
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
      answer?.body.on('error', ignore).destroy(); // what was not read, of a redirect or a failure, gives its connection back
    }
  }
}

async function readAnswer(
  { statusCode: status, headers: received, body: stream }: Dispatcher.ResponseData,
  { method, maxBodyBytes, beginningOnly }: OutgoingRequest,
  { host, signal }: { host: string; signal: AbortSignal },
) {
  const headers = plainHeaders(received);
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304; // these describe a body that does not come
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

/** An address we may ask, its userinfo moved into a header so that nothing prints it. */
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
 * The beginning of the answer. undici 8.12.4 hears an abort only once it is connected (measured: a deaf name server held a
 * request of 100 ms for its 10 s of connecting), so we do not wait for it; what it gets afterwards is thrown away.
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
 * Where the answer sends us, or null if it is the answer. Requests that change something are never sent twice. Another origin
 * (http after https is one) gets no header that could be a credential; its address is checked when it is connected to.
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
