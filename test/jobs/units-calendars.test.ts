// Calendars of single units: stays that they show get the unit, nights that they close hold it, and each unit has a feed of its own.
import { expect, test } from 'vitest';
import type { TestProperty } from '../harness/api.ts';
import { airbnbStay, calendarText, closure, startCalendarServer } from '../harness/calendar-server.ts';
import { propertyWithUnits } from '../harness/units.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { eventsOf, useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;
const TODAY = Temporal.PlainDate.from('2027-03-01');

type House = TestProperty & { units: number[] };

/** A property with units 1, 2 and 3, of which the first two have calendars `u1` and `u2` at Airbnb. */
async function open() {
  channels.at('2027-03-01T08:00:00Z');
  const house = await propertyWithUnits(api, ['1', '2', '3']);
  const server = await startCalendarServer();
  for (const name of ['u1', 'u2']) server.show(name, calendarText([]));
  await connect(house, 'airbnb', { u1: house.units[0]!, u2: house.units[1]! }, server.url);
  await channels.poll();
  return { house, server };
}

async function connect(
  house: House,
  channel: string,
  calendars: Record<string, number>,
  url: (name: string) => string,
): Promise<void> {
  const rooms = Object.entries(calendars).map(([name, unit]) => ({
    room_id: house.room,
    unit_id: unit,
    ical_url: url(name),
  }));
  const answer = await api.operator('PUT', `/properties/${house.hotelId}/channels/${channel}?replace=true`, {
    protocol: 'ical',
    rooms,
  });
  expect(answer.body).toMatchObject({
    rooms: rooms.map(({ room_id, unit_id }) => ({ room_id, unit_id })),
  });
}

const book = (house: House, checkin: string, checkout: string, more: object = {}) =>
  api.post(`/api/bookings/${house.token}`, {
    room_id: house.room,
    name: 'Ada',
    checkin,
    checkout,
    price: 100,
    ...more,
  });

async function feedOf(house: House, unit: number, channel = 'airbnb'): Promise<string[]> {
  const links = (await api.get(`/api/ical/${house.token}?unit_id=${unit}`)).body;
  const link = links.find((one: any) => one.channel_name === channel);
  return eventsOf((await api.get(new URL(link.url).pathname)).text);
}

const conflicts = async (house: House) =>
  (await api.operator('GET', `/properties/${house.hotelId}/conflicts`)).body;

const consistent = (house: House) => expectConsistent(api.db, house.hotelId, TODAY);

test('a stay in the calendar of a unit gets this unit, keeps it when it moves, and gives it back when it is cancelled', async () => {
  const { house, server } = await open();
  server.show('u2', calendarText([airbnbStay('HMABCDEFGH2', '2027-03-10', '2027-03-12')]));
  await channels.polls(1);
  expect(await channels.bookings(house)).toMatchObject([
    { referral_order_id: 'HMABCDEFGH2', unit_id: house.units[1], unit: '2' },
  ]);
  server.show('u2', calendarText([airbnbStay('HMABCDEFGH2', '2027-03-11', '2027-03-14')]));
  await channels.polls(1);
  expect(await channels.bookings(house)).toMatchObject([{ unit: '2' }]);
  expect(
    (await api.get(`/api/availability/${house.token}?fromdate=2027-03-10&todate=2027-03-14`)).body.map(
      (night: any) => night.available,
    ),
  ).toEqual([3, 2, 2, 2, 3]);
  await consistent(house);
  server.show('u2', calendarText([]));
  await channels.polls(4);
  expect(await channels.bookings(house)).toMatchObject([{ status: 'cancelled', unit_id: null }]);
  await consistent(house);
});

test('a stay whose unit is taken is kept and flagged, and gets the unit once it is free', async () => {
  const { house, server } = await open();
  const { body: other } = await book(house, '2027-03-11', '2027-03-12', { unit_id: house.units[0] });
  server.show('u1', calendarText([airbnbStay('HMBBCDEFGH2', '2027-03-10', '2027-03-13')]));
  await channels.polls(1);
  const [stay] = await channels.bookings(house, '?channel=airbnb');
  expect(stay).toMatchObject({ status: 'confirmed', unit: '1' });
  expect(await conflicts(house)).toMatchObject([
    { order_id: stay.order_id, conflict: 'without a unit on 2027-03-11, because its unit is taken' },
  ]);
  await consistent(house);
  await api.delete(`/api/bookings/${house.token}?order_id=${other.order_id}&date=2027-03-11`);
  await channels.polls(1);
  expect(await conflicts(house)).toEqual([]);
  await consistent(house);
});

