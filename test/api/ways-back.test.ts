// Ways back: a check-in, check-out, no-show or cancellation that was recorded by mistake is taken back while the stay's
// nights are free.

import { beforeEach, describe, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { ingestReservation } from '../../src/pms/channel-sync/ingest/reservations.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { getProperty } from '../../src/pms/properties.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { type ApiResponse, type TestProperty, useApi } from '../harness/api.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { refusalsBy } from './expectations.ts';

const api = useApi({ poolSize: 16 });
beforeEach(() => {
  api.clock = at('02-01');
});

const at = (day: string, time = '10:00') => Temporal.Instant.from(`2027-${day}T${time}:00Z`);

type Booked = TestProperty & { order: number; record: any };

const STAY = { name: 'Ada', checkin: '2027-03-01', checkout: '2027-03-08', price: 700 };
const post = ({ token, room }: TestProperty, more: object = {}) =>
  api.post(`/api/bookings/${token}`, { room_id: room, ...STAY, ...more });

/** A stay of seven nights from 1 March 2027, at 700 euros. */
async function booked(): Promise<Booked> {
  const property = await api.property({ rooms: [{}, {}] });
  const { body } = await post(property);
  return { ...property, order: body.order_id, record: body };
}

/** The same stay, in a room with units, in the one that is chosen. */
async function bookedInUnit(chosen: string, names: string[]): Promise<{ stay: Booked; unitId: number }> {
  const property = await api.property({ rooms: [{ units: names.length }] });
  const { body: units } = await api.post(`/api/units/${property.token}`, { room_id: property.room, names });
  const unitId: number = units.find(({ name }: any) => name === chosen).unit_id;
  const { body } = await post(property, { unit_id: unitId });
  return { stay: { ...property, order: body.order_id, record: body }, unitId };
}

const change = ({ token, order }: Booked, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });
const cancel = ({ token, order }: Booked, date: string) =>
  api.delete(`/api/bookings/${token}?order_id=${order}&date=2027-${date}`);

async function taken({ token, room }: TestProperty): Promise<number[]> {
  const path = `/api/availability/${token}?room_id=${room}&fromdate=2027-03-01&todate=2027-03-12`;
  const nights: any[] = (await api.get(path)).body;
  return nights.filter(({ available }) => available < 1).map(({ date }) => Number(date.slice(8, 10)));
}

async function ledger({ token }: TestProperty): Promise<string[]> {
  const { body } = await api.get(`/api/accounting/${token}`);
  return body.map(({ amount, type }: any) => `${amount} ${type}`);
}

const cleaning = async ({ token }: TestProperty) =>
  (await api.get(`/api/tasks/${token}`)).body.map(({ status, date }: any) => `${status} ${date.slice(5)}`);

const consistent = (stay: Booked) =>
  expectConsistent(api.db, stay.hotelId, Temporal.PlainDate.from(api.clock!.toString().slice(0, 10)));

/** The nights of a stay by unit: `101 2027-03-01/2027-03-03`. */
async function unitNights({ hotelId, order }: Booked): Promise<string[]> {
  const [row] = await api.db.query<{ unit_nights: { name: string; from: string; until: string }[] }>(
    'select unit_nights from reservations where hotel_id = $1 and reservation_id = $2',
    [hotelId, order],
  );
  return row!.unit_nights.map(({ name, from, until }) => `${name} ${from}/${until}`);
}

const refused = refusalsBy(api);

async function expectRefused(stay: Booked, body: object, code: string, message: RegExp): Promise<void> {
  expect((await refused(() => change(stay, body), code)).detail).toMatch(message);
}

const WHOLE = [1, 2, 3, 4, 5, 6, 7];

/** What everybody sees of a booking, but for when it changed. */
const shown = ({ updated_at: _, ...record }: any) => record;

