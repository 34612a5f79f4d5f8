// The nights that are still to be pushed to a channel: how many, since when, and which of them it refused.
import type { Queryable } from '../../db/database.ts';
import { type Cause, momentText } from '../../model/cause.ts';
import { type Connection, hasUnits, type MappingKey, nightKey } from '../../model/channel.ts';
import { isBefore, type NightRange, nightsBetween, type PlainDate } from '../../model/night.ts';
import { labelOf, memberOf, type NightField, type PushCapabilities } from '../../model/night-values.ts';
import { type Property, todayAt } from '../../model/property.ts';
import type { ChannelNight, ConfirmedNight } from '../channel-nights.ts';
import { type NightProof, PROOF_COLUMNS, type ProofRow, readProofs } from './proof-of-nights.ts';
import { type DifferingNight, readStaleNights, windowOf } from './stale-nights.ts';
import {
  IS_NIGHT_EVENT,
  NO_UNIT_RANGES,
  readUnitRanges,
  STALE_RANGES,
  type StaleJson,
  toRanges,
} from './stale-ranges.ts';

export type Pending = { nights: number; since: Temporal.Instant | null };

const NOTHING: Pending = { nights: 0, since: null };

/**
 * Counts the nights with changes behind the connection's cursor in the log that have not been
 * pushed. `since`: the first.
 */
export async function readPending(
  db: Queryable,
  {
    property,
    connection: { channel, rooms, salesLimits: limits },
  }: { property: Property; connection: Connection },
  { capabilities, now }: { capabilities: PushCapabilities; now: Temporal.Instant },
): Promise<Pending> {
  const { hotelId } = property;
  const sellsUnits = hasUnits(rooms);
  const [row] = await db.query<{
    full_push: boolean;
    updated_at: Temporal.Instant;
    since: Temporal.Instant | null;
    stale: StaleJson;
    cursor_seq: number;
    last_seq: number;
  }>(
    `select connection.full_push, connection.updated_at, news.since, news.stale,
       connection.cursor_seq, head.last_seq
     from connections as connection
     join log_heads as head on head.hotel_id = connection.hotel_id
     cross join lateral (
       select min(at) as since,
         ${STALE_RANGES} as stale
       from events
       where events.hotel_id = $1 and seq > connection.cursor_seq and ${IS_NIGHT_EVENT}
     ) as news
     where connection.hotel_id = $1 and connection.channel = $2`,
    [hotelId, channel],
  );
  if (!row) return NOTHING;
  const ofUnits = sellsUnits ? await readUnitRanges(db, hotelId, row) : NO_UNIT_RANGES;
  const stale = [...toRanges(row.stale), ...ofUnits.ranges];
  if (!row.full_push && stale.length === 0) return NOTHING;
  const differing = await readStaleNights(
    db,
    { hotelId, channel },
    {
      stale: row.full_push ? null : stale,
      window: windowOf(property, capabilities, { today: todayAt(property, now), limits }),
      capabilities,
      sellsUnits,
    },
  );
  if (differing.length === 0) return NOTHING;
  return {
    nights: differing.length,
    since: row.full_push ? row.updated_at : earliest(row.since, ofUnits.since),
  };
}

function earliest(one: Temporal.Instant | null, other: Temporal.Instant | null): Temporal.Instant | null {
  if (one === null || other === null) return one ?? other;
  return Temporal.Instant.compare(one, other) < 0 ? one : other;
}

type NightsQuery = NightRange & { roomId?: number | undefined };

/** Lists the nights of [from, until) of the mapped rooms: pushed, pending, or refused with the reason. */
export async function listPushedNights(
  db: Queryable,
  { connection, property }: { connection: Connection; property: Property },
  { roomId, ...window }: NightsQuery,
  { capabilities, now }: { capabilities: PushCapabilities; now: Temporal.Instant },
): Promise<ChannelNight[]> {
  const rooms = connection.rooms.filter((room) => roomId === undefined || room.roomId === roomId);
  const roomIds = new Set(rooms.map((room) => room.roomId));
  const stale = [...roomIds].map((id) => ({ roomId: id, from: null, until: null }));
  const [waiting, stored] = await Promise.all([
    readStaleNights(db, connection, { stale, window, capabilities, sellsUnits: hasUnits(rooms) }),
    db.query<StoredNightRow>(
      `select room_id, unit_id, date, available, price_minor, min_stay, available_at, refusal_reason, withheld_reason,
         refused is not null as is_refused, withheld is not null as is_withheld,
         array(select jsonb_object_keys(coalesce(refused, withheld))) as fields, retry_at, ${PROOF_COLUMNS}
       from channel_nights
       where hotel_id = $1 and channel = $2 and date >= $3 and date < $4 and ($5::bigint is null or room_id = $5)`,
      [connection.hotelId, connection.channel, window.from, window.until, roomId ?? null],
    ),
  ]);
  const known: NightStates = {
    pending: new Map(waiting.map((night) => [nightKey(night, night.date), night])),
    stored: new Map(
      stored.map((night) => [nightKey({ roomId: night.room_id, unitId: night.unit_id }, night.date), night]),
    ),
    pushedUpTo: windowOf(property, capabilities, {
      today: todayAt(property, now),
      limits: connection.salesLimits,
    }),
    proofOf: await readProofs(db, connection.hotelId, stored),
  };
  return rooms.flatMap((room) =>
    nightsBetween(window.from, window.until).map((date) => stateOf(room, date, known)),
  );
}

