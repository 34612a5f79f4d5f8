// The caller of the operator API: whoever has the operator key. What is done with it is written to the audit
// trail.
import { clearCallerCache } from '../api/admission.ts';
import { writes } from '../api/operation.ts';
import { getProperty } from '../pms/properties.ts';
import { Problem } from '../problems.ts';
import type { AppContext } from './context.ts';
import type { Access } from './operation-routes.ts';
import { auditEntryFor } from './operator-audit.ts';

/**
 * Creates the operator's access to operations. Without the key it is refused; the sample property cannot be
 * changed.
 */
export function createOperatorAccess(context: AppContext): Access {
  return {
    async admit(request, reply) {
      context.operatorGuard(request);
      const { hotel_id: hotelId } = request.params as { hotel_id?: string };
      await context.admitBody(request, reply, Number(hotelId ?? 0));
    },
    async propertyOf(_request, operation, { hotel_id: hotelId }) {
      const property = await getProperty(context.db, hotelId!);
      if (writes(operation) && property.sandboxAt) throw new Problem('demo_mode', { property: 'sample' });
      return property;
    },
    callerOf: () => null,
    queryOf: ({ query }) => query as Record<string, unknown>,
    async perform(request, operation, run) {
      const audit = auditEntryFor(request, operation, context);
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
