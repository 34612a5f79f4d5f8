// Bookings over REST: created, listed and cancelled as the contract says.
import { describe, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';

const api = useApi();

const stay = (room: number, more: object = {}) => ({
  room_id: room,
  name: 'Ada Lovelace',
  checkin: '2027-03-01',
  checkout: '2027-03-04',
  price: 360.5,
  ...more,
});

describe('creating a booking', () => {
  test('answers 200 with the whole record, the times being the check-in and check-out of the property', async () => {
    const { token, room, hotelId } = await api.property();
    const answer = await api.post(
      `/api/bookings/${token}`,
      stay(room, { email: 'ada@example.com', phone: '+351 1' }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      order_id: expect.any(Number),
      hotel_id: hotelId,
      room_id: room,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+351 1',
      checkin: '2027-03-01T15:00:00.000Z',
      checkout: '2027-03-04T11:00:00.000Z',
      price: 360.5,
      referral_order_id: null,
      status: 'confirmed',
      channel: 'direct',
      currency: 'EUR',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
    });
    const listed = await api.get(`/api/bookings/${token}`);
    expect(listed.body).toEqual([answer.body]);
  });

  test('takes its nights, posts the income and plans the cleaning', async () => {
    const { token, room } = await api.property();
    const { order_id } = (await api.post(`/api/bookings/${token}`, stay(room))).body;
    const nights = await api.get(`/api/availability/${token}?fromdate=2027-02-28&todate=2027-03-04`);
    expect(nights.body.map((night: any) => night.available)).toEqual([1, 0, 0, 0, 1]);
    const ledger = await api.get(`/api/accounting/${token}`);
    expect(ledger.body).toMatchObject([
      { amount: 360.5, type: 'income', order_id, room_id: room, currency: 'EUR' },
    ]);
    const tasks = await api.get(`/api/tasks/${token}`);
    expect(tasks.body).toMatchObject([
      { task_name: 'Turnover cleaning', status: 'pending', date: '2027-03-04', order_id },
    ]);
  });
});
