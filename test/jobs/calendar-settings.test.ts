// Settings of calendars: events that are stays, ends that are last nights; and one calendar given for two rooms.
import { expect, test } from 'vitest';
import { calendarText, startCalendarServer } from '../harness/calendar-server.ts';
import { propertyWithUnits } from '../harness/units.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;

const EVENTS = [
  { uid: 'u1', from: '2027-04-01', until: '2027-04-03', summary: 'Grace Hopper' },
  { uid: 'u2', from: '2027-04-10', until: '2027-04-11', summary: 'Closed for repairs' },
];

async function open(rooms = 1) {
  channels.at('2027-03-01T08:00:00Z');
  const property = await api.property({ rooms: Array.from({ length: rooms }, () => ({})) });
  const server = await startCalendarServer();
  for (const name of ['1', '2']) server.show(name, calendarText(EVENTS));
  return { property, server };
}

test('events are stays of the guests in their summaries, where the connection says so', async () => {
  const { property, server } = await open();
  const rooms = [{ room: property.room, url: server.url('1') }];
  await channels.connect(property, 'my_site', rooms);
  await channels.poll();
  expect(await channels.bookings(property)).toEqual([]);
  expect(await channels.available(property, '2027-04-01', '2027-04-03')).toEqual([0, 0]);

  await channels.connect(property, 'my_site', rooms, { events: 'stays' });
  await channels.poll();
  expect(await channels.bookings(property)).toMatchObject([{ name: 'Grace Hopper', channel: 'my_site' }]);
  expect(await channels.available(property, '2027-04-10', '2027-04-11')).toEqual([0]);
});

test('the end of an event is the last night, where the connection says so', async () => {
  const { property, server } = await open();
  await channels.connect(property, 'my_site', [{ room: property.room, url: server.url('1') }], {
    end: 'last_night',
  });
  await channels.poll();
  expect(await channels.available(property, '2027-04-01', '2027-04-05')).toEqual([0, 0, 0, 1]);
});

test.each([{ events: 'all' }, { end: 'checkout' }])('%j is refused', async (settings) => {
  const { property, server } = await open();
  await expect(
    channels.connect(property, 'my_site', [{ room: property.room, url: server.url('1') }], settings),
  ).rejects.toThrow('invalid_data');
});

test('the calendar of one room is refused for another, with the name of the first', async () => {
  const { property, server } = await open(2);
  const [first, second] = property.rooms as [number, number];
  const path = `/properties/${property.hotelId}/channels`;
  const put = (channel: string, ...rooms: object[]) =>
    api.operator('PUT', `${path}/${channel}?replace=true`, { protocol: 'ical', rooms });
  const calendar = server.url('1');
  const refusal = (i: number, room: string, channel = 'airbnb') => ({
    status: 400,
    body: { errors: [{ field: `rooms.${i}.ical_url`, rule: 'calendar_twice', data: { room, channel } }] },
  });

  const twice = await put(
    'airbnb',
    { room_id: first, ical_url: calendar },
    { room_id: second, ical_url: calendar },
  );
  expect(twice).toMatchObject(refusal(1, 'Room 1'));
  expect((await put('airbnb', { room_id: first, ical_url: calendar })).status).toBe(200);

  const added = await api.operator('PATCH', `${path}/airbnb`, {
    rooms: [{ room_id: second, ical_url: calendar }],
  });
  expect(added).toMatchObject(refusal(1, 'Room 1'));
  for (const ical_url of [calendar, `${calendar}#x`]) {
    expect(await put('vrbo', { room_id: second, ical_url })).toMatchObject(refusal(0, 'Room 1'));
    expect(await put('vrbo', { room_id: first, ical_url })).toMatchObject(refusal(0, 'Room 1'));
  }
  expect((await put('vrbo', { room_id: second, ical_url: server.url('2') })).status).toBe(200);
  expect((await put('airbnb', { room_id: second, ical_url: `${calendar}#x` })).status).toBe(200);
  expect(await put('vrbo', { room_id: first, ical_url: calendar })).toMatchObject(refusal(0, 'Room 2'));
});

test('the calendar of one unit is refused for another', async () => {
  const { server } = await open();
  const house = await propertyWithUnits(api, ['1', '2']);
  const rooms = house.units.map((unit_id) => ({ room_id: house.room, unit_id, ical_url: server.url('1') }));
  const answer = await api.operator('PUT', `/properties/${house.hotelId}/channels/airbnb`, {
    protocol: 'ical',
    rooms,
  });
  expect(answer.body.detail).toContain('is the calendar of unit 1 of room Room 1 at airbnb already');
});
