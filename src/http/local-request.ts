// Requests of programs on this machine: neither of other machines, nor passed on by a proxy, nor made by a web page.
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../model/client-address.ts';
import { isLoopbackAddress, isLoopbackHost } from '../model/loopback.ts';
import { Problem } from '../problems.ts';

/**
 * Throws `local_only` unless a program of this machine sent the request itself. A web page in a browser of this machine is none: it may
 * be anybody's.
 */
export function requireLocalProgram({ raw, headers }: FastifyRequest): void {
  // The address of the connection: headers do not change it.
  if (!isLoopbackAddress(clientAddress({ ip: raw.socket.remoteAddress ?? '' })))
    throw new Problem('local_only', { case: 'address' });
  const names = Object.keys(headers);
  // nginx passes requests on with HTTP/1.0, unless proxy_http_version says otherwise.
  if (raw.httpVersion === '1.0' || names.some((name) => ADDED_BY_PROXIES.test(name)))
    throw new Problem('local_only', { case: 'proxy' });
  // A page whose name was made to resolve to this machine (DNS rebinding) sends that name.
  if (!isLoopbackHost(URL.parse(`http://${headers.host}`)?.hostname ?? ''))
    throw new Problem('local_only', { case: 'host' });
  if (names.some((name) => ADDED_BY_BROWSERS.test(name))) throw new Problem('local_only', { case: 'page' });
}

const ADDED_BY_PROXIES =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|x-original-.*|x-envoy-.*|cf-.*|fly-.*)$/;
/**
 * Browsers send `Origin` with every POST, and `Sec-Fetch-Site` with every request to this machine. `Sec-Fetch-Mode` alone comes from `fetch` of
 * Node.
 */
const ADDED_BY_BROWSERS = /^(origin|referer|cookie|sec-ch-.*|sec-fetch-(?!mode$).*)$/;
