// Rooms and channels: overlaps, several units, connections that end, come back, or change rooms.
import { describe, expect, test } from 'vitest';
import type { TestProperty } from '../harness/api.ts';
import { airbnbStay, calendarText, closure, startCalendarServer } from '../harness/calendar-server.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;

const STAY = airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04');

async function property(rooms: object[] = [{}], events: Parameters<typeof calendarText>[0] = []) {
  channels.at('2027-03-01T10:00:00Z');
  const made = await api.property({ rooms });
  const server = await startCalendarServer();
  server.show('1', calendarText(events));
  const show = (more: Parameters<typeof calendarText>[0], name = '1') =>
    server.show(name, calendarText(more));
  return { property: made, server, show };
}

async function book(made: TestProperty, checkin: string, checkout: string, room = made.room) {
  return api.post(`/api/bookings/${made.token}`, {
    room_id: room,
    name: 'Ada',
    checkin,
    checkout,
    price: 300,
  });
}

async function cancel(made: TestProperty, order: number, date: string) {
  return api.delete(`/api/bookings/${made.token}?order_id=${order}&date=${date}`);
}

async function conflictsOf(made: TestProperty): Promise<Record<string, string>> {
  const rows = await api.db.query<{ channel: string; conflict: string }>(
    `select channel, conflict from reservations where hotel_id = $1 and conflict is not null`,
    [made.hotelId],
  );
  return Object.fromEntries(rows.map((row) => [row.channel, row.conflict]));
}

async function eventKinds(made: TestProperty): Promise<string[]> {
  const rows = await api.db.query<{ kind: string }>(
    `select kind from events where hotel_id = $1 and kind like 'booking.%' order by seq`,
    [made.hotelId],
  );
  return rows.map((row) => row.kind);
}

const shown = (booking: any) =>
  `${booking.channel} ${booking.room_id} ${booking.checkin.slice(0, 10)}/${booking.checkout.slice(0, 10)} ${booking.status}`;

