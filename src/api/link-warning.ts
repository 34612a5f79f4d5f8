// A warning for links to this server whose host shows that nobody outside can reach it.
import { mayBePublicHost } from '../outgoing/address.ts';

/** Returns a `warning` for a record with a link to `baseUrl`; an empty object when the host may be public. */
export function linkWarning(baseUrl: string): { warning?: string } {
  const { hostname } = new URL(baseUrl);
  if (mayBePublicHost(hostname)) return {};
  return {
    warning: `${hostname} cannot be reached from the Internet: set BASE_URL to the public address of this server before a channel is given this link.`,
  };
}
