// /api/status: how the connections to the channels are doing.
import { reachOf } from '../../channels/registry.ts';
import { todayAt } from '../../model/property.ts';
import { readRefusedNights } from '../../pms/refused-nights.ts';
import { countConflicts } from '../../pms/reservations/conflicts.ts';
import { readStatus } from '../../pms/status.ts';
import { read } from '../operation.ts';
import * as present from '../present.ts';
import { Status } from '../records.ts';
import { object } from '../schema.ts';
import { asSeen } from '../seen-connections.ts';

export const getStatus = read({
  name: 'getStatus',
  method: 'GET',
  path: '/api/status/{api_token}',
  tag: 'Status',
  summary: 'Integration status',
  description: 'Health of the connected channels and the subscription, and what people must look at.',
  problems: [],
  query: object({}),
  answer: Status,
  caching: 'never', // a connection lags or fails without any change of ours
  openWhenLapsed: true,
  run: async ({ db, property, now }) => {
    const today = todayAt(property, now);
    const [found, refused, conflicts] = await Promise.all([
      readStatus(db, property, { now, reachOf }),
      readRefusedNights(db, property.hotelId, today),
      countConflicts(db, property.hotelId, today),
    ]);
    const connections = found.connections.map((one) => asSeen(one, refused));
    const lags = found.status === 'active' && connections.some(({ state }) => state === 'delayed');
    const status = { ...found, connections, status: lags ? ('degraded' as const) : found.status };
    return present.status(status, { now, refused, conflicts });
  },
});