describe('what was recorded by mistake is taken back:', () => {
  test('a check-in', async () => {
    const stay = await booked();
    api.clock = at('03-02');
    await change(stay, { status: 'checked_in' });
    const { status, body } = await change(stay, { status: 'confirmed' });
    expect([status, shown(body)]).toEqual([200, shown(stay.record)]);
    expect([await taken(stay), await cleaning(stay)]).toEqual([WHOLE, ['pending 03-08']]);
    await consistent(stay);
  });

  test('a check-out, with the nights that it released and the cleaning', async () => {
    const stay = await booked();
    api.clock = at('03-03');
    await change(stay, { status: 'checked_in' });
    await change(stay, { status: 'checked_out' });
    expect(await taken(stay)).toEqual([1, 2, 3]);
    const tasks = (await api.get(`/api/tasks/${stay.token}`)).body;
    await api.operator('PATCH', `/properties/${stay.hotelId}/tasks/${tasks[0].task_id}`, { status: 'done' });
    const { body } = await change(stay, { status: 'checked_in' });
    expect([body.status, body.checkout, body.price]).toEqual(['checked_in', stay.record.checkout, 700]);
    expect([await taken(stay), await cleaning(stay)]).toEqual([WHOLE, ['pending 03-08']]);
    expect(await ledger(stay)).toEqual(['700 income']);
    await consistent(stay);
  });

  test.each(['confirmed', 'checked_in'])('a no-show, to %s', async (status) => {
    const stay = await booked();
    api.clock = at('03-02');
    await change(stay, { status: 'no_show' });
    expect([await taken(stay), await cleaning(stay)]).toEqual([[1, 2], ['cancelled 03-08']]);
    const { body } = await change(stay, { status });
    expect(shown(body)).toEqual({ ...shown(stay.record), status });
    expect([await taken(stay), await cleaning(stay)]).toEqual([WHOLE, ['pending 03-08']]);
    await consistent(stay);
  });

  test('a cancellation, with its price in the ledger', async () => {
    const stay = await booked();
    await cancel(stay, '03-01');
    expect([await taken(stay), await ledger(stay)]).toEqual([[], ['700 income', '-700 reversal']]);
    const { body } = await change(stay, { status: 'confirmed' });
    expect(shown(body)).toEqual(shown(stay.record));
    expect(await ledger(stay)).toEqual(['700 income', '-700 reversal', '700 income']);
    expect([await taken(stay), await cleaning(stay)]).toEqual([WHOLE, ['pending 03-08']]);
    await consistent(stay);
  });

  test('an early departure, with the nights and the price after it', async () => {
    const stay = await booked();
    api.clock = at('03-02');
    await change(stay, { status: 'checked_in' });
    await cancel(stay, '03-04');
    expect([await taken(stay), await cleaning(stay)]).toEqual([[1, 2, 3], ['pending 03-04']]);
    const { body } = await change(stay, { status: 'checked_in' });
    expect([body.status, body.checkout, body.price]).toEqual(['checked_in', stay.record.checkout, 700]);
    expect(await ledger(stay)).toEqual(['700 income', '-400 reversal', '400 income']);
    expect([await taken(stay), await cleaning(stay)]).toEqual([WHOLE, ['pending 03-08']]);
    await consistent(stay);
  });

  test.each([
    { status: 'checked_out', price: undefined, owed: 100 },
    { status: 'checked_out', price: 250, owed: 250 },
    { status: 'no_show', price: 0, owed: 0 },
  ])('$status with another departure and the price $owed, with all that changed at once', async (end) => {
    const { status, price, owed } = end;
    const stay = await booked();
    const before = status === 'no_show' ? 'confirmed' : 'checked_in';
    api.clock = at('03-02');
    if (before === 'checked_in') await change(stay, { status: before });
    const ended = await change(stay, {
      status,
      checkout: '2027-03-02',
      ...(price !== undefined && { price }),
    });
    expect([ended.status, ended.body.price, await taken(stay)]).toEqual([200, owed, [1]]);
    api.clock = at('03-02', '11:00');
    const { body } = await change(stay, { status: before });
    expect(shown(body)).toEqual({ ...shown(stay.record), status: before });
    expect([await taken(stay), await cleaning(stay)]).toEqual([WHOLE, ['pending 03-08']]);
    expect((await ledger(stay)).reduce((sum, line) => sum + Number.parseFloat(line), 0)).toBe(700);
    await consistent(stay);
  });

  test('an end that also moved the stay: it is in its former room again, and the other one is free', async () => {
    const stay = await booked();
    const other = stay.rooms[1]!;
    api.clock = at('03-02');
    await change(stay, { status: 'no_show', room_id: other });
    expect([await taken(stay), await taken({ ...stay, room: other })]).toEqual([[1], [2]]);
    api.clock = at('03-02', '11:00');
    expect(shown((await change(stay, { status: 'confirmed' })).body)).toEqual(shown(stay.record));
    expect([await taken(stay), await taken({ ...stay, room: other })]).toEqual([WHOLE, []]);
    await consistent(stay);
  });

  test('together with other changes, as with any other status', async () => {
    const stay = await booked();
    await cancel(stay, '03-01');
    const { body } = await change(stay, { status: 'confirmed', checkout: '2027-03-05', name: 'Grace' });
    expect([body.checkout.slice(0, 10), body.name, body.price]).toEqual(['2027-03-05', 'Grace', 400]);
    expect(await taken(stay)).toEqual([1, 2, 3, 4]);
    await consistent(stay);
  });

  test('as often as it happens', async () => {
    const stay = await booked();
    for (let i = 0; i < 3; i += 1) {
      await cancel(stay, '03-01');
      await change(stay, { status: 'confirmed' });
    }
    expect(await taken(stay)).toEqual(WHOLE);
    await consistent(stay);
  });

  test('whatever restrictions were set since', async () => {
    const stay = await booked();
    await cancel(stay, '03-01');
    await api.post(`/api/availability/${stay.token}`, {
      room_id: stay.room,
      date: '2027-03-01',
      price: 100,
      min_stay: 14,
      stop_sell: true,
    });
    expect((await change(stay, { status: 'confirmed' })).status).toBe(200);
  });

  test('and the log says so', async () => {
    const stay = await booked();
    await cancel(stay, '03-01');
    await change(stay, { status: 'confirmed' });
    const { body } = await api.get(`/api/events/${stay.token}?kinds=booking.*`);
    expect(body.at(-1)).toMatchObject({
      kind: 'booking.modified',
      data: { status: 'confirmed', changed: ['status'], before: { status: 'cancelled' } },
    });
  });
});

