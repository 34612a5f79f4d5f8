// Rate limits of tokens, and of addresses that try invalid tokens.
import { describe, expect, test } from 'vitest';
import { createToken } from '../../src/model/token.ts';
import { type ApiResponse, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ sample: true, limits: { sandbox: 5, live: 4 } });
const limitsOf = ({ headers }: ApiResponse) => [
  headers['ratelimit-limit'],
  headers['ratelimit-remaining'],
  headers['ratelimit-reset'],
];
const hotels = (token: string, ip = '192.0.2.1') => api.request('GET', `/api/hotels/${token}`, { ip });

describe('a token', () => {
  test('gets its count with each response, and is refused beyond its limit', async () => {
    const { token } = await api.property();
    const seconds = expect.stringMatching(/^([1-9]|[1-5]\d|60)$/);
    for (const remaining of ['3', '2', '1', '0']) {
      const answer = await hotels(token);
      expect([answer.status, ...limitsOf(answer)]).toEqual([200, '4', remaining, seconds]);
    }
    const refused = await hotels(token);
    expectProblem(refused, 429, 'rate_limited');
    expect(limitsOf(refused)).toEqual(['4', '0', seconds]);
    expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
  });

  test('is counted over all its calls: refusals, 304, every resource, from every address', async () => {
    const { token } = await api.property();
    await api.get(`/api/rentals/${token}?room_id=x`);
    await api.get(`/api/rentals/${token}`, { 'if-none-match': '*' });
    await api.post(`/api/bookings/${token}`, {});
    const last = await hotels(token, '198.51.100.7');
    expect(limitsOf(last)[1]).toBe('0');
    expectProblem(await hotels(token, '203.0.113.9'), 429, 'rate_limited');
  });

  test('does not use up the minute of another token of the same property and address', async () => {
    const property = await api.property();
    const path = `/properties/${property.hotelId}/tokens`;
    const { api_token } = (await api.operator('POST', path, { label: 'second' })).body;
    for (let i = 0; i < 6; i += 1) await hotels(property.token);
    expect(limitsOf(await hotels(api_token))[1]).toBe('3');
  });

  test('beyond its limit changes nothing', async () => {
    const { token, room, hotelId } = await api.property();
    for (let i = 0; i < 5; i += 1) await hotels(token);
    const stay = { room_id: room, name: 'A', checkin: '2027-03-01', checkout: '2027-03-02', price: 1 };
    expectProblem(await api.post(`/api/bookings/${token}`, stay), 429, 'rate_limited');
    expect(await api.db.query('select 1 from reservations where hotel_id = $1', [hotelId])).toEqual([]);
  });

  test('that is the sandbox has the limit of the sandbox', async () => {
    const answers: ApiResponse[] = [];
    for (let i = 0; i < 6; i += 1) answers.push(await hotels('api_token', '192.0.2.77'));
    expect(limitsOf(answers[0]!).slice(0, 2)).toEqual(['5', '4']);
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('an address that tries wrong tokens', () => {
  const flood = async (ip: string, count = 80): Promise<ApiResponse[]> => {
    const answers: ApiResponse[] = [];
    for (let i = 0; i < count; i += 1) answers.push(await hotels(i % 2 ? createToken() : `wrong-${i}`, ip));
    return answers;
  };

  test('is slowed with 429 and Retry-After, and others are not', async () => {
    const answers = await flood('198.51.100.1');
    expectProblem(answers[0]!, 404, 'unknown_token');
    expectProblem(answers.at(-1)!, 429, 'rate_limited');
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers.findIndex((one) => one.status === 429)).toBeGreaterThanOrEqual(10);
    expectProblem(await hotels('wrong', '198.51.100.2'), 404, 'unknown_token');
  });

  test('does no harm to good tokens that share it, whether they were seen before or not', async () => {
    const [seen, unseen] = [await api.property(), await api.property()];
    await hotels(seen.token, '198.51.100.3');
    await flood('198.51.100.3');
    expect((await hotels(seen.token, '198.51.100.3')).status).toBe(200);
    expect((await hotels(unseen.token, '198.51.100.3')).status).toBe(200);
    expect((await hotels('api_token', '198.51.100.3')).status).toBe(200);
  });

  test('cannot tell a revoked token from a wrong one, before or during the flood', async () => {
    const property = await api.property();
    const path = `/properties/${property.hotelId}/tokens`;
    const used = (await api.operator('POST', path, { label: 'used' })).body;
    await hotels(used.api_token, '198.51.100.4');
    await api.operator('DELETE', `${path}/${used.id}`);
    const contentOf = ({ status, headers, body }: ApiResponse) => {
      const names = Object.keys(headers).toSorted();
      const { timestamp: _, request_id: __, ...rest } = body;
      return { status, names, body: { ...rest, detail: rest.detail.replace(/\d+/, 'n') } };
    };
    const compare = async () => {
      const revoked = contentOf(await hotels(used.api_token, '198.51.100.4'));
      for (const wrong of [createToken(), 'x', `pms_live_${'0'.repeat(38)}`, `${used.api_token}x`]) {
        expect(contentOf(await hotels(wrong, '198.51.100.4'))).toEqual(revoked);
      }
      return revoked.status;
    };
    expect(await compare()).toBe(404);
    await flood('198.51.100.4');
    expect(await compare()).toBe(429);
  });

  test('with POST is slowed in the same way, before the body is looked at', async () => {
    await flood('198.51.100.5');
    const answer = await api.request('POST', '/api/bookings/wrong', { raw: '{', ip: '198.51.100.5' });
    expectProblem(answer, 429, 'rate_limited');
  });
});

describe('addresses with a key', () => {
  const feedOf = async (token: string) => new URL((await api.get(`/api/ical/${token}`)).body[0].url).pathname;

  test("a calendar's link is answered for some programs, and not without end", async () => {
    const path = await feedOf((await api.property()).token);
    const statuses: number[] = [];
    for (let i = 0; i < 121; i += 1) statuses.push((await api.get(path)).status);
    expect(new Set(statuses.slice(0, 120))).toEqual(new Set([200]));
    const refused = await api.get(path);
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await api.get(await feedOf((await api.property()).token))).status).toBe(200);
  });

  test.each([
    ['calendars', (i: number) => `/ical/${String(i).padStart(32, '0')}.ics`],
    ['connections', (i: number) => `/channels/${String(i).padStart(32, '0')}/index`],
  ])('%s of wrong keys are refused to an address that tries many', async (what, pathOf) => {
    const ip = what === 'calendars' ? '192.0.2.101' : '192.0.2.102';
    const statuses: number[] = [];
    for (let i = 0; i < 61; i += 1) statuses.push((await api.request('GET', pathOf(i), { ip })).status);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([404]));
    expectProblem(await api.request('GET', pathOf(61), { ip }), 429, 'rate_limited');
    expect((await api.request('GET', pathOf(62), { ip: '192.0.2.103' })).status).toBe(404);
  });

  test('of wrong keys are counted by network where they come over IPv6', async () => {
    const path = (i: number) => `/channels/${String(i).padStart(32, '0')}/index`;
    for (let i = 0; i < 60; i += 1) await api.request('GET', path(i), { ip: `2001:db8:9:1::${i + 1}` });
    expectProblem(await api.request('GET', path(61), { ip: '2001:db8:9:1:ffff::1' }), 429, 'rate_limited');
    expect((await api.request('GET', path(62), { ip: '2001:db8:9:2::1' })).status).toBe(404);
  });
});
