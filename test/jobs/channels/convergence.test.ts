// Whatever happens – sales on all sides, faults, restarts – in the end every channel's calendar is ours, and every order is in once.
// CONVERGENCE_RUNS=300 makes it the nightly form; a failure prints the seed that repeats it (CONVERGENCE_SEED).
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FaultKind } from '../../../simulator/faults.ts';
import { NotSellable } from '../../../simulator/market.ts';
import type { TestProperty } from '../../harness/api.ts';
import { type Connected, useChannelWorld } from '../../harness/channel-world.ts';

const RUNS = Number(process.env['CONVERGENCE_RUNS'] ?? 4);
const SEED = process.env['CONVERGENCE_SEED'];
const DAYS = 30;

const world = useChannelWorld();

type Scene = {
  property: TestProperty;
  connected: Connected[];
  orders: string[];
  direct: { id: number; checkin: string }[];
};

/** Faults after which the other side takes everything again: those that people must settle are tested by themselves. */
const FAULTS: FaultKind[] = [
  'rate_limited',
  'server_error',
  'slow',
  'cut_before',
  'cut_after',
  'truncated',
  'garbage',
  'lost_acknowledgement',
  'duplicate',
  'reorder',
];

const stay = {
  room: fc.nat(1),
  from: fc.integer({ min: 1, max: DAYS - 6 }),
  nights: fc.integer({ min: 1, max: 4 }),
};

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('book' as const), ...stay }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      ...stay,
      price: fc.integer({ min: 50, max: 300 }),
      stop: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      channel: fc.nat(3),
      force: fc.boolean(),
      ...stay,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ota cancels' as const),
      channel: fc.nat(3),
      which: fc.nat(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ota modifies' as const),
      channel: fc.nat(3),
      which: fc.nat(20),
      ...stay,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      channel: fc.nat(3),
      fault: fc.constantFrom(...FAULTS),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 10, max: 400 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test(`after ${RUNS} generated histories all calendars agree`, { timeout: RUNS * 90_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const property = await world.api.property({
        settings: { horizon_days: DAYS },
        rooms: [
          { price: 120, units: 3 },
          { price: 80, units: 1 },
        ],
      });
      const scene: Scene = { property, connected: await world.connect(property), orders: [], direct: [] };
      await world.settled(scene.connected);
      for (const one of steps) await take(scene, one);
      for (const { ota } of scene.connected) ota.faults.clear();
      await world.settled(scene.connected, 60_000);
      await check(scene);
      await leave(scene);
    }),
    { numRuns: RUNS, endOnFailure: true, ...(SEED && { seed: Number(SEED) }) },
  );
});

async function take(scene: Scene, one: Step): Promise<void> {
  const { api } = world;
  const { token, rooms, hotelId } = scene.property;
  const at = 'channel' in one ? scene.connected[one.channel]! : null;
  switch (one.kind) {
    case 'book': {
      const [checkin, checkout] = [world.day(one.from), world.day(one.from + one.nights)];
      const body = { room_id: rooms[one.room], name: 'Ada', checkin, checkout, price: 100 };
      const answer = await api.post(`/api/bookings/${token}`, body);
      if (answer.status === 200) scene.direct.push({ id: answer.body.order_id, checkin });
      else expect(['room_unavailable', 'stop_sell']).toContain(answer.body.code);
      return;
    }
    case 'cancel': {
      const booking = scene.direct[one.which % Math.max(1, scene.direct.length)];
      if (booking) await api.delete(`/api/bookings/${token}?order_id=${booking.id}&date=${booking.checkin}`);
      return;
    }
    case 'price': {
      const [date, todate] = [world.day(one.from), world.day(one.from + one.nights)];
      const body = { room_id: rooms[one.room], date, todate, price: one.price, stop_sell: one.stop };
      expect((await api.post(`/api/availability/${token}`, body)).status).toBe(200);
      return;
    }
    case 'sell':
      return attempt(async () => {
        const order = await at!.ota.sell({
          hotel: at!.hotel.id,
          force: one.force,
          price: 90,
          ...there(at!, one),
        });
        scene.orders.push(order.reference);
      });
    case 'ota cancels':
    case 'ota modifies': {
      const live = at!.ota.reservations(at!.hotel.id).filter((order) => order.status === 'booked');
      const order = live[one.which % Math.max(1, live.length)];
      if (!order) return;
      return attempt(async () => {
        if (one.kind === 'ota cancels') await at!.ota.cancel(order.reference);
        else await at!.ota.modify(order.reference, { force: true, price: 95, ...there(at!, one) });
      });
    }
    case 'fault':
      at!.ota.faults.add({ kind: one.fault, count: one.count, retryAfterSeconds: 5, delayMs: 100 });
      return;
    case 'restart':
      await world.stop();
      expect((await api.operator('GET', `/properties/${hotelId}/channels`)).status).toBe(200);
      await world.start();
      return;
    case 'wait':
      await sleep(one.ms);
  }
}

function there({ hotel }: Connected, { room, from, nights }: { room: number; from: number; nights: number }) {
  return { room: hotel.rooms[room]!.id, arrival: world.day(from), departure: world.day(from + nights) };
}

/** The OTA's own calendar may forbid it. */
async function attempt(work: () => Promise<void>): Promise<void> {
  await work().catch((error) => {
    if (!(error instanceof NotSellable)) throw error;
  });
}

async function check({ property, connected }: Scene): Promise<void> {
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
  const { body } = await world.api.get(`/api/bookings/${property.token}`);
  const referred = body.filter((one: any) => one.channel !== 'direct');
  let known = 0;
  for (const { ota, hotel } of connected) {
    for (const order of ota.reservations(hotel.id)) {
      known += 1;
      const mine = referred.filter((one: any) => one.referral_order_id === order.reference);
      const status = order.status === 'cancelled' ? 'cancelled' : 'confirmed';
      if (mine.length === 0 && status === 'cancelled') {
        known -= 1; // sold and cancelled before anybody asked
        continue;
      }
      expect(mine.map((one: any) => [one.status, ...(status === 'cancelled' ? [] : dates(one))])).toEqual([
        [status, ...(status === 'cancelled' ? [] : [order.stays[0]!.arrival, order.stays[0]!.departure])],
      ]);
    }
    expect(ota.outstanding(hotel.id)).toBe(0);
  }
  expect(referred).toHaveLength(known);
  await checkCounts(property);
}

function dates(booking: { checkin: string; checkout: string }): string[] {
  return [booking.checkin.slice(0, 10), booking.checkout.slice(0, 10)];
}

/** Units sold and left add up to what there is; more is sold only where an OTA did. */
async function checkCounts({ hotelId }: TestProperty): Promise<void> {
  const wrong = await world.api.db.query(
    `select room_id, date, available, sold, overbooked from nights as night
     join rooms as room using (hotel_id, room_id)
     where hotel_id = $1 and (available + sold + blocked <> units or available + overbooked < 0 or sold <> (
       select count(*) from reservation_nights as held
       where held.hotel_id = $1 and held.room_id = night.room_id and held.date = night.date and held.released_at is null))`,
    [hotelId],
  );
  expect(wrong).toEqual([]);
}

async function leave({ property, connected }: Scene): Promise<void> {
  for (const { channel } of connected) {
    await world.api.operator('DELETE', `/properties/${property.hotelId}/channels/${channel}`);
  }
}