test('a guest whose check-out or early departure is taken back is in the same unit again', async () => {
  const property = await api.property({ rooms: [{ units: 2 }] });
  const units = { room_id: property.room, names: ['1', '2'] };
  expect((await api.post(`/api/units/${property.token}`, units)).status).toBe(200);
  const { body } = await post(property);
  const stay = { ...property, order: body.order_id, record: body };
  api.clock = at('03-02');
  const arrived = (await change(stay, { status: 'checked_in' })).body;
  expect(arrived.unit).toMatch(/[12]/);
  await change(stay, { status: 'checked_out' });
  const back = await change(stay, { status: 'checked_in' });
  expect(shown(back.body)).toEqual(shown(arrived));
  await cancel(stay, '03-04');
  expect(shown((await change(stay, { status: 'checked_in' })).body)).toEqual(shown(arrived));
  await consistent(stay);
});

describe('the unit of a guest who leaves on the day of arrival', () => {
  async function arrivedToday() {
    const { stay } = await bookedInUnit('2', ['1', '2', '3']);
    api.clock = at('03-01');
    const arrived = (await change(stay, { status: 'checked_in', unready: true })).body;
    await cancel(stay, '03-01');
    api.clock = at('03-01', '11:00');
    return { stay, arrived };
  }
  const conditionOf = async ({ token }: TestProperty, unit: string) =>
    (await api.get(`/api/units/${token}`)).body.find(({ name }: any) => name === unit).condition;

  test('is theirs again, as it was', async () => {
    const { stay, arrived } = await arrivedToday();
    expect(await conditionOf(stay, '2')).toBe('dirty');
    expect(shown((await change(stay, { status: 'checked_in' })).body)).toEqual(shown(arrived));
    expect(await conditionOf(stay, '2')).toBe('clean');
    await consistent(stay);
  });

  test('is another one if it is taken by then', async () => {
    const { stay, arrived } = await arrivedToday();
    await post(stay, { checkin: '2027-03-05', unit_id: arrived.unit_id });
    const { body } = await change(stay, { status: 'checked_in' });
    expect(body).toMatchObject({ status: 'checked_in', unit_pinned: false });
    expect(['1', '3']).toContain(body.unit);
    await consistent(stay);
  });
});

test('a cancelled stay that is restored has the unit again that people chose for it', async () => {
  const { stay } = await bookedInUnit('2', ['1', '2']);
  await cancel(stay, '03-01');
  expect(shown((await change(stay, { status: 'confirmed' })).body)).toEqual(shown(stay.record));
  await consistent(stay);
});

