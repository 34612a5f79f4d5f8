// How a change that waited is sent: what counts as done, for whom it is sent, and what it is like when it is sent again.
import { afterEach, describe, expect, test } from 'vitest';
import { asSentAgain, deliver } from '../../../web/outbox/delivery.ts';
import type { WaitingChange } from '../../../web/outbox/effects.ts';
import { listen } from '../desk/listening.ts';

let server: Awaited<ReturnType<typeof listen>> | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const change = (more: object = {}) =>
  ({
    id: 1,
    key: 'k',
    request: {
      method: 'PATCH',
      path: `${server?.origin ?? ''}/api/units/session`,
      body: { condition: 'clean' },
    },
    attemptedAt: null,
    failures: 0,
    problem: null,
    ...more,
  }) as unknown as WaitingChange;
const keeping = { now: 1_000, today: null, keep: async () => {}, isTheirs: () => true };

describe('an answer', () => {
  test.each([
    ['JSON', { body: '{"unit_id":1}' }, { ended: 'done', answer: { data: { unit_id: 1 }, etag: null } }],
    ['without a body', { status: 204 }, { ended: 'done', answer: { data: undefined, etag: null } }],
    [
      'a page of a proxy',
      { type: 'text/html', body: '<h1>Sign in</h1>' },
      { ended: 'unreachable', isServer: false },
    ],
    ['nothing', { body: '' }, { ended: 'unreachable', isServer: false }],
  ])('%s', async (_, reply, ended) => {
    server = await listen(() => reply);
    expect(await deliver(change(), keeping)).toEqual(ended);
  });
});

test('is not sent for somebody else who uses the page by now', async () => {
  server = await listen(() => ({}));
  let isTheirs = true;
  const keep = async () => {
    isTheirs = false;
  };
  expect(await deliver(change(), { ...keeping, keep, isTheirs: () => isTheirs })).toEqual({ ended: 'left' });
  expect(server.requests).toEqual([]);
});

describe('sent again', () => {
  const expects = { member: 'notes', value: null };
  const request = { method: 'PATCH', path: '/x', body: { notes: 'n' }, ifMatch: '"1"', expects };
  const refused = (code: string) => change({ request, attemptedAt: 5, failures: 5, problem: { code } });

  test('after failures it is the same request, which may be done', () => {
    const again = asSentAgain(refused('server_failed'));
    expect(again).toEqual({ request, problem: null, failures: 0 });
  });

  test('after a change of somebody else it is sent whatever the record is', () => {
    for (const code of ['changed_meanwhile', 'precondition_failed']) {
      const { key, ...again } = asSentAgain(refused(code));
      expect(again).toEqual({
        request: { method: 'PATCH', path: '/x', body: { notes: 'n' } },
        attemptedAt: null,
        problem: null,
        failures: 0,
      });
      expect(key).not.toBe('k');
    }
  });

  test('with what the refusal asks for it is another request', () => {
    const { key, ...again } = asSentAgain(refused('unit_not_ready'), { unready: true });
    expect(again).toMatchObject({
      request: { ...request, body: { notes: 'n', unready: true } },
      attemptedAt: null,
    });
    expect(key).not.toBe('k');
  });

  test('has a new key when the server has forgotten the old one', () => {
    const { key, ...again } = asSentAgain(refused('outcome_unknown'));
    expect(again).toMatchObject({ request, attemptedAt: null });
    expect(key).not.toBe('k');
  });
});
