// The caller of the operator API: whoever has the operator key, and for the people of their properties owners who are signed in. What
// they do is written to the audit trail.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCallerCache, identifyPerson } from '../api/admission.ts';
import { type Operation, writes } from '../api/operation.ts';
import { getProperty } from '../pms/properties.ts';
import { type Administered, administeredBy } from '../pms/users.ts';
import { Problem } from '../problems.ts';
import { readSessionCookie, requireOwnPage } from './browser-requests.ts';
import type { AppContext } from './context.ts';
import type { Access } from './operation-routes.ts';
import { auditEntryFor } from './operator-audit.ts';

/**
 * Creates the operator's access to operations. Without the key it is refused; the sample property cannot be
 * changed.
 */
export function createOperatorAccess(context: AppContext): Access {
  const owners = new WeakMap<FastifyRequest, Owner>();
  return {
    async admit(request, reply, operation) {
      const session = isForOwners(request, operation) ? readSessionCookie(request) : null;
      if (session) owners.set(request, await admitOwner(request, reply, context));
      else context.operatorGuard(request);
      const { hotel_id: hotelId } = request.params as { hotel_id?: string };
      await context.admitBody(request, reply, Number(hotelId ?? 0));
    },
    async propertyOf(_request, operation, { hotel_id: hotelId }) {
      const property = await getProperty(context.db, hotelId!);
      if (writes(operation) && property.sandboxAt) throw new Problem('demo_mode', { property: 'sample' });
      return property;
    },
    callerOf: () => null,
    installationCallOf: (request) => ({ administered: owners.get(request)?.administered ?? null }),
    queryOf: ({ query }) => query as Record<string, unknown>,
    async perform(request, operation, run) {
      const audit = auditEntryFor(request, operation, context, owners.get(request)?.userId);
      try {
        return await run(audit);
      } catch (error) {
        await audit?.refuse(error);
        throw error;
      } finally {
        if (writes(operation)) clearCallerCache(context.db);
      }
    },
  };
}

/** An owner who is signed in, with the properties whose people the owner may see and change. */
type Owner = { userId: number; administered: Administered };

/** Whether the caller may be an owner: the operator key, right or wrong, is never replaced by a session. */
function isForOwners({ headers }: FastifyRequest, operation: Operation): boolean {
  return (
    operation.kind === 'installation' && operation.forOwners === true && headers.authorization === undefined
  );
}

/** Returns the owner of the session. Throws `foreign_page`, `not_signed_in`, `rate_limited` and `owner_required`. */
async function admitOwner(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, now, baseUrl, rateLimiter }: AppContext,
): Promise<Owner> {
  requireOwnPage(request, baseUrl());
  const { holder } = await identifyPerson(db, readSessionCookie(request), null, now());
  await rateLimiter.count(request, reply, holder);
  return { userId: holder.userId!, administered: await administeredBy(db, holder.userId!) };
}
