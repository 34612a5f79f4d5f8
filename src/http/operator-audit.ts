// Audit entries of calls with the operator key: what of a request is stored, and when.
import type { FastifyRequest } from 'fastify';
import { type Operation, type RecordAudit, writes } from '../api/operation.ts';
import { auditedMembers, idsIn } from '../api/operator/audited-members.ts';
import { withoutCardNumbers } from '../model/card-numbers.ts';
import { clientAddress } from '../model/client-address.ts';
import { type NewOperatorAction, recordAction, WHOLE_INSTALLATION } from '../pms/operator-actions.ts';
import type { AppContext } from './context.ts';
import { toProblem } from './problem-answers.ts';

/** Returns when, from where and under which request id a request was made. */
export function originOf(
  request: FastifyRequest,
  context: AppContext,
): Pick<NewOperatorAction, 'at' | 'requestId' | 'address'> {
  return { at: context.now(), requestId: request.id, address: clientAddress(request) };
}

/** The audit entry of one call. */
export type AuditEntry = {
  /**
   * Stores the entry of a call that succeeded: for a write in its transaction, otherwise before the response
   * is sent.
   */
  record: RecordAudit;
  /** whether `record` was called */
  recorded(): boolean;
  /**
   * Stores the entry of a call that was refused. Never throws, so that the caller gets the original error.
   */
  refuse(error: unknown): Promise<void>;
};

/**
 * Creates the audit entry for a call; `userId`: of the owner who is signed in. Returns null when the call is not audited: reads of data that API
 * tokens can read too.
 */
export function auditEntryFor(
  request: FastifyRequest,
  operation: Operation,
  context: AppContext,
  userId?: number,
): AuditEntry | null {
  if (!writes(operation) && !(operation.kind === 'read' && operation.audited)) return null;
  const { hotel_id: given = '', ...params } = request.params as Record<string, string>;
  const target = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, withoutCardNumbers(value.slice(0, MAX_ID_LENGTH))]),
  );
  const action = {
    ...originOf(request, context),
    userId,
    operation: operation.name,
    hotelId: /^[1-9]\d{0,14}$/.test(given) ? Number(given) : WHOLE_INSTALLATION,
    target,
    changed: auditedMembers(request.body, operation.body),
  };
  let recorded = false;
  return {
    async record(db, { answer, replayed }) {
      // The id of a new property is known only from the answer.
      const { hotel_id: hotelId = action.hotelId, ...made } = idsIn(answer);
      const outcome = replayed ? 'replayed' : 'ok';
      const kept = operation.kind === 'write' ? operation.auditedOf?.(answer) : {};
      await recordAction(db, { ...action, hotelId, target: { ...target, ...made, ...kept }, outcome });
      recorded = true;
    },
    recorded: () => recorded,
    async refuse(error) {
      await recordAction(context.db, { ...action, outcome: toProblem(error, request.id).code }).catch(
        (failed) => request.log.error({ err: failed }, 'the audit trail could not be written'),
      );
    },
  };
}

/** Maximum characters of an id in the entry; names of channels have at most 40. */
const MAX_ID_LENGTH = 100;
