// GET reviews.
import { expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { guestReviews, otaSells } from './outside-events.ts';

const api = useApi();

test('a review shows exactly its members', async () => {
  const property = await api.property();
  const { reservationId } = await otaSells(api, property);
  const id = await guestReviews(api, property, {
    score: 9.2,
    scores: { clean: 10, location: 8.5 },
    at: '2026-06-14T08:00:00Z',
    room: property.room,
    rid: reservationId,
    title: 'Like home',
  });
  const { body } = await api.get(`/api/reviews/${property.token}`);
  expect(body.map((review: object) => Object.entries(review))).toEqual([
    [
      ['id', id],
      ['hotel_id', property.hotelId],
      ['room_id', property.room],
      ['order_id', reservationId],
      ['channel', 'booking_com'],
      ['guest_name', 'Ada'],
      ['score', 9.2],
      ['scores', { clean: 10, location: 8.5 }],
      ['title', 'Like home'],
      ['positive', 'Quiet'],
      ['negative', null],
      ['language', 'en'],
      ['reply', null],
      ['created_at', '2026-06-14T08:00:00.000Z'],
      ['delivery', null],
      ['delivery_error', null],
      ['delivery_error_cause', null],
    ],
  ]);
});

test('the newest come first, and of the same moment the last that came', async () => {
  const property = await api.property();
  const ids: number[] = [];
  for (const at of ['2026-06-14T08:00:00Z', '2026-06-15T08:00:00Z', '2026-06-14T08:00:00Z']) {
    ids.push(await guestReviews(api, property, { score: 10, at }));
  }
  const { body } = await api.get(`/api/reviews/${property.token}`);
  expect(body.map((review: any) => review.id)).toEqual([ids[1], ids[2], ids[0]]);
  expect(body[0]).toMatchObject({ room_id: null, order_id: null, title: null, scores: {}, score: 10 });
});

test('without reviews the list is []', async () => {
  const { token } = await api.property();
  const answer = await api.get(`/api/reviews/${token}`);
  expect([answer.status, answer.text]).toEqual([200, '[]']);
});
