// What a client calls itself, made fit to stand in a log.

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** The name in an `initialize`, or in a message of 2026; null where there is none. */
export function clientName(body: unknown): string | null {
  const { params } = (body ?? {}) as {
    params?: { clientInfo?: { name?: unknown }; _meta?: Record<string, { name?: unknown } | undefined> };
  };
  return cleanName(params?.clientInfo?.name ?? params?._meta?.[CLIENT_INFO]?.name);
}

/** Names are short words; whatever else somebody writes there does not get into our log. */
export function cleanName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const clean = name
    .replaceAll(/[^\w .@/-]+/g, ' ')
    .trim()
    .slice(0, 40);
  return clean === '' || /pms_live_/i.test(clean) ? null : clean;
}
