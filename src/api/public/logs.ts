// /api/logs: the usage log of the API and the sync log of the channels, in one list.
import { listActivity } from '../../pms/activity.ts';
import { listOperation } from '../operation.ts';
import { presentLogEntry } from '../present.ts';
import { logEntrySchema } from '../records.ts';
import { object, oneOf, optional, text } from '../schema.ts';

export const listLogsOperation = listOperation({
  name: 'listLogs',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/logs',
  scopes: ['settings'],
  tag: 'Logs',
  summary: 'API usage and channel sync log',
  description: 'Calls of this API and exchanges with the channels, newest first.',
  problems: [],
  query: object({
    kind: optional(
      oneOf(['api', 'sync'], {
        description: 'only calls of this API, or only exchanges with channels',
        example: 'sync',
      }),
    ),
    channel: optional(text({ description: 'only exchanges with this channel', example: 'airbnb' })),
  }),
  item: logEntrySchema,
  caching: 'no-etag', // reading it writes an entry
  flushesUsage: true,
  defaultLimit: 50,
  cursor: ['id'],
  filter: ({ kind, channel }) => ({ kind, channel }),
  page: ({ db, property }, filter, page) => listActivity(db, property.hotelId, filter, page),
  key: (entry) => [entry.entryId],
  present: (entry) => presentLogEntry(entry),
});
