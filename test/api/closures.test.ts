// Closures of units: out of order lowers what is offered, out of service does not.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { propertyWithUnits } from '../harness/units.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { fingerprint } from './database-dump.ts';
import { refusalsBy } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
const TODAY = Temporal.PlainDate.from('2026-06-15');

beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

const houseWith = (...names: string[]) => propertyWithUnits(api, names);

const book = ({ token, room }: TestProperty, checkin: string, checkout: string, more: object = {}) =>
  api.post(`/api/bookings/${token}`, { room_id: room, name: 'Ada', checkin, checkout, price: 100, ...more });

const close = (
  { token }: TestProperty,
  unit: number | undefined,
  fromdate: string,
  todate: string,
  more = {},
) => api.post(`/api/closures/${token}`, { unit_id: unit, kind: 'out_of_order', fromdate, todate, ...more });

const change = ({ token }: TestProperty, closure: number, body: object) =>
  api.request('PATCH', `/api/closures/${token}?closure_id=${closure}`, { body });

const end = ({ token }: TestProperty, closure: number, date?: string) =>
  api.delete(`/api/closures/${token}?closure_id=${closure}${date ? `&date=${date}` : ''}`);

/** The number that can be sold in each night. */
const offered = async ({ token }: TestProperty, fromdate: string, todate: string) =>
  (await api.get(`/api/availability/${token}?fromdate=${fromdate}&todate=${todate}`)).body.map(
    (night: any) => night.available,
  );

const expectRefused = refusalsBy(api);

