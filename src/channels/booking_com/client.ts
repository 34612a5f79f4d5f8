// Requests to Booking.com and its responses: tokens, addresses, headers, and the errors of XML and JSON. HTTP 200
// proves little: `Success` may come with warnings about items that were not processed, and `Errors` come with
// 200 too. Codes are OpenTravel's lists (ERR and EWT).

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { Authorization, Cells, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { at, listAt, readJson, textAt } from '../json.ts';
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
  withCause,
} from '../responses.ts';
import { withToken } from '../sessions.ts';
import {
  attribute,
  el,
  find,
  findAll,
  readXml,
  textOf,
  writeXml,
  type Xml,
  type XmlDocument,
} from '../xml.ts';
import type { BookingComConnection } from './settings.ts';

export const authorization: Authorization<BookingComConnection> = {
  authorize: (request, _connection, session) => withToken(request, session),
  login: {
    request: (connection) => ({
      operation: 'token',
      method: 'POST',
      url: address(connection, 'tokens', '/token-based-authentication/exchange'),
      headers: JSON_HEADERS,
      body: JSON.stringify({
        client_id: connection.credentials.client_id,
        client_secret: connection.credentials.client_secret,
      }),
      timeoutMs: 30_000,
    }),
    decode: (response, now) => {
      const body = readJsonAnswer(response);
      if (body.kind !== 'ok') return body.kind === 'refused' ? { ...body, kind: 'auth' } : body;
      const token = textAt(readJson(response.body), 'jwt');
      if (token === null || !/^[\w.~+/=-]+$/.test(token))
        return unreadableAnswer('The answer holds no token.');
      return ok({ token, expiresAt: now.add({ minutes: TOKEN_MINUTES }) });
    },
  },
};

/** A token is valid for an hour, and an account gets thirty an hour: it is used for 55 minutes. */
const TOKEN_MINUTES = 55;

/** Hosts of requests. A connection's own `url` replaces all of them. */
type Host = keyof typeof HOSTS;

const HOSTS = {
  /** rates, availability, messages, reviews */
  supply: 'https://supply-xml.booking.com',
  /** reservations, which may contain payment cards */
  reservations: 'https://secure-supply-xml.booking.com',
  tokens: 'https://connectivity-authentication.booking.com',
};

/** Returns the URL of a path, which begins with a slash, at the connection's own host or at Booking.com's. */
export function address(connection: BookingComConnection, host: Host, path: string): string {
  return (connection.url ?? HOSTS[host]) + path;
}

/** Returns the headers of XML requests, with the version of the setting `accept_version`. */
export function xmlHeaders(connection: BookingComConnection): Record<string, string> {
  return {
    'content-type': 'application/xml; charset=utf-8',
    accept: 'application/xml',
    'accept-version': connection.settings.accept_version,
  };
}

/** Returns a request of B.XML about the property, which names nothing but the property. */
export function requestAboutProperty(
  connection: BookingComConnection,
  { operation, host, path }: { operation: string; host: Host; path: string },
): WireRequest {
  return {
    operation,
    method: 'POST',
    url: address(connection, host, path),
    headers: xmlHeaders(connection),
    body: writeXml(el('request', {}, [el('hotel_id', {}, [connection.settings.hotel_id])])),
    timeoutMs: 60_000,
  };
}

/** The namespace of every OTA message. */
export const OTA = 'http://www.opentravel.org/OTA/2003/05';

/** The headers of JSON requests. */
export const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** Decodes a response that only confirms success. */
export function decodeSuccess(response: WireResponse, rootName: RegExp): Verdict<null> {
  const document = readAnswer(response);
  if (document.kind !== 'ok') return document;
  if (!rootName.test(document.value.root.name)) return unexpectedResponse(response);
  const errors = findAll(document.value.root, 'Errors/Error');
  if (errors.length > 0) return failed(errors, document.value);
  return find(document.value.root, 'Success') ? ok(null) : unexpectedResponse(response);
}

/**
 * Returns the document of a successful response, or the failure. Errors in B.XML's `fault` format come from
 * OTA addresses too.
 */
export function readAnswer(response: WireResponse): Verdict<XmlDocument> {
  let document: XmlDocument | null = null;
  let problem = '';
  try {
    document = readXml(response.body);
  } catch (error) {
    problem = (error as Error).message;
  }
  const faults = document ? faultsOf(document.root) : [];
  const failure = httpFailure(response, document && faults.length > 0 ? errorText(faults, document) : null);
  if (failure) return faults.some(isTemporary) ? temporary(failure, response) : failure;
  if (!document)
    return unreadableAnswer(`The answer cannot be read. ${problem} It is: ${describeBody(response.body)}`);
  return isFault(document.root) ? failed(faults, document) : ok(document);
}

function faultsOf(root: Xml): Xml[] {
  return isFault(root) ? [root] : findAll(root, 'Errors/Error');
}

