// Requests of guests at channels over the API: listed, answered, and without the guest once that one is erased.
import { beforeEach, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { recordAnswerRefused } from '../../src/pms/guest-requests.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { guestAsks, sendInquiry } from './outside-events.ts';

const api = useApi();
let property: TestProperty;
let inquiry: number;
let request: number;

beforeEach(async () => {
  api.clock = Temporal.Instant.from('2027-06-15T10:00:00Z');
  property = await api.property({ rooms: [{ units: 1 }] });
  inquiry = await sendInquiry(api, property, {
    text: 'Is it quiet?',
    name: 'Ada Lovelace',
    channel: 'airbnb',
  });
  request = await guestAsks(api, property, { inquiry, channel: 'airbnb' });
});

const list = async (query = '') => (await api.get(`/api/guest_requests/${property.token}${query}`)).body;
const answer = (given: object) =>
  api.post(`/api/guest_requests/${property.token}`, { guest_request_id: request, ...given });

test('a request is listed with who asks and its conversation', async () => {
  expect(await list()).toEqual([
    {
      guest_request_id: request,
      hotel_id: property.hotelId,
      channel: 'airbnb',
      kind: 'booking',
      state: 'open',
      guest_name: 'Ada Lovelace',
      inquiry_id: inquiry,
      order_id: null,
      room_id: property.room,
      checkin: '2027-08-01',
      checkout: '2027-08-04',
      adults: 2,
      children: [],
      price: 300,
      currency: 'EUR',
      answer_by: '2027-06-16T10:00:00.000Z',
      answer: null,
      error: null,
      created_at: '2027-06-15T10:00:00.000Z',
      updated_at: '2027-06-15T10:00:00.000Z',
      error_cause: null,
    },
  ]);
  expect(await list(`?guest_request_id=${request}`)).toHaveLength(1);
  expect(await list(`?guest_request_id=${request + 1}`)).toEqual([]);
  expect(await list('?waiting=true')).toHaveLength(1);
});

test('the same answer again changes nothing, and another one is refused', async () => {
  expect((await answer({ answer: 'accept' })).body).toMatchObject({ state: 'answering', answer: 'accept' });
  const { updated_at: at } = (await list())[0];
  api.clock = api.clock!.add({ minutes: 1 });
  expect((await answer({ answer: 'accept' })).body).toMatchObject({ state: 'answering', updated_at: at });
  expect(await answer({ answer: 'decline' })).toMatchObject({
    status: 400,
    body: { code: 'guest_request_over', data: { guest_request_id: request, state: 'answering' } },
  });
});

test('a room that is not mapped can be declined, not accepted', async () => {
  await api.db.query('update guest_requests set room_id = null where hotel_id = $1', [property.hotelId]);
  expect(await answer({ answer: 'accept' })).toMatchObject({
    status: 400,
    body: { code: 'guest_request_unmapped' },
  });
  expect(await answer({ answer: 'decline', reason: 'not_a_good_fit' })).toMatchObject({
    status: 200,
    body: { answer: 'decline' },
  });
});

test('without contacts nobody is named', async () => {
  const token = await api.operator('POST', `/properties/${property.hotelId}/tokens`, {
    label: 'restricted',
    scopes: ['messages'],
  });
  const answered = await api.get(`/api/guest_requests/${token.body.api_token}`);
  expect(answered.body).toMatchObject([{ guest_request_id: request, guest_name: null }]);
  expect(JSON.stringify(answered.body)).not.toContain('Ada');
});

test('a guest who is erased leaves the request, without the name and what was written', async () => {
  await answer({ answer: 'decline', message_to_guest: 'Dear Ada, no', message_to_channel: 'Ada was loud' });
  const failure = {
    reason: 'HTTP 422: Ada',
    cause: { code: 'refused', said: 'Ada has withdrawn it' },
  } as const;
  await inPropertyTransaction(api.db, { hotelId: property.hotelId, now: api.clock!, actor: INNWIRE }, (tx) =>
    recordAnswerRefused(tx, request, failure),
  );
  const { body: booking } = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada Lovelace',
    checkin: '2027-07-01',
    checkout: '2027-07-02',
    price: 100,
  });
  await api.delete(`/api/bookings/${property.token}?order_id=${booking.order_id}&date=2027-07-01`);
  const erased = await api.operator(
    'POST',
    `/properties/${property.hotelId}/guests/${booking.guest_id}/erase`,
    {
      inquiry_ids: [inquiry],
    },
  );
  expect(erased.status, erased.text).toBe(200);
  expect(await list()).toMatchObject([{ guest_request_id: request, guest_name: null, answer: 'decline' }]);
  const [stored] = await api.db.query<{ request: string }>(
    `select to_jsonb(guest_requests)::text as request from guest_requests where hotel_id = $1`,
    [property.hotelId],
  );
  expect(stored!.request).not.toContain('Ada');
  const { body: events } = await api.get(`/api/events/${property.token}?kinds=guest_request.changed`);
  expect(events.at(-1)).toMatchObject({ data: { state: 'open', error: null, error_cause: null } });
});
