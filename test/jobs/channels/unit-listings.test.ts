// A channel's listing that is one unit of a room: it shows when this unit can be sold, and what it sells is a stay in this unit.
import { beforeEach, describe, expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';
import { type House, listingDifferences, openDays, openHouse } from '../../harness/unit-listings.ts';
import { expectConsistent } from '../../pms/invariants.ts';

const environment = useChannelEnvironment();
const { api } = environment;
const ALL = Array.from({ length: 20 }, (_, day) => day);
const without = (...days: number[]) => ALL.filter((day) => !days.includes(day));

let house: House;
let unit: (place: number) => number;

async function open(input?: Parameters<typeof openHouse>[1]): Promise<void> {
  house = await openHouse(environment, input);
  unit = (place) => house.units[place]!;
}

const call = async (method: string, path: string, body?: object) => {
  const answer = await api.request(method, `/api/${path}`, body && { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const book = (from: number, until: number, more: object = {}) =>
  call('POST', `bookings/${house.token}`, {
    room_id: house.room,
    name: 'Ada',
    checkin: environment.day(from),
    checkout: environment.day(until),
    price: 100,
    ...more,
  });
const change = (booking: any, body: object) =>
  call('PATCH', `bookings/${house.token}?order_id=${booking.order_id}`, body);
const close = (place: number, from: number, to: number, kind = 'out_of_order') =>
  call('POST', `closures/${house.token}`, {
    unit_id: unit(place),
    kind,
    fromdate: environment.day(from),
    todate: environment.day(to),
  });

/** Changes something while no worker runs, so that the listings do not show it yet. */
async function unseen(work: () => Promise<unknown>): Promise<void> {
  await environment.stop();
  await work().finally(environment.start);
}

/** Waits until everything is pushed; the listings then show, by place of the unit, that they are for sale on these days. */
async function expectOpen(...days: number[][]): Promise<void> {
  await environment.settled([house.there]);
  expect([...openDays(environment, house).values()]).toEqual(days);
  expect(await listingDifferences(environment, house)).toEqual([]);
  await expectConsistent(api.db, house.hotelId, Temporal.PlainDate.from(environment.day(0)));
}

const sell = (place: number, from: number, nights: number, more: object = {}) =>
  house.there.ota.sell({
    hotel: house.there.hotel.id,
    room: house.listings.get(unit(place))!,
    arrival: environment.day(from),
    nights,
    price: 120,
    ...more,
  });
const bookings = () => environment.bookings(house);
const conflicts = async () =>
  (await api.operator('GET', `/properties/${house.hotelId}/conflicts`)).body.map((one: any) => one.conflict);

describe('what a listing shows', () => {
  beforeEach(() => open());

  test('each night in which its unit has no stay, as stays are given, moved, exchanged, split and taken away', async () => {
    await expectOpen(ALL, ALL, ALL);
    const one = await book(3, 6);
    await expectOpen(ALL, ALL, ALL);
    await change(one, { unit_id: unit(1) });
    await expectOpen(ALL, without(3, 4, 5), ALL);
    await change(one, { unit_id: unit(2), unit_from: environment.day(4) });
    await expectOpen(ALL, without(3), without(4, 5));
    await change(one, { unit_id: null });
    await expectOpen(ALL, ALL, ALL);
    await change(one, { unit_id: unit(0) });
    const two = await book(3, 6, { unit_id: unit(1) });
    await expectOpen(without(3, 4, 5), without(3, 4, 5), ALL);
    await change(two, { checkout: environment.day(8) });
    await expectOpen(without(3, 4, 5), without(3, 4, 5, 6, 7), ALL);
    await call('POST', `assignments/${house.token}`, {
      moves: [
        { order_id: one.order_id, unit_id: unit(1) },
        { order_id: two.order_id, unit_id: unit(0) },
      ],
    });
    await expectOpen(without(3, 4, 5, 6, 7), without(3, 4, 5), ALL);
    await call('DELETE', `bookings/${house.token}?order_id=${two.order_id}&date=${environment.day(3)}`);
    await expectOpen(ALL, without(3, 4, 5), ALL);
  });

  test('each night in which its unit is not out of order, as closures are made, changed and ended', async () => {
    const closed = await close(0, 2, 4);
    await expectOpen(without(2, 3, 4), ALL, ALL);
    const patch = (body: object) =>
      call('PATCH', `closures/${house.token}?closure_id=${closed.closure_id}`, body);
    await patch({ fromdate: environment.day(3), todate: environment.day(6) });
    await expectOpen(without(3, 4, 5, 6), ALL, ALL);
    await patch({ unit_id: unit(2) });
    await expectOpen(ALL, ALL, without(3, 4, 5, 6));
    await close(1, 1, 1, 'out_of_service');
    await call(
      'DELETE',
      `closures/${house.token}?closure_id=${closed.closure_id}&date=${environment.day(5)}`,
    );
    await expectOpen(ALL, ALL, without(3, 4));
  });

  test('a closure that leaves the count as it was closes its listing all the same', async () => {
    await environment.setNight(house, 5, { price: 120, available: 1 });
    await expectOpen(ALL, ALL, ALL);
    const closed = await close(1, 5, 5);
    await expectOpen(ALL, without(5), ALL);
    await call('DELETE', `closures/${house.token}?closure_id=${closed.closure_id}`);
    await expectOpen(ALL, ALL, ALL);
  });

  test('nothing while the room has nothing left or is not sold, and the price and rules of the room', async () => {
    await book(2, 4);
    await book(2, 4);
    await expectOpen(ALL, ALL, ALL);
    await book(2, 4);
    await expectOpen(without(2, 3), without(2, 3), without(2, 3));
    await environment.setNight(house, 7, { stop_sell: true, min_stay: 3, price: 99.5 });
    await environment.setNight(house, 8, { price: 120, available: 0 });
    await expectOpen(without(2, 3, 7, 8), without(2, 3, 7, 8), without(2, 3, 7, 8));
    const night = house.there.ota
      .calendar(house.there.hotel.id)
      .filter(({ date }) => date === environment.day(7));
    expect(night.map(({ price, minStay }) => ({ price, minStay }))).toEqual(
      house.units.map(() => ({ price: 100, minStay: 3 })),
    );
  });

  test('the unit of a hold, which nobody has any more when it ends', async () => {
    const hold = await book(3, 6, { hold_minutes: 60 });
    await change(hold, { unit_id: unit(1) });
    await expectOpen(ALL, without(3, 4, 5), ALL);
    await call('DELETE', `bookings/${house.token}?order_id=${hold.order_id}&date=${environment.day(3)}`);
    await expectOpen(ALL, ALL, ALL);
  });

  test('the unit that a guest is given at check-in, and leaves early', async () => {
    const stay = await book(0, 4);
    await expectOpen(ALL, ALL, ALL);
    const { unit_id } = await change(stay, { status: 'checked_in' });
    await expectOpen(...house.units.map((one) => (one === unit_id ? without(0, 1, 2, 3) : ALL)));
    await change(stay, { status: 'checked_out' });
    await environment.settled([house.there]);
    expect(await listingDifferences(environment, house)).toEqual([]);
  });

  test('one unit that is exchanged costs one message for each of the two listings, and the others none', async () => {
    const one = await book(3, 6, { unit_id: unit(0) });
    await expectOpen(without(3, 4, 5), ALL, ALL);
    house.there.ota.forgetRequests();
    await change(one, { unit_id: unit(1) });
    await expectOpen(ALL, without(3, 4, 5), ALL);
    const sent = house.there.ota.requests('availability').map(({ body }) => JSON.parse(body!));
    expect(sent.map(({ listing_id }) => String(listing_id)).sort()).toEqual(
      [unit(0), unit(1)].map((id) => house.listings.get(id)).sort(),
    );
    // The night that is closed comes first.
    expect(sent[0].operations[0].availability).toBe('unavailable');
  });

  test('the same after a push whose answer was lost, which is repeated', async () => {
    const one = await book(3, 6, { unit_id: unit(0) });
    await expectOpen(without(3, 4, 5), ALL, ALL);
    house.there.ota.faults.add({ kind: 'cut_after', on: 'availability', count: 2 });
    await change(one, { unit_id: unit(1) });
    await environment.poll(() => house.there.ota.faults.struck()).toBeGreaterThan(1);
    await change(one, { unit_id: unit(0) });
    house.there.ota.faults.clear();
    await expectOpen(without(3, 4, 5), ALL, ALL);
  });

  test('the same after the worker was killed in the middle of changes', async () => {
    const one = await book(3, 6, { unit_id: unit(0) });
    await environment.stop('hard');
    await change(one, { unit_id: unit(2) });
    await close(1, 10, 12);
    await environment.start();
    await expectOpen(ALL, without(10, 11, 12), without(3, 4, 5));
  });

  test('also once the lost calendar of a listing is read back, and pushed again', async () => {
    await book(3, 6, { unit_id: unit(0) });
    await expectOpen(without(3, 4, 5), ALL, ALL);
    const check = async () => {
      const { body } = await api.get(`/api/logs/${house.token}?kind=sync&limit=200`);
      return body.find(({ operation }: any) => operation === 'drift check')?.summary;
    };
    const checkAgain = async () => {
      await environment.stop();
      await api.db.query('update connections set drift_checked_on = null where hotel_id = $1', [
        house.hotelId,
      ]);
      await environment.start();
    };
    await environment.poll(check).toMatch(/equals ours/);
    house.there.ota.forgetCalendar(house.there.hotel.id);
    house.there.ota.faults.add({ kind: 'lost_calendar', count: 3 });
    await checkAgain();
    await environment
      .poll(check)
      .toBe('airbnb: its calendar is empty: 60 nights that it had accepted are pushed again');
    house.there.ota.faults.clear();
    await expectOpen(without(3, 4, 5), ALL, ALL);
    await checkAgain();
    await environment.poll(check).toMatch(/equals ours/);
  });
});

describe('a sale in a listing', () => {
  beforeEach(() => open({ settings: { alterations: 'accept' } }));

  test('is a booking in its unit, moves in it, and gives it back when it is cancelled', async () => {
    house.there.ota.forgetRequests();
    const { reference } = await sell(1, 5, 2);
    expect(await bookings()).toMatchObject([
      { referral_order_id: reference, room_id: house.room, unit_id: unit(1), unit: '102' },
    ]);
    await expectOpen(ALL, without(5, 6), ALL);
    // The other listings show what they showed before.
    const sent = house.there.ota.requests('availability').map(({ body }) => JSON.parse(body!).listing_id);
    expect(new Set(sent.map(String))).toEqual(new Set([house.listings.get(unit(1))]));
    await house.there.ota.modify(reference, { arrival: environment.day(6), nights: 3 });
    await environment.settled([house.there]);
    expect(await bookings()).toMatchObject([
      { checkin: expect.stringContaining(environment.day(6)), unit: '102' },
    ]);
    await expectOpen(ALL, without(6, 7, 8), ALL);
    await house.there.ota.cancel(reference);
    await environment.settled([house.there]);
    expect(await bookings()).toMatchObject([{ status: 'cancelled', unit_id: null }]);
    await expectOpen(ALL, ALL, ALL);
  });

  test('is refused while somebody has the unit, although the room has others', async () => {
    await unseen(async () => {
      await book(5, 7, { unit_id: unit(1) });
      await expect(sell(1, 6, 2)).rejects.toThrow(/dates_not_available/);
      await expect(sell(1, 7, 1)).resolves.toMatchObject({ status: 'booked' });
      await expect(sell(2, 6, 2)).resolves.toMatchObject({ status: 'booked' });
    });
    await expectOpen(ALL, without(5, 6, 7), without(6, 7));
  });

  test('that Airbnb made all the same is kept and flagged, and gets the unit once it is free', async () => {
    let other: any;
    let reference = '';
    await unseen(async () => {
      other = await book(5, 7, { unit_id: unit(1) });
      ({ reference } = await sell(1, 6, 2, { force: true }));
    });
    await environment.poll(async () => (await bookings()).length).toBe(2);
    expect(await conflicts()).toEqual([`without a unit on ${environment.day(6)}, because its unit is taken`]);
    await environment.settled([house.there]);
    await call('DELETE', `bookings/${house.token}?order_id=${other.order_id}&date=${environment.day(5)}`);
    await environment.poll(conflicts).toEqual([]);
    expect((await bookings()).find((one) => one.referral_order_id === reference)).toMatchObject({
      unit: '102',
    });
    await expectOpen(ALL, without(6, 7), ALL);
  });

  test('may be altered to nights in which its unit is free, and not to others', async () => {
    const { reference } = await sell(1, 5, 2);
    await environment.settled([house.there]);
    let other: any;
    await unseen(async () => {
      other = await book(8, 10, { unit_id: unit(1) });
      await expect(house.there.ota.modify(reference, { nights: 4 })).rejects.toThrow(/refused/);
      await expect(house.there.ota.modify(reference, { nights: 3 })).resolves.toMatchObject({ reference });
    });
    await expectOpen(ALL, without(5, 6, 7, 8, 9), ALL);
    await call('DELETE', `bookings/${house.token}?order_id=${other.order_id}&date=${environment.day(8)}`);
    await expectOpen(ALL, without(5, 6, 7), ALL);
  });

  test('moves to the unit of another listing when Airbnb moves it there', async () => {
    const { reference } = await sell(0, 5, 2);
    await environment.settled([house.there]);
    await house.there.ota.modify(reference, { room: house.listings.get(unit(2))!, force: true });
    await environment.poll(async () => (await bookings())[0].unit).toBe('103');
    await expectOpen(ALL, ALL, without(5, 6));
    expect(await conflicts()).toEqual([]);
  });

  test('leaves its unit when people move it, and its listing stays sold at Airbnb', async () => {
    const { reference } = await sell(0, 5, 2);
    await environment.settled([house.there]);
    const [stay] = await bookings();
    await change(stay, { unit_id: unit(1) });
    await environment.settled([house.there]);
    await house.there.ota.modify(reference, { price: 150, force: true });
    await environment.settled([house.there]);
    expect(await bookings()).toMatchObject([{ unit: '102' }]);
    await expectOpen(without(5, 6), without(5, 6), ALL);
    await house.there.ota.cancel(reference);
    await environment.settled([house.there]);
    await expectOpen(ALL, ALL, ALL);
  });

  test('of a room without units left is flagged as overbooked and has its unit', async () => {
    await unseen(async () => {
      for (const _ of house.units) await book(5, 6);
      await sell(0, 5, 1, { force: true });
    });
    await environment.poll(conflicts).toEqual(expect.arrayContaining([expect.stringMatching(/^overbooked/)]));
    expect((await bookings()).find((one) => one.unit)).toMatchObject({
      unit: '101',
    });
    await expectOpen(without(5), without(5), without(5));
  });

  test('of a room without units left stays flagged as overbooked when it gets its unit later', async () => {
    let first: any;
    let reference = '';
    await unseen(async () => {
      first = await book(5, 6, { unit_id: unit(0) });
      await book(5, 6);
      await book(5, 6);
      ({ reference } = await sell(0, 5, 1, { force: true }));
    });
    await environment.poll(conflicts).toEqual([expect.stringMatching(/^overbooked/)]);
    await change(first, { unit_id: unit(1) });
    await house.there.ota.modify(reference, { price: 150, force: true });
    const sold = async () => (await bookings()).find((one) => one.referral_order_id === reference);
    await environment.poll(sold).toMatchObject({ unit: '101' });
    expect(await conflicts()).toEqual([expect.stringMatching(/^overbooked/)]);
  });
});

describe('the connection', () => {
  beforeEach(() => open());
  const put = (method: string, query: string, body: object) =>
    api.operator(method, `${house.path}${query}`, body);
  const mapping = (place: number) => ({ ...house.connection.rooms[place] }) as any;

  test('names the unit of each listing, of each of its nights, and of what it refuses', async () => {
    expect((await api.operator('GET', house.path)).body.rooms).toMatchObject(house.connection.rooms);
    house.there.ota.faults.add({ kind: 'refuse_closures' });
    await book(5, 6, { unit_id: unit(1) });
    await environment
      .poll(async () => (await api.operator('GET', house.path)).body)
      .toMatchObject({
        state: 'delayed',
        last_error: expect.stringContaining(`Double unit 102 ${environment.day(5)}`),
      });
    const { body: nights } = await api.operator('GET', `${house.path}/nights`);
    expect(nights).toHaveLength(60);
    expect(nights.filter(({ state }: any) => state !== 'synced')).toEqual([
      expect.objectContaining({ room_id: house.room, unit_id: unit(1), state: 'rejected' }),
    ]);
    house.there.ota.faults.clear();
    await environment.poll(async () => (await api.operator('GET', house.path)).body.state).toBe('connected');
    await expectOpen(ALL, without(5), ALL);
  });

  test('counts nights that wait because a unit was given away, and since when', async () => {
    const stay = await book(3, 6);
    await environment.settled([house.there]);
    const pending = async () => {
      const { body } = await api.get(`/api/status/${house.token}`);
      return body.channel_details.airbnb.sync;
    };
    expect(await pending()).toMatchObject({ pending_nights: 0 });
    await unseen(async () => {
      await change(stay, { unit_id: unit(1) });
      expect(await pending()).toMatchObject({
        pending_nights: 3,
        oldest_pending_seconds: expect.any(Number),
      });
    });
    await environment.settled([house.there]);
    expect(await pending()).toMatchObject({ pending_nights: 0 });
  });

  test('shows in a dry run how many nights of each unit would be pushed', async () => {
    await book(5, 7, { unit_id: unit(1) });
    const { body } = await put('PUT', '?dry_run=true', house.connection);
    expect(body).toMatchObject({
      dry_run: true,
      rooms: house.units.map((unit_id, i) => ({
        room_id: house.room,
        unit_id,
        pushed_nights: 20,
        for_sale_nights: i === 1 ? 18 : 20,
      })),
    });
  });

  test('closes the listing of a unit that is removed with close=true, and keeps the others', async () => {
    house.there.ota.faults.add({ kind: 'server_error', on: ['availability'] });
    const closing = await put('PATCH', '?close=true', { remove_units: [unit(1)] });
    expect(closing.body).toMatchObject({ closing: { open_nights: 20, rooms: [], units: [unit(1)] } });
    house.there.ota.faults.clear();
    const mapped = async () =>
      (await api.operator('GET', house.path)).body.rooms.map(({ unit_id }: any) => unit_id);
    await environment.poll(mapped).toEqual([unit(0), unit(2)]);
    expect([...openDays(environment, house).values()]).toEqual([ALL, [], ALL]);
    house.listings.delete(unit(1));
    await expectOpen(ALL, ALL);
    // Mapped again, it shows its nights again.
    const again = await put('PATCH', '', { rooms: [mapping(1)] });
    expect(again.status, again.text).toBe(200);
    house.listings.set(unit(1), mapping(1).external_room);
    await expectOpen(ALL, ALL, ALL);
  });

  test('keeps a unit that is named again while it waits to be closed', async () => {
    house.there.ota.faults.add({ kind: 'server_error', on: ['availability'] });
    await put('PATCH', '?close=true', { remove_units: [unit(1), unit(2)] });
    const { body } = await put('PATCH', '', { rooms: [mapping(1)] });
    expect(body.closing).toMatchObject({ units: [unit(2)] });
    house.there.ota.faults.clear();
    house.listings.delete(unit(2));
    await expectOpen(ALL, ALL);
  });

  test('closes the listing of a unit that is archived, and then ends its mapping', async () => {
    await call('DELETE', `units/${house.token}?unit_id=${unit(2)}`);
    const mapped = async () =>
      (await api.operator('GET', house.path)).body.rooms.map(({ unit_id }: any) => unit_id);
    await environment.poll(mapped).toEqual([unit(0), unit(1)]);
    expect([...openDays(environment, house).values()]).toEqual([ALL, ALL, []]);
    expect((await put('PATCH', '', { rooms: [mapping(2)] })).body).toMatchObject({ code: 'unknown_unit' });
    // What Airbnb sold there meanwhile is kept.
    await sell(2, 3, 1, { force: true });
    await environment.poll(async () => (await bookings()).length).toBe(1);
  });

  test('closes the listings of all units of a room that is retired', async () => {
    expect((await api.operator('DELETE', `/properties/${house.hotelId}/rooms/${house.room}`)).status).toBe(
      200,
    );
    await environment.settled([house.there]);
    expect([...openDays(environment, house).values()]).toEqual([[], [], []]);
    const removed = await put('PATCH', '?close=true', { remove_rooms: [house.room] });
    expect(removed.status, removed.text).toBe(200);
    const mapped = async () => (await api.operator('GET', house.path)).body.rooms;
    await environment.poll(mapped).toEqual([]);
  });

  test('closes all listings when it ends with close=true', async () => {
    expect((await api.operator('DELETE', `${house.path}?close=true`)).body).toMatchObject({
      open_nights: 60,
    });
    await environment
      .poll(async () => (await api.operator('GET', house.path)).body.code)
      .toBe('unknown_channel');
    expect([...openDays(environment, house).values()]).toEqual([[], [], []]);
  });

  test('gives the unit to stays that were sold before the listing was mapped to it', async () => {
    const [first] = house.connection.rooms as any[];
    const whole = { room_id: house.room, external_room: first.external_room };
    const replaced = await put('PUT', '?replace=true', { ...house.connection, rooms: [whole] });
    expect(replaced.status, replaced.text).toBe(200);
    house.listings.clear();
    await environment.settled([house.there]);
    await house.there.ota.sell({
      hotel: house.there.hotel.id,
      room: first.external_room,
      arrival: environment.day(4),
      nights: 2,
      price: 120,
    });
    await environment.settled([house.there]);
    expect(await bookings()).toMatchObject([{ unit: null }]);
    const units = await put('PUT', '?replace=true', house.connection);
    expect(units.status, units.text).toBe(200);
    expect(await bookings()).toMatchObject([{ unit: '101' }]);
    for (const { unit_id, external_room } of house.connection.rooms as any[])
      house.listings.set(unit_id, external_room);
    await expectOpen(without(4, 5), ALL, ALL);
  });

  test('gives the unit to a stay that was sold in a listing that was not mapped yet', async () => {
    await put('PATCH', '', { remove_units: [unit(1)] });
    const { external_room: listing } = mapping(1);
    house.listings.delete(unit(1));
    const sale = { hotel: house.there.hotel.id, room: listing, arrival: environment.day(4), nights: 2 };
    await house.there.ota.sell({ ...sale, price: 120, force: true });
    await environment.poll(conflicts).toEqual([expect.stringContaining('mapped to no room')]);
    expect((await put('PATCH', '', { rooms: [mapping(1)] })).status).toBe(200);
    house.listings.set(unit(1), listing);
    expect(await conflicts()).toEqual([]);
    expect(await bookings()).toMatchObject([{ room_id: house.room, unit: '102' }]);
    house.listings = new Map(house.units.map((id) => [id, house.listings.get(id)!]));
    await expectOpen(ALL, without(4, 5), ALL);
  });

  test('sells units singly while another channel sells the room as a whole', async () => {
    const [booking] = await environment.connect(house, ['booking_com']);
    await environment.settled([house.there, booking!]);
    await book(5, 7, { unit_id: unit(1) });
    await booking!.ota.sell({ hotel: booking!.hotel.id, arrival: environment.day(6), nights: 1 });
    await environment.settled([house.there, booking!]);
    expect(await environment.differences(house, [booking!], 20)).toEqual([]);
    expect([...openDays(environment, house).values()]).toEqual([ALL, without(5, 6), ALL]);
    const open = booking!.ota.calendar(booking!.hotel.id).map(({ available }) => available);
    expect(open.slice(4, 8)).toEqual([3, 2, 1, 3]);
  });

  test('refuses a unit that is mapped twice, and a listing for two units', async () => {
    const twice = await put('PUT', '?replace=true', {
      ...house.connection,
      rooms: [mapping(0), mapping(0)],
    });
    expect(twice.body).toMatchObject({ code: 'invalid_data', errors: [{ rule: 'room_twice' }] });
    const shared = { ...mapping(1), external_room: mapping(0).external_room };
    const listing = await put('PUT', '?replace=true', { ...house.connection, rooms: [mapping(0), shared] });
    expect(listing.body).toMatchObject({ errors: [{ rule: 'external_room_twice' }] });
    await expectOpen(ALL, ALL, ALL);
  });
});
