// Validation of URLs that the operator enters for requests by innwire: https, because they carry secrets and
// guests' data.
import { isLoopbackHost } from '../../model/loopback.ts';
import type { Property } from '../../model/property.ts';
import { invalidData } from '../../problems.ts';

/**
 * Throws `invalid_data` unless the URL is https (or webcal, which is fetched over https). Plain http is
 * accepted with ALLOW_PRIVATE_NETWORK: simulators and programs on a private network have no certificate.
 * Of a test property the URL is of this machine, http or https.
 */
export function requireHttps(
  field: string,
  address: string,
  { allowHttp = false, property }: { allowHttp?: boolean; property: Pick<Property, 'testUntil'> },
): void {
  const { protocol = '', hostname = '' } = URL.parse(address.trim()) ?? {};
  if (property.testUntil && !isLoopbackHost(hostname)) throw invalidData({ field, rule: 'not_this_machine' });
  if (/^(https|webcal):$/.test(protocol) || (allowHttp && protocol === 'http:')) return;
  throw invalidData({ field, rule: protocol === 'http:' ? 'plain_http' : 'no_https' });
}
