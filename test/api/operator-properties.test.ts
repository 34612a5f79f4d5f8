// Creating and changing properties.
import { describe, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ sample: true });
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

const make = (body: object) =>
  api.operator('POST', '/properties', { name: 'Quinta', currency: 'EUR', ...body });
const DEFAULTS = {
  checkin_time: '15:00',
  checkout_time: '11:00',
  language: 'en',
  email: null,
  phone: null,
  website: null,
  horizon_days: 500,
  inspects_units: false,
  books_closed_until: null,
  infants_under_age: 2,
};

describe('making a property', () => {
  test('answers with its profile, its subscription and its first token', async () => {
    const answer = await make({
      address: 'Rua do Mar 1',
      timezone: 'Europe/Lisbon',
      settings: { language: 'pt' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      hotel_id: expect.any(Number),
      name: 'Quinta',
      currency: 'EUR',
      address: 'Rua do Mar 1',
      timezone: 'Europe/Lisbon',
      settings: { ...DEFAULTS, language: 'pt' },
      retention: { guests: null, messages: null, channel_records: null, exchanges: null },
      test_until: null,
      archived_at: null,
      subscription: { plan: 'self_hosted', status: 'active', renews_at: null },
      api_token: expect.stringMatching(/^pms_live_/),
    });
    expect((await api.get(`/api/rentals/${answer.body.api_token}`)).body).toEqual([]);
  });

  test.each([
    [{ name: undefined }, ['name']],
    [{ name: ' ' }, ['name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ name: 'a\0' }, ['name']],
    [{ currency: undefined }, ['currency']],
    [{ currency: 'eur' }, ['currency']],
    [{ currency: 'XYZ' }, ['currency']],
    [{ currency: 'EURO' }, ['currency']],
    [{ timezone: 'Lisbon' }, ['timezone']],
    [{ timezone: '+01:00' }, ['timezone']],
    [{ timezone: '' }, ['timezone']],
    [{ address: 5 }, ['address']],
    [{ settings: [] }, ['settings']],
    [{ settings: { checkin_time: '24:00' } }, ['settings.checkin_time']],
    [{ settings: { checkout_time: '9:00' } }, ['settings.checkout_time']],
    [{ settings: { language: 'not a language' } }, ['settings.language']],
    [{ settings: { email: 'x' } }, ['settings.email']],
    [{ settings: { website: 'javascript:alert(1)' } }, ['settings.website']],
    [{ settings: { website: 'https://' } }, ['settings.website']],
    [{ settings: { horizon_days: 0 } }, ['settings.horizon_days']],
    [{ settings: { horizon_days: 3_661 } }, ['settings.horizon_days']],
  ])('is refused for %j', async (body, fields) => {
    const before = await fingerprint(api.db);
    expectProblem(await make(body), 400, 'invalid_data', fields);
    expect(await fingerprint(api.db)).toBe(before);
  });
});

test('properties are listed by id, without tokens, and the sample property is not among them', async () => {
  await api.get('/api/hotels/api_token');
  const { api_token: _, ...made } = (await make({ name: 'Listed' })).body;
  const { body } = await api.operator('GET', '/properties');
  const ids = body.map((property: any) => property.hotel_id);
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
  expect(ids).not.toContain(1);
  expect(body.at(-1)).toEqual(made);
});

describe('changing a property', () => {
  test('changes what is named and leaves the rest', async () => {
    const { api_token: token, ...made } = (await make({ settings: { email: 'a@b.example' } })).body;
    const patch = (body: object) => api.operator('PATCH', `/properties/${made.hotel_id}`, body);
    expect((await patch({})).body).toEqual(made);
    const answer = await patch({
      name: ' New ',
      timezone: 'Asia/Tokyo',
      settings: { checkin_time: '14:00', email: null },
      subscription: { status: 'past_due', renews_at: '2026-07-01T00:00:00Z' },
    });
    expect(answer.body).toEqual({
      ...made,
      name: 'New',
      timezone: 'Asia/Tokyo',
      settings: { ...made.settings, checkin_time: '14:00', email: null },
      subscription: { plan: 'self_hosted', status: 'past_due', renews_at: '2026-07-01T00:00:00.000Z' },
    });
    expect((await api.get(`/api/rentals/${token}`)).status).toBe(402);
    await patch({ subscription: { status: 'active', renews_at: null } });
    expect((await api.get(`/api/rentals/${token}`)).status).toBe(200);
  });

  test('cannot change its currency or its id: both are read-only', async () => {
    const { hotel_id } = (await make({})).body;
    const answer = await api.operator('PATCH', `/properties/${hotel_id}`, { currency: 'USD', hotel_id: 5 });
    expectProblem(answer, 400, 'invalid_data', ['currency', 'hotel_id']);
    expect(answer.body.detail).toContain('currency is read-only: leave it out');
  });

  test.each([
    [{ name: '' }, ['name']],
    [{ name: null }, ['name']],
    [{ timezone: 'Mars/Base' }, ['timezone']],
    [{ subscription: { status: 'free' } }, ['subscription.status']],
    [{ subscription: { renews_at: 'soon' } }, ['subscription.renews_at']],
    [{ subscription: { plan: '' } }, ['subscription.plan']],
  ])('is refused for %j', async (body, fields) => {
    const { hotel_id } = (await make({})).body;
    const before = await fingerprint(api.db);
    expectProblem(await api.operator('PATCH', `/properties/${hotel_id}`, body), 400, 'invalid_data', fields);
    expect(await fingerprint(api.db)).toBe(before);
  });

  test.each([
    '999999',
    '0',
    '-1',
    String(Number.MAX_SAFE_INTEGER),
  ])('%s is 404 unknown_property', async (id) => {
    expectProblem(await api.operator('PATCH', `/properties/${id}`, {}), 404, 'unknown_property');
  });

  test.each(['x', '1.5', '1e3', '99999999999999999999', '%00', '%20'])('%s is a wrong id', async (id) => {
    expectProblem(await api.operator('PATCH', `/properties/${id}`, {}), 400, 'invalid_parameters', [
      'hotel_id',
    ]);
  });

  test('is refused for the sample property', async () => {
    await api.get('/api/hotels/api_token');
    expectProblem(await api.operator('PATCH', '/properties/1', { name: 'Mine' }), 403, 'demo_mode');
  });
});
