// Inbound requests of Vrbo: fetches of feeds, availability queries, requests to book and updates of bookings.

import { createHash, timingSafeEqual } from 'node:crypto';
import { dateIn, parseDate } from '../../model/night.ts';
import type {
  Inbound,
  InboundAnswer,
  InboundRequest,
  KnownNight,
  MappedRoom,
  StoredReservation,
} from '../channel.ts';
import { momentOf, readJson } from '../json.ts';
import { find, readXml, textOf, type Xml, XmlRejected } from '../xml.ts';
import { readAvailabilityQuery } from './availability-query.ts';
import { bookingUpdate } from './booking-update.ts';
import { element, errorAnswer, moment, xmlAnswer } from './document.ts';
import { availabilityIndex, listingIndex, rateIndex, rootIndex } from './indexes.ts';
import {
  type AvailabilityWindow,
  writeLodgingAvailabilityContent,
  writeLodgingRateContent,
} from './nights.ts';
import { readBookingRequest, readBookingUpdate, unreadable } from './reservations.ts';
import { unitOf, type VrboConnection } from './settings.ts';

/** Decodes a request: fetches of feeds with GET, documents with POST. Wrong credentials are refused with 401. */
export function decodeInbound(request: InboundRequest, connection: VrboConnection): Inbound {
  if (!isAuthenticated(request, connection)) {
    const headers = { 'www-authenticate': 'Basic realm="innwire"' };
    return refused({
      status: 401,
      contentType: 'text/plain',
      body: 'Sign in with the username and password.',
      headers,
    });
  }
  if (request.method === 'GET' || request.method === 'HEAD') return readFetch(request, connection);
  if (request.method === 'POST') return readDocument(request, connection);
  return refused(plain(405, 'GET and POST are expected here.'));
}

/** Checks HTTP Basic credentials in constant time. */
function isAuthenticated({ headers }: InboundRequest, { credentials }: VrboConnection): boolean {
  const given = /^Basic\s+([A-Za-z0-9+/=]+)\s*$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const expected = `${credentials.username ?? ''}:${credentials.password ?? ''}`;
  const digest = (text: string | Buffer) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(Buffer.from(given, 'base64')), digest(expected)) && expected !== ':';
}

function readFetch(request: InboundRequest, connection: VrboConnection): Inbound {
  const path = request.path.replace(/^\/+/, '').replace(/\.xml$/, '');
  const index = INDEXES.get(path);
  if (index) return { kind: 'answered', answer: index(request, connection) };
  const slash = path.indexOf('/');
  // A server in front may have decoded the path already.
  const [kind, names] = [path.slice(0, slash), [path.slice(slash + 1), decoded(path.slice(slash + 1))]];
  if (kind === 'bookings') return readBooking(names, request, connection);
  const content = CONTENTS.get(kind);
  const room = connection.rooms.find(({ externalRoom }) => {
    const { listing, unit } = unitOf(externalRoom);
    return (
      names.includes(`${listing}/${unit}`) ||
      names.includes(`${encodeURIComponent(listing)}/${encodeURIComponent(unit)}`)
    );
  });
  if (slash === -1 || !room || !content) return refused(plain(404, 'There is nothing here.'));
  const from = dateIn(connection.timezone, request.now);
  const window = { from, to: from.add({ days: connection.settings.days - 1 }) };
  return {
    kind: 'calendar',
    window,
    rooms: [room.externalRoom],
    answer: (nights) => content(nights, room, window, { connection, now: request.now }),
  };
}

const INDEXES = new Map([
  ['index', rootIndex],
  ['availability', availabilityIndex],
  ['rates', rateIndex],
  ['listings', listingIndex],
]);

type Content = (
  nights: readonly KnownNight[],
  room: MappedRoom,
  window: AvailabilityWindow,
  context: { connection: VrboConnection; now: Temporal.Instant },
) => InboundAnswer;

const CONTENTS = new Map<string, Content>([
  [
    'availability',
    (nights, room, window, { connection }) =>
      writeLodgingAvailabilityContent(nights, room, window, connection),
  ],
  ['rates', writeLodgingRateContent],
]);

