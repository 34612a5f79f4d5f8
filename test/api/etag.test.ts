// Conditional reads: the ETag of a response, when it changes, and the 304 for an unchanged response.
import { beforeEach, describe, expect, test } from 'vitest';
import { publicOperations } from '../../src/api/operations.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { guestReviews, guestWrites, otaSells } from './outside-events.ts';

const api = useApi({ sample: true });
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
api.clock = NOW;
beforeEach(() => {
  api.clock = NOW;
});

const cached = publicOperations.filter((one) => one.kind !== 'write' && one.caching === 'log');
const CACHED = ['availability', 'bookings', 'units', ...cached.map((one) => one.path.split('/')[2]!)];

const etag = async (path: string): Promise<string> => {
  const { headers } = await api.get(path);
  expect(headers['etag']).toMatch(/^W\/"[\w-]{16}"$/);
  return headers['etag']!;
};
const ask = (path: string, tag: string) => api.get(path, { 'if-none-match': tag });

test('every read carries one but the status and the logs', () => {
  expect(CACHED.toSorted()).toEqual(
    [
      'accounting',
      'availability',
      'bookings',
      'closures',
      'guest_requests',
      'guest_reviews',
      'guest_suggestions',
      'hotels',
      'ical',
      'inquiries',
      'message_templates',
      'messages',
      'rentals',
      'reviews',
      'tasks',
      'units',
    ].toSorted(),
  );
});

describe.each(CACHED)('of %s the ETag', (resource) => {
  test('given back gets 304 without a body', async () => {
    const { token } = await api.property();
    const path = `/api/${resource}/${token}`;
    const answer = await ask(path, await etag(path));
    expect([answer.status, answer.text]).toEqual([304, '']);
    expect(answer.headers['content-type']).toBeUndefined();
    expect(answer.headers['etag']).toBe(await etag(path));
  });

  test('is of that property, resource and query alone', async () => {
    const [one, other] = [await api.property(), await api.property()];
    const path = `/api/${resource}/${one.token}`;
    const tag = await etag(path);
    expect(await etag(`/api/${resource}/${other.token}`)).not.toBe(tag);
    if (resource !== 'hotels') expect(await etag(`${path}?limit=5`)).not.toBe(tag);
    for (const second of CACHED.filter((name) => name !== resource)) {
      expect(await etag(`/api/${second}/${one.token}`)).not.toBe(tag);
    }
  });

  test('does not depend on the order of the parameters', async () => {
    const { token, room } = await api.property();
    const path = `/api/${resource}/${token}`;
    const second =
      {
        tasks: `id=${room}`,
        messages: 'rid=1',
        message_templates: 'template_id=1',
        inquiries: 'inquiry_id=1',
        guest_requests: 'guest_request_id=1',
        guest_reviews: 'guest_review_id=1',
        guest_suggestions: 'guest_id=1',
      }[resource] ?? `room_id=${room}`;
    if (resource === 'hotels' || resource === 'reviews') return;
    expect(await etag(`${path}?limit=5&${second}`)).toBe(await etag(`${path}?${second}&limit=5`));
  });
});

describe('If-None-Match', () => {
  test.each([
    ['a strong form of it', (tag: string) => tag.replace('W/', ''), 304],
    ['a list with it first', (tag: string) => `${tag}, "x"`, 304],
    ['a list with it last', (tag: string) => `W/"a","b" ,${tag}`, 304],
    ['a star', () => '*', 304],
    ['other tags', () => 'W/"aaaaaaaaaaaaaaaa", "b"', 200],
    ['it without quotes', (tag: string) => tag.replaceAll('"', ''), 200],
    ['nothing', () => '', 200],
    ['commas', () => ',,,', 200],
    ['a long list', () => Array(500).fill('"x"').join(), 200],
  ])('with %s', async (_, write, status) => {
    const { token } = await api.property();
    const path = `/api/rentals/${token}`;
    expect((await ask(path, write(await etag(path)))).status).toBe(status);
  });

  test('of a write is not looked at', async () => {
    const { token, room } = await api.property();
    const night = { room_id: room, date: '2027-03-01', price: 1 };
    const answer = await api.post(`/api/availability/${token}`, night, { 'if-none-match': '*' });
    expect(answer.status).toBe(200);
  });

  test('never hides a refusal', async () => {
    const { token } = await api.property();
    const path = `/api/bookings/${token}?fromdate=2027-03-02&todate=2027-03-01`;
    expect((await api.get(path)).headers['etag']).toBeUndefined();
    expect((await ask(`/api/bookings/${token}?room_id=x`, '*')).status).toBe(400);
    expect((await ask('/api/bookings/x', '*')).status).toBe(404);
  });
});

