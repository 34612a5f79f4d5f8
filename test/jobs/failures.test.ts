// Calendars that cannot be read: nothing changes, the operator sees the error, and the fetch is retried at
// growing intervals, never twice at once.
import { expect, test } from 'vitest';
import { createCalendarPolls } from '../../src/jobs/poll-calendars.ts';
import { openOutgoing } from '../../src/outgoing/http.ts';
import {
  airbnbStay,
  type CalendarAnswer,
  calendarText,
  closure,
  startCalendarServer,
} from '../harness/calendar-server.ts';
import { POLL_SECONDS, useChannels } from './channels.ts';

const channels = useChannels();

const EVENTS = [
  airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04'),
  airbnbStay('HMBBBBBBBB', '2027-04-10', '2027-04-12'),
  closure('2027-04-20', '2027-04-22'),
];
const TEXT = calendarText(EVENTS);

async function connected() {
  channels.at('2027-03-01T10:00:00Z');
  const property = await channels.api.property();
  const server = await startCalendarServer();
  server.show('1', TEXT);
  await channels.connect(property, 'airbnb', [{ room: property.room, url: server.url('1') }]);
  await channels.poll();
  return { property, server };
}

const FAILURES: [string, CalendarAnswer, RegExp][] = [
  ['a 500', (_, response) => response.writeHead(500).end(), /answered with 500/],
  ['a 404', (_, response) => response.writeHead(404).end(), /no calendar at this address \(404\)/],
  ['a 403', (_, response) => response.writeHead(403).end(), /refused us its calendar \(403\)/],
  ['a 429', (_, response) => response.writeHead(429, { 'retry-after': '60' }).end(), /less often \(429\)/],
  [
    'a web page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><p>Oops'),
    /web page/,
  ],
  ['an empty body', (_, response) => response.writeHead(200).end(), /empty/],
  ['a truncated calendar', TEXT.slice(0, TEXT.indexOf('END:VEVENT', 200)), /cut off/],
  ['a calendar whose last line is missing', TEXT.replace(/END:VCALENDAR\s*$/, ''), /cut off/],
  [
    'a body that breaks off',
    (_, response) => {
      response.writeHead(200, { 'content-length': '10000' });
      response.write(TEXT);
      setImmediate(() => response.destroy());
    },
    /broke off/,
  ],
  ['a 304 that nobody asked for', (_, response) => response.writeHead(304).end(), /answered with 304/],
  [
    'a redirect in a circle',
    (request, response) => response.writeHead(302, { location: request.url! }).end(),
    /redirects in a circle/,
  ],
  [
    'a calendar without end',
    (_, response) => {
      response.writeHead(200);
      response.on('error', () => {});
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    },
    /too large|larger|more than/,
  ],
];

test.each(
  FAILURES,
)('%s changes nothing, shows as the error, and is forgotten with the next good fetch', async (_, answer, message) => {
  const { property, server } = await connected();
  const before = await channels.bookings(property);
  expect(before).toHaveLength(2);
  channels.at('2027-03-02T10:00:00Z'); // another day: the fetch is unconditional
  server.show('1', answer);
  await channels.poll();
  const failed = await channels.state(property, 'airbnb');
  expect(failed.state).toBe('error');
  expect(failed.last_error).toMatch(message);
  expect(failed.last_error).toContain(`room ${property.room}`);
  expect(failed.last_error).not.toContain('http://');
  expect(await channels.bookings(property)).toEqual(before);
  expect(await channels.available(property, '2027-04-19', '2027-04-23')).toEqual([1, 0, 0, 1]);
  const status = (await channels.api.get(`/api/status/${property.token}`)).body;
  expect(status).toMatchObject({ status: 'degraded', channels: { airbnb: 'error' } });
  const [entry] = (await channels.api.get(`/api/logs/${property.token}?limit=1000`)).body.filter(
    (one: any) => one.kind === 'sync',
  );
  expect(entry).toMatchObject({ outcome: 'failed', channel: 'airbnb', direction: 'pull' });

  server.show('1', TEXT);
  channels.at(channels.api.clock!.add({ hours: 2 }));
  await channels.poll();
  expect(await channels.state(property, 'airbnb')).toMatchObject({ state: 'connected', last_error: null });
  expect(await channels.bookings(property)).toEqual(before);
});

