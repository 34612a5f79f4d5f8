// A guest whom a calendar names is erased from everything that was stored of it, and fetches do not bring the name back.
import { expect, test } from 'vitest';
import { CANARY, findCanary } from '../api/canary.ts';
import { airbnbStay, calendarText, startCalendarServer } from '../harness/calendar-server.ts';
import { useChannels } from './channels.ts';

const channels = useChannels();

test('calendars', async () => {
  channels.at('2027-03-01T10:00:00Z');
  const property = await channels.api.property();
  const server = await startCalendarServer();
  const stay = airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04');
  const named = calendarText([stay])
    .replace(/SUMMARY:.*/, `SUMMARY:${CANARY} Lovelace`)
    .replace(/(DESCRIPTION:)/, `$1${CANARY} is kind\\n`);
  server.show('1', named);
  await channels.connect(property, 'airbnb', [{ room: property.room, url: server.url('1') }]);
  await channels.poll();
  const [booking] = await channels.bookings(property);
  const { hotelId, token } = property;
  await channels.api.request('PATCH', `/api/bookings/${token}?order_id=${booking.order_id}`, {
    body: { name: `${CANARY} Lovelace`, notes: `${CANARY} arrives late` },
  });
  channels.at('2027-05-01T10:00:00Z');
  const done = await channels.api.operator(
    'POST',
    `/properties/${hotelId}/guests/${booking.guest_id}/erase`,
    {},
  );
  expect(done.status, done.text).toBe(200);
  await channels.polls(2);
  expect(await findCanary(channels.api.db)).toEqual([]);
});
