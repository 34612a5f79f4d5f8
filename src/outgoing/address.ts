// Decides which network addresses are public. Any other address could be our own database, a router, or a
// cloud's metadata service.
import net from 'node:net';
import ipaddr from 'ipaddr.js';

/** Names that exist in local networks only (RFC 6761, 6762, 8375, and names that routers use). */
const LOCAL_NAMES = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/;

/** Returns whether the host of a URL may be reachable from the Internet, judged by its name alone. */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (net.isIP(host)) return isPublicAddress(host);
  return host.includes('.') && !LOCAL_NAMES.test(host);
}

/** The block of which IANA gives out public IPv6 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** NAT64: on an IPv6-only network, IPv4 addresses are reached through it (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Ranges in IANA's special-purpose registries whose addresses are reachable from the whole Internet. */
const PUBLIC_RANGES = new Set(['unicast', 'as112', 'as112v6', 'amt']);

/**
 * Returns whether the text is an IP address that is reachable from the whole Internet. An IPv6 address that
 * contains an IPv4 address (mapped, NAT64, 6to4) is as public as that. False for text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  // net.isIP is stricter: ipaddr.js also accepts octal numbers and addresses of fewer parts.
  if (net.isIP(text) === 0) return false;
  const address = ipaddr.process(text); // an IPv4 address mapped into IPv6 becomes IPv4
  if (address instanceof ipaddr.IPv4) return PUBLIC_RANGES.has(address.range());
  const embedded = embeddedAddress(address);
  if (embedded) return PUBLIC_RANGES.has(embedded.range());
  return address.match(GLOBAL_UNICAST) && PUBLIC_RANGES.has(address.range());
}

function embeddedAddress(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  if (address.match(NAT64)) return new ipaddr.IPv4(bytes.slice(12));
  if (address.range() === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6));
  return null;
}
