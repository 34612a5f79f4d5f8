// The .ics feeds of rooms and of single units: their links, the nights that each channel sees as
// taken, and which contents it has fetched.
import type { Queryable } from '../db/database.ts';
import type { PlainDate } from '../model/night.ts';
import { randomBase62 } from '../model/token.ts';
import { Problem } from '../problems.ts';
import { keyset, type Page } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';

/** A link to a room's calendar for one channel. The feed leaves out what that channel sold itself. */
export type CalendarFeed = {
  feedId: number;
  hotelId: number;
  roomId: number;
  /** the unit whose nights it shows; null = the room as a whole */
  unitId: number | null;
  channel: string;
  feedKey: string;
};

/** A feed. While `paused`, it must not be served: its contents may be outdated. */
type ServedFeed = CalendarFeed & { paused: boolean };

/**
 * Every room gets one link for each channel that imports iCal, and one for
 * any other calendar program (`calendar`).
 */
export const FEED_CHANNELS = ['airbnb', 'booking_com', 'vrbo', 'calendar'] as const;

const KEY_LENGTH = 32; // 190 bits

/** Creates the links of a new room. */
export async function createFeeds(tx: PropertyTransaction, roomId: number): Promise<void> {
  for (const channel of FEED_CHANNELS) await createFeed(tx, { roomId, unitId: null, channel });
}

/** Creates the link of a room, or of one of its units, for a channel. Does nothing if there is one. */
export async function createFeed(
  tx: PropertyTransaction,
  { roomId, unitId, channel }: Pick<CalendarFeed, 'roomId' | 'unitId' | 'channel'>,
): Promise<void> {
  await tx.query(
    `insert into calendar_feeds (feed_key, hotel_id, room_id, unit_id, channel, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (hotel_id, room_id, unit_id, channel) do nothing`,
    [randomBase62(KEY_LENGTH), tx.hotelId, roomId, unitId ?? 0, channel, tx.now],
  );
}

/** SQL condition: the feed is of the room as a whole, or of a unit in use. */
const OF_UNIT_IN_USE = `(feed.unit_id = 0 or exists (
  select 1 from units as unit
  where unit.hotel_id = feed.hotel_id and unit.unit_id = feed.unit_id and unit.archived_at is null))`;

/** Returns one page of the links of rooms on sale and of units in use, by room, then in order of creation. */
export async function listFeeds(
  db: Queryable,
  hotelId: number,
  filter: { roomId?: number | undefined; unitId?: number | undefined },
  page: Page,
): Promise<CalendarFeed[]> {
  const { text, values } = keyset(
    `select feed.* from calendar_feeds as feed
     join rooms as room on room.hotel_id = feed.hotel_id and room.room_id = feed.room_id and room.archived_at is null`,
    [
      [`feed.hotel_id = ? and ${OF_UNIT_IN_USE}`, hotelId],
      ['feed.room_id = ?', filter.roomId],
      ['feed.unit_id = ?', filter.unitId],
    ],
    { columns: ['feed.room_id', 'feed.feed_id'], types: ['bigint', 'bigint'] },
    page,
  );
  return (await db.query<FeedRow>(text, values)).map(toFeed);
}

/** Replaces the key in the URL of a link: the old URL is invalid from the commit on. Throws `not_found`. */
export async function rotateFeed(tx: PropertyTransaction, feedId: number): Promise<CalendarFeed> {
  const [row] = await tx.query<FeedRow>(
    `update calendar_feeds set feed_key = $3 where hotel_id = $1 and feed_id = $2 returning *`,
    [tx.hotelId, feedId, randomBase62(KEY_LENGTH)],
  );
  if (!row) {
    throw new Problem('not_found', { case: 'calendar_link', id: feedId });
  }
  return toFeed(row);
}

/**
 * Returns the feed with this key, of a room on sale or a unit in use; null when there is none.
 * `paused` is never true for the sample property.
 */
export async function findFeed(db: Queryable, feedKey: string): Promise<ServedFeed | null> {
  const [row] = await db.query<FeedRow & { paused: boolean }>(
    `select feed.*, property.sandbox_at is null and (
         exists (select 1 from installation where paused_at is not null)
         or exists (
           select 1 from connections as connection
           where connection.hotel_id = feed.hotel_id and connection.channel = feed.channel
             and connection.paused_at is not null
         )
       ) as paused
     from calendar_feeds as feed
     join properties as property on property.hotel_id = feed.hotel_id and property.removal_due_at is null
     join rooms as room on room.hotel_id = feed.hotel_id and room.room_id = feed.room_id and room.archived_at is null
     where feed.feed_key = $1 and ${OF_UNIT_IN_USE}`,
    [feedKey],
  );
  return row ? { ...toFeed(row), paused: row.paused } : null;
}

