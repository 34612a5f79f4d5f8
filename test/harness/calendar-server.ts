// A real HTTP server on loopback that plays the OTAs' calendars: what each shows, how it answers, and who asked for it.
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** How a calendar answers: its text, or any answer at all. */
export type CalendarAnswer =
  | string
  | ((request: http.IncomingMessage, response: http.ServerResponse) => void);

export type CalendarServer = {
  /** the address of a calendar by that name, whether it exists yet or not */
  url(name: string): string;
  /** what the calendar answers from now on; with `conditional` it carries an ETag and answers 304 to it */
  show(name: string, answer: CalendarAnswer, options?: { conditional?: boolean }): void;
  /** the requests for a calendar so far */
  requestsFor(name: string): http.IncomingHttpHeaders[];
  /** requests for a calendar that were under way at the same time, at most */
  mostAtOnce(name: string): number;
};

/** Ends with the test. */
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

/** The text of a calendar with these all-day events. */
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

/** A stay as Airbnb writes it. */
export function airbnbStay(reference: string, from: string, until: string, uid = reference): EventToShow {
  return {
    uid: `1418fb94e984-${uid}@airbnb.com`,
    from,
    until,
    summary: 'Reserved',
    description: `Reservation URL: https://www.airbnb.com/hosting/reservations/details/${reference}\\nPhone Number (Last 4 Digits): 1234`,
  };
}

/** Nights that are closed, as most channels write them. */
export function closure(from: string, until: string, uid = `closed-${from}`): EventToShow {
  return { uid: `${uid}@ota.example`, from, until, summary: 'Not available' };
}
