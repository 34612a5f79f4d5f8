// A guest who leaves early, on a later day than today: until then the guest is in the house, everywhere.
import { beforeEach, describe, expect, test } from 'vitest';
import { createDepartures } from '../../src/jobs/leave-units.ts';
import { useChannels } from '../jobs/channels.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { expectProblem } from './expectations.ts';

const channels = useChannels();
const { api } = channels;

beforeEach(() => {
  channels.at('2027-03-01T10:00:00Z');
});

type Stay = Awaited<ReturnType<typeof checkedIn>>;

/** A guest in unit 101 from 1 to 8 March 2027; today is the second of them. */
async function checkedIn(checkin = '2027-03-01', status = 'checked_in') {
  const property = await api.property({ rooms: [{ units: 2 }], timezone: 'UTC' });
  const { token, room } = property;
  const names = ['101', '102'];
  const units = (await api.post(`/api/units/${token}`, { room_id: room, names })).body;
  const { body } = await api.post(`/api/bookings/${token}`, {
    room_id: room,
    name: 'Ada Lovelace',
    checkin,
    checkout: '2027-03-08',
    price: 700,
    unit_id: units[0].unit_id,
  });
  const stay = { ...property, order: body.order_id, guest: body.guest_id, unit: units[0].unit_id };
  channels.at('2027-03-02T10:00:00Z');
  if (status !== 'confirmed') await change(stay, { status });
  return stay;
}

const change = ({ token, order }: { token: string; order: number }, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });
const leave = ({ token, order }: Stay, date: string) =>
  api.delete(`/api/bookings/${token}?order_id=${order}&date=2027-03-${date}`);
const isListed = async ({ token, order }: Stay, query: string) => {
  const { status, body } = await api.get(`/api/bookings/${token}?${query}`);
  expect(status).toBe(200);
  return body.some((one: any) => one.order_id === order);
};
const isHere = async (stay: Stay, night: string) => [
  await isListed(stay, 'in_house=true'),
  await isListed(stay, `staying_on=2027-03-${night}`),
  !(await isListed(stay, 'in_house=false')),
];
const unitOf = async ({ token }: Stay) => (await api.get(`/api/units/${token}`)).body[0];
const erase = ({ hotelId, guest }: Stay, query = '') =>
  api.operator('POST', `/properties/${hotelId}/guests/${guest}/erase${query}`, {});
const passDepartures = () => createDepartures(channels.context()).runOnce();

