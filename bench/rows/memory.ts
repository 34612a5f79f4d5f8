// Memory of the Node process: idle, and while it sends a quarter of a million bookings.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '../../src/db/database.ts';
import { makeProperties } from '../properties.ts';
import type { Row } from '../row.ts';
import { type BenchServer, startServer } from '../server.ts';

const SETTLE_MS = 15_000;
const IDLE_LIMIT_MB = 200;
const BOOKINGS = 250_000;
const GROWTH_LIMIT_MB = 150;

export const memoryRows: readonly Row[] = [
  {
    name: 'memory of the Node process',
    target: `idle ≤ ${IDLE_LIMIT_MB} MB; < ${GROWTH_LIMIT_MB} MB more while ${BOOKINGS.toLocaleString('en')} bookings stream out`,
    run: async () => {
      const server = await startServer();
      try {
        await sleep(SETTLE_MS);
        const idle = await server.memoryMb();
        const [property] = await makeProperties(server, 1, 1);
        await fill(server, property!);
        const before = await server.memoryMb();
        const { rows, peakMb, seconds } = await streamAll(server, `/api/bookings/${property!.token}`);
        const growth = peakMb - before;
        return [
          { measured: `idle ${idle.toFixed(0)} MB`, met: idle <= IDLE_LIMIT_MB },
          {
            measured: `${rows.toLocaleString('en')} bookings in ${seconds.toFixed(1)} s, +${growth.toFixed(0)} MB`,
            met: rows === BOOKINGS && growth < GROWTH_LIMIT_MB,
          },
        ];
      } finally {
        await server.stop();
      }
    },
  },
];

/** Inserts hundreds of thousands of bookings directly into the table: only reading them is measured. */
async function fill(server: BenchServer, property: { hotelId: number; rooms: number[] }): Promise<void> {
  const db = connectDatabase(await server.databaseUrl(), { poolSize: 2 });
  await db.query(
    `insert into reservations (hotel_id, room_id, status, channel, guest_name, guest_email, checkin, checkout, price_minor,
       currency, created_at, updated_at)
     select $1, $2, 'checked_out', 'direct', 'Guest ' || n, 'guest' || n || '@example.com', date '2000-01-01' + n / 30,
       date '2000-01-02' + n / 30, 10000 + n % 9000, 'EUR', now() - n * interval '9 minutes', now() - n * interval '7 minutes'
     from generate_series(1, $3::int) as n`,
    [property.hotelId, property.rooms[0], BOOKINGS],
  );
  await db.query('analyze reservations');
  await db.close();
}

const MARK = '"order_id"';

async function streamAll(
  server: BenchServer,
  path: string,
): Promise<{ rows: number; peakMb: number; seconds: number }> {
  let peakMb = 0;
  const watch = setInterval(async () => {
    peakMb = Math.max(peakMb, await server.memoryMb());
  }, 50);
  const begun = performance.now();
  let rows = 0;
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get({ port: server.port, path }, resolve).on('error', reject);
  });
  // A mark may span two chunks: the end of a chunk is searched again with the next one.
  let rest = '';
  for await (const chunk of answer) {
    const text = rest + chunk.toString('latin1');
    rows += text.split(MARK).length - 1;
    rest = text.slice(-(MARK.length - 1));
  }
  clearInterval(watch);
  return { rows, peakMb, seconds: (performance.now() - begun) / 1_000 };
}
