// Random histories of units that each have a listing: whatever people, guests and Airbnb do side by side, the listings end up right.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';
import { dice, RACE_RUNS, SEED } from '../../harness/random.ts';
import { listingDifferences, openHouse } from '../../harness/unit-listings.ts';
import { expectConsistent } from '../../pms/invariants.ts';

const environment = useChannelEnvironment();
const { api } = environment;
const DAYS = 14;
const STEPS = 12 * RACE_RUNS;
const ACTS_AT_ONCE = 6;

test('after any assignments, moves, closures, sales and cancellations each listing shows what its unit and its room have', async () => {
  const random = dice(SEED);
  const one = <T>(all: readonly T[]) => all[random(all.length)]!;
  const house = await openHouse(environment, {
    names: ['1', '2', '3', '4'],
    days: DAYS,
    settings: { alterations: 'accept' },
  });
  const { ota, hotel } = house.there;
  const orders: number[] = [];
  const closures: number[] = [];
  const day = (plus: number) => environment.day(plus);
  const stay = () => {
    const from = random(DAYS - 4);
    return { from, nights: 1 + random(4) };
  };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await api.request(method, `/api/${path}`, body && { body });
    if (answer.status !== 200 && answer.status !== 400) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.status === 200 ? answer.body : null;
  };
  const change = (body: object) =>
    orders.length > 0 && call('PATCH', `bookings/${house.token}?order_id=${one(orders)}`, body);
  // What Airbnb refuses by its own calendar, or innwire when it is asked, has no effect.
  const atAirbnb = (work: Promise<unknown>) => work.catch(() => null);
  const booked = () => ota.reservations(hotel.id).filter(({ status }) => status === 'booked');
  const acts: (() => unknown)[] = [
    async () => {
      const { from, nights } = stay();
      const unit = one([{}, { unit_id: 'auto' }, { unit_id: one(house.units) }]);
      const body = { room_id: house.room, name: 'Ada', checkin: day(from), checkout: day(from + nights) };
      const made = await call('POST', `bookings/${house.token}`, { ...body, price: 1, ...unit });
      if (made) orders.push(made.order_id);
    },
    () => change({ unit_id: one(house.units) }),
    () => change({ unit_id: one(house.units), unit_from: day(random(DAYS)) }),
    () => change({ unit_id: one(['auto', null]) }),
    () => change({ checkout: day(2 + random(DAYS - 4)) }),
    () => change({ status: one(['checked_in', 'checked_out', 'no_show']), unready: true }),
    () =>
      orders.length > 0 &&
      call('DELETE', `bookings/${house.token}?order_id=${one(orders)}&date=${day(random(3))}`),
    () =>
      orders.length > 1 &&
      call('POST', `assignments/${house.token}`, {
        moves: [0, 1].map((i) => ({ order_id: orders.at(-1 - i), unit_id: house.units[i] })),
      }),
    async () => {
      const { from, nights } = stay();
      const body = { unit_id: one(house.units), kind: one(['out_of_order', 'out_of_service']) };
      const dates = { fromdate: day(from), todate: day(from + nights - 1) };
      const made = await call('POST', `closures/${house.token}`, { ...body, ...dates });
      if (made) closures.push(made.closure_id);
    },
    () =>
      closures.length > 0 &&
      call('PATCH', `closures/${house.token}?closure_id=${one(closures)}`, {
        unit_id: one(house.units),
        todate: day(random(DAYS)),
      }),
    () => closures.length > 0 && call('DELETE', `closures/${house.token}?closure_id=${closures.pop()}`),
    () => {
      const { from, nights } = stay();
      const dates = { date: day(from), todate: day(from + nights - 1) };
      const values = one([
        { stop_sell: true },
        { stop_sell: false },
        { available: random(3) },
        { price: 80 },
      ]);
      return call('POST', `availability/${house.token}`, { room_id: house.room, ...dates, ...values });
    },
    ...[false, false, true].map((force) => () => {
      const { from, nights } = stay();
      const room = house.listings.get(one(house.units))!;
      const input = { hotel: hotel.id, room, arrival: day(from), nights, price: 100, force };
      return atAirbnb(ota.sell(input));
    }),
    () => booked().length > 0 && atAirbnb(ota.cancel(one(booked()).reference)),
    () => ota.faults.add({ kind: one(['cut_after', 'server_error'] as const), on: 'availability', count: 1 }),
    () =>
      booked().length > 0 &&
      atAirbnb(
        ota.modify(one(booked()).reference, {
          ...one([{}, { room: house.listings.get(one(house.units))! }]),
          nights: 1 + random(4),
          force: random(2) === 0,
        }),
      ),
  ];
  for (let step = 0; step < STEPS; step += 1) {
    const kills = random(4) === 0;
    if (kills) await environment.stop('hard');
    await Promise.all(Array.from({ length: ACTS_AT_ONCE }, () => one(acts)()));
    if (kills) await environment.start();
    await environment.settled([house.there]);
    await ota.settled();
    await environment.settled([house.there]);
    const where = `step ${step} of TEST_SEED=${SEED}`;
    expect(await listingDifferences(environment, house), where).toEqual([]);
    await expectConsistent(api.db, house.hotelId, Temporal.PlainDate.from(day(0)));
    const known = new Set((await environment.bookings(house)).map((booking) => booking.referral_order_id));
    for (const { reference } of booked()) expect(known, `${reference}, ${where}`).toContain(reference);
  }
});
