// Why nobody outside can follow a link to this server, where its own address shows that.
import { mayBePublicHost } from '../outgoing/address.ts';

/** A `warning` for a record with a link to `baseUrl`; nothing where the host may be public. */
export function linkWarning(baseUrl: string): { warning?: string } {
  const { hostname } = new URL(baseUrl);
  if (mayBePublicHost(hostname)) return {};
  return {
    warning: `${hostname} cannot be reached from the Internet: set BASE_URL to the public address of this server before a channel is given this link.`,
  };
}