describe('a unit out of order', () => {
  test('is not offered in these nights, prolonged, moved and ended', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const closure = await close(property, first, '2026-07-02', '2026-07-03', {
      reason: ' Water ',
      responsible: 'Marta',
    });
    expect(closure.body).toEqual({
      closure_id: expect.any(Number),
      hotel_id: property.hotelId,
      unit_id: first,
      unit: '1',
      room_id: property.room,
      kind: 'out_of_order',
      fromdate: '2026-07-02',
      todate: '2026-07-03',
      reason: 'Water',
      responsible: 'Marta',
      created_at: '2026-06-15T10:00:00.000Z',
      updated_at: '2026-06-15T10:00:00.000Z',
      ended_at: null,
    });
    const { closure_id: id } = closure.body;
    const nights = () => offered(property, '2026-07-01', '2026-07-05');
    expect(await nights()).toEqual([2, 1, 1, 2, 2]);
    expect((await change(property, id, { todate: '2026-07-04' })).status).toBe(200);
    expect(await nights()).toEqual([2, 1, 1, 1, 2]);
    expect((await change(property, id, { unit_id: second, fromdate: '2026-07-03' })).body.unit).toBe('2');
    expect(await nights()).toEqual([2, 2, 1, 1, 2]);
    await expectConsistent(api.db, property.hotelId, TODAY);
    expect((await end(property, id, '2026-07-04')).body).toMatchObject({
      todate: '2026-07-03',
      ended_at: '2026-06-15T10:00:00.000Z',
    });
    expect(await nights()).toEqual([2, 2, 1, 2, 2]);
    await end(property, id);
    expect(await nights()).toEqual([2, 2, 2, 2, 2]);
    const before = await fingerprint(api.db, property.hotelId);
    expect((await end(property, id)).status).toBe(200);
    expect(await fingerprint(api.db, property.hotelId)).toBe(before);
    await expectRefused(() => change(property, id, { reason: 'x' }), 'closure_ended');
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('can still be prolonged on its last day', async () => {
    const property = await houseWith('1', '2');
    const { closure_id } = (await close(property, property.units[0], '2026-06-15', '2026-06-15')).body;
    const changed = await change(property, closure_id, { todate: '2026-06-16' });
    expect(changed.status, changed.text).toBe(200);
    expect(await offered(property, '2026-06-15', '2026-06-17')).toEqual([1, 1, 2]);
  });

  test('is refused while a stay or a closure has it, naming both', async () => {
    const property = await houseWith('1', '2', '3');
    const [first] = property.units;
    const { order_id } = (await book(property, '2026-07-02', '2026-07-04', { unit_id: first })).body;
    const { closure_id } = (await close(property, first, '2026-07-04', '2026-07-05')).body;
    const refused = await expectRefused(
      () => close(property, first, '2026-07-01', '2026-07-06'),
      'unit_taken',
    );
    expect(refused.data.holdings).toEqual([
      { fromdate: '2026-07-02', todate: '2026-07-03', order_id, closure_id: null, channel: null },
      { fromdate: '2026-07-04', todate: '2026-07-05', order_id: null, closure_id, channel: null },
    ]);
    await expectRefused(() => change(property, closure_id, { fromdate: '2026-07-03' }), 'unit_taken');
  });

  test('is refused while every unit is sold, also to stays without one', async () => {
    const property = await houseWith('1', '2');
    await book(property, '2026-07-02', '2026-07-04');
    await book(property, '2026-07-03', '2026-07-05');
    const refused = await expectRefused(
      () => close(property, property.units[0], '2026-07-01', '2026-07-06'),
      'units_sold',
    );
    expect(refused.data.nights).toEqual(['2026-07-03']);
  });

  test('leaves a number that people set as it is, and gives back only what it took', async () => {
    const property = await houseWith('1', '2', '3');
    const set = (date: string, available: number) =>
      api.post(`/api/availability/${property.token}`, {
        room_id: property.room,
        date,
        price: 100,
        available,
      });
    await set('2026-07-01', 0);
    await set('2026-07-02', 2);
    await set('2026-07-03', 3);
    const { closure_id } = (await close(property, property.units[0], '2026-07-01', '2026-07-03')).body;
    expect(await offered(property, '2026-07-01', '2026-07-03')).toEqual([0, 2, 2]);
    await expectRefused(() => set('2026-07-01', 3), 'exceeds_units');
    await end(property, closure_id);
    expect(await offered(property, '2026-07-01', '2026-07-03')).toEqual([0, 2, 3]);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('is kept from a stay that an OTA sells late: the stay is stored and flagged', async () => {
    const property = await houseWith('1');
    await close(property, property.units[0], '2026-07-01', '2026-07-03');
    const { reservationId } = await otaSells(api, property, {
      checkin: '2026-07-02',
      checkout: '2026-07-04',
    });
    const conflicts = await api.operator('GET', `/properties/${property.hotelId}/conflicts`);
    expect(conflicts.body).toMatchObject([
      { order_id: reservationId, conflict: 'overbooked on 2026-07-02, 2026-07-03' },
    ]);
    const auto = await api.request('PATCH', `/api/bookings/${property.token}?order_id=${reservationId}`, {
      body: { unit_id: 'auto' },
    });
    expect(auto.body.code).toBe('no_unit_without_moving');
  });

  test('cannot be archived, and is shown with its closure', async () => {
    const property = await houseWith('1', '2');
    const [first] = property.units;
    const { closure_id } = (await close(property, first, '2026-06-15', '2026-06-17')).body;
    const [unit] = (await api.get(`/api/units/${property.token}?unit_id=${first}`)).body;
    expect(unit.closure).toEqual({ closure_id, kind: 'out_of_order', todate: '2026-06-17' });
    await expectRefused(() => api.delete(`/api/units/${property.token}?unit_id=${first}`), 'unit_taken');
  });
});

test('a unit out of service is offered, and given to a stay only when no other is free', async () => {
  const property = await houseWith('1', '2');
  const [first, second] = property.units;
  await close(property, first, '2026-07-01', '2026-07-31', { kind: 'out_of_service' });
  expect(await offered(property, '2026-07-01', '2026-07-01')).toEqual([2]);
  const stay = () => book(property, '2026-07-02', '2026-07-04', { unit_id: 'auto' });
  expect((await stay()).body.unit_id).toBe(second);
  expect((await stay()).body.unit_id).toBe(first);
  await expectConsistent(api.db, property.hotelId, TODAY);
});

test.each([
  [{ fromdate: '2026-06-14' }, 'fromdate'],
  [{ fromdate: '2026-07-04' }, 'fromdate'],
  [{ todate: '2029-07-30' }, 'todate'],
  [{ todate: '9999-12-31' }, 'todate'],
  [{ todate: 'tomorrow' }, 'todate'],
  [{ kind: 'closed' }, 'kind'],
  [{ reason: '' }, 'reason'],
  [{ unit_id: '7' }, 'unit_id'],
])('a closure is refused for %j', async (body, field) => {
  const property = await houseWith('1');
  const send = () => close(property, property.units[0], '2026-07-01', '2026-07-03', body);
  await expectRefused(send, 'invalid_data', [field]);
});

test('a closure ends with its unit, when that is archived', async () => {
  const property = await houseWith('1', '2');
  const [first] = property.units;
  const closed = await close(property, first, '2026-06-15', '2026-06-20', { kind: 'out_of_service' });
  await api.delete(`/api/units/${property.token}?unit_id=${first}`);
  const [shown] = (await api.get(`/api/closures/${property.token}`)).body;
  expect(shown).toMatchObject({ closure_id: closed.body.closure_id, todate: '2026-06-14' });
  expect(shown.ended_at).not.toBeNull();
});

test('closures are listed by night, unit, room and kind', async () => {
  const property = await houseWith('1', '2');
  const [first, second] = property.units;
  const one = (await close(property, first, '2026-07-01', '2026-07-03')).body;
  const two = (await close(property, second, '2026-07-05', '2026-07-06', { kind: 'out_of_service' })).body;
  const listed = async (query: string) =>
    (await api.get(`/api/closures/${property.token}?${query}`)).body.map((each: any) => each.closure_id);
  expect(await listed('')).toEqual([one.closure_id, two.closure_id]);
  expect(await listed('fromdate=2026-07-04')).toEqual([two.closure_id]);
  expect(await listed('todate=2026-07-04')).toEqual([one.closure_id]);
  expect(await listed(`unit_id=${second}`)).toEqual([two.closure_id]);
  expect(await listed(`room_id=${property.room}&kind=out_of_order`)).toEqual([one.closure_id]);
  expect(await listed('room_id=1')).toEqual([]);
});
