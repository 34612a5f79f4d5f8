// Polls the calendars of channels every few minutes. A good fetch is applied; a failed one changes nothing.

import { CalendarFetchError, type FetchedCalendar } from '../channels/calendars.ts';
import { getAdapter } from '../channels/registry.ts';
import { DecryptionError } from '../db/secrets.ts';
import { type Cause, codeOfStatus, type Failure } from '../model/cause.ts';
import { CalendarParseError } from '../model/ical/errors.ts';
import type { Calendar, ReadCalendarOptions } from '../model/ical/read.ts';
import { countReading } from '../model/ical/reading.ts';
import type { PlainDate } from '../model/night.ts';
import { type Property, todayAt } from '../model/property.ts';
import type { PullOperation } from '../model/sync-operations.ts';
import { causeCodeOf, OutgoingError } from '../outgoing/error.ts';
import { storeActivity } from '../pms/activity.ts';
import { importCalendar } from '../pms/calendar-import/index.ts';
import {
  type CalendarSubscription,
  claimCalendar,
  type DueCalendar,
  findDueCalendars,
  isClaimValid,
  recordFailedFetch,
  recordReading,
  recordSuccessfulFetch,
} from '../pms/calendar-sources.ts';
import { decryptCalendarUrl } from '../pms/calendar-url.ts';
import { getProperty } from '../pms/properties.ts';
import { inPropertyTransaction } from '../pms/property-transaction.ts';
import { readCalendarInThread } from './calendar-reader.ts';
import type { JobContext } from './context.ts';
import { createLeasedWorker, type LeasedWorker } from './leased-worker.ts';

/** Calendars fetched at once: each may take 20 s and 5 MB. */
const AT_ONCE = 32;
/**
 * Calendars of one property fetched at once: those of a house with slow or hostile feeds wait for each other, and
 * not those of other houses for them.
 */
const AT_ONCE_PER_PROPERTY = 4;

/** How often calendars that are due are looked for. */
const SWEEP_MS = 1_000;

/** Creates the worker that fetches the calendars that are due. */
export function createCalendarPolls(context: JobContext): LeasedWorker {
  const { db, icalPollSeconds } = context;
  return createLeasedWorker<DueCalendar, CalendarSubscription>(context, {
    name: 'fetch calendars',
    sweepMs: SWEEP_MS,
    queues: [
      {
        limit: AT_ONCE,
        find: ({ limit, busy }) =>
          findDueCalendars(db, { now: context.now(), limit, perProperty: AT_ONCE_PER_PROPERTY, busy }),
      },
    ],
    keyOf: ({ channel, roomId, unitId }) => `${channel}/${roomId}/${unitId}`,
    claim: (due) => claimCalendar(db, due, { now: context.now(), nextAfterSeconds: icalPollSeconds }),
    start: (source, signal) => ({ done: pollCalendar(context, source, signal) }),
  });
}

/** Fetches a calendar and stores what has changed; stores nothing when `signal` is aborted before it is read. */
async function pollCalendar(
  context: JobContext,
  source: CalendarSubscription,
  signal: AbortSignal,
): Promise<void> {
  const startedMs = performance.now();
  const property = await getProperty(context.db, source.hotelId);
  const today = todayAt(property, context.now());
  let fetched: FetchedCalendar;
  let calendar: Calendar | null;
  try {
    fetched = await fetchCalendar(context, source, { today, signal });
    calendar = fetched.kind === 'calendar' ? await read(fetched.text, source, { property, context }) : null;
  } catch (error) {
    if (signal.aborted) return;
    if (!isExpected(error)) throw error;
    await recordFailure(context, source, { ...failureOf(error), startedMs });
    return;
  }
  await inPropertyTransaction(
    context.db,
    { hotelId: source.hotelId, now: context.now(), actor: { kind: 'channel', channel: source.channel } },
    async (tx) => {
      if (!(await isClaimValid(tx, source))) return;
      const outcome = await importCalendar(tx, {
        property,
        channel: source.channel,
        roomId: source.roomId,
        unitId: source.unitId,
        calendar,
        confirmAfterMs: context.icalPollSeconds * CONFIRM_AFTER_POLLS * 1_000,
      });
      if (calendar) await recordReading(tx, source, countReading(calendar));
      const error = calendar && partialError(calendar);
      if (error) {
        const { icalPollSeconds: pollSeconds } = context;
        await recordFailedFetch(tx, source, { error, cause: INCOMPLETE, pollSeconds, partial: true });
      } else {
        await recordSuccessfulFetch(tx, source, {
          content: fetched.kind === 'calendar' ? { ...fetched, readOn: today } : null,
          pollSeconds: context.icalPollSeconds,
        });
      }
      const items = Object.values(outcome).reduce((a, b) => a + b, 0);
      if (items > 0 || source.lastGoodAt === null || source.failures > 0 || error) {
        const counts = Object.entries(outcome).filter(([, count]) => count > 0);
        await storeActivity(tx, [
          {
            ...syncLogEntry(context, source, startedMs),
            summary: `${nameCalendar(source)}: ${counts.map(([what, n]) => `${n} ${what}`).join(', ') || 'no change'}`,
            outcome: error ? 'partial' : 'ok',
            items,
            error,
          },
        ]);
      }
    },
  );
}

