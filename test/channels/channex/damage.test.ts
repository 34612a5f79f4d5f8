// Damaged answers of Channex: no decoder throws or hangs, and what is no answer is never a success.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Verdict, WireResponse } from '../../../src/channels/channel.ts';
import { channex } from '../../../src/channels/channex/index.ts';
import { garbage, NEVER_GOOD } from '../garbage.ts';
import { NOW, staleNights } from '../stale-nights.ts';
import { answer, sampleConnection as connection, fixture } from './connection.ts';

const SAMPLES = [
  'booking_revisions-feed-response',
  'error-429',
  'message_threads-response',
  'messages-response',
  'restrictions-response-ok',
  'restrictions-response-warning',
  'reviews-response',
].map(fixture);

const nights = fc
  .sample(staleNights(connection.rooms), { seed: 7, numRuns: 20 })
  .find((some) => some.length > 5)!;
const push = channex.ari!.encode(nights, connection, NOW).at(-1)!;
const [feed] = channex.reservations!.requests(connection, { cursor: null, now: NOW });
const [threads] = channex.messages!.requests(connection, { cursor: null, now: NOW });
const pending = JSON.stringify({ seen: {}, pending: [{ id: 't1', thread: 'booking/b1' }] });
const [thread] = channex.messages!.requests(connection, { cursor: pending, now: NOW });
const reply = { text: 'Yes', reference: 'r', thread: null, key: 'k', queuedAt: NOW };

const DECODERS: [string, (response: WireResponse) => Verdict<unknown>][] = [
  ['a push', (response) => channex.ari!.decode(response, push, connection)],
  ['nights read back', (response) => channex.ari!.readBack!.decode(response, connection)],
  ['reservations', (response) => channex.reservations!.decode(response, feed!, connection)],
  [
    'acknowledgements',
    (response) => channex.reservations!.acknowledge!.decode(response, { ...feed!, method: 'POST' }),
  ],
  ['conversations', (response) => channex.messages!.decode(response, threads!, connection)],
  ['messages', (response) => channex.messages!.decode(response, thread!, connection)],
  ['reviews', (response) => channex.reviews!.decode(response, feed!, connection)],
  ['replies', (response) => channex.replies!.decodeSent(response)],
  ['checks of replies', (response) => channex.replies!.check!.decode(response, reply)],
  ['the test', (response) => channex.test!.decode(response, connection)],
];

test.each(DECODERS)('%s: whatever comes, a verdict with words, at once', (_name, decode) => {
  fc.assert(
    fc.property(
      garbage(SAMPLES),
      fc.constantFrom(200, 200, 200, 201, 301, 400, 401, 422, 429, 500, 503),
      (body, status) => {
        const verdict = decode(answer(body, status));
        if (verdict.kind === 'ok') return;
        expect(verdict.words).not.toBe('');
        expect(verdict.words.length).toBeLessThan(400);
      },
    ),
    { numRuns: 200 },
  );
});

test.each(DECODERS)('%s: what never was an answer is not taken for one', (_name, decode) => {
  for (const body of NEVER_GOOD) expect(decode(answer(body)).kind, body.slice(0, 40)).not.toBe('ok');
});

test('any part of the feed that is cut off changes nothing', () => {
  const body = fixture('booking_revisions-feed-response').trim();
  for (let end = 0; end < body.length; end += 1) {
    expect(channex.reservations!.decode(answer(body.slice(0, end)), feed!, connection).kind).toBe('retry');
  }
});

test('a revision with any one member gone or of another kind is read, or named as unreadable', () => {
  const { data } = JSON.parse(fixture('booking_revisions-feed-response'));
  const attributes = data[0].attributes;
  for (const name of Object.keys(attributes)) {
    for (const value of [undefined, null, 7, '', 'x', [], {}, [null], [[]], true]) {
      const body = { data: [{ ...data[0], attributes: { ...attributes, [name]: value } }] };
      const verdict = channex.reservations!.decode(answer(body), feed!, connection);
      if (verdict.kind === 'ok') {
        const stranger = name === 'property_id' && value !== undefined;
        expect(
          verdict.value.items.length + (verdict.value.unreadable?.length ?? 0) + (stranger ? 1 : 0),
        ).toBeGreaterThan(0);
      } else expect(verdict.words).not.toBe('');
    }
  }
});
