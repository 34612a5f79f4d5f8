// Reading the log backwards: the parameters of GET events for that, and the search that they make.
import type { Static } from 'typebox';
import { ACTOR_KINDS } from '../model/actor.ts';
import type { ActorFilter, LogSearch } from '../pms/log-search.ts';
import { invalidParameter } from '../problems.ts';
import { parseMoment } from './input.ts';
import { id, integer, moment, object, oneOf, optional, text } from './schema.ts';

/** Events of a list that begins with the newest, unless `limit` says otherwise. */
export const NEWEST_LISTED = 100;

export const eventSearch = {
  order: optional(
    oneOf(['oldest', 'newest'], {
      description: `which event comes first; \`newest\` lists at most \`limit\` (${NEWEST_LISTED}) of them, and takes the parameters below`,
      default: 'oldest',
      example: 'oldest',
    }),
  ),
  before: optional(
    integer({
      description: 'with `order=newest`: only events before this `seq`, the last one of the page before',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
  order_id: optional(
    id('with `order=newest`: only events of this booking, its folio, messages and tasks', 10001),
  ),
  room_id: optional(id('with `order=newest`: only events about this room', 101)),
  by: optional(
    text({
      description: `with \`order=newest\`: only changes by one of ${ACTOR_KINDS.join(', ')}, or by one of them: \`person:3\`, \`token:5\`, \`channel:airbnb\``,
      maxLength: 100,
      example: 'channel',
    }),
  ),
  since: optional(moment('with `order=newest`: only events from this moment on')),
  until: optional(moment('with `order=newest`: only events before this moment')),
};

const searchQuery = object(eventSearch);
type EventSearchQuery = Static<typeof searchQuery> & {
  after?: number;
  last?: number;
  wait?: number;
};

/** The parameters that only a list with the newest first takes. */
const ONLY_NEWEST = ['before', 'order_id', 'room_id', 'by', 'since', 'until'] as const;

/** Returns the search that a query asks for; null = the log is to be read in its order. Throws `invalid_parameters`. */
export function toLogSearch(query: EventSearchQuery): LogSearch | null {
  if (query.order !== 'newest') {
    const field = ONLY_NEWEST.find((name) => query[name] !== undefined);
    if (field) throw invalidParameter({ field, rule: 'only_newest_first' });
    return null;
  }
  for (const field of ['last', 'wait'] as const)
    if (query[field] !== undefined) throw invalidParameter({ field, rule: 'not_together', member: 'order' });
  const { before, after, order_id: reservationId, room_id: roomId, by, since, until } = query;
  return {
    before,
    after,
    reservationId,
    roomId,
    by: by === undefined ? undefined : toActorFilter(by),
    since: since === undefined ? undefined : parseMoment(since)!,
    until: until === undefined ? undefined : parseMoment(until)!,
  };
}

function toActorFilter(text: string): ActorFilter {
  const [name, ...rest] = text.split(':');
  const kind = ACTOR_KINDS.find((one) => one === name);
  const one = rest.length > 0 ? rest.join(':') : null;
  const isOneOfNone = one !== null && (kind === 'operator' || kind === 'innwire');
  if (!kind || isOneOfNone || one === '')
    throw invalidParameter({ field: 'by', rule: 'no_actor', kinds: ACTOR_KINDS });
  return { kind, one };
}
