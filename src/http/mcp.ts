// The MCP endpoint under the same roof as REST: the same tokens, limits and usage log.
import { requireSubscription } from '../api/admission.ts';
import type { McpHost, McpServerFactory, McpSettings } from '../mcp/host.ts';
import type { AppContext } from './app.ts';
import { identifyCaller } from './public-routes.ts';

/** An agent has one stream and one session; a household of agents has a few. */
export const MCP_DEFAULTS: McpSettings = {
  hosts: [],
  confirm: 'auto',
  streamsPerToken: 20,
  sessionsPerToken: 50,
  sessions: 5_000,
};

export type McpOptions = Partial<McpSettings> & { surface?: McpServerFactory };

/** `headersOf` gives the headers that every answer of this server has: answers of MCP are written past the framework. */
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
      // Messages come often, and as writes of REST they need nothing of the property that each change changes.
      const caller = await identifyCaller(request, context, {
        kind: request.method === 'POST' ? 'write' : 'read',
      });
      await context.rateLimiter.count(request, reply, caller);
      requireSubscription(caller);
      return caller;
    },
    note: (entry, tokenId) => context.usage.add(entry, tokenId),
    flush: () => context.usage.flush(),
  };
}