/** A range of nights that is taken by one reservation, or closed (`reservationId` null). */
export type OccupiedRange = { reservationId: number | null; from: PlainDate; until: PlainDate };

/**
 * Returns the nights of [from, until) that the feed shows as taken: those on which its channel can sell
 * nothing. In a room with one unit, each reservation is a range of its own.
 *
 * Left out are nights that the channel sold itself from this calendar: otherwise the channel would
 * import its own sale as another's. Also left out are nights on which a unit would be left if the
 * channel opened the nights that it merely closed itself: two channels, each closing one of the last two
 * units, would otherwise keep each other closed for ever. Of the restrictions, a calendar can only
 * express that a night is not for sale (`stop_sell`). The feed of a unit: see `readUnitNights`.
 */
export async function readOccupiedRanges(
  db: Queryable,
  feed: CalendarFeed,
  window: { from: PlainDate; until: PlainDate },
): Promise<OccupiedRange[]> {
  if (feed.unitId !== null) return joinNights(await readUnitNights(db, feed, window));
  const rows = await db.query<OccupiedNight>(
    `select night.date, case when coalesce(room.units, 1) = 1 then holder.reservation_id end as reservation_id
     from nights as night
     join rooms as room on room.hotel_id = night.hotel_id and room.room_id = night.room_id
     left join lateral (
       select count(*) filter (where own.sale) as own,
         min(held.reservation_id) filter (where not own.sale) as reservation_id
       from reservation_nights as held
       join reservations as reservation
         on reservation.hotel_id = held.hotel_id and reservation.reservation_id = held.reservation_id
       -- A stay that the desk moved here from another room is not the channel's own sale of this room: its
       -- calendar of this room does not contain it.
       cross join lateral (
         select ${isSoldThrough('$3')} and not exists (
           select 1 from calendar_stays as stay
           where stay.hotel_id = $1 and stay.channel = $3 and stay.reservation_id = held.reservation_id
             and (stay.room_id, stay.unit_id) <> ($2, 0)
         ) as sale
       ) as own
       where held.hotel_id = $1 and held.room_id = $2 and held.date = night.date and held.released_at is null
     ) as holder on true
     left join lateral (
       select count(*) as own from calendar_blocks as block
       where block.hotel_id = $1 and block.channel = $3 and block.room_id = $2 and block.unit_id = 0 and block.date = night.date
         and block.takes_unit
     ) as block on true
     where night.hotel_id = $1 and night.room_id = $2 and night.date >= $4 and night.date < $5
       and (night.available + block.own <= 0 or night.stop_sell)
       and greatest(coalesce(room.units, 1), night.sold + night.blocked) > holder.own + block.own
     order by night.date`,
    [feed.hotelId, feed.roomId, feed.channel, window.from, window.until],
  );
  return joinNights(rows);
}

/**
 * SQL: whether a channel has sold the night `held` of a reservation through its own connection, so not one of the house's own; of a reservation
 * that was entered or imported here, whether it is the seller.
 */
function isSoldThrough(channel: string): string {
  return `coalesce(coalesce(reservation.connection, reservation.channel) = ${channel} and (
    reservation.connection is null or held.date >= reservation.channel_checkin and held.date < reservation.channel_checkout), false)`;
}

type OccupiedNight = { date: string; reservation_id: number | null };

/**
 * Returns the nights that the feed of a unit shows as taken: those in which a stay, a closure or another channel's calendar has the unit,
 * and those in which nobody has it but nothing of its room is left. Left out are nights in which the unit is held by what the
 * feed's channel sold or closed in its own calendar of this unit.
 */
function readUnitNights(
  db: Queryable,
  feed: CalendarFeed,
  window: { from: PlainDate; until: PlainDate },
): Promise<OccupiedNight[]> {
  return db.query<OccupiedNight>(
    `select night.date, held.reservation_id
     from nights as night
     left join unit_nights as held on held.hotel_id = $1 and held.unit_id = $3 and held.date = night.date
     left join reservations as reservation on reservation.hotel_id = $1 and reservation.reservation_id = held.reservation_id
     where night.hotel_id = $1 and night.room_id = $2 and night.date >= $5 and night.date < $6
       and case when held.date is null then night.available <= 0 or night.stop_sell
         when held.reservation_id is null then held.channel is distinct from $4
         else not ${isSoldThrough('$4')} or exists (
           select 1 from calendar_stays as stay
           where stay.hotel_id = $1 and stay.channel = $4 and stay.reservation_id = held.reservation_id
             and (stay.room_id, stay.unit_id) <> ($2, $3)) end
     order by night.date`,
    [feed.hotelId, feed.roomId, feed.unitId, feed.channel, window.from, window.until],
  );
}

