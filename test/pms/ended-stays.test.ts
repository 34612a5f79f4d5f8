// Channel updates of a stay that was ended at the desk: no night is released or taken twice,
// and a new booking of the channel is not lost.
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelReservation } from '../../src/model/channel-records.ts';
import { ingestReservation } from '../../src/pms/channel-sync/ingest/reservations.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { useDatabase } from '../harness/database.ts';
import { expectConsistent } from './invariants.ts';
import { countsOf, createPropertyFixture, date, type PropertyFixture, START } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
let revision = 0;

beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{}, {}]);
  await environment.change((tx) =>
    connectChannel(
      tx,
      {
        channel: 'expedia',
        protocol: 'expedia',
        url: null,
        settings: {},
        rooms: environment.rooms.map((roomId, i) => ({
          roomId,
          externalRoom: `R${i}`,
          externalRates: [],
          icalUrl: null,
        })),
      },
      environment.db.secrets,
    ),
  );
});

/** Ingests a version of the one order: in the first room and from 1 to 8 March, unless given otherwise. */
async function receive(version: {
  status?: ChannelReservation['status'];
  from?: string;
  until?: string;
  name?: string;
  room?: string;
}) {
  revision += 1;
  const source = {
    property: await environment.property(),
    channel: 'expedia',
    rooms: environment.rooms.map((roomId, i) => ({
      roomId,
      externalRoom: `R${i}`,
      externalRates: [],
      icalUrl: null,
    })),
    countsSalesItself: false,
  };
  return environment.change((tx) =>
    ingestReservation(tx, source, {
      reference: 'E-1',
      revision: String(revision),
      at: START.add({ minutes: revision }),
      soldBy: null,
      status: version.status ?? 'modified',
      guest: { name: version.name ?? 'Grace', email: null, phone: null },
      currency: 'EUR',
      rooms: [
        {
          key: '1',
          externalRoom: version.room ?? 'R0',
          externalRate: null,
          checkin: date(`2027-03-${version.from ?? '01'}`),
          checkout: date(`2027-03-${version.until ?? '08'}`),
          total: '700.00',
          nights: [],
          guestName: null,
        },
      ],
      notes: null,
      receipt: '',
      thread: null,
    }),
  );
}

const stays = () =>
  environment.db.query<{ status: string; dates: string; name: string; price: number }>(
    `select status, to_char(checkin, 'DD') || '-' || to_char(checkout, 'DD') as dates, guest_name as name, price_minor as price
     from reservations where hotel_id = $1 order by reservation_id`,
    [environment.hotelId],
  );
const counts = () => countsOf(environment, environment.room, '2027-03-01', '2027-03-10');
const consistent = (today: string) => expectConsistent(environment.db, environment.hotelId, date(today));
const at = (day: number) => {
  environment.now = START.add({ hours: 24 * (day - 1) });
};
const SOLD = '1/0/0';
const FREE = '0/0/1';

/** Functions that end the stay on 3 March. */
const ENDS: Record<string, (id: number) => Promise<unknown>> = {
  no_show: (id) => environment.patch(id, { status: 'no_show' }),
  checked_out: async (id) => {
    await environment.patch(id, { status: 'checked_in' });
    await environment.patch(id, { status: 'checked_out' });
  },
  cancelled: (id) => environment.cancel(id, date('2027-03-04')),
};

describe.each(Object.keys(ENDS))('a stay that ended early as %s', (status) => {
  beforeEach(async () => {
    const { reservationIds } = await receive({ status: 'new' });
    at(3);
    await ENDS[status]!(reservationIds[0]!);
    expect(await counts()).toEqual([SOLD, SOLD, SOLD, FREE, FREE, FREE, FREE, '-', '-']);
  });

  test('stays ended when the channel changes the same nights, and takes the guest data', async () => {
    const before = await counts();
    await receive({ name: 'Grace Hopper' });
    await receive({ until: '09', name: 'Grace Hopper' });
    await receive({ status: 'cancelled' });
    await receive({ status: 'cancelled' });
    const price = status === 'cancelled' ? 30_000 : 70_000;
    expect(await stays()).toEqual([{ status, dates: '01-04', name: 'Grace Hopper', price }]);
    expect(await counts()).toEqual(before);
    await consistent('2027-03-03');
  });

  test('is followed by a booking of its own when the channel moves it to dates after its end', async () => {
    await receive({ from: '05', until: '08' });
    expect((await stays()).map((one) => `${one.status} ${one.dates}`)).toEqual([
      `${status} 01-04`,
      'confirmed 05-08',
    ]);
    expect(await counts()).toEqual([SOLD, SOLD, SOLD, FREE, SOLD, SOLD, SOLD, '-', '-']);
    await receive({ from: '05', until: '07' });
    await receive({ status: 'cancelled', from: '05', until: '07' });
    expect((await stays()).map((one) => one.status)).toEqual([status, 'cancelled']);
    expect(await counts()).toEqual([SOLD, SOLD, SOLD, FREE, FREE, FREE, FREE, '-', '-']);
    await consistent('2027-03-03');
  });
});

test('a stay that was cancelled at the desk before arrival is stored again when the channel changes it', async () => {
  const { reservationIds } = await receive({ status: 'new' });
  await environment.cancel(reservationIds[0]!, date('2027-03-05'));
  expect(await counts()).toEqual([...Array(7).fill(FREE), '-', '-']);
  await receive({ until: '06' });
  expect((await stays()).map((one) => `${one.status} ${one.dates}`)).toEqual([
    'cancelled 01-08',
    'confirmed 01-06',
  ]);
  await consistent('2027-03-01');
});

test('the income of a stay that its channel moves to another room moves with it', async () => {
  await receive({ status: 'new' });
  await receive({ room: 'R1' });
  const rows = await environment.db.query<{ room: number; minor: number }>(
    `select room_id as room, sum(amount_minor) as minor from ledger_entries where hotel_id = $1 group by 1 order by 1`,
    [environment.hotelId],
  );
  expect(rows.map(({ minor }) => minor)).toEqual([0, 70_000]);
  await consistent('2027-03-01');
});
