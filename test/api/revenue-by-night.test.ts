// The two reports of revenue agree: charges by month of service are the prices of the nights in it, after any change.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';

const api = useApi();

const at = (moment: string) => {
  api.clock = Temporal.Instant.from(moment);
};

/** Returns `month amount` of each month with an amount, as a report has it. */
async function months({ token }: TestProperty, kind: 'charges' | 'occupancy'): Promise<string[]> {
  const path = kind === 'charges' ? 'charges/' : '';
  const answer = await api.get(`/api/reports/${path}${token}?fromdate=2027-11-01&todate=2028-06-30&by=month`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.rows
    .map((row: any) => [row.month ?? row.key, row.amount ?? row.revenue])
    .filter(([, amount]: [string, number]) => amount !== 0)
    .map((row: unknown[]) => row.join(' '));
}

async function agreed(property: TestProperty): Promise<string[]> {
  const charges = await months(property, 'charges');
  expect(await months(property, 'occupancy')).toEqual(charges);
  return charges;
}

/** Creates a property whose nights cost 100, except 31 December (400), with a booking. */
async function booked(stay: object): Promise<{ property: TestProperty; order: number }> {
  at('2027-11-01T10:00:00Z');
  const property = await api.property({ rooms: [{ price: 100 }, { price: 100 }] });
  const night = { room_id: property.room, date: '2027-12-31', price: 400 };
  const set = await api.post(`/api/availability/${property.token}`, night);
  expect(set.status, set.text).toBe(200);
  const body = { room_id: property.room, name: 'Ada', ...stay };
  const answer = await api.post(`/api/bookings/${property.token}`, body);
  expect(answer.status, answer.text).toBe(200);
  return { property, order: answer.body.order_id };
}

async function patch({ token }: TestProperty, order: number, body: object): Promise<void> {
  const answer = await api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });
  expect(answer.status, answer.text).toBe(200);
}

const DECEMBER = { checkin: '2027-12-05', checkout: '2027-12-08', price: 300 };
const NEW_YEAR = { checkin: '2027-12-30', checkout: '2028-01-02', price: 600 };

describe('charges by month of service', () => {
  test.each<[string, object, object[], string[]]>([
    ['of a new stay', DECEMBER, [], ['2027-12 300']],
    [
      'shifted to another month',
      DECEMBER,
      [{ checkin: '2028-03-05', checkout: '2028-03-08' }],
      ['2028-03 300'],
    ],
    [
      'shifted to another month at another price',
      DECEMBER,
      [{ checkin: '2028-03-05', checkout: '2028-03-08', price: 500 }],
      ['2028-03 500'],
    ],
    [
      'shifted twice',
      DECEMBER,
      [
        { checkin: '2028-03-05', checkout: '2028-03-08' },
        { checkin: '2028-05-05', checkout: '2028-05-08' },
      ],
      ['2028-05 300'],
    ],
    [
      'shifted over the end of a month',
      DECEMBER,
      [{ checkin: '2028-02-28', checkout: '2028-03-02' }],
      ['2028-02 200', '2028-03 100'],
    ],
    [
      'extended at the front',
      { ...DECEMBER, checkin: '2027-12-01', checkout: '2027-12-04' },
      [{ checkin: '2027-11-29' }],
      ['2027-11 200', '2027-12 300'],
    ],
    ['shortened at the front', { ...NEW_YEAR }, [{ checkin: '2028-01-01' }], ['2028-01 100']],
    ['extended at the end', NEW_YEAR, [{ checkout: '2028-01-04' }], ['2027-12 500', '2028-01 300']],
    [
      'extended at the end at a given price',
      NEW_YEAR,
      [{ checkout: '2028-01-04', price: 1600 }],
      ['2027-12 1000', '2028-01 600'],
    ],
    [
      'shortened at the end at its price',
      NEW_YEAR,
      [{ checkout: '2027-12-31', price: 600 }],
      ['2027-12 600'],
    ],
    [
      'repriced, then extended',
      NEW_YEAR,
      [{ price: 1200 }, { checkout: '2028-01-03' }],
      ['2027-12 1000', '2028-01 300'],
    ],
    ['of a stay over the turn of the year', NEW_YEAR, [], ['2027-12 500', '2028-01 100']],
    [
      'whose price does not divide',
      { ...NEW_YEAR, price: 1000.01 },
      [],
      ['2027-12 833.35', '2028-01 166.66'],
    ],
  ])('are the prices of its nights: %s', async (_, stay, changes, expected) => {
    const { property, order } = await booked(stay);
    for (const change of changes) await patch(property, order, change);
    expect(await agreed(property)).toEqual(expected);
    await patch(property, order, { room_id: property.rooms[1] });
    await agreed(property);
    const cancelled = await api.delete(`/api/bookings/${property.token}?order_id=${order}&date=2027-11-01`);
    expect(cancelled.status, cancelled.text).toBe(200);
    expect(await agreed(property)).toEqual([]);
  });

  test('agree to the cent after an early departure', async () => {
    const { property, order } = await booked({ ...NEW_YEAR, checkin: '2027-12-26', price: 1000.01 });
    at('2027-12-28T10:00:00Z');
    await patch(property, order, { status: 'checked_in' });
    const left = await api.delete(`/api/bookings/${property.token}?order_id=${order}&date=2028-01-01`);
    expect(left.status, left.text).toBe(200);
    expect(await agreed(property)).toHaveLength(1);
  });
});
