// Delivery of replies to reviews: what is shown of it, when another reply is taken, and what an erasure leaves.
import { beforeEach, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import type { Failure } from '../../src/model/cause.ts';
import { ingestReview } from '../../src/pms/channel-sync/ingest/reviews.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../src/pms/property-transaction.ts';
import { recordReviewReply } from '../../src/pms/reviews.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { guestReviews, otaSells } from './outside-events.ts';

const api = useApi();
const AT = Temporal.Instant.from('2027-06-15T10:00:00Z');
let property: TestProperty;

beforeEach(async () => {
  api.clock = AT;
  property = await api.property({ rooms: [{ units: 1 }] });
});

const REFUSED: Failure = { reason: 'HTTP 422: Ada', cause: { code: 'refused', said: 'Ada was named' } };
const list = async (query = '') => (await api.get(`/api/reviews/${property.token}${query}`)).body;
const reply = (id: number, text: string) =>
  api.operator('POST', `/properties/${property.hotelId}/reviews/${id}/reply`, { reply: text });
const change = (work: (tx: PropertyTransaction) => Promise<unknown>) =>
  inPropertyTransaction(api.db, { hotelId: property.hotelId, now: api.clock!, actor: INNWIRE }, work);
const events = async (): Promise<any[]> =>
  (await api.get(`/api/events/${property.token}?kinds=review.*`)).body;

test('a reply that failed says why, waits for another, and takes the same text again', async () => {
  const id = await guestReviews(api, property, { score: 9, at: '2027-06-14T08:00:00Z' });
  expect(await list()).toMatchObject([{ delivery: null, delivery_error: null, delivery_error_cause: null }]);
  await reply(id, 'Thank you!');
  expect(await list('?unanswered=true')).toEqual([]);
  expect((await reply(id, 'Other')).body).toMatchObject({ code: 'already_replied' });
  await change((tx) => recordReviewReply(tx, { reviewId: id, queuedAt: AT }, 'failed', REFUSED));
  const failed = {
    id,
    reply: 'Thank you!',
    delivery: 'failed',
    delivery_error: REFUSED.reason,
    delivery_error_cause: REFUSED.cause,
  };
  expect(await list('?unanswered=true')).toMatchObject([failed]);
  api.clock = AT.add({ minutes: 5 });
  const again = await reply(id, 'Thank you!');
  expect(again.body).toMatchObject({ delivery: 'queued', delivery_error: null, delivery_error_cause: null });
  expect((await reply(id, 'Other')).body).toMatchObject({ code: 'already_replied' });
  expect((await events()).map(({ kind, data }) => [kind, data.delivery, data.delivery_error])).toEqual([
    ['review.received', null, null],
    ['review.replied', 'queued', null],
    ['review.changed', 'failed', REFUSED.reason],
    ['review.replied', 'queued', null],
  ]);
});

test('the result of an earlier reply does not change the present one', async () => {
  const id = await guestReviews(api, property, { score: 9, at: '2027-06-14T08:00:00Z' });
  await reply(id, 'One');
  await change((tx) => recordReviewReply(tx, { reviewId: id, queuedAt: AT }, 'failed', REFUSED));
  api.clock = AT.add({ minutes: 5 });
  await reply(id, 'Two');
  await change((tx) => recordReviewReply(tx, { reviewId: id, queuedAt: AT }, 'sent', null));
  expect(await list()).toMatchObject([{ reply: 'Two', delivery: 'queued' }]);
});

test('attempts that fail for one reason are in the log once', async () => {
  const id = await guestReviews(api, property, { score: 9, at: '2027-06-14T08:00:00Z' });
  await reply(id, 'One');
  for (let attempt = 0; attempt < 3; attempt++)
    await change((tx) => recordReviewReply(tx, { reviewId: id, queuedAt: AT }, 'queued', REFUSED));
  expect((await events()).map(({ kind }) => kind)).toEqual([
    'review.received',
    'review.replied',
    'review.changed',
  ]);
  expect(await list()).toMatchObject([{ delivery: 'queued', delivery_error: REFUSED.reason }]);
});

test.each([
  'failed',
  'queued',
] as const)('a reply given at the channel replaces one that is %s, and none that was sent', async (delivery) => {
  const review = {
    externalReview: 'r1',
    reference: null,
    soldBy: null,
    guestName: 'Ada',
    score: 8,
    scores: {},
    title: null,
    positive: 'Quiet',
    negative: null,
    language: 'en',
    at: AT,
    receipt: 'r',
  };
  await change((tx) => ingestReview(tx, 'airbnb', { ...review, reply: null }));
  const [{ id }] = await list();
  await reply(id, 'Ours');
  await change((tx) => recordReviewReply(tx, { reviewId: id, queuedAt: AT }, delivery, REFUSED));
  await change((tx) => ingestReview(tx, 'airbnb', { ...review, reply: 'Written there' }));
  const shown = {
    reply: 'Written there',
    delivery: 'sent',
    delivery_error: null,
    delivery_error_cause: null,
  };
  expect(await list()).toMatchObject([shown]);
  expect((await events()).at(-1)).toMatchObject({ kind: 'review.replied', data: shown });
  expect((await reply(id, 'Other')).body).toMatchObject({ code: 'already_replied' });
});

test('why a reply failed is forgotten with the guest, in the log too', async () => {
  const sold = await otaSells(api, property, { name: 'Ada Lovelace', email: 'ada@example.com' });
  const id = await guestReviews(api, property, {
    score: 9,
    at: '2027-06-14T08:00:00Z',
    rid: sold.reservationId,
  });
  await reply(id, 'Thank you, Ada!');
  await change((tx) => recordReviewReply(tx, { reviewId: id, queuedAt: AT }, 'failed', REFUSED));
  api.clock = Temporal.Instant.from('2030-06-15T10:00:00Z');
  const [{ guest_id }] = (await api.get(`/api/bookings/${property.token}?order_id=${sold.reservationId}`))
    .body;
  const at = `/properties/${property.hotelId}/guests/${guest_id}`;
  expect((await api.operator('GET', `${at}/export`)).body.reviews).toMatchObject([
    { delivery: 'failed', delivery_error: REFUSED.reason },
  ]);
  expect((await api.operator('POST', `${at}/erase`, {})).status).toBe(200);
  expect(await list()).toMatchObject([{ delivery_error: null, delivery_error_cause: null }]);
  expect(JSON.stringify(await events())).not.toMatch(/Ada was|422/);
});
