// The name that a client gives itself, cleaned for the log.
import { withoutCardNumbers } from '../model/card-numbers.ts';

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** Returns the name in an `initialize`, or in a message of the 2026 revision; null when there is none. */
export function clientName(body: unknown): string | null {
  const { params } = (body ?? {}) as {
    params?: { clientInfo?: { name?: unknown }; _meta?: Record<string, { name?: unknown } | undefined> };
  };
  return cleanName(params?.clientInfo?.name ?? params?._meta?.[CLIENT_INFO]?.name);
}

/** Removes everything but short plain words from a name, and card numbers, because it is written to the log. */
export function cleanName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const clean = withoutCardNumbers(name)
    .replaceAll(/[^\w .@/-]+/g, ' ')
    .trim()
    .slice(0, 40);
  return clean === '' || /pms_live_/i.test(clean) ? null : clean;
}
