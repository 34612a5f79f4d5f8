// The caller of the operator API: whoever has the operator key, and people who are signed in, as far as their role goes. What they do is
// written to the audit trail.
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  authorize,
  type Caller,
  clearCallerCache,
  identifyPerson,
  requireFullSignIn,
  requireNotArchived,
} from '../api/admission.ts';
import { type Operation, writes } from '../api/operation.ts';
import { readQuery } from '../api/validate.ts';
import { getProperty } from '../pms/properties.ts';
import { type Administered, administeredBy } from '../pms/users.ts';
import { Problem } from '../problems.ts';
import { isRefusalOfRights, logAccess } from './access-log.ts';
import { readSession, requireOwnPage } from './browser-requests.ts';
import type { AppContext } from './context.ts';
import type { Access } from './operation-routes.ts';
import { auditEntryFor } from './operator-audit.ts';
import { recordCall } from './record-call.ts';

/**
 * Creates the access to the operator's operations. Without the key, or a session whose role opens the operation, it is refused; the
 * sample property cannot be changed.
 */
export function createOperatorAccess(context: AppContext): Access {
  const users = new WeakMap<FastifyRequest, number>();
  const owners = new WeakMap<FastifyRequest, SignedInOwner>();
  const callers = new WeakMap<FastifyRequest, Caller>();
  return {
    async admit(request, reply, operation) {
      if (isForPeople(request, operation)) await admitUser(request, reply, operation);
      else context.operatorGuard(request);
      const { hotel_id: hotelId } = request.params as { hotel_id?: string };
      await context.admitBody(request, reply, Number(hotelId ?? 0));
    },
    async propertyOf(request, operation, { hotel_id: hotelId }) {
      const caller = callers.get(request);
      if (caller) return caller.property;
      const property = await getProperty(context.db, hotelId!);
      if (writes(operation) && property.sandboxAt) throw new Problem('demo_mode', { property: 'sample' });
      requireNotArchived(property, operation);
      return property;
    },
    callerOf: (request) => callers.get(request) ?? null,
    installationCallOf: (request) => owners.get(request) ?? {},
    queryOf: ({ query }) => query as Record<string, unknown>,
    async perform(request, operation, run) {
      try {
        return await run(auditEntryFor(request, operation, context, users.get(request)));
      } catch (error) {
        await refuse(request, operation, error);
        throw error;
      } finally {
        if (writes(operation)) clearCallerCache(context.db);
      }
    },
    responded(request, reply, operation) {
      const caller = callers.get(request);
      if (caller) recordCall(request, reply, operation, { caller, context });
    },
  };

  async function admitUser(request: FastifyRequest, reply: FastifyReply, operation: Operation) {
    const asked = { operation, context, identified: (userId: number) => users.set(request, userId) };
    try {
      if (operation.kind === 'installation') owners.set(request, await admitOwner(request, reply, asked));
      else callers.set(request, await admitPerson(request, reply, asked));
    } catch (error) {
      if (isRefusalOfRights(error)) await refuse(request, operation, error);
      throw error;
    }
  }

  async function refuse(request: FastifyRequest, operation: Operation, error: unknown): Promise<void> {
    const userId = users.get(request);
    await auditEntryFor(request, operation, context, userId)?.refuse(error);
    if (userId !== undefined && isRefusalOfRights(error))
      logAccess(request, { operation: operation.name, outcome: error.code, userId });
  }
}

/** An owner who is signed in, with the properties whose people the owner may see and change. */
type SignedInOwner = { userId: number; administered: Administered };

/** `identified`: called once it is known who asks. */
type Asked = { operation: Operation; context: AppContext; identified: (userId: number) => void };

/** Whether the caller may be a person: the operator key, right or wrong, is never replaced by a session. */
function isForPeople(request: FastifyRequest, operation: Operation): boolean {
  if (request.headers.authorization !== undefined || readSession(request) === null) return false;
  return operation.kind !== 'installation' || operation.forOwners !== undefined;
}

/**
 * Returns the owner of the session. Throws `foreign_page`, `not_signed_in`, `rate_limited`, `owner_required` and, for a change,
 * `full_sign_in_required`.
 */
async function admitOwner(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, context: { db, now, baseUrl, rateLimiter }, identified }: Asked,
): Promise<SignedInOwner> {
  requireOwnPage(request, baseUrl());
  const { holder } = await identifyPerson(db, readSession(request), null, now());
  await rateLimiter.count(request, reply, holder);
  identified(holder.userId!);
  const administered = await administeredBy(db, holder.userId!);
  const isForAll = operation.kind === 'installation' && operation.forOwners === 'of_all';
  if (isForAll && administered !== null) throw new Problem('owner_required', { case: 'of_all' });
  if (writes(operation)) requireFullSignIn(holder);
  return { userId: holder.userId!, administered };
}

/**
 * Returns the person of the session, with the property in the path. Throws like `admitOwner` and `authorize`, and
 * `unknown_property` for one at which the person has no role, whether or not it exists.
 */
async function admitPerson(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, context: { db, now, baseUrl, rateLimiter }, identified }: Asked,
): Promise<Caller> {
  requireOwnPage(request, baseUrl());
  const { hotel_id: given = '' } = request.params as { hotel_id?: string };
  const named = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : NO_PROPERTY;
  const { holder, property } = await identifyPerson(db, readSession(request), named, now());
  await rateLimiter.count(request, reply, holder);
  identified(holder.userId!);
  if (!property) {
    // An id that has no valid form is refused as one.
    readQuery(operation.params, request.params as Record<string, unknown>);
    throw new Problem('unknown_property', { hotelId: named });
  }
  const caller = { ...holder, property };
  authorize(caller, operation);
  return caller;
}

/** No property has this id. */
const NO_PROPERTY = 0;