describe('the ETag changes after', () => {
  const book = ({ token, room }: TestProperty) =>
    api.post(`/api/bookings/${token}`, {
      room_id: room,
      name: 'A',
      checkin: '2027-03-01',
      checkout: '2027-03-04',
      price: 9,
    });
  const operator = (method: string, of: (property: TestProperty) => string, body?: object) => {
    return async (property: TestProperty) => {
      const answer = await api.operator(method, `/properties/${property.hotelId}${of(property)}`, body);
      expect(answer.status, answer.text).toBe(200);
    };
  };
  const order = async ({ token }: TestProperty) => (await api.get(`/api/bookings/${token}`)).body[0].order_id;
  const night = (date: string) => async (property: TestProperty) => {
    const body = { room_id: property.room, date, price: 1 };
    expect((await api.post(`/api/availability/${property.token}`, body)).status).toBe(200);
  };

  test.each<[string, string, (property: TestProperty) => Promise<unknown>]>([
    ['a booking', 'bookings', book],
    ['a booking', 'availability', book],
    ['a booking', 'tasks', book],
    ['a booking', 'accounting', book],
    [
      'an OTA booking',
      'bookings',
      (property) => otaSells(api, property, { checkin: '2027-03-20', checkout: '2027-03-21' }),
    ],
    [
      'a cancellation',
      'bookings',
      async (p) => api.delete(`/api/bookings/${p.token}?order_id=${await order(p)}&date=2027-01-01`),
    ],
    ['a night is set', 'availability', night('2027-06-01')],
    ['a night of the past is set', 'availability', night('2020-06-01')],
    [
      'a reply',
      'messages',
      async (p) => api.post(`/api/messages/${p.token}`, { rid: await order(p), reply: 'hello' }),
    ],
    ['a guest writes', 'messages', async (p) => guestWrites(api, p, { rid: await order(p), text: 'hello' })],
    ['a guest reviews', 'reviews', (p) => guestReviews(api, p, { score: 9, at: '2026-06-14T08:00:00Z' })],
    ['the profile changes', 'hotels', operator('PATCH', () => '', { name: 'New' })],
    [
      'the check-in time changes',
      'bookings',
      operator('PATCH', () => '', { settings: { checkin_time: '18:00' } }),
    ],
    ['a room is made', 'rentals', operator('POST', () => '/rooms', { name: 'R', capacity: 1, price: 1 })],
    [
      'a channel is connected',
      'ical',
      (p) =>
        operator('PUT', () => '/channels/holidu', {
          protocol: 'ical',
          rooms: [{ room_id: p.room, ical_url: 'https://calendars.example.com/1.ics' }],
        })(p),
    ],
    ['a room is retired', 'ical', operator('DELETE', (p) => `/rooms/${p.rooms[1]}`)],
    ['a room changes', 'rentals', operator('PATCH', (p) => `/rooms/${p.room}`, { name: 'Other' })],
    ['a room changes', 'availability', operator('PATCH', (p) => `/rooms/${p.room}`, { price: 5 })],
    ['a room is retired', 'availability', operator('DELETE', (p) => `/rooms/${p.rooms[1]}`)],
    [
      'a task is made',
      'tasks',
      (p) => operator('POST', () => '/tasks', { room_id: p.room, task_name: 'T', date: '2027-01-01' })(p),
    ],
    [
      'an entry is posted',
      'accounting',
      operator('POST', () => '/accounting', { amount: 1, type: 'payment', description: '' }),
    ],
    [
      'a guest checks in',
      'bookings',
      async (p) => {
        const id = await order(p);
        await operator('PATCH', () => `/bookings/${id}`, { status: 'checked_in', early: true })(p);
      },
    ],
  ])('%s: %s', async (_, resource, write) => {
    const property = await api.property({ rooms: [{ units: 5 }, {}] });
    await book(property);
    const path = `/api/${resource}/${property.token}`;
    const tag = await etag(path);
    expect((await ask(path, tag)).status).toBe(304);
    await write(property);
    const answer = await ask(path, tag);
    expect(answer.status).toBe(200);
    expect(answer.headers['etag']).not.toBe(tag);
  });

  test('nothing that was refused, and nothing that another property did', async () => {
    const [property, other] = [await api.property(), await api.property()];
    const path = `/api/bookings/${property.token}`;
    const tag = await etag(path);
    await api.post(path, { room_id: 1 });
    await api.delete(`${path}?order_id=1&date=2027-01-01`);
    await book(other);
    expect(await etag(path)).toBe(tag);
  });
});

describe('the default window of availability', () => {
  test.each([
    ['Europe/Lisbon', '2026-06-15T22:59:59.999Z', '2026-06-15T23:00:00Z'],
    ['Pacific/Kiritimati', '2026-06-15T09:59:59.999Z', '2026-06-15T10:00:00Z'],
    ['Pacific/Pago_Pago', '2026-06-15T10:59:59.999Z', '2026-06-15T11:00:00Z'],
  ])('moves at midnight in %s, and its ETag with it', async (timezone, before, after) => {
    const { token } = await api.property({ timezone });
    const path = `/api/availability/${token}`;
    api.clock = Temporal.Instant.from(before);
    const tag = await etag(path);
    const [first] = (await api.get(path)).body;
    api.clock = Temporal.Instant.from(after);
    const answer = await ask(path, tag);
    expect(answer.status).toBe(200);
    expect(answer.body[0].date > first.date).toBe(true);
  });
});

test("the sandbox's answers carry ETags too", async () => {
  const path = '/api/rentals/api_token';
  expect((await ask(path, await etag(path))).status).toBe(304);
});
