// Nights of a channel that polls our calendar: those changed since its last poll are pending until the next.
import type { Queryable } from '../../db/database.ts';
import type { Connection } from '../../model/channel.ts';
import { isBefore, type NightRange, nightsBetween, type PlainDate } from '../../model/night.ts';
import type { ChannelNight } from '../channel-nights.ts';
import { IS_NIGHT_EVENT, STALE_RANGES, type StaleJson, type StaleRange, toRanges } from './stale-ranges.ts';

const NEVER =
  'the channel has never fetched this calendar: give it the address of the connection (inbound_url)';
const SINCE = 'the channel has not fetched since the night changed';

/** Lists the nights of the mapped rooms by the time of the last poll; which rooms it read is not stored. */
export async function listPolledNights(
  db: Queryable,
  connection: Connection,
  { roomId, ...window }: NightRange & { roomId?: number | undefined },
): Promise<ChannelNight[]> {
  const { hotelId, lastSyncAt } = connection;
  const changed = lastSyncAt === null ? [] : await changedSince(db, hotelId, lastSyncAt);
  return connection.rooms
    .filter((room) => roomId === undefined || room.roomId === roomId)
    .flatMap((room) =>
      nightsBetween(window.from, window.until).map((date) => {
        const waits = changed.some((range) => coversNight(range, room.roomId, date));
        const message = lastSyncAt === null ? NEVER : waits ? SINCE : null;
        return {
          roomId: room.roomId,
          date,
          state: message === null ? 'synced' : 'pending',
          message,
          cause: message && { code: lastSyncAt === null ? 'never_fetched' : 'not_fetched_since' },
          confirmed: lastSyncAt && { at: lastSyncAt, available: null, priceMinor: null, minStay: null },
        } as const;
      }),
    );
}

/** Returns the connection in its effective state: `connecting` until the channel's first poll. */
export function withEffectivePollState<C extends Connection>(connection: C): C {
  return connection.state === 'connected' && connection.lastSyncAt === null
    ? { ...connection, state: 'connecting' }
    : connection;
}

async function changedSince(db: Queryable, hotelId: number, since: Temporal.Instant): Promise<StaleRange[]> {
  const [row] = await db.query<{ stale: StaleJson }>(
    `select ${STALE_RANGES} as stale from events where hotel_id = $1 and at > $2 and ${IS_NIGHT_EVENT}`,
    [hotelId, since],
  );
  return toRanges(row!.stale);
}

function coversNight({ roomId, from, until }: StaleRange, room: number, date: PlainDate): boolean {
  return (
    (roomId === null || roomId === room) &&
    (from === null || !isBefore(date, from)) &&
    (until === null || isBefore(date, until))
  );
}
