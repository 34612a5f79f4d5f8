// One confirmation is one write: however often, in whichever process and in whatever form its token is used.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildServer, type TestProperty } from '../harness/api.ts';
import { useEndpoint } from './endpoint.ts';
import { send, stateless } from './raw.ts';

const api = useEndpoint({ mcp: { confirm: 'strict' } });
let property: TestProperty;
let second: FastifyInstance;
let otherBase = '';

/** Another process on the same database. */
const startSecond = async () => {
  second = await buildServer(api.db, {
    baseUrl: () => 'http://127.0.0.1',
    now: () => api.clock ?? Temporal.Instant.fromEpochMilliseconds(Date.now()),
    mcp: { confirm: 'strict' },
  });
  otherBase = await second.listen({ host: '127.0.0.1', port: 0 });
};
beforeAll(startSecond);
afterAll(() => second.close());
beforeEach(async () => {
  api.clock = null;
  property = await api.property({ rooms: [{ units: 5 }] });
});

const stay = () => ({
  room_id: property.room,
  name: 'Ada',
  checkin: '2027-05-01',
  checkout: '2027-05-03',
  price: 200,
});
const bookings = async () => (await api.get(`/api/bookings/${property.token}`)).body;

const call = async (name: string, given: object, base = api.base) => {
  const { body, headers } = stateless('tools/call', { name, arguments: given });
  const answer = await send(`${base}/mcp/${property.token}`, { body, headers });
  return answer.message.result;
};
const preview = async (name: string, given: object, base?: string) => {
  const result = await call(name, given, base);
  expect(result.content[0].text).toMatch(/^confirmation_required: Nothing was changed yet\./);
  return result._meta['pms/error'].confirmation_token as string;
};

