// A dry run of connecting shows what it would change at the channel and here, and changes nothing.
import { expect, test } from 'vitest';
import { otaEntry } from '../../../simulator/otas.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment({ asleep: true });
const DAYS = 20;

async function houseAt(channel: 'channex' | 'booking_com' | 'expedia') {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ price: 120, units: 2 }],
  });
  const [connected] = await environment.connect(property, [channel]);
  const path = `/properties/${property.hotelId}/channels/${channel}`;
  const { body } = await environment.api.operator('GET', path);
  const { protocol, url, settings, rooms } = body;
  await environment.api.operator('DELETE', path);
  connected!.ota.forgetRequests();
  const { credentials } = otaEntry(channel).connectionInput(connected!.hotel, connected!.ota.credentials);
  return { property, path, connected: connected!, input: { protocol, url, settings, rooms, credentials } };
}

const isGone = async (path: string) => (await environment.api.operator('GET', path)).body.code;
const written = ({ ota }: { ota: { requests(): { method: string; kind: string }[] } }) =>
  ota
    .requests()
    .filter(
      ({ method, kind }) =>
        method !== 'GET' && !['token', 'read_back', 'mapping', 'list_reservations'].includes(kind),
    );

test('connecting shows nights that would be opened, closed and repriced, and reservations, and changes nothing', async () => {
  const { property, path, connected, input } = await houseAt('channex');
  const { ota, hotel } = connected;
  const room = hotel.rooms[0]!;
  const setAtChannel = (kind: string, value: object) =>
    fetch(`${ota.url}/api/v1/${kind}`, {
      method: 'POST',
      headers: { 'user-api-key': ota.credentials['api_key']!, 'content-type': 'application/json' },
      body: JSON.stringify({ values: [{ property_id: hotel.id, ...value }] }),
    });
  const dates = { date_from: environment.day(0), date_to: environment.day(9) };
  await setAtChannel('availability', { room_type_id: room.id, ...dates, availability: 1 });
  await setAtChannel('restrictions', { rate_plan_id: room.rates[0]!.id, ...dates, rate: '99.00' });
  await ota.sell({ hotel: hotel.id, arrival: environment.day(3), nights: 2 });
  await environment.api.post(`/api/availability/${property.token}`, {
    room_id: property.room,
    date: environment.day(7),
    todate: environment.day(8),
    stop_sell: true,
  });
  const before = ota.calendar(hotel.id);
  ota.forgetRequests();
  const answer = await environment.api.operator('PUT', `${path}?dry_run=true`, input);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({
    dry_run: true,
    channel: 'channex',
    accepted: true,
    message: null,
    calendar_message: null,
    rooms: [
      {
        room_id: property.room,
        pushed_nights: DAYS,
        for_sale_nights: DAYS - 2,
        // Two of the ten open ones are sold there, two are stopped here; the other ten were never open.
        opened_nights: DAYS - 10 + 2,
        closed_nights: 2,
        unknown_nights: 0,
      },
    ],
    reservations_message: null,
    imported_reservations: 1,
    reservations: [{ room_id: property.room, checkin: environment.day(3), checkout: environment.day(5) }],
    removed_rooms: [],
    open_nights: 0,
  });
  expect(answer.body.rooms[0].repriced_nights).toBe(DAYS - 2);
  expect(written(connected)).toEqual([]);
  expect(ota.calendar(hotel.id)).toEqual(before);
  expect(ota.outstanding(hotel.id)).toBe(1);
  expect(await isGone(path)).toBe('unknown_channel');
  expect((await environment.api.get(`/api/bookings/${property.token}`)).body).toEqual([]);
});

test('where the calendar cannot be read back the answer says so, and what would be pushed', async () => {
  const { path, connected, input } = await houseAt('booking_com');
  await connected.ota.sell({
    hotel: connected.hotel.id,
    arrival: environment.day(3),
    nights: 2,
    force: true,
  });
  const { body } = await environment.api.operator('PUT', `${path}?dry_run=true`, input);
  expect(body).toMatchObject({
    accepted: true,
    calendar_message: expect.stringContaining('cannot be read back'),
    calendar_message_cause: { code: 'not_shown' },
    message_cause: null,
    reservations_message_cause: null,
    rooms: [{ pushed_nights: DAYS, for_sale_nights: DAYS, opened_nights: null, closed_nights: null }],
    imported_reservations: 1,
  });
  expect(written(connected)).toEqual([]);
  expect(connected.ota.outstanding(connected.hotel.id)).toBe(1);
  expect(await isGone(path)).toBe('unknown_channel');
});

test('bookings that a read would mark as retrieved are left for the system that reads them now', async () => {
  const { path, connected, input } = await houseAt('expedia');
  await connected.ota.sell({
    hotel: connected.hotel.id,
    arrival: environment.day(3),
    nights: 2,
    force: true,
  });
  connected.ota.forgetRequests();
  const { body } = await environment.api.operator('PUT', `${path}?dry_run=true`, input);
  expect(body).toMatchObject({
    accepted: true,
    calendar_message: null,
    rooms: [{ pushed_nights: DAYS }],
    reservations_message: expect.stringContaining('marks them as retrieved'),
    reservations_message_cause: { code: 'reading_marks' },
  });
  expect(connected.ota.requests().map(({ kind }) => kind)).not.toContain('reservations');
});

test('credentials that are not accepted are reported, and nothing is stored', async () => {
  const { path, input } = await houseAt('channex');
  const wrong = { ...input, credentials: { api_key: 'not the key' } };
  const { body } = await environment.api.operator('PUT', `${path}?dry_run=true`, wrong);
  expect(body).toMatchObject({
    accepted: false,
    message: expect.stringMatching(/401|unauthorized/i),
    message_cause: { code: 'access_denied', status: 401 },
    calendar_message_cause: { code: 'test_not_passed' },
    reservations_message_cause: { code: 'test_not_passed' },
  });
  expect(await isGone(path)).toBe('unknown_channel');
});

test('a change, a resync and an end can be tried as well', async () => {
  const { property, path, input } = await houseAt('channex');
  expect((await environment.api.operator('PUT', path, input)).status).toBe(200);
  const { body: shown } = await environment.api.operator('GET', path);
  const removal = await environment.api.operator('PATCH', `${path}?dry_run=true`, {
    remove_rooms: [property.room],
  });
  expect(removal.body).toMatchObject({ dry_run: true, removed_rooms: [property.room], rooms: [] });
  const resync = await environment.api.operator('POST', `${path}/resync?dry_run=true`);
  expect(resync.body).toMatchObject({ dry_run: true, rooms: [{ pushed_nights: DAYS }] });
  const end = await environment.api.operator('DELETE', `${path}?dry_run=true`);
  expect(end.body).toEqual({ channel: 'channex', disconnected: true, open_nights: 0 });
  expect((await environment.api.operator('GET', path)).body).toEqual(shown);
});
