// What a channel still waits for: how many nights, since when, and which of them it refused.
import type { Queryable } from '../../db/database.ts';
import type { NightField, Reach } from '../../model/ari.ts';
import type { Connection } from '../../model/channel.ts';
import { isBefore, type NightRange, nightsBetween, type PlainDate } from '../../model/night.ts';
import { type Property, todayAt } from '../../model/property.ts';
import type { ChannelNight } from '../channel-nights.ts';
import { type DifferingNight, readStaleNights, windowOf } from './stale-nights.ts';
import { STALE_RANGES, type StaleJson, TELLS_OF_NIGHTS, toRanges } from './work.ts';

export type Pending = { nights: number; since: Temporal.Instant | null };

const NOTHING: Pending = { nights: 0, since: null };

/** What the connection's reader of the log has not told yet. */
export async function readPending(
  db: Queryable,
  { property, channel }: { property: Property; channel: string },
  { reach, now }: { reach: Reach; now: Temporal.Instant },
): Promise<Pending> {
  const { hotelId } = property;
  const [row] = await db.query<{
    full_push: boolean;
    updated_at: Temporal.Instant;
    since: Temporal.Instant | null;
    stale: StaleJson;
  }>(
    `select connection.full_push, connection.updated_at, news.since, news.stale
     from connections as connection
     cross join lateral (
       select min(at) as since,
         ${STALE_RANGES} as stale
       from events
       where events.hotel_id = $1 and seq > connection.cursor_seq and ${TELLS_OF_NIGHTS}
     ) as news
     where connection.hotel_id = $1 and connection.channel = $2`,
    [hotelId, channel],
  );
  if (!row || (!row.full_push && row.stale === null)) return NOTHING;
  const differing = await readStaleNights(
    db,
    { hotelId, channel },
    {
      stale: row.full_push ? null : toRanges(row.stale),
      window: windowOf(property, reach, todayAt(property, now)),
      reach,
    },
  );
  if (differing.length === 0) return NOTHING;
  return { nights: differing.length, since: row.full_push ? row.updated_at : row.since };
}

type Asked = NightRange & { roomId?: number | undefined };

/** Each night of [from, until) of each mapped room: told, waiting, or refused with the channel's words. */
export async function listToldNights(
  db: Queryable,
  { connection, property }: { connection: Connection; property: Property },
  { roomId, ...window }: Asked,
  { reach, now }: { reach: Reach; now: Temporal.Instant },
): Promise<ChannelNight[]> {
  const rooms = connection.rooms.filter((room) => roomId === undefined || room.roomId === roomId);
  const stale = rooms.map((room) => ({ roomId: room.roomId, from: null, until: null }));
  const [waiting, refused] = await Promise.all([
    readStaleNights(db, connection, { stale, window, reach }),
    db.query<NotTaken>(
      `select room_id, date, words, withheld_because, refused is not null as is_refused, retry_at from channel_nights
       where hotel_id = $1 and channel = $2 and date >= $3 and date < $4 and (refused is not null or withheld is not null)`,
      [connection.hotelId, connection.channel, window.from, window.until],
    ),
  ]);
  const known: Known = {
    pending: new Map(waiting.map((night) => [`${night.roomId}/${night.date}`, night])),
    notTaken: new Map(refused.map((night) => [`${night.room_id}/${night.date}`, night])),
    reached: windowOf(property, reach, todayAt(property, now)),
  };
  return rooms.flatMap((room) =>
    nightsBetween(window.from, window.until).map((date) => stateOf(room.roomId, date, known)),
  );
}

type NotTaken = {
  room_id: number;
  date: string;
  words: string | null;
  withheld_because: string | null;
  is_refused: boolean;
  retry_at: Temporal.Instant | null;
};

type Known = {
  pending: ReadonlyMap<string, DifferingNight>;
  notTaken: ReadonlyMap<string, NotTaken>;
  /** nights that the channel takes today */
  reached: NightRange;
};

function stateOf(roomId: number, date: PlainDate, { pending, notTaken, reached }: Known): ChannelNight {
  const key = `${roomId}/${date}`;
  const waiting = pending.get(key);
  const not = notTaken.get(key);
  // A closing that was refused matters more than whatever else waits.
  if (waiting && !not?.retry_at) {
    const tooFar = !isBefore(date, reached.until);
    const message = tooFar
      ? `not told yet: nights are told up to ${reached.until.subtract({ days: 1 })} today, and one more each day`
      : `not told yet: ${waiting.changed.map(inWords).join(', ')}`;
    return { roomId, date, state: 'pending', message };
  }
  return { roomId, date, state: not ? 'rejected' : 'synced', message: not ? inSentences(not) : null };
}

function inSentences({ words, withheld_because: because, is_refused, retry_at: retryAt }: NotTaken): string {
  const refusal = `${words ?? 'refused without a reason'}${retryAt ? ` (the night is not closed there: tried again at ${minuteOf(retryAt)})` : ''}`;
  const closed = because === null ? [] : [`closed at the channel: ${because}`];
  return [...(is_refused ? [refusal] : []), ...closed].join('; ');
}

/** 2026-11-22 09:15 UTC */
function minuteOf(moment: Temporal.Instant): string {
  const minute = moment
    .round({ smallestUnit: 'minute', roundingMode: 'ceil' })
    .toString({ smallestUnit: 'minute' });
  return minute.replace('T', ' ').replace('Z', ' UTC');
}

/** `closedToArrival` as people write it. */
function inWords(field: NightField): string {
  return field.replace('Minor', '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
