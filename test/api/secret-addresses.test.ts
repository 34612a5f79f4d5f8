// Secret URLs: never listed, encrypted at rest, replaceable, and accepted only with TLS.
import { describe, expect, test } from 'vitest';
import { claimWebhook, findWaitingWebhooks } from '../../src/pms/webhook-deliveries.ts';
import { encryptStoredWebhookUrls } from '../../src/pms/webhook-url.ts';
import { useApi } from '../harness/api.ts';
import { dumpProperty } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const strict = useApi({ allowHttp: false });
const SECRET_URL = 'https://user:hookpass@hooks.example.com/hooks/T0Ks3cr3tPath9/x?token=abcSecret';
const SECRETS = ['hookpass', 'T0Ks3cr3tPath9', 'abcSecret'];
const deliveredTo = async (hotelId: number) => {
  const now = Temporal.Now.instant();
  const waiting = await findWaitingWebhooks(api.db, { now, hotelIds: [hotelId], retrying: false, limit: 10 });
  const owner = { processId: crypto.randomUUID(), now };
  const claimed = await Promise.all(waiting.map((one) => claimWebhook(api.db, one, owner)));
  return claimed.map((webhook) => webhook?.url);
};
let changes = 0;
const somethingHappens = (hotelId: number) => {
  changes += 1;
  return api.operator('PATCH', `/properties/${hotelId}`, { name: `Casa ${changes}` });
};

describe('the address of a webhook', () => {
  test('is delivered to as it was entered, and is nowhere in clear', async () => {
    const { hotelId } = await api.property();
    const made = await api.operator('POST', `/properties/${hotelId}/webhooks`, { url: SECRET_URL });
    expect(made.body.url).toMatch(/^https:\/\/\*\*\*@hooks\.example\.com\/hooks\/\*\*\*/);
    const listed = await api.operator('GET', `/properties/${hotelId}/webhooks`);
    const dump = Object.values(await dumpProperty(api.db, hotelId)).join('\n');
    for (const secret of SECRETS)
      for (const text of [made.text, listed.text, dump]) expect(text).not.toContain(secret);
    await somethingHappens(hotelId);
    expect(await deliveredTo(hotelId)).toEqual([SECRET_URL]);
  });

  test('stays when it is sent back as it was listed, and changes when another is sent', async () => {
    const { hotelId } = await api.property();
    const path = `/properties/${hotelId}/webhooks`;
    const { id, url } = (await api.operator('POST', path, { url: SECRET_URL })).body;
    expect((await api.operator('PATCH', `${path}/${id}`, { url, active: true })).body.url).toBe(url);
    await somethingHappens(hotelId);
    expect(await deliveredTo(hotelId)).toEqual([SECRET_URL]);
    await api.operator('PATCH', `${path}/${id}`, { url: `${SECRET_URL}2` });
    expect(await deliveredTo(hotelId)).toEqual([`${SECRET_URL}2`]);
  });

  test('that was stored by a release before is encrypted at the next start, once', async () => {
    const { hotelId } = await api.property();
    const path = `/properties/${hotelId}/webhooks`;
    const { id } = (await api.operator('POST', path, { url: SECRET_URL })).body;
    await api.db.query('update webhooks set url = $2, encrypted_url = null where hotel_id = $1', [
      hotelId,
      SECRET_URL,
    ]);
    await somethingHappens(hotelId);
    const counts = await Promise.all([encryptStoredWebhookUrls(api.db), encryptStoredWebhookUrls(api.db)]);
    expect(counts.reduce((sum, one) => sum + one)).toBe(1);
    expect(await encryptStoredWebhookUrls(api.db)).toBe(0);
    expect(JSON.stringify((await api.operator('GET', path)).body)).not.toContain('hookpass');
    expect((await api.operator('GET', path)).body[0].id).toBe(id);
    expect(await deliveredTo(hotelId)).toEqual([SECRET_URL]);
  });
});

