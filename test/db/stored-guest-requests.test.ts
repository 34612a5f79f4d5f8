// The migration that copies guests' requests from stored channel records to their bookings.
import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { requireReservation } from '../../src/pms/reservations/find.ts';
import { useDatabase } from '../harness/database.ts';
import { createPropertyFixture, type PropertyFixture } from '../pms/test-property.ts';

const database = useDatabase();
let world: PropertyFixture;
const today = Temporal.Now.plainDateISO('Europe/Lisbon');
const day = (days: number) => today.add({ days });

beforeEach(async () => {
  world = await createPropertyFixture(database.db, [{ units: 20 }]);
});

async function migrate(): Promise<void> {
  const path = '../../db/migrations/0017.do.stored-guest-requests.sql';
  const script = await readFile(new URL(path, import.meta.url), 'utf8');
  for (const statement of script.split(/;\n\n/)) await database.db.query(statement);
}

type Version = { notes: string | null; receipt?: string; outcome?: string; minutes?: number };

/**
 * Stores a booking as an earlier release did: the versions of its order are in the inbox, but not their notes
 * at the booking.
 */
async function store(channel: string, reference: string, versions: readonly Version[]): Promise<number> {
  const { reservationId } = await world.book({ roomId: world.room, checkin: day(3), checkout: day(4) });
  await world.db.query(
    `insert into channel_stays (hotel_id, channel, reference, room_key, reservation_id) values ($1, $2, $3, '1', $4)`,
    [world.hotelId, channel, reference, reservationId],
  );
  for (const [i, { outcome = 'stored', minutes = i, notes, receipt = 'r' }] of versions.entries()) {
    const at = world.now.add({ minutes });
    await world.db.query(
      `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, sent_at, received_at, applied_at, outcome)
       values ($1, $2, 'reservation', $3, $4, $5, $6, $6, $6, $7)`,
      [world.hotelId, channel, reference, `v${i}`, JSON.stringify({ notes, receipt }), at, outcome],
    );
  }
  return reservationId;
}

test('the latest applied notes are copied to the booking, and guest counts and arrival times in them to their own columns', async () => {
  const stored = {
    changed: await store('booking_com', '1', [{ notes: 'A cot' }, { notes: 'Two cots' }, { notes: null }]),
    late: await store('booking_com', '2', [
      { notes: 'Right' },
      { notes: 'Overtaken', outcome: 'superseded', minutes: 9 },
    ]),
    channex: await store('channex', '3', [{ notes: 'Quiet room\nArrival 9:30' }]),
    hour: await store('channex', '4', [{ notes: 'Arrival 16:00' }]),
    expedia: await store('expedia', '5', [
      { notes: '1 king bed\nAdults: 2, children: 2 (aged 6, 11)\nSold by A-Hotels.com' },
    ]),
    couple: await store('expedia', '6', [{ notes: 'Adults: 2' }]),
    vrbo: await store('vrbo', '7', [
      { notes: 'Parking?', receipt: '{"adults":3,"children":1,"pets":0,"locale":"en"}' },
    ]),
    silent: await store('booking_com', '8', [{ notes: null }]),
  };
  await migrate();
  const shown = await Promise.all(
    Object.entries(stored).map(async ([name, id]) => {
      const { adults, children, notes, arrivalTime } = await requireReservation(world.db, world.hotelId, id);
      return [name, { adults, children, notes, arrivalTime }] as const;
    }),
  );
  const none = { adults: null, children: null, arrivalTime: null };
  expect(Object.fromEntries(shown)).toEqual({
    changed: { ...none, notes: 'Two cots' },
    late: { ...none, notes: 'Right' },
    channex: { ...none, notes: 'Quiet room', arrivalTime: '09:30' },
    hour: { ...none, notes: null, arrivalTime: '16:00' },
    expedia: { adults: 2, children: [6, 11], notes: '1 king bed\nSold by A-Hotels.com', arrivalTime: null },
    couple: { adults: 2, children: [], notes: null, arrivalTime: null },
    vrbo: { adults: 3, children: [null], notes: 'Parking?', arrivalTime: null },
    silent: { ...none, notes: null },
  });
});
