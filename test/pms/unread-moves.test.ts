// A channel that counts its own sales: a stay that was moved away and back between two reads leaves counts that only a new push mends.
import { beforeEach, expect, test } from 'vitest';
import { ingestReservation } from '../../src/pms/channel-sync/ingest/reservations.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { useDatabase } from '../harness/database.ts';
import { createPropertyFixture, date, type PropertyFixture, START } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
const rooms = () => [{ roomId: environment.rooms[0]!, externalRoom: 'R0', externalRates: [], icalUrl: null }];

beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{ units: 3 }]);
  const connection = { channel: 'expedia', protocol: 'expedia', url: null, settings: {}, rooms: rooms() };
  await environment.change((tx) => connectChannel(tx, connection, environment.db.secrets));
});

/** Ingests a version of the same stay, made `minutes` after the start. */
async function receive(minutes: number) {
  const source = {
    property: await environment.property(),
    channel: 'expedia',
    rooms: rooms(),
    countsSalesItself: true,
  };
  const stay = { checkin: date('2027-03-01'), checkout: date('2027-03-03') };
  await environment.change((tx) =>
    ingestReservation(tx, source, {
      reference: 'E-1',
      revision: String(minutes),
      at: START.add({ minutes }),
      soldBy: null,
      status: 'modified',
      guest: { name: 'Grace', email: null, phone: null },
      currency: 'EUR',
      rooms: [
        {
          key: '1',
          externalRoom: 'R0',
          externalRate: null,
          ...stay,
          total: '100.00',
          nights: [],
          guestName: null,
        },
      ],
      notes: null,
      receipt: '1',
      thread: null,
    }),
  );
}

/** Stores that the channel confirmed a count of 2 for both nights, `minutes` after the start. */
const confirm = (minutes: number) =>
  environment.db.query(
    `insert into channel_nights (hotel_id, channel, room_id, date, available, available_at)
     select $1, 'expedia', $2, night, 2, $3 from unnest(array['2027-03-01', '2027-03-02']::date[]) as night
     on conflict (hotel_id, channel, room_id, date, unit_id) do update set available = 2, available_at = $3`,
    [environment.hotelId, environment.rooms[0], START.add({ minutes })],
  );
const counts = async () => {
  const nights = await environment.db.query<{ available: number | null }>(
    'select available from channel_nights where hotel_id = $1 order by date',
    [environment.hotelId],
  );
  return nights.map(({ available }) => available);
};
const changedNights = () =>
  environment.db.query(
    `select data ->> 'from' as "from", data ->> 'until' as until from events
     where hotel_id = $1 and kind = 'availability.changed' order by seq desc limit 1`,
    [environment.hotelId],
  );

test('counts that were pushed after the version before are pushed again', async () => {
  await receive(10);
  await confirm(20);
  await environment.db.query(`delete from events where hotel_id = $1 and kind = 'availability.changed'`, [
    environment.hotelId,
  ]);
  await receive(30);
  expect(await counts()).toEqual([null, null]);
  expect(await changedNights()).toEqual([{ from: '2027-03-01', until: '2027-03-03' }]);
});

test('counts that were pushed before that version are still right', async () => {
  await receive(10);
  await confirm(5);
  await receive(30);
  expect(await counts()).toEqual([2, 2]);
});
