// Decides which network addresses are public. Any other address could be our own database, a router, or a
// cloud's metadata service.
import net from 'node:net';

// IANA IPv4 Special-Purpose Address Registry, and multicast and reserved space.
const SPECIAL_IPV4: readonly [address: string, prefix: number][] = [
  ['0.0.0.0', 8], // this network; 0.0.0.0 connects to this machine
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local; 169.254.169.254 is the metadata service of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relay, deprecated
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

// IPv6 has one block of public addresses; the exceptions in it come from the IANA IPv6 Special-Purpose
// Address Registry. Unique-local (fc00::/7), link-local, multicast, ::1, :: and IPv4-compatible addresses are
// outside of it.
const GLOBAL_IPV6: readonly [address: string, prefix: number][] = [
  ['2000::', 3], // global unicast
  ['::ffff:0:0', 96], // IPv4-mapped: as public as the IPv4 address in it
  ['64:ff9b::', 96], // NAT64: on an IPv6-only network, IPv4 addresses are reached through it
];
const SPECIAL_IPV6: readonly [address: string, prefix: number][] = [
  ['2001::', 23], // IETF protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['3fff::', 20], // documentation
];

const special = new net.BlockList();
const global = new net.BlockList();
for (const [address, prefix] of SPECIAL_IPV4) {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
  special.addSubnet(address, prefix, 'ipv4');
  special.addSubnet(`::ffff:${address}`, 96 + prefix, 'ipv6');
  special.addSubnet(`64:ff9b::${address}`, 96 + prefix, 'ipv6');
  special.addSubnet(`2002:${hex(a, b)}:${hex(c, d)}::`, 16 + prefix, 'ipv6'); // 6to4: the IPv4 address follows 2002
}
for (const [address, prefix] of GLOBAL_IPV6) global.addSubnet(address, prefix, 'ipv6');
for (const [address, prefix] of SPECIAL_IPV6) special.addSubnet(address, prefix, 'ipv6');

/** Names that exist in local networks only (RFC 6761, 6762, 8375, and names that routers use). */
const LOCAL_NAMES = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/;

/** Returns whether the host of a URL may be reachable from the Internet, judged by its name alone. */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (net.isIP(host)) return isPublicAddress(host);
  return host.includes('.') && !LOCAL_NAMES.test(host);
}

/**
 * Returns whether the text is an IP address that is reachable from the whole Internet. False for text that is
 * not an address.
 */
export function isPublicAddress(text: string): boolean {
  const address = text.replace(/%.*$/, ''); // a scope: fe80::1%eth0
  const family = net.isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
