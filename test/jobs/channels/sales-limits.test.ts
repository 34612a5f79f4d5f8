// Settings of the property at Channex that change what it sells: read, shown, and no reason to push the same again and again.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 130;

/** A property with the given settings at Channex, which were read and whose calendar was compared. */
async function connected(settings: object) {
  const { property, there } = await environment.connectOneRoom('channex', {
    days: DAYS,
    room: { price: 120, units: 2 },
  });
  const ota = environment.simulator.channex;
  const { id } = there.hotel;
  const connection = () => environment.connection(property, 'channex');
  const restart = async (column: string) => {
    await environment.stop();
    await environment.api.db.query(`update connections set ${column} = null where hotel_id = $1`, [
      property.hotelId,
    ]);
    await environment.start();
  };
  const readAgain = async (changed: object) => {
    ota.setProperty(id, changed);
    await restart('otas_read_at');
    await environment.poll(async () => (await connection()).otas_read_at).not.toBeNull();
    await environment.settled([there]);
    await restart('drift_checked_on');
    await environment.calendarChecked(property);
    await environment.settled([there]);
  };
  await readAgain(settings);
  const lastCheck = async () => {
    const { body } = await environment.api.get(`/api/logs/${property.token}?kind=sync&limit=200`);
    return body.find(({ operation }: any) => operation === 'drift check')?.summary;
  };
  return { property, there, ota, id, connection, readAgain, lastCheck };
}

test('prices beyond the bounds there are named with both values, and are not pushed again', async () => {
  const { property, there, ota, id, connection, readAgain, lastCheck } = await connected({
    minPrice: 100,
    maxPrice: 150,
  });
  expect(await lastCheck()).toMatch(/equals ours/);
  expect((await connection()).sales_limits).toMatchObject({
    min_price: 100,
    max_price: 150,
    changed_prices: [],
    messages: [],
  });
  await environment.setNight(property, 3, { price: 80 });
  await environment.setNight(property, 5, { price: 90 });
  await environment.setNight(property, 7, { price: 200 });
  await environment.settled([there]);
  const { sales_limits: limits } = await connection();
  expect(limits.changed_prices).toHaveLength(2);
  expect(limits.changed_prices).toEqual(
    expect.arrayContaining([
      {
        effect: 'raised',
        nights: 2,
        room_id: property.room,
        date: environment.day(3),
        price: 80,
        sold_at: 100,
      },
      {
        effect: 'lowered',
        nights: 1,
        room_id: property.room,
        date: environment.day(7),
        price: 200,
        sold_at: 150,
      },
    ]),
  );
  expect(limits.messages.join()).toContain(
    'sells 2 nights at 100 EUR, the lowest price of the property there',
  );
  expect(ota.calendar(id).find(({ date }) => date === environment.day(3))!.price).toBe(100);
  ota.forgetRequests();
  await readAgain({});
  expect(await lastCheck()).toMatch(/equals ours/);
  expect(ota.requests('rates')).toEqual([]);
  // The bound is gone: Channex does not restore the price, so it is pushed again.
  await readAgain({ minPrice: null });
  expect(ota.calendar(id).find(({ date }) => date === environment.day(3))!.price).toBe(80);
});

test('nights that the cut-off closes stay closed there without a push', async () => {
  const { ota, id, connection, readAgain, lastCheck } = await connected({
    cutOffTime: '00:30:00',
    cutOffDays: 1,
  });
  expect((await connection()).sales_limits).toMatchObject({ cut_off: { time: '00:30', days: 1 } });
  expect((await connection()).sales_limits.messages).toHaveLength(1);
  expect(await lastCheck()).toMatch(/equals ours/);
  expect(ota.calendar(id).find(({ date }) => date === environment.day(0))!.available).toBe(0);
  ota.forgetRequests();
  await readAgain({});
  expect(ota.requests('availability')).toEqual([]);
  await readAgain({ cutOffTime: null, cutOffDays: null });
  expect(ota.calendar(id).find(({ date }) => date === environment.day(0))!.available).toBe(2);
});

test('nights are pushed as far as the property there keeps and sells them', async () => {
  const { ota, id, connection, readAgain, lastCheck, there, property } = await connected({
    stateLength: 110,
    maxDayAdvance: 60,
  });
  expect((await connection()).sales_limits).toMatchObject({ days_ahead: 110, open_days: 60 });
  expect((await connection()).sales_limits.messages).toEqual([
    'channex sells 60 nights from today on, not 130: the property there is set so.',
  ]);
  expect(await lastCheck()).toMatch(/equals ours/);
  ota.forgetRequests();
  await environment.setNight(property, 80, { price: 99 });
  await environment.settled([there]);
  expect(ota.requests('rates')).toEqual([]);
  await readAgain({ maxDayAdvance: null });
  const nights = ota.calendar(id);
  expect(nights.find(({ date }) => date === environment.day(80))).toMatchObject({ available: 2, price: 99 });
  expect((await connection()).sales_limits.messages).toEqual([
    'channex keeps 110 nights from today on, not 130: the property there is set so.',
  ]);
});
