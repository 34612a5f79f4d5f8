// What the server's log says of signing in: one line for each attempt, for what people do with their sessions, and for what is refused to
// them. Programs that block addresses read it (docs/operations.md, "Attempts to sign in").
import type { FastifyRequest } from 'fastify';
import type { Operation } from '../api/operation.ts';
import { clientAddress } from '../model/client-address.ts';
import { Problem, type ProblemCode } from '../problems.ts';

type AccessLine = {
  /** operationId; null = none was reached */
  operation: Operation['name'] | null;
  /** `ok`, or the code of the refusal */
  outcome: 'ok' | ProblemCode;
  /** whose session it is, or would have been; null = not known. Names are not logged: passwords are typed in their place */
  userId: number | null;
  /** the attempt was the last one that its address, device, name, screen or person has for now */
  blocked?: boolean;
};

/** Writes a line about an attempt to sign in or a call of a person who is signed in. */
export function logAccess(
  request: FastifyRequest,
  { operation, outcome, userId, blocked = false }: AccessLine,
): void {
  const line = {
    event: 'access',
    outcome,
    address: clientAddress(request),
    operation,
    user_id: userId,
    blocked,
  };
  if (outcome === 'ok') request.log.info(line, 'access');
  else request.log.warn(line, 'access refused');
}

/** Whether an error says that the role, or the way of signing in, does not open what a person asked for. */
export function isRefusalOfRights(error: unknown): error is Problem {
  return error instanceof Problem && RIGHTS.has(error.code);
}

const RIGHTS: ReadonlySet<ProblemCode> = new Set([
  'owner_required',
  'full_sign_in_required',
  'scope_missing',
  'read_only_token',
]);
