// Holds that end while the program is killed: each ends once, and gives its nights back once.
import { expect, test } from 'vitest';
import {
  ask,
  createProperty,
  embeddedUrl,
  newDataDir,
  startInnwire,
  until,
  useProcesses,
} from '../harness/process.ts';
import { query } from '../harness/query.ts';

useProcesses();

const HOLDS = 60;

test('holds whose time passes around a kill end exactly once', async () => {
  const dataDir = newDataDir();
  let innwire = await startInnwire({ dataDir });
  const property = await createProperty(innwire, { rooms: 1, units: HOLDS });
  const answers = await Promise.all(
    Array.from({ length: HOLDS }, () =>
      ask(`${innwire.url}/api/bookings/${property.token}`, {
        method: 'POST',
        body: {
          room_id: property.rooms[0],
          name: 'Ada',
          checkin: '2029-01-01',
          checkout: '2029-01-03',
          price: 200,
          hold_minutes: 60,
        },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(HOLDS).fill(200));
  await query(embeddedUrl(dataDir), `update reservations set held_until = now() where hotel_id = $1`, [
    property.hotelId,
  ]);
  // Some have ended, at most one per connection is ending, the others wait.
  await until(async () => (await countHeld(dataDir, property.hotelId)) < HOLDS, 'a hold to end');
  innwire.signal('SIGKILL');
  await innwire.ended;

  innwire = await startInnwire({ dataDir });
  await until(async () => (await countHeld(dataDir, property.hotelId)) === 0, 'all holds to end');
  const events = await query(
    embeddedUrl(dataDir),
    `select subject, count(*)::int as times from events where hotel_id = $1 and kind = 'booking.hold_expired' group by subject`,
    [property.hotelId],
  );
  expect(events).toHaveLength(HOLDS);
  expect(events.filter(({ times }) => times !== 1)).toEqual([]);
  const nights = await query(embeddedUrl(dataDir), 'select available, sold from nights where hotel_id = $1', [
    property.hotelId,
  ]);
  expect(nights).toEqual([
    { available: HOLDS, sold: 0 },
    { available: HOLDS, sold: 0 },
  ]);
});

/** The sample property has a hold of its own. */
async function countHeld(dataDir: string, hotelId: number): Promise<number> {
  const [row] = await query(
    embeddedUrl(dataDir),
    `select count(*)::int as held from reservations where hotel_id = $1 and status = 'held'`,
    [hotelId],
  );
  return row.held;
}
