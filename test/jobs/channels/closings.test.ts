// A night that must not be sold is closed at its channels, whatever they refuse; retries do not end.
import { expect, test } from 'vitest';
import {
  type Channel,
  type Connected,
  connectionPath,
  useChannelEnvironment,
} from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;

const connectedTo = (channel: Channel, units = 1) =>
  environment.connectOneRoom(channel, { days: DAYS, room: { name: 'Double', price: 120, units } });

async function sellLastUnit(property: any, day: number): Promise<any> {
  const body = {
    room_id: property.room,
    name: 'Ada',
    price: 120,
    checkin: environment.day(day),
    checkout: environment.day(day + 1),
  };
  const answer = await environment.api.post(`/api/bookings/${property.token}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const stateOf = (property: any, { channel }: Connected) => environment.connection(property, channel);

async function nightOf(property: any, partner: Connected, day: number): Promise<any> {
  const { body } = await environment.api.operator(
    'GET',
    `${connectionPath(property, partner.channel)}/nights`,
  );
  return body.find((night: any) => night.date.startsWith(environment.day(day)));
}

function nightAtChannel({ ota, hotel }: Connected, day: number) {
  return ota.calendar(hotel.id).find(({ date }) => date === environment.day(day));
}

test.each([
  'booking_com',
  'channex',
  'expedia',
  'open_channel',
  'airbnb',
] as const)('%s: a refused closing is shown, and pushed again until it is accepted', async (channel) => {
  const { property, there: partner } = await connectedTo(channel);
  const { ota } = partner;
  const fault = ota.faults.add({ kind: 'refuse_closures' });
  await sellLastUnit(property, 5);
  await environment
    .poll(() => stateOf(property, partner))
    .toMatchObject({
      state: 'delayed',
      last_error: expect.stringContaining(`Double ${environment.day(5)}`),
    });
  expect(await nightOf(property, partner, 5)).toMatchObject({
    state: 'rejected',
    message: expect.stringMatching(/not closed there: tried again at \d{4}-\d\d-\d\d \d\d:\d\d UTC/),
  });
  // The first retry comes within a minute and is refused as well; the next one is accepted.
  await environment.poll(() => ota.faults.list()[0]?.struck ?? 0).toBeGreaterThan(1);
  ota.faults.remove(fault.id);
  await environment.poll(async () => (await stateOf(property, partner)).state).toBe('connected');
  expect(await nightOf(property, partner, 5)).toMatchObject({ state: 'synced' });
  const night = nightAtChannel(partner, 5)!;
  expect(night.available === 0 || night.stopSell).toBe(true);
  const events = await environment.api.get(`/api/events/${property.token}?kinds=channel.changed`);
  const states = events.body.map((event: any) => event.data.state);
  expect(states.slice(-2)).toEqual(['delayed', 'connected']);
});

test.each([
  ['booking_com', 'counts'],
  ['booking_com', 'stops'],
  ['channex', 'counts'],
  ['expedia', 'counts'],
  ['open_channel', 'counts'],
] as const)('%s closes a night by every other means while it refuses %s, and opens it again when a unit is free', async (channel, what) => {
  const { property, there: partner } = await connectedTo(channel);
  partner.ota.faults.add({ kind: 'refuse_closures', what });
  const sold = await sellLastUnit(property, 5);
  await environment
    .poll(() => {
      const night = nightAtChannel(partner, 5)!;
      return night.available === 0 || night.stopSell === true;
    })
    .toBe(true);
  partner.ota.faults.clear();
  await environment.poll(async () => (await stateOf(property, partner)).state).toBe('connected');
  await environment.api.delete(
    `/api/bookings/${property.token}?order_id=${sold.order_id}&date=${environment.day(5)}`,
  );
  await environment.settled([partner]);
  expect(nightAtChannel(partner, 5)).toMatchObject({ available: 1, stopSell: false });
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});

test('a closing that takes two messages, both refused, is one refusal: tried again after a minute, then five', async () => {
  const { property, there: partner } = await connectedTo('channex');
  partner.ota.faults.add({ kind: 'refuse_closures' });
  await environment.setNight(property, 5, { stop_sell: true });
  const refusals = async () => {
    const log = await environment.api.get(`/api/logs/${property.token}?kind=sync&limit=50`);
    return log.body.filter(({ outcome }: any) => outcome === 'partial').reverse();
  };
  await environment.poll(async () => (await refusals()).length).toBeGreaterThanOrEqual(3);
  const tries = await refusals();
  expect(tries[0].summary).toBe('channex: 1 night refused');
  const pauses = [0, 1].map(
    (i) => (Date.parse(tries[i + 1].created_at) - Date.parse(tries[i].created_at)) / 60_000,
  );
  // A request takes a moment of the clock, not more.
  expect(pauses[0]).toBeCloseTo(1, 1);
  expect(pauses[1]).toBeCloseTo(5, 1);
});

test('nights up to a date are those ahead, not those that are over', async () => {
  const { property, there: partner } = await connectedTo('booking_com');
  const nights = async (query: string) =>
    (await environment.api.operator('GET', `${connectionPath(property, partner.channel)}/nights?${query}`))
      .body;
  const ahead = await nights(`todate=${environment.day(2)}`);
  expect(ahead.map(({ date }: any) => date.slice(0, 10))).toEqual(
    [0, 1, 2].map((day) => environment.day(day)),
  );
  expect(ahead.every(({ state }: any) => state === 'synced')).toBe(true);
  expect(await nights(`todate=${environment.day(-2)}`)).toHaveLength(DAYS);
});

test('a closing is tried again after the worker was killed, and not while the night is open again', async () => {
  const { property, there: partner } = await connectedTo('booking_com');
  partner.ota.faults.add({ kind: 'refuse_closures' });
  await sellLastUnit(property, 5);
  const other = await sellLastUnit(property, 7);
  const message = async (day: number) => (await nightOf(property, partner, day)).message;
  await environment.poll(() => message(7)).toMatch(/tried again/);
  await environment.stop('hard');
  await environment.api.delete(
    `/api/bookings/${property.token}?order_id=${other.order_id}&date=${environment.day(7)}`,
  );
  partner.ota.faults.clear();
  await environment.start();
  await environment.poll(async () => (await stateOf(property, partner)).last_error).toBe(null);
  expect(nightAtChannel(partner, 5)).toMatchObject({ available: 0 });
  expect(nightAtChannel(partner, 7)).toMatchObject({ available: 1, stopSell: false });
  expect(await nightOf(property, partner, 7)).toMatchObject({ state: 'synced' });
});

test('refused and accepted values of one night are both stored', async () => {
  const { property, there: partner } = await connectedTo('booking_com');
  partner.ota.faults.add({ kind: 'refuse_closures' });
  await environment.stop();
  await sellLastUnit(property, 5);
  await environment.setNight(property, 5, { min_stay: 2, closed_to_arrival: true });
  await environment.start();
  await environment.poll(async () => (await nightOf(property, partner, 5)).message).toMatch(/tried again/);
  expect(nightAtChannel(partner, 5)).toMatchObject({ minStay: 2, closedToArrival: true });
  partner.ota.faults.clear();
  await environment.poll(async () => (await nightOf(property, partner, 5)).state).toBe('synced');
});

test.each([
  ['booking_com', { min_stay: 45, max_stay: null }, /1 to 31 nights.*not 45/],
  ['booking_com', { min_stay: 5, max_stay: 3 }, /no minimum stay \(5\) above the maximum \(3\)/],
  ['booking_com', { price: 0 }, /no price of 0\.00 EUR/],
  ['expedia', { min_stay: 29, max_stay: null }, /1 to 28 nights, not 29/],
  ['expedia', { price: 0 }, /no price of 0\.00 EUR/],
  ['channex', { price: 0 }, /prices above 0 only/],
  // Expedia is one of the OTAs behind it.
  ['channex', { min_stay: 29, max_stay: null }, /Expedia accepts .* 1 to 28 nights, not 29/],
  ['channex', { min_stay: 5, max_stay: 3 }, /no minimum stay \(5\) above the maximum \(3\)/],
  ['open_channel', { price: 0 }, /set the price of the night/],
  ['airbnb', { price: 0 }, /prices above 0 only/],
  ['airbnb', { min_stay: 5, max_stay: 3 }, /no minimum stay \(5\) above the maximum \(3\)/],
] as const)('%s: a night with %j is closed there, says why, and opens when it can be pushed', async (channel, values, reason) => {
  const { property, there: partner } = await connectedTo(channel, 2);
  await environment.setNight(property, 5, values);
  const shown = async () => nightOf(property, partner, 5);
  await environment.poll(shown).toMatchObject({ state: 'rejected', message: expect.stringMatching(reason) });
  expect((await shown()).message).toMatch(/^closed at the channel: /);
  const closed = () => {
    const night = nightAtChannel(partner, 5)!;
    return night.available === 0 && night.stopSell !== false;
  };
  expect(closed()).toBe(true);
  // It stays closed while its other values change, and when everything is compared.
  await environment.setNight(property, 5, { closed_to_departure: true, available: 1 });
  await environment.settled([partner]);
  expect(closed()).toBe(true);
  expect(await shown()).toMatchObject({ state: 'rejected' });
  expect(await stateOf(property, partner)).toMatchObject({
    state: 'connected',
    last_error: expect.stringMatching(reason),
  });
  await environment.setNight(property, 5, {
    price: 130,
    min_stay: 2,
    max_stay: null,
    closed_to_departure: false,
  });
  await environment.settled([partner]);
  await environment.poll(shown).toMatchObject({ state: 'synced' });
  const { available, stopSell, price, minStay } = nightAtChannel(partner, 5)!;
  expect([available, stopSell ?? false, price, minStay]).toEqual([1, false, 130, 2]);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});

test('a night that was closed for another value, by an earlier release, is closed for what cannot be pushed now', async () => {
  const { property, there: partner } = await connectedTo('open_channel', 2);
  await environment.setNight(property, 5, { price: 0, min_stay: 2 });
  await environment.settled([partner]);
  await environment.api.db.query(
    `update channel_nights set withheld = '{"minStay": 2}', withheld_reason = 'no minimum stays'
     where hotel_id = $1 and withheld is not null`,
    [property.hotelId],
  );
  await environment.setNight(property, 5, { closed_to_departure: true });
  await environment.settled([partner]);
  expect(await nightOf(property, partner, 5)).toMatchObject({
    state: 'rejected',
    message: expect.stringMatching(/^closed at the channel: .*set the price of the night/),
  });
});

test('a night that Booking.com opens has its present price before it can be sold', async () => {
  const { property, there: partner } = await connectedTo('booking_com');
  await environment.setNight(property, 5, { price: 0 });
  await environment.settled([partner]);
  partner.ota.forgetRequests();
  await environment.setNight(property, 5, { price: 150 });
  await environment.settled([partner]);
  const sent = partner.ota.requests().filter(({ kind }) => kind === 'rates' || kind === 'availability');
  expect(sent.map(({ kind }) => kind)).toEqual(['rates', 'availability']);
});
