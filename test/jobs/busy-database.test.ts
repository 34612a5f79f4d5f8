// Jobs on a busy database: they wait for a connection and go on; nothing is sent twice, and no channel or endpoint is blamed.
import { expect, onTestFinished, test } from 'vitest';
import { startWebhooks } from '../../src/jobs/deliver-webhooks.ts';
import { startHeartbeat } from '../../src/jobs/worker-heartbeat.ts';
import { openOutgoing } from '../../src/outgoing/http.ts';
import { openBusyDatabase } from '../harness/busy-database.ts';
import { airbnbStay, calendarText, startCalendarServer } from '../harness/calendar-server.ts';
import { eventually } from '../harness/eventually.ts';
import { useChannels } from './channels.ts';
import { startReceiver } from './webhook-receiver.ts';

const channels = useChannels();
const { api } = channels;

const WAITED_ONCE = [
  { limit: 'connection', what: 'waits' },
  { limit: 'connection', what: 'goes on' },
];

function openBusy() {
  return openBusyDatabase(api.url, { limits: { connectionMs: 50 } });
}

test('calendars are fetched as soon as there is a connection to look for them', async () => {
  channels.at('2027-03-01T10:00:00Z');
  const property = await api.property();
  const server = await startCalendarServer();
  server.show('1', calendarText([airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04')]));
  await channels.connect(property, 'airbnb', [{ room: property.room, url: server.url('1') }]);
  const busy = openBusy();
  const free = await busy.occupy();
  const polling = channels.poll({ db: busy.background, log: busy.log });
  await busy.waitsFor('connection');
  await free();
  expect(await polling).toBe(1);
  expect(await channels.bookings(property)).toHaveLength(1);
  expect(busy.lines).toEqual(WAITED_ONCE);
});

test('a calendar that was fetched is stored as soon as there is a connection, and counts as read', async () => {
  channels.at('2027-03-01T10:00:00Z');
  const property = await api.property();
  const server = await startCalendarServer();
  const text = calendarText([airbnbStay('HMAAAAAAAA', '2027-04-01', '2027-04-04')]);
  const busy = openBusy();
  const occupied = Promise.withResolvers<() => Promise<void>>();
  server.show('1', (_, response) => {
    void busy.occupy().then((free) => {
      response.end(text);
      occupied.resolve(free);
    });
  });
  await channels.connect(property, 'airbnb', [{ room: property.room, url: server.url('1') }]);
  const polling = channels.poll({ db: busy.background, log: busy.log });
  const free = await occupied.promise;
  await busy.waitsFor('connection');
  await free();
  expect(await polling).toBe(1);
  expect(await channels.bookings(property)).toHaveLength(1);
  expect(await channels.state(property, 'airbnb')).toMatchObject({ state: 'connected', last_error: null });
  expect(busy.lines).toEqual(WAITED_ONCE);
});

test('a delivery to a webhook is recorded as soon as there is a connection, and sent once', async () => {
  const property = await api.property();
  const receiver = await startReceiver();
  const path = `/properties/${property.hotelId}/webhooks`;
  const { id } = (await api.operator('POST', path, { url: receiver.url() })).body;
  const busy = openBusy();
  const occupied = Promise.withResolvers<() => Promise<void>>();
  receiver.answer((_, response) => {
    void busy.occupy().then((free) => {
      response.writeHead(204).end();
      occupied.resolve(free);
    });
  });
  const outgoing = openOutgoing({ version: '0', allowPrivateNetwork: true });
  const errors: unknown[] = [];
  const heartbeat = await startHeartbeat(busy.background, {
    alone: false,
    onError: (error) => errors.push(error),
  });
  const { background: db, log } = busy;
  const now = () => Temporal.Now.instant();
  const worker = startWebhooks({ db, outgoing, now, log, processId: heartbeat.processId });
  onTestFinished(async () => {
    await worker.stop();
    await heartbeat.stop();
    await outgoing.close();
  });
  await api.operator('PATCH', `/properties/${property.hotelId}`, { name: 'Another' });
  const free = await occupied.promise;
  await busy.waitsFor('connection');
  await free();
  const deliveries = await eventually(async () => {
    const found = (await api.operator('GET', `${path}/${id}/deliveries`)).body;
    expect(found).toHaveLength(1);
    return found;
  });
  expect(deliveries[0]).toMatchObject({ delivered: true, attempt: 1 });
  const [webhook] = (await api.operator('GET', path)).body;
  expect(webhook).toMatchObject({ last_error: null });
  expect(receiver.received).toHaveLength(1);
  expect(errors).toEqual([]);
});
