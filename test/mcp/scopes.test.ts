// Scopes over MCP: which tools and resources a restricted token is shown, and that none holds personal data.
import { beforeAll, describe, expect, test } from 'vitest';
import { type CanaryProperty, holdsCanary, populateWithCanary } from '../api/guest-canary.ts';
import type { AnyClient } from './clients.ts';
import { kinds, useEndpoint } from './endpoint.ts';
import { openRawStream, stateless } from './raw.ts';

const api = useEndpoint({ mcp: { confirm: 'off' } });
let house: CanaryProperty;
beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-12-01T10:00:00Z');
  house = await populateWithCanary(api);
});

const tokenOf = async (body: object): Promise<string> =>
  (await api.operator('POST', `/properties/${house.hotelId}/tokens`, { label: 'x', ...body })).body.api_token;

const WITHOUT_CONTACTS = [
  'bookings:read',
  'bookings:write',
  'availability:read',
  'housekeeping',
  'messages',
  'ledger',
  'reviews',
  'reports',
  'settings',
];

/** Calls of every tool that reads records of guests. */
const READS = () =>
  [
    ['list_bookings', { detail: 'detailed' }],
    ['get_booking', { order_id: String(house.order) }],
    ['get_daily_overview', {}],
    ['list_messages', {}],
    ['list_inquiries', {}],
    ['list_tasks', {}],
    ['list_accounting_entries', {}],
    ['list_reviews', {}],
  ] as const;

describe.each(kinds())('%s', (_, kind) => {
  let whole: AnyClient;
  let reduced: AnyClient;
  let lock: AnyClient;
  beforeAll(async () => {
    whole = await api.client(kind, house.token);
    reduced = await api.client(kind, await tokenOf({ scopes: WITHOUT_CONTACTS }));
    lock = await api.client(kind, await tokenOf({ preset: 'lock' }));
  });

  test('lists only the tools that the token may call', async () => {
    const names = async (client: AnyClient) => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names(lock)).toEqual([
      'get_property',
      'list_rooms',
      'list_bookings',
      'get_booking',
      'get_daily_overview',
      'get_channel_status',
    ]);
    expect(await names(reduced)).not.toContain('update_availability');
    expect((await names(whole)).length).toBeGreaterThan((await names(reduced)).length);
  });

  test('lists only the resources that the token may read', async () => {
    const uris = (await lock.listResources()).resources.map(({ uri }) => uri);
    expect(uris).toEqual(['pms://property', 'pms://rooms', 'pms://status', 'pms://overview/today']);
    const { resourceTemplates } = await lock.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name)).toEqual(['room', 'booking']);
  });

  test('refuses a tool that it does not list, and names what is missing', async () => {
    const answer: any = await lock.callTool({ name: 'list_messages', arguments: {} });
    expect(answer.isError).toBe(true);
    expect(answer.content[0].text).toMatch(/^scope_missing: .*messages/);
  });

  test('shows no personal data without contacts, in no tool', async () => {
    for (const [name, given] of READS()) {
      const all: any = await whole.callTool({ name, arguments: given as never });
      expect(all.isError, name).toBeFalsy();
      const answer: any = await reduced.callTool({ name, arguments: given as never });
      expect(answer.isError, `${name} ${answer.content[0].text}`).toBeFalsy();
      expect(holdsCanary(JSON.stringify(answer)), name).toBe(false);
      const count = (one: any) => one.structuredContent.items?.length;
      expect(count(answer), name).toBe(count(all));
    }
  });

  test('shows no personal data without contacts, in no resource', async () => {
    for (const uri of [
      'pms://overview/today',
      `pms://bookings/${house.order}`,
      `pms://bookings/${house.order}/messages`,
      `pms://ical/${house.room}.ics`,
    ]) {
      const answer = JSON.stringify(await reduced.readResource({ uri }));
      expect(holdsCanary(answer), uri).toBe(false);
      if (!uri.endsWith('.ics'))
        expect(holdsCanary(JSON.stringify(await whole.readResource({ uri })))).toBe(true);
    }
    await expect(lock.readResource({ uri: `pms://bookings/${house.order}/messages` })).rejects.toThrow(
      /scope_missing/,
    );
  });

  test('leaves out the parts of a booking that its scopes do not open', async () => {
    const call = { name: 'get_booking', arguments: { order_id: String(house.order) } };
    const { structuredContent }: any = await lock.callTool(call);
    expect(structuredContent).toMatchObject({
      booking: { name: 'Guest', order_id: house.order },
      conversation: [],
      conversation_is_longer: false,
      open_tasks: [],
      accounting: [],
    });
    const today: any = await lock.callTool({ name: 'get_daily_overview', arguments: {} });
    expect(today.structuredContent).toMatchObject({
      tasks_due: [],
      waiting_guests: [],
      counts: { arrivals: 1, tasks_due: 0, waiting_guests: 0, waiting_inquiries: 0 },
    });
  });

  test('writes bookings, and gets no personal data of them', async () => {
    const given = { order_id: String(house.order), arrival_time: '19:00' };
    const answer: any = await reduced.callTool({ name: 'update_booking', arguments: given });
    expect(answer.isError, JSON.stringify(answer)).toBeFalsy();
    expect(holdsCanary(JSON.stringify(answer))).toBe(false);
  });

  test('cannot find out names by search or completion', async () => {
    const found: any = await reduced.callTool({ name: 'list_bookings', arguments: { guest: 'Canary' } });
    expect(found.content[0].text).toMatch(/^scope_missing: .*contacts/);
    const complete = (client: AnyClient, value: string) =>
      client.complete({
        ref: { type: 'ref/prompt', name: 'answer_guest' },
        argument: { name: 'order_id', value },
      });
    expect((await complete(whole, 'Canary')).completion.values).not.toEqual([]);
    expect((await complete(reduced, 'Canary')).completion.values).toEqual([]);
    expect((await complete(reduced, String(house.order))).completion.values).toEqual([String(house.order)]);
  });
});

test('a subscription of 2026-07-28 leaves out resources that the token may not read', async () => {
  const url = api.mcpUrl(await tokenOf({ scopes: ['reports'] }));
  const wanted = ['pms://rooms', `pms://bookings/${house.order}`];
  const stream = await openRawStream(url, {
    method: 'POST',
    ...stateless('subscriptions/listen', { notifications: { resourceSubscriptions: wanted } }),
  });
  await stream.next(({ data }) => data.includes('acknowledged'));
  await api.operator('PATCH', `/properties/${house.hotelId}/bookings/${house.order}`, {
    arrival_time: '20:00',
  });
  await api.operator('PATCH', `/properties/${house.hotelId}/rooms/${house.room}`, { price: 99 });
  await stream.next(({ data }) => data.includes('resources/updated') && data.includes('pms://rooms"'));
  expect(stream.events.filter(({ data }) => data.includes('pms://bookings'))).toEqual([]);
  stream.drop();
});