test('a calendar that never answers fails in time, and does not keep the others from being read', async () => {
  const { property, server } = await connected();
  const other = await channels.api.property();
  server.show('2', TEXT);
  await channels.connect(other, 'airbnb', [{ room: other.room, url: server.url('2') }]);
  server.show('1', () => {}); // keeps the connection open
  channels.at('2027-03-02T10:00:00Z');
  const { outgoing } = channels.context();
  // As in production, with a shorter timeout than its twenty seconds for the calendar that never answers.
  const impatient: typeof outgoing = {
    ...outgoing,
    send: (request) =>
      outgoing.send({ ...request, ...(request.url === server.url('1') && { timeoutMs: 300 }) }),
  };
  expect(await channels.poll({ outgoing: impatient })).toBe(2);
  expect(await channels.state(property, 'airbnb')).toMatchObject({
    state: 'error',
    last_error: `room ${property.room}: 127.0.0.1 did not answer in time.`,
  });
  expect(await channels.bookings(other)).toHaveLength(2);
});

test('a server that is down is the error too', async () => {
  const { property } = await connected();
  await channels.connect(property, 'vrbo', [{ room: property.room, url: 'http://127.0.0.1:9/1.ics' }]);
  await channels.poll();
  expect(await channels.state(property, 'vrbo')).toMatchObject({
    state: 'error',
    last_error: expect.stringContaining('refused the connection'),
  });
  expect(await channels.state(property, 'airbnb')).toMatchObject({ state: 'connected' });
});

test('a private address is refused where the installation does not allow them, and that is shown', async () => {
  const { property, server } = await connected();
  const asked = server.requestsFor('1').length;
  const outgoing = openOutgoing({ version: '0', allowPrivateNetwork: false });
  channels.at('2027-03-02T10:00:00Z');
  await channels.poll({ outgoing });
  await outgoing.close();
  expect(await channels.state(property, 'airbnb')).toMatchObject({
    state: 'error',
    last_error: expect.stringContaining('127.0.0.1 is inside a private network'),
  });
  expect(server.requestsFor('1')).toHaveLength(asked);
});

test('a failing calendar is tried again after one interval, two, four, then every hour', async () => {
  const { server } = await connected();
  channels.at('2027-03-02T10:00:00Z');
  server.show('1', (_, response) => response.writeHead(503).end());
  await channels.poll();
  const pauses: number[] = [];
  let last = channels.api.clock!;
  for (let minutes = 0; minutes < 5 * 60; minutes += 5) {
    channels.at(channels.api.clock!.add({ minutes: 5 }));
    if ((await channels.poll()) === 0) continue;
    pauses.push(channels.api.clock!.since(last).total('minute'));
    last = channels.api.clock!;
  }
  expect(pauses).toEqual([10, 20, 40, 60, 60, 60]);
});

test('between good fetches lies one interval, give or take a tenth', async () => {
  const { server } = await connected();
  const counts = new Set<number>();
  let last = channels.api.clock!;
  for (let i = 0; i < 400; i += 1) {
    channels.at(channels.api.clock!.add({ seconds: 20 }));
    if ((await channels.poll()) === 0) continue;
    counts.add(channels.api.clock!.since(last).total('second'));
    last = channels.api.clock!;
  }
  expect(server.requestsFor('1').length).toBeGreaterThan(10);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(POLL_SECONDS * 0.9);
  expect(Math.max(...counts)).toBeLessThanOrEqual(POLL_SECONDS * 1.1 + 20);
});

test('an unchanged calendar costs a 304, and is read in full once a day', async () => {
  const { server } = await connected();
  server.show('1', TEXT, { conditional: true });
  channels.at('2027-03-02T06:00:00Z');
  await channels.poll();
  const from = server.requestsFor('1').length;
  for (let hour = 7; hour < 30; hour += 1) {
    channels.at(Temporal.Instant.from('2027-03-02T00:00:00Z').add({ hours: hour }));
    await channels.poll();
  }
  const conditional = server
    .requestsFor('1')
    .slice(from)
    .map((headers) => headers['if-none-match'] !== undefined);
  // In Lisbon the day changes at midnight UTC: the eighteenth of these fetches is the first of the new day.
  expect(conditional.filter((one) => !one)).toHaveLength(1);
  expect(conditional.indexOf(false)).toBe(17);
  expect(conditional).toHaveLength(23);
});

