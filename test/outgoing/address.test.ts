// Public and private addresses: the limits of every special block, in each of the ways in which IPv6 can
// contain an IPv4 address.
import { describe, expect, test } from 'vitest';
import { isPublicAddress, mayBePublicHost } from '../../src/outgoing/address.ts';

const PRIVATE_IPV4 = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
];
const PUBLIC_IPV4 = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
];
const PRIVATE_IPV6 = [
  '::',
  '::1',
  '::7f00:1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '100::1',
  '64:ff9b:1::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:db8::1',
  '3fff:fff::1',
  '5f00::1',
  '4000::1',
];
const PUBLIC_IPV6 = [
  '2606:4700:4700::1111',
  '2a00:1450:4003::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '3fff:1000::1',
];

const hex = (address: string) =>
  address
    .split('.')
    .map((byte) => Number(byte).toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{4})(.{4})$/, '$1:$2');
const WRAPPINGS: [string, (address: string) => string][] = [
  ['plain', (address) => address],
  ['IPv4-mapped', (address) => `::ffff:${address}`],
  ['IPv4-mapped in hex', (address) => `::ffff:${hex(address)}`],
  ['IPv4-mapped in full', (address) => `0:0:0:0:0:FFFF:${hex(address)}`],
  ['NAT64', (address) => `64:ff9b::${address}`],
  ['6to4', (address) => `2002:${hex(address)}::1`],
];

describe.each(WRAPPINGS)('%s', (_, wrap) => {
  test.each(PRIVATE_IPV4)('%s is not public', (address) =>
    expect(isPublicAddress(wrap(address))).toBe(false));
  test.each(PUBLIC_IPV4)('%s is public', (address) => expect(isPublicAddress(wrap(address))).toBe(true));
});

describe('IPv6', () => {
  test.each(PRIVATE_IPV6)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(PUBLIC_IPV6)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

test.each([
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f000001',
  '1.1.1',
  '[2606:4700::1]',
  '1.1.1.1/8',
])('%j is no address, so it is not public', (text) => expect(isPublicAddress(text)).toBe(false));

test.each([
  ['pms.example.com', true],
  ['203.0.114.7', true],
  ['[2606:4700::1111]', true],
  ['127.0.0.1', false],
  ['192.168.1.20', false],
  ['[::1]', false],
  ['localhost', false],
  ['inn.localhost', false],
  ['hotel', false],
  ['pms.local', false],
  ['pms.lan', false],
  ['pms.home.arpa.', false],
  ['local.example.com', true],
])('a server called %s may be public: %s', (host, expected) => {
  expect(mayBePublicHost(host)).toBe(expected);
});
