// GET /operator/backup: a compressed backup of all data, made while innwire keeps running.
import { createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { object } from '../api/schema.ts';
import { readQuery } from '../api/validate.ts';
import { readBackup } from '../db/backup.ts';
import { recordAction, WHOLE_INSTALLATION } from '../pms/operator-actions.ts';
import type { AppContext } from './context.ts';
import { originOf } from './operator-audit.ts';

/** Registers the download. It is recorded in the audit trail; a query parameter is refused. */
export function registerBackup(app: FastifyInstance, context: AppContext): void {
  app.get('/operator/backup', {
    onRequest: async (request) => context.operatorGuard(request),
    handler: async (request, reply) => {
      // A backup is always complete: a request for one property must not be answered with it.
      readQuery(object({}), request.query as Record<string, unknown>);
      await recordAction(context.db, {
        ...originOf(request, context),
        hotelId: WHOLE_INSTALLATION,
        operation: 'downloadBackup',
        outcome: 'ok',
        target: {},
        changed: null,
      });
      const backup = readBackup(context.db.url);
      const gzip = createGzip();
      // An incomplete backup must not look complete: the connection is aborted.
      backup.on('error', (error) => gzip.destroy(error));
      return reply.header('cache-control', 'no-store').type('application/gzip').send(backup.pipe(gzip));
    },
  });
}
