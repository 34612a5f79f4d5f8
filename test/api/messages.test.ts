// Conversations with guests: the list, and the message that a reply belongs to.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { guestWrites, otaSells } from './outside-events.ts';

const api = useApi({ sample: true });
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

async function booked(): Promise<TestProperty & { rid: number }> {
  const property = await api.property({ rooms: [{ units: 9 }] });
  const { reservationId } = await otaSells(api, property, { channel: 'airbnb' });
  return { ...property, rid: reservationId };
}

const reply = ({ token, rid }: { token: string; rid: number }, text: string) =>
  api.post(`/api/messages/${token}`, { rid, reply: text });
const list = async ({ token }: TestProperty, query = '') =>
  (await api.get(`/api/messages/${token}${query}`)).body;

describe('a reply', () => {
  test('to a guest text completes that exchange, and is queued', async () => {
    const stay = await booked();
    const id = await guestWrites(api, stay, { rid: stay.rid, text: 'At eight?', at: '2026-06-14T08:00:00Z' });
    expect(await list(stay)).toMatchObject([{ id, reply: null, replied_at: null, delivery: null }]);
    const answer = await reply(stay, '  Of course!  ');
    expect(answer.status).toBe(200);
    expect(Object.entries(answer.body)).toEqual([
      ['id', id],
      ['hotel_id', stay.hotelId],
      ['rid', stay.rid],
      ['message', 'At eight?'],
      ['reply', 'Of course!'],
      ['created_at', '2026-06-14T08:00:00.000Z'],
      ['channel', 'airbnb'],
      ['replied_at', '2026-06-15T10:00:00.000Z'],
      ['delivery', 'queued'],
      ['delivery_error', null],
      ['needs_reply', false],
      ['attachments', []],
      ['delivery_error_cause', null],
    ]);
    expect(await list(stay)).toEqual([answer.body]);
  });

  test('goes to the newest exchange without one, then to older ones, then makes an exchange of its own', async () => {
    const stay = await booked();
    const older = await guestWrites(api, stay, { rid: stay.rid, text: '1', at: '2026-06-14T08:00:00Z' });
    const newer = await guestWrites(api, stay, { rid: stay.rid, text: '2', at: '2026-06-14T09:00:00Z' });
    expect((await reply(stay, 'to 2')).body).toMatchObject({ id: newer, message: '2', reply: 'to 2' });
    expect((await reply(stay, 'to 1')).body).toMatchObject({ id: older, message: '1', reply: 'to 1' });
    const own = (await reply(stay, 'by the way')).body;
    expect(own).toMatchObject({
      message: null,
      reply: 'by the way',
      channel: 'airbnb',
      created_at: '2026-06-15T10:00:00.000Z',
    });
    expect([older, newer]).not.toContain(own.id);
  });

  test('does not complete an exchange of another booking', async () => {
    const stay = await booked();
    const other = await otaSells(api, stay, { reference: '2' });
    await guestWrites(api, stay, { rid: other.reservationId, text: 'mine' });
    expect((await reply(stay, 'hello')).body.message).toBe(null);
    expect(await list(stay, `?rid=${other.reservationId}`)).toMatchObject([{ message: 'mine', reply: null }]);
  });

  test('to a direct guest belongs to the channel direct', async () => {
    const stay = await booked();
    const { body } = await api.post(`/api/bookings/${stay.token}`, {
      room_id: stay.room,
      name: 'Ada',
      checkin: '2027-03-01',
      checkout: '2027-03-02',
      price: 1,
    });
    const answer = await reply({ ...stay, rid: body.order_id }, 'Welcome');
    expect(answer.body).toMatchObject({ channel: 'direct', delivery: 'queued' });
  });

  test('is queued for dispatch in the transaction that stored it', async () => {
    const stay = await booked();
    const { id } = (await reply(stay, 'hello')).body;
    const queued = await api.db.query(
      `select 1 from messages where message_id = $1 and delivery = 'queued' and retry_at is null`,
      [id],
    );
    expect(queued).toHaveLength(1);
  });

  test('of which several race each finds an exchange of its own', async () => {
    const stay = await booked();
    for (const text of ['1', '2', '3']) await guestWrites(api, stay, { rid: stay.rid, text });
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => reply(stay, text)));
    expect(new Set(answers.map((one) => one.body.id)).size).toBe(5);
    expect(answers.filter((one) => one.body.message === null)).toHaveLength(2);
  });

  test('may have 5,000 characters, any of them that people can see', async () => {
    const stay = await booked();
    expect((await reply(stay, '😀'.repeat(5_000))).body.reply).toBe('😀'.repeat(5_000));
    expect((await reply(stay, 'a\r\nb\tc "\\" \u2028 <b>')).body.reply).toBe('a\r\nb\tc "\\" \u2028 <b>');
    expect((await reply(stay, 'a\u0001b')).body.reply, 'a control character').toBe('ab');
  });
});

