// Published calendars as others read them: by ical.js, conditionally, with windows; without guest data.
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { nightsSeenByChannel } from '../../src/pms/calendar-feeds.ts';
import type { TestProperty } from '../harness/api.ts';
import { airbnbStay, calendarText, closure, startCalendarServer } from '../harness/calendar-server.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;

async function property(rooms: object[] = [{}], more: object = {}): Promise<TestProperty> {
  channels.at('2027-03-01T10:00:00Z');
  return api.property({ rooms, ...more });
}

async function book(made: TestProperty, checkin: string, checkout: string, room = made.room) {
  const answer = await api.post(`/api/bookings/${made.token}`, {
    room_id: room,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+351 910 000 000',
    checkin,
    checkout,
    price: 300,
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

type Entry = { uid: string; from: string; until: string; summary: string; stamp: string };

/** The events as parsed by ical.js, a parser of others. */
function parse(text: string): Entry[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.name).toBe('vcalendar');
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    expect(event.startDate.isDate && event.endDate.isDate).toBe(true);
    return {
      uid: event.uid,
      from: event.startDate.toString(),
      until: event.endDate.toString(),
      summary: event.summary,
      stamp: String(component.getFirstPropertyValue('dtstamp')),
    };
  });
}

describe('a feed', () => {
  test('is a valid calendar when nothing is taken', async () => {
    const made = await property();
    const answer = await api.get(await channels.feedPath(made, 'airbnb'));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.text).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(answer.text).toMatch(/END:VCALENDAR\r\n$/);
    expect(answer.text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(parse(answer.text)).toEqual([]);
  });

  test('shows each stay from its first night to the day of departure, and joins what is merely closed', async () => {
    const made = await property();
    const first = await book(made, '2027-04-01', '2027-04-04');
    const second = await book(made, '2027-04-04', '2027-04-05');
    await api.post(`/api/availability/${made.token}`, {
      room_id: made.room,
      date: '2027-04-05',
      todate: '2027-04-08',
      price: 100,
      available: 0,
    });
    const { text } = await api.get(await channels.feedPath(made, 'airbnb'));
    expect(parse(text).map(({ stamp, ...entry }) => entry)).toEqual([
      {
        uid: `stay-${first.order_id}@tests.innwire`,
        from: '2027-04-01',
        until: '2027-04-04',
        summary: 'Reserved',
      },
      {
        uid: `stay-${second.order_id}@tests.innwire`,
        from: '2027-04-04',
        until: '2027-04-05',
        summary: 'Reserved',
      },
      {
        uid: `closed-${made.room}-2027-04-05@tests.innwire`,
        from: '2027-04-05',
        until: '2027-04-09',
        summary: 'Not available',
      },
    ]);
  });

  test('names no guest, no price and no reference', async () => {
    const made = await property();
    await book(made, '2027-04-01', '2027-04-04');
    const server = await startCalendarServer();
    server.show('1', calendarText([airbnbStay('HMSECRETSE', '2027-05-01', '2027-05-04')]));
    await channels.connect(made, 'airbnb', [{ room: made.room, url: server.url('1') }]);
    await channels.poll();
    const { text } = await api.get(await channels.feedPath(made, 'vrbo'));
    expect(parse(text)).toHaveLength(2);
    expect(text).not.toMatch(/ada|lovelace|example\.com|910|300|HMSECRET|1234|airbnb/i);
    expect(text).not.toContain(made.token);
  });

  test('writes a name with commas, umlauts and line breaks so that it is read back', async () => {
    const made = await property([
      { name: 'Süite; "Garten", nach\\hinten 🌱 und noch viel länger als eine Zeile sein darf' },
    ]);
    const { text } = await api.get(await channels.feedPath(made, 'calendar'));
    const name = new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue('x-wr-calname');
    expect(String(name).replaceAll('\\\\', '\\')).toContain('Garten"');
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test('keeps its ETag and its bytes while nothing changes, for days, and answers 304 to it', async () => {
    const made = await property();
    await book(made, '2027-04-01', '2027-04-04');
    const path = await channels.feedPath(made, 'airbnb');
    const first = await api.get(path);
    const { etag } = first.headers;
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const hours of [1, 13, 24, 72]) {
      channels.at(channels.api.clock!.add({ hours }));
      const again = await api.get(path);
      expect(again.text).toBe(first.text);
      expect(again.headers.etag).toBe(etag);
      const conditional = await api.get(path, { 'if-none-match': etag! });
      expect(conditional).toMatchObject({ status: 304, text: '' });
    }
    const stay = await book(made, '2027-05-01', '2027-05-02');
    const changed = await api.get(path, { 'if-none-match': etag! });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    await api.delete(`/api/bookings/${made.token}?order_id=${stay.order_id}&date=2027-05-01`);
    expect((await api.get(path)).headers.etag).toBe(etag);
  });

  test('shows a stay that moved under the same UID', async () => {
    const made = await property();
    const stay = await book(made, '2027-04-01', '2027-04-04');
    const path = await channels.feedPath(made, 'airbnb');
    const [before] = parse((await api.get(path)).text);
    await api.operator('PATCH', `/properties/${made.hotelId}/bookings/${stay.order_id}`, {
      checkin: '2027-06-01',
      checkout: '2027-06-05',
    });
    const [after] = parse((await api.get(path)).text);
    expect(after).toMatchObject({ uid: before!.uid, from: '2027-06-01', until: '2027-06-05' });
  });

  test('opens after an early departure and after a cancellation', async () => {
    const made = await property();
    const stay = await book(made, '2027-04-01', '2027-04-10');
    channels.at('2027-04-02T10:00:00Z');
    await api.delete(`/api/bookings/${made.token}?order_id=${stay.order_id}&date=2027-04-03`);
    expect(await channels.feed(made, 'airbnb')).toEqual(['2027-04-01/2027-04-03 Reserved']);
  });

  test('holds the window that its link carries, cutting stays at its edges', async () => {
    const made = await property();
    await book(made, '2027-04-01', '2027-04-10');
    await book(made, '2027-06-01', '2027-06-03');
    const links = await api.get(`/api/ical/${made.token}?fromdate=2027-04-05&todate=2027-04-30`);
    for (const link of links.body) {
      const { pathname, search } = new URL(link.url);
      expect(search).toBe('?fromdate=2027-04-05&todate=2027-04-30');
      const { text } = await api.get(pathname + search);
      expect(parse(text).map(({ from, until }) => `${from}/${until}`)).toEqual(['2027-04-05/2027-04-10']);
    }
    const path = await channels.feedPath(made, 'airbnb');
    expect((await api.get(`${path}?fromdate=2027-05-01`)).text).toContain('20270601');
    expect((await api.get(`${path}?todate=2027-05-01`)).text).not.toContain('20270601');
    expect((await api.get(`${path}?fromdate=2027-06-01&todate=2027-05-01`)).status).toBe(400);
    expect((await api.get(`${path}?fromdate=2027-13-01`)).status).toBe(400);
    expect(parse((await api.get(`${path}?fromdate=2040-01-01`)).text)).toEqual([]);
  });

  test('looks thirty days back and two years ahead', async () => {
    const made = await property();
    for (const [from, until] of [
      ['2027-01-20', '2027-01-22'],
      ['2027-01-28', '2027-02-02'],
      ['2029-02-26', '2029-03-10'],
      ['2029-06-01', '2029-06-02'],
    ] as const) {
      await book(made, from, until);
    }
    expect(await channels.feed(made, 'airbnb')).toEqual([
      '2027-01-30/2027-02-02 Reserved',
      '2029-02-26/2029-02-28 Reserved',
    ]);
  });

  test('of several units shows the nights that are sold out, whoever sold them', async () => {
    const made = await property([{ units: 2 }]);
    await book(made, '2027-04-01', '2027-04-05');
    expect(await channels.feed(made, 'airbnb')).toEqual([]);
    await book(made, '2027-04-03', '2027-04-08');
    expect(await channels.feed(made, 'airbnb')).toEqual(['2027-04-03/2027-04-05 Not available']);
  });

  test('of a channel leaves out what that channel sold or closed, and only that', async () => {
    const made = await property();
    const server = await startCalendarServer();
    server.show(
      'a',
      calendarText([
        airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-03'),
        closure('2027-04-10', '2027-04-12'),
      ]),
    );
    server.show(
      'v',
      calendarText([{ uid: 'v', from: '2027-04-20', until: '2027-04-22', summary: 'Reserved - Bob' }]),
    );
    await channels.connect(made, 'airbnb', [{ room: made.room, url: server.url('a') }]);
    await channels.connect(made, 'vrbo', [{ room: made.room, url: server.url('v') }]);
    await channels.poll();
    expect(await channels.feed(made, 'airbnb')).toEqual(['2027-04-20/2027-04-22 Reserved']);
    expect(await channels.feed(made, 'vrbo')).toEqual([
      '2027-04-01/2027-04-03 Reserved',
      '2027-04-10/2027-04-12 Not available',
    ]);
    expect(await channels.feed(made, 'calendar')).toHaveLength(3);
  });

  test('comes back to us without effect: its own events are known by their UIDs', async () => {
    const made = await property([{}, {}]);
    await book(made, '2027-04-01', '2027-04-04');
    const server = await startCalendarServer();
    const path = await channels.feedPath(made, 'calendar');
    server.show('own', (await api.get(path)).text);
    await channels.connect(made, 'google', [{ room: made.rooms[1]!, url: server.url('own') }]);
    await channels.poll();
    expect(await channels.available(made, '2027-04-01', '2027-04-04', made.rooms[1])).toEqual([1, 1, 1]);
    expect(await channels.bookings(made)).toHaveLength(1);
  });

  test('is not found under any other key, nor another room’s', async () => {
    const made = await property();
    expect((await api.get(`/ical/${'x'.repeat(32)}.ics`)).status).toBe(404);
    expect((await api.get('/ical/short.ics')).status).toBe(404);
    expect((await api.get((await channels.feedPath(made, 'airbnb')).replace('.ics', ''))).status).toBe(404);
  });
});

describe('the state of each night at a channel', () => {
  test('is in step with what it read last, and pending where that has changed since', async () => {
    const made = await property();
    const server = await startCalendarServer();
    server.show('1', calendarText([]));
    await channels.connect(made, 'airbnb', [{ room: made.room, url: server.url('1') }]);
    const states = async () => {
      const path = `/properties/${made.hotelId}/channels/airbnb/nights?fromdate=2027-04-01&todate=2027-04-04`;
      return (await api.operator('GET', path)).body.map((night: any) => night.state);
    };
    expect(await states()).toEqual(['pending', 'pending', 'pending', 'pending']);
    const path = await channels.feedPath(made, 'airbnb');
    await api.get(path);
    expect(await states()).toEqual(['synced', 'synced', 'synced', 'synced']);
    const stay = await book(made, '2027-04-02', '2027-04-04');
    expect(await states()).toEqual(['synced', 'pending', 'pending', 'synced']);
    await api.get(path);
    expect(await states()).toEqual(['synced', 'synced', 'synced', 'synced']);
    // The night is as it was in an earlier read, but not as in the last one.
    await api.delete(`/api/bookings/${made.token}?order_id=${stay.order_id}&date=2027-04-01`);
    expect(await states()).toEqual(['synced', 'pending', 'pending', 'synced']);
    await api.get(path);
    expect(await states()).toEqual(['synced', 'synced', 'synced', 'synced']);
  });
});

test('a channel may repeat nights for six hours after it has fetched that they are free', async () => {
  const made = await property();
  const stay = await book(made, '2027-04-01', '2027-04-02');
  const path = await channels.feedPath(made, 'airbnb');
  await api.get(path);
  const { hotelId, room: roomId } = made;
  const known = async (minutes: number) => {
    const now = Temporal.Instant.from('2027-03-01T12:00:00Z').add({ minutes });
    const where = { hotelId, roomId, unitId: null, channel: 'airbnb', now };
    const night = Temporal.PlainDate.from('2027-04-01');
    return (await nightsSeenByChannel(api.db, where, [night])).get('2027-04-01');
  };
  expect(await known(0)).toBe('now');
  channels.at('2027-03-01T12:00:00Z');
  await api.delete(`/api/bookings/${made.token}?order_id=${stay.order_id}&date=2027-04-01`);
  await api.get(path);
  expect(await known(330)).toBe('lately');
  expect(await known(390)).toBeUndefined();
});
