// Assigning units to many stays at once: automatically, and by moves that people decided.

import { beforeEach, describe, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { changeReservation } from '../../src/pms/reservations/change.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { propertyWithUnits } from '../harness/units.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { fingerprint } from './database-dump.ts';
import { refusalsBy } from './expectations.ts';

const api = useApi();
const TODAY = Temporal.PlainDate.from('2026-06-15');

beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

const houseWith = (...names: string[]) => propertyWithUnits(api, names);

const book = async ({ token, room }: TestProperty, checkin: string, checkout: string, more: object = {}) => {
  const body = { room_id: room, name: 'Ada', checkin, checkout, price: 100, ...more };
  return (await api.post(`/api/bookings/${token}`, body)).body.order_id as number;
};

const change = ({ token }: TestProperty, orderId: number, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${orderId}`, { body });

const assign = ({ token }: TestProperty, body: object = {}, query = '') =>
  api.post(`/api/assignments/${token}${query}`, body);

/** Applies a departure that the stay's channel reported. */
const movedByChannel = ({ hotelId }: TestProperty, reservationId: number, checkout: string) =>
  inPropertyTransaction(api.db, { hotelId, now: api.clock!, actor: INNWIRE }, (tx) =>
    changeReservation(tx, {
      reservationId,
      patch: { checkout: Temporal.PlainDate.from(checkout) },
      today: TODAY,
      taking: 'fact',
    }),
  );

const expectRefused = refusalsBy(api);

describe('the automatic assignment', () => {
  test('gives units to the arrivals of the days asked for, and a dry run to nobody', async () => {
    const property = await houseWith('1', '2');
    const today = await book(property, '2026-06-15', '2026-06-17');
    const tomorrow = await book(property, '2026-06-16', '2026-06-18');
    const later = await book(property, '2026-06-20', '2026-06-22');
    const before = await fingerprint(api.db, property.hotelId);
    const tried = (await assign(property, {}, '?dry_run=true')).body;
    expect(tried).toMatchObject({ assigned: [{ order_id: today }], blocked: [], dry_run: true });
    expect(await fingerprint(api.db, property.hotelId)).toBe(before);
    const done = (await assign(property, { todate: '2026-06-16' })).body;
    expect(done).toMatchObject({
      assigned: [
        { order_id: today, room_id: property.room, fromdate: '2026-06-15', todate: '2026-06-16' },
        { order_id: tomorrow },
      ],
      dry_run: false,
    });
    const bookings = (await api.get(`/api/bookings/${property.token}`)).body;
    expect(bookings.map((one: any) => [one.order_id, one.unit !== null, one.unit_pinned])).toEqual([
      [today, true, false],
      [tomorrow, true, false],
      [later, false, false],
    ]);
    expect((await assign(property, { todate: '2026-06-16' })).body.assigned).toEqual([]);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('blocks nobody when no unit is fixed, however full the house is', async () => {
    const property = await houseWith('1', '2', '3');
    for (let day = 1; day <= 24; day += 1)
      await book(
        property,
        `2026-07-${String(day).padStart(2, '0')}`,
        `2026-07-${String(day + 3).padStart(2, '0')}`,
      );
    const done = (await assign(property, { fromdate: '2026-07-01', todate: '2026-07-31' })).body;
    expect(done.blocked).toEqual([]);
    expect(done.assigned).toHaveLength(24);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('completes a stay that has a unit for some nights only, in the same one where it is free', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const other = await book(property, '2026-07-04', '2026-07-05', { unit_id: second });
    const stay = await book(property, '2026-07-01', '2026-07-05', { unit_id: first });
    await change(property, stay, { unit_id: null, unit_from: '2026-07-03' });
    await book(property, '2026-07-03', '2026-07-04', { unit_id: first });
    const days = { fromdate: '2026-07-01' };
    expect((await assign(property, days)).body).toMatchObject({
      assigned: [],
      blocked: [{ order_id: stay }],
    });
    await api.delete(`/api/bookings/${property.token}?order_id=${other}&date=2026-07-04`);
    expect((await assign(property, days)).body).toMatchObject({
      assigned: [
        { order_id: stay, unit_id: first, todate: '2026-07-02' },
        { order_id: stay, unit_id: second, fromdate: '2026-07-03', todate: '2026-07-04' },
      ],
      blocked: [],
    });
    expect((await assign(property, days)).body).toMatchObject({ assigned: [], blocked: [] });
    await change(property, stay, { unit_id: null, unit_from: '2026-07-02' });
    expect((await assign(property, days)).body.assigned).toMatchObject([
      { unit_id: first, todate: '2026-07-01' },
      { unit_id: second, fromdate: '2026-07-02' },
    ]);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test.each([
    'automatically',
    'by moves',
  ])('given %s, ends the conflict of a stay without a unit', async (how) => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const stay = await book(property, '2026-07-01', '2026-07-03', { unit_id: first });
    await book(property, '2026-07-03', '2026-07-04', { unit_id: first });
    await movedByChannel(property, stay, '2026-07-04');
    const conflicts = async () =>
      (await api.operator('GET', `/properties/${property.hotelId}/conflicts`)).body.map(
        (one: any) => one.conflict,
      );
    expect(await conflicts()).toEqual(['without a unit on 2026-07-03, because its unit is taken']);
    const moves = [{ order_id: stay, unit_id: second }];
    const { body } = await assign(property, how === 'by moves' ? { moves } : { fromdate: '2026-07-01' });
    expect(body.assigned.at(-1)).toMatchObject({ order_id: stay, unit_id: second });
    expect(await conflicts()).toEqual([]);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('says which moves a blocked stay needs, and makes them when they are sent back', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const one = await book(property, '2026-07-01', '2026-07-03', { unit_id: first });
    const two = await book(property, '2026-07-03', '2026-07-05');
    await change(property, two, { unit_id: 'auto' });
    await change(property, two, { unit_id: second });
    // Nobody chose it after all.
    await api.db.query('update reservations set unit_pinned = false where reservation_id = $1', [two]);
    const three = await book(property, '2026-07-02', '2026-07-04');
    const { blocked, assigned } = (await assign(property, { fromdate: '2026-07-02' })).body;
    expect(assigned).toEqual([]);
    expect(blocked).toEqual([
      {
        order_id: three,
        room_id: property.room,
        fromdate: '2026-07-02',
        todate: '2026-07-03',
        moves: [
          { order_id: two, unit_id: first, unit: '1' },
          { order_id: three, unit_id: second, unit: '2' },
        ],
        split: [
          { unit_id: second, unit: '2', fromdate: '2026-07-02', todate: '2026-07-02' },
          { unit_id: first, unit: '1', fromdate: '2026-07-03', todate: '2026-07-03' },
        ],
      },
    ]);
    const moves = blocked[0].moves.map(({ order_id, unit_id }: any) => ({ order_id, unit_id }));
    const made = (await assign(property, { moves })).body;
    expect(made.assigned.map((each: any) => [each.order_id, each.unit])).toEqual([
      [two, '1'],
      [three, '2'],
    ]);
    expect((await api.get(`/api/bookings/${property.token}?order_id=${one}`)).body[0].unit).toBe('1');
    await expectConsistent(api.db, property.hotelId, TODAY);
  });
});

describe('moves', () => {
  test('let two stays exchange their units, all or none', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const one = await book(property, '2026-07-01', '2026-07-04', { unit_id: first });
    const two = await book(property, '2026-07-02', '2026-07-05', { unit_id: second });
    await expectRefused(
      () => assign(property, { moves: [{ order_id: one, unit_id: second }] }),
      'unit_taken',
    );
    const moves = [
      { order_id: one, unit_id: second },
      { order_id: two, unit_id: first },
    ];
    await expectRefused(() => assign(property, { moves: [...moves, moves[0]] }), 'invalid_data', [
      'moves.2.order_id',
    ]);
    await expectRefused(
      () => assign(property, { moves: [moves[0], { order_id: two, unit_id: 999_999 }] }),
      'unknown_unit',
    );
    const made = (await assign(property, { moves })).body;
    expect(made.assigned.map((each: any) => [each.order_id, each.unit])).toEqual([
      [one, '2'],
      [two, '1'],
    ]);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('pin the unit that people chose: other dates do not exchange it silently', async () => {
    const property = await houseWith('1', '2');
    const [first] = property.units;
    const stay = await book(property, '2026-07-01', '2026-07-03', { unit_id: 'auto' });
    await assign(property, { moves: [{ order_id: stay, unit_id: first }] });
    await book(property, '2026-07-03', '2026-07-05', { unit_id: first });
    await expectRefused(() => change(property, stay, { checkout: '2026-07-04' }), 'unit_taken');
    const [shown] = (await api.get(`/api/bookings/${property.token}?order_id=${stay}`)).body;
    expect(shown).toMatchObject({ unit_id: first, unit_pinned: true });
  });

  test('exchange guests in the house from tonight on', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const one = await book(property, '2026-06-14', '2026-06-18', { unit_id: first });
    const two = await book(property, '2026-06-14', '2026-06-18', { unit_id: second });
    for (const order of [one, two]) await change(property, order, { status: 'checked_in' });
    const moves = [
      { order_id: one, unit_id: second },
      { order_id: two, unit_id: first },
    ];
    const made = (await assign(property, { moves })).body;
    expect(made.assigned).toMatchObject([
      { order_id: one, unit: '1', todate: '2026-06-14' },
      { order_id: one, unit: '2', fromdate: '2026-06-15' },
      { order_id: two, unit: '2', todate: '2026-06-14' },
      { order_id: two, unit: '1', fromdate: '2026-06-15' },
    ]);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });
});

test.each([
  [{ fromdate: '2026-07-02', todate: '2026-07-01' }, 'fromdate'],
  [{ fromdate: '2026-07-02', todate: '2027-07-03' }, 'todate'],
  [{ fromdate: 'today' }, 'fromdate'],
  [{ moves: [] }, 'moves'],
  [{ moves: [{ order_id: 1 }] }, 'moves.0.unit_id'],
  [{ room_id: 'all' }, 'room_id'],
])('an assignment is refused for %j', async (body, field) => {
  const property = await houseWith('1');
  await expectRefused(() => assign(property, body), 'invalid_data', [field]);
});