test('people may give the stay another unit, which later fetches leave to it', async () => {
  const { house, server } = await open();
  server.show('u1', calendarText([airbnbStay('HMCBCDEFGH2', '2027-03-10', '2027-03-12')]));
  await channels.polls(1);
  const [stay] = await channels.bookings(house);
  await api.request('PATCH', `/api/bookings/${house.token}?order_id=${stay.order_id}`, {
    body: { unit_id: house.units[2] },
  });
  await channels.polls(2);
  expect(await channels.bookings(house)).toMatchObject([{ unit: '3' }]);
  // The listing of unit 1 shows its own sale; nobody else has unit 1, and unit 3 has no listing.
  expect(await feedOf(house, house.units[0]!)).toEqual([]);
  await consistent(house);
});

test('a closed night of a unit holds this unit and takes one of the count, until the calendar opens it', async () => {
  const { house, server } = await open();
  server.show('u1', calendarText([closure('2027-03-10', '2027-03-12')]));
  await channels.polls(1);
  expect(await channels.available(house, '2027-03-10', '2027-03-13')).toEqual([2, 2, 3]);
  await consistent(house);
  const refused = await book(house, '2027-03-11', '2027-03-13', { unit_id: house.units[0] });
  expect(refused.body).toMatchObject({
    code: 'unit_taken',
    data: {
      holdings: [
        { fromdate: '2027-03-11', todate: '2027-03-11', order_id: null, closure_id: null, channel: 'airbnb' },
      ],
    },
  });
  expect(refused.body.detail).toContain('on 2027-03-11 by the calendar of airbnb');
  expect(await book(house, '2027-03-11', '2027-03-13', { unit_id: 'auto' })).toMatchObject({
    body: { unit: '2' },
  });
  server.show('u1', calendarText([]));
  await channels.polls(4);
  expect(await channels.available(house, '2027-03-10', '2027-03-13')).toEqual([3, 2, 2]);
  await consistent(house);
});

test('a night in which somebody has the unit is not closed a second time by its calendar', async () => {
  const { house, server } = await open();
  await book(house, '2027-03-10', '2027-03-12', { unit_id: house.units[0] });
  server.show('u1', calendarText([closure('2027-03-10', '2027-03-13')]));
  await channels.polls(1);
  expect(await channels.available(house, '2027-03-10', '2027-03-13')).toEqual([2, 2, 2]);
  await consistent(house);
});

test('the calendar of a unit shows its stays and closures, and the nights in which nothing of its room is left', async () => {
  const { house } = await open();
  const [one, two, three] = house.units as [number, number, number];
  await book(house, '2027-03-10', '2027-03-12', { unit_id: one });
  await api.post(`/api/closures/${house.token}`, {
    unit_id: two,
    kind: 'out_of_order',
    fromdate: '2027-03-11',
    todate: '2027-03-11',
  });
  expect(await feedOf(house, one)).toEqual(['2027-03-10/2027-03-12 Reserved']);
  expect(await feedOf(house, two)).toEqual(['2027-03-11/2027-03-12 Not available']);
  // The third unit goes to nobody yet, but the room is full.
  await book(house, '2027-03-11', '2027-03-12');
  const made = await api.operator('POST', `/properties/${house.hotelId}/ical`, {
    unit_id: three,
    channel: 'calendar',
  });
  expect(made.body).toMatchObject({ room_id: house.room, unit_id: three, channel_name: 'calendar' });
  const again = await api.operator('POST', `/properties/${house.hotelId}/ical`, {
    unit_id: three,
    channel: 'calendar',
  });
  expect(again.body).toEqual(made.body);
  expect(await feedOf(house, three, 'calendar')).toEqual(['2027-03-11/2027-03-12 Not available']);
  // Links of the room are as they were, in front of those of its units.
  const links = (await api.get(`/api/ical/${house.token}`)).body;
  expect(links.slice(0, 4).map((link: any) => link.unit_id)).toEqual([null, null, null, null]);
});

test('a channel does not see what it sold or closed itself in the calendar of the unit, another channel does', async () => {
  const { house, server } = await open();
  server.show('v1', calendarText([]));
  await connect(house, 'vrbo', { v1: house.units[0]! }, server.url);
  server.show(
    'u1',
    calendarText([
      airbnbStay('HMDBCDEFGH2', '2027-03-10', '2027-03-12'),
      closure('2027-03-20', '2027-03-22'),
    ]),
  );
  await channels.polls(1);
  expect(await feedOf(house, house.units[0]!)).toEqual([]);
  expect(await feedOf(house, house.units[0]!, 'vrbo')).toEqual([
    '2027-03-10/2027-03-12 Reserved',
    '2027-03-20/2027-03-22 Not available',
  ]);
  // What Vrbo repeats of it is an echo: when Airbnb opens the nights they are free.
  server.show('v1', calendarText([closure('2027-03-20', '2027-03-22', 'echo')]));
  await channels.polls(1);
  server.show('u1', calendarText([airbnbStay('HMDBCDEFGH2', '2027-03-10', '2027-03-12')]));
  await channels.polls(4);
  expect(await channels.available(house, '2027-03-20', '2027-03-22')).toEqual([3, 3]);
  await consistent(house);
});

