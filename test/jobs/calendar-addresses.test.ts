// Addresses of calendars: encrypted at rest, decrypted for a fetch, and compared without decryption.
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { readBackup } from '../../src/db/backup.ts';
import { createSecrets } from '../../src/db/secrets.ts';
import { encryptStoredUrls } from '../../src/jobs/encrypt-stored-urls.ts';
import { encryptStoredCalendarUrls } from '../../src/pms/calendar-url.ts';
import { dumpProperty } from '../api/database-dump.ts';
import { keepLog, type TestProperty } from '../harness/api.ts';
import { airbnbStay, calendarText, closure, startCalendarServer } from '../harness/calendar-server.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;
const NAME = 'listing-S3cr3tN4me';
const SECRET = 'S3cr3tQu3ry';
const OTHER = 'listing-0th3rN4me';
const STAYS = [airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04')];
const path = ({ hotelId }: TestProperty) => `/properties/${hotelId}/channels/airbnb`;

async function connected() {
  channels.at('2027-03-01T10:00:00Z');
  const property = await api.property();
  const server = await startCalendarServer();
  server.show(NAME, calendarText(STAYS));
  server.show(OTHER, calendarText([airbnbStay('HMBBBBBBBB', '2027-05-01', '2027-05-04')]));
  const url = `${server.url(NAME)}?s=${SECRET}`;
  const rooms = [{ room_id: property.room, ical_url: url }];
  const made = await api.operator('PUT', path(property), { protocol: 'ical', rooms });
  expect(made.status, made.text).toBe(200);
  return { property, server, url };
}

/** Changes the rows to those of a release that did not encrypt. */
async function storeReadable({ hotelId }: TestProperty, url: string) {
  const rows = await api.db.query(
    `update connection_rooms set ical_url = $2, encrypted_ical_url = null where hotel_id = $1 returning 1`,
    [hotelId, url],
  );
  expect(rows).toHaveLength(1);
}

async function expectNowhere(property: TestProperty) {
  const texts = {
    backup: await text(readBackup(api.url)),
    ...(await dumpProperty(api.db, property.hotelId)),
    connection: (await api.operator('GET', path(property))).text,
    list: (await api.operator('GET', `/properties/${property.hotelId}/channels`)).text,
    events: (await api.get(`/api/events/${property.token}`)).text,
    logs: (await api.get(`/api/logs/${property.token}`)).text,
    audit: (await api.operator('GET', '/audit')).text,
  };
  for (const [where, all] of Object.entries(texts))
    for (const secret of [NAME, SECRET])
      for (const form of [secret, Buffer.from(secret).toString('hex')])
        expect(all.includes(form), `${form} in ${where}`).toBe(false);
}

describe('the address of a calendar', () => {
  test('is fetched as it was entered, and is readable in no table, answer or backup', async () => {
    const { property, server } = await connected();
    expect(await channels.poll()).toBe(1);
    expect(await channels.bookings(property)).toHaveLength(1);
    await expectNowhere(property);
    server.show(NAME, (_, response) => response.writeHead(500).end());
    await channels.polls(1);
    expect(await channels.state(property, 'airbnb')).toMatchObject({ state: 'error' });
    await expectNowhere(property);
  });

  test('stays when it is left out or sent back as it was listed, and changes when another is sent', async () => {
    const { property, server } = await connected();
    const { rooms } = (await api.operator('GET', path(property))).body;
    expect(rooms[0].ical_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\*\*\*\.ics\?s=\*\*\*$/);
    const changes: ['PUT' | 'PATCH', object][] = [
      ['PUT', { protocol: 'ical', rooms }],
      ['PUT', { protocol: 'ical', rooms: [{ room_id: property.room }] }],
      ['PATCH', { rooms }],
      ['PATCH', { settings: { closed: 'block' } }],
    ];
    for (const [i, [method, body]] of changes.entries()) {
      const changed = await api.operator(method, path(property), body);
      expect(changed.status, changed.text).toBe(200);
      expect(changed.body.rooms).toEqual(rooms);
      expect(await channels.poll()).toBe(1);
      expect(server.requestsFor(NAME)).toHaveLength(i + 1);
    }
    const other = [{ room_id: property.room, ical_url: server.url(OTHER) }];
    expect((await api.operator('PATCH', path(property), { rooms: other })).status).toBe(200);
    expect(await channels.poll()).toBe(1);
    expect(server.requestsFor(NAME)).toHaveLength(changes.length);
    expect(server.requestsFor(OTHER)).toHaveLength(1);
    expect((await api.operator('PATCH', path(property), { remove_rooms: [property.room] })).status).toBe(200);
    await channels.polls(2);
    expect(server.requestsFor(OTHER)).toHaveLength(1);
  });

  test('that was stored by a release before is encrypted at the next start, once', async () => {
    const { property, server, url } = await connected();
    await storeReadable(property, url);
    const before = await api.operator('GET', path(property));
    expect(before.text).not.toContain(SECRET);
    const counts = await Promise.all([encryptStoredCalendarUrls(api.db), encryptStoredCalendarUrls(api.db)]);
    expect(counts.reduce((sum, one) => sum + one)).toBe(1);
    expect(await encryptStoredCalendarUrls(api.db)).toBe(0);
    await expectNowhere(property);
    expect((await api.operator('GET', path(property))).body).toEqual(before.body);
    expect(await channels.poll()).toBe(1);
    expect(server.requestsFor(NAME)).toHaveLength(1);
    expect(await channels.bookings(property)).toHaveLength(1);
  });

  test('that is encrypted while it is being fetched is read all the same', async () => {
    const { property, server, url } = await connected();
    await storeReadable(property, url);
    const log = keepLog('info');
    server.show(NAME, async (_, response) => {
      await encryptStoredUrls(api.db, log.logger);
      response.writeHead(200).end(calendarText(STAYS));
    });
    await channels.poll();
    expect(log.text()).toMatch(/"calendars":1,.*addresses of calendars are now stored encrypted/);
    expect(log.text()).not.toContain('127.0.0.1');
    expect(await channels.bookings(property)).toHaveLength(1);
    await expectNowhere(property);
  });

  test('that is not encrypted yet is fetched, and stays when it is sent back as it was listed', async () => {
    const { property, server, url } = await connected();
    await storeReadable(property, url);
    const { rooms } = (await api.operator('GET', path(property))).body;
    expect((await api.operator('PATCH', path(property), { rooms })).status).toBe(200);
    expect(await channels.poll()).toBe(1);
    expect(await encryptStoredCalendarUrls(api.db)).toBe(1);
    await channels.polls(1);
    expect(server.requestsFor(NAME)).toHaveLength(2);
  });

  test('that was encrypted with another key is an error that says so, until it is given again', async () => {
    const { property, url } = await connected();
    const lost = { ...api.db, secrets: createSecrets('another-key-of-thirty-two-characters') };
    expect(await channels.poll({ db: lost })).toBe(1);
    expect(await channels.state(property, 'airbnb')).toMatchObject({
      state: 'error',
      last_error: expect.stringMatching(/^room \d+: Its address cannot be read: .*another key/),
    });
    await channels.connect(property, 'airbnb', [{ room: property.room, url }]);
    await channels.poll();
    expect(await channels.state(property, 'airbnb')).toMatchObject({ state: 'connected', last_error: null });
  });
});

describe('the answer to a fetch', () => {
  test('is not given to a connection that ended and came back with another address', async () => {
    const { property, server } = await connected();
    server.show(NAME, async (_, response) => {
      await api.operator('DELETE', path(property));
      await channels.connect(property, 'airbnb', [{ room: property.room, url: server.url(OTHER) }]);
      response.writeHead(200, { etag: '"old"' }).end(calendarText(STAYS));
    });
    await channels.poll();
    const [stay, ...others] = await channels.bookings(property);
    expect([stay.checkin.slice(0, 10), others]).toEqual(['2027-05-01', []]);
    expect(server.requestsFor(OTHER).map((headers) => headers['if-none-match'])).toEqual([undefined]);
  });

  test('is read again by the settings that changed meanwhile, also when the calendar is unchanged since', async () => {
    channels.at('2027-03-01T10:00:00Z');
    const property = await api.property();
    const server = await startCalendarServer();
    const calendar = calendarText([
      { ...closure('2027-06-01', '2027-06-03'), summary: 'CLOSED - Not available' },
    ]);
    server.show('1', async (_, response) => {
      const booking = `/properties/${property.hotelId}/channels/booking_com`;
      const changed = await api.operator('PATCH', booking, { settings: { closed: 'booking' } });
      expect(changed.status, changed.text).toBe(200);
      server.show('1', calendar, { conditional: true });
      response
        .writeHead(200, { etag: `"${createHash('sha1').update(calendar).digest('hex')}"` })
        .end(calendar);
    });
    await channels.connect(property, 'booking_com', [{ room: property.room, url: server.url('1') }]);
    await channels.poll();
    expect(await channels.bookings(property)).toHaveLength(1);
  });
});