describe('a stay in a calendar that overlaps a direct booking', () => {
  async function overlapping() {
    const run = await property([{}], []);
    await channels.connect(run.property, 'airbnb', [{ room: run.property.room, url: run.server.url('1') }]);
    await channels.poll();
    const direct = (await book(run.property, '2027-04-03', '2027-04-06')).body;
    run.show([STAY]);
    await channels.polls(1);
    return { ...run, direct };
  }

  test('is kept beside it, and flagged as a conflict', async () => {
    const { property: made } = await overlapping();
    expect((await channels.bookings(made)).map(shown)).toEqual([
      `airbnb ${made.room} 2027-04-01/2027-04-04 confirmed`,
      `direct ${made.room} 2027-04-03/2027-04-06 confirmed`,
    ]);
    expect(await conflictsOf(made)).toEqual({ airbnb: 'overbooked on 2027-04-03' });
    expect(await eventKinds(made)).toEqual(['booking.created', 'booking.created', 'booking.conflict']);
    expect(await channels.available(made, '2027-04-01', '2027-04-07')).toEqual([0, 0, -1, 0, 0, 1]);
  });

  test('is clear again when the direct one is cancelled', async () => {
    const { property: made, direct } = await overlapping();
    await cancel(made, direct.order_id, '2027-04-03');
    expect(await conflictsOf(made)).toEqual({});
    expect(await channels.available(made, '2027-04-01', '2027-04-07')).toEqual([0, 0, 0, 1, 1, 1]);
  });

  test('is clear again when the channel moves it', async () => {
    const { property: made, show } = await overlapping();
    show([airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-03')]);
    await channels.polls(1);
    expect(await conflictsOf(made)).toEqual({});
  });

  test('leaves no trace on the nights when the channel drops it', async () => {
    const { property: made, show } = await overlapping();
    show([]);
    await channels.polls(4);
    expect(await conflictsOf(made)).toEqual({});
    expect(await channels.available(made, '2027-04-01', '2027-04-07')).toEqual([1, 1, 0, 0, 0, 1]);
  });

  test('is shown to its own channel as taken too: the other booking is not its own', async () => {
    const { property: made } = await overlapping();
    expect(await channels.feed(made, 'airbnb')).toEqual(['2027-04-03/2027-04-06 Reserved']);
  });

  test('lets the direct one be shortened away from it, or elsewhere', async () => {
    const { property: made, direct } = await overlapping();
    const path = `/properties/${made.hotelId}/bookings/${direct.order_id}`;
    expect((await api.operator('PATCH', path, { checkout: '2027-04-05' })).status).toBe(200);
    expect((await api.operator('PATCH', path, { checkout: '2027-04-07' })).status).toBe(200);
    expect(await conflictsOf(made)).toHaveProperty('airbnb');
    expect((await api.operator('PATCH', path, { checkin: '2027-04-04' })).status).toBe(200);
    expect(await conflictsOf(made)).toEqual({});
    expect(await channels.available(made, '2027-04-01', '2027-04-08')).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  test('lets the night be set: it stays as far below zero as it is when nothing is to be left', async () => {
    const { property: made } = await overlapping();
    const answer = await api.post(`/api/availability/${made.token}`, {
      room_id: made.room,
      date: '2027-04-01',
      todate: '2027-04-05',
      price: 90,
      available: 0,
    });
    expect(answer.status).toBe(200);
    expect(await channels.available(made, '2027-04-01', '2027-04-07')).toEqual([0, 0, -1, 0, 0, 1]);
    expect(await conflictsOf(made)).toHaveProperty('airbnb');
  });

  test('is clear when the operator says that there are two such rooms after all', async () => {
    const { property: made } = await overlapping();
    await api.operator('PATCH', `/properties/${made.hotelId}/rooms/${made.room}`, { units: 2 });
    expect(await conflictsOf(made)).toEqual({});
    expect(await channels.available(made, '2027-04-01', '2027-04-07')).toEqual([1, 1, 0, 1, 1, 2]);
  });
});

test('a room of three units is shown as taken on the nights when all three are', async () => {
  const run = await property([{ units: 3 }], [STAY, closure('2027-04-02', '2027-04-06')]);
  const { property: made } = run;
  await channels.connect(made, 'airbnb', [{ room: made.room, url: run.server.url('1') }]);
  await channels.poll();
  expect(await channels.available(made, '2027-04-01', '2027-04-07')).toEqual([2, 2, 2, 2, 2, 3]);
  await book(made, '2027-04-01', '2027-04-05');
  await book(made, '2027-04-03', '2027-04-08');
  expect(await channels.available(made, '2027-04-01', '2027-04-07')).toEqual([1, 1, 0, 0, 1, 2]);
  expect(await channels.feed(made, 'calendar')).toEqual(['2027-04-03/2027-04-05 Not available']);
  // The 4th: full only with what Airbnb itself closed.
  expect(await channels.feed(made, 'airbnb')).toEqual(['2027-04-03/2027-04-04 Not available']);
});

describe('a connection that ends', () => {
  test('opens what it had closed and leaves its bookings', async () => {
    const run = await property([{}], [STAY, closure('2027-04-10', '2027-04-12')]);
    const { property: made } = run;
    await channels.connect(made, 'airbnb', [{ room: made.room, url: run.server.url('1') }]);
    await channels.poll();
    expect((await api.operator('DELETE', `/properties/${made.hotelId}/channels/airbnb`)).status).toBe(200);
    await channels.polls(4);
    expect((await channels.bookings(made)).map(shown)).toEqual([
      `airbnb ${made.room} 2027-04-01/2027-04-04 confirmed`,
    ]);
    expect(await channels.available(made, '2027-04-01', '2027-04-13')).toEqual([
      0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    ]);
  });

  test('clears the conflict of a stay with nights that it had merely closed', async () => {
    const run = await property([{}], [closure('2027-04-01', '2027-04-03')]);
    const { property: made } = run;
    run.show([{ uid: 'v1', from: '2027-04-01', until: '2027-04-03', summary: 'Reserved - Ada' }], '2');
    await channels.connect(made, 'airbnb', [{ room: made.room, url: run.server.url('1') }]);
    await channels.poll();
    await channels.connect(made, 'vrbo', [{ room: made.room, url: run.server.url('2') }]);
    await channels.poll();
    expect(await conflictsOf(made)).toHaveProperty('vrbo');
    await api.operator('DELETE', `/properties/${made.hotelId}/channels/airbnb`);
    expect(await conflictsOf(made)).toEqual({});
    expect(await channels.available(made, '2027-04-01', '2027-04-03')).toEqual([0, 0]);
  });

  test('and is made again finds its bookings again instead of storing them twice', async () => {
    const events = [STAY, { ...airbnbStay('HMX', '2027-04-10', '2027-04-12'), description: '' }];
    const run = await property([{}], events);
    const { property: made } = run;
    const rooms = [{ room: made.room, url: run.server.url('1') }];
    await channels.connect(made, 'airbnb', rooms);
    await channels.poll();
    const before = await channels.bookings(made);
    expect(before).toHaveLength(2);
    await api.operator('DELETE', `/properties/${made.hotelId}/channels/airbnb`);
    await channels.connect(made, 'airbnb', rooms);
    await channels.polls(2);
    expect(await channels.bookings(made)).toEqual(before);
    expect(await conflictsOf(made)).toEqual({});
    run.show(events.slice(1));
    await channels.polls(4);
    expect((await channels.bookings(made)).map((one) => one.status)).toEqual(['cancelled', 'confirmed']);
  });

  test('and is made again brings the dates that changed in the meantime', async () => {
    const run = await property([{}], [STAY]);
    const { property: made } = run;
    const rooms = [{ room: made.room, url: run.server.url('1') }];
    await channels.connect(made, 'airbnb', rooms);
    await channels.poll();
    await api.operator('DELETE', `/properties/${made.hotelId}/channels/airbnb`);
    run.show([airbnbStay('HMAAAAAAAA', '2027-04-02', '2027-04-06')]);
    await channels.connect(made, 'airbnb', rooms);
    await channels.polls(1);
    expect((await channels.bookings(made)).map(shown)).toEqual([
      `airbnb ${made.room} 2027-04-02/2027-04-06 confirmed`,
    ]);
    expect(await channels.available(made, '2027-04-01', '2027-04-07')).toEqual([1, 0, 0, 0, 0, 1]);
  });
});

test('a calendar given to another room leaves the bookings where they are, once, and moves what was merely closed', async () => {
  const run = await property([{}, {}], [STAY, closure('2027-04-10', '2027-04-12')]);
  const { property: made } = run;
  const [first, second] = made.rooms as [number, number];
  await channels.connect(made, 'airbnb', [{ room: first, url: run.server.url('1') }]);
  await channels.poll();
  await channels.connect(made, 'airbnb', [{ room: second, url: run.server.url('1') }]);
  await channels.polls(3);
  expect((await channels.bookings(made)).map(shown)).toEqual([
    `airbnb ${first} 2027-04-01/2027-04-04 confirmed`,
  ]);
  expect(await channels.available(made, '2027-04-10', '2027-04-12', first)).toEqual([1, 1]);
  expect(await channels.available(made, '2027-04-10', '2027-04-12', second)).toEqual([0, 0]);
});

test('a stay that people moved to another room is in that room’s calendar at the channel', async () => {
  const run = await property([{}, {}], [STAY]);
  const { property: made, server } = run;
  const [first, second] = made.rooms as [number, number];
  run.show([], '2');
  await channels.connect(made, 'airbnb', [
    { room: first, url: server.url('1') },
    { room: second, url: server.url('2') },
  ]);
  await channels.poll();
  const [stay] = await channels.bookings(made);
  const path = `/properties/${made.hotelId}/bookings/${stay.order_id}`;
  expect((await api.operator('PATCH', path, { room_id: second })).status).toBe(200);
  expect(await channels.feed(made, 'airbnb', second)).toEqual(['2027-04-01/2027-04-04 Reserved']);
  expect(await channels.feed(made, 'airbnb', first)).toEqual([]);
  await channels.polls(4);
  expect((await channels.bookings(made)).map(shown)).toEqual([
    `airbnb ${second} 2027-04-01/2027-04-04 confirmed`,
  ]);
  // Airbnb shows it as closed in the second listing: that is no booking, and takes no second unit.
  run.show([closure('2027-04-01', '2027-04-04')], '2');
  await channels.polls(2);
  expect(await channels.available(made, '2027-04-01', '2027-04-04', second)).toEqual([0, 0, 0]);
  await cancel(made, stay.order_id, '2027-04-01');
  await channels.polls(2);
  expect(await channels.available(made, '2027-04-01', '2027-04-04', second)).toEqual([1, 1, 1]);
});

test('a retired room is no longer read, sold or published', async () => {
  const run = await property([{}, {}], [closure('2027-04-10', '2027-04-12')]);
  const { property: made, server } = run;
  await channels.connect(made, 'airbnb', [{ room: made.room, url: server.url('1') }]);
  await channels.poll();
  const path = await channels.feedPath(made, 'vrbo');
  expect((await api.operator('DELETE', `/properties/${made.hotelId}/rooms/${made.room}`)).status).toBe(200);
  const asked = server.requestsFor('1').length;
  await channels.polls(2);
  expect(server.requestsFor('1')).toHaveLength(asked);
  expect((await api.get(path)).status).toBeGreaterThanOrEqual(400);
});