test('a guest who has moved between rooms is again in the units of each night', async () => {
  const property = await api.property({ rooms: [{ units: 1 }, { units: 2 }] });
  const other = property.rooms[1]!;
  const unitsOf = async (room: number, names: string[]): Promise<any[]> =>
    (await api.post(`/api/units/${property.token}`, { room_id: room, names })).body;
  const [first] = await unitsOf(property.room, ['A1']);
  const [, second] = await unitsOf(other, ['B1', 'B2']);
  const { body } = await post(property, { unit_id: first.unit_id });
  const stay = { ...property, order: body.order_id, record: body };
  api.clock = at('03-01');
  await change(stay, { status: 'checked_in', unready: true });
  api.clock = at('03-03');
  const moved = await change(stay, { room_id: other, unit_id: second.unit_id, unready: true });
  expect([moved.status, moved.body.unit], moved.text).toEqual([200, 'B2']);
  api.clock = at('03-05');
  await cancel(stay, '03-01');
  api.clock = at('03-05', '11:00');
  const back = await change(stay, { status: 'checked_in' });
  expect(shown(back.body), back.text).toEqual(shown(moved.body));
  expect(await unitNights(stay)).toEqual(['A1 2027-03-01/2027-03-03', 'B2 2027-03-03/2027-03-08']);
});

test('the unit of a stay that is restored has the name that it has by then', async () => {
  const { stay, unitId } = await bookedInUnit('101', ['101']);
  await cancel(stay, '03-01');
  const path = `/api/units/${stay.token}?unit_id=${unitId}`;
  expect((await api.request('PATCH', path, { body: { name: '201' } })).status).toBe(200);
  expect((await change(stay, { status: 'confirmed' })).body.unit).toBe('201');
});

