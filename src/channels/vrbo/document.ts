// Writes XML responses for Vrbo: elements without attributes, in alphabetical order where captured traffic
// shows that.

import type { InboundAnswer } from '../channel.ts';
import { el, type Markup, writeXml } from '../xml.ts';

/** Writes an element with text or child elements; null children are left out. */
export function element(name: string, content: string | number | readonly (Markup | null)[]): Markup {
  if (typeof content === 'string' || typeof content === 'number') return el(name, {}, [String(content)]);
  return el(
    name,
    {},
    content.filter((child) => child !== null),
  );
}

/** Writes an amount with its currency as an attribute. */
export function amount(name: string, currency: string, text: string): Markup {
  return el(name, { currency }, [text]);
}

/** Builds an HTTP response with an XML document. */
export function xmlAnswer(root: Markup, status = 200): InboundAnswer {
  return { status, contentType: 'application/xml; charset=utf-8', body: writeXml(root) };
}

/** Formats an instant in UTC without fractions of a second. */
export function moment(at: Temporal.Instant): string {
  return at.round({ smallestUnit: 'second', roundingMode: 'trunc' }).toString();
}

/**
 * Builds the refusal of a request. Some readers take Vrbo's reason from `errorType`, some from `errorCode`:
 * both carry it.
 */
export function errorAnswer(reason: string, message: string, status = 200): InboundAnswer {
  const error = element('error', [
    element('errorCode', reason),
    element('errorType', reason),
    element('message', printable(message)),
  ]);
  const parts = [element('documentVersion', DOCUMENT_VERSION), element('errorList', [error])];
  return xmlAnswer(element('bookingResponse', parts), status);
}

/** The version of booking documents. */
export const DOCUMENT_VERSION = '1.3';

/** Returns external text without characters that XML cannot carry. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
