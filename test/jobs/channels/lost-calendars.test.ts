// The nightly drift check: nights that a channel no longer has are differences too, and are pushed again.
import { expect, test } from 'vitest';
import type { FaultInput } from '../../../simulator/faults.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;

async function checkAgain(property: any): Promise<void> {
  await environment.stop();
  await environment.api.db.query(`update connections set drift_checked_on = null where hotel_id = $1`, [
    property.hotelId,
  ]);
  await environment.start();
}

/** The summary of the last check in the log. */
async function lastCheck(property: any): Promise<string | undefined> {
  const { body } = await environment.api.get(`/api/logs/${property.token}?kind=sync&limit=200`);
  return body.find(({ operation }: any) => operation === 'drift check')?.summary;
}

async function checks(property: any): Promise<number> {
  const { body } = await environment.api.get(`/api/logs/${property.token}?kind=sync&limit=200`);
  return body.filter(({ operation }: any) => operation === 'drift check').length;
}

test.each([
  ['channex', { count: 2 }],
  ['expedia', {}],
  ['airbnb', {}],
] as const)('%s: a calendar that was lost there is pushed again and logged as empty', async (channel, more) => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ price: 120, units: 1 }],
  });
  const [partner] = await environment.connect(property, [channel]);
  await environment.settled([partner!]);
  await environment.poll(() => lastCheck(property)).toMatch(/equals ours/);
  const { ota, hotel } = partner!;
  ota.forgetCalendar(hotel.id);
  const fault: FaultInput = { kind: 'lost_calendar', ...more };
  ota.faults.add(fault);
  await checkAgain(property);
  await environment
    .poll(() => lastCheck(property))
    .toBe(`${channel}: its calendar is empty: ${DAYS} nights that it had accepted are pushed again`);
  await environment.settled([partner!]);
  expect(await environment.differences(property, [partner!], DAYS)).toEqual([]);
  // A channel that never returns its nights gets one push a night, not one after another.
  const done = await checks(property);
  ota.faults.clear();
  ota.faults.add({ kind: 'lost_calendar' });
  await environment.api.post(`/api/availability/${property.token}`, {
    room_id: property.room,
    date: environment.day(3),
    price: 99,
  });
  await environment.settled([partner!]);
  expect(await checks(property)).toBe(done);
});

test('the rates of a rate plan that is missing at Channex are pushed again, and its room type keeps its counts', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 1 },
      { price: 90, units: 2 },
    ],
  });
  const [partner] = await environment.connect(property, ['channex']);
  await environment.settled([partner!]);
  await environment.poll(() => lastCheck(property)).toMatch(/equals ours/);
  const { ota } = partner!;
  // Of the two reads only that of the rate plans returns nothing.
  ota.faults.add({ kind: 'lost_calendar', on: 'read_back', spare: 1, count: 1 });
  ota.forgetRequests();
  await checkAgain(property);
  await environment
    .poll(() => lastCheck(property))
    .toBe(`channex: ${2 * DAYS} nights are missing there and are pushed again`);
  await environment.settled([partner!]);
  const pushed = ota.requests().filter(({ method }) => method === 'POST');
  expect(pushed.map(({ kind }) => kind)).toEqual(['rates']);
});
