// Each night of a channel names the exchanges of the log that confirmed and refused it.
import { expect, test } from 'vitest';
import { pruneActivity } from '../../../src/pms/activity.ts';
import { pruneExchanges } from '../../../src/pms/channel-sync/sync-log.ts';
import type { TestProperty } from '../../harness/api.ts';
import {
  type Channel,
  type Connected,
  connectionPath,
  useChannelEnvironment,
} from '../../harness/channel-environment.ts';
import { openHouse } from '../../harness/unit-listings.ts';

const environment = useChannelEnvironment();
const { api } = environment;
const DAYS = 20;
const MEMBERS = ['count_confirmed_in', 'values_confirmed_in', 'refused_in'] as const;

type Of = Pick<TestProperty, 'hotelId'>;

/** Waits until all is pushed and written to the log. */
async function settled(connected: readonly Connected[]): Promise<void> {
  await environment.settled(connected);
  await environment.pass(1_000);
}

async function nightsOf(property: Of, channel: Channel, plus: number): Promise<any[]> {
  const date = environment.day(plus);
  const path = `${connectionPath(property, channel)}/nights?fromdate=${date}&todate=${date}`;
  return (await api.operator('GET', path)).body;
}

async function exchangeOf(property: Of, named: { log_id: number; exchange: number }): Promise<any> {
  const path = `/properties/${property.hotelId}/logs/${named.log_id}/exchanges?position=${named.exchange}`;
  const { body } = await api.operator('GET', path);
  expect(body).toHaveLength(1);
  expect(body[0].position).toBe(named.exchange);
  return body[0];
}

async function logEntry(property: TestProperty, id: number): Promise<any> {
  const { body } = await api.get(`/api/logs/${property.token}?kind=sync&limit=1000`);
  return body.find((entry: any) => entry.id === id);
}

test('nights of different cycles name different exchanges, and each is the one that had the night', async () => {
  const { property, there } = await environment.connectOneRoom('open_channel', { days: DAYS });
  await settled([there]);
  await environment.setNight(property, 3, { available: 0, price: 120 });
  await settled([there]);
  await environment.setNight(property, 5, { price: 333 });
  await settled([there]);
  const nights = await Promise.all([1, 3, 5].map((day) => nightsOf(property, 'open_channel', day)));
  const [first, third, fifth] = nights.map(([night]) => night);
  for (const night of [first, third, fifth]) {
    const { request, status } = await exchangeOf(property, night.count_confirmed_in);
    // The first push has all nights in one range.
    expect(request).toContain(night === third ? night.date : environment.day(0));
    expect(status).toBe(200);
    expect(night.refused_in).toBeNull();
  }
  const entry = await logEntry(property, third.count_confirmed_in.log_id);
  expect(entry).toMatchObject({ channel: 'open_channel', direction: 'push', items: 1, outcome: 'ok' });
  expect(third.count_confirmed_in.log_id).not.toBe(first.count_confirmed_in.log_id);
  // What another exchange confirmed stays as it was.
  expect(third.values_confirmed_in.log_id).toBe(first.values_confirmed_in.log_id);
  expect(fifth.count_confirmed_in).toEqual(first.count_confirmed_in);
  expect((await exchangeOf(property, fifth.values_confirmed_in)).request).toContain('333');
});

test('counts and prices that go in two messages have an exchange each', async () => {
  const { property, there } = await environment.connectOneRoom('channex', { days: DAYS });
  await settled([there]);
  await environment.setNight(property, 4, { available: 0, price: 333 });
  await settled([there]);
  const [night] = await nightsOf(property, 'channex', 4);
  expect(night.values_confirmed_in.log_id).toBe(night.count_confirmed_in.log_id);
  expect((await exchangeOf(property, night.count_confirmed_in)).url).toMatch(/availability$/);
  expect((await exchangeOf(property, night.values_confirmed_in)).url).toMatch(/restrictions$/);
});

test('a refused night names the exchange that refused it, and no longer once it is confirmed', async () => {
  const { property, there } = await environment.connectOneRoom('open_channel', {
    days: DAYS,
    there: { rates: [{ readOnly: true }] },
  });
  await settled([there]);
  const [refused] = await nightsOf(property, 'open_channel', 2);
  expect(refused.state).toBe('rejected');
  expect(refused.values_confirmed_in).toBeNull();
  expect((await exchangeOf(property, refused.refused_in)).response).toMatch(/read-only/);
  Object.assign(there.hotel.rooms[0]!.rates[0]!, { readOnly: false });
  const day = environment.day(2);
  const path = connectionPath(property, 'open_channel');
  const again = await api.operator(
    'POST',
    `${path}/resync?room_id=${property.room}&fromdate=${day}&todate=${day}`,
  );
  expect(again.status, again.text).toBe(200);
  await settled([there]);
  const [confirmed] = await nightsOf(property, 'open_channel', 2);
  expect(confirmed).toMatchObject({ state: 'synced', refused_in: null });
  const { response: accepted } = await exchangeOf(property, confirmed.values_confirmed_in);
  expect(accepted).not.toMatch(/read-only/);
  const [other] = await nightsOf(property, 'open_channel', 6);
  expect(other.state).toBe('rejected');
  expect(other.refused_in.log_id).toBe(refused.refused_in.log_id);
});