describe('a confirmation token', () => {
  test('makes one booking; the same call again gets the same answer, marked as replayed', async () => {
    const token = await preview('create_booking', stay());
    const given = { ...stay(), confirmation_token: token };
    const first = await call('create_booking', given);
    expect(first.structuredContent.booking.status).toBe('confirmed');
    const again = await call('create_booking', given);
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect([first._meta?.['pms/replayed'], again._meta['pms/replayed']]).toEqual([undefined, true]);
    expect(await bookings()).toHaveLength(1);
  });

  test('makes one booking when two processes get it at the same time', async () => {
    const given = { ...stay(), confirmation_token: await preview('create_booking', stay()) };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => call('create_booking', given, i % 2 ? otherBase : api.base)),
    );
    const orders = new Set(answers.map((answer) => answer.structuredContent.booking.order_id));
    expect(orders.size).toBe(1);
    expect(answers.filter((answer) => !answer._meta?.['pms/replayed'])).toHaveLength(1);
    expect(await bookings()).toHaveLength(1);
  });

  test('that another process gave is good here, and used there it is used here, also after a restart', async () => {
    const given = { ...stay(), confirmation_token: await preview('create_booking', stay(), otherBase) };
    const first = await call('create_booking', given);
    await second.close();
    await startSecond();
    const again = await call('create_booking', given, otherBase);
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect(await bookings()).toHaveLength(1);
  });

  test('for each of the four writes works once', async () => {
    const booked = await call('create_booking', {
      ...stay(),
      confirmation_token: await preview('create_booking', stay()),
    });
    const { order_id } = booked.structuredContent.booking;
    for (const [name, given] of [
      ['send_guest_message', { rid: order_id, reply: 'See you!' }],
      [
        'update_availability',
        { room_id: property.room, fromdate: '2027-06-01', todate: '2027-06-02', price: 90 },
      ],
      ['cancel_booking', { order_id: String(order_id), date: '2027-05-01' }],
    ] as const) {
      const confirmed = { ...given, confirmation_token: await preview(name, given) };
      const first = await call(name, confirmed);
      const again = await call(name, confirmed);
      expect(again.structuredContent, name).toEqual(first.structuredContent);
      expect(again._meta['pms/replayed'], name).toBe(true);
    }
    expect((await api.get(`/api/messages/${property.token}`)).body).toHaveLength(1);
  });

  test('is accepted in its one spelling only', async () => {
    const token = await preview('create_booking', stay());
    const [expires, nonce, signature] = token.split('.') as [string, string, string];
    for (const wrong of [
      `${token}.x`,
      `${token}.`,
      `${token} `,
      ` ${token}`,
      `${token}\n`,
      `${token}\0`,
      `0${token}`,
      `+${token}`,
      `${expires}.0.${nonce}.${signature}`,
      `${Number(expires) + 600}.${nonce}.${signature}`,
      `${expires}.${nonce.toUpperCase()}.${signature}`,
      `${expires}..${signature}`,
      `${expires}.${signature}`,
      `${expires}.${nonce}.${signature.slice(0, -1)}`,
      '',
    ]) {
      if (wrong === token) continue;
      const refused = await call('create_booking', { ...stay(), confirmation_token: wrong });
      expect(refused.content[0].text, JSON.stringify(wrong)).toMatch(/^confirmation_required: /);
    }
    expect(await bookings()).toEqual([]);
  });

  test('serves no other call: neither other arguments nor another tool, before nor after its use', async () => {
    const token = await preview('create_booking', stay());
    const other = { ...stay(), name: 'Grace', confirmation_token: token };
    expect((await call('create_booking', other)).content[0].text).toMatch(/^confirmation_required: /);
    await call('create_booking', { ...stay(), confirmation_token: token });
    expect((await call('create_booking', other)).content[0].text).toMatch(/^confirmation_required: /);
    const [{ order_id }] = await bookings();
    const cancel = { order_id: String(order_id), date: '2027-05-01', confirmation_token: token };
    expect((await call('cancel_booking', cancel)).content[0].text).toMatch(/^confirmation_required: /);
    expect(await bookings()).toHaveLength(1);
  });

  test('is not used up by a call that was refused', async () => {
    const small = await api.property({ rooms: [{ units: 1 }] });
    property = small;
    const given = { ...stay(), confirmation_token: await preview('create_booking', stay()) };
    const taken = await api.post(`/api/bookings/${property.token}`, stay());
    expect((await call('create_booking', given)).content[0].text).toMatch(/^room_unavailable: /);
    await api.delete(`/api/bookings/${property.token}?order_id=${taken.body.order_id}&date=2027-05-01`);
    expect((await call('create_booking', given)).structuredContent.booking.status).toBe('confirmed');
  });

  test('that has expired books nothing, but still returns what was done with it', async () => {
    const start = Temporal.Instant.fromEpochMilliseconds(Date.now());
    api.clock = start;
    const unused = { ...stay(), confirmation_token: await preview('create_booking', stay()) };
    const used = { ...stay(), confirmation_token: await preview('create_booking', stay()) };
    const first = await call('create_booking', used);
    api.clock = start.add({ minutes: 6 });
    expect((await call('create_booking', unused)).content[0].text).toMatch(/^confirmation_required: /);
    expect((await call('create_booking', used)).structuredContent).toEqual(first.structuredContent);
    api.clock = start.add({ hours: 30 });
    expect((await call('create_booking', used)).content[0].text).toMatch(/^confirmation_required: /);
    expect(await bookings()).toHaveLength(1);
  });

  test('of a second preview of the same call is another yes: it makes a second booking', async () => {
    const tokens = [await preview('create_booking', stay()), await preview('create_booking', stay())];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) await call('create_booking', { ...stay(), confirmation_token: token });
    expect(await bookings()).toHaveLength(2);
  });

  test('goes together with a key of the client, which then counts', async () => {
    const given = { ...stay(), idempotency_key: 'ada-1' };
    const token = await preview('create_booking', given);
    const first = await call('create_booking', { ...given, confirmation_token: token });
    const again = await call('create_booking', { ...given, confirmation_token: token });
    expect(again.structuredContent).toEqual(first.structuredContent);
    const [key] = await api.db.query<{ key: string }>(
      'select key from idempotency_keys where hotel_id = $1',
      [property.hotelId],
    );
    expect(key).toEqual({ key: 'ada-1' });
    expect(await bookings()).toHaveLength(1);
  });
});

test('an answered question that is sent again books nothing again', async () => {
  const ask = (more: object) => {
    const { body, headers } = stateless(
      'tools/call',
      { name: 'create_booking', arguments: stay(), ...more },
      { elicitation: { form: {} } },
    );
    return send(api.mcpUrl(property.token), { body, headers });
  };
  const asked = (await ask({})).message.result;
  expect(asked.resultType).toBe('input_required');
  const yes = {
    requestState: asked.requestState,
    inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
  };
  const answers = await Promise.all([ask(yes), ask(yes), ask(yes)]);
  const orders = answers.map(({ message }) => message.result.structuredContent.booking.order_id);
  expect(new Set(orders).size).toBe(1);
  expect(await bookings()).toHaveLength(1);
});
