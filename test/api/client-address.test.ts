// The address under which a request is counted: what proxies report, what clients forge, and what is no
// address.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { clientAddress, countedAddress } from '../../src/model/client-address.ts';
import { useApi } from '../harness/api.ts';
import { randomly } from '../harness/random.ts';
import { expectProblem } from './expectations.ts';

const trust = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy;

describe('TRUST_PROXY', () => {
  test('is off unless set, and takes a number of proxies or their addresses', () => {
    expect(readConfig({}).trustProxy).toBe(false);
    for (const off of ['off', 'no', 'false', '0']) expect(trust(off)).toBe(false);
    expect(trust('1')).toBe(1);
    expect(trust('10')).toBe(10);
    expect(trust('loopback, 10.0.0.0/8 ,2001:DB8::7,192.0.2.1')).toEqual([
      'loopback',
      '10.0.0.0/8',
      '2001:db8::7',
      '192.0.2.1',
    ]);
  });

  test.each([
    'on',
    'true',
    'yes',
    '11',
    '-1',
    '1.5',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '300.1.1.1',
    'a.example',
    'loopback,',
    'on,1',
  ])('%s stops the start with a sentence that says what to write instead', (value) => {
    expect(() => trust(value)).toThrow(
      /TRUST_PROXY must be off, the number of proxies in a row before innwire \(1 for one\), or their addresses .*, not "/,
    );
  });
});

describe('a client behind one proxy that appends to X-Forwarded-For', () => {
  const api = useApi({ sample: true, limits: { sandbox: 5, live: 1_000 }, trustProxy: 1 });
  const visit = (forwarded: string) =>
    api.request('GET', '/api/hotels/api_token', {
      headers: { 'x-forwarded-for': forwarded },
      ip: '127.0.0.1',
    });

  test.each([
    ['an address', '198.51.100.1', (i: number) => `10.9.0.${i}`],
    ['a list of addresses', '198.51.100.2', (i: number) => `10.9.0.${i}, 127.0.0.1, 10.8.${i}.1`],
    ['an address with a port', '198.51.100.3', (i: number) => `10.9.0.${i}:443`],
    ['names and blanks', '198.51.100.4', (i: number) => `unknown-${i},,  , "`],
    ['an IPv6 address', '198.51.100.5', (i: number) => `[2001:db8:${i}::1]`],
  ])('cannot get a fresh limit by writing %s into the header', async (_, own, forged) => {
    const statuses: number[] = [];
    for (let i = 1; i <= 12; i += 1) statuses.push((await visit(`${forged(i)}, ${own}`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.slice(5)).toEqual(Array(7).fill(429));
  });

  test('and another client behind the same proxy have a limit each', async () => {
    for (let i = 0; i < 6; i += 1) await visit('203.0.113.1');
    expect((await visit('203.0.113.1')).status).toBe(429);
    expect((await visit('203.0.113.2')).status).toBe(200);
  });

  test('cannot try more wrong tokens by forging addresses', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 80; i += 1) {
      const answer = await api.request('GET', `/api/hotels/wrong-${i}`, {
        headers: { 'x-forwarded-for': `10.7.${i}.1, 203.0.113.50` },
        ip: '127.0.0.1',
      });
      statuses.push(answer.status);
    }
    expect(statuses[0]).toBe(404);
    expect(statuses.at(-1)).toBe(429);
  });

  test('has one limit for its whole IPv6 network', async () => {
    for (let i = 0; i < 5; i += 1) expect((await visit(`2001:db8:1:2::${i}`)).status).toBe(200);
    expectProblem(await visit('2001:db8:1:2:ffff::9'), 429, 'rate_limited');
    expect((await visit('2001:db8:1:3::1')).status).toBe(200);
  });

  test('whose address the proxy cannot say counts as the proxy', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await visit(`unknown${i}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('with the addresses of the proxies', () => {
  const api = useApi({
    sample: true,
    limits: { sandbox: 2, live: 1_000 },
    trustProxy: ['loopback', '10.0.0.0/8'],
  });
  const visit = (ip: string, forwarded: string) =>
    api.request('GET', '/api/hotels/api_token', { headers: { 'x-forwarded-for': forwarded }, ip });

  test('the last address that is none of theirs is the client', async () => {
    for (let i = 0; i < 2; i += 1) await visit('127.0.0.1', `1.1.1.${i}, 198.51.100.1, 10.0.0.${i}`);
    expect((await visit('::1', '1.1.1.9, 198.51.100.1, 10.2.0.9')).status).toBe(429);
    expect((await visit('127.0.0.1', '198.51.100.1, 198.51.100.2')).status).toBe(200);
  });

  test('the header of somebody who is no proxy is not believed', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1)
      statuses.push((await visit('198.51.100.77', `10.0.0.1, 1.2.3.${i}`)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});

describe('without TRUST_PROXY', () => {
  const api = useApi({ sample: true, limits: { sandbox: 2, live: 1_000 } });

  test('X-Forwarded-For counts for nothing', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${i}` };
      statuses.push((await api.request('GET', '/api/hotels/api_token', { headers, ip: '192.0.2.1' })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});

describe('an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:8080', '192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1', '192.0.2.1'],
    ['[2001:DB8::1]:443', '2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0001:0000:0000:0000:0002', '2001:db8:0:1::2', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80::1', 'fe80:0:0:0::/64'],
    ['::1', '::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201', '64:ff9b:0:0::/64'],
  ])('%s is %s, counted as %s', (ip, address, counted) => {
    expect(clientAddress({ ip })).toBe(address);
    expect(countedAddress({ ip })).toBe(counted);
  });

  test('of an IPv6 network counts like every other of it, and unlike those of the next', () => {
    const hex = fc.integer({ min: 0, max: 0xffff }).map((group) => group.toString(16));
    const groups = (n: number) => fc.array(hex, { minLength: n, maxLength: n });
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), groups(4), (network, other, one, two) => {
        fc.pre(network.some((group) => group !== '0') && network.join() !== other.join());
        const counted = (net: string[], host: string[]) =>
          countedAddress({ ip: [...net, ...host].join(':') });
        expect(counted(network, one)).toBe(counted(network, two));
        expect(counted(network, one)).not.toBe(counted(other, one));
      }),
      randomly(),
    );
  });

  test('that is no address, of any length, gives the nearest that is one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (junk) => {
        fc.pre(clientAddress({ ip: junk }) === 'unknown');
        expect(clientAddress({ ip: junk, ips: ['10.0.0.1', '198.51.100.4', junk] })).toBe('198.51.100.4');
        expect(countedAddress({ ip: junk })).toBe('unknown');
      }),
      randomly(),
    );
  });
});
