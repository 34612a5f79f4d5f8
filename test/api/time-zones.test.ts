// Nights are dates of the property, moments are UTC: in extreme time zones, on days of clock changes, at the
// end of the year.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const NOON = Temporal.Instant.from('2026-06-15T12:00:00Z');
api.clock = NOON;
beforeEach(() => {
  api.clock = NOON;
});

const book = ({ token, room }: TestProperty, checkin: string, checkout: string) =>
  api.post(`/api/bookings/${token}`, { room_id: room, name: 'Ada', checkin, checkout, price: 100 });

describe('check-in and check-out are the times of the property on those dates, as UTC', () => {
  test.each([
    ['Europe/Lisbon', '15:00', '11:00', '2027-01-10', '2027-01-11', '2027-01-10T15:00', '2027-01-11T11:00'],
    ['Europe/Lisbon', '15:00', '11:00', '2027-07-10', '2027-07-11', '2027-07-10T14:00', '2027-07-11T10:00'],
    // Clocks go forward in the night of 28 March and back in that of 31 October.
    ['Europe/Lisbon', '15:00', '11:00', '2027-03-27', '2027-03-28', '2027-03-27T15:00', '2027-03-28T10:00'],
    ['Europe/Lisbon', '15:00', '11:00', '2027-10-30', '2027-10-31', '2027-10-30T14:00', '2027-10-31T11:00'],
    [
      'Pacific/Kiritimati',
      '15:00',
      '11:00',
      '2026-12-31',
      '2027-01-01',
      '2026-12-31T01:00',
      '2026-12-31T21:00',
    ],
    [
      'Pacific/Pago_Pago',
      '15:00',
      '11:00',
      '2026-12-31',
      '2027-01-01',
      '2027-01-01T02:00',
      '2027-01-01T22:00',
    ],
    [
      'America/Sao_Paulo',
      '15:00',
      '11:00',
      '2027-01-10',
      '2027-01-11',
      '2027-01-10T18:00',
      '2027-01-11T14:00',
    ],
    // Brazil has had no summer time since 2019; before, clocks skipped midnight.
    [
      'America/Sao_Paulo',
      '00:30',
      '00:00',
      '2018-11-04',
      '2018-11-05',
      '2018-11-04T03:30',
      '2018-11-05T02:00',
    ],
    ['Asia/Kathmandu', '14:15', '11:00', '2027-01-10', '2027-01-11', '2027-01-10T08:30', '2027-01-11T05:15'],
    // A local time that is skipped is moved forward; of one that occurs twice, the first is used.
    ['Europe/Lisbon', '01:30', '01:30', '2027-03-27', '2027-03-28', '2027-03-27T01:30', '2027-03-28T01:30'],
    [
      'America/New_York',
      '02:30',
      '02:30',
      '2027-03-14',
      '2027-03-15',
      '2027-03-14T07:30',
      '2027-03-15T06:30',
    ],
    [
      'America/New_York',
      '01:30',
      '01:30',
      '2027-11-07',
      '2027-11-08',
      '2027-11-07T05:30',
      '2027-11-08T06:30',
    ],
    ['UTC', '23:59', '00:00', '2028-02-28', '2028-02-29', '2028-02-28T23:59', '2028-02-29T00:00'],
  ])('%s, %s to %s, %s to %s', async (timezone, checkin_time, checkout_time, checkin, checkout, arrival, departure) => {
    if (checkin < '2020') api.clock = Temporal.Instant.from('2020-06-15T12:00:00Z');
    const property = await api.property({ timezone, settings: { checkin_time, checkout_time } });
    const { body } = await book(property, checkin, checkout);
    expect([body.checkin, body.checkout]).toEqual([`${arrival}:00.000Z`, `${departure}:00.000Z`]);
  });

  test('and follow the property when its times or its zone change', async () => {
    const property = await api.property();
    await book(property, '2027-01-10', '2027-01-11');
    await api.operator('PATCH', `/properties/${property.hotelId}`, {
      timezone: 'Asia/Tokyo',
      settings: { checkin_time: '16:00' },
    });
    const [body] = (await api.get(`/api/bookings/${property.token}`)).body;
    expect([body.checkin, body.checkout]).toEqual(['2027-01-10T07:00:00.000Z', '2027-01-11T02:00:00.000Z']);
  });
});

