// /api/status: the state of the connections to the channels.
import { pushCapabilitiesOf } from '../../channels/registry.ts';
import { readStatus } from '../../pms/status.ts';
import { withEffectiveState } from '../effective-state.ts';
import { readOperation } from '../operation.ts';
import { presentStatus } from '../present-status.ts';
import { statusSchema } from '../records.ts';

export const getStatusOperation = readOperation({
  name: 'getStatus',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/status',
  scopes: [],
  tag: 'Status',
  summary: 'Integration status',
  description:
    'State of the connected channels and the subscription, and the number of bookings that people must look at.',
  problems: [],
  answer: statusSchema,
  caching: 'no-etag', // a connection can fall behind or fail without an entry in our log
  openWhenLapsed: true,
  run: async ({ db, property, now }) =>
    presentStatus(await readStatus(db, property, { now, pushCapabilitiesOf, withEffectiveState }), now),
});
