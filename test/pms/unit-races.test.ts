// Races for units: many clients give, move and release the same units.
import { expect, test } from 'vitest';
import { otaSells } from '../api/outside-events.ts';
import { type ApiResponse, type TestProperty, useApi } from '../harness/api.ts';
import { dice, RACE_RUNS, SEED } from '../harness/random.ts';
import { propertyWithUnits } from '../harness/units.ts';
import { checkLeftovers } from './check-open-transactions.ts';
import { tally, times, untilServed } from './concurrent-requests.ts';
import { expectConsistent } from './invariants.ts';
import { date } from './test-property.ts';

const api = useApi({ poolSize: 24 });
checkLeftovers(api);

const TODAY = date('2027-03-01');
api.clock = Temporal.Instant.from('2027-03-01T12:00:00Z');
const day = (n: number) => TODAY.add({ days: n }).toString();

const houseWith = (count: number) =>
  propertyWithUnits(
    api,
    times(count, (i) => `${i + 1}`),
  );

const book = ({ token, room }: TestProperty, from: number, until: number, more: object = {}) =>
  untilServed(() =>
    api.post(`/api/bookings/${token}`, {
      room_id: room,
      name: 'Ada',
      checkin: day(from),
      checkout: day(until),
      price: 1,
      ...more,
    }),
  );
const change = ({ token }: TestProperty, orderId: number, body: object) =>
  untilServed(() => api.request('PATCH', `/api/bookings/${token}?order_id=${orderId}`, { body }));

test('of two hundred stays that want one unit in one night one gets it, and the others learn who has it', async () => {
  const property = await houseWith(200);
  const orders: number[] = [];
  for (const answer of await Promise.all(times(200, (i) => book(property, 10 - (i % 3), 11 + (i % 2)))))
    orders.push(answer.body.order_id);
  const [unit] = property.units;
  const answers = await Promise.all(orders.map((order) => change(property, order, { unit_id: unit })));
  expect(tally(answers)).toEqual({ '200': 1, '400 unit_taken': 199 });
  const winner = answers.find(({ status }) => status === 200)!.body.order_id;
  for (const { status, body } of answers)
    if (status === 400) expect(body.data.holdings[0].order_id).toBe(winner);
  await expectConsistent(api.db, property.hotelId, TODAY);
});

test('bookings that race for the best unit each get another one', async () => {
  const property = await houseWith(30);
  const answers = await Promise.all(times(60, (i) => book(property, 5, 8 + (i % 3), { unit_id: 'auto' })));
  expect(tally(answers)).toEqual({ '200': 30, '400 room_unavailable': 30 });
  const given = answers.filter(({ status }) => status === 200).map(({ body }) => body.unit_id);
  expect(new Set(given).size).toBe(30);
  await expectConsistent(api.db, property.hotelId, TODAY);
});

test('of units of different rooms that get one name at the same time one has it, and the others are refused', async () => {
  const { hotelId, token, rooms } = await api.property({ rooms: times(8, () => ({ units: 2 })) });
  const add = (room: number, name: string) =>
    api.post(`/api/units/${token}`, { room_id: room, names: [name] });
  const added = await Promise.all(rooms.map((room, i) => add(room, `old ${i}`)));
  const answers = await Promise.all(
    added.flatMap(({ body }, i) => [
      api.request('PATCH', `/api/units/${token}?unit_id=${body[0].unit_id}`, { body: { name: 'Loft' } }),
      add(rooms[i]!, i % 2 === 0 ? 'loft' : 'LOFT'),
    ]),
  );
  expect(tally(answers)).toEqual({ '200': 1, '400 unit_name_taken': 15 });
  await expectConsistent(api.db, hotelId, TODAY);
});

test('bookings, sales of OTAs, moves, closures, cancellations and check-ins in a storm leave each unit with one holder a night', async () => {
  const property = await houseWith(6);
  const random = dice(SEED);
  const orders: number[] = [];
  const closures: number[] = [];
  const one = <T>(all: readonly T[]) => all[random(all.length)]!;
  const acts: (() => Promise<ApiResponse | null>)[] = [
    async () => {
      const from = random(6);
      const unit = random(3) === 0 ? {} : { unit_id: random(2) === 0 ? 'auto' : one(property.units) };
      const answer = await book(property, from, from + 1 + random(4), unit);
      if (answer.status === 200) orders.push(answer.body.order_id);
      return answer;
    },
    () => change(property, one(orders), { unit_id: one(property.units), unit_from: day(random(8)) }),
    () => change(property, one(orders), { unit_id: random(2) === 0 ? 'auto' : one(property.units) }),
    () => change(property, one(orders), { checkout: day(2 + random(8)) }),
    () => change(property, one(orders), { status: 'checked_in', unready: true }),
    () => change(property, one(orders), { status: 'checked_out' }),
    () => api.delete(`/api/bookings/${property.token}?order_id=${one(orders)}&date=${day(random(5))}`),
    async () => {
      const from = random(8);
      const closure = { unit_id: one(property.units), kind: 'out_of_order', fromdate: day(from) };
      const answer = await api.post(`/api/closures/${property.token}`, {
        ...closure,
        todate: day(from + random(3)),
      });
      if (answer.status === 200) closures.push(answer.body.closure_id);
      return answer;
    },
    async () => {
      const closure = closures.pop();
      return closure === undefined
        ? acts[0]!()
        : api.delete(`/api/closures/${property.token}?closure_id=${closure}`);
    },
    async () => {
      const checkin = 1 + random(5);
      const stay = { checkin: day(checkin), checkout: day(checkin + 1 + random(3)) };
      const sold = await otaSells(api, property, {
        ...stay,
        reference: `ota-${orders.length}-${random(1e9)}`,
      });
      orders.push(sold.reservationId);
      return null;
    },
  ];
  await Promise.all(times(12, () => acts[0]!()));
  for (let round = 0; round < 15 * RACE_RUNS; round += 1) {
    const answers = await Promise.all(times(24, () => one(acts)()));
    expect(answers.filter((answer) => answer && answer.status !== 200 && answer.status !== 400)).toEqual([]);
    await expectConsistent(api.db, property.hotelId, TODAY);
  }
});
