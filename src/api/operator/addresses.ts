// Validation of URLs that the operator enters for requests by innwire: https, because they carry secrets and
// guests' data.
import { invalidData } from '../../problems.ts';

/**
 * Throws `invalid_data` unless the URL is https (or webcal, which is fetched over https). Plain http is
 * accepted with ALLOW_PRIVATE_NETWORK: simulators and programs on a private network have no certificate.
 */
export function requireHttps(
  field: string,
  address: string,
  { allowHttp = false }: { allowHttp?: boolean },
): void {
  const { protocol = '' } = URL.parse(address.trim()) ?? {};
  if (/^(https|webcal):$/.test(protocol) || (allowHttp && protocol === 'http:')) return;
  throw invalidData({ field, rule: protocol === 'http:' ? 'plain_http' : 'no_https' });
}
