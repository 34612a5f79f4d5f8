// A connection, or a room of it, that ends once the channel has accepted that nothing of it is available.
import { expect, test } from 'vitest';
import { type Connected, connectionPath, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;
const PUSHED = ['booking_com', 'expedia', 'channex', 'open_channel', 'airbnb'] as const;

const createProperty = () =>
  environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 2 },
      { price: 80, units: 3 },
    ],
  });

async function connectedChannex() {
  const property = await createProperty();
  const [channex] = await environment.connect(property, ['channex']);
  await environment.settled([channex!]);
  return { property, channex: channex!, path: connectionPath(property, 'channex') };
}

/** Dates on which a room can be sold at the channel. */
function openDates({ ota, hotel, rooms }: Connected, room: number): string[] {
  const nights = ota.calendar(hotel.id).filter((night) => night.room === rooms.get(room));
  return [...new Set(nights.filter(({ available }) => (available ?? 1) > 0).map(({ date }) => date))];
}

const isGone = (path: string) => async () => (await environment.api.operator('GET', path)).body.code;

test('disconnecting with close=true closes every night at the channel, then the connection is gone', async () => {
  const property = await createProperty();
  const connected = await environment.connect(property, PUSHED);
  await environment.settled(connected);
  for (const one of connected) {
    const path = connectionPath(property, one.channel);
    expect(openDates(one, property.room), one.channel).toHaveLength(DAYS);
    const answer = await environment.api.operator('DELETE', `${path}?close=true`);
    expect(answer.body).toEqual({ channel: one.channel, disconnected: false, open_nights: 2 * DAYS });
    await environment.poll(isGone(path)).toBe('unknown_channel');
    for (const room of property.rooms) expect(openDates(one, room), one.channel).toEqual([]);
  }
  const { body: events } = await environment.api.get(`/api/events/${property.token}?kinds=channel.changed`);
  const ended = events.filter(({ data }: any) => data.state === 'disconnected');
  expect(ended.map(({ data }: any) => data.channel)).toEqual(PUSHED);
});

test('what is to be closed waits for a channel that is down and survives the end of the worker', async () => {
  const { property, channex, path } = await connectedChannex();
  channex.ota.faults.add({ kind: 'server_error', on: ['availability', 'restrictions'] });
  await environment.api.operator('DELETE', `${path}?close=true`);
  const shown = async () => (await environment.api.operator('GET', path)).body;
  await environment.poll(() => channex.ota.faults.struck()).toBeGreaterThan(0);
  expect(await shown()).toMatchObject({
    state: 'closing',
    closing: { since: expect.any(String), open_nights: 2 * DAYS, rooms: property.rooms },
  });
  await environment.stop('hard');
  const { reference } = await channex.ota.sell({
    hotel: channex.hotel.id,
    arrival: environment.day(3),
    nights: 2,
  });
  channex.ota.faults.clear();
  await environment.start();
  await environment.poll(isGone(path)).toBe('unknown_channel');
  for (const room of property.rooms) expect(openDates(channex, room)).toEqual([]);
  const { body: bookings } = await environment.api.get(`/api/bookings/${property.token}`);
  expect(bookings).toMatchObject([{ referral_order_id: reference }]);
});

test('disconnecting without close ends it at once, also while it waits, and says how many nights stay open', async () => {
  const { property, channex, path } = await connectedChannex();
  channex.ota.faults.add({ kind: 'server_error', on: ['availability', 'restrictions'] });
  await environment.api.operator('DELETE', `${path}?close=true`);
  const answer = await environment.api.operator('DELETE', path);
  expect(answer.body).toEqual({ channel: 'channex', disconnected: true, open_nights: 2 * DAYS });
  expect(await isGone(path)()).toBe('unknown_channel');
  expect(openDates(channex, property.room)).toHaveLength(DAYS);
});

test('a room that is removed with close=true is closed, and the others go on', async () => {
  const property = await createProperty();
  const connected = await environment.connect(property, ['booking_com', 'expedia']);
  await environment.settled(connected);
  const [removed, kept] = property.rooms as [number, number];
  for (const one of connected) {
    const path = connectionPath(property, one.channel);
    const answer = await environment.api.operator('PATCH', `${path}?close=true`, { remove_rooms: [removed] });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ closing: { open_nights: DAYS, rooms: [removed] } });
    const rooms = async () =>
      (await environment.api.operator('GET', path)).body.rooms.map(({ room_id }: any) => room_id);
    await environment.poll(rooms).toEqual([kept]);
    expect(openDates(one, removed), one.channel).toEqual([]);
    expect(openDates(one, kept), one.channel).toHaveLength(DAYS);
    expect((await environment.api.operator('GET', path)).body).toMatchObject({ closing: null });
  }
});

test('a room that waits to be closed stays so when another is changed, and is kept when it is named', async () => {
  const { property, channex, path } = await connectedChannex();
  const [room] = property.rooms as [number, number];
  channex.ota.faults.add({ kind: 'server_error', on: ['availability', 'restrictions'] });
  await environment.api.operator('PATCH', `${path}?close=true`, { remove_rooms: [room] });
  const changed = await environment.api.operator('PATCH', path, { settings: { min_stay: 'both' } });
  expect(changed.body).toMatchObject({ closing: { rooms: [room] } });
  const { body } = await environment.api.operator('PATCH', path, { rooms: [{ room_id: room }] });
  expect(body.closing).toBeNull();
  channex.ota.faults.clear();
  await environment.settled([channex]);
  expect(await environment.differences(property, [channex], DAYS)).toEqual([]);
});

test('a channel that reads our calendar by itself cannot be closed before it ends, and the refusal says what to do', async () => {
  const property = await createProperty();
  await environment.connect(property, ['vrbo']);
  const refused = await environment.api.operator('DELETE', `${connectionPath(property, 'vrbo')}?close=true`);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'invalid_parameters', errors: [{ field: 'close' }] });
  expect(refused.body.detail).toMatch(/vrbo.*stop of sale/);
});