test('a guest whose unit is given away for later goes on in it, and then in another one', async () => {
  const { stay, unitId } = await bookedInUnit('2', ['1', '2', '3']);
  api.clock = at('03-01');
  await change(stay, { status: 'checked_in', unready: true });
  api.clock = at('03-03');
  await change(stay, { status: 'checked_out' });
  await post(stay, { checkin: '2027-03-05', checkout: '2027-03-07', unit_id: unitId });
  const back = await change(stay, { status: 'checked_in' });
  expect([back.status, back.body.unit_pinned], back.text).toEqual([200, false]);
  const [slept, ...more] = await unitNights(stay);
  expect(slept).toMatch(/^2 2027-03-01\//);
  expect(more).toHaveLength(1);
  expect(more[0]).toMatch(/^[13] .*\/2027-03-08$/);
  await consistent(stay);
});

describe('nothing is taken back', () => {
  test('when a night is sold meanwhile; the refusal names it', async () => {
    const stay = await booked();
    api.clock = at('03-02');
    await change(stay, { status: 'checked_in' });
    await cancel(stay, '03-04');
    expect((await post(stay, { checkin: '2027-03-05', checkout: '2027-03-07', price: 200 })).status).toBe(
      200,
    );
    const answer = await change(stay, { status: 'checked_in' });
    expect(answer.body).toMatchObject({ code: 'room_unavailable', nights: ['2027-03-05', '2027-03-06'] });
    await expectRefused(
      stay,
      { status: 'checked_in' },
      'room_unavailable',
      /nothing left on 2027-03-05, 2027-03-06/,
    );
    await consistent(stay);
  });

  test('to a status that the stay did not have', async () => {
    const stay = await booked();
    api.clock = at('03-02');
    await change(stay, { status: 'checked_in' });
    await change(stay, { status: 'checked_out' });
    await expectRefused(stay, { status: 'confirmed' }, 'invalid_transition', /may become checked_in/);
    await expectRefused(stay, { status: 'no_show' }, 'invalid_transition', /may become checked_in/);
  });

  test('to checked in before the check-in date, unless the caller says that it is early', async () => {
    const stay = await booked();
    await cancel(stay, '03-01');
    await expectRefused(
      stay,
      { status: 'checked_in' },
      'invalid_transition',
      /begins on 2027-03-01.*"early": true/,
    );
    expect((await change(stay, { status: 'checked_in', early: true })).status).toBe(200);
    await consistent(stay);
  });

  test('of a stay that was cancelled at its channel', async () => {
    const { stay, receive } = await soldByExpedia();
    await cancel(stay, '03-01');
    expect((await change(stay, { status: 'confirmed' })).status).toBe(200);
    await receive('cancelled');
    await expectRefused(
      stay,
      { status: 'confirmed' },
      'invalid_transition',
      /expedia has cancelled or moved/,
    );
    await consistent(stay);
  });

  test('but the early departure of a guest whose channel goes on selling the stay', async () => {
    const { stay, receive } = await soldByExpedia();
    api.clock = at('03-02');
    const before = (await change(stay, { status: 'checked_in' })).body;
    await expectRefused(stay, { checkout: '2027-03-03' }, 'owned_by_channel', /expedia/);
    const { body } = await change(stay, { status: 'checked_out', checkout: '2027-03-02' });
    expect([body.status, body.checkout.slice(0, 10)]).toEqual(['checked_out', '2027-03-02']);
    await receive('modified');
    expect(await taken(stay)).toEqual([1]);
    api.clock = at('03-02', '11:00');
    expect(shown((await change(stay, { status: 'checked_in' })).body)).toEqual(shown(before));
    await consistent(stay);
  });

  test('of a no-show whose channel has cancelled since', async () => {
    const { stay, receive } = await soldByExpedia();
    api.clock = at('03-02');
    await change(stay, { status: 'no_show' });
    await receive('cancelled');
    await expectRefused(
      stay,
      { status: 'confirmed' },
      'invalid_transition',
      /expedia has cancelled or moved/,
    );
  });
});

const ORDER = {
  reference: 'E-1',
  soldBy: null,
  guest: { name: 'Grace', email: null, phone: null },
  currency: 'EUR',
  rooms: [
    {
      key: '1',
      externalRoom: 'R0',
      externalRate: null,
      checkin: Temporal.PlainDate.from('2027-03-01'),
      checkout: Temporal.PlainDate.from('2027-03-08'),
      total: '700.00',
      nights: [],
      guestName: null,
    },
  ],
  notes: null,
  receipt: '',
  thread: null,
};

async function soldByExpedia() {
  const property = await api.property();
  const rooms = [{ roomId: property.room, externalRoom: 'R0', externalRates: [], icalUrl: null }];
  const { hotelId } = property;
  const now = () => api.clock!;
  await inPropertyTransaction(api.db, { hotelId, now: now(), actor: INNWIRE }, (tx) =>
    connectChannel(
      tx,
      { channel: 'expedia', protocol: 'expedia', url: null, settings: {}, rooms },
      api.db.secrets,
    ),
  );
  let revision = 0;
  const receive = async (status: 'new' | 'modified' | 'cancelled') => {
    revision += 1;
    const source = {
      property: await getProperty(api.db, hotelId),
      channel: 'expedia',
      rooms,
      countsSalesItself: false,
    };
    const version = { ...ORDER, status, revision: String(revision), at: now().add({ minutes: revision }) };
    return inPropertyTransaction(api.db, { hotelId, now: now(), actor: INNWIRE }, (tx) =>
      ingestReservation(tx, source, version),
    );
  };
  const { reservationIds } = await receive('new');
  const order = reservationIds[0]!;
  return { stay: { ...property, order, record: null } as Booked, receive };
}

describe('races', () => {
  const succeeded = (answers: readonly ApiResponse[]) =>
    answers.filter(({ status }) => status === 200).length;

  test('a cancelled stay is restored or its nights are sold, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const stay = await booked();
      await cancel(stay, '03-01');
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          i % 8 === 3 ? change(stay, { status: 'confirmed' }) : post(stay),
        ),
      );
      const restored = succeeded(answers.filter((_, i) => i % 8 === 3));
      expect(succeeded(answers) - restored).toBe(restored > 0 ? 0 : 1);
      await consistent(stay);
    }
  });

  test('cancelling and restoring at the same time leaves a whole stay or none', async () => {
    const stay = await booked();
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        Array.from({ length: 24 }, (_, i) =>
          i % 2 === 0 ? cancel(stay, '03-01') : change(stay, { status: 'confirmed' }),
        ),
      );
      const [record] = (await api.get(`/api/bookings/${stay.token}?order_id=${stay.order}`)).body;
      expect(await taken(stay)).toEqual(record.status === 'confirmed' ? WHOLE : []);
      await consistent(stay);
    }
  });
});
