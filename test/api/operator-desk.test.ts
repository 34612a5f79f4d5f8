// Creating tasks, posting ledger entries and replying to reviews through the operator API.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { NO_DATES, refusalsBy } from './expectations.ts';
import { guestReviews, otaSells } from './outside-events.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
api.clock = NOW;
beforeEach(() => {
  api.clock = NOW;
});

const at = ({ hotelId }: TestProperty, method: string, path: string, body: object) =>
  api.operator(method, `/properties/${hotelId}${path}`, body);

const expectRefused = refusalsBy(api);

describe('a task', () => {
  const make = (property: TestProperty, more: object = {}) =>
    at(property, 'POST', '/tasks', {
      room_id: property.room,
      task_name: 'Light bulb',
      date: '2027-03-01',
      ...more,
    });

  test('is made pending, of no booking, and listed', async () => {
    const property = await api.property();
    const answer = await make(property, { assignee: 'Marta' });
    expect(answer.body).toEqual({
      task_id: expect.any(Number),
      hotel_id: property.hotelId,
      room_id: property.room,
      task_name: 'Light bulb',
      assignee: 'Marta',
      status: 'pending',
      updated: '2026-06-15T10:00:00.000Z',
      date: '2027-03-01',
      order_id: null,
      unit_id: null,
      unit: null,
      photos: [],
    });
    expect((await api.get(`/api/tasks/${property.token}`)).body).toEqual([answer.body]);
    expect((await make(property)).body.assignee).toBe(null);
  });

  test('is assigned, renamed, moved and freed again', async () => {
    const property = await api.property();
    const { task_id } = (await make(property)).body;
    const patch = (body: object) => at(property, 'PATCH', `/tasks/${task_id}`, body);
    api.clock = Temporal.Instant.from('2026-06-15T11:00:00Z');
    expect((await patch({ assignee: 'Rui', task_name: ' Lamp ', date: '2027-03-02' })).body).toMatchObject({
      assignee: 'Rui',
      task_name: 'Lamp',
      date: '2027-03-02',
      updated: '2026-06-15T11:00:00.000Z',
    });
    expect((await patch({ assignee: null })).body).toMatchObject({ assignee: null, task_name: 'Lamp' });
  });

  const STATES = ['pending', 'in_progress', 'done', 'cancelled'];
  const WAYS: Record<string, string[]> = {
    pending: [],
    in_progress: ['in_progress'],
    done: ['done'],
    cancelled: ['cancelled'],
  };
  const POSSIBLE = new Set([
    ...['pending', 'in_progress', 'done'].flatMap((from) =>
      ['pending', 'in_progress', 'done'].map((to) => `${from}>${to}`),
    ),
    'pending>cancelled',
    'in_progress>cancelled',
    'cancelled>pending',
    'cancelled>in_progress',
    ...STATES.map((state) => `${state}>${state}`),
  ]);

  test.each(
    STATES.flatMap((from) => STATES.map((to) => [from, to] as const)),
  )('from %s to %s', async (from, to) => {
    const property = await api.property();
    const { task_id } = (await make(property)).body;
    const patch = (status: string) => at(property, 'PATCH', `/tasks/${task_id}`, { status });
    for (const state of WAYS[from]!) await patch(state);
    if (!POSSIBLE.has(`${from}>${to}`)) return expectRefused(() => patch(to), 'invalid_transition');
    const answer = await patch(to);
    expect([answer.status, answer.body.status]).toEqual([200, to]);
  });

  test.each<[object, string]>([
    [{ task_name: '' }, 'task_name'],
    [{ task_name: ' ' }, 'task_name'],
    [{ task_name: undefined }, 'task_name'],
    [{ room_id: undefined }, 'room_id'],
    [{ date: undefined }, 'date'],
    [{ assignee: '' }, 'assignee'],
    ...NO_DATES.map((date): [object, string] => [{ date }, 'date']),
  ])('is refused for %j', async (more, field) => {
    const property = await api.property();
    await expectRefused(() => make(property, more), 'invalid_data', [field]);
  });

  test('of an unknown room, or with an unknown id, is refused', async () => {
    const [property, other] = [await api.property(), await api.property()];
    await expectRefused(() => make(property, { room_id: other.room }), 'unknown_room');
    const foreign = (await make(other)).body.task_id;
    for (const id of [999_999, foreign]) {
      await expectRefused(() => at(property, 'PATCH', `/tasks/${id}`, { status: 'done' }), 'unknown_task');
    }
    await expectRefused(
      () => at(property, 'PATCH', `/tasks/${foreign}`, { status: 'late' }),
      'invalid_data',
      ['status'],
    );
  });
});

