// The snapshot of a front desk: of a house with 60 units, read by one desk and by twenty, and of one with 250,000 bookings.
import { connectClient, requestOf } from '../http-client.ts';
import { BOOKINGS, makeLargeProperty } from '../large-property.ts';
import { type BenchProperty, makeProperties } from '../properties.ts';
import { type Figure, latencies, median, quantile, type Row } from '../row.ts';
import { type BenchServer, startServer } from '../server.ts';

const ROOMS = 12;
const UNITS_PER_ROOM = 5;
const DAYS = 90;
const NIGHTS = 3;
const READS = 30;
const DESKS = 20;
const LIMIT_MS = 150;
/** At a moment of the past, after which every booking was changed. */
const PAST_LIMIT_MS = 500;
const CHANGES = 5;
/** Of a house with seven times as many units. */
const LARGE_LIMIT_MS = 7 * LIMIT_MS;

export const deskRows: readonly Row[] = [
  {
    name: `a desk's snapshot of ${ROOMS * UNITS_PER_ROOM} full units × ${DAYS} days`,
    target: `p50 ≤ ${LIMIT_MS} ms; ${DESKS} desks at once ≤ ${LIMIT_MS} ms for each`,
    run: () => onServer(measureHouse),
  },
  {
    name: `a desk's snapshot of 420 units × ${DAYS} days, among ${BOOKINGS.toLocaleString('en')} bookings`,
    target: `p50 ≤ ${LARGE_LIMIT_MS} ms`,
    run: () => onServer(measureLarge),
  },
  {
    name: `the same ${ROOMS * UNITS_PER_ROOM} units × ${DAYS} days at a moment of the past, every booking changed ${CHANGES} times since`,
    target: `p50 ≤ ${PAST_LIMIT_MS} ms`,
    run: () => onServer(measurePast),
  },
];

async function onServer(measure: (server: BenchServer) => Promise<Figure[]>): Promise<Figure[]> {
  const server = await startServer();
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function measureHouse(server: BenchServer): Promise<Figure[]> {
  const [property] = await makeProperties(server, 1, ROOMS);
  await fillHouse(server, property!);
  const alone = await measureReads(server, property!, LIMIT_MS);
  const request = requestOf('GET', pathOf(property!));
  const clients = await Promise.all(Array.from({ length: DESKS }, () => connectClient(server.port)));
  try {
    const begun = performance.now();
    await Promise.all(clients.map((client) => client.ask(request)));
    const eachMs = (performance.now() - begun) / DESKS;
    const measured = `  ${DESKS} desks at once: ${eachMs.toFixed(0)} ms for each`;
    return [alone, { measured, ratio: eachMs / LIMIT_MS, met: eachMs <= LIMIT_MS }];
  } finally {
    for (const client of clients) client.close();
  }
}

async function measureLarge(server: BenchServer): Promise<Figure[]> {
  const { property } = await makeLargeProperty(server);
  return [await measureReads(server, property, LARGE_LIMIT_MS)];
}

async function measurePast(server: BenchServer): Promise<Figure[]> {
  const [property] = await makeProperties(server, 1, ROOMS);
  await fillHouse(server, property!);
  const moment = Temporal.Now.instant();
  const client = await connectClient(server.port);
  const { bookings } = JSON.parse(await client.ask(requestOf('GET', pathOf(property!)))) as {
    bookings: { order_id: number }[];
  };
  for (let change = 1; change <= CHANGES; change += 1)
    for (const { order_id: id } of bookings) {
      const path = `/api/bookings/${property!.token}?order_id=${id}`;
      await client.ask(requestOf('PATCH', path, { price: 300 + change }));
    }
  client.close();
  return [await measureReads(server, property!, PAST_LIMIT_MS, `&as_of=${moment}`)];
}

async function measureReads(
  server: BenchServer,
  property: BenchProperty,
  limitMs: number,
  more = '',
): Promise<Figure> {
  const client = await connectClient(server.port);
  const request = requestOf('GET', pathOf(property) + more);
  try {
    const text = await client.ask(request);
    const samples = await latencies(READS, () => client.ask(request));
    const p50 = median(samples);
    const { bookings } = JSON.parse(text) as { bookings: unknown[] };
    const size = `${bookings.length} bookings, ${(text.length / 1024).toFixed(0)} KB`;
    const measured = `  p50 ${p50.toFixed(0)} ms, p99 ${quantile(samples, 0.99).toFixed(0)} ms: ${size}`;
    return { measured, ratio: p50 / limitMs, met: p50 <= limitMs };
  } finally {
    client.close();
  }
}

/** Returns the path of a snapshot from two weeks ago on. */
function pathOf({ token }: BenchProperty): string {
  const first = Temporal.Now.plainDateISO('Europe/Lisbon').subtract({ days: 14 });
  return `/api/desk/${token}?fromdate=${first}&todate=${first.add({ days: DAYS - 1 })}`;
}

/** Gives each room its units, and each unit stays of three nights that follow each other through all days of the window. */
async function fillHouse(server: BenchServer, property: BenchProperty): Promise<void> {
  const { hotelId, token, rooms } = property;
  const first = Temporal.Now.plainDateISO('Europe/Lisbon').subtract({ days: 14 });
  for (const [place, room] of rooms.entries()) {
    const names = Array.from({ length: UNITS_PER_ROOM }, (_, unit) => `${100 * (place + 1) + unit}`);
    await server.operator('PATCH', `/properties/${hotelId}/rooms/${room}`, { units: UNITS_PER_ROOM });
    await server.operator('POST', `/properties/${hotelId}/units`, { room_id: room, names });
  }
  const stays = rooms.flatMap((room) =>
    Array.from({ length: UNITS_PER_ROOM * (DAYS / NIGHTS) }, (_, n) => ({
      room,
      day: NIGHTS * (n % (DAYS / NIGHTS)),
    })),
  );
  const client = await connectClient(server.port);
  for (const { room, day } of stays) {
    const checkin = first.add({ days: day });
    const stay = { room_id: room, checkin, checkout: checkin.add({ days: NIGHTS }), unit_id: 'auto' };
    await client.ask(
      requestOf('POST', `/api/bookings/${token}`, { ...stay, name: 'Ada Lovelace', price: 300 }),
    );
  }
  client.close();
}
