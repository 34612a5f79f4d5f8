// What was found in each calendar and what was left out, as the connection shows it.
import { expect, test } from 'vitest';
import { airbnbStay, calendarText, closure, startCalendarServer } from '../harness/calendar-server.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();
const { api } = channels;

async function open(...texts: string[]) {
  channels.at('2027-03-01T08:00:00Z');
  const property = await api.property({ rooms: texts.map(() => ({})) });
  const server = await startCalendarServer();
  for (const [i, text] of texts.entries()) server.show(`${i}`, text, { conditional: true });
  const rooms = property.rooms.map((room, i) => ({ room, url: server.url(`${i}`) }));
  await channels.connect(property, 'airbnb', rooms);
  const readings = async () => ((await channels.state(property, 'airbnb')) as any).calendars;
  return { property, server, readings, rooms };
}

const withLines = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');

test('each calendar of a connection shows its numbers once it was read', async () => {
  const past = airbnbStay('HMBBBBBBBB', '2027-01-01', '2027-01-04');
  const stay = airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04');
  const { property, readings } = await open(
    calendarText([past, stay, closure('2027-05-01', '2027-05-11')]),
    withLines(
      'BEGIN:VTODO',
      'END:VTODO',
      'BEGIN:VEVENT',
      'DTSTART:20270501',
      'STATUS:CANCELED',
      'END:VEVENT',
    ),
  );
  expect(await readings()).toEqual([]);
  await channels.poll();
  const [first, second] = property.rooms;
  const shared = { unit_id: null, read_at: '2027-03-01T08:00:00.000Z' };
  expect(await readings()).toEqual([
    {
      ...shared,
      room_id: first,
      events: 3,
      stays: 1,
      closed_nights: 10,
      left_out: [{ reason: 'past', events: 1 }],
      message: `room ${first}: 3 events: 1 stay, 10 closed nights. Left out: 1 past.`,
    },
    {
      ...shared,
      room_id: second,
      events: 2,
      stays: 0,
      closed_nights: 0,
      left_out: [
        { reason: 'cancelled', events: 1 },
        { reason: 'other', events: 1 },
      ],
      message: `room ${second}: 2 events: 0 stays, 0 closed nights. Left out: 1 cancelled, 1 no event.`,
    },
  ]);
});

test('a fetch that fails or finds nothing new changes no numbers, and one with an unreadable event counts it', async () => {
  const { server, readings } = await open(calendarText([closure('2027-05-01', '2027-05-03')]));
  await channels.poll();
  const before = await readings();
  await channels.polls(1);
  expect(await readings()).toEqual(before);
  server.show('0', '<html>');
  await channels.polls(1);
  expect(await readings()).toEqual(before);
  server.show('0', withLines('BEGIN:VEVENT', 'DTSTART:2027-05-01', 'END:VEVENT'));
  await channels.polls(1);
  expect(await readings()).toMatchObject([
    { closed_nights: 1, left_out: [{ reason: 'unreadable', events: 1 }] },
  ]);
});

test('numbers stay with a changed setting, go with another address, and are no part of the log', async () => {
  const { property, server, readings, rooms } = await open(calendarText([]));
  await channels.poll();
  const path = `/properties/${property.hotelId}/channels/airbnb`;
  await api.operator('PATCH', path, { rooms: [{ room_id: rooms[0]!.room, ical_url: server.url('other') }] });
  expect(await readings()).toEqual([]);
  const events = await api.db.query(
    `select data from events where hotel_id = $1 and kind = 'channel.changed'`,
    [property.hotelId],
  );
  expect(events.length).toBeGreaterThan(0);
  expect(JSON.stringify(events)).not.toContain('closedNights');
});
