// Calling a tool: authorization, arguments, confirmation, answer, usage log.
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { authorize } from '../api/admission.ts';
import { readArguments } from '../api/agent/arguments.ts';
import { CONFIRMATION_TOKEN } from '../api/agent/listing.ts';
import { proposeWrite } from '../api/agent/proposals.ts';
import type { Tool } from '../api/agent/tool.ts';
import { presentAgentProposal } from '../api/agent/tools/proposals.ts';
import type { ProposalRecord } from '../api/proposal-records.ts';
import { requireVisible, visible } from '../api/visible.ts';
import type { Confirmations } from './confirm.ts';
import { type ToolError, toResult, toToolError } from './errors.ts';
import { callContextOf, callOf, type McpHost, onlyProposes } from './host.ts';
import { readerOf } from './problem-sentences.ts';
import { recordCall } from './usage.ts';

/**
 * Maximum characters of an answer. Clients reject answers of 25,000 tokens; this is fewer in every language.
 */
const MAX_ANSWER_LENGTH = 60_000;

/** What a tool call needs besides the tool and its arguments. */
export type ToolCall = {
  host: McpHost;
  signingKey: Buffer;
  confirmations: Confirmations;
  /** the client can ask its user (elicitation) */
  canAsk: boolean;
  /** the client understands links in answers: since 2025-06-18 */
  knowsLinks: boolean;
  client: string | null;
};

/** Runs a tool call and adds it to the usage log. Errors become results of the tool. */
export async function callTool(
  tool: Tool,
  given: Record<string, unknown>,
  ctx: ServerContext,
  how: ToolCall,
): Promise<CallToolResult | InputRequiredResult> {
  const context = callContextOf(ctx);
  const startedAt = performance.now();
  let status = 200;
  let outcome = 'ok';
  try {
    const done = await perform(tool, given, ctx, how);
    if ('resultType' in done && done.resultType === 'input_required') outcome = 'asks';
    else if ('code' in done) {
      ({ status, code: outcome } = done as ToolError);
      return toResult(done as ToolError);
    } else if ((done as CallToolResult)._meta?.['pms/replayed']) outcome = 'replayed';
    return done as CallToolResult | InputRequiredResult;
  } catch (error) {
    const refusal = toToolError(error, context.requestId, readerOf(tool.argumentOf ?? {}));
    ({ status, code: outcome } = refusal);
    if (refusal.isServerFault) how.host.report(error, { request_id: context.requestId });
    return toResult(refusal);
  } finally {
    const { reason } = given;
    recordCall(how.host, context, {
      what: tool.name,
      outcome,
      status,
      durationMs: performance.now() - startedAt,
      client: how.client,
      ...(typeof reason === 'string' && tool.kind === 'write' && { remark: reason }),
    });
  }
}

async function perform(
  tool: Tool,
  given: Record<string, unknown>,
  ctx: ServerContext,
  how: ToolCall,
): Promise<CallToolResult | InputRequiredResult | ToolError> {
  const context = callContextOf(ctx);
  const proposes = tool.kind === 'write' && onlyProposes(context, how.host);
  // What is only proposed needs every other right that the write needs.
  authorize(proposes ? { ...context.caller, access: 'full' } : context.caller, tool.operation);
  if (tool.kind === 'write' && context.readOnly) return READ_ONLY;
  const { [CONFIRMATION_TOKEN]: token, ...rest } = given;
  const strict = tool.kind === 'write' && !proposes && how.host.settings.confirm === 'strict';
  const input = readArguments(tool.input, strict ? rest : given);
  const call = callOf(how.host, context, how);
  if (tool.operation.kind === 'list' && tool.operation.flushesUsage) await how.host.flush();
  requireVisible(input as object, tool.input, call.scopes);
  if (tool.kind === 'read')
    return answerOf(tool, visible(await tool.run(call, input), tool.output, call.scopes), how);
  if (proposes) {
    const { proposal, replayed } = await proposeWrite(call, tool, input);
    return markedAs(replayed, proposalAnswer(proposal));
  }

  const confirmation = await how.confirmations.ask(ctx, { tool, input, token, call }, how.canAsk);
  if (confirmation.question) return confirmation.question;
  ctx.mcpReq.signal.throwIfAborted();
  // The client's own idempotency key is one of the confirmed arguments.
  const key = (input as { idempotency_key?: string }).idempotency_key ?? confirmation.key;
  const { answer, replayed } = await tool.run(callOf(how.host, context, how), input, key);
  return markedAs(replayed, answerOf(tool, visible(answer, tool.output, call.scopes), how));
}

/** Marks the stored answer of an earlier call. */
function markedAs<R extends object>(replayed: boolean, result: R): R {
  return replayed ? { ...result, _meta: { 'pms/replayed': true } } : result;
}

/** Returns the answer to a write that was proposed. The sentence has nothing but what the agent itself gave. */
function proposalAnswer(proposal: ProposalRecord): CallToolResult {
  const structuredContent = {
    proposal: presentAgentProposal(proposal),
    next: `Nothing was changed yet: a person at the desk decides until ${proposal.expires_at}. Tell the user that it was proposed, not that it was done. list_proposals with proposal_id ${proposal.proposal_id} says what became of it.`,
  };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

const READ_ONLY: ToolError = {
  code: 'read_only_connection',
  status: 403,
  sentence:
    'This connection was opened for reading only (X-MCP-Readonly). Nothing was changed; reading goes on working.',
};

function answerOf(tool: Tool, answer: unknown, { knowsLinks }: ToolCall): CallToolResult | ToolError {
  const text = JSON.stringify(answer);
  if (text.length > MAX_ANSWER_LENGTH) {
    return {
      code: 'answer_too_large',
      status: 400,
      sentence: 'The answer would be too large. Narrow the dates, name one room, or use limit and cursor.',
    };
  }
  const order = knowsLinks ? tool.about?.(answer as never) : null;
  return {
    content: [
      { type: 'text', text },
      ...(order === null || order === undefined
        ? []
        : [
            {
              type: 'resource_link' as const,
              uri: `pms://bookings/${order}`,
              name: `booking ${order}`,
              mimeType: 'application/json',
            },
          ]),
    ],
    structuredContent: answer as Record<string, unknown>,
  };
}