test('two channels and units that are sold by themselves each have exchanges of their own', async () => {
  const property = await api.property({ settings: { horizon_days: DAYS }, rooms: [{ units: 1 }] });
  const connected = await environment.connect(property, ['open_channel', 'expedia']);
  await settled(connected);
  for (const channel of ['open_channel', 'expedia'] as const) {
    const [night] = await nightsOf(property, channel, 2);
    const entry = await logEntry(property, night.count_confirmed_in.log_id);
    expect(entry.channel).toBe(channel);
  }
  const house = await openHouse(environment);
  await settled([house.there]);
  const { body } = await api.request('POST', `/api/bookings/${house.token}`, {
    body: {
      room_id: house.room,
      unit_id: house.units[0],
      name: 'Ada',
      checkin: environment.day(3),
      checkout: environment.day(4),
      price: 100,
    },
  });
  expect(body.unit_id).toBe(house.units[0]);
  await settled([house.there]);
  const nights = await nightsOf(house, house.there.channel, 3);
  const taken = nights.find(({ unit_id: unit }) => unit === house.units[0]);
  const free = nights.find(({ unit_id: unit }) => unit === house.units[1]);
  expect(taken.confirmed.available).toBe(0);
  expect(taken.count_confirmed_in.log_id).toBeGreaterThan(free.count_confirmed_in.log_id);
});

test('what the calendar of the channel reports is proved by the reading of it', async () => {
  const { property, there } = await environment.connectOneRoom('channex', { days: DAYS });
  await settled([there]);
  await environment.calendarChecked(property);
  await environment.stop();
  await api.db.query(`update connections set drift_checked_on = null where hotel_id = $1`, [
    property.hotelId,
  ]);
  // As if another value had been confirmed: the calendar shows that it is not so.
  await api.db.query(
    `update channel_nights set available = 9, available_exchange = null where hotel_id = $1 and date = $2`,
    [property.hotelId, environment.day(4)],
  );
  const pushes = there.ota.faults.add({ kind: 'slow', on: 'availability', delayMs: 120_000 });
  await environment.start();
  const logged = () =>
    api.db.query<{ response: string }>(
      `select response from channel_nights as night
       join exchanges on exchanges.hotel_id = night.hotel_id and activity_id = available_entry_id and position = available_exchange
       join activity on activity.hotel_id = night.hotel_id and entry_id = activity_id
       where night.hotel_id = $1 and date = $2 and operation = 'drift check'`,
      [property.hotelId, environment.day(4)],
    );
  await environment.poll(async () => (await logged()).length).toBe(1);
  expect((await logged())[0]!.response).toContain(environment.day(4));
  there.ota.faults.remove(pushes.id);
  await settled([there]);
});

test('a night names nothing when its process died before the entry was written', async () => {
  const { property, there } = await environment.connectOneRoom('open_channel', { days: DAYS });
  await settled([there]);
  const [before] = await nightsOf(property, 'open_channel', 2);
  const { log_id: entry } = before.count_confirmed_in;
  await api.db.query(
    `with gone as (delete from activity where hotel_id = $1 and entry_id = $2)
     delete from exchanges where hotel_id = $1 and activity_id = $2`,
    [property.hotelId, entry],
  );
  const [after] = await nightsOf(property, 'open_channel', 2);
  expect(after).toEqual({ ...before, ...Object.fromEntries(MEMBERS.map((member) => [member, null])) });
});

test('an exchange that a night to come names outlives the thirty days, until the night has passed or names another', async () => {
  const { property, there } = await environment.connectOneRoom('open_channel', { days: 60 });
  await settled([there]);
  await environment.stop();
  const [night] = await nightsOf(property, 'open_channel', 50);
  const pruneAt = async (plus: number) => {
    const at = environment.now().add({ hours: 24 * plus });
    await Promise.all([pruneActivity(api.db, at), pruneExchanges(api.db, at)]);
    const entries = await api.db.query(`select 1 from activity where hotel_id = $1 and kind = 'sync'`, [
      property.hotelId,
    ]);
    const exchanges = await api.db.query(`select 1 from exchanges where hotel_id = $1`, [property.hotelId]);
    return { entries: entries.length, exchanges: exchanges.length };
  };
  const count = 'count_confirmed_in';
  const before = await exchangeOf(property, night[count]);
  expect((await pruneAt(31)).exchanges).toBeGreaterThan(0);
  expect(await exchangeOf(property, night[count])).toEqual(before);
  expect(await nightsOf(property, 'open_channel', 50)).toEqual([night]);
  // The last night names it alone, and then no longer.
  await api.db.query(`delete from channel_nights where hotel_id = $1 and date <> $2`, [
    property.hotelId,
    environment.day(50),
  ]);
  const { entries, exchanges } = await pruneAt(31);
  expect({ entries, exchanges }).toEqual({
    entries: new Set([night.count_confirmed_in.log_id, night.values_confirmed_in.log_id]).size,
    exchanges: new Set(
      [night.count_confirmed_in, night.values_confirmed_in].map((one) => JSON.stringify(one)),
    ).size,
  });
  expect(await pruneAt(50)).toEqual({ entries, exchanges });
  expect(await pruneAt(52)).toEqual({ entries: 0, exchanges: 0 });
});