type StoredNightRow = ProofRow & {
  room_id: number;
  unit_id: number;
  date: string;
  available: number | null;
  price_minor: number | null;
  min_stay: number | null;
  available_at: Temporal.Instant | null;
  refusal_reason: string | null;
  withheld_reason: string | null;
  is_refused: boolean;
  is_withheld: boolean;
  /** the values that are refused, or closed instead */
  fields: NightField[];
  retry_at: Temporal.Instant | null;
};

type NightStates = {
  pending: ReadonlyMap<string, DifferingNight>;
  stored: ReadonlyMap<string, StoredNightRow>;
  /** window of nights that are pushed today */
  pushedUpTo: NightRange;
  proofOf: (row: ProofRow) => NightProof;
};

function stateOf(
  { roomId, unitId = null }: MappingKey,
  date: PlainDate,
  { pending, stored, pushedUpTo, proofOf }: NightStates,
): ChannelNight {
  const key = nightKey({ roomId, unitId }, date);
  const waiting = pending.get(key);
  const storedNight = stored.get(key);
  const refusedNight = storedNight?.is_refused || storedNight?.is_withheld ? storedNight : null;
  const confirmed = storedNight ? confirmedOf(storedNight) : null;
  const proof = storedNight && proofOf(storedNight);
  const closedInstead = storedNight?.is_withheld ?? false;
  // A refused closing is shown before anything else that is pending.
  if (waiting && !refusedNight?.retry_at) {
    const tooFar = !isBefore(date, pushedUpTo.until);
    const message = tooFar
      ? `not pushed yet: nights are pushed up to ${pushedUpTo.until.subtract({ days: 1 })} today, and one more each day`
      : `not pushed yet: ${waiting.changed.map(labelOf).join(', ')}`;
    const cause: Cause = tooFar
      ? { code: 'beyond_horizon' }
      : { code: 'not_sent_yet', about: waiting.changed.map(memberOf) };
    return { roomId, unitId, date, state: 'pending', message, cause, confirmed, closedInstead, proof };
  }
  return {
    roomId,
    unitId,
    date,
    state: refusedNight ? 'rejected' : 'synced',
    message: refusedNight ? formatRefusal(refusedNight) : null,
    cause: refusedNight ? causeOfRefusal(refusedNight) : null,
    confirmed,
    closedInstead,
    proof,
  };
}

function confirmedOf(row: StoredNightRow): ConfirmedNight {
  return {
    at: row.available_at,
    available: row.available,
    priceMinor: row.price_minor,
    minStay: row.min_stay,
  };
}

function formatRefusal({
  refusal_reason: reason,
  withheld_reason: because,
  is_refused,
  retry_at: retryAt,
}: StoredNightRow): string {
  const refusal = `${reason ?? 'refused without a reason'}${retryAt ? ` (the night is not closed there: tried again at ${minuteOf(retryAt)})` : ''}`;
  const closed = because === null ? [] : [`closed at the channel: ${because}`];
  return [...(is_refused ? [refusal] : []), ...closed].join('; ');
}

/** A refusal without an exchange is one of innwire's own: the protocol has no such values, so nothing was sent. */
function causeOfRefusal(row: StoredNightRow): Cause {
  const { refusal_reason: reason, retry_at: retryAt, fields } = row;
  const isOwn = !row.is_refused || (row.refusal_entry_id !== null && row.refusal_exchange === null);
  return {
    code: isOwn ? 'not_supported' : 'value_refused',
    ...(fields.length > 0 && { about: fields.map(memberOf) }),
    ...(!isOwn && reason !== null && { said: reason }),
    ...(retryAt && { retryAt: momentText(retryAt) }),
  };
}

/** Returns, for example, `2026-11-22 09:15 UTC`, rounded up. */
function minuteOf(moment: Temporal.Instant): string {
  const minute = moment
    .round({ smallestUnit: 'minute', roundingMode: 'ceil' })
    .toString({ smallestUnit: 'minute' });
  return minute.replace('T', ' ').replace('Z', ' UTC');
}
