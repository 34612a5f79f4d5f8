// GET /operator/backup: everything, as one compressed file, while innwire goes on working.
import { createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { object } from '../api/schema.ts';
import { readQuery } from '../api/validate.ts';
import { readBackup } from '../db/backup.ts';
import { INSTALLATION, recordAction } from '../pms/operator-actions.ts';
import type { AppContext } from './app.ts';
import { originOf } from './operator-audit.ts';
import { requireOperator } from './operator-routes.ts';

export function registerBackup(app: FastifyInstance, context: AppContext): void {
  app.get('/operator/backup', {
    onRequest: async (request) => requireOperator(request, context),
    handler: async (request, reply) => {
      // A backup is always whole: who asks for one property must not take this for it.
      readQuery(object({}), request.query as Record<string, unknown>);
      await recordAction(context.db, {
        ...originOf(request, context),
        hotelId: INSTALLATION,
        operation: 'downloadBackup',
        outcome: 'ok',
        target: {},
        changed: null,
      });
      const backup = readBackup(context.db.url);
      const gzip = createGzip();
      // A backup that breaks off must not look like a whole one: the connection breaks with it.
      backup.on('error', (error) => gzip.destroy(error));
      return reply.header('cache-control', 'no-store').type('application/gzip').send(backup.pipe(gzip));
    },
  });
}
