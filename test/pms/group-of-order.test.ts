// Orders of channels with several rooms: their bookings are one group.
import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { ingestReservation } from '../../src/pms/channel-sync/ingest/reservations.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { useDatabase } from '../harness/database.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, type PropertyFixture, START } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
let revision = 0;
const rooms = () =>
  environment.rooms.map((roomId, i) => ({
    roomId,
    externalRoom: `R${i}`,
    externalRates: [],
    icalUrl: null,
  }));

beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{}, {}, {}]);
  const connection = { channel: 'expedia', protocol: 'expedia', url: null, settings: {}, rooms: rooms() };
  await environment.change((tx) => connectChannel(tx, connection, environment.db.secrets));
});

/** Ingests a version of an order with these rooms: none = it is cancelled. */
async function receive(wanted: number[], reference = 'E-1') {
  revision += 1;
  const property = await environment.property();
  const source = { property, channel: 'expedia', rooms: rooms(), countsSalesItself: false };
  return environment.change((tx) =>
    ingestReservation(tx, source, {
      reference,
      revision: String(revision),
      at: START.add({ minutes: revision }),
      soldBy: null,
      status: wanted.length === 0 ? 'cancelled' : 'modified',
      guest: { name: 'Grace', email: null, phone: null },
      currency: 'EUR',
      rooms: wanted.map((room) => ({
        key: String(room),
        externalRoom: `R${room}`,
        externalRate: null,
        checkin: date('2027-03-01'),
        checkout: date('2027-03-03'),
        total: '100.00',
        nights: [],
        guestName: null,
      })),
      notes: null,
      receipt: '1',
      thread: null,
    }),
  );
}

const stored = () =>
  environment.db.query<{ room_id: number; status: string; group_id: number | null }>(
    `select room_id, status, group_id from reservations where hotel_id = $1 order by reservation_id`,
    [environment.hotelId],
  );
const groups = () =>
  environment.db.query(
    `select channel, reference from booking_groups where hotel_id = $1 order by group_id`,
    [environment.hotelId],
  );

test('an order of one room has no group, one of several rooms has one', async () => {
  await receive([0]);
  await receive([1, 2], 'E-2');
  const [alone, one, two] = await stored();
  expect([alone!.group_id, one!.group_id === two!.group_id, one!.group_id === null]).toEqual([
    null,
    true,
    false,
  ]);
  expect(await groups()).toEqual([{ channel: 'expedia', reference: 'E-2' }]);
});

test('rooms that a later version adds come into the group, and those it removes stay in it', async () => {
  await receive([0]);
  await receive([0, 1]);
  await receive([1, 2]);
  await receive([]);
  const bookings = await stored();
  expect(bookings.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(new Set(bookings.map(({ group_id }) => group_id)).size).toBe(1);
  expect(bookings[0]!.group_id).not.toBeNull();
  expect(await groups()).toHaveLength(1);
  await expectConsistent(environment.db, environment.hotelId, date('2027-02-01'));
});

test('the migration groups the orders that earlier releases stored', async () => {
  await receive([0]);
  await receive([1, 2], 'E-2');
  const before = await stored();
  await environment.db.query(`update reservations set group_id = null where hotel_id = $1`, [
    environment.hotelId,
  ]);
  await environment.db.query(`delete from booking_groups where hotel_id = $1`, [environment.hotelId]);
  await environment.db.query(await statementOfMigration());
  const after = await stored();
  expect(after.map(({ group_id }) => group_id === null)).toEqual([true, false, false]);
  expect(after[1]!.group_id).toBe(after[2]!.group_id);
  expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status));
  expect(await groups()).toEqual([{ channel: 'expedia', reference: 'E-2' }]);
});

/** Returns the statement of the migration that groups the stored orders. */
async function statementOfMigration(): Promise<string> {
  const text = await readFile(new URL('../../db/migrations/0039.do.groups.sql', import.meta.url), 'utf8');
  return text.slice(text.indexOf('with orders as'));
}
