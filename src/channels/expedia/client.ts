// Requests to EQC and its responses: authorization, addresses, and the errors of a response, after which nothing
// was applied. Tables of codes: EQC guides, "Error handling". The token of the GraphQL service is requested here
// too; its requests are in graphql.ts.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { Authorization, Cells, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { at, numberAt, readJson, textAt } from '../json.ts';
import {
  auth,
  describeBody,
  type FailedVerdict,
  httpFailure,
  ok,
  refused,
  retry,
  retryAfter,
  truncated,
  unreadableAnswer,
} from '../responses.ts';
import { withToken } from '../sessions.ts';
import { attribute, el, findAll, type Markup, readXml, textOf, writeXml, type Xml } from '../xml.ts';
import type { ExpediaConnection } from './settings.ts';

export const authorization: Authorization<ExpediaConnection> = {
  authorize: (request, connection, session) =>
    isGraphql(request) ? withToken(request, session) : signed(request, connection),
  login: {
    neededBy: isGraphql,
    request: (connection) => {
      const { graphql_key: key = '', graphql_secret: secret = '' } = connection.credentials;
      return {
        operation: 'token',
        method: 'POST',
        url: address(connection, 'graphql', '/identity/oauth2/v3/token'),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
        },
        body: 'grant_type=client_credentials',
        timeoutMs: 30_000,
      };
    },
    decode: (response, now) => {
      const body = readJson(response.body);
      const failure = httpFailure(response, textAt(body, 'error_description') ?? textAt(body, 'error'));
      if (failure) return failure.kind === 'refused' ? auth(failure.reason) : failure;
      const token = textAt(body, 'access_token');
      if (token === null || !/^[\w.~+/=-]+$/.test(token)) {
        return at(body, 'error') === undefined
          ? unreadableAnswer(`The answer holds no token: ${describeBody(response.body)}`)
          : auth(`No token: ${textAt(body, 'error')}`);
      }
      const validSeconds = Math.min(numberAt(body, 'expires_in') ?? TOKEN_SECONDS, TOKEN_SECONDS_MOST);
      const seconds = Math.max(Math.floor(validSeconds - TOKEN_MARGIN_SECONDS), 1);
      return ok({ token, expiresAt: now.add({ seconds }) });
    },
  },
};

/** A token is not used in its last minute. */
const TOKEN_MARGIN_SECONDS = 60;
const TOKEN_SECONDS = 1800;
/** A longer validity than a day is taken for a mistake. */
const TOKEN_SECONDS_MOST = 86_400;

/** Adds EQC's credentials, which are part of the message itself. */
function signed(request: WireRequest, { credentials }: ExpediaConnection): WireRequest {
  const { username = '', password = '' } = credentials;
  const authentication = el('Authentication', { username, password }).markup;
  return { ...request, ...(request.body && { body: request.body.replace(UNSIGNED, () => authentication) }) };
}

const HOSTS = {
  eqc: 'https://services.expediapartnercentral.com',
  graphql: 'https://api.expediagroup.com',
};

/** Returns the URL of a path, which begins with a slash, at the connection's own host or at Expedia's. */
export function address(connection: ExpediaConnection, host: keyof typeof HOSTS, path: string): string {
  return (connection.url ?? HOSTS[host]) + path;
}

/**
 * Placeholder for the credentials, which are filled in when the message is sent: messages are stored,
 * credentials are not.
 */
const UNSIGNED = el('Authentication', { username: '', password: '' }).markup;

/** EQC's APIs: path, name of the messages, and the namespaces, which are also their versions. */
const APIS = {
  ar: { name: 'AvailRateUpdate', namespace: 'http://www.expediaconnect.com/EQC/AR/2011/06' },
  br: { name: 'BookingRetrieval', namespace: 'http://www.expediaconnect.com/EQC/BR/2014/01' },
  bc: { name: 'BookingConfirm', namespace: 'http://www.expediaconnect.com/EQC/BC/2007/09' },
  parr: { name: 'ProductAvailRateRetrieval', namespace: 'http://www.expediaconnect.com/EQC/PAR/2013/07' },
} as const;

