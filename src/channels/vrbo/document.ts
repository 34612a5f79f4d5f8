// Answers in XML as Vrbo wants them: elements without attributes, in alphabetical order where the captures say so.
import type { InboundAnswer } from '../channel.ts';
import { el, type Markup, writeXml } from '../xml.ts';

/** An element that holds a text, or further elements; what is null is left out. */
export function element(name: string, content: string | number | readonly (Markup | null)[]): Markup {
  if (typeof content === 'string' || typeof content === 'number') return el(name, {}, [String(content)]);
  return el(
    name,
    {},
    content.filter((child) => child !== null),
  );
}

/** An amount with its currency as an attribute. */
export function amount(name: string, currency: string, text: string): Markup {
  return el(name, { currency }, [text]);
}

export function xmlAnswer(root: Markup, status = 200): InboundAnswer {
  return { status, contentType: 'application/xml; charset=utf-8', body: writeXml(root) };
}

/** Moments without fractions of a second, in UTC. */
export function moment(at: Temporal.Instant): string {
  return at.round({ smallestUnit: 'second', roundingMode: 'trunc' }).toString();
}

/**
 * What a request to book, or a request that is none, is refused with. Of Vrbo's enumeration of reasons some readers take the
 * `errorType`, some the `errorCode`: both carry it.
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

/** Of booking documents. */
export const DOCUMENT_VERSION = '1.3';

/** Text that came from outside, without what XML cannot carry. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