describe.each([
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Sao_Paulo',
  'Europe/Lisbon',
  'UTC',
])('in %s', (timezone) => {
  test.each([
    ['over a year end', '2026-12-30', '2027-01-02', ['2026-12-30', '2026-12-31', '2027-01-01']],
    ['over a leap day', '2028-02-28', '2028-03-01', ['2028-02-28', '2028-02-29']],
    ['over a February without one', '2027-02-28', '2027-03-01', ['2027-02-28']],
    ['over the night that is an hour short', '2027-03-27', '2027-03-29', ['2027-03-27', '2027-03-28']],
    ['over the night that is an hour long', '2027-10-30', '2027-11-01', ['2027-10-30', '2027-10-31']],
  ])('a stay %s takes exactly its nights, and is found by its dates', async (_, checkin, checkout, nights) => {
    const property = await api.property({ timezone });
    const { token } = property;
    const { order_id } = (await book(property, checkin, checkout)).body;
    const around = Temporal.PlainDate.from(checkin);
    const window = `fromdate=${around.subtract({ days: 3 })}&todate=${around.add({ days: 6 })}`;
    const taken = async () =>
      (await api.get(`/api/availability/${token}?${window}`)).body
        .filter((night: any) => night.available === 0)
        .map((night: any) => night.date);
    expect(await taken()).toEqual(nights.map((night) => `${night}T00:00:00.000Z`));
    const found = await api.get(`/api/bookings/${token}?fromdate=${checkin}&todate=${checkin}`);
    expect(found.body).toHaveLength(1);
    const due = await api.get(`/api/tasks/${token}?fromdate=${checkout}&todate=${checkout}`);
    expect(due.body).toMatchObject([{ date: checkout, order_id }]);
    await api.delete(`/api/bookings/${token}?order_id=${order_id}&date=${checkin}`);
    expect(await taken()).toEqual([]);
  });

  test('29 February exists in leap years only', async () => {
    const property = await api.property({ timezone });
    expect((await book(property, '2028-02-29', '2028-03-01')).status).toBe(200);
    expectProblem(await book(property, '2027-02-28', '2027-02-29'), 400, 'invalid_data', ['checkout']);
  });

  test('today begins at its midnight: for the calendar, for entries, for the limit of ten years', async () => {
    const midnight = Temporal.PlainDate.from('2026-12-31').toZonedDateTime(timezone).toInstant();
    const property = await api.property({ timezone, settings: { horizon_days: 1 } });
    const night = (date: string) =>
      api.post(`/api/availability/${property.token}`, { room_id: property.room, date, price: 1 });
    for (const [moment, today, last, beyond] of [
      [midnight.subtract({ milliseconds: 1 }), '2026-12-30', '2036-12-30', '2036-12-31'],
      [midnight, '2026-12-31', '2036-12-31', '2037-01-01'],
      [midnight.add({ hours: 24 }), '2027-01-01', '2037-01-01', '2037-01-02'],
    ] as const) {
      api.clock = moment;
      const listed = await api.get(`/api/availability/${property.token}`);
      expect(listed.body.map((one: any) => one.date)).toEqual([`${today}T00:00:00.000Z`]);
      const entry = await api.operator('POST', `/properties/${property.hotelId}/accounting`, {
        amount: 1,
        type: 'payment',
        description: '',
      });
      expect(entry.body.date).toBe(today);
      expect((await night(last)).status).toBe(200);
      expectProblem(await night(beyond), 400, 'invalid_data', ['date']);
    }
  });
});

test('on 29 February ten years ahead is the last of February', async () => {
  api.clock = Temporal.Instant.from('2028-02-29T12:00:00Z');
  const property = await api.property({ timezone: 'UTC' });
  const night = (date: string) =>
    api.post(`/api/availability/${property.token}`, { room_id: property.room, date, price: 1 });
  expect((await night('2038-02-28')).status).toBe(200);
  expectProblem(await night('2038-03-01'), 400, 'invalid_data', ['date']);
});
