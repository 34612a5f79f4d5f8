// Test properties: made ready for a first booking. They are removed as a whole after some days (remove-property).

import type { Queryable } from '../db/database.ts';
import { type Property, todayAt } from '../model/property.ts';
import { Problem } from '../problems.ts';
import { setNights } from './inventory/set-nights.ts';
import { createProperty, getProperty } from './properties.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { createRoom, type Room } from './rooms.ts';
import { issueToken } from './tokens.ts';
import { createUnits } from './units/units.ts';

/** Test properties that an installation has at most at a time: enough for every program that somebody tries. */
export const MAX_TEST_PROPERTIES = 10;
/** Days after which a test property is removed. */
export const TEST_DAYS = 7;

/** A test property that was made, with the token that opens all of it. */
export type NewTestProperty = { property: Property; rooms: Room[]; secret: string };

/** Nights whose prices are set, from today on. */
const PRICED_NIGHTS = 90;

/**
 * Creates a test property with rooms, units, prices and a token that may write. Throws `too_many_test_properties`. Only one
 * is made at a time: they are counted under a lock on the installation.
 */
export async function createTestProperty(tx: PropertyTransaction): Promise<NewTestProperty> {
  await tx.query('select 1 from installation for update');
  await requireRoomForTestProperty(tx);
  await createProperty(tx, {
    name: 'Test property',
    currency: 'EUR',
    address: '',
    timezone: 'Europe/Lisbon',
    settings: {},
  });
  await tx.query(`update properties set test_until = $2 where hotel_id = $1`, [
    tx.hotelId,
    tx.now.add({ hours: 24 * TEST_DAYS }),
  ]);
  const property = await getProperty(tx, tx.hotelId);
  const rooms = await createRooms(tx, property);
  const { secret } = await issueToken(tx, { label: 'test', access: 'full', scopes: null });
  return { property, rooms, secret };
}

/** Throws `too_many_test_properties` unless one more is possible. */
export async function requireRoomForTestProperty(db: Queryable): Promise<void> {
  const [row] = await db.query<{ count: number; first: Temporal.Instant | null }>(
    `select count(*)::int as count, min(test_until) as first from properties
     where test_until is not null and removal_due_at is null`,
  );
  if (row!.count >= MAX_TEST_PROPERTIES)
    throw new Problem('too_many_test_properties', { max: row!.count, removedAt: row!.first!.toString() });
}

async function createRooms(tx: PropertyTransaction, property: Property): Promise<Room[]> {
  const today = todayAt(property, tx.now);
  const suite = await createRoom(tx, {
    ...ROOM,
    name: 'Garden Suite',
    capacity: 3,
    priceMinor: 120_00,
    units: 1,
  });
  const doubles = await createRoom(tx, {
    ...ROOM,
    name: 'Double Room',
    capacity: 2,
    priceMinor: 90_00,
    units: 2,
  });
  await createUnits(tx, { roomId: doubles.roomId, names: ['101', '102'], floor: '1' }, today);
  const nights = Array.from({ length: PRICED_NIGHTS }, (_, day) => today.add({ days: day }));
  const weekends = nights.filter(({ dayOfWeek }) => dayOfWeek === 5 || dayOfWeek === 6);
  await setNights(
    tx,
    [suite, doubles].flatMap(({ roomId, priceMinor }) =>
      weekends.map((date) => ({ roomId, date, priceMinor: priceMinor + 30_00 })),
    ),
  );
  return [suite, doubles];
}

const ROOM = { minStay: 1, cots: 0 };