function isFault(root: Xml): boolean {
  return root.name === 'fault' || root.name === 'error';
}

/** Returns the failure as one that ends by itself. */
function temporary({ reason, cause }: FailedVerdict, response: WireResponse): FailedVerdict {
  return {
    ...retry(reason, retryAfter(response)),
    ...(cause && { cause: { ...cause, code: 'unavailable' } }),
  };
}

/** Returns the failure for a response that is not documented, perhaps a gateway's page. */
export function unexpectedResponse(response: WireResponse): FailedVerdict {
  return unreadableAnswer(`The answer is none of Booking.com's: ${describeBody(response.body)}`);
}

/** Returns the failure for errors, which mean that nothing was accepted. */
export function failed(
  errors: readonly Xml[],
  document: XmlDocument,
  cellsOf: (error: Xml) => readonly Cells[] | null = () => null,
): FailedVerdict {
  const reason = errorText(errors, document);
  if (errors.some(isAccess)) return auth(reason);
  if (errors.some(isTemporary)) return retry(reason);
  const located = errors.map(cellsOf);
  // The other cells can be sent again only if every error names its own.
  if (located.some((cells) => cells === null)) return refused(reason);
  return { kind: 'refused', reason, cells: located.flatMap((cells) => cells ?? []) };
}

/** Whether the request may succeed when it is repeated: by the error's code or type, or by its text. */
export function isTemporary(error: Xml): boolean {
  return (
    TEMPORARY_CODES.has(attribute(error, 'Code') ?? '') ||
    attribute(error, 'Type') === '5' ||
    /^5\d\d$/.test(attribute(error, 'code') ?? '') ||
    TEMPORARY_PHRASES.test(humanReadable(error))
  );
}

function isAccess(error: Xml): boolean {
  return (
    ACCESS_CODES.has(attribute(error, 'Code') ?? '') ||
    ACCESS_TYPES.has(attribute(error, 'Type') ?? '') ||
    /^40[13]$/.test(attribute(error, 'code') ?? '')
  );
}

/** 497 is an authorization error. Types: 4 authentication, 5 its time-out, 6 authorization. */
const ACCESS_CODES = new Set(['497']);
const ACCESS_TYPES = new Set(['4', '6']);

/** 448 is a system error; 450 is "unable to process", which a retry at once does not cure: its values are sent again later, as all that are refused. */
const TEMPORARY_CODES = new Set(['448']);
/**
 * Texts of temporary failures: a switch of currency at Booking.com, which has two names, and additional
 * guests that it could not process.
 */
const TEMPORARY_PHRASES =
  /CURRENCY_SWITCH_IN_PROGRESS|HOTEL_SWITCHING_CURRENCY|WARN_UNPROCESSED_ADDITIONAL_GUEST/;
/** Returns the channel's error text, and its reference (RUID) for its own support. */
export function errorText(errors: readonly Xml[], { comments }: XmlDocument): string {
  const texts = [...new Set(errors.map(textOfError))].slice(0, 5).join('; ');
  const ruid = comments.map((comment) => /RUID: \[([\w+/=-]{1,200})\]/.exec(comment)?.[1]).find(Boolean);
  return ruid ? `${texts} (RUID ${ruid})` : texts;
}

function textOfError(error: Xml): string {
  const code = attribute(error, 'Code') ?? attribute(error, 'code');
  const reason = humanReadable(error) || 'no reason given';
  return truncated(withoutCardNumbers(code ? `${code} ${reason}` : reason), 500);
}

/** Returns the error's own text; empty if it has none. */
export function humanReadable(error: Xml): string {
  return attribute(error, 'ShortText') ?? attribute(error, 'string') ?? textOf(error) ?? '';
}

/** Returns the body of a JSON response, or the failure. */
export function readJsonAnswer(response: WireResponse): Verdict<unknown> {
  const value = readJson(response.body);
  const errors = (listAt(value, 'errors') ?? []).slice(0, 5).map(jsonErrorText);
  const failure = httpFailure(response, errors.length > 0 ? errors.join('; ') : null);
  if (failure) return failure;
  if (typeof value !== 'object' || value === null) {
    return unreadableAnswer(`The answer cannot be read: ${describeBody(response.body)}`);
  }
  if (errors.length > 0) return refused(errors.join('; '));
  const accepted = at(value, 'data/ok');
  return accepted === false || accepted === 'false'
    ? withCause(refused('Booking.com did not accept it.'), 'refused')
    : ok(value);
}

function jsonErrorText(error: unknown): string {
  const reason = textAt(error, 'message') ?? textAt(error, 'title') ?? textAt({ error }, 'error');
  const code = textAt(error, 'code');
  const text = [code, reason].filter((part) => part !== null).join(' ') || 'no reason given';
  return truncated(withoutCardNumbers(text), 500);
}
