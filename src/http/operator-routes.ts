// The operator's API over REST: one key opens all of it.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { forgetCallers } from '../api/admission.ts';
import { changeOnce } from '../api/execute.ts';
import { readBody, readQuery } from '../api/input.ts';
import type { Call } from '../api/operation.ts';
import { operatorOperations } from '../api/operator/index.ts';
import type { OperatorOperation } from '../api/operator/operation.ts';
import { todayAt } from '../model/property.ts';
import { hashToken } from '../model/token.ts';
import { getProperty } from '../pms/properties.ts';
import { Problem } from '../problems.ts';
import type { AppContext } from './app.ts';
import { idempotencyKeyOf, refuseOtherMethods, routePath, sendJson } from './routes.ts';

export function registerOperatorRoutes(app: FastifyInstance, context: AppContext): void {
  for (const operation of operatorOperations) {
    app.route({
      method: operation.method,
      url: routePath(operation.path),
      onRequest: async (request) => requireOperator(request, context),
      handler: async (request, reply) => {
        const answer = await serve(request, operation, context).finally(() => {
          if (operation.method !== 'GET') forgetCallers(context.db);
        });
        return sendJson(reply, answer);
      },
    });
  }
  refuseOtherMethods(app, operatorOperations);
}

/** Throws `unauthorized` unless the request carries the operator's key. */
export function requireOperator(request: FastifyRequest, context: AppContext): void {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  // Hashes have one length and are compared in constant time, so the answer's timing tells nothing of the key.
  if (!timingSafeEqual(hashToken(given), hashToken(context.operatorKey))) {
    throw new Problem(
      'unauthorized',
      'Send the operator key as Authorization: Bearer …; it is OPERATOR_KEY or lies in DATA_DIR/operator.key.',
    );
  }
}

async function serve(
  request: FastifyRequest,
  operation: OperatorOperation,
  context: AppContext,
): Promise<{ answer: unknown; replayed?: boolean }> {
  const key = operation.method === 'GET' ? null : idempotencyKeyOf(request);
  const params = readQuery(operation.params as TObject, request.params as Record<string, unknown>);
  const body = operation.body ? readBody(operation.body, request.body) : undefined;
  const now = context.now();
  if (operation.kind === 'installation') {
    return operation.run({ db: context.db, now, idempotencyKey: key }, body);
  }
  const property = await getProperty(context.db, (params as { hotel_id: number }).hotel_id);
  const call: Call = {
    db: context.db,
    property,
    now,
    today: todayAt(property, now),
    baseUrl: context.baseUrl(),
    ifMatch: request.headers['if-match'],
  };
  if (operation.kind === 'read') {
    const query = operation.query
      ? readQuery(operation.query as TObject, request.query as Record<string, unknown>)
      : {};
    return { answer: await operation.run(call, { ...params, ...query }) };
  }
  if (property.sandboxAt) throw new Problem('demo_mode', 'The sample property cannot be changed.');
  return changeOnce(call, {
    key,
    request: { operation: operation.name, params, body },
    secret: operation.secret,
    run: (tx) => operation.run(tx, call, { params, body }),
  });
}
