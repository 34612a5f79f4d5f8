// Calendar links, and the feeds that they lead to.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem, NO_DATES } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

const links = async ({ token }: TestProperty, query = ''): Promise<any[]> => {
  const answer = await api.get(`/api/ical/${token}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const fetchFeed = (url: string) => {
  const { pathname, search } = new URL(url);
  return api.get(pathname + search);
};
/** The occupied ranges in a feed, as [first night, day after the last]. */
const stretches = (ics: string) =>
  [...ics.matchAll(/DTSTART;VALUE=DATE:(\d+)[\s\S]*?DTEND;VALUE=DATE:(\d+)/g)].map(([, from, until]) => [
    from,
    until,
  ]);

describe('the links', () => {
  test('warn where their address shows that no channel can fetch them', async () => {
    const property = await api.property();
    const before = api.baseUrl;
    try {
      api.baseUrl = 'http://127.0.0.1:3000';
      const [link] = await links(property);
      expect(link.warning).toBe(
        '127.0.0.1 cannot be reached from the Internet: set BASE_URL to the public address of this server before a channel is given this link.',
      );
    } finally {
      api.baseUrl = before;
    }
    expect((await links(property))[0].warning).toBeUndefined();
  });

  test('are one for each room and channel, ordered by room, each with exactly its members', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const listed = await links(property);
    expect(listed.map((link) => link.room_id)).toEqual([
      ...Array(4).fill(property.rooms[0]),
      ...Array(4).fill(property.rooms[1]),
    ]);
    expect(Object.entries(listed[0])).toEqual([
      ['id', expect.any(Number)],
      ['hotel_id', property.hotelId],
      ['room_id', property.room],
      ['url', expect.stringMatching(/^http:\/\/innwire\.test\/ical\/[0-9A-Za-z]{32,}\.ics$/)],
      ['channel_name', expect.any(String)],
      ['unit_id', null],
    ]);
    const names = listed.slice(0, 4).map((link) => link.channel_name);
    expect(names.toSorted()).toEqual(['airbnb', 'booking_com', 'calendar', 'vrbo']);
    expect(new Set(listed.map((link) => link.url)).size).toBe(8);
    expect(listed.map((link) => link.url).join()).not.toContain(property.token);
  });

  test('are the same at every call, and a channel that is connected gets one too', async () => {
    const property = await api.property();
    const before = await links(property);
    expect(await links(property)).toEqual(before);
    await api.operator('PUT', `/properties/${property.hotelId}/channels/holidu`, {
      protocol: 'ical',
      rooms: [{ room_id: property.room, ical_url: 'https://calendars.example.com/1.ics' }],
    });
    const after = await links(property);
    expect(after.slice(0, 4)).toEqual(before);
    expect(after[4].channel_name).toBe('holidu');
  });

  test('of one room when it is named; [] for an unknown room or one of another property', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const other = await api.property();
    const one = await links(property, `?room_id=${property.rooms[1]}`);
    expect(new Set(one.map((link) => link.room_id))).toEqual(new Set([property.rooms[1]]));
    expect(await links(property, '?room_id=999999')).toEqual([]);
    expect(await links(property, `?room_id=${other.room}`)).toEqual([]);
  });

  test('carry the dates that were asked for, each alone too', async () => {
    const property = await api.property();
    const [{ url }] = await links(property);
    const first = async (query: string) => (await links(property, query))[0].url;
    expect(await first('?fromdate=2027-03-01&todate=2027-03-31')).toBe(
      `${url}?fromdate=2027-03-01&todate=2027-03-31`,
    );
    expect(await first('?fromdate=2027-03-01')).toBe(`${url}?fromdate=2027-03-01`);
    expect(await first('?todate=2027-03-31')).toBe(`${url}?todate=2027-03-31`);
  });

  test('are refused for malformed parameters', async () => {
    const { token } = await api.property();
    for (const date of NO_DATES) {
      const answer = await api.get(`/api/ical/${token}?fromdate=${encodeURIComponent(date)}`);
      expectProblem(answer, 400, 'invalid_parameters', ['fromdate']);
    }
    const reversed = await api.get(`/api/ical/${token}?fromdate=2027-03-02&todate=2027-03-01`);
    expectProblem(reversed, 400, 'invalid_parameters', ['fromdate']);
    expectProblem(await api.get(`/api/ical/${token}?room_id=x`), 400, 'invalid_parameters', ['room_id']);
  });
});

describe('a feed', () => {
  const feedOf = async (property: TestProperty, channel: string, query = '') =>
    (await links(property, query)).find((link) => link.channel_name === channel).url as string;

  test('shows taken nights and names no guest', async () => {
    const property = await api.property();
    await otaSells(api, property, { name: 'Secretive Guest', channel: 'expedia' });
    const answer = await fetchFeed(await feedOf(property, 'airbnb'));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(stretches(answer.text)).toEqual([['20270301', '20270304']]);
    expect(answer.text).not.toMatch(/Secretive|4000000001/);
    expect(answer.text).not.toContain(property.token);
  });

  test('holds the window that its link carries', async () => {
    const property = await api.property();
    await otaSells(api, property, { channel: 'expedia', checkin: '2027-03-01', checkout: '2027-03-04' });
    await otaSells(api, property, { channel: 'expedia', checkin: '2027-05-01', checkout: '2027-05-04' });
    const shown = async (query: string) =>
      stretches((await fetchFeed(await feedOf(property, 'airbnb', query))).text);
    expect(await shown('')).toHaveLength(2);
    expect(await shown('?fromdate=2027-04-01')).toEqual([['20270501', '20270504']]);
    expect(await shown('?todate=2027-04-01')).toEqual([['20270301', '20270304']]);
    expect(await shown('?fromdate=2027-03-02&todate=2027-03-02')).toEqual([['20270302', '20270303']]);
    expect(await shown('?fromdate=2027-03-04&todate=2027-04-30')).toEqual([]);
    expect(await shown('?todate=9999-12-31')).toHaveLength(2);
    expect(await shown('?fromdate=9999-12-31')).toEqual([]);
  });

  test('holds a window of the past or of the far future when that is what its link asks for', async () => {
    const property = await api.property();
    await otaSells(api, property, { channel: 'expedia', checkin: '2025-03-01', checkout: '2025-03-04' });
    await otaSells(api, property, { channel: 'expedia', checkin: '2030-05-01', checkout: '2030-05-04' });
    const shown = async (query: string) =>
      stretches((await fetchFeed(await feedOf(property, 'airbnb', query))).text);
    expect(await shown('')).toEqual([]);
    expect(await shown('?fromdate=2025-01-01&todate=2025-12-31')).toEqual([['20250301', '20250304']]);
    expect(await shown('?fromdate=2030-01-01')).toEqual([['20300501', '20300504']]);
  });

  test('of a link with an old first day ends two years after today', async () => {
    const property = await api.property();
    await otaSells(api, property, { channel: 'expedia', checkin: '2028-03-01', checkout: '2028-03-04' });
    const saved = await feedOf(property, 'airbnb', '?fromdate=2025-06-01');
    expect(stretches((await fetchFeed(saved)).text)).toEqual([['20280301', '20280304']]);
  });

  test('leaves out what its own channel sold', async () => {
    const property = await api.property();
    await otaSells(api, property, { channel: 'airbnb' });
    expect(stretches((await fetchFeed(await feedOf(property, 'airbnb'))).text)).toEqual([]);
    expect(stretches((await fetchFeed(await feedOf(property, 'vrbo'))).text)).toHaveLength(1);
  });

  test('answers 304 to its ETag, and something else once the calendar changed', async () => {
    const property = await api.property();
    const path = new URL(await feedOf(property, 'vrbo')).pathname;
    const { etag } = (await api.get(path)).headers;
    const again = await api.get(path, { 'if-none-match': etag! });
    expect([again.status, again.text]).toEqual([304, '']);
    await otaSells(api, property, { channel: 'airbnb' });
    expect((await api.get(path, { 'if-none-match': etag! })).status).toBe(200);
  });

  test('of an unknown key, a guessed name or a wrong window is refused', async () => {
    const property = await api.property();
    const path = new URL(await feedOf(property, 'vrbo')).pathname;
    for (const wrong of [
      `/ical/${'a'.repeat(32)}.ics`,
      '/ical/x.ics',
      path.replace('.ics', ''),
      `${path}x`,
    ]) {
      expectProblem(await api.get(wrong), 404, 'not_found');
    }
    const reversed = await api.get(`${path}?fromdate=2027-03-02&todate=2027-03-01`);
    expectProblem(reversed, 400, 'invalid_parameters', ['fromdate']);
    const posted = await api.request('POST', path);
    expectProblem(posted, 405, 'method_not_allowed');
    expect(posted.headers.allow).toBe('GET, HEAD');
  });
});
