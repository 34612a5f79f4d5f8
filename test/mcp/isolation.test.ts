// Isolation of properties over every transport: neither ids, nor sessions, nor subscriptions reach another
// property.
import { beforeAll, describe, expect, test } from 'vitest';
import { readLogs } from '../../src/pms/log.ts';
import { dumpDatabase } from '../api/database-dump.ts';
import { type Populated, populate } from '../api/populated.ts';
import type { AnyClient } from './clients.ts';
import { kinds, useEndpoint } from './endpoint.ts';
import { INITIALIZE, openRawStream, type RawStream, rpc, send, stateless } from './raw.ts';

const api = useEndpoint();
let own: Populated;
let other: Populated;

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  other = await populate(api, 'Of the other', 'vrbo');
  own = await populate(api, 'Our own');
});

describe.each(kinds())('%s', (_, kind) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await api.client(kind, own.token);
  });

  test('sees nothing of another property by any id of it', async () => {
    const before = await dumpDatabase(api.db);
    const dates = { fromdate: '2026-12-01', todate: '2026-12-31' };
    const stay = { checkin: '2026-12-10', checkout: '2026-12-12' };
    for (const [name, given] of [
      ['list_rooms', { room_id: other.ids.room }],
      ['check_availability', { ...stay, room_id: other.ids.room }],
      ['list_availability', { ...dates, room_id: other.ids.room }],
      ['list_bookings', { room_id: other.ids.room }],
      ['list_bookings', { guest: 'Of the other' }],
      ['get_booking', { order_id: String(other.ids.order) }],
      ['get_booking', { order_id: 'ref-Of the other' }],
      ['list_messages', { rid: other.ids.order }],
      ['list_tasks', { room_id: other.ids.room }],
      ['list_accounting_entries', { room_id: other.ids.room }],
      ['list_ical_links', { room_id: other.ids.room }],
      ['create_booking', { ...stay, room_id: other.ids.room, name: 'x', price: 1 }],
      ['cancel_booking', { order_id: String(other.ids.order), date: '2026-12-01' }],
      ['update_availability', { ...dates, room_id: other.ids.room, price: 1 }],
      ['send_guest_message', { rid: other.ids.order, reply: 'x' }],
    ] as const) {
      const answer: any = await client.callTool({ name, arguments: given as never });
      const text = JSON.stringify(answer);
      if (name !== 'list_bookings') expect(text, name).not.toContain('Of the other');
      if (answer.isError) expect(text).toMatch(/unknown_(room|booking): /);
      else expect(answer.structuredContent.items ?? [], name).toEqual([]);
    }
    for (const uri of [
      `pms://rooms/${other.ids.room}`,
      `pms://bookings/${other.ids.order}`,
      `pms://bookings/${other.ids.order}/messages`,
      `pms://calendar/${other.ids.room}/2026-12`,
      `pms://ical/${other.ids.room}.ics`,
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
    const { completion }: any = await client.complete({
      ref: { type: 'ref/prompt', name: 'answer_guest' },
      argument: { name: 'order_id', value: String(other.ids.order).slice(0, 3) },
    });
    expect(completion.values).not.toContain(String(other.ids.order));
    expect(await dumpDatabase(api.db)).toEqual(before);
  });

  test('learns nothing of another property from any tool or resource without ids', async () => {
    for (const { name } of (await client.listTools()).tools.slice(0, 15)) {
      const needed: any = { get_booking: { order_id: String(own.ids.order) } };
      const dates = {
        fromdate: '2026-12-01',
        todate: '2026-12-31',
        checkin: '2026-12-01',
        checkout: '2026-12-02',
      };
      needed.check_availability = { checkin: dates.checkin, checkout: dates.checkout };
      needed.get_report = { fromdate: dates.fromdate, todate: dates.todate };
      needed.list_availability = { fromdate: dates.fromdate, todate: dates.todate };
      const answer: any = await client.callTool({ name, arguments: needed[name] ?? {} });
      expect(answer.isError, `${name} ${answer.content[0].text}`).toBeUndefined();
      expect(JSON.stringify(answer), name).not.toContain('Of the other');
    }
    for (const { uri } of (await client.listResources()).resources)
      expect(JSON.stringify(await client.readResource({ uri }))).not.toContain('Of the other');
  });
});