test('many workers at once fetch each calendar once', async () => {
  channels.at('2027-03-01T10:00:00Z');
  const server = await startCalendarServer();
  const names: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const property = await channels.api.property({ rooms: Array.from({ length: 10 }, () => ({})) });
    const rooms = property.rooms.map((room) => ({ room, url: server.url(`${i}-${room}`) }));
    names.push(...rooms.map(({ room }) => `${i}-${room}`));
    await channels.connect(property, 'airbnb', rooms);
  }
  for (const name of names) server.show(name, TEXT);
  for (let i = 1; i <= 3; i += 1) {
    await Promise.all(Array.from({ length: 6 }, () => channels.poll()));
    expect(names.map((name) => server.requestsFor(name).length)).toEqual(names.map(() => i));
    expect(names.map((name) => server.mostAtOnce(name))).toEqual(names.map(() => 1));
    channels.at(channels.api.clock!.add({ hours: 1 }));
  }
});

test('a calendar whose answer takes longer than its interval is not fetched a second time meanwhile', async () => {
  const { server } = await connected();
  let asked = 0;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  server.show('1', (_, response) => {
    asked += 1;
    arrive();
    answered.then(() => response.writeHead(200).end(TEXT));
  });
  channels.at('2027-03-02T10:00:00Z');
  const quick = { icalPollSeconds: 2 };
  const first = channels.poll(quick);
  await arrived;
  channels.at('2027-03-02T10:00:10Z');
  const second = channels.poll(quick);
  await second;
  answer();
  await first;
  expect(asked).toBe(1);
  channels.at('2027-03-02T10:00:13Z');
  server.show('1', TEXT);
  expect(await channels.poll(quick)).toBe(1);
});

test('one calendar whose import fails does not keep the other calendars of the poll from being read', async () => {
  const { property, server } = await connected();
  const other = await channels.api.property();
  server.show('2', TEXT);
  await channels.connect(other, 'airbnb', [{ room: other.room, url: server.url('2') }]);
  // The room disappears while its calendar is being fetched.
  server.show('1', async (_, response) => {
    await channels.api.operator('DELETE', `/properties/${property.hotelId}/channels/airbnb`);
    response
      .writeHead(200)
      .end(calendarText([...EVENTS, airbnbStay('HMDDDDDDDD', '2027-05-01', '2027-05-04')]));
  });
  channels.at('2027-03-02T10:00:00Z');
  expect(await channels.poll()).toBe(2);
  expect(await channels.bookings(other)).toHaveLength(2);
  expect(await channels.bookings(property)).toHaveLength(2);
  expect(await channels.available(property, '2027-04-20', '2027-04-22')).toEqual([1, 1]);
});

test('a mapping changed during a fetch is not given what the old address answered', async () => {
  const { property, server } = await connected();
  server.show('new', calendarText([]));
  server.show('1', async (_, response) => {
    await channels.connect(property, 'airbnb', [{ room: property.room, url: server.url('new') }]);
    response
      .writeHead(200, { etag: '"old"' })
      .end(calendarText([...EVENTS, airbnbStay('HMDDDDDDDD', '2027-05-01', '2027-05-04')]));
  });
  channels.at('2027-03-02T10:00:00Z');
  await channels.poll();
  expect(await channels.bookings(property)).toHaveLength(2);
  expect(server.requestsFor('new').every((headers) => headers['if-none-match'] === undefined)).toBe(true);
});

test('stopping the worker ends a fetch, which is not recorded as a failure', async () => {
  const { property, server } = await connected();
  const before = await channels.state(property, 'airbnb');
  const asked = Promise.withResolvers<void>();
  server.show('1', () => asked.resolve()); // keeps the connection open
  channels.at('2027-03-02T10:00:00Z');
  const worker = createCalendarPolls(channels.context()).start();
  await asked.promise;
  await worker.stop();
  expect(await channels.state(property, 'airbnb')).toEqual(before);
});
