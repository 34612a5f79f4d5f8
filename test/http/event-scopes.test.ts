// Streams of tokens that are restricted to scopes: each listener gets what its own token opens.
import { expect, onTestFinished, test } from 'vitest';
import { type CanaryProperty, populateWithCanary } from '../api/guest-canary.ts';
import { openEventSource } from '../harness/event-source.ts';
import { waitUntil } from '../harness/eventually.ts';
import { useEndpoint } from '../mcp/endpoint.ts';

const api = useEndpoint();

async function open(house: CanaryProperty, rights: object, query: string) {
  const body = { label: 'x', ...rights };
  const { api_token } = (await api.operator('POST', `/properties/${house.hotelId}/tokens`, body)).body;
  const source = await openEventSource(`${api.base}/api/events/${api_token}?${query}`);
  onTestFinished(() => source.close());
  return source;
}

test.each([
  ['that read the log themselves', 'after=0'],
  ['that follow it', 'last=0'],
])('streams %s show each listener what its token opens', async (_, query) => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  const house = await populateWithCanary(api);
  const whole = await open(house, {}, query);
  const lock = await open(house, { preset: 'lock' }, query);
  const messaging = await open(house, { preset: 'messaging' }, query);
  await api.post(`/api/bookings/${house.token}`, {
    room_id: house.room,
    name: 'Canary Late',
    checkin: '2026-08-01',
    checkout: '2026-08-03',
    price: 100,
  });
  await api.post(`/api/messages/${house.token}`, { rid: house.order, reply: 'Canary again' });
  await api.operator('PATCH', `/properties/${house.hotelId}`, { name: 'The last change' });
  for (const source of [whole, lock, messaging])
    await waitUntil(() => source.text.includes('The last change'));

  expect(whole.text).toMatch(/canary/i);
  expect(messaging.text).toMatch(/canary/i);
  expect(lock.text).not.toMatch(/canary/i);
  const kinds = (source: typeof whole) => source.received.map(({ data }) => data.kind as string);
  expect(kinds(lock)).toContain('booking.created');
  expect(kinds(lock)).toEqual(kinds(whole).filter((kind) => /^(booking|room|property|channel)\./.test(kind)));
  expect(kinds(messaging)).toContain('message.queued');
  expect(kinds(messaging)).not.toContain('accounting.posted');
});

test('a request that waits is not answered by an event that the token does not open', async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  const house = await populateWithCanary(api);
  const { api_token } = (
    await api.operator('POST', `/properties/${house.hotelId}/tokens`, { label: 'x', preset: 'lock' })
  ).body;
  const seen = (await api.get(`/api/events/${api_token}`)).headers['x-next-after'];
  const waiting = api.get(`/api/events/${api_token}?after=${seen}&wait=30`);
  await api.post(`/api/messages/${house.token}`, { rid: house.order, reply: 'Canary again' });
  await api.operator('PATCH', `/properties/${house.hotelId}`, { name: 'Another name' });
  const kinds = (await waiting).body.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(['property.changed']);
});
