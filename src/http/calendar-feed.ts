// /ical/{feed_key}.ics: the calendar of a room or a unit for other calendar programs. It contains no names of guests.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calendarEntries } from '../api/calendar.ts';
import { LAST_DATE, toDateRange } from '../api/input.ts';
import { dateRange, object } from '../api/schema.ts';
import { readQuery } from '../api/validate.ts';
import { writeCalendar } from '../model/ical/write.ts';
import { earliest, latest } from '../model/night.ts';
import { todayAt } from '../model/property.ts';
import { findFeed, readOccupiedRanges, recordFetch } from '../pms/calendar-feeds.ts';
import { getProperty } from '../pms/properties.ts';
import { requireRoom } from '../pms/rooms.ts';
import { findUnit } from '../pms/units/units.ts';
import { Problem } from '../problems.ts';
import { COMPRESSED } from './compression.ts';
import type { AppContext } from './context.ts';
import { readable, rejectOtherMethods } from './routes.ts';

/**
 * First day without `fromdate`: channels also show recent guests; older nights are rarely needed and can be
 * requested.
 */
const DAYS_BEFORE = 30;
/** Last day without `todate`: channels read at most two years. */
const DAYS_AHEAD = 730;

/** Programs fetch calendars every half hour at most. */
const RETRY_AFTER_SECONDS = 900;

const Window = object(dateRange('nights'));

/** Registers the calendar feed. */
export function registerCalendarFeed(app: FastifyInstance, context: AppContext): void {
  app.route<{ Params: { file: string } }>({
    method: 'GET',
    url: '/ical/:file',
    ...COMPRESSED,
    handler: (request, reply) => serveFeed(request, reply, context),
  });
  rejectOtherMethods(app, [readable('/ical/{file}')]);
}

/**
 * Returns the dates in a feed's URL. Other parameters are ignored, because calendar programs add their own.
 */
function readWindow({ fromdate, todate }: Record<string, unknown>) {
  return readQuery(Window, { fromdate, todate });
}

async function serveFeed(
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  const key = /^([0-9A-Za-z]{32,64})\.ics$/.exec(request.params.file)?.[1];
  const feed = key === undefined ? null : await findFeed(context.db, key);
  if (!feed) await context.rateLimiter.countWrongToken(request);
  else await context.rateLimiter.countFeed(request, key!);
  if (!feed) throw new Problem('not_found', { case: 'calendar' });
  if (feed.paused) {
    throw new Problem('temporarily_unavailable', {
      case: 'calendar_paused',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  const { from, to } = toDateRange(readWindow(request.query as Record<string, unknown>));
  const now = context.now();
  const property = await getProperty(context.db, feed.hotelId);
  const room = await requireRoom(context.db, feed.hotelId, feed.roomId);
  const unit = feed.unitId === null ? null : await findUnit({ ...context.db, ...feed }, feed.unitId);
  const today = todayAt(property, now);
  const end = (from ? latest(from, today) : today).add({ days: DAYS_AHEAD });
  const stretches = await readOccupiedRanges(context.db, feed, {
    from: from ?? today.subtract({ days: DAYS_BEFORE }),
    until: earliest(LAST_DATE, to?.add({ days: 1 }) ?? end),
  });

  const contentHash = createHash('sha256').update(JSON.stringify(stretches)).digest();
  const firstAt =
    property.sandboxAt ?? (await recordFetch(context.db, feed, { stretches, contentHash, now }));
  const etag = `"${contentHash.toString('base64url').slice(0, 22)}"`;
  reply.header('etag', etag).header('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(
    writeCalendar({
      name: [property.name, room.name, ...(unit ? [unit.name] : [])].join(' – '),
      domain: context.calendarDomain,
      entries: calendarEntries(stretches, feed),
      // The time at which this content was first served: the text must stay the same while the content does.
      now: firstAt,
    }),
  );
}
