// Responses of Booking.com: faults in XML; data or a list of errors in JSON.
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { document, el } from '../xml.ts';
import type { BookingCom, Guarded } from './context.ts';

/**
 * Returns the refusal of a request with unsupported headers. Without `Accept-Version` a request means version
 * 1.0, which has been switched off.
 */
export function wrongHeaders(request: Incoming): OtaResponse | undefined {
  const version = request.headers['accept-version'];
  if (version !== '1.1') return fault(406, `Accept-Version ${version ?? '1.0'} is not supported, use 1.1`);
  if (
    request.method === 'POST' &&
    !/^(application|text)\/xml\b/.test(request.headers['content-type'] ?? '')
  ) {
    return fault(400, 'Content-Type must be application/xml');
  }
  return undefined;
}

export function withRuid(text: string): string {
  return `${text}<!-- RUID: [c2ltdWxhdGVk] -->\n`;
}

export function fault(status: number, text: string): OtaResponse {
  return { status, body: withRuid(document(el('fault', { code: status, string: text }))) };
}

const MESSAGES: Record<number, string> = {
  401: 'Authorization Required',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
};

export function refuse(status: number, request: Incoming): OtaResponse {
  const text = MESSAGES[status] ?? 'Server Error';
  if (!/^\/(messaging|review-api|token)/.test(request.path)) return fault(status, text);
  return failure(status, text);
}

export function success(data: Record<string, unknown>): OtaResponse {
  return { body: { meta: { ruid: 'simulated' }, warnings: [], errors: [], data } };
}

export function failure(status: number, message: string): OtaResponse {
  const errors = [{ code: status, message }];
  return { status, body: { meta: { ruid: 'simulated' }, warnings: [], errors, data: null } };
}

/**
 * Wraps a handler of a route with a property in its path; responds 403 when the account has no such property.
 */
export function ofProperty(
  context: BookingCom,
  guarded: Guarded,
  handle: (request: Incoming, property: string) => OtaResponse,
): Route['handle'] {
  return guarded((request, account) => {
    const hotel = context.core.hotels.find(request.params['property']);
    if (!hotel || hotel.account !== account) return failure(403, 'no access to this property');
    return handle(request, hotel.id);
  });
}
