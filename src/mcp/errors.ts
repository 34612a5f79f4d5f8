// Errors for agents: a code, what was wrong, what to do next; no internal details.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isStorageFull, isTemporary } from '../db/errors.ts';
import { KeyBusyError } from '../db/keyed-semaphore.ts';
import { describeRule } from '../problems/field-errors.ts';
import type { Reader } from '../problems/reader.ts';
import { errorsOf } from '../problems/sentences.ts';
import { Problem, type ProblemCode } from '../problems.ts';
import { AGENT_READER, agentSentence } from './problem-sentences.ts';

/** The problem codes, and the codes that only this endpoint has. */
type AgentCode =
  | ProblemCode
  | 'read_only_connection'
  | 'confirmation_required'
  | 'not_confirmed'
  | 'answer_too_large';

/** An error as the result of a tool call. */
export type ToolError = {
  code: AgentCode;
  status: number;
  sentence: string;
  field?: string | undefined;
  /** further data for programs */
  more?: Record<string, unknown>;
};

/** Converts a tool error to the result that the protocol sends. */
export function toResult({ code, status, sentence, field, more }: ToolError): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${sentence}` }],
    _meta: { 'pms/error': { code, http_status: status, ...(field && { field }), ...more } },
  };
}

/**
 * Converts anything thrown to a tool error, with the names that `reader` has for members. `isServerFault`: it
 * is a fault of this server and must be logged.
 */
export function toToolError(
  error: unknown,
  requestId: string,
  reader: Reader = AGENT_READER,
): ToolError & { isServerFault?: true } {
  if (error instanceof Problem) return fromProblem(error, reader);
  if (error instanceof KeyBusyError)
    return fromProblem(new Problem('temporarily_unavailable', { case: error.busy }), reader);
  if (isStorageFull(error)) return fromProblem(new Problem('storage_full', {}), reader);
  const problem = isTemporary(error)
    ? new Problem('temporarily_unavailable', { case: 'database' })
    : new Problem('server_error', { requestId });
  return { ...fromProblem(problem, reader), isServerFault: true };
}

function fromProblem(problem: Problem, reader: Reader): ToolError {
  const { nights, retryAfterSeconds } = problem.shared;
  const errors = errorsOf(problem).map((error) => ({
    field: reader.member(error.field),
    message: describeRule(error, reader),
  }));
  return {
    code: problem.code,
    status: problem.status,
    sentence: agentSentence(problem, reader),
    field: errors[0]?.field,
    more: {
      ...(errors.length > 0 && { errors }),
      ...(nights && { nights }),
      ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
    },
  };
}
