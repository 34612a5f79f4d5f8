// Every event of the log says who made the change, in lists, streams and messages to webhooks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHoldExpiry } from '../../src/jobs/expire-holds.ts';
import { messageOf } from '../../src/jobs/webhook-attempt.ts';
import { openOutgoing } from '../../src/outgoing/http.ts';
import { readLog } from '../../src/pms/log.ts';
import { getProperty } from '../../src/pms/properties.ts';
import { CALENDAR_DOMAIN, type TestProperty } from '../harness/api.ts';
import { openEventSource } from '../harness/event-source.ts';
import { connectInbound, OPEN_CHANNEL_KEY } from '../inbound/connections.ts';
import { kinds, useEndpoint } from '../mcp/endpoint.ts';
import { type Invited, signedIn } from './people.ts';

const api = useEndpoint();
const outgoing = openOutgoing({ version: '0', allowPrivateNetwork: true });
afterAll(() => outgoing.close());
let property: TestProperty;

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  property = await api.property({ rooms: [{ units: 30 }] });
});

const STAY = { name: 'Ada', checkin: '2026-12-01', checkout: '2026-12-03', price: 200 };
const stay = (members: object = {}) => ({ room_id: property.room, ...STAY, ...members });

/** Returns who made the newest change of a kind. */
async function lastBy(kind: string): Promise<unknown> {
  const { body } = await api.get(`/api/events/${property.token}?kinds=${kind}`);
  return body.at(-1).by;
}

describe('the actor of an event is', () => {
  test('the token, with its label', async () => {
    await api.post(`/api/bookings/${property.token}`, stay());
    const by = await lastBy('booking.created');
    expect(by).toEqual({ kind: 'token', name: 'first token', token_id: expect.any(Number) });
  });

  test('the person, on both ways, with the present name', async () => {
    const { userId, name, browser } = await signedIn(api, 'desk', [property.hotelId]);
    const made = await browser.request('POST', '/api/bookings/session', stay());
    expect(made.status, made.text).toBe(200);
    expect(await lastBy('booking.created')).toEqual({ kind: 'person', name, user_id: userId });
    const entry = { amount: 50, type: 'payment', description: 'Cash', order_id: made.body.order_id };
    const path = `/operator/properties/${property.hotelId}/accounting`;
    expect((await browser.request('POST', path, entry)).status).toBe(200);
    expect(await lastBy('accounting.posted')).toEqual({ kind: 'person', name, user_id: userId });
    await api.operator('PATCH', `/users/${userId}`, { name: `${name} Silva` });
    expect(await lastBy('accounting.posted')).toMatchObject({ name: `${name} Silva` });
  });

  test('the person also after being removed, whose name is the one that was left', async () => {
    const { userId, name, browser } = await signedIn(api, 'desk', [property.hotelId]);
    await browser.request('POST', '/api/bookings/session', stay());
    await api.operator('DELETE', `/users/${userId}`);
    expect(await lastBy('booking.created')).toEqual({ kind: 'person', name, user_id: userId });
  });

  test('whoever has the operator key', async () => {
    const task = { room_id: property.room, task_name: 'Light bulb', date: '2026-12-01' };
    await api.operator('POST', `/properties/${property.hotelId}/tasks`, task);
    expect(await lastBy('task.created')).toEqual({ kind: 'operator', name: null });
  });

  test('the owner of all properties who creates one', async () => {
    const { userId, name, browser }: Invited & { browser: any } = await signedIn(api, 'owner', null);
    const made = await browser.request('POST', '/operator/properties', { name: 'Nova', currency: 'EUR' });
    const path = `/operator/properties/${made.body.hotel_id}/rooms`;
    await browser.request('POST', path, { name: 'R', capacity: 1, price: 10 });
    const { body } = await browser.get(`/api/events/session?hotel_id=${made.body.hotel_id}`);
    const by = { kind: 'person', name, user_id: userId };
    expect(body.map((event: any) => [event.kind, event.by])).toEqual([
      ['property.changed', by],
      ['room.changed', by],
    ]);
  });

  test.each(kinds())('an agent, with %s, by the token and the name of its program', async (_, kind) => {
    const client = await api.client(kind, property.token);
    const given = { name: 'create_booking', arguments: stay() };
    const made: any = await client.callTool(given as never);
    expect(made.isError, JSON.stringify(made)).toBeFalsy();
    expect(await lastBy('booking.created')).toEqual({
      kind: 'agent',
      name: 'first token',
      token_id: expect.any(Number),
      agent: expect.stringMatching(/\w/),
    });
    await client.close();
  });

  test('the channel', async () => {
    const path = await connectInbound(api, property, 'open_channel');
    expect(await lastBy('channel.changed')).toEqual({ kind: 'operator', name: null });
    const booking = {
      hotel_code: 'H',
      reservation_id: 'R-1',
      status: 'new',
      customer: { name: 'Grace', surname: 'Hopper' },
      rooms: [
        {
          room_type_code: 'garden',
          arrival_date: '2026-07-01',
          departure_date: '2026-07-03',
          total_price: 200,
        },
      ],
    };
    const answer = await api.request('POST', `${path}/new_booking`, {
      body: { booking },
      headers: { 'api-key': OPEN_CHANNEL_KEY },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await lastBy('booking.created')).toEqual({ kind: 'channel', name: 'open_channel' });
  });

  test('innwire itself', async () => {
    await api.post(`/api/bookings/${property.token}`, stay({ hold_minutes: 5 }));
    api.clock = api.clock!.add({ minutes: 6 });
    await createHoldExpiry({
      ...{ db: api.db, outgoing, mailer: null, icalPollSeconds: 600, calendarDomain: CALENDAR_DOMAIN },
      now: () => api.clock!,
      log: { info: () => {}, warn: () => {} },
    }).runOnce();
    expect(await lastBy('booking.hold_expired')).toEqual({ kind: 'innwire', name: null });
  });

  test('null where it was recorded before it was kept', async () => {
    const other = await api.property();
    await api.db.query(`update events set actor = null where hotel_id = $1`, [other.hotelId]);
    const { body } = await api.get(`/api/events/${other.token}`);
    expect(body.map((event: any) => event.by)).toEqual([null, null]);
  });
});

test('a stream and a webhook send it as the list does, and at the end of the event', async () => {
  const { body } = await api.get(`/api/events/${property.token}`);
  const source = await openEventSource(`${api.base}/api/events/${property.token}?after=0`);
  expect((await source.count(body.length)).map(({ data }) => data)).toEqual(body);
  source.close();
  const { events } = await readLog(api.db, property.hotelId, { after: 0, limit: 1_000 });
  const owner = await getProperty(api.db, property.hotelId);
  for (const [i, event] of events.entries())
    expect(JSON.parse(messageOf(event, owner, true).body).by).toEqual(body[i].by);
  for (const event of body) expect(Object.keys(event).at(-1)).toBe('by');
});

test('the name of a person is stored in one place', async () => {
  const { name, browser } = await signedIn(api, 'desk', [property.hotelId]);
  await browser.request('POST', '/api/bookings/session', stay());
  const [row] = await api.db.query<{ found: number }>(
    `select count(*)::int as found from events where events::text like '%' || $1 || '%'`,
    [name],
  );
  expect(row!.found).toBe(0);
});
