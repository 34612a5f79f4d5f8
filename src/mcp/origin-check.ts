// Checks of the Host and Origin headers, against DNS rebinding and requests from foreign web pages.
import { isIP } from 'node:net';
import type { McpHost } from './host.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Returns why a request is refused before anything else of it is checked; null when it is not. */
export function refusedFor(
  { host, origin }: { host?: string | undefined; origin?: string | undefined },
  { baseUrl, settings }: Pick<McpHost, 'baseUrl' | 'settings'>,
): string | null {
  const own = [...LOOPBACK, URL.parse(baseUrl())?.hostname ?? '', ...settings.hosts];
  const name = URL.parse(`http://${host}`)?.hostname;
  // IP addresses are accepted, because DNS rebinding needs a name.
  if (!name || !(own.includes(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0))
    return 'This server is not known under the name in the Host header: set BASE_URL or MCP_HOSTS.';
  if (origin === undefined || origin === '') return null;
  const page = URL.parse(origin)?.hostname;
  if (!page || !own.includes(page)) return 'Pages of this origin may not use this server: see MCP_HOSTS.';
  return null;
}
