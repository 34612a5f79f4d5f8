// The client address of a request, for rate limits and logs.
import net from 'node:net';
import ipaddr from 'ipaddr.js';

/** The origin of a request as the HTTP framework reports it (see TRUST_PROXY). */
type RequestOrigin = {
  /** the address of the connection, or the one that the trusted proxies report */
  ip: string;
  /** with a trusted proxy: the connection's address first, then what X-Forwarded-For says, nearest first */
  ips?: string[] | undefined;
};

/**
 * Returns the client's IP address in canonical form: no port, no brackets, no zone, IPv4 not mapped into
 * IPv6; `unknown` if there is none (Unix socket). If a proxy reports no valid address (`unknown`, a name),
 * the nearest hop with a valid one is used, so that invented values share one rate limit instead of getting
 * one each.
 */
export function clientAddress({ ip, ips }: RequestOrigin): string {
  for (const reported of ips ? [...ips].reverse() : [ip]) {
    const address = parseAddress(reported);
    if (address) return address;
  }
  return UNKNOWN;
}

/**
 * Returns the key of a rate limit per client: the IPv4 address, or the /64 network of an IPv6 address,
 * because a single subscriber has 2^64 addresses (RFC 6177, RFC 7934) and can use another one for each
 * request.
 */
export function countedAddress(origin: RequestOrigin): string {
  const address = clientAddress(origin);
  if (!ipaddr.IPv6.isValid(address)) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** A Unix socket has no address. */
const UNKNOWN = 'unknown';

/** Longer than any address with zone and port: a header of 16 kB is not parsed. */
const MAX_LENGTH = 100;

function parseAddress(reported: string | undefined): string | null {
  if (!reported || reported.length > MAX_LENGTH) return null;
  const text = reported.trim();
  // 192.0.2.1:443 (Azure Application Gateway), [2001:db8::1]:443 and [2001:db8::1]
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  // net.isIP is stricter: ipaddr.js also accepts octal numbers and addresses of fewer parts.
  return net.isIP(bare) === 0 ? null : canonical(bare);
}

function canonical(text: string): string {
  const address = ipaddr.process(text.replace(/%.*$/, '')); // an IPv4 address mapped into IPv6 becomes IPv4
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}
