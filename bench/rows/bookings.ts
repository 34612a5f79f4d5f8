// POST booking over HTTP, compared with the same transaction through the driver without HTTP.

import { connectDatabase, type Database } from '../../src/db/database.ts';
import { INNWIRE } from '../../src/model/actor.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { createReservation } from '../../src/pms/reservations/create.ts';
import { connectClient, type LoadClient, requestOf } from '../http-client.ts';
import { type BenchStay, makeProperties, stays } from '../properties.ts';
import { median, type Row, throughput } from '../row.ts';
import { startServer } from '../server.ts';

const CLIENTS = 16;
/** HTTP and driver alternate, and each round has its own ratio: a slower machine slows both. */
const REPETITIONS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
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
      const db = connectDatabase(await server.databaseUrl(), { poolSize: CLIENTS });
      const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connectClient(server.port)));
      try {
        const next = stays(await makeProperties(server, size.properties, size.rooms));
        const overHttp = (caller: number) => book(clients[caller]!, next());
        const direct = () => bookDirectly(db, next());
        await throughput(CLIENTS, WARM_UP_SECONDS, overHttp);
        await throughput(CLIENTS, WARM_UP_SECONDS, direct);
        // Autovacuum does this at some point: without statistics, foreign keys are checked through the wrong
        // index.
        await db.query('analyze');
        const repetitions: { http: number; driver: number }[] = [];
        for (let i = 0; i < REPETITIONS; i += 1) {
          repetitions.push({
            http: await throughput(CLIENTS, SECONDS, overHttp),
            driver: await throughput(CLIENTS, SECONDS, direct),
          });
        }
        const ratio = median(repetitions.map(({ http, driver }) => http / driver));
        return [
          {
            measured: `${median(repetitions.map(({ http }) => http)).toFixed(0)}/s`,
            limit: `${median(repetitions.map(({ driver }) => driver)).toFixed(0)}/s by the driver`,
            ratio,
            met: ratio >= SHARE,
          },
        ];
      } finally {
        for (const client of clients) client.close();
        await db.close();
        await server.stop();
      }
    },
  };
}

async function book(client: LoadClient, stay: BenchStay): Promise<void> {
  await client.ask(
    requestOf('POST', `/api/bookings/${stay.property.token}`, {
      room_id: stay.room,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      checkin: stay.checkin,
      checkout: stay.checkout,
      price: 300,
    }),
  );
}

/** Runs the server's statements in the same order and pipelined: the upper limit of HTTP. */
async function bookDirectly(db: Database, stay: BenchStay): Promise<void> {
  const now = Temporal.Now.instant().round('millisecond');
  await inPropertyTransaction(db, { hotelId: stay.property.hotelId, now, actor: INNWIRE }, (tx) =>
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
