// Refused nights and conflicts are shown to people: in the status and by the operator's API.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;

const status = async ({ token }: { token: string }) =>
  (await environment.api.get(`/api/status/${token}`)).body;

test('a channel that refuses the counts of a room is behind, with its own message; so is its connection', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ units: 2 }, { units: 2 }],
  });
  const [booking] = await environment.connect(property, ['booking_com']);
  await environment.settled([booking!]);
  expect(await status(property)).toMatchObject({
    status: 'active',
    channels: { booking_com: 'connected' },
    channel_details: { booking_com: { sync: { rejected_nights: 0, last_error: null } } },
  });
  const path = `/properties/${property.hotelId}/channels/booking_com`;
  const { body: connection } = await environment.api.operator('GET', path);
  const { protocol, url, settings, rooms } = connection;
  const mapping = rooms.map(({ ical_url: _, ...room }: any) => room);
  mapping[1].external_room = '999999';
  await environment.api.operator('PUT', path, { protocol, url, settings, rooms: mapping });
  await environment
    .poll(async () => (await status(property)).channel_details.booking_com.sync)
    .toMatchObject({
      rejected_nights: DAYS,
      last_error: /^20 nights were refused.*999999/,
      pending_nights: 0,
    });
  await environment
    .poll(() => status(property))
    .toMatchObject({
      status: 'degraded',
      channels: { booking_com: 'delayed' },
    });
  expect((await environment.api.operator('GET', path)).body).toMatchObject({
    state: 'delayed',
    last_error: expect.stringContaining('999999'),
  });
  await environment.api.operator('PUT', path, { protocol, url, settings, rooms });
  await environment.settled([booking!]);
  expect(await status(property)).toMatchObject({
    status: 'active',
    channel_details: { booking_com: { sync: { rejected_nights: 0, last_error: null } } },
  });
});

test('a channel that refuses prices alone stays connected and says so', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ price: 120, units: 2 }],
  });
  const [partner] = await environment.connect(property, ['open_channel'], {
    rooms: [{ rates: [{ readOnly: true }] }],
  });
  await environment.settled([partner!]);
  expect(await status(property)).toMatchObject({
    status: 'active',
    channels: { open_channel: 'connected' },
    channel_details: { open_channel: { sync: { rejected_nights: DAYS, last_error: /read-only/ } } },
  });
});

test('an overlap that an OTA made is counted in the status and listed for the operator until it is over', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ units: 1 }],
  });
  const [partner] = await environment.connect(property, ['open_channel']);
  await environment.settled([partner!]);
  const { body: direct } = await environment.api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada',
    checkin: environment.day(5),
    checkout: environment.day(7),
    price: 100,
  });
  const { reference } = await partner!.ota.sell({
    hotel: partner!.hotel.id,
    room: partner!.hotel.rooms[0]!.id,
    price: 90,
    force: true,
    arrival: environment.day(6),
    nights: 1,
  });
  await environment.poll(async () => (await status(property)).conflicts).toBe(1);
  const conflicts = async () =>
    (await environment.api.operator('GET', `/properties/${property.hotelId}/conflicts`)).body;
  expect(await conflicts()).toMatchObject([
    {
      referral_order_id: reference,
      channel: 'open_channel',
      status: 'confirmed',
      conflict: `overbooked on ${environment.day(6)}`,
    },
  ]);
  await environment.api.request(
    'DELETE',
    `/api/bookings/${property.token}?order_id=${direct.order_id}&date=${environment.day(5)}`,
  );
  expect(await conflicts()).toEqual([]);
  expect((await status(property)).conflicts).toBe(0);
});
