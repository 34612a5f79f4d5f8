// Reads a year of a room's nights, and writes a season of the whole property in one call.
import { connectDatabase } from '../../src/db/database.ts';
import { connectClient, requestOf } from '../http-client.ts';
import { dateAt, makeProperties } from '../properties.ts';
import { latencies, median, quantile, type Row } from '../row.ts';
import { startServer } from '../server.ts';

const ROOMS = 20;
const NIGHTS = 500;
/** How often HTTP and the bare query alternate. */
const REPETITIONS = 5;
const CALLS = 150;
const WARM_UP_CALLS = 500;
const READ_FACTOR = 2.5;
const BULK_LIMIT_MS = 1_000;

export const calendarRows: readonly Row[] = [
  {
    name: 'GET availability, one room, 365 nights',
    target: `p50 ≤ ${READ_FACTOR} × the bare query`,
    run: async () => {
      const server = await startServer();
      const client = await connectClient(server.port);
      const db = connectDatabase(await server.databaseUrl(), { poolSize: 2 });
      try {
        const [property] = await makeProperties(server, 1, 2);
        const { token, rooms, hotelId } = property!;
        const [from, to] = [dateAt(0), dateAt(364)];
        await server.send('POST', `/api/availability/${token}`, [
          { room_id: rooms[0], date: from, todate: to, price: 120.5, min_stay: 2 },
        ]);
        const request = requestOf(
          'GET',
          `/api/availability/${token}?room_id=${rooms[0]}&fromdate=${from}&todate=${to}`,
        );
        const overHttp = () => client.ask(request);
        const bare = () =>
          db.query(
            `select room_id, date, available, price_minor, min_stay from nights
             where hotel_id = $1 and room_id = $2 and date >= $3 and date <= $4 order by date`,
            [hotelId, rooms[0], from, to],
          );
        await db.query('analyze');
        await latencies(WARM_UP_CALLS, overHttp);
        await latencies(WARM_UP_CALLS, bare);
        const [http, query]: [number[], number[]] = [[], []];
        const ratios: number[] = [];
        for (let i = 0; i < REPETITIONS; i += 1) {
          const round = { http: await latencies(CALLS, overHttp), query: await latencies(CALLS, bare) };
          http.push(...round.http);
          query.push(...round.query);
          ratios.push(median(round.http) / median(round.query));
        }
        const ratio = median(ratios);
        return [
          {
            measured: `p50 ${median(http).toFixed(2)} ms, p99 ${quantile(http, 0.99).toFixed(1)} ms`,
            limit: `p50 ${median(query).toFixed(2)} ms by the driver`,
            ratio,
            met: ratio <= READ_FACTOR,
          },
        ];
      } finally {
        client.close();
        await db.close();
        await server.stop();
      }
    },
  },
  {
    name: `POST availability, ${ROOMS} rooms × ${NIGHTS} nights in one call`,
    target: `≤ ${BULK_LIMIT_MS} ms`,
    run: async () => {
      const server = await startServer();
      try {
        const [property] = await makeProperties(server, 1, ROOMS);
        const { token, rooms } = property!;
        // Every night has a different price, as from a pricing engine.
        const push = (base: number) => () =>
          server.send(
            'POST',
            `/api/availability/${token}`,
            rooms.flatMap((room_id) =>
              Array.from({ length: NIGHTS }, (_, day) => ({
                room_id,
                date: dateAt(day),
                price: base + (day % 50),
                min_stay: 1 + (day % 3),
              })),
            ),
          );
        const [first] = await latencies(1, push(100));
        const later = [
          ...(await latencies(1, push(101))),
          ...(await latencies(1, push(102))),
          ...(await latencies(1, push(103))),
        ];
        return [
          {
            measured: `${first!.toFixed(0)} ms the first time, ${median(later).toFixed(0)} ms over existing nights`,
            met: Math.max(first!, median(later)) <= BULK_LIMIT_MS,
          },
        ];
      } finally {
        await server.stop();
      }
    },
  },
];