describe('an entry', () => {
  const post = (property: TestProperty, more: object = {}) =>
    at(property, 'POST', '/accounting', { amount: -35.5, type: 'expense', description: 'Bulbs', ...more });

  test('is posted today, of no room and no booking, unless it says otherwise', async () => {
    const property = await api.property();
    const { reservationId } = await otaSells(api, property);
    const answer = await post(property);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      hotel_id: property.hotelId,
      amount: -35.5,
      type: 'expense',
      description: 'Bulbs',
      currency: 'EUR',
      room_id: null,
      order_id: null,
      date: '2026-06-15',
      created_at: '2026-06-15T10:00:00.000Z',
      code: 'expense',
      quantity: null,
      service_from: null,
      service_until: null,
      vat_category: null,
      vat_rate: null,
      collected_by: null,
      method: null,
      reference: null,
      reverses_id: null,
      day_amounts: null,
      posted_by: { kind: 'operator', name: null },
    });
    const whole = await post(property, {
      room_id: property.room,
      order_id: reservationId,
      date: '2026-01-31',
    });
    expect(whole.body).toMatchObject({ room_id: property.room, order_id: reservationId, date: '2026-01-31' });
    const nothing = await post(property, { room_id: null, order_id: null, description: '' });
    expect(nothing.body).toMatchObject({ room_id: null, order_id: null, description: '' });
  });

  test.each([
    [{ amount: 0.001 }, 'amount'],
    [{ amount: -1e-30 }, 'amount'],
    [{ amount: 1e15 }, 'amount'],
    [{ amount: '5' }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ type: ' ' }, 'type'],
    [{ type: 'x'.repeat(51) }, 'type'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ description: undefined }, 'description'],
    [{ date: '2026-02-29' }, 'date'],
  ])('is refused for %j', async (more, field) => {
    const property = await api.property();
    await expectRefused(() => post(property, more), 'invalid_data', [field]);
  });

  test('of an unknown room or booking is refused', async () => {
    const [property, other] = [await api.property(), await api.property()];
    const foreign = await otaSells(api, other);
    await expectRefused(() => post(property, { room_id: other.room }), 'unknown_room');
    await expectRefused(() => post(property, { order_id: foreign.reservationId }), 'unknown_booking');
  });
});

describe('a reply to a review', () => {
  const reply = (property: TestProperty, id: number, text: unknown) =>
    at(property, 'POST', `/reviews/${id}/reply`, { reply: text });

  test('is shown with the review; the same reply again changes nothing, another is refused', async () => {
    const property = await api.property();
    const id = await guestReviews(api, property, { score: 9, at: '2026-06-14T08:00:00Z' });
    const answer = await reply(property, id, ' Thank you! ');
    expect(answer.body).toMatchObject({ id, reply: 'Thank you!' });
    expect((await api.get(`/api/reviews/${property.token}`)).body).toEqual([answer.body]);
    const before = await fingerprint(api.db);
    expect((await reply(property, id, 'Thank you!')).body).toEqual(answer.body);
    expect(await fingerprint(api.db)).toBe(before);
    await expectRefused(() => reply(property, id, 'Other'), 'already_replied');
  });

  test('is refused when it is no text, or the review is unknown or of another property', async () => {
    const [property, other] = [await api.property(), await api.property()];
    const id = await guestReviews(api, property, { score: 9, at: '2026-06-14T08:00:00Z' });
    const foreign = await guestReviews(api, other, { score: 9, at: '2026-06-14T08:00:00Z' });
    for (const text of ['', ' ', 5, null, 'x'.repeat(5_001), 'a\0']) {
      await expectRefused(() => reply(property, id, text), 'invalid_data', ['reply']);
    }
    for (const unknown of [999_999, foreign]) {
      await expectRefused(() => reply(property, unknown, 'Hello'), 'unknown_review');
    }
  });
});
