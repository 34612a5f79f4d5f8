// Fetches one iCal feed: its text, that it is unchanged, or an error. The text is parsed by
// `model/ical/read`.
import type { Outgoing, OutgoingResponse } from '../../outgoing/http.ts';
import { CalendarFetchError, type CalendarRequest, type FetchedCalendar } from '../calendars.ts';

/**
 * Channels build feeds during the request, and the next poll is minutes away, so a slow answer is waited for.
 */
const TIMEOUT_MS = 20_000;

/**
 * A stay takes some 300 bytes: this holds twenty years of one-night stays, and bounds the memory that a
 * foreign server can make us use.
 */
const MAX_BYTES = 5 * 1024 * 1024;

/** Redirects to https, to a country's domain, to the file itself; more are a loop. */
const MAX_REDIRECTS = 5;

/**
 * Fetches a calendar, unless it is unchanged since the validators of `source`. Throws CalendarFetchError for
 * a response that is not a calendar, OutgoingError when there is no response.
 */
export async function fetchCalendar(outgoing: Outgoing, source: CalendarRequest): Promise<FetchedCalendar> {
  const condition = conditionOf(source);
  const answer = await outgoing.send({
    url: source.url.trim().replace(/^webcals?:\/\//i, 'https://'),
    headers: { accept: 'text/calendar, */*;q=0.5', ...condition },
    timeoutMs: TIMEOUT_MS,
    maxBodyBytes: MAX_BYTES,
    maxRedirects: MAX_REDIRECTS,
    ...(source.signal && { signal: source.signal }),
  });
  if (answer.status === 304 && Object.keys(condition).length > 0) return { kind: 'unchanged' };
  if (answer.status !== 200) throw new CalendarFetchError(answer.status, failure(answer));
  return {
    kind: 'calendar',
    text: answer.text(),
    etag: answer.headers.etag ?? null,
    lastModified: answer.headers['last-modified'] ?? null,
  };
}

function conditionOf({ etag, lastModified }: CalendarRequest): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

/**
 * Only 200 carries a whole calendar: 206 is a part of one, and 304 means nothing if the request had no
 * validators.
 */
function failure({ status }: OutgoingResponse): string {
  if (status === 401 || status === 403) return `The channel refused us its calendar (${status}).`;
  if (status === 404 || status === 410) return `The channel has no calendar at this address (${status}).`;
  if (status === 429) return 'The channel asked us to fetch its calendar less often (429).';
  return `The channel answered with ${status} instead of its calendar.`;
}