/** Reads a fetch of one booking. Its address holds `since`, so that older bookings need not be searched. */
function readBooking(
  names: readonly string[],
  { query }: InboundRequest,
  connection: VrboConnection,
): Inbound {
  const since = momentOf(query['since'] ?? null) ?? BEFORE_ALL;
  return {
    kind: 'changed_since',
    since,
    answer: (reservations) => {
      const stored = reservations.findLast(({ reservation }) => names.includes(reservation.reference));
      return stored ? xmlAnswer(bookingUpdate(stored, connection)) : plain(404, 'There is no such booking.');
    },
  };
}

const BEFORE_ALL = Temporal.Instant.fromEpochMilliseconds(0);

/**
 * A request to book has some sixty elements, and a dozen more for each fee; parsing 120,000 elements took a
 * second.
 */
const LIMITS = { characters: 1_000_000, elements: 5_000 };

/** Reads a document by the name of its root element, because Vrbo may send all kinds to one address. */
function readDocument(request: InboundRequest, connection: VrboConnection): Inbound {
  if (request.body.trimStart().startsWith('{')) {
    const question = readAvailabilityQuery(readJson(request.body), connection);
    return question ?? unreadable('it is no question for a listing and dates of a stay');
  }
  let root: Xml;
  try {
    root = readXml(request.body, LIMITS).root;
  } catch (error) {
    if (error instanceof XmlRejected) return unreadable(error.message.replace(/\.$/, ''));
    throw error;
  }
  switch (root.name) {
    case 'bookingRequest':
      return readBookingRequest(root, connection);
    case 'bookingUpdate':
      return readBookingUpdate(root, connection);
    case 'bookingContentIndexRequest':
      return readIndexRequest(root, request, connection);
    case 'quoteRequest':
      return refused(errorAnswer('OTHER', 'Quotes are not answered here.', 501));
    default:
      return unreadable('it is no document of Vrbo');
  }
}

/** Reads a request for the bookings that changed in a time range; the response lists their addresses. */
function readIndexRequest(root: Xml, { base, now }: InboundRequest, connection: VrboConnection): Inbound {
  const startDate = textOf(find(root, 'startDate'));
  const start = startDate === null ? now.subtract({ hours: 24 * DAYS_LISTED }) : readDay(startDate);
  const until = readDay(textOf(find(root, 'endDate')), 'T23:59:59Z') ?? now;
  if (!start) return unreadable('its startDate is no date');
  const since = start.subtract({ seconds: FRESH_SECONDS });
  const entry = ({ reservation, changedAt }: StoredReservation) =>
    element('bookingContentIndexEntry', [
      element(
        'bookingUpdateUrl',
        `${base}/bookings/${encodeURIComponent(reservation.reference)}.xml?since=${encodeURIComponent(String(since))}`,
      ),
      element('lastUpdatedDate', moment(lastPolledAt(changedAt ?? now, now))),
    ]);
  return {
    kind: 'changed_since',
    since,
    answer: (reservations) => {
      const inRange = reservations.filter(
        ({ changedAt }) => Temporal.Instant.compare(changedAt ?? since, until) <= 0,
      );
      const latest = new Map(inRange.map((one) => [one.reservation.reference, one]));
      const index = [
        element('assignedId', connection.settings.advertiser_id),
        ...[...latest.values()].map(entry),
      ];
      return xmlAnswer(
        element('bookingContentIndex', [element('documentVersion', '1.4'), element('advertiser', index)]),
      );
    },
  };
}

/** Days that are listed where the request has no start. */
const DAYS_LISTED = 62;

/** Reads an instant, or a date, to which `time` is appended: Vrbo sends both forms. */
function readDay(text: string | null, time = 'T00:00:00Z'): Temporal.Instant | null {
  return momentOf(text !== null && parseDate(text) ? `${text}${time}` : text);
}

/**
 * Returns the date listed for a change. Listed dates have whole seconds, and a change may become visible a
 * little after its own date. A change must be dated later than any reading that missed it, so a recent change
 * is dated now, and an older one at the end of its `FRESH_SECONDS`.
 */
function lastPolledAt(changedAt: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const settled = changedAt.add({ seconds: FRESH_SECONDS });
  return Temporal.Instant.compare(settled, now) < 0 ? settled : now;
}

/** A change becomes visible at most this long after its date. */
const FRESH_SECONDS = 60;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function plain(status: number, body: string): InboundAnswer {
  return { status, contentType: 'text/plain', body };
}

function refused(answer: InboundAnswer): Inbound {
  return { kind: 'refused', answer };
}
