// The nightly check: nights that a channel no longer knows are differences as well, and are pushed again.
import { expect, test } from 'vitest';
import type { FaultInput } from '../../../simulator/faults.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const world = useChannelEnvironment();
const DAYS = 20;

async function checkAgain(property: any): Promise<void> {
  await world.stop();
  await world.api.db.query(`update connections set drift_checked_on = null where hotel_id = $1`, [
    property.hotelId,
  ]);
  await world.start();
}

/** The last check's line in the log. */
async function lastCheck(property: any): Promise<string | undefined> {
  const { body } = await world.api.get(`/api/logs/${property.token}?kind=sync&limit=200`);
  return body.find(({ operation }: any) => operation === 'drift check')?.summary;
}

async function checks(property: any): Promise<number> {
  const { body } = await world.api.get(`/api/logs/${property.token}?kind=sync&limit=200`);
  return body.filter(({ operation }: any) => operation === 'drift check').length;
}

const SLOW = { timeout: 30_000 };

test.each([
  ['channex', { count: 2 }],
  ['expedia', {}],
  ['airbnb', {}],
] as const)(
  '%s: a calendar that was lost there is told again and logged as empty',
  async (channel, more) => {
    const property = await world.api.property({
      settings: { horizon_days: DAYS },
      rooms: [{ price: 120, units: 1 }],
    });
    const [there] = await world.connect(property, [channel]);
    await world.settled([there!]);
    await expect.poll(() => lastCheck(property), SLOW).toMatch(/equals ours/);
    const { ota, hotel } = there!;
    ota.forgetCalendar(hotel.id);
    const fault: FaultInput = { kind: 'lost_calendar', ...more };
    ota.faults.add(fault);
    await checkAgain(property);
    await expect
      .poll(() => lastCheck(property), SLOW)
      .toBe(`${channel}: its calendar is empty: ${DAYS} nights that it had taken are pushed again`);
    await world.settled([there!]);
    expect(await world.differences(property, [there!], DAYS)).toEqual([]);
    // A channel that never returns its nights is told once a night, not again and again.
    const done = await checks(property);
    ota.faults.clear();
    ota.faults.add({ kind: 'lost_calendar' });
    await world.api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date: world.day(3),
      price: 99,
    });
    await world.settled([there!]);
    expect(await checks(property)).toBe(done);
    ota.faults.clear();
  },
  90_000,
);

test('a rate plan that is missing at Channex is told its rates again, and its room type keeps its counts', async () => {
  const property = await world.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 1 },
      { price: 90, units: 2 },
    ],
  });
  const [there] = await world.connect(property, ['channex']);
  await world.settled([there!]);
  await expect.poll(() => lastCheck(property), SLOW).toMatch(/equals ours/);
  const { ota } = there!;
  // Of the two readings only that of the rate plans comes back empty.
  ota.faults.add({ kind: 'lost_calendar', on: 'read_back', spare: 1, count: 1 });
  ota.forgetRequests();
  await checkAgain(property);
  await expect
    .poll(() => lastCheck(property), SLOW)
    .toBe(`channex: ${2 * DAYS} nights are missing there and are pushed again`);
  await world.settled([there!]);
  const pushed = ota.requests().filter(({ method }) => method === 'POST');
  expect(pushed.map(({ kind }) => kind)).toEqual(['rates']);
}, 60_000);
