// Reviews of guests by the house over the API: listed, written once, and without texts once the guest is erased.
import { beforeEach, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { recordGuestReviewResult } from '../../src/pms/guest-reviews.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { guestHasReviewed, otaSells } from './outside-events.ts';

const api = useApi();
let property: TestProperty;
let order: number;
let review: number;

beforeEach(async () => {
  api.clock = Temporal.Instant.from('2027-06-15T10:00:00Z');
  property = await api.property({ rooms: [{ units: 1 }] });
  const sold = await otaSells(api, property, { name: 'Ada Lovelace', email: 'ada@example.com' });
  order = sold.reservationId;
  review = await guestHasReviewed(api, property, order);
});

const list = async (query = '') => (await api.get(`/api/guest_reviews/${property.token}${query}`)).body;
const RATINGS = { respect_house_rules: 5, communication: 4, cleanliness: 3, recommended: true };
const write = (given: object = {}) =>
  api.post(`/api/guest_reviews/${property.token}`, {
    guest_review_id: review,
    ...RATINGS,
    public_review: 'A pleasure to have.',
    ...given,
  });

test('one that waits is listed with its guest and its stay', async () => {
  expect(await list()).toEqual([
    {
      guest_review_id: review,
      hotel_id: property.hotelId,
      channel: 'airbnb',
      state: 'open',
      guest_name: 'Ada Lovelace',
      order_id: order,
      write_by: '2027-06-16T10:00:00.000Z',
      respect_house_rules: null,
      communication: null,
      cleanliness: null,
      recommended: null,
      public_review: null,
      private_review: null,
      tags: [],
      error: null,
      error_cause: null,
      created_at: '2027-06-15T10:00:00.000Z',
      updated_at: '2027-06-15T10:00:00.000Z',
    },
  ]);
  expect(await list(`?order_id=${order}`)).toHaveLength(1);
  expect(await list(`?order_id=${order + 1}`)).toEqual([]);
  expect(await list('?waiting=true')).toHaveLength(1);
});

test('the same review again changes nothing, and another one is refused', async () => {
  const first = await write({ private_review: ' Come again! ', tags: [TIDY] });
  expect(first.body).toMatchObject({
    ...RATINGS,
    state: 'queued',
    public_review: 'A pleasure to have.',
    private_review: 'Come again!',
    tags: [TIDY],
  });
  api.clock = api.clock!.add({ minutes: 1 });
  expect((await write({ private_review: 'Come again!', tags: [TIDY] })).body).toEqual(first.body);
  expect(await write({ public_review: 'Another' })).toMatchObject({
    status: 400,
    body: { code: 'guest_review_written', data: { guest_review_id: review } },
  });
});

const TIDY = 'host_review_guest_positive_neat_and_tidy';

test('the log says that the guest was reviewed, and not what was written', async () => {
  await write({ public_review: 'Ada left the lights on' });
  const events = (await api.get(`/api/events/${property.token}?kinds=guest_review.*`)).body;
  expect(events.map(({ kind, data }: any) => [kind, data.state, data.cleanliness])).toEqual([
    ['guest_review.received', 'open', null],
    ['guest_review.written', 'queued', 3],
  ]);
  expect(JSON.stringify(events)).not.toMatch(/Ada|lights/);
});

test('after the time of the channel it is refused', async () => {
  api.clock = api.clock!.add({ hours: 25 });
  expect(await write()).toMatchObject({ status: 400, body: { code: 'guest_review_over' } });
});

test.each([
  ['no text', { public_review: ' ' }],
  ['a text that is too long', { public_review: 'x'.repeat(5_001) }],
  ['six stars', { cleanliness: 6 }],
  ['no star', { communication: 0 }],
  ['a tag that is not known', { tags: ['nice'] }],
  ['the same tag twice', { tags: [TIDY, TIDY] }],
])('%s is refused', async (_, given) => {
  expect(await write(given)).toMatchObject({ status: 400, body: { code: 'invalid_data' } });
  expect(await list()).toMatchObject([{ state: 'open' }]);
});

test('an erased guest leaves the ratings; what was on its way is not sent', async () => {
  await write({ private_review: 'Dear Ada' });
  api.clock = Temporal.Instant.from('2030-06-15T10:00:00Z');
  const [{ guest_id }] = (await api.get(`/api/bookings/${property.token}?order_id=${order}`)).body;
  const exported = await api.operator('GET', `/properties/${property.hotelId}/guests/${guest_id}/export`);
  expect(exported.body.guest_reviews).toMatchObject([{ private_review: 'Dear Ada' }]);
  const erased = await api.operator('POST', `/properties/${property.hotelId}/guests/${guest_id}/erase`, {});
  expect(erased.status).toBe(200);
  const [left] = await list();
  expect(left).toMatchObject({ ...RATINGS, state: 'over', private_review: null });
  expect(JSON.stringify(left)).not.toMatch(/Ada|pleasure/);
});

test('what the channel said about a review is forgotten with the guest, in the log too', async () => {
  const { hotelId } = property;
  await write();
  const failure = {
    reason: 'HTTP 422: Ada',
    cause: { code: 'refused', said: 'Ada was no pleasure' },
  } as const;
  await inPropertyTransaction(api.db, { hotelId, now: api.clock!, actor: INNWIRE }, (tx) =>
    recordGuestReviewResult(tx, review, failure),
  );
  expect(await list()).toMatchObject([{ state: 'open', error: failure.reason, error_cause: failure.cause }]);
  api.clock = Temporal.Instant.from('2030-06-15T10:00:00Z');
  const [{ guest_id }] = (await api.get(`/api/bookings/${property.token}?order_id=${order}`)).body;
  const erased = await api.operator('POST', `/properties/${hotelId}/guests/${guest_id}/erase`, {});
  expect(erased.status).toBe(200);
  expect(await list()).toMatchObject([{ error: null, error_cause: null }]);
  const { body: events } = await api.get(`/api/events/${property.token}?kinds=guest_review.changed`);
  expect(events).toMatchObject([{ data: { state: 'open', error: null, error_cause: null } }]);
});
