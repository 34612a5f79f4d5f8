// Channels in real time: latency from a booking to the OTAs' calendars, full pushes, bursts of changes, and
// many properties.
import { setTimeout as sleep } from 'node:timers/promises';
import type {} from '../../simulator/ota.ts';
import type { OtaName } from '../../simulator/otas.ts';
import {
  type BenchEnvironment,
  CHANNELS,
  type ChannelProperty,
  dateIn,
  listenForFullNights,
  startChannelEnvironment,
  usageOf,
} from '../channel-environment.ts';
import { type Figure, latencies, median, quantile, type Row } from '../row.ts';
import { pushBesideSlowReads, pushRefusedBesideReads } from './slow-reads.ts';

const LOAD = { properties: 100, rooms: 1, nights: 60, bookingsPerSecond: 50, seconds: 8 };
const PUSH_LATENCY_MS = { p50: 150, p99: 1_000 };
const SALES = 40;
const SALE_MS = 1_000;
const FULL_PUSH = { rooms: 20, nights: 500 };
const CHANGES = 1_000;
const MAX_PUSHES = 10;
const SIZES = [100, 250, 500];
const IDLE_SECONDS = 8;
/**
 * Creating properties takes long on a busy machine: after this time larger sizes are reported as not reached.
 */
const GROW_WITHIN_MS = 80_000;
const SETTLE_MS = 60_000;

export const channelRows: readonly Row[] = [
  {
    name: `booking → pushed to 4 channels, ${LOAD.bookingsPerSecond} bookings/s, ${LOAD.properties} properties`,
    target: `p50 ≤ ${PUSH_LATENCY_MS.p50} ms, p99 ≤ ${PUSH_LATENCY_MS.p99} ms; an OTA's sale blocks the others p99 ≤ ${SALE_MS} ms`,
    run: () =>
      within(async (environment) => {
        const properties = await environment.add(LOAD.properties, LOAD);
        await environment.settled(SETTLE_MS);
        await environment.db.query('analyze');
        return [
          ...(await bookAndListen(environment, properties)),
          ...(await sellAndListen(environment, properties)),
        ];
      }),
  },
  {
    name: 'booking → pushed to 4 channels, while the answers to reads of the same connections arrive slowly',
    target:
      'p99 ≤ 2 × p99 without slow reads; Expedia, where it refuses a push beside a read: at most 25 s later',
    run: async () => [...(await within(pushBesideSlowReads)), ...(await within(pushRefusedBesideReads))],
  },
  {
    name: `full push, ${FULL_PUSH.rooms} rooms × ${FULL_PUSH.nights} nights, a price for each night`,
    target: 'the fewest messages the protocol allows',
    run: () => within(pushWhole),
  },
  {
    name: `${CHANGES.toLocaleString('en')} changes of one night, one after another`,
    target: `the last value arrives; ≤ ${MAX_PUSHES} pushes to each channel`,
    run: () => within(burst),
  },
  {
    name: `idle: ${SIZES.join(', ')} properties × 4 channels on one worker`,
    target: 'cost of a property does not grow',
    run: () => within(growIdle),
  },
];

async function within(work: (environment: BenchEnvironment) => Promise<Figure[]>): Promise<Figure[]> {
  const environment = await startChannelEnvironment();
  try {
    return await work(environment);
  } finally {
    await environment.close();
  }
}

/**
 * Measures from the request of a booking, which includes its transaction, until the OTA stores the new count.
 */