/** Joins consecutive nights of the same reservation, or consecutive closed nights, into ranges. */
function joinNights(rows: readonly OccupiedNight[]): OccupiedRange[] {
  const ranges: OccupiedRange[] = [];
  for (const row of rows) {
    const date = Temporal.PlainDate.from(row.date);
    const last = ranges.at(-1);
    if (last?.until.equals(date) && last.reservationId === row.reservation_id)
      last.until = date.add({ days: 1 });
    else ranges.push({ reservationId: row.reservation_id, from: date, until: date.add({ days: 1 }) });
  }
  return ranges;
}

/**
 * Records the contents that a feed just served, so that they are recognised when the channel's own calendar
 * repeats them (an echo). Requests with the same contents share one row; other contents count as valid until
 * 1 ms before `now`. Returns when these contents were first served.
 */
export async function recordFetch(
  db: Queryable,
  feed: CalendarFeed,
  fetched: { stretches: readonly OccupiedRange[]; contentHash: Buffer; now: Temporal.Instant },
): Promise<Temporal.Instant> {
  const ranges = fetched.stretches.map(({ from, until }) => `[${from},${until})`);
  const [row] = await db.query<{ first_fetched_at: Temporal.Instant }>(
    `with before as (
       update feed_fetches set last_fetched_at = $5::timestamptz - interval '1 millisecond'
       where hotel_id = $1 and feed_id = $2 and content_hash <> $4 and last_fetched_at >= least($5, (
         select max(last_fetched_at) from feed_fetches where hotel_id = $1 and feed_id = $2
       ))
     )
     insert into feed_fetches as known (hotel_id, feed_id, nights, content_hash, first_fetched_at, last_fetched_at)
     values ($1, $2, $3::datemultirange, $4, $5, $5)
     on conflict (hotel_id, feed_id, content_hash) do update set last_fetched_at = $5
     returning first_fetched_at`,
    [feed.hotelId, feed.feedId, `{${ranges.join(',')}}`, fetched.contentHash, fetched.now],
  );
  return row!.first_fetched_at;
}

/**
 * What a channel knows of a night that the feed served as taken. `now`: the contents that the channel fetched
 * last have it taken; `lately`: it has fetched other contents since, but less than RECENTLY_HOURS ago.
 */
type FeedKnowledge = 'now' | 'lately';

/**
 * Hours a channel may take to show in its own calendar what it fetched here. How
 * often it fetches does not matter for this.
 */
const RECENTLY_HOURS = 6;

/**
 * Channels fetch every half hour to every day. One that has not fetched for so many hours has lost the link:
 * all closures in its calendar are then its own.
 */
const FEED_ABANDONED_HOURS = 72;

/** Returns which of the nights the feeds of this room or unit and channel served as taken, by ISO date. */
export async function nightsSeenByChannel(
  db: Queryable,
  where: Pick<CalendarFeed, 'hotelId' | 'channel' | 'roomId' | 'unitId'> & { now: Temporal.Instant },
  nights: readonly PlainDate[],
): Promise<Map<string, FeedKnowledge>> {
  const rows = await db.query<{ date: string; seen: FeedKnowledge }>(
    `select night.date, case when bool_or(fetched.latest) then 'now' else 'lately' end as seen
     from unnest($4::date[]) as night(date)
     join (
       select fetched.nights, fetched.last_fetched_at, fetched.last_fetched_at = max(fetched.last_fetched_at) over () as latest
       from calendar_feeds as feed
       join feed_fetches as fetched on fetched.hotel_id = feed.hotel_id and fetched.feed_id = feed.feed_id
       where feed.hotel_id = $1 and feed.channel = $2 and feed.room_id = $3 and feed.unit_id = $7 and fetched.last_fetched_at > $5
     ) as fetched on fetched.nights @> night.date and (fetched.latest or fetched.last_fetched_at > $6)
     group by night.date`,
    [
      where.hotelId,
      where.channel,
      where.roomId,
      nights,
      where.now.subtract({ hours: FEED_ABANDONED_HOURS }),
      where.now.subtract({ hours: RECENTLY_HOURS }),
      where.unitId ?? 0,
    ],
  );
  return new Map(rows.map((row) => [row.date, row.seen]));
}

/** Deletes served contents that are too old to be repeated by a channel. */
export async function pruneFetches(db: Queryable, now: Temporal.Instant): Promise<void> {
  await db.query(`delete from feed_fetches where last_fetched_at < $1`, [
    now.subtract({ hours: FEED_ABANDONED_HOURS + RECENTLY_HOURS }),
  ]);
}

type FeedRow = {
  feed_id: number;
  hotel_id: number;
  room_id: number;
  unit_id: number;
  channel: string;
  feed_key: string;
};

function toFeed(row: FeedRow): CalendarFeed {
  return {
    feedId: row.feed_id,
    hotelId: row.hotel_id,
    roomId: row.room_id,
    unitId: row.unit_id || null,
    channel: row.channel,
    feedKey: row.feed_key,
  };
}
