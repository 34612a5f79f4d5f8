// The state of each night at a channel that reads our iCal feed: whether
// it has fetched what the feed shows now.

import type { Queryable } from '../db/database.ts';
import type { Cause } from '../model/cause.ts';
import type { Connection } from '../model/channel.ts';
import { isBefore, type NightRange, nightsBetween, type PlainDate } from '../model/night.ts';
import { type CalendarFeed, listFeeds, readOccupiedRanges } from './calendar-feeds.ts';
import type { NightProof } from './channel-sync/proof-of-nights.ts';

export type ChannelNight = {
  roomId: number;
  /** the unit that the channel sells; absent or null = the room as a whole */
  unitId?: number | null;
  date: PlainDate;
  state: 'synced' | 'pending' | 'rejected';
  /** the reason given by the channel, or what the night waits for */
  message: string | null;
  /** code of the message; absent or null = there is none */
  cause?: Cause | null;
  /** what the channel has confirmed last; absent or null = nothing */
  confirmed?: ConfirmedNight | null;
  /** closed at the channel because it cannot carry a value of the night; absent = no */
  closedInstead?: boolean;
  /** absent = no exchange is known, e.g. because the channel reads our calendar */
  proof?: NightProof | undefined;
};

/** What a channel has confirmed of a night; null = it is not known what it has. */
export type ConfirmedNight = {
  /** when it confirmed the count, or read our calendar */
  at: Temporal.Instant | null;
  available: number | null;
  priceMinor: number | null;
  /** nights */
  minStay: number | null;
};

/**
 * Returns the nights of [from, until) of each mapped room. A night is `synced` when the channel's last fetch
 * showed it as the feed would show it now.
 */
export async function listChannelNights(
  db: Queryable,
  connection: Connection,
  window: NightRange & { roomId?: number | undefined },
): Promise<ChannelNight[]> {
  const feeds = await listFeeds(db, connection.hotelId, { roomId: window.roomId }, ALL);
  const nights: ChannelNight[] = [];
  for (const { roomId, unitId = null } of connection.rooms) {
    const feed = feeds.find(
      (one) => one.roomId === roomId && one.unitId === unitId && one.channel === connection.channel,
    );
    if (feed) nights.push(...(await compareWithLastFetch(db, feed, window)));
  }
  return nights;
}

const ALL = { size: 100_000, after: null };

async function compareWithLastFetch(
  db: Queryable,
  feed: CalendarFeed,
  window: NightRange,
): Promise<ChannelNight[]> {
  const current = await readOccupiedRanges(db, feed, window);
  const fetched = await readLastFetch(db, feed);
  const isIn = (ranges: readonly NightRange[], date: PlainDate) =>
    ranges.some(({ from, until }) => !isBefore(date, from) && isBefore(date, until));
  return nightsBetween(window.from, window.until).map((date) => {
    const taken = isIn(current, date);
    const inSync = fetched !== null && taken === isIn(fetched.ranges, date);
    const reason =
      fetched === null
        ? NEVER_FETCHED
        : `the channel has not fetched since the night was ${taken ? 'taken' : 'freed'}`;
    return {
      roomId: feed.roomId,
      unitId: feed.unitId,
      date,
      state: inSync ? 'synced' : 'pending',
      message: inSync ? null : reason,
      cause: inSync ? null : { code: fetched === null ? 'never_fetched' : 'not_fetched_since' },
      confirmed: fetched && { at: fetched.at, available: null, priceMinor: null, minStay: null },
    };
  });
}

const NEVER_FETCHED = "the channel has never fetched this room's calendar: paste its link (GET ical) there";

type LastFetch = { at: Temporal.Instant; ranges: NightRange[] };

/** Returns the ranges that the last fetch showed as taken; null when the channel never fetched. */
async function readLastFetch(db: Queryable, feed: CalendarFeed): Promise<LastFetch | null> {
  const rows = await db.query<{ at: Temporal.Instant; from: string | null; until: string | null }>(
    `select last.last_fetched_at as at, lower(stretch) as from, upper(stretch) as until
     from (
       select nights, last_fetched_at from feed_fetches where hotel_id = $1 and feed_id = $2 order by last_fetched_at desc limit 1
     ) as last left join lateral unnest(last.nights) as stretch on true`,
    [feed.hotelId, feed.feedId],
  );
  if (rows.length === 0) return null;
  const ranges = rows.flatMap(({ from, until }) =>
    from && until ? [{ from: Temporal.PlainDate.from(from), until: Temporal.PlainDate.from(until) }] : [],
  );
  return { at: rows[0]!.at, ranges };
}