test('a unit whose calendar ends is released, the others stay connected', async () => {
  const { house, server } = await open();
  server.show('u1', calendarText([closure('2027-03-10', '2027-03-12')]));
  server.show('u2', calendarText([closure('2027-03-10', '2027-03-12')]));
  await channels.polls(1);
  const path = `/properties/${house.hotelId}/channels/airbnb`;
  const preview = await api.operator('PATCH', `${path}?dry_run=true`, { remove_units: [house.units[0]] });
  expect(preview.body).toMatchObject({ removed_rooms: [], removed_units: [house.units[0]] });
  const removed = await api.operator('PATCH', path, { remove_units: [house.units[0]] });
  expect(removed.body.rooms).toMatchObject([{ room_id: house.room, unit_id: house.units[1] }]);
  expect(await channels.available(house, '2027-03-10', '2027-03-12')).toEqual([2, 2]);
  await consistent(house);
  const unknown = await api.operator('PATCH', path, { remove_units: [house.units[0]] });
  expect(unknown.body).toMatchObject({
    code: 'invalid_data',
    errors: [{ field: 'remove_units.0', rule: 'unmapped_unit' }],
  });
  const taken = await api.delete(`/api/units/${house.token}?unit_id=${house.units[1]}`);
  expect(taken.body).toMatchObject({ code: 'unit_taken' });
  expect((await api.operator('DELETE', path)).status).toBe(200);
  expect(await channels.available(house, '2027-03-10', '2027-03-12')).toEqual([3, 3]);
  await consistent(house);
});

test('a request that omits a unit is refused, and masked addresses of units keep what is stored', async () => {
  const { house, server } = await open();
  const path = `/properties/${house.hotelId}/channels/airbnb`;
  const shown = (await api.operator('GET', path)).body;
  const { rooms } = shown;
  const kept = await api.operator('PUT', path, { protocol: 'ical', rooms });
  expect(kept.body.rooms).toEqual(rooms);
  server.show('u2', calendarText([airbnbStay('HMEBCDEFGH2', '2027-03-10', '2027-03-12')]));
  await channels.polls(1);
  expect(await channels.bookings(house)).toMatchObject([{ unit: '2' }]);
  const omitted = await api.operator('PUT', path, { protocol: 'ical', rooms: rooms.slice(0, 1) });
  expect(omitted.body).toMatchObject({
    code: 'would_remove',
    data: { removed: [{ part: 'unit', room_id: house.room, unit_id: house.units[1] }] },
  });
  const twice = await api.operator('PUT', path, { protocol: 'ical', rooms: [...rooms, rooms[0]] });
  expect(twice.body).toMatchObject({ code: 'invalid_data', errors: [{ rule: 'room_twice' }] });
});

test('units of other rooms and properties, unknown ones, and protocols that sell rooms are refused', async () => {
  const { house } = await open();
  const another = await propertyWithUnits(api, ['9']);
  const { body: room } = await api.operator('POST', `/properties/${house.hotelId}/rooms`, {
    name: 'Other',
    capacity: 2,
    price: 1,
  });
  const put = (entry: object, protocol = 'ical') =>
    api.operator('PUT', `/properties/${house.hotelId}/channels/other?replace=true`, {
      protocol,
      rooms: [entry],
    });
  const ical_url = 'https://ota.example.com/1.ics';
  expect((await put({ room_id: house.room, unit_id: another.units[0], ical_url })).body.code).toBe(
    'unknown_unit',
  );
  expect((await put({ room_id: room.room_id, unit_id: house.units[0], ical_url })).body.code).toBe(
    'unit_of_other_room',
  );
  const pushed = { room_id: house.room, unit_id: house.units[0], external_room: 'R', external_rate: 'B' };
  expect((await put(pushed, 'channex')).body).toMatchObject({
    errors: [{ field: 'rooms.0.unit_id', rule: 'no_units' }],
  });
  const link = (unit: unknown) =>
    api.operator('POST', `/properties/${house.hotelId}/ical`, { unit_id: unit, channel: 'calendar' });
  expect((await link(another.units[0])).body.code).toBe('unknown_unit');
});
