// POST booking over HTTP, beside the same transaction through the driver without HTTP.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { changeProperty } from '../../src/pms/change.ts';
import { createReservation } from '../../src/pms/reservations/create.ts';
import { makeProperties, type Stay, stays } from '../properties.ts';
import { median, type Row, throughput } from '../row.ts';
import { type BenchServer, startServer } from '../server.ts';

const CLIENTS = 16;
/** HTTP and driver take turns, so that a machine that slows down slows both. */
const ROUNDS = 4;
const SECONDS = 3;
const SHARE = 0.6;

export const bookingRows: readonly Row[] = [
  row('POST booking, 16 clients, 20 properties', { properties: 20, rooms: 10 }),
  row('POST booking, 16 clients, one hot property', { properties: 1, rooms: 60 }),
];

function row(name: string, size: { properties: number; rooms: number }): Row {
  return {
    name,
    target: `≥ ${SHARE} of the driver`,
    run: async () => {
      const server = await startServer();
      const db = connectDatabase(await databaseUrl(server), { poolSize: CLIENTS });
      try {
        const next = stays(await makeProperties(server, size.properties, size.rooms));
        const overHttp = () => book(server, next());
        const direct = () => bookDirectly(db, next());
        await throughput(CLIENTS, 1, overHttp);
        await throughput(CLIENTS, 1, direct);
        const rates: { http: number[]; driver: number[] } = { http: [], driver: [] };
        for (let i = 0; i < ROUNDS; i += 1) {
          rates.http.push(await throughput(CLIENTS, SECONDS, overHttp));
          rates.driver.push(await throughput(CLIENTS, SECONDS, direct));
        }
        const [http, driver] = [median(rates.http), median(rates.driver)];
        return [
          {
            measured: `${http.toFixed(0)}/s`,
            limit: `${driver.toFixed(0)}/s by the driver`,
            ratio: http / driver,
            met: http / driver >= SHARE,
          },
        ];
      } finally {
        await db.close();
        await server.stop();
      }
    },
  };
}

async function book(server: BenchServer, stay: Stay): Promise<void> {
  await server.send('POST', `/api/bookings/${stay.property.token}`, {
    room_id: stay.room,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    checkin: stay.checkin,
    checkout: stay.checkout,
    price: 300,
  });
}

/** The same statements in the same order, pipelined as the server pipelines them: the best that HTTP could reach. */
async function bookDirectly(db: Database, stay: Stay): Promise<void> {
  const now = Temporal.Now.instant().round('millisecond');
  await changeProperty(db, { hotelId: stay.property.hotelId, now }, (tx) =>
    createReservation(tx, {
      roomId: stay.room,
      guestName: 'Ada Lovelace',
      guestEmail: 'ada@example.com',
      guestPhone: null,
      checkin: Temporal.PlainDate.from(stay.checkin),
      checkout: Temporal.PlainDate.from(stay.checkout),
      priceMinor: 30_000,
      currency: 'EUR',
      today: Temporal.PlainDate.from('2026-12-01'),
    }),
  );
}

/** The server's own database, found as its files tell: port and secret lie beside the data. */
export async function databaseUrl(server: BenchServer): Promise<string> {
  const home = path.join(server.dataDir, 'postgresql');
  const secret = (await readFile(path.join(home, 'secret'), 'utf8')).trim();
  const port = (await readFile(path.join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n')[3]!;
  return `postgresql://innwire:${secret}@127.0.0.1:${port}/innwire`;
}
