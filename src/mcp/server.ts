// The MCP server of innwire: tools, resources, prompts, completion, the same for every transport.
import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { authorize, type Caller, mayCall } from '../api/admission.ts';
import { complete } from '../api/agent/complete.ts';
import { instructionsFor } from '../api/agent/instructions.ts';
import { describeTool } from '../api/agent/listing.ts';
import { prompts } from '../api/agent/prompts.ts';
import { findResource, readResource, resources, templates } from '../api/agent/resources.ts';
import { tools } from '../api/agent/tools/index.ts';
import { listProposalsTool } from '../api/agent/tools/proposals.ts';
import type { Operation } from '../api/operation.ts';
import { VERSION } from '../config.ts';
import { Problem } from '../problems.ts';
import { callTool, type ToolCall } from './call-tool.ts';
import { type Confirmations, createConfirmations } from './confirm.ts';
import { toToolError } from './errors.ts';
import {
  callContextOf,
  callOf,
  type McpCallContext,
  type McpHost,
  type McpServerFactory,
  onlyProposes,
  type SessionContext,
} from './host.ts';
import { recordCall } from './usage.ts';

/** Maximum resources that one session may subscribe to. */
const MAX_WATCHED = 200;

const INFO = { name: 'innwire', title: 'innwire property management', version: VERSION };

const CAPABILITIES = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} };

/** `public`: depends only on the version of the program; `private`: may differ by token or header. */
const CACHE_HINTS = {
  'tools/list': { ttlMs: 300_000, cacheScope: 'private' },
  'prompts/list': { ttlMs: 300_000, cacheScope: 'public' },
  'resources/list': { ttlMs: 300_000, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: 300_000, cacheScope: 'private' },
  'server/discover': { ttlMs: 300_000, cacheScope: 'private' },
  'resources/read': { ttlMs: 5_000, cacheScope: 'private' },
} as const;

/**
 * Creates the factory of MCP servers. The descriptions of tools, resources and prompts are built once: a
 * session then takes 4 KiB instead of the 1.3 MiB measured when each session built its own schemas.
 */
export function createMcpServerFactory(host: McpHost, signingKey: Buffer): McpServerFactory {
  const withToken = host.settings.confirm === 'strict';
  const listed = tools.map((tool) => describeTool(tool, { withToken }));
  const proposing = toolsOfProposing.map((tool) => describeTool(tool, { withToken, proposes: true }));
  const readable = listed.filter(({ annotations }) => annotations.readOnlyHint);
  const confirmations = createConfirmations(signingKey, host.settings.confirm);
  const shared = { host, signingKey, confirmations, listed, proposing, readable };
  return (session) => {
    const server = new Server(INFO, {
      capabilities: CAPABILITIES,
      instructions: instructionsFor(session.property),
      cacheHints: CACHE_HINTS,
      requestState: { verify: confirmations.verify },
    });
    serveTools(server, shared);
    serveResources(server, shared, session);
    servePrompts(server, shared);
    return server;
  };
}

type Shared = {
  host: McpHost;
  signingKey: Buffer;
  confirmations: Confirmations;
  listed: ReturnType<typeof describeTool>[];
  /** for callers whose writes wait for a person */
  proposing: ReturnType<typeof describeTool>[];
  readable: ReturnType<typeof describeTool>[];
};

/** Reading first, as in `tools`. */
const toolsOfProposing = [
  ...tools.filter(({ kind }) => kind === 'read'),
  listProposalsTool,
  ...tools.filter(({ kind }) => kind === 'write'),
];

const byName = new Map(toolsOfProposing.map((tool) => [tool.name, tool]));

