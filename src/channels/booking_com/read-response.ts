// Reads responses of Booking.com in OTA XML. HTTP 200 proves little: `Success` may come with warnings about
// items that were not processed, and `Errors` come with 200 too.
//
// Codes are OpenTravel's lists (ERR and EWT). That `RecordID` repeats our LocatorID is an interpretation of
// the standard, not verified.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { AriMessage, Cells, ConnectionView, Rejection, Verdict, WireResponse } from '../channel.ts';
import type { FailedVerdict } from '../responses.ts';
import { auth, excerpt, httpFailure, ok, refused, retry, retryAfter, truncated } from '../responses.ts';
import type { Xml, XmlDocument } from '../xml.ts';
import { attribute, find, findAll, readXml, textOf } from '../xml.ts';

/** 448 is a system error; 450 is "unable to process", which a retry does not cure. */
const TEMPORARY_CODES = new Set(['448']);
/**
 * Texts of temporary failures: a switch of currency at Booking.com, which has two names, and additional
 * guests that it could not process.
 */
const TEMPORARY_PHRASES =
  /CURRENCY_SWITCH_IN_PROGRESS|HOTEL_SWITCHING_CURRENCY|WARN_UNPROCESSED_ADDITIONAL_GUEST/;
/** 497 is an authorization error. Types: 4 authentication, 5 its time-out, 6 authorization. */
const ACCESS_CODES = new Set(['497']);
const ACCESS_TYPES = new Set(['4', '6']);

/** Decodes the response to a push: the cells that were not accepted, or why none was. */
export function decodeNights(
  response: WireResponse,
  message: AriMessage,
  connection: ConnectionView,
): Verdict<Rejection[]> {
  const document = readAnswer(response);
  if ('kind' in document) return document;
  const { root } = document;
  if (!/^OTA_Hotel(AvailNotif|RateAmountNotif)RS$/.test(root.name)) return unexpectedResponse(response);
  const errors = findAll(root, 'Errors/Error');
  if (errors.length > 0) return failed(errors, document, locate(message, connection));
  if (!find(root, 'Success')) return unexpectedResponse(response);
  const warnings = findAll(root, 'Warnings/Warning').filter(
    (warning) => attribute(warning, 'Status') !== 'Complete',
  );
  const temporary = warnings.filter(isTemporary);
  if (temporary.length > 0 && temporary.length === warnings.length)
    return retry(errorText(temporary, document));
  const cellsOf = locate(message, connection);
  return ok(
    warnings.flatMap((warning) => {
      const reason = errorText([warning], document);
      // If a warning does not name its items, every cell of the message counts as rejected.
      return (cellsOf(warning) ?? message.cells).map((cells) => ({ ...cells, reason }));
    }),
  );
}

/** Decodes a response that only confirms success. */
export function decodeSuccess(response: WireResponse, rootName: RegExp): Verdict<null> {
  const document = readAnswer(response);
  if ('kind' in document) return document;
  if (!rootName.test(document.root.name)) return unexpectedResponse(response);
  const errors = findAll(document.root, 'Errors/Error');
  if (errors.length > 0) return failed(errors, document);
  return find(document.root, 'Success') ? ok(null) : unexpectedResponse(response);
}

/**
 * Returns the document of a successful response, or the failure. Errors in B.XML's `fault` format come from
 * OTA addresses too.
 */
export function readAnswer(response: WireResponse): XmlDocument | FailedVerdict {
  let document: XmlDocument | null = null;
  let problem = '';
  try {
    document = readXml(response.body);
  } catch (error) {
    problem = (error as Error).message;
  }
  const faults = document ? faultsOf(document.root) : [];
  const failure = httpFailure(response, document && faults.length > 0 ? errorText(faults, document) : null);
  if (failure) return faults.some(isTemporary) ? retry(failure.reason, retryAfter(response)) : failure;
  if (!document) return retry(`The answer cannot be read. ${problem} It begins: ${excerpt(response.body)}`);
  return isFault(document.root) ? failed(faults, document) : document;
}

function faultsOf(root: Xml): Xml[] {
  return isFault(root) ? [root] : findAll(root, 'Errors/Error');
}

function isFault(root: Xml): boolean {
  return root.name === 'fault' || root.name === 'error';
}

/** Returns the failure for a response that is not documented, perhaps a gateway's page. */
export function unexpectedResponse(response: WireResponse): FailedVerdict {
  return retry(`The answer is none of Booking.com's: ${excerpt(response.body)}`);
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

function isTemporary(error: Xml): boolean {
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

/** Returns the channel's error text, and its reference (RUID) for its own support. */
function errorText(errors: readonly Xml[], { comments }: XmlDocument): string {
  const texts = [...new Set(errors.map(textOfError))].slice(0, 5).join('; ');
  const ruid = comments.map((comment) => /RUID: \[([\w+/=-]{1,200})\]/.exec(comment)?.[1]).find(Boolean);
  return ruid ? `${texts} (RUID ${ruid})` : texts;
}

function textOfError(error: Xml): string {
  const code = attribute(error, 'Code') ?? attribute(error, 'code');
  const reason = humanReadable(error) || 'no reason given';
  return truncated(withoutCardNumbers(code ? `${code} ${reason}` : reason), 500);
}

function humanReadable(error: Xml): string {
  return attribute(error, 'ShortText') ?? attribute(error, 'string') ?? textOf(error) ?? '';
}

/**
 * Finds the cells of an error or warning: by its RecordID, or by the rooms and rates its text names. Dates in
 * the text are not used: they may be the wrong dates or the limits that were exceeded.
 */
function locate(message: AriMessage, connection: ConnectionView): (error: Xml) => readonly Cells[] | null {
  return (error) => {
    const record = attribute(error, 'RecordID') ?? '';
    const own = /^\d{1,6}$/.test(record) ? message.cells[Number(record) - 1] : undefined;
    if (own) return [own];
    const numbers = new Set(humanReadable(error).match(/\d{4,}/g) ?? []);
    const meant = message.cells.filter(({ roomId, externalRate }) => {
      const room = connection.rooms.find((one) => one.roomId === roomId);
      if (!room) return false;
      const rates = room.externalRates.filter((rate) => numbers.has(rate));
      if (rates.length === 0) return numbers.has(room.externalRoom);
      return externalRate === undefined || rates.includes(externalRate);
    });
    return meant.length > 0 ? meant : null;
  };
}
