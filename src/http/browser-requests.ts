// Requests of browsers in which a person is signed in, or signs in: from which page they come, their cookie, and their device.
import type { FastifyRequest } from 'fastify';
import type { SentSession, SessionCookie } from '../api/admission.ts';
import {
  LOOPBACK_COOKIE,
  nameOfDeviceCookie,
  nameOfScreenCookie,
  SECURE_COOKIE,
} from '../api/session/cookie.ts';
import { isLoopbackHost } from '../model/loopback.ts';
import { Problem } from '../problems.ts';

/**
 * Throws `foreign_page` for a request that changes something, unless a page of this server sent it: a cookie is also sent with requests that
 * other pages of the same site make. `baseUrl`: a proxy may have replaced the host that the browser asked for.
 */
export function requireOwnPage(request: FastifyRequest, baseUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  // Pages cannot set this header. Browsers leave it out where the connection is not encrypted.
  if (site !== undefined) {
    if (site === 'same-origin') return;
    throw new Problem('foreign_page');
  }
  const page = URL.parse(origin ?? '');
  const own = URL.parse(baseUrl);
  // No page without https at an address with it: others could have written it on its way.
  const isOwn =
    page?.host === own?.host
      ? ['https:', own?.protocol].includes(page?.protocol)
      : page?.host === URL.parse(`${page?.protocol}//${host}`)?.host;
  if (!page || !isOwn) throw new Problem('foreign_page');
}

/**
 * Returns the name of the cookie that may hold a session: with https, or on this machine without it; null where the connection is
 * not encrypted. A proxy ends https before innwire, so the origin of the page decides where the browser sends it.
 */
export function cookieNameFor(request: FastifyRequest): string | null {
  const page = URL.parse(request.headers.origin ?? '');
  if ((page?.protocol ?? `${request.protocol}:`) === 'https:') return SECURE_COOKIE;
  const host = page?.hostname ?? URL.parse(`http://${request.headers.host}`)?.hostname ?? '';
  return isLoopbackHost(host) ? LOOPBACK_COOKIE : null;
}

/**
 * Returns the session that the browser sent; null for none. Without https only this machine's own is read: one that is sent over the
 * network unencrypted was seen by others.
 */
export function readSession(request: FastifyRequest): SentSession | null {
  const session = readCookie(request, SECURE_COOKIE, LOOPBACK_COOKIE);
  const expected = request.headers[EXPECTED_PERSON];
  return session && { ...session, expectedUserId: expected === undefined ? null : Number(expected) };
}

/** Header with the id of the person as whom a page makes a request. */
const EXPECTED_PERSON = 'innwire-person';

/** Returns the cookie by which a browser is known as a shared screen; null for none. As that of a session, it is not read where it was sent unencrypted. */
export function readScreenCookie(request: FastifyRequest): SessionCookie | null {
  return readCookie(request, nameOfScreenCookie(SECURE_COOKIE), nameOfScreenCookie(LOOPBACK_COOKIE));
}

/** Returns the value of the cookie by which a device is known; null for none. */
export function readDeviceCookie(request: FastifyRequest): string | null {
  const names = [SECURE_COOKIE, LOOPBACK_COOKIE].map(nameOfDeviceCookie) as [string, string];
  return readCookie(request, ...names, ENCRYPTED)?.secret ?? null;
}

function readCookie(
  { headers }: FastifyRequest,
  secure: string,
  loopback: string,
  form = SECRET,
): SessionCookie | null {
  const sent = (headers.cookie ?? '').slice(0, MAX_COOKIES_LENGTH).split(';');
  const findCookie = (name: string) => {
    const values = sent.flatMap((one) => {
      const [given, value = ''] = one.trim().split('=', 2);
      return given === name && form.test(value) ? [value] : [];
    });
    // Of two, one was set by somebody else.
    return values.length === 1 ? { cookie: name, secret: values[0]! } : null;
  };
  const isLocal = isLoopbackHost(URL.parse(`http://${headers.host}`)?.hostname ?? '');
  return findCookie(secure) ?? (isLocal ? findCookie(loopback) : null);
}

const MAX_COOKIES_LENGTH = 16_000;
/** 256 bits in base64url. */
const SECRET = /^[\w-]{43}$/;
const ENCRYPTED = /^[\w-]{40,4096}$/;

/** Returns the browser and its system as its User-Agent says: `Firefox on Linux`. */
export function deviceOf({ headers }: FastifyRequest): string {
  const agent = String(headers['user-agent'] ?? '');
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(agent))?.[1];
  const system = nameIn(SYSTEMS);
  return `${nameIn(BROWSERS) ?? 'A browser'}${system ? ` on ${system}` : ''}`;
}

/** In this order: Edge also calls itself Chrome, and Chrome also Safari. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;