describe('a reply is refused, and nothing changes,', () => {
  test.each([
    ['without a body', undefined, ['body']],
    ['with nothing in it', {}, ['rid', 'reply']],
    ['with nothing of its type', { rid: '1', reply: 1 }, ['rid', 'reply']],
    ['when it is empty', { rid: 1, reply: '' }, ['reply']],
    ['when it is blank', { rid: 1, reply: ' \n' }, ['reply']],
    ['when it is null', { rid: 1, reply: null }, ['reply']],
    ['when it has 5,001 characters', { rid: 1, reply: 'x'.repeat(5_001) }, ['reply']],
    ['with NUL', { rid: 1, reply: 'a\0' }, ['reply']],
    ['with half a character', { rid: 1, reply: '\udc00' }, ['reply']],
  ])('%s', async (_, body, fields) => {
    const { token } = await api.property();
    const before = await fingerprint(api.db);
    expectProblem(await api.post(`/api/messages/${token}`, body), 400, 'invalid_data', fields);
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('for a booking that nobody has, or another property has', async () => {
    const [stay, other] = [await booked(), await booked()];
    const before = await fingerprint(api.db);
    for (const rid of [0, -1, 999_999, Number.MAX_SAFE_INTEGER, other.rid]) {
      expectProblem(await reply({ ...stay, rid }, 'hello'), 400, 'unknown_booking');
    }
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('with 403 in the sandbox', async () => {
    expectProblem(await api.post('/api/messages/api_token', { rid: 1, reply: 'x' }), 403, 'demo_mode');
  });
});

describe('the list', () => {
  test('is ordered by created_at, then id, over all bookings; ?rid picks one', async () => {
    const stay = await booked();
    const second = (await otaSells(api, stay, { reference: '2' })).reservationId;
    const write = (rid: number, text: string, at: string) => guestWrites(api, stay, { rid, text, at });
    await write(stay.rid, 'third', '2026-06-14T10:00:00Z');
    await write(second, 'first', '2026-06-14T08:00:00Z');
    await write(stay.rid, 'second', '2026-06-14T09:00:00Z');
    await write(second, 'fourth', '2026-06-14T10:00:00Z');
    const texts = async (query = '') => (await list(stay, query)).map((one: any) => one.message);
    expect(await texts()).toEqual(['first', 'second', 'third', 'fourth']);
    expect(await texts(`?rid=${second}`)).toEqual(['first', 'fourth']);
  });

  test('is [] for an unknown rid, one of another property, or no messages at all', async () => {
    const [stay, other] = [await booked(), await booked()];
    await guestWrites(api, other, { rid: other.rid, text: 'theirs' });
    for (const query of ['', '?rid=999999', `?rid=${other.rid}`]) expect(await list(stay, query)).toEqual([]);
  });

  test.each(['rid=x', 'rid=1.5', 'rid=1&rid=2', 'rid='])('refuses ?%s', async (query) => {
    const { token } = await api.property();
    expectProblem(await api.get(`/api/messages/${token}?${query}`), 400, 'invalid_parameters', ['rid']);
  });
});