async function bookAndListen(
  environment: BenchEnvironment,
  properties: readonly ChannelProperty[],
): Promise<Figure[]> {
  const listener = listenForFullNights(environment.simulator);
  const delays = new Map<OtaName, number[]>(CHANNELS.map((channel) => [channel, []]));
  const total = LOAD.bookingsPerSecond * LOAD.seconds;
  const pending: Promise<unknown>[] = [];
  const before = await usageOf(environment.server);
  const begun = performance.now();
  for (let i = 0; i < total; i += 1) {
    const property = properties[i % properties.length]!;
    const day = 1 + 2 * Math.floor(i / properties.length);
    await sleep(Math.max(0, begun + (i * 1_000) / LOAD.bookingsPerSecond - performance.now()));
    const sent = performance.now();
    for (const { channel, rooms } of property.connected) {
      const received = listener.expect(channel, rooms.get(property.rooms[0]!)!, dateIn(day));
      pending.push(received.then((at) => delays.get(channel)!.push(at - sent)));
    }
    pending.push(
      environment.server.send('POST', `/api/bookings/${property.token}`, {
        room_id: property.rooms[0],
        name: 'Ada Lovelace',
        checkin: dateIn(day),
        checkout: dateIn(day + 1),
        price: 100,
      }),
    );
  }
  const rate = total / ((performance.now() - begun) / 1_000);
  await Promise.race([Promise.all(pending), sleep(SETTLE_MS, undefined, { ref: false })]);
  listener.stop();
  const all = [...delays.values()].flat();
  const after = await usageOf(environment.server);
  const node = (after.nodeCpuMs - before.nodeCpuMs) / total;
  const postgres = (after.postgresCpuMs - before.postgresCpuMs) / total;
  const limit = await roundTrip(environment);
  const missing = listener.missing();
  return [
    {
      measured: `${formatLatencies(all)} of ${all.length} at ${rate.toFixed(0)}/s${missing > 0 ? `, ${missing} never pushed` : ''}`,
      limit: `${limit}; a booking and its four pushes take ${node.toFixed(1)} ms of a core in Node and ${postgres.toFixed(1)} in PostgreSQL`,
      met: missing === 0 && median(all) <= PUSH_LATENCY_MS.p50 && quantile(all, 0.99) <= PUSH_LATENCY_MS.p99,
    },
    ...[...delays].map(([channel, own]) => ({
      measured: `  ${channel} ${formatLatencies(own)}`,
      met: median(own) <= PUSH_LATENCY_MS.p50 && quantile(own, 0.99) <= PUSH_LATENCY_MS.p99,
    })),
  ];
}

/**
 * Measures from a sale at an OTA that sends it or notifies of it until the other channels have received that
 * the night is full.
 */
async function sellAndListen(
  environment: BenchEnvironment,
  properties: readonly ChannelProperty[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [round, seller] of (['open_channel', 'channex'] as const).entries()) {
    const listener = listenForFullNights(environment.simulator);
    const delays: number[] = [];
    for (let i = 0; i < SALES; i += 1) {
      const property = properties[i]!;
      const arrival = dateIn(40 + round);
      const room = property.rooms[0]!;
      const others = property.connected.filter(({ channel }) => channel !== seller);
      const { ota, hotel, rooms } = property.connected.find(({ channel }) => channel === seller)!;
      const received = others.map((one) => listener.expect(one.channel, one.rooms.get(room)!, arrival));
      const sold = performance.now();
      await ota.sell({ hotel: hotel.id, room: rooms.get(room)!, arrival, nights: 1 });
      const last = Promise.all(received).then((at) => Math.max(...at));
      const at = await Promise.race([last, sleep(SETTLE_MS / 3, Number.POSITIVE_INFINITY, { ref: false })]);
      delays.push(at - sold);
    }
    listener.stop();
    figures.push({
      measured: `  sale at ${seller} → pushed to the 3 others ${formatLatencies(delays)}`,
      met: quantile(delays, 0.99) <= SALE_MS,
    });
  }
  return figures;
}

/**
 * Measures full pushes of prices and minimum stays that differ every night, so that no two nights share a
 * range.
 */
async function pushWhole(environment: BenchEnvironment): Promise<Figure[]> {
  const [property] = await environment.add(1, FULL_PUSH);
  const { hotelId, token, rooms, connected } = property!;
  await environment.settled(SETTLE_MS);
  await environment.server.send(
    'POST',
    `/api/availability/${token}`,
    rooms.flatMap((room_id) =>
      Array.from({ length: FULL_PUSH.nights }, (_, day) => ({
        room_id,
        date: dateIn(day),
        price: 100 + (day % 50),
        min_stay: 1 + (day % 3),
      })),
    ),
  );
  await environment.settled(SETTLE_MS);
  const limit = await roundTrip(environment);
  const figures: Figure[] = [];
  for (const { channel, ota } of connected) {
    const before = pushed(ota.counters());
    const begun = performance.now();
    await environment.server.operator('POST', `/properties/${hotelId}/channels/${channel}/resync`);
    await environment.settled(SETTLE_MS);
    const seconds = (performance.now() - begun) / 1_000;
    const after = pushed(ota.counters());
    const requests = after.requests - before.requests;
    const least = MIN_MESSAGES[channel]!(after.items - before.items);
    figures.push({
      measured: `  ${channel} ${requests} messages in ${seconds.toFixed(1)} s`,
      limit: `${least.messages}: ${least.description}; ${limit}`,
      ratio: requests / least.messages,
      met: requests <= least.messages,
    });
  }
  return figures;
}

type Counters = ReturnType<ChannelProperty['connected'][number]['ota']['counters']>;

function pushed(counters: Counters): { requests: number; items: number } {
  const kinds = ['availability', 'rates', 'changes'].flatMap((kind) => counters[kind] ?? []);
  return {
    requests: kinds.reduce((sum, one) => sum + one.requests, 0),
    items: kinds.reduce((sum, one) => sum + one.items, 0),
  };
}