describe('an address without TLS', () => {
  test('is refused for webhooks, channels and calendars, saying what is accepted', async () => {
    const { hotelId, room } = await strict.property();
    const put = (channel: string, body: object) =>
      strict.operator('PUT', `/properties/${hotelId}/channels/${channel}`, body);
    const ical = (ical_url: string) =>
      put('airbnb', { protocol: 'ical', rooms: [{ room_id: room, ical_url }] });
    const partner = { protocol: 'open_channel', url: 'http://partner.example', rooms: [] };
    for (const [answer, field] of [
      [
        await strict.operator('POST', `/properties/${hotelId}/webhooks`, { url: 'http://a.example/x' }),
        'url',
      ],
      [await ical('http://a.example/x.ics'), 'rooms.0.ical_url'],
      [await put('partner', partner), 'url'],
    ] as const) {
      expectProblem(answer, 400, 'invalid_data');
      expect(answer.body.errors[0]).toEqual({
        field,
        message: expect.stringMatching(/^must be an https address, not http/),
        rule: expect.any(String),
        ...(answer.body.errors[0].data && { data: expect.any(Object) }),
      });
    }
    for (const url of ['ftp://a.example', 'javascript:alert(1)', 'a.example', 'webcal://a.example/x'])
      expectProblem(
        await strict.operator('POST', `/properties/${hotelId}/webhooks`, { url }),
        400,
        'invalid_data',
      );
    expect((await ical('webcal://a.example/x.ics')).status).toBe(200);
    expect(
      (await strict.operator('POST', `/properties/${hotelId}/webhooks`, { url: 'https://a.example/x' }))
        .status,
    ).toBe(200);
  });
});

describe('a calendar link', () => {
  test('that is replaced is 404 at once; the new one shows the same calendar', async () => {
    const { hotelId, token } = await api.property();
    const before = await api.get(`/api/ical/${token}`);
    const [link, other] = before.body;
    const at = (url: string) => api.get(new URL(url).pathname);
    expect((await at(link.url)).status).toBe(200);
    const rotated = await api.operator('POST', `/properties/${hotelId}/ical/${link.id}/rotate`);
    expect(rotated.body).toEqual({ ...link, url: expect.stringMatching(/\/ical\/[0-9A-Za-z]{32}\.ics$/) });
    expect(rotated.body.url).not.toBe(link.url);
    expect((await at(link.url)).status).toBe(404);
    expect((await at(rotated.body.url)).status).toBe(200);
    expect((await at(other.url)).status).toBe(200);
    // Clients that cached the list notice the change.
    const again = await api.get(`/api/ical/${token}`, { 'if-none-match': before.headers['etag']! });
    expect(again.status).toBe(200);
    expect(again.body[0].url).toBe(rotated.body.url);
  });

  test('of another property, or none, cannot be replaced', async () => {
    const [one, two] = [await api.property(), await api.property()];
    const [link] = (await api.get(`/api/ical/${two.token}`)).body;
    expectProblem(
      await api.operator('POST', `/properties/${one.hotelId}/ical/${link.id}/rotate`),
      404,
      'not_found',
    );
    expect((await api.get(`/api/ical/${two.token}`)).body[0].url).toBe(link.url);
  });
});

describe('a connection', () => {
  const connect = (hotelId: number, room: number, url: string) =>
    api.operator('PUT', `/properties/${hotelId}/channels/partner`, {
      protocol: 'open_channel',
      url,
      settings: { hotel_code: 'hotel-31' },
      credentials: { api_key: 'a-key-of-the-partner' },
      rooms: [{ room_id: room, external_room: 'R-1', external_rate: 'BAR' }],
    });

  test('whose inbound address is replaced is 404 under the old one', async () => {
    const { hotelId, room } = await api.property();
    const body = { protocol: 'ical', rooms: [{ room_id: room, ical_url: 'https://a.example/x.ics' }] };
    await api.operator('PUT', `/properties/${hotelId}/channels/airbnb`, body);
    const keys = () =>
      api.db.query<{ channel_key: string }>('select channel_key from channel_keys where hotel_id = $1', [
        hotelId,
      ]);
    const [before] = await keys();
    const rotated = await api.operator('POST', `/properties/${hotelId}/channels/airbnb/rotate_key`);
    expect(rotated.status).toBe(200);
    const after = await keys();
    expect(after).toHaveLength(1);
    expect(after[0]!.channel_key).not.toBe(before!.channel_key);
    expectProblem(await api.get(`/channels/${before!.channel_key}/x`), 404, 'not_found');
    expectProblem(
      await api.operator('POST', `/properties/${hotelId}/channels/vrbo/rotate_key`),
      400,
      'unknown_channel',
    );
  });

  test('shows its address without user name, password and query, in lists and in the log of events', async () => {
    const { hotelId, room, token } = await api.property();
    const made = await connect(
      hotelId,
      room,
      'https://user:hookpass@partner.example/v1/innwire?token=abcSecret',
    );
    const events = await api.get(`/api/events/${token}`);
    const listed = await api.operator('GET', `/properties/${hotelId}/channels`);
    for (const text of [made.text, events.text, listed.text])
      for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(made.body.url).toContain('@partner.example/v1/innwire');
    expect(made.status).toBe(200);
  });
});
