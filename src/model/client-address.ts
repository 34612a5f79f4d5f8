// The client address of a request, for rate limits and logs.
import net from 'node:net';

/** The origin of a request as the HTTP framework reports it (see TRUST_PROXY). */
export type RequestOrigin = {
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
  return net.isIPv6(address) ? `${network64(address)}::/64` : address;
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
  const address = bare.replace(/%.*$/, '');
  const family = net.isIP(address);
  if (family === 0) return null;
  if (family === 4) return address;
  const groups = groupsOf(address);
  const [fifth, high, low] = [groups[5]!, groups[6]!, groups[7]!];
  if (groups.slice(0, 5).every((group) => group === 0) && fifth === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

function network64(address: string): string {
  return groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1); // a dotted IPv4 end becomes hexadecimal
  const [head = '', tail] = canonical.split('::');
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [front, back] = [numbers(head), numbers(tail ?? '')];
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}
