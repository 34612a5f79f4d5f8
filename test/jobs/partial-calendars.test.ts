// Calendars with unreadable events: nights of the others are closed, none is opened until all are readable.
import { expect, test } from 'vitest';
import type { TestProperty } from '../harness/api.ts';
import {
  airbnbStay,
  type CalendarServer,
  calendarText,
  closure,
  type EventToShow,
  startCalendarServer,
} from '../harness/calendar-server.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();

const ADA = airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04');
const BEA = airbnbStay('HMBBBBBBBB', '2027-04-10', '2027-04-12');
const CLOSED = closure('2027-04-20', '2027-04-22');
const NO_DATE: EventToShow = { uid: 'broken', from: '2028-13-45', until: '2028-13-46' };

async function connected(
  events: EventToShow[],
  { channel = 'airbnb', settings = {} } = {},
): Promise<{ property: TestProperty; server: CalendarServer }> {
  channels.at('2027-03-01T10:00:00Z');
  const property = await channels.api.property();
  const server = await startCalendarServer();
  server.show('1', calendarText(events), { conditional: true });
  await channels.connect(property, channel, [{ room: property.room, url: server.url('1') }], settings);
  await channels.poll();
  return { property, server };
}

const stays = async (property: TestProperty) =>
  (await channels.bookings(property)).map(
    (one: any) => `${one.checkin.slice(0, 10)}/${one.checkout.slice(0, 10)} ${one.status}`,
  );

test('one event that cannot be read keeps no other from closing nights, also in the first reading', async () => {
  const { property } = await connected([ADA, NO_DATE, CLOSED]);
  expect(await stays(property)).toEqual(['2027-04-01/2027-04-04 confirmed']);
  expect(await channels.available(property, '2027-04-19', '2027-04-23')).toEqual([1, 0, 0, 1]);
  const { state, last_error } = await channels.state(property, 'airbnb');
  expect(state).toBe('error');
  expect(last_error).toBe(
    `room ${property.room}: The event at line 11 cannot be understood. Its dates cannot be read. The nights of its readable dates and of the other ` +
      'events are closed; none is opened until all events can be read. Correct or delete the event at the channel.',
  );
  const [entry] = (await channels.api.get(`/api/logs/${property.token}?limit=1000`)).body.filter(
    (one: any) => one.kind === 'sync',
  );
  expect(entry).toMatchObject({ outcome: 'partial', items: 3 });
});

test('what comes new beside it is closed at the usual pace, and what is gone is opened only once all can be read', async () => {
  const { property, server } = await connected([ADA, BEA, CLOSED]);
  const later = airbnbStay('HMCCCCCCCC', '2027-05-01', '2027-05-03');
  server.show('1', calendarText([ADA, NO_DATE, later]), { conditional: true });
  await channels.polls(6);
  const all = [
    '2027-04-01/2027-04-04 confirmed',
    '2027-04-10/2027-04-12 confirmed',
    '2027-05-01/2027-05-03 confirmed',
  ];
  expect(await stays(property)).toEqual(all);
  expect(await channels.available(property, '2027-04-19', '2027-04-23')).toEqual([1, 0, 0, 1]);
  expect((await channels.state(property, 'airbnb')).state).toBe('error');
  // six polls at the usual interval, each of the whole calendar
  expect(server.requestsFor('1')).toHaveLength(7);

  server.show('1', calendarText([ADA, later]), { conditional: true });
  await channels.polls(1);
  expect(await channels.state(property, 'airbnb')).toMatchObject({ state: 'connected', last_error: null });
  expect(await stays(property)).toEqual(all); // its absence is counted from here
  await channels.polls(3);
  expect(await stays(property)).toEqual([all[0], '2027-04-10/2027-04-12 cancelled', all[2]]);
  expect(await channels.available(property, '2027-04-19', '2027-04-23')).toEqual([1, 1, 1, 1]);
});

test('"not modified" after a partial read does not stand for the calendar before it', async () => {
  const { property, server } = await connected([ADA]);
  server.show('1', calendarText([NO_DATE]), { conditional: true });
  await channels.polls(4);
  expect((await channels.state(property, 'airbnb')).state).toBe('error');
  expect(await stays(property)).toEqual(['2027-04-01/2027-04-04 confirmed']);
});

test('a stay that moves gains its new nights at once, and leaves its old ones once all can be read', async () => {
  const { property, server } = await connected([ADA, BEA]);
  const moved = airbnbStay('HMAAAAAAAA', '2027-04-02', '2027-04-06');
  const longer = airbnbStay('HMBBBBBBBB', '2027-04-10', '2027-04-13');
  server.show('1', calendarText([moved, longer, NO_DATE]));
  await channels.polls(2);
  expect(await stays(property)).toEqual([
    '2027-04-01/2027-04-04 confirmed',
    '2027-04-10/2027-04-13 confirmed',
  ]);
  expect(await channels.available(property, '2027-04-01', '2027-04-07')).toEqual([0, 0, 0, 0, 0, 1]);
  server.show('1', calendarText([moved, longer]));
  await channels.polls(1);
  expect((await stays(property))[0]).toBe('2027-04-02/2027-04-06 confirmed');
  expect(await channels.available(property, '2027-04-01', '2027-04-07')).toEqual([1, 0, 0, 0, 0, 1]);
  expect((await channels.bookings(property)).map((one: any) => one.conflict ?? null)).toEqual([null, null]);
});

test('Booking.com answers with nothing at all when nothing is booked: a new calendar connects', async () => {
  channels.at('2027-03-01T10:00:00Z');
  const property = await channels.api.property();
  const server = await startCalendarServer();
  for (const channel of ['booking_com', 'expedia']) server.show(channel, '');
  for (const [channel, state] of [
    ['booking_com', 'connected'],
    ['expedia', 'error'],
  ] as const) {
    await channels.connect(property, channel, [{ room: property.room, url: server.url(channel) }]);
    await channels.poll();
    expect((await channels.state(property, channel)).state).toBe(state);
  }
  expect(await channels.available(property, '2027-04-19', '2027-04-21')).toEqual([1, 1]);
});

test.each([
  {},
  { closed: 'booking' },
])('the last booking that vanishes from it is given up after the usual guards, with %j', async (settings) => {
  const closed = { from: '2027-04-10', until: '2027-04-12', summary: 'CLOSED - Not available' };
  const { property, server } = await connected([closed], { channel: 'booking_com', settings });
  const nights = () => channels.available(property, '2027-04-09', '2027-04-13');
  expect(await nights()).toEqual([1, 0, 0, 1]);
  server.show('1', '');
  await channels.polls(2);
  expect(await channels.state(property, 'booking_com')).toMatchObject({ state: 'connected' });
  expect(await nights()).toEqual([1, 0, 0, 1]);
  await channels.polls(1);
  expect(await nights()).toEqual([1, 1, 1, 1]);
});

test('an empty answer that lasts for one reading opens nothing', async () => {
  const closed = { from: '2027-04-10', until: '2027-04-12', summary: 'CLOSED - Not available' };
  const { property, server } = await connected([closed], { channel: 'booking_com' });
  for (const text of ['', calendarText([closed]), '', '', calendarText([closed]), '', '']) {
    server.show('1', text);
    await channels.polls(1);
    expect(await channels.available(property, '2027-04-09', '2027-04-13')).toEqual([1, 0, 0, 1]);
  }
});