/** Minimum number of messages for the sent values, from each OTA's own limits. */
const MIN_MESSAGES: Partial<Record<OtaName, (items: number) => { messages: number; description: string }>> = {
  booking_com: () => {
    const months = new Set(Array.from({ length: FULL_PUSH.nights }, (_, day) => dateIn(day).slice(0, 7)))
      .size;
    return { messages: 2 * months, description: `units and prices, one month each, ${months} months` };
  },
  expedia: (items) => ({
    messages: Math.ceil(items / 5_000),
    description: `${items} updates, 5,000 a message, if 100 kB held them`,
  }),
  channex: () => ({ messages: 2, description: 'availability and restrictions, 10 MB each' }),
  open_channel: (items) => ({
    messages: Math.ceil(items / 1_000),
    description: `${items} changes, 1,000 a message`,
  }),
};

async function burst(environment: BenchEnvironment): Promise<Figure[]> {
  const [property] = await environment.add(1, { rooms: 1, nights: 60 });
  const { token, rooms, connected } = property!;
  await environment.settled(SETTLE_MS);
  const limit = await roundTrip(environment);
  const before = connected.map(({ ota }) => pushed(ota.counters()).requests);
  const begun = performance.now();
  for (let i = 1; i <= CHANGES; i += 1) {
    const change = { room_id: rooms[0], date: dateIn(7), price: 100 + i };
    await environment.server.send('POST', `/api/availability/${token}`, [change]);
  }
  const changedMs = performance.now() - begun;
  await environment.settled(SETTLE_MS);
  const settledMs = performance.now() - begun - changedMs;
  return connected.map(({ channel, ota, hotel }, i) => {
    const pushes = pushed(ota.counters()).requests - before[i]!;
    const night = ota.calendar(hotel.id).filter(({ date }) => date === dateIn(7));
    const arrived = night.some(
      ({ price, prices }) => price === 100 + CHANGES || Object.values(prices ?? {}).includes(100 + CHANGES),
    );
    return {
      measured: `  ${channel} ${pushes} pushes, the last value ${arrived ? 'is there' : 'is MISSING'}`,
      limit: `${CHANGES} changes in ${(changedMs / 1_000).toFixed(1)} s, all pushed ${(settledMs / 1_000).toFixed(1)} s later; ${limit}`,
      met: arrived && pushes <= MAX_PUSHES,
    };
  });
}

async function growIdle(environment: BenchEnvironment): Promise<Figure[]> {
  const figures: Figure[] = [];
  const empty = await usageOf(environment.server);
  const deadline = performance.now() + GROW_WITHIN_MS;
  let first = Number.NaN;
  for (const [i, size] of SIZES.entries()) {
    if (performance.now() > deadline) {
      figures.push({ measured: `  ${size} properties: not reached in time`, met: false });
      continue;
    }
    await environment.add(size - (SIZES[i - 1] ?? 0), { rooms: 1, nights: 30 });
    await environment.settled(SETTLE_MS);
    const before = await usageOf(environment.server);
    const begun = performance.now();
    await sleep(IDLE_SECONDS * 1_000);
    const after = await usageOf(environment.server);
    const seconds = (performance.now() - begun) / 1_000;
    const node = (after.nodeCpuMs - before.nodeCpuMs) / seconds / 10;
    const postgres = (after.postgresCpuMs - before.postgresCpuMs) / seconds / 10;
    const each = (node + postgres) / size;
    if (i === 0) first = each;
    figures.push({
      measured: `  ${size} properties: ${after.nodeMb.toFixed(0)} MB (${(((after.nodeMb - empty.nodeMb) * 1_024) / size).toFixed(0)} kB each), ${node.toFixed(1)} % of a core in Node, ${postgres.toFixed(1)} % in PostgreSQL (${(each * 10).toFixed(2)} ms a second each)`,
      limit: `${empty.nodeMb.toFixed(0)} MB without properties`,
      ratio: each / first,
      met: each <= 1.5 * first,
    });
  }
  return figures;
}

/** Measures one request on loopback and one statement, as the limit of the machine at that time. */
async function roundTrip(environment: BenchEnvironment): Promise<string> {
  const { url } = environment.simulator.openChannel;
  const http = await latencies(100, async () => void (await (await fetch(`${url}/`)).text()));
  const query = await latencies(100, () => environment.db.query('select 1'));
  return `a bare request p50 ${median(http).toFixed(1)} ms, a bare query ${median(query).toFixed(1)} ms`;
}

function formatLatencies(samples: readonly number[]): string {
  return `p50 ${median(samples).toFixed(0)} ms, p99 ${quantile(samples, 0.99).toFixed(0)} ms`;
}
