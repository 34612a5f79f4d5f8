// POST /test-properties: a test property for a program of this machine, without the operator key.
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { createTestPropertyOperation as operation } from '../api/operator/test-properties.ts';
import { object } from '../api/schema.ts';
import { readBodyOf, readQuery } from '../api/validate.ts';
import { OPERATOR } from '../model/actor.ts';
import { requireRoomForTestProperty } from '../pms/test-properties.ts';
import { Problem } from '../problems.ts';
import type { AppContext } from './context.ts';
import { requireLocalProgram } from './local-request.ts';
import { requireIfMatchTaken } from './operation-routes.ts';
import { auditEntryFor } from './operator-audit.ts';
import { rejectOtherMethods, sendJson } from './routes.ts';

const PATH = '/test-properties';

/** Registers the route. Where the server is not one of this machine alone, it refuses every request. */
export function registerTestProperties(app: FastifyInstance, context: AppContext): void {
  // One at a time: they would wait for each other's lock, each with a connection to the database.
  const limit = pLimit(1);
  app.post(PATH, {
    onRequest: async (request) => {
      if (!context.testProperties) throw new Problem('local_only', { case: 'off' });
      requireLocalProgram(request);
    },
    handler: async (request, reply) => {
      requireIfMatchTaken(request, operation);
      readQuery(object({}), request.query as Record<string, unknown>);
      await readBodyOf({ body: null }, request.body);
      const { db, now, baseUrl } = context;
      const executed = await limit(async () => {
        await requireRoomForTestProperty(db);
        const recordAudit = auditEntryFor(request, operation, context)?.record;
        const call = {
          ...{ db, actor: OPERATOR, now: now(), baseUrl: baseUrl() },
          ...{ idempotencyKey: null, recordAudit },
        };
        return operation.run(call, { params: {}, query: {}, body: undefined });
      });
      return sendJson(reply, executed);
    },
  });
  rejectOtherMethods(app, [{ path: PATH, method: 'POST' }]);
}
