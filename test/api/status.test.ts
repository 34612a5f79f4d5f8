// The integration status: the state of each connection, and the state of the property that results.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';

const api = useApi();

const connect = ({ hotelId, room }: TestProperty, channel: string) =>
  api.operator('PUT', `/properties/${hotelId}/channels/${channel}`, {
    protocol: 'ical',
    rooms: [{ room_id: room, ical_url: `https://calendars.example.com/${channel}.ics` }],
  });
const put = ({ hotelId }: TestProperty, channel: string, state: string, lastSync: string | null = null) =>
  api.db.query(
    'update connections set state = $3, last_sync_at = $4, last_error = $5 where hotel_id = $1 and channel = $2',
    [hotelId, channel, state, lastSync, state === 'error' ? 'it said no' : null],
  );
const status = async ({ token }: TestProperty) => (await api.get(`/api/status/${token}`)).body;

test('of a property without channels is inactive, and shows exactly its members', async () => {
  const property = await api.property();
  expect(Object.entries(await status(property))).toEqual([
    ['hotel_id', property.hotelId],
    ['status', 'inactive'],
    ['channels', {}],
    ['last_sync', null],
    ['subscription', { plan: 'self_hosted', status: 'active', renews_at: null }],
    ['channel_details', {}],
    ['conflicts', 0],
    ['paused', null],
    ['queued_replies', { count: 0, oldest_seconds: null, reason: null, reason_cause: null }],
  ]);
});

test('names each channel with its state; last_sync is the latest of all', async () => {
  const property = await api.property();
  for (const channel of ['vrbo', 'booking_com', 'airbnb']) await connect(property, channel);
  await put(property, 'vrbo', 'connected', '2026-06-15T08:00:00Z');
  await put(property, 'airbnb', 'connected', '2026-06-15T09:00:00.5Z');
  const body = await status(property);
  expect(body).toMatchObject({
    status: 'active',
    channels: { airbnb: 'connected', booking_com: 'connecting', vrbo: 'connected' },
    last_sync: '2026-06-15T09:00:00.500Z',
  });
  expect(body.channel_details.vrbo).toEqual({
    sync: {
      pending_nights: 0,
      oldest_pending_seconds: null,
      last_error: null,
      rejected_nights: 0,
      failing_otas: [],
      last_error_cause: null,
    },
    paused: null,
  });
});

test('quotes a channel only to those who see what it is about', async () => {
  const property = await api.property();
  await connect(property, 'vrbo');
  await put(property, 'vrbo', 'error');
  for (const [scopes, said] of [
    [['availability:read'], 'it said no'],
    [['housekeeping'], null],
  ] as const) {
    const url = `/properties/${property.hotelId}/tokens`;
    const { api_token: token } = (await api.operator('POST', url, { label: 'x', scopes })).body;
    const { body } = await api.get(`/api/status/${token}`);
    expect(body.channels).toEqual({ vrbo: 'error' });
    expect(body.channel_details.vrbo.sync).toMatchObject({ pending_nights: 0, last_error: said });
  }
});

describe('is', () => {
  test.each([
    ['active', ['connected', 'connected']],
    ['active', ['connected', 'connecting']],
    ['degraded', ['connected', 'delayed']],
    ['degraded', ['connected', 'error']],
    ['degraded', ['error', 'error']],
    ['active', ['connected', 'disconnected']],
    ['inactive', ['disconnected', 'disconnected']],
  ])('%s when its channels are %s', async (expected, [first, second]) => {
    const property = await api.property();
    for (const [channel, state] of [
      ['airbnb', first],
      ['vrbo', second],
    ] as const) {
      await connect(property, channel);
      await put(property, channel, state!);
    }
    expect(await status(property)).toMatchObject({
      status: expected,
      channels: { airbnb: first, vrbo: second },
    });
  });

  test.each(['past_due', 'cancelled'])('suspended when the subscription is %s', async (lapsed) => {
    const property = await api.property();
    await connect(property, 'airbnb');
    await api.operator('PATCH', `/properties/${property.hotelId}`, {
      subscription: { status: lapsed, plan: 'pro', renews_at: '2026-07-01T00:00:00+02:00' },
    });
    expect(await status(property)).toMatchObject({
      status: 'suspended',
      subscription: { plan: 'pro', status: lapsed, renews_at: '2026-06-30T22:00:00.000Z' },
    });
  });
});

test('shows the last message of the channel', async () => {
  const property = await api.property();
  await connect(property, 'airbnb');
  await put(property, 'airbnb', 'error');
  expect((await status(property)).channel_details.airbnb.sync.last_error).toBe('it said no');
});

test('has no ETag: it changes without any change of ours', async () => {
  const { token } = await api.property();
  const answer = await api.get(`/api/status/${token}`, { 'if-none-match': '*' });
  expect([answer.status, answer.headers['etag']]).toEqual([200, undefined]);
});
