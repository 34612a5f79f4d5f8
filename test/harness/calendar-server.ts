// HTTP server on loopback that serves the OTAs' iCal calendars and records the requests.
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Response of a calendar: its text, or a handler. */
export type CalendarAnswer =
  | string
  | ((request: http.IncomingMessage, response: http.ServerResponse) => void);

export type CalendarServer = {
  /** URL of the calendar with this name, which need not exist yet */
  url(name: string): string;
  /** sets the response of a calendar; with `conditional` it has an ETag and supports 304 */
  show(name: string, answer: CalendarAnswer, options?: { conditional?: boolean }): void;
  /** headers of the requests for a calendar so far */
  requestsFor(name: string): http.IncomingHttpHeaders[];
  /** maximum number of concurrent requests for a calendar */
  mostAtOnce(name: string): number;
};

/** Starts a calendar server, which stops at the end of the test. */
export async function startCalendarServer(): Promise<CalendarServer> {
  const calendars = new Map<string, { answer: CalendarAnswer; conditional: boolean }>();
  const requests = new Map<string, http.IncomingHttpHeaders[]>();
  const atOnce = new Map<string, { now: number; most: number }>();

  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(request.url!.slice(1).replace(/\.ics.*$/, ''));
    requests.set(name, [...(requests.get(name) ?? []), request.headers]);
    const count = atOnce.get(name) ?? { now: 0, most: 0 };
    atOnce.set(name, count);
    count.now += 1;
    count.most = Math.max(count.most, count.now);
    response.on('close', () => {
      count.now -= 1;
    });
    const calendar = calendars.get(name);
    if (!calendar) response.writeHead(404).end('no such calendar');
    else if (typeof calendar.answer === 'function') calendar.answer(request, response);
    else sendCalendar(request, response, { text: calendar.answer, conditional: calendar.conditional });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return {
    url: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}.ics`,
    show: (name, answer, { conditional = false } = {}) => calendars.set(name, { answer, conditional }),
    requestsFor: (name) => requests.get(name) ?? [],
    mostAtOnce: (name) => atOnce.get(name)?.most ?? 0,
  };
}

function sendCalendar(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { text, conditional }: { text: string; conditional: boolean },
): void {
  const etag = `"${createHash('sha1').update(text).digest('hex')}"`;
  if (conditional && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  response
    .writeHead(200, { 'content-type': 'text/calendar; charset=utf-8', ...(conditional && { etag }) })
    .end(text);
}

export type EventToShow = {
  uid?: string | null;
  from: Temporal.PlainDate | string;
  until: Temporal.PlainDate | string;
  summary?: string;
  description?: string;
};

/** Returns the text of a calendar with these all-day events. */
export function calendarText(events: readonly EventToShow[], product = '-//x//x//EN'): string {
  const day = (date: Temporal.PlainDate | string) => String(date).replaceAll('-', '');
  const lines = events.flatMap(({ uid, from, until, summary, description }) => [
    'BEGIN:VEVENT',
    `DTSTART;VALUE=DATE:${day(from)}`,
    `DTEND;VALUE=DATE:${day(until)}`,
    ...(uid ? [`UID:${uid}`] : []),
    ...(description ? [`DESCRIPTION:${description}`] : []),
    `SUMMARY:${summary ?? 'Not available'}`,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${product}`, ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** Returns a stay in Airbnb's format. */
export function airbnbStay(reference: string, from: string, until: string, uid = reference): EventToShow {
  return {
    uid: `1418fb94e984-${uid}@airbnb.com`,
    from,
    until,
    summary: 'Reserved',
    description: `Reservation URL: https://www.airbnb.com/hosting/reservations/details/${reference}\\nPhone Number (Last 4 Digits): 1234`,
  };
}

/** Returns closed nights in the format of most channels. */
export function closure(from: string, until: string, uid = `closed-${from}`): EventToShow {
  return { uid: `${uid}@ota.example`, from, until, summary: 'Not available' };
}
