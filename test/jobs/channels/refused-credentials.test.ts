// Refused credentials: only refused tasks wait, people see it at once, and work resumes by itself.
import { expect, onTestFinished, test } from 'vitest';
import { type Channel, connectionPath, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;

type Property = Awaited<ReturnType<typeof environment.api.property>>;

/** Connects with an account of its own, which no other test uses. */
async function connected(channel: Channel) {
  const room = { price: 120, units: 2 };
  const { property, there: partner } = await environment.connectOneRoom(channel, {
    days: DAYS,
    room,
    ownAccount: true,
  });
  return { property, partner };
}

async function book(property: Property, day: number, room = property.room): Promise<void> {
  const stay = { room_id: room, checkin: environment.day(day), checkout: environment.day(day + 1) };
  const answer = await environment.api.post(`/api/bookings/${property.token}`, {
    ...stay,
    name: 'Ada',
    price: 100,
  });
  expect(answer.status, answer.text).toBe(200);
}

const references = async (property: Property): Promise<string[]> =>
  (await environment.bookings(property)).map((one) => one.referral_order_id);

const PUSHES: Partial<Record<Channel, readonly string[]>> = {
  booking_com: ['availability', 'rates'],
  channex: ['availability', 'rates'],
  expedia: ['availability', 'rates'],
  open_channel: ['changes'],
};

test.each([
  'booking_com',
  'channex',
  'expedia',
] as const)('%s: reservations are refused: sales here are still pushed, and what was sold there comes in later', async (channel) => {
  const { property, partner } = await connected(channel);
  const { ota, hotel } = partner;
  ota.faults.add({ kind: 'unauthorized', on: ['reservations'] });
  await environment
    .poll(() => environment.connection(property, channel))
    .toMatchObject({
      state: 'error',
      last_error: expect.stringMatching(
        /^The channel refuses our credentials since \d{4}-\d\d-\d\d \d\d:\d\d UTC, for reservations: .+ It is tried again at least every 15 minutes, and at once when the connection is changed\.$/,
      ),
    });
  await book(property, 3);
  await environment.pollWithin(5, () => environment.differences(property, [partner], DAYS)).toEqual([]);
  const { reference } = await ota.sell({ hotel: hotel.id, arrival: environment.day(8), nights: 1 });
  expect((await environment.connection(property, channel)).state).toBe('error');

  ota.faults.clear();
  await environment.poll(() => references(property)).toContain(reference);
  await environment.settled([partner]);
  expect(await environment.connection(property, channel)).toMatchObject({
    state: 'connected',
    last_error: null,
  });
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});

test.each([
  'booking_com',
  'channex',
  'expedia',
  'open_channel',
] as const)('%s: pushes are refused: reservations still come in, and the nights are pushed later', async (channel) => {
  const { property, partner } = await connected(channel);
  const { ota, hotel } = partner;
  ota.faults.add({ kind: 'unauthorized', on: PUSHES[channel]! });
  await book(property, 3);
  await environment
    .poll(() => environment.connection(property, channel))
    .toMatchObject({ state: 'error', last_error: expect.stringMatching(/for pushes: /) });
  const { reference } = await ota.sell({ hotel: hotel.id, arrival: environment.day(8), nights: 1 });
  await environment.poll(() => references(property)).toContain(reference);
  const { body: status } = await environment.api.get(`/api/status/${property.token}`);
  expect(status).toMatchObject({ status: 'degraded', channels: { [channel]: 'error' } });
  expect(status.channel_details[channel].sync.pending_nights).toBeGreaterThan(0);

  ota.faults.clear();
  await environment.settled([partner], { afterRefusals: true });
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});

test('the change of state is an event, once for each way, however often the channel refuses', async () => {
  const { property, partner } = await connected('channex');
  const events = async () =>
    (await environment.api.get(`/api/events/${property.token}?kinds=channel.changed`)).body.map(
      (event: any) => event.data.state,
    );
  const before = (await events()).length;
  const feed = () => partner.ota.requests('reservations').filter(({ fault }) => fault).length;
  partner.ota.faults.add({ kind: 'unauthorized', on: 'reservations' });
  await environment.poll(feed).toBeGreaterThanOrEqual(3);
  partner.ota.faults.clear();
  await environment.settled([partner], { afterRefusals: true });
  expect((await events()).slice(before)).toEqual(['error', 'connected']);
});

test('credentials that are refused for everything cost a few requests in a quarter of an hour, and new ones are tried at once', async () => {
  const { property, partner } = await connected('booking_com');
  const { ota, hotel } = partner;
  const { client_id, client_secret } = ota.addAccount(hotel.account);
  const path = connectionPath(property, 'booking_com');
  const { body: connection } = await environment.api.operator('GET', path);
  const { protocol, url, settings, rooms } = connection;
  const input = (secret: string | undefined) => ({
    protocol,
    url,
    settings,
    credentials: { client_id, client_secret: secret },
    rooms: rooms.map(({ ical_url: _, ...room }: any) => room),
  });
  ota.forgetRequests();
  const begunMs = environment.now().epochMilliseconds;
  expect(
    (await environment.api.operator('PUT', `${path}?replace=true`, input('not the secret'))).status,
  ).toBe(200);
  await environment
    .poll(() => environment.connection(property, 'booking_com'))
    .toMatchObject({
      state: 'error',
      last_error: expect.stringMatching(/^The channel refuses the connection since/),
    });
  // Reads continued until the connection was changed.
  const tokensBefore = ota.requests('token').length;
  ota.forgetRequests();
  const minutes = () => (environment.now().epochMilliseconds - begunMs) / 60_000;
  await environment.poll(minutes).toBeGreaterThan(15);
  // After 0, 1, 6 and 21 minutes.
  const attempts = minutes() < 20 ? 3 : 4;
  const asked = ota.requests().map(({ kind }) => kind);
  const tokens = tokensBefore + asked.filter((kind) => kind === 'token').length;
  expect(tokens).toBeLessThanOrEqual(attempts);
  expect(asked.filter((kind) => kind !== 'token')).toEqual([]);

  expect((await environment.api.operator('PUT', `${path}?replace=true`, input(client_secret))).status).toBe(
    200,
  );
  await environment.settled([partner]);
});

test('a token that is refused at each request is not replaced each time: the account has thirty an hour', async () => {
  const { property, partner } = await connected('booking_com');
  const { ota } = partner;
  ota.forgetRequests();
  const begunMs = environment.now().epochMilliseconds;
  ota.faults.add({ kind: 'unauthorized', on: ['reservations', 'messages', 'reviews'] });
  const refusals = () => ota.requests().filter(({ fault }) => fault).length;
  await environment.poll(refusals).toBeGreaterThanOrEqual(5);
  const minutes = (environment.now().epochMilliseconds - begunMs) / 60_000;
  expect(ota.requests('token').length).toBeLessThanOrEqual(1 + Math.ceil(minutes / 10));
  ota.faults.clear();
  await environment.settled([partner], { afterRefusals: true });
  expect(await environment.connection(property, 'booking_com')).toMatchObject({ state: 'connected' });
});

test('airbnb: one listing is refused: the other is pushed, the first is tried again and shown', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ price: 120 }, { price: 80 }],
  });
  const [partner] = await environment.connect(property, ['airbnb'], { account: `of ${property.hotelId}` });
  const { ota, hotel } = partner!;
  onTestFinished(async () => {
    ota.faults.clear();
    await environment.api.operator('DELETE', connectionPath(property, 'airbnb'));
  });
  await environment.settled([partner!]);
  const [refused, other] = property.rooms;
  ota.faults.add({ kind: 'forbidden', on: 'availability', containing: hotel.rooms[0]!.id });
  await book(property, 3, refused);
  await environment
    .poll(() => environment.connection(property, 'airbnb'))
    .toMatchObject({
      state: 'error',
      last_error: expect.stringContaining(`for pushes of room ${refused}: HTTP 403`),
    });
  for (const day of [5, 7]) {
    await book(property, day, other);
    const night = () =>
      ota
        .calendar(hotel.id)
        .find((one) => one.room === hotel.rooms[1]!.id && one.date === environment.day(day));
    await environment.pollWithin(2, night).toMatchObject({ available: 0 });
  }
  const struck = () => ota.requests('availability').filter(({ fault }) => fault).length;
  await environment.poll(struck).toBeGreaterThanOrEqual(3);
  ota.faults.clear();
  await environment.settled([partner!], { afterRefusals: true });
  expect(await environment.differences(property, [partner!], DAYS)).toEqual([]);
});
