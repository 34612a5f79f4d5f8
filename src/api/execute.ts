// Running a write in one transaction that also stores its idempotency key. REST and MCP both use it.
import { requireSpace } from '../db/free-space.ts';
import { claimKey, storeResponse } from '../pms/idempotency.ts';
import type { PropertyTransaction } from '../pms/property-transaction.ts';
import { inPropertyTransaction } from '../pms/property-transaction.ts';
import { requireMatch, tagSeenBy } from './etag.ts';
import {
  answersChangedRecord,
  type Call,
  type Executed,
  type RecordAudit,
  type Untyped,
  WithHeaders,
  type WriteOperation,
} from './operation.ts';

/**
 * Thrown by an operation that has its answer but must not write anything (`dry_run`). An answer that needs
 * the network is given as a function, which is called after the transaction has ended.
 */
export class RolledBack extends Error {
  readonly answer: unknown | (() => Promise<unknown>);

  constructor(answer: unknown | (() => Promise<unknown>)) {
    super('rolled back on purpose');
    this.answer = answer;
  }
}

/** The input of a write, checked against its schemas. */
type WriteRequest = {
  params?: object;
  query?: object;
  body?: unknown;
  idempotencyKey: string | null;
  /** writes the audit entry */
  recordAudit?: RecordAudit | undefined;
};

/**
 * Runs a write for a caller. With an idempotency key that was used for the same write before, returns the
 * stored answer.
 */
export function executeWrite(
  operation: WriteOperation<Untyped, Untyped, Untyped, Untyped>,
  call: Call,
  { params = {}, query = {}, body, idempotencyKey, recordAudit }: WriteRequest,
): Promise<Executed> {
  const { name, secretMember } = operation;
  const hasParams = Object.keys(params).length > 0;
  const input = { params, query, body };
  return changeOnce(call, {
    key: idempotencyKey,
    request: { operation: name, ...(hasParams && { params }), query, body },
    secretMember,
    recordAudit,
    archivedToo: operation.archivedToo,
    run: async (tx) => {
      await requireUnchanged(operation, tx, call, input);
      const answer = await operation.run(tx, call, input);
      if (!answersChangedRecord(operation)) return answer;
      return new WithHeaders(answer, { etag: tagSeenBy(call.scopes, answer as object, operation.answer) });
    },
  });
}

/** Throws `precondition_failed` if the record that is to be changed has another ETag than the caller gave. */
async function requireUnchanged(
  { changes }: WriteOperation<Untyped, Untyped, Untyped, Untyped>,
  tx: PropertyTransaction,
  call: Call,
  input: { params: object; query: object },
): Promise<void> {
  if (!changes || call.ifMatch === undefined) return;
  const { record, id } = changes;
  const before = await record.lock(tx, call, id(input));
  requireMatch(call.ifMatch, tagSeenBy(call.scopes, before, record.schema));
}

/** A write with everything that `changeOnce` needs to run it. */
type OneWrite = {
  key: string | null;
  /** the request that the key belongs to: the same key with another request is rejected */
  request: unknown;
  run: (tx: PropertyTransaction) => Promise<unknown>;
  /** the property that the key belongs to, where it is not the property that changes */
  keyScope?: number;
  /** a member of the answer that is not stored with the key */
  secretMember?: string | undefined;
  /** as of an operation */
  archivedToo?: true | undefined;
  /** writes the audit entry, in the transaction of the write; also where the stored answer is given again */
  recordAudit?: RecordAudit | undefined;
};

/** Runs one write, at most once per key, and stores its answer with the key. Throws while the disk is full. */
export async function changeOnce(
  call: Pick<Call, 'db' | 'now' | 'actor'> & { property: { hotelId: number } },
  write: OneWrite,
): Promise<Executed> {
  const { key } = write;
  requireSpace(call.db);
  try {
    return await inPropertyTransaction(
      call.db,
      {
        hotelId: call.property.hotelId,
        now: call.now,
        actor: call.actor,
        archivedToo: write.archivedToo,
      },
      async (tx) => {
        if (key === null) {
          const done = { ...parts(await write.run(tx)), replayed: false };
          await write.recordAudit?.(tx, done);
          return done;
        }
        const keys = { ...tx, hotelId: write.keyScope ?? tx.hotelId };
        const known = await claimKey(keys, key, write.request);
        if (known) {
          await write.recordAudit?.(tx, { ...known, replayed: true });
          return { ...known, replayed: true };
        }
        const { answer, headers } = parts(await write.run(tx));
        const kept = write.secretMember ? { ...(answer as object), [write.secretMember]: null } : answer;
        await storeResponse(keys, key, { answer: kept, headers });
        await write.recordAudit?.(tx, { answer, replayed: false });
        return { answer, headers, replayed: false };
      },
    );
  } catch (error) {
    if (error instanceof RolledBack) {
      const { answer } = error;
      return { answer: typeof answer === 'function' ? await answer() : answer, replayed: false };
    }
    throw error;
  }
}

function parts(given: unknown): { answer: unknown; headers: Record<string, string> } {
  if (given instanceof WithHeaders) return { answer: given.body, headers: given.headers };
  return { answer: given, headers: {} };
}
