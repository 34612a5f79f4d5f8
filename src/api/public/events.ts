// /api/events: the property's log, read after a number, by long polling, or as a stream.
import { EVENT_KINDS, type EventKind, kindsOfFilter } from '../../model/event.ts';
import { type LogEnds, readLog, readLogEnds, requireAvailable } from '../../pms/log.ts';
import { searchLog } from '../../pms/log-search.ts';
import { invalidParameter } from '../../problems.ts';
import { kindsFor, presentEventFor } from '../event-scopes.ts';
import { eventSearch, toLogSearch } from '../event-search.ts';
import { listOperation } from '../operation.ts';
import { eventSchema } from '../records.ts';
import { integer, object, optional, text } from '../schema.ts';

/** Proxies and clients give up on a request without a response after about a minute. */
const MAX_WAIT_SECONDS = 30;

export const listEventsOperation = listOperation({
  name: 'listEvents',
  audience: ['public'],
  method: 'GET',
  path: '/events',
  scopes: [],
  tag: 'Events',
  summary: 'Everything that changed, in order',
  description:
    "The property's log: each change once, numbered 1, 2, 3, … without a gap. Remember `X-Next-After` of an answer and send it as `after` the next time: nothing is missed, whatever happened in between. With `wait` the request is held until there is something. With `Accept: text/event-stream` it becomes a stream of server-sent events whose `id` is the `seq`; a client that reconnects sends it as `Last-Event-ID` and goes on where it was. `order=newest` lists the newest first, with filters, and continues by `before` as `Link` says. Where the operator removes old events, an `after` from before them is refused with `events_compacted`.",
  problems: ['events_compacted'],
  query: object({
    after: optional(
      integer({
        description: 'the last `seq` that the client knows; absent or 0 = from the beginning',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        example: 0,
      }),
    ),
    last: optional(
      integer({
        description: 'instead of `after`: start with this many of the latest events; 0 = only new events',
        minimum: 0,
        maximum: 1000,
      }),
    ),
    kinds: optional(
      text({
        description: `only these, separated by commas: ${EVENT_KINDS.join(', ')}; \`booking.*\` means all that begin so`,
        example: 'booking.created,booking.modified,booking.cancelled',
        maxLength: 1_000,
      }),
    ),
    wait: optional(
      integer({
        description: 'seconds to wait for an event if there is none yet',
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
      }),
    ),
    ...eventSearch,
  }),
  item: eventSchema,
  caching: 'no-etag', // only a query shows whether anything follows the current end
  streamable: true,
  cursorParameter: 'after',
  cursor: ['id'],
  filter: (query, { scopes }) => ({
    ...query,
    kinds: kindsFor(toKinds(query.kinds), scopes),
    search: toLogSearch(query),
  }),
  page: async ({ db, property: { hotelId } }, { kinds, search, ...query }, page) => {
    if (search) {
      const before = page.after ? Number(page.after[0]) : search.before;
      return searchLog(db, hotelId, { ...search, kinds, before }, page.size);
    }
    const after = page.after
      ? Number(page.after[0])
      : toAfter(query, await readLogEnds(db, hotelId), 'after');
    return (await readLog(db, hotelId, { after, limit: page.size, kinds })).events;
  },
  key: ({ seq }) => [seq],
  present: (from, call) => presentEventFor(from, call.property, call.scopes),
});

/**
 * Returns the number after which to read. Throws `events_compacted`, and `invalid_parameters` for a number
 * that the log has not reached: a client that waited for it would miss all events before it (the log may have
 * been restored from a backup).
 */
export function toAfter(query: { after?: number; last?: number }, ends: LogEnds, field: string): number {
  if (query.after !== undefined && query.last !== undefined)
    throw invalidParameter({ field: 'last', rule: 'not_together', member: 'after' });
  if (query.last !== undefined) return Math.max(ends.firstSeq - 1, ends.lastSeq - query.last);
  const after = query.after ?? 0;
  if (after > ends.lastSeq) {
    throw invalidParameter({ field, rule: 'after_log_end', lastSeq: ends.lastSeq });
  }
  requireAvailable(after, ends);
  return after;
}

/** Returns the kinds that a list of names stands for; undefined = all. */
export function toKinds(names: string | undefined): EventKind[] | undefined {
  if (names === undefined || names.trim() === '') return undefined;
  const kinds = names.split(',').flatMap((name) => {
    const meant = kindsOfFilter(name.trim());
    if (meant.length === 0)
      throw invalidParameter({ field: 'kinds', rule: 'no_event_kind', kinds: EVENT_KINDS });
    return meant;
  });
  return [...new Set(kinds)];
}