/**
 * Fetches a calendar, unless it is unchanged. Once a day without ETag and date: an unchanged feed has new days
 * within its horizon.
 */
function fetchCalendar(
  { db, outgoing }: JobContext,
  source: CalendarSubscription,
  { today, signal }: { today: PlainDate; signal: AbortSignal },
): Promise<FetchedCalendar> {
  const conditional = source.fullReadOn?.equals(today) ?? false;
  return getAdapter(source.protocol).calendars!.fetchCalendar(outgoing, {
    url: decryptCalendarUrl(source.address, source, db.secrets),
    etag: conditional ? source.etag : null,
    lastModified: conditional ? source.lastModified : null,
    signal,
  });
}

/** Returns the error for a calendar with events that could not be read; null if all could be read. */
function partialError({ unread, events }: Calendar): string | null {
  const [first] = unread;
  if (!first) return null;
  const which =
    unread.length === 1 ? `The event at line ${first.line}` : `${unread.length} of ${events} events`;
  const where = unread.length === 1 ? '' : `, the first at line ${first.line}`;
  return (
    `${which} cannot be understood${where}. ${first.reason} The nights of its readable dates and of the other events are closed; ` +
    'none is opened until all events can be read. Correct or delete the event at the channel.'
  );
}

/**
 * A stay must be missing for one and a half polls: a quarter of an hour at the usual interval of ten minutes.
 */
const CONFIRM_AFTER_POLLS = 1.5;

/** Channels sell at most two years ahead. */
const MIN_HORIZON_DAYS = 730;

function read(
  text: string,
  source: CalendarSubscription,
  { property, context }: { property: Property; context: JobContext },
): Promise<Calendar> {
  const { tentative, closed, events, end } = source.settings;
  const options: ReadCalendarOptions = {
    timezone: property.timezone,
    channel: source.channel,
    today: todayAt(property, context.now()),
    horizonDays: Math.max(property.settings.horizonDays, MIN_HORIZON_DAYS),
    ownDomain: context.calendarDomain,
    ...((tentative === 'block' || tentative === 'ignore') && { tentative }),
    ...((closed === 'block' || closed === 'booking') && { closed }),
    ...(events === 'stays' && { events }),
    ...(end === 'last_night' && { end }),
  };
  return readCalendarInThread(text, options, { hotelId: source.hotelId });
}

/** Whether the error is of the channel, the network, or another key. Others are bugs. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof OutgoingError ||
    error instanceof CalendarFetchError ||
    error instanceof CalendarParseError ||
    error instanceof DecryptionError
  );
}

const INCOMPLETE: Cause = { code: 'calendar_incomplete' };

function failureOf(error: Error): Failure {
  const { message } = error;
  const reason = error instanceof DecryptionError ? `Its address cannot be read: ${message}` : message;
  return { reason, cause: causeOf(error) };
}

function causeOf(error: Error): Cause {
  if (error instanceof OutgoingError) return { code: causeCodeOf(error) };
  if (error instanceof CalendarFetchError) return { code: codeOfStatus(error.status), status: error.status };
  return { code: error instanceof DecryptionError ? 'credentials_unreadable' : 'calendar_unreadable' };
}

async function recordFailure(
  context: JobContext,
  source: CalendarSubscription,
  { reason, cause, startedMs }: Failure & { startedMs: number },
): Promise<void> {
  await inPropertyTransaction(
    context.db,
    { hotelId: source.hotelId, now: context.now(), actor: { kind: 'channel', channel: source.channel } },
    async (tx) => {
      if (!(await isClaimValid(tx, source))) return;
      await recordFailedFetch(tx, source, { error: reason, cause, pollSeconds: context.icalPollSeconds });
      await storeActivity(tx, [
        {
          ...syncLogEntry(context, source, startedMs),
          summary: `${nameCalendar(source)}: not read`,
          outcome: 'failed',
          items: 0,
          error: reason,
        },
      ]);
    },
  );
}

function nameCalendar({ roomId, unitId, channel }: CalendarSubscription): string {
  return `calendar of ${unitId === null ? '' : `unit ${unitId} of `}room ${roomId} at ${channel}`;
}

function syncLogEntry(context: JobContext, source: CalendarSubscription, startedMs: number) {
  return {
    kind: 'sync' as const,
    hotelId: source.hotelId,
    createdAt: context.now(),
    channel: source.channel,
    direction: 'pull' as const,
    operation: 'calendar' satisfies PullOperation,
    durationMs: performance.now() - startedMs,
  };
}