/** Limits of reads, because a push may have to wait for the read under way: see `exclusive`. */
export const SHORT_TIMEOUTS = { timeoutMs: 20_000, idleMs: 10_000 };

/** Builds a request to one of EQC's APIs. Expedia asks to keep sockets open for at least a minute. */
export function eqcRequest(
  api: keyof typeof APIS,
  operation: string,
  content: readonly Markup[],
  connection: ExpediaConnection,
): WireRequest {
  const { name, namespace } = APIS[api];
  const hotel = el('Hotel', { id: connection.settings.hotel_id });
  return {
    operation,
    method: 'POST',
    url: address(connection, 'eqc', `/eqc/${api}`),
    headers: { 'content-type': 'text/xml; charset=utf-8', accept: 'text/xml' },
    body: writeXml(el(`${name}RQ`, { xmlns: namespace }, [{ markup: UNSIGNED }, hotel, ...content])),
    ...(api === 'ar' ? { timeoutMs: 90_000 } : SHORT_TIMEOUTS),
  };
}

export const GRAPHQL_PATH = '/supply/lodging/graphql';

/** Returns whether a request goes to the GraphQL service. */
function isGraphql({ url }: WireRequest): boolean {
  return url.endsWith(GRAPHQL_PATH);
}

/** Returns the root of a successful response, or the failure. */
export function readAnswer(
  response: WireResponse,
  name: string,
  cellsOf: (error: Xml) => readonly Cells[] | null = () => null,
): Verdict<Xml> {
  let root: Xml | null = null;
  let problem = '';
  try {
    ({ root } = readXml(response.body));
  } catch (error) {
    problem = (error as Error).message;
  }
  const errors = root?.name === name ? findAll(root, 'Error') : [];
  if (errors.length > 0) return failed(errors, response, cellsOf);
  const failure = httpFailure(response);
  if (failure) return failure;
  // Not XML: probably a temporary failure of a gateway.
  if (!root)
    return unreadableAnswer(`The answer cannot be read. ${problem} It is: ${describeBody(response.body)}`);
  return root.name === name ? ok(root) : unexpectedResponse(response);
}

function failed(
  errors: readonly Xml[],
  response: WireResponse,
  cellsOf: (error: Xml) => readonly Cells[] | null,
): FailedVerdict {
  const reason = errorText(errors);
  const codes = errors.map((error) => Number(attribute(error, 'code')));
  if (codes.some((code) => ACCESS.has(code))) return auth(reason);
  if (codes.some((code) => TEMPORARY_CODES.has(code) || (code > 4000 && code < 6000 && !FINAL.has(code)))) {
    const busy = codes.includes(BUSY);
    const failure = retry(reason, retryAfter(response) ?? (busy ? BUSY_SECONDS : undefined));
    return busy ? { ...failure, busy } : failure;
  }
  const located = errors.map(cellsOf);
  if (located.some((cells) => cells === null)) return refused(reason);
  return { kind: 'refused', reason, cells: located.flatMap((cells) => cells ?? []) };
}

/** Access denied, wrong login, wrong level of access. */
const ACCESS = new Set([1000, 1001, 1003]);
/** Another request for the hotel is under way, or Expedia is short of connections: both end soon. */
const BUSY = 3210;
const BUSY_SECONDS = 5;
const TEMPORARY_CODES = new Set([BUSY, 4000, 4001, 4004, 4007, 4206, 5000]);
/** Internal errors that must not be retried. */
const FINAL = new Set([4100, 4101]);

/** Returns the channel's error texts without the repeated counters; at most five. */
export function errorText(elements: readonly Xml[]): string {
  const texts = elements.map((element) => {
    const reason = (textOf(element) ?? 'no reason given').replace(
      /^Warning \d+ out of \d+ for this cause\.\s*/,
      '',
    );
    return truncated(withoutCardNumbers(`${attribute(element, 'code') ?? ''} ${reason}`.trim()), 500);
  });
  return [...new Set(texts)].slice(0, 5).join('; ');
}

/** Returns the failure for a response that is not documented. */
export function unexpectedResponse(response: WireResponse): FailedVerdict {
  return unreadableAnswer(`The answer is none of Expedia's: ${describeBody(response.body)}`);
}
