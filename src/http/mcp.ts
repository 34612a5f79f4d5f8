// The MCP endpoint on the HTTP server: it shares the tokens, limits and usage log of REST.
import { requireSubscription } from '../api/admission.ts';
import type { McpHost, McpServerFactory, McpSettings } from '../mcp/host.ts';
import type { AppContext } from './context.ts';
import { admitCaller } from './public-access.ts';

/** Defaults: an agent has one stream and one session; a property has a few agents. */
const MCP_DEFAULTS: McpSettings = {
  hosts: [],
  confirm: 'auto',
  streamsPerToken: 20,
  sessionsPerToken: 50,
  sessions: 5_000,
};

export type McpOptions = Partial<McpSettings> & { surface?: McpServerFactory };

/**
 * Creates the interface through which the MCP endpoint uses this server. `headersOf` returns the headers of
 * every response, because responses of MCP bypass the framework.
 */
export function mcpHost(
  context: AppContext,
  { surface, ...settings }: McpOptions,
  shared: Pick<McpHost, 'headersOf' | 'report'>,
): McpHost {
  return {
    db: context.db,
    now: context.now,
    baseUrl: context.baseUrl,
    calendarDomain: context.calendarDomain,
    settings: { ...MCP_DEFAULTS, ...settings },
    ...shared,
    ...(surface && { createServer: surface }),
    async admit(request, reply) {
      // Messages are frequent and, like writes of REST, need no data of the property that changes often, so
      // the cached caller will do.
      const caller = await admitCaller(request, reply, context, { isWrite: request.method === 'POST' });
      requireSubscription(caller);
      return caller;
    },
    note: (entry, tokenId) => context.usage.add(entry, { tokenId }),
    flush: () => context.usage.flush(),
  };
}
