// Idempotency keys: a write that is sent twice is done once.
import { beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_KEY, type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
api.clock = NOW;
beforeEach(() => {
  api.clock = NOW;
});

const stay = (room: number, more: object = {}) => ({
  room_id: room,
  name: 'Ada Lovelace',
  checkin: '2027-03-01',
  checkout: '2027-03-04',
  price: 360.5,
  ...more,
});
const key = (value: string) => ({ 'idempotency-key': value });
const book = ({ token, room }: TestProperty, value: string, more: object = {}) =>
  api.post(`/api/bookings/${token}`, stay(room, more), key(value));
const bookings = async ({ token }: TestProperty): Promise<any[]> =>
  (await api.get(`/api/bookings/${token}`)).body;
const roomy = () => api.property({ rooms: [{ units: 50 }] });

describe('the same key with the same write', () => {
  test('gets the stored answer again, to the letter, and says so', async () => {
    const property = await roomy();
    const first = await book(property, 'k1');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const before = await fingerprint(api.db);
    api.clock = NOW.add({ hours: 1 });
    const again = await book(property, 'k1');
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('is the same when its members come in another order', async () => {
    const property = await roomy();
    const first = await book(property, 'k1');
    const reordered = Object.fromEntries(Object.entries(stay(property.room)).reverse());
    const again = await api.post(`/api/bookings/${property.token}`, reordered, key('k1'));
    expect(again.text).toBe(first.text);
  });

  test('shows the booking as it was then, whatever became of it', async () => {
    const property = await roomy();
    const first = await book(property, 'k1');
    await api.delete(`/api/bookings/${property.token}?order_id=${first.body.order_id}&date=2027-01-01`);
    expect((await book(property, 'k1')).body).toMatchObject({ status: 'confirmed' });
    expect(await bookings(property)).toMatchObject([{ status: 'cancelled' }]);
  });

  test('fifty times at once makes one booking', async () => {
    const property = await roomy();
    const answers = await Promise.all(Array.from({ length: 50 }, () => book(property, 'k1')));
    expect(new Set(answers.map((one) => one.text)).size).toBe(1);
    expect(answers.filter((one) => one.headers['idempotent-replayed'] !== 'true')).toHaveLength(1);
    expect(await bookings(property)).toHaveLength(1);
  });

  test('works for every write: availability, messages and cancellations', async () => {
    const property = await roomy();
    const { order_id } = (await book(property, 'k1')).body;
    const writes: [string, () => ReturnType<typeof api.get>][] = [
      [
        'availability',
        () =>
          api.post(
            `/api/availability/${property.token}`,
            [{ room_id: property.room, date: '2027-05-01', todate: '2027-05-09', price: 3 }],
            key('a'),
          ),
      ],
      [
        'messages',
        () => api.post(`/api/messages/${property.token}`, { rid: order_id, reply: 'hi' }, key('m')),
      ],
      [
        'cancellation',
        () => api.delete(`/api/bookings/${property.token}?order_id=${order_id}&date=2027-03-02`, key('c')),
      ],
    ];
    for (const [name, write] of writes) {
      const first = await write();
      const before = await fingerprint(api.db);
      const again = await write();
      expect([name, again.status, again.text]).toEqual([name, 200, first.text]);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(await fingerprint(api.db)).toBe(before);
    }
  });

  test('is forgotten after 24 hours and not before', async () => {
    const property = await roomy();
    const first = await book(property, 'k1');
    api.clock = NOW.add({ hours: 24 });
    expect((await book(property, 'k1')).text).toBe(first.text);
    api.clock = NOW.add({ hours: 24, milliseconds: 1 });
    const later = await book(property, 'k1');
    expect(later.body.order_id).not.toBe(first.body.order_id);
    expect((await book(property, 'k1')).text).toBe(later.text);
  });

  test('is unknown to other properties', async () => {
    const [one, other] = [await roomy(), await roomy()];
    await book(one, 'k1');
    const answer = await book(other, 'k1');
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    expect(answer.body.hotel_id).toBe(other.hotelId);
  });

  test('is known to all tokens of the property', async () => {
    const property = await roomy();
    const path = `/properties/${property.hotelId}/tokens`;
    const { api_token } = (await api.operator('POST', path, { label: 'second' })).body;
    const first = await book(property, 'k1');
    expect((await book({ ...property, token: api_token }, 'k1')).text).toBe(first.text);
  });
});

describe('the same key with another write', () => {
  test('is refused and changes nothing', async () => {
    const property = await roomy();
    const { order_id } = (await book(property, 'k1')).body;
    const { token, room } = property;
    const before = await fingerprint(api.db);
    const others = [
      await book(property, 'k1', { price: 360.51 }),
      await book(property, 'k1', { email: 'ada@example.com' }),
      await api.post(
        `/api/availability/${token}`,
        { room_id: room, date: '2027-03-01', price: 1 },
        key('k1'),
      ),
      await api.delete(`/api/bookings/${token}?order_id=${order_id}&date=2027-03-01`, key('k1')),
    ];
    for (const answer of others) expectProblem(answer, 400, 'idempotency_key_reused');
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('is refused when only its query differs', async () => {
    const property = await roomy();
    const one = (await book(property, 'k1')).body.order_id;
    const two = (await book(property, 'k2')).body.order_id;
    const cancel = (order: number) =>
      api.delete(`/api/bookings/${property.token}?order_id=${order}&date=2027-03-01`, key('c'));
    expect((await cancel(one)).status).toBe(200);
    expectProblem(await cancel(two), 400, 'idempotency_key_reused');
    expect((await bookings(property)).map((booking) => booking.status).toSorted()).toEqual([
      'cancelled',
      'confirmed',
    ]);
  });
});

describe('a key whose write', () => {
  test('was refused is free again', async () => {
    const property = await api.property();
    expectProblem(await book(property, 'k1', { room_id: 999_999 }), 400, 'unknown_room');
    expectProblem(await book(property, 'k1', { price: -1 }), 400, 'invalid_data');
    const answer = await book(property, 'k1');
    expect(answer.status).toBe(200);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  });

  test('was only tried out (dry_run) is free again', async () => {
    const { token, room } = await api.property();
    const night = { room_id: room, date: '2027-03-01', price: 1 };
    const dry = await api.post(`/api/availability/${token}?dry_run=true`, night, key('k1'));
    expect(dry.status).toBe(200);
    const wet = await api.post(`/api/availability/${token}`, night, key('k1'));
    expect([wet.status, wet.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  test('fails while others wait for it leaves the next of them its turn', async () => {
    const property = await api.property();
    await book(property, 'other');
    const answers = await Promise.all(Array.from({ length: 10 }, () => book(property, 'k1')));
    for (const answer of answers) expectProblem(answer, 400, 'room_unavailable');
  });
});

describe('a key', () => {
  test.each([
    'x',
    'x'.repeat(255),
    '6f1c2a10-booking-77',
    'é',
    "'; --",
    '{"a":1}',
  ])('may be any text of 1 to 255 characters: %s', async (value) => {
    const property = await roomy();
    expect((await book(property, value)).status).toBe(200);
    expect((await book(property, value)).headers['idempotent-replayed']).toBe('true');
  });

  test.each(['', 'x'.repeat(256)])('of another length is refused: "%s"', async (value) => {
    const property = await roomy();
    expectProblem(await book(property, value), 400, 'invalid_parameters', ['Idempotency-Key']);
    expect(await bookings(property)).toEqual([]);
  });

  test('of a read is not looked at', async () => {
    const { token } = await api.property();
    const answer = await api.get(`/api/rentals/${token}`, key('x'.repeat(300)));
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });
});

describe("on the operator's side", () => {
  const send = (method: string, path: string, body: object | undefined, value: string) =>
    api.request(method, `/operator${path}`, {
      ...(body && { body }),
      headers: { authorization: `Bearer ${OPERATOR_KEY}`, ...key(value) },
    });

  test('a key makes one property, and its token is shown once and stored nowhere', async () => {
    const body = { name: 'Quinta', currency: 'EUR' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('POST', '/properties', body, 'p1')),
    );
    expect(new Set(answers.map((one) => one.body.hotel_id)).size).toBe(1);
    const tokens = answers.map((one) => one.body.api_token).filter((token) => token !== null);
    expect(tokens).toEqual([expect.stringMatching(/^pms_live_/)]);
    expect(answers.filter((one) => one.headers['idempotent-replayed'] === 'true')).toHaveLength(9);
    expect((await api.get(`/api/hotels/${tokens[0]}`)).status).toBe(200);
    const stored = await api.db.query('select 1 from idempotency_keys as k where k::text like $1', [
      `%${tokens[0]}%`,
    ]);
    expect(stored).toEqual([]);
    expectProblem(
      await send('POST', '/properties', { ...body, name: 'Other' }, 'p1'),
      400,
      'idempotency_key_reused',
    );
  });

  test('a key makes one token, which is not shown again', async () => {
    const { hotelId } = await api.property();
    const path = `/properties/${hotelId}/tokens`;
    const first = await send('POST', path, { label: 'x' }, 't1');
    const again = await send('POST', path, { label: 'x' }, 't1');
    expect(again.body).toEqual({ ...first.body, api_token: null });
    expect((await api.operator('GET', path)).body).toHaveLength(2);
  });

  test('a key works for changes and deletions too', async () => {
    const { hotelId, room } = await api.property();
    const patch = () => send('PATCH', `/properties/${hotelId}/rooms/${room}`, { name: 'B' }, 'r1');
    const first = await patch();
    expect(await patch()).toMatchObject({ text: first.text, headers: { 'idempotent-replayed': 'true' } });
    const remove = () => send('DELETE', `/properties/${hotelId}/rooms/${room}`, undefined, 'd1');
    expect((await remove()).status).toBe(200);
    // Without the key it would be unknown_room now.
    expect(await remove()).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
  });
});