describe('a guest who leaves on a later day than today', () => {
  test('is in the house until that day, and has left from then on', async () => {
    const stay = await checkedIn();
    expect((await leave(stay, '04')).body).toMatchObject({ status: 'cancelled', price: 300 });
    expect(await isHere(stay, '02')).toEqual([true, true, true]);
    expect(await isListed(stay, 'staying_on=2027-03-04')).toBe(false);
    channels.at('2027-03-03T23:00:00Z');
    expect(await isHere(stay, '03')).toEqual([true, true, true]);
    channels.at('2027-03-04T00:01:00Z');
    expect(await isHere(stay, '04')).toEqual([false, false, false]);
    expect(await isListed(stay, 'staying_on=2027-03-03')).toBe(true);
    await expectConsistent(api.db, stay.hotelId, Temporal.PlainDate.from('2027-03-04'));
  });

  test('has the unit until that day, and then leaves it to be cleaned, once', async () => {
    const stay = await checkedIn();
    await leave(stay, '04');
    await passDepartures();
    expect(await unitOf(stay)).toMatchObject({
      occupancy: 'occupied',
      order_id: stay.order,
      condition: 'clean',
    });
    channels.at('2027-03-04T00:01:00Z');
    await passDepartures();
    expect(await unitOf(stay)).toMatchObject({ occupancy: 'vacant', order_id: null, condition: 'dirty' });
    await api.request('PATCH', `/api/units/${stay.token}?unit_id=${stay.unit}`, {
      body: { condition: 'clean' },
    });
    channels.at('2027-03-05T10:00:00Z');
    await passDepartures();
    expect(await unitOf(stay)).toMatchObject({ condition: 'clean' });
  });

  test('leaves the unit at once when an earlier date, or today, is entered after all', async () => {
    const stay = await checkedIn();
    await leave(stay, '05');
    await leave(stay, '04');
    expect(await unitOf(stay)).toMatchObject({ occupancy: 'occupied', condition: 'clean' });
    await leave(stay, '02');
    expect(await unitOf(stay)).toMatchObject({ occupancy: 'vacant', condition: 'dirty' });
    expect(await isHere(stay, '02')).toEqual([false, false, false]);
  });

  test('keeps others out of the unit', async () => {
    const stay = await checkedIn();
    await leave(stay, '04');
    const { body } = await api.post(`/api/bookings/${stay.token}`, {
      room_id: stay.room,
      name: 'Bob',
      checkin: '2027-03-04',
      checkout: '2027-03-06',
      price: 200,
      unit_id: stay.unit,
    });
    const early = { status: 'checked_in', early: true };
    expectProblem(await change({ token: stay.token, order: body.order_id }, early), 400, 'unit_occupied');
    channels.at('2027-03-04T12:00:00Z');
    await passDepartures();
    const coming = { token: stay.token, order: body.order_id };
    expectProblem(await change(coming, { status: 'checked_in' }), 400, 'unit_not_ready');
  });

  test('is not erased before', async () => {
    const stay = await checkedIn();
    await leave(stay, '04');
    expectProblem(await erase(stay), 400, 'guest_expected');
    channels.at('2027-03-04T00:01:00Z');
    expect((await erase(stay)).status).toBe(200);
  });

  test('has stayed the nights that the booking keeps', async () => {
    const stay = await checkedIn();
    await leave(stay, '04');
    channels.at('2027-04-01T10:00:00Z');
    const [guest] = (await api.get(`/api/guests/${stay.token}`)).body;
    expect(guest).toMatchObject({ bookings: 1, stays: 1, nights: 3, last_stay: '2027-03-01' });
  });

  test('is here also when nobody checked the guest in', async () => {
    const stay = await checkedIn('2027-03-01', 'confirmed');
    await leave(stay, '04');
    expect(await isHere(stay, '02')).toEqual([true, true, true]);
    expect(await unitOf(stay)).toMatchObject({ occupancy: 'occupied', order_id: stay.order });
  });

  test('stays after all when the departure is taken back', async () => {
    const stay = await checkedIn();
    await leave(stay, '04');
    expect((await change(stay, { status: 'checked_in' })).body).toMatchObject({ price: 700 });
    expect(await unitOf(stay)).toMatchObject({ occupancy: 'occupied', condition: 'clean' });
    channels.at('2027-03-04T00:01:00Z');
    await passDepartures();
    expect(await unitOf(stay)).toMatchObject({ occupancy: 'occupied', condition: 'clean' });
  });
});

test('a booking that is cancelled as a whole brings nobody into the house', async () => {
  const stay = await checkedIn('2027-03-02', 'confirmed');
  await leave(stay, '04');
  expect(await isHere(stay, '02')).toEqual([false, false, false]);
  expect(await unitOf(stay)).toMatchObject({ occupancy: 'vacant', order_id: null });
  expect((await erase(stay)).status).toBe(200);
});

test('a guest who has checked out does not sleep here tonight, and did in the nights before', async () => {
  const stay = await checkedIn();
  channels.at('2027-03-04T09:00:00Z');
  await change(stay, { status: 'checked_out' });
  expect(await isHere(stay, '04')).toEqual([false, false, false]);
  expect(await isListed(stay, 'staying_on=2027-03-03')).toBe(true);
});

test('an erasure names the bookings that are not settled', async () => {
  const stay = await checkedIn();
  await change(stay, { status: 'checked_out' });
  const unsettled = [{ order_id: stay.order, balance: 700, currency: 'EUR' }];
  expect((await erase(stay, '?dry_run=true')).body.balances).toEqual(unsettled);
  const payment = { amount: 700, type: 'payment', description: 'Cash', order_id: stay.order };
  await api.operator('POST', `/properties/${stay.hotelId}/accounting`, payment);
  expect((await erase(stay, '?dry_run=true')).body.balances).toEqual([]);
  expect((await erase(stay)).body.balances).toEqual([]);
});

test('a guest who leaves late is not erased until the check-out is recorded', async () => {
  const stay = await checkedIn();
  channels.at('2027-03-09T10:00:00Z');
  expectProblem(await erase(stay), 400, 'guest_expected');
  await change(stay, { status: 'checked_out' });
  expect((await erase(stay)).status).toBe(200);
});