describe('subscriptions', () => {
  const uris = () => [`pms://bookings/${other.ids.order}`, 'pms://overview/today', 'pms://rooms'];

  /** Opens a stream of each revision with these subscriptions. */
  const streams: [string, (token: string, uris: string[]) => Promise<RawStream>][] = [
    [
      '2024-11-05',
      async (token, wanted) => {
        const stream = await openRawStream(api.mcpUrl(token), { headers: { accept: 'text/event-stream' } });
        const { data } = await stream.next(({ event }) => event === 'endpoint');
        const endpoint = new URL(data, api.base).href;
        await send(endpoint, { body: INITIALIZE() });
        for (const [i, uri] of wanted.entries()) {
          await send(endpoint, { body: rpc('resources/subscribe', { uri }, `sub${i}`) });
          await stream.next(({ data: pushed }) => pushed.includes(`"sub${i}"`));
        }
        return stream;
      },
    ],
    [
      '2025-11-25',
      async (token, wanted) => {
        const { headers } = await send(api.mcpUrl(token), { body: INITIALIZE() });
        const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
        for (const uri of wanted)
          await send(api.mcpUrl(token), { body: rpc('resources/subscribe', { uri }), headers: session });
        return openRawStream(api.mcpUrl(token), { headers: session });
      },
    ],
    [
      '2026-07-28',
      async (token, wanted) => {
        const filter = { notifications: { resourceSubscriptions: wanted } };
        const stream = await openRawStream(api.mcpUrl(token), {
          method: 'POST',
          ...stateless('subscriptions/listen', filter),
        });
        await stream.next(({ data }) => data.includes('acknowledged'));
        return stream;
      },
    ],
  ];
  const updates = (stream: RawStream) =>
    stream.events
      .filter(({ data }) => data.includes('resources/updated'))
      .map(({ data }) => JSON.parse(data).params.uri);

  let changes = 0;

  test.each(streams)('of %s report changes of the own property, and of no other', async (_, subscribe) => {
    const theirs = await subscribe(other.token, uris());
    const ours = await subscribe(own.token, uris());
    changes += 1;
    const patch = { email: `guest${changes}@example.com` };
    await api.operator('PATCH', `/properties/${other.hotelId}/bookings/${other.ids.order}`, patch);
    await theirs.next(({ data }) => data.includes(`pms://bookings/${other.ids.order}`));
    // Both logs are read in the same batch; a change of our own property shows that its log is read at all.
    await api.operator('PATCH', `/properties/${own.hotelId}/rooms/${own.ids.room}`, {
      price: 1_000 + changes,
    });
    await ours.next(({ data }) => data.includes('resources/updated') && data.includes('pms://rooms"'));
    expect(updates(ours)).not.toContain(`pms://bookings/${other.ids.order}`);
    expect(new Set(updates(ours))).toEqual(new Set(['pms://rooms', 'pms://overview/today']));
    for (const stream of [theirs, ours]) stream.drop();
  });

  test('to what does not exist are refused where there is somebody to refuse', async () => {
    const { headers } = await send(api.mcpUrl(own.token), { body: INITIALIZE() });
    const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
    const answer = await send(api.mcpUrl(own.token), {
      body: rpc('resources/subscribe', { uri: 'pms://x' }),
      headers: session,
    });
    expect(answer.message.error.code).toBe(-32602);
  });

  test('every kind of change is reported for the resources that it changes', async () => {
    const { resourcesChangedBy } = await import('../../src/api/agent/resources.ts');
    const { last_seq } = (
      await api.db.query<any>('select last_seq from log_heads where hotel_id = $1', [own.hotelId])
    )[0];
    const events = await readLogs(api.db, [{ hotelId: own.hotelId, seq: 0 }], 1_000);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: last_seq }, (_, i) => i + 1));
    const changed = new Map(events.map((event) => [event.kind, resourcesChangedBy(event)]));
    expect(changed.get('booking.created')).toContain('pms://overview/today');
    expect(changed.get('availability.changed')).toContain(`pms://ical/${own.ids.room}.ics`);
    expect(changed.get('message.queued')).toContain(`pms://bookings/${own.ids.order}/messages`);
    expect(changed.get('property.changed')).toContain('pms://property');
    expect(changed.get('channel.changed')).toContain('pms://status');
    for (const [kind, found] of changed)
      if (!/^(review|accounting|proposal|template|.*received)/.test(kind))
        expect(found.length, kind).toBeGreaterThan(0);
  });
});
