// Lists and searches, and reports over HTTP, of a property with 250,000 bookings.
import { connectDatabase, type Database } from '../../src/db/database.ts';
import type { Page } from '../../src/pms/page.ts';
import { listReservations, type ReservationFilter } from '../../src/pms/reservations/find.ts';
import { ledgerSums } from '../../src/pms/reservations/rows.ts';
import { connectClient, type LoadClient, requestOf } from '../http-client.ts';
import { BOOKINGS, makeLargeProperty } from '../large-property.ts';
import type { BenchProperty } from '../properties.ts';
import { type Figure, latencies, median, quantile, type Row } from '../row.ts';
import { startServer } from '../server.ts';

const PAGE = 50;
const LIST_FACTOR = 5;
const LIST_CALLS = 60;
const REPORT_CALLS = 5;
const MONTH_MS = 300;
const YEAR_MS = 2_000;

export const reportRows: readonly Row[] = [
  {
    name: `lists and reports of ${BOOKINGS.toLocaleString('en')} bookings`,
    target: `lists p50 ≤ ${LIST_FACTOR} × a page by primary key; reports of a month and lists of guests ≤ ${MONTH_MS} ms, reports of a year and suggestions for all guests ≤ ${YEAR_MS / 1_000} s`,
    run: async () => {
      const server = await startServer();
      const db = connectDatabase(await server.databaseUrl(), { poolSize: 2 });
      try {
        const { property, seconds } = await makeLargeProperty(server);
        const filled = { measured: `  made in ${seconds.toFixed(0)} s`, met: true };
        const lists = await measureLists({ db, property });
        // The server closes connections that are idle for two minutes, as they would be until here.
        const client = await connectClient(server.port);
        try {
          const reports = await measureReports({ client, property });
          return [filled, ...lists, ...reports, ...(await measureGuests({ db, client, property }))];
        } finally {
          client.close();
        }
      } finally {
        await db.close();
        await server.stop();
      }
    },
  },
];

type Measured = { db: Database; property: BenchProperty };

/** Compares the statements of lists with a page by primary key, both through the driver: HTTP adds the same to each. */
async function measureLists({ db, property: { hotelId } }: Measured): Promise<Figure[]> {
  const [middle] = await db.query<{ reservation_id: number }>(
    'select reservation_id from reservations where hotel_id = $1 order by reservation_id offset $2 limit 1',
    [hotelId, BOOKINGS / 2],
  );
  const byKey = () =>
    db.query(
      `select *, ${ledgerSums()} from reservations where hotel_id = $1 and reservation_id > $2
       order by reservation_id limit $3`,
      [hotelId, middle!.reservation_id, PAGE],
    );
  const figures: Figure[] = [];
  for (const [name, { after = null, ...filter }] of await listQueries(db, hotelId)) {
    const list = () => listReservations(db, hotelId, filter, { size: PAGE, after });
    const { length } = await list();
    for (const work of [list, byKey]) await latencies(LIST_CALLS / 2, work);
    const [byKeys, samples]: [number[], number[]] = [[], []];
    for (let i = 0; i < LIST_CALLS; i += 1) {
      byKeys.push(...(await latencies(1, byKey)));
      samples.push(...(await latencies(1, list)));
    }
    const limit = median(byKeys);
    const ratio = median(samples) / limit;
    figures.push({
      measured: `  ${name}: p50 ${median(samples).toFixed(1)} ms, p99 ${quantile(samples, 0.99).toFixed(1)} ms, ${length} bookings`,
      limit: `${PAGE} by primary key: p50 ${limit.toFixed(1)} ms`,
      ratio,
      met: ratio <= LIST_FACTOR,
    });
  }
  return figures;
}

type ListQuery = ReservationFilter & { after?: Page['after'] };

/** Returns lists by the names of their figures. */
async function listQueries(db: Database, hotelId: number): Promise<[string, ListQuery][]> {
  const [one] = await db.query<{
    name: string;
    email: string;
    phone: string;
    reference: string;
    unit: number;
  }>(
    `select guest_name as name, guest_email as email, guest_phone as phone, channel_reference as reference,
       (unit_nights->0->>'unitId')::int as unit
     from reservations where hotel_id = $1 and channel_reference is not null and unit_nights is not null
     order by reservation_id offset $2 limit 1`,
    [hotelId, BOOKINGS / 2],
  );
  const [last] = await db.query<{ checkin: string; reservation_id: number }>(
    'select checkin, reservation_id from reservations where hotel_id = $1 order by checkin, reservation_id offset $2 limit 1',
    [hotelId, 99 * PAGE - 1],
  );
  const today = Temporal.Now.plainDateISO('Europe/Lisbon');
  const family = one!.name.split(' ').at(-1)!;
  return [
    ['the first page', {}],
    ['page 100', { after: [last!.checkin, last!.reservation_id] }],
    ['the first page by name', { sort: 'name' }],
    ['made last', { sort: 'created_at', descending: true }],
    ['beginning of a family name', { name: family.slice(0, 4) }],
    ['a family name anywhere', { search: family }],
    ['e-mail', { email: one!.email }],
    ['telephone number', { phone: one!.phone }],
    ['reference', { reference: one!.reference }],
    ['in house', { inHouse: { is: true, today } }],
    ['staying on a day', { stayingOn: today }],
    ['arriving today', { checkin: today }],
    ['departing today', { checkout: today }],
    ['a channel from today on', { channel: 'airbnb', checkinFrom: today }],
  ];
}

