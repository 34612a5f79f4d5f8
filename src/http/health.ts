// Health checks (is the process up, can it serve) and Prometheus metrics.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isMigrated } from '../db/migrate.ts';
import { COMPRESSED } from './compression.ts';
import type { AppContext } from './context.ts';
import { readable, rejectOtherMethods } from './routes.ts';

/** Registers `/healthz`, `/readyz` (503 without a database of this version's schema; also says whether the disk is full) and `/metrics`. */
export function registerHealth(app: FastifyInstance, context: AppContext): void {
  app.route({ method: 'GET', url: '/healthz', handler: async () => ({ status: 'up' }) });
  app.route({
    method: 'GET',
    url: '/readyz',
    handler: async (_request, reply) => {
      const reason = await isMigrated(context.db).then(
        (current) => (current ? null : 'the database has another schema version'),
        () => 'the database cannot be reached',
      );
      if (reason) reply.code(503).header('retry-after', 5);
      if (reason) return { status: 'not ready', reason };
      // Still ready: whoever sends requests elsewhere now would end the reading as well.
      const { state = 'enough' } = context.db.freeSpace ?? {};
      return { status: 'ready', ...(state !== 'enough' && { storage: state }) };
    },
  });
  registerMetrics(app, context);
  rejectOtherMethods(app, [readable('/healthz'), readable('/readyz'), readable('/metrics')]);
}

/**
 * Serves Prometheus metrics, for the operator only. Labels are route patterns, not paths, so they contain no
 * tokens.
 */
function registerMetrics(app: FastifyInstance, context: AppContext): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'innwire_' });
  const requests = new Histogram({
    name: 'innwire_http_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const { freeSpace } = context.db;
  if (freeSpace)
    new Gauge({
      name: 'innwire_storage_free_bytes',
      help: 'Free space on the disk of the database',
      registers: [registry],
      collect() {
        this.set(freeSpace.freeBytes ?? Number.NaN);
      },
    });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', {
    ...COMPRESSED,
    onRequest: async (request) => context.operatorGuard(request),
    handler: async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  });
}