function serveTools(server: Server, shared: Shared): void {
  server.setRequestHandler('tools/list', (_, ctx) => {
    const context = callContextOf(ctx);
    const { caller, readOnly } = context;
    const ofCaller = onlyProposes(context, shared.host) ? shared.proposing : shared.listed;
    const listed = readOnly ? shared.readable : ofCaller;
    return { tools: listed.filter(({ name }) => mayCall(caller, byName.get(name)!.operation)) };
  });
  server.setRequestHandler('tools/call', ({ params }, ctx) => {
    const tool = byName.get(params.name);
    if (!tool) {
      const known = [...byName.keys()].join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool. There are: ${known}`);
    }
    const how = toolCallContext(server, shared, callContextOf(ctx));
    return callTool(tool, params.arguments ?? {}, ctx, how);
  });
}

function toolCallContext(
  server: Server,
  { host, signingKey, confirmations }: Shared,
  { cannotBeAsked = false }: McpCallContext,
): ToolCall {
  const elicitation = server.getClientCapabilities()?.elicitation;
  return {
    host,
    signingKey,
    confirmations,
    canAsk:
      !cannotBeAsked &&
      Boolean(elicitation && (elicitation.form !== undefined || elicitation.url === undefined)),
    knowsLinks: (server.getNegotiatedProtocolVersion() ?? '') >= '2025-06-18',
    client: server.getClientVersion()?.name ?? null,
  };
}

function serveResources(server: Server, shared: Shared, { watch }: SessionContext): void {
  server.setRequestHandler(
    'resources/list',
    (_, ctx): ListResourcesResult => ({
      resources: openedTo(callContextOf(ctx).caller, resources).map(
        ({ read: _read, operation: _operation, record: _record, ...listed }) => listed,
      ),
    }),
  );
  server.setRequestHandler('resources/templates/list', (_, ctx) => ({
    resourceTemplates: openedTo(callContextOf(ctx).caller, templates).map(
      ({ read: _read, operation: _operation, record: _record, ...listed }) => listed,
    ),
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }, ctx) =>
    answer(server, shared, ctx, async () => {
      const found = findResource(uri);
      if (!found) throw new ResourceNotFoundError(uri);
      const context = callContextOf(ctx);
      authorize(context.caller, found.resource.operation);
      const contents = await readResource(callOf(shared.host, context, shared), uri);
      if (!contents) throw new ResourceNotFoundError(uri);
      return { contents: [{ uri, ...contents }] };
    }),
  );
  if (!watch) return;
  const watched = new Set<string>();
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }, ctx) => {
    const found = findResource(uri);
    if (!found) throw new ResourceNotFoundError(uri);
    const { caller } = callContextOf(ctx);
    authorize(caller, found.resource.operation);
    if (watched.size >= MAX_WATCHED && !watched.has(uri)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `A session watches at most ${MAX_WATCHED} resources: unsubscribe from some.`,
      );
    }
    watched.add(uri);
    watch.add(uri, caller.property);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watched.delete(uri);
    watch.remove(uri);
    return {};
  });
}

/** Whether a caller may read the resource; true for one that does not exist, which is refused elsewhere. */
export function mayRead(caller: Caller, uri: string): boolean {
  const found = findResource(uri);
  return found === null || mayCall(caller, found.resource.operation);
}

function openedTo<R extends { operation: Operation }>(caller: Caller, all: readonly R[]): R[] {
  return all.filter(({ operation }) => mayCall(caller, operation));
}

function servePrompts(server: Server, shared: Shared): void {
  const list = {
    prompts: prompts.map(({ text: _, arguments: wanted, ...listed }) => ({
      ...listed,
      arguments: [...wanted],
    })),
  };
  server.setRequestHandler('prompts/list', () => list);
  server.setRequestHandler('prompts/get', ({ params }, ctx) =>
    answer(server, shared, ctx, async () => {
      const prompt = prompts.find((one) => one.name === params.name);
      if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt.');
      const given = params.arguments ?? {};
      const missing = prompt.arguments.find((one) => one.required && !given[one.name]);
      if (missing)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt needs ${missing.name}.`);
      const text = prompt.text(given, callOf(shared.host, callContextOf(ctx), shared));
      return {
        description: prompt.description,
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      };
    }),
  );
  server.setRequestHandler('completion/complete', ({ params: { argument } }, ctx) =>
    answer(server, shared, ctx, async () => {
      const call = callOf(shared.host, callContextOf(ctx), shared);
      const values = await complete(call, argument.name, argument.value);
      return { completion: { values, hasMore: false } };
    }),
  );
}

/**
 * Answers a request that is no tool call: problems become errors of the protocol, and the usage log gets an
 * entry.
 */
async function answer<T>(
  server: Server,
  { host }: Shared,
  ctx: ServerContext,
  work: () => Promise<T>,
): Promise<T> {
  const context = callContextOf(ctx);
  const startedAt = performance.now();
  let [outcome, status] = ['ok', 200];
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) {
      [outcome, status] = ['not_found', 400];
      throw error;
    }
    const refusal = toToolError(error, context.requestId);
    [outcome, status] = [refusal.code, refusal.status];
    if (refusal.isServerFault) host.report(error, { request_id: context.requestId });
    const code = error instanceof Problem ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, `${refusal.code}: ${refusal.sentence}`, { code: refusal.code });
  } finally {
    recordCall(host, context, {
      what: ctx.mcpReq.method,
      outcome,
      status,
      durationMs: performance.now() - startedAt,
      client: server.getClientVersion()?.name ?? null,
    });
  }
}
