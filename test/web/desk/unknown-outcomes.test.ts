// Keys of requests whose answer was lost.
import { afterEach, describe, expect, test } from 'vitest';
import { forgetChanges, make } from '../../../web/desk/changes.ts';
import { type ChangeRequest, ServerRefusal } from '../../../web/desk/server.ts';
import { forgetKey, isDefinite, KEY_MS, keepKey, keyOf } from '../../../web/desk/unknown-outcomes.ts';
import { listen } from './listening.ts';

const payment = (amount: number, path = '/operator/properties/1/accounting'): ChangeRequest => ({
  method: 'POST',
  path,
  body: { type: 'payment', amount },
});

describe('the key of a request', () => {
  afterEach(() => forgetKey(1, payment(50)));

  test('is that of an equal one without an answer', () => {
    const sent = keyOf(1, payment(50));
    expect(sent.isRepeat).toBe(false);
    keepKey(1, payment(50), sent);
    expect(keyOf(1, payment(50))).toMatchObject({ key: sent.key, isRepeat: true });
    // The version that a record must have is not part of what is done.
    expect(keyOf(1, { ...payment(50), ifMatch: '"a"' }).key).toBe(sent.key);
  });

  test.each([
    ['of another person', 2, payment(50)],
    ['of another amount', 1, payment(60)],
    ['at another property', 1, payment(50, '/operator/properties/2/accounting')],
  ])('is another one %s', (_, userId, other) => {
    const sent = keyOf(1, payment(50));
    keepKey(1, payment(50), sent);
    expect(keyOf(userId, other)).toMatchObject({ isRepeat: false });
  });

  test('is another one after an answer, and once the server has forgotten it', () => {
    const sent = keyOf(1, payment(50), 0);
    keepKey(1, payment(50), sent);
    expect(keyOf(1, payment(50), KEY_MS).key).toBe(sent.key);
    expect(keyOf(1, payment(50), KEY_MS + 1).isRepeat).toBe(false);
    keepKey(1, payment(50), keyOf(1, payment(50)));
    forgetKey(1, payment(50));
    expect(keyOf(1, payment(50)).isRepeat).toBe(false);
  });
});

test.each([
  [409, 'room_unavailable', true],
  [422, 'invalid_data', true],
  [409, 'other_person', false],
  [401, 'not_signed_in', false],
  [429, 'too_many_requests', false],
  [503, 'unknown', false],
])('a refusal %d %s is definite: %s', (status, code, isSo) => {
  expect(isDefinite(new ServerRefusal(status, { status, code, title: '', detail: '' } as never))).toBe(isSo);
});

describe('a payment without an answer', () => {
  let server: Awaited<ReturnType<typeof listen>>;
  afterEach(async () => {
    forgetChanges();
    await server.close();
  });
  const pay = () => make({ done: 'Paid', request: payment(50, `${server.origin}/accounting`) });

  test('is sent again with its key; the next equal one is another payment', async () => {
    let isDown = true;
    server = await listen(() => (isDown ? null : { body: '{"id":7}' }));
    // Without a network there is one attempt.
    expect(await pay()).toEqual({ ok: false, problem: null });
    isDown = false;
    expect((await pay()).ok).toBe(true);
    expect((await pay()).ok).toBe(true);
    const [first, second, third] = server.keys;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('that was done all the same is not taken for another one', async () => {
    let isDown = true;
    server = await listen(() => (isDown ? null : { body: '{"id":7}', isReplayed: true }));
    await pay();
    isDown = false;
    expect(await pay()).toMatchObject({ ok: true, wasDone: true });
    // An answer that came again within one press is no surprise.
    expect(await pay()).toMatchObject({ ok: true, wasDone: false });
  });
});