async function measureReports({
  client,
  property,
}: {
  client: LoadClient;
  property: BenchProperty;
}): Promise<Figure[]> {
  const today = Temporal.Now.plainDateISO('Europe/Lisbon');
  const asOf = encodeURIComponent(`${today.subtract({ days: 40 })}T00:00:00Z`);
  const month = { from: today.subtract({ days: 30 }), to: today.subtract({ days: 1 }), limitMs: MONTH_MS };
  const year = { from: today.subtract({ days: 365 }), to: today.subtract({ days: 1 }), limitMs: YEAR_MS };
  const figures: Figure[] = [];
  for (const report of REPORTS) {
    for (const [name, { from, to, limitMs }] of Object.entries({ month, year })) {
      const path = report
        .replaceAll('ASOF', asOf)
        .replace('?', `/${property.token}?fromdate=${from}&todate=${to}&`);
      const request = requestOf('GET', `/api/${path}`);
      await client.ask(request);
      const samples = await latencies(REPORT_CALLS, () => client.ask(request));
      figures.push({
        measured: `  ${report} of a ${name}: p50 ${median(samples).toFixed(0)} ms`,
        ratio: median(samples) / limitMs,
        met: median(samples) <= limitMs,
      });
    }
  }
  return figures;
}

/** Measures lists of guests, of whom the property has as many as bookings: each has its summary of stays. */
async function measureGuests({
  db,
  client,
  property: { hotelId, token },
}: {
  db: Database;
  client: LoadClient;
  property: BenchProperty;
}): Promise<Figure[]> {
  const [one] = await db.query<{ guest_id: number; name: string; email: string; phone: string }>(
    'select guest_id, name, email, phone from guests where hotel_id = $1 and phone is not null order by guest_id offset $2 limit 1',
    [hotelId, BOOKINGS / 2],
  );
  const { guest_id: guestId, name, email, phone } = one!;
  const [given, family] = [name.split(' ')[0]!, name.split(' ').at(-1)!];
  const paths = {
    'guests, the first page': `guests/${token}?limit=${PAGE}`,
    'guests by a family name': `guests/${token}?limit=${PAGE}&search=${encodeURIComponent(family)}`,
    'guests by a whole name': `guests/${token}?limit=${PAGE}&search=${encodeURIComponent(`${family} ${given}`)}`,
    'guests by an e-mail': `guests/${token}?limit=${PAGE}&search=${encodeURIComponent(email)}`,
    'guests by a telephone number': `guests/${token}?limit=${PAGE}&search=${encodeURIComponent(phone)}`,
    'suggestions for a guest': `guest_suggestions/${token}?guest_id=${guestId}`,
    'suggestions for all guests': `guest_suggestions/${token}`,
  };
  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(paths)) {
    const limitMs = what.endsWith('all guests') ? YEAR_MS : MONTH_MS;
    const request = requestOf('GET', `/api/${path}`);
    await client.ask(request);
    const samples = await latencies(REPORT_CALLS, () => client.ask(request));
    figures.push({
      measured: `  ${what}: p50 ${median(samples).toFixed(0)} ms`,
      ratio: median(samples) / limitMs,
      met: median(samples) <= limitMs,
    });
  }
  return figures;
}

const REPORTS = [
  'reports?by=day',
  'reports?by=channel&as_of=ASOF&since=ASOF',
  'reports/pace?by=month',
  'reports/bookings?by=channel',
  'reports/bookings?by=lead_time&dates=booking',
  'reports/bookings?by=channel&as_of=ASOF',
  'reports/charges?by=code',
  'reports/charges?by=code&as_of=ASOF',
  'reports/charges?by=month&dates=posting',
  'reports/balances?dates=arrival',
  'reports/balances?dates=arrival&as_of=ASOF',
  'reports/balances?dates=departure&open=true',
];
