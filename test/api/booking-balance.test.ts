// What a booking charges, what of it is paid, and what the guest still owes: in lists, answers and events.

import { beforeEach, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { todayAt } from '../../src/model/property.ts';
import type { ReportedCharge } from '../../src/model/stay-details.ts';
import { getProperty } from '../../src/pms/properties.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import type { NewReservation } from '../../src/pms/reservations/store.ts';
import { storeChannelReservation } from '../../src/pms/reservations/store-channel-reservation.ts';
import { type TestProperty, useApi } from '../harness/api.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});

const date = Temporal.PlainDate.from;
const CITY_TAX: ReportedCharge = {
  kind: 'tax',
  description: 'City tax',
  amountMinor: 1_200,
  quantity: 2,
  included: false,
  collectedBy: 'property',
};

async function post({ hotelId }: TestProperty, body: object): Promise<any> {
  const answer = await api.operator('POST', `/properties/${hotelId}/accounting`, {
    description: '',
    ...body,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function book({ token, room }: TestProperty, more: object = {}): Promise<any> {
  const stay = {
    room_id: room,
    name: 'Ada',
    checkin: '2026-06-20',
    checkout: '2026-06-23',
    price: 300,
    ...more,
  };
  const answer = await api.post(`/api/bookings/${token}`, stay);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function accept({ hotelId, room }: TestProperty, more: Partial<NewReservation> = {}): Promise<number> {
  const today = todayAt(await getProperty(api.db, hotelId), NOW);
  const { reservationId } = await inPropertyTransaction(api.db, { hotelId, now: NOW, actor: INNWIRE }, (tx) =>
    storeChannelReservation(tx, 'fact', {
      roomId: room,
      channel: 'airbnb',
      channelReference: 'HM1',
      guestName: 'Grace',
      guestEmail: null,
      guestPhone: null,
      checkin: date('2026-07-01'),
      checkout: date('2026-07-04'),
      priceMinor: 30_000,
      currency: 'EUR',
      collectedBy: 'channel',
      charges: [CITY_TAX],
      today,
      ...more,
    }),
  );
  return reservationId;
}

/** Returns [total, paid, balance] of a booking, which are the same in lists and when it is read alone. */
async function sums({ token, hotelId }: TestProperty, orderId: number): Promise<number[]> {
  const [listed] = (await api.get(`/api/bookings/${token}?order_id=${orderId}`)).body;
  const shown = await api.operator('GET', `/properties/${hotelId}/bookings/${orderId}`);
  expect(shown.body).toEqual(listed);
  return [listed.total, listed.paid, listed.balance];
}

test('a direct booking owes its price, less what is paid', async () => {
  const property = await api.property();
  const booking = await book(property);
  const { order_id } = booking;
  expect([booking.total, booking.paid, booking.balance]).toEqual([300, 0, 300]);
  expect(await sums(property, order_id)).toEqual([300, 0, 300]);
  const deposit = await post(property, { amount: 100, type: 'payment', order_id, method: 'bank_transfer' });
  expect(await sums(property, order_id)).toEqual([300, 100, 200]);
  await post(property, { amount: 12.5, type: 'charge', order_id, code: 'minibar' });
  await post(property, { amount: -20, type: 'refund', order_id });
  await post(property, { amount: -45, type: 'expense', order_id });
  await post(property, { amount: 7, type: 'note', order_id });
  expect(await sums(property, order_id)).toEqual([312.5, 80, 232.5]);
  await post(property, { reverses_id: deposit.id });
  expect(await sums(property, order_id)).toEqual([312.5, -20, 332.5]);
});

test('changes, cancellations and ways back answer with the sums after them, and so do their events', async () => {
  const property = await api.property();
  const { order_id } = await book(property);
  await post(property, { amount: 100, type: 'payment', order_id });
  const path = `/api/bookings/${property.token}?order_id=${order_id}`;
  const changed = await api.request('PATCH', path, { body: { price: 250 } });
  expect(changed.body).toMatchObject({ total: 250, paid: 100, balance: 150 });
  expect(await sums(property, order_id)).toEqual([250, 100, 150]);
  const cancelled = await api.delete(`${path}&date=2026-06-20`);
  expect(cancelled.body).toMatchObject({ total: 0, paid: 100, balance: -100 });
  expect(await sums(property, order_id)).toEqual([0, 100, -100]);
  const again = await api.delete(`${path}&date=2026-06-20`);
  expect(again.body).toEqual(cancelled.body);
  const restored = await api.request('PATCH', path, { body: { status: 'confirmed' } });
  expect(restored.body).toMatchObject({ total: 250, paid: 100, balance: 150 });
  expect(await sums(property, order_id)).toEqual([250, 100, 150]);
  const events = (await api.get(`/api/events/${property.token}`)).body as any[];
  const seen = events
    .filter(({ subject }) => subject === `booking/${order_id}`)
    .map(({ kind, data }) => [kind, data.total, data.paid, data.balance]);
  expect(seen).toEqual([
    ['booking.created', 300, 0, 300],
    ['booking.modified', 250, 100, 150],
    ['booking.cancelled', 0, 100, -100],
    ['booking.modified', 250, 100, 150],
  ]);
});

test('what the channel collects counts as paid; its payout changes nothing that the guest owes', async () => {
  const property = await api.property();
  const order_id = await accept(property);
  expect(await sums(property, order_id)).toEqual([312, 300, 12]);
  const payout = { amount: 255, type: 'payment', order_id, method: 'channel', reference: 'HM1' };
  expect(await post(property, payout)).toMatchObject({ collected_by: 'channel' });
  expect(await sums(property, order_id)).toEqual([312, 300, 12]);
  await post(property, { amount: 12, type: 'payment', order_id, method: 'cash' });
  expect(await sums(property, order_id)).toEqual([312, 312, 0]);
});

test('where nobody said who collects, the guest owes the property', async () => {
  const property = await api.property();
  const order_id = await accept(property, { collectedBy: null });
  expect(await sums(property, order_id)).toEqual([312, 0, 312]);
  await post(property, { amount: 300, type: 'payment', order_id, method: 'virtual_card' });
  expect(await sums(property, order_id)).toEqual([312, 300, 12]);
});

test('sums are in the currency of the booking, and a hold owes nothing yet', async () => {
  const property = await api.property();
  const dollars = await accept(property, { currency: 'USD', collectedBy: null, charges: null });
  await post(property, { amount: -45, type: 'expense', order_id: dollars });
  await post(property, { amount: 100, type: 'payment', order_id: dollars, currency: 'USD' });
  expect(await sums(property, dollars)).toEqual([300, 100, 200]);
  const hold = await book(property, { hold_minutes: 30 });
  expect(await sums(property, hold.order_id)).toEqual([0, 0, 0]);
});

test('the ETag of a booking changes with its payments', async () => {
  const property = await api.property();
  const { order_id } = await book(property);
  const path = `/api/bookings/${property.token}?order_id=${order_id}`;
  const { headers } = await api.get(path);
  await post(property, { amount: 100, type: 'payment', order_id });
  const late = { 'if-match': headers['etag']! };
  const refused = await api.request('PATCH', path, { body: { price: 250 }, headers: late });
  expect(refused.status).toBe(412);
});

test('an event that was recorded before there were sums shows none', async () => {
  const property = await api.property();
  await book(property);
  await api.db.query(
    `update events set data = data - array['totalMinor', 'paidMinor'] where hotel_id = $1 and kind = 'booking.created'`,
    [property.hotelId],
  );
  const events = (await api.get(`/api/events/${property.token}`)).body as any[];
  const created = events.find(({ kind }) => kind === 'booking.created');
  expect(created.data).toMatchObject({ price: 300, total: null, paid: null, balance: null });
});
