// Telling a channel what has changed: stale nights, as they are at this moment, in as few messages as its protocol allows.
import { createHash } from 'node:crypto';
import type { Adapter, AriMessage, AriPush, Rejection, StaleNight } from '../../channels/channel.ts';
import { isClosingField, type NightField } from '../../model/ari.ts';
import { todayAt } from '../../model/property.ts';
import { dropRefusedClosings, listDueClosings, type RoomNight } from '../../pms/channel-sync/closings.ts';
import { noteTold, type Reached } from '../../pms/channel-sync/confirm.ts';
import { forgetCells } from '../../pms/channel-sync/forget-cells.ts';
import { beginSending, forgetInFlight } from '../../pms/channel-sync/sending.ts';
import { windowOf } from '../../pms/channel-sync/stale-nights.ts';
import type { StaleRange, Work } from '../../pms/channel-sync/work.ts';
import { keyOf, nightsOf } from './cells.ts';
import { type NightsToPush, readNightsToPush } from './nights-to-push.ts';
import { outcomesOf } from './outcomes.ts';
import { countSharedCells, type SharedCells } from './shared-cells.ts';
import { summarizePush } from './summaries.ts';
import { DONE, type Ending, type Turn } from './turn.ts';

/**
 * One round: what is stale is read when it is sent, never before, so a retry cannot send an old number. What was confirmed
 * stays confirmed when the round breaks off; the cursor moves only when all of it is told.
 */
export async function pushNights(turn: Turn, work: Work): Promise<Ending> {
  const { adapter, context, fence } = turn;
  if (work.doubtful) await forgetInFlight(context.db, fence);
  const now = context.now();
  const today = todayAt(turn.property, now);
  // Once a day everything is compared: the horizon has moved on by a night.
  const daily = !work.comparedOn?.equals(today);
  const whole = work.fullPush || work.stale === null || daily;
  const reached: Reached = { headSeq: work.headSeq, comparedOn: whole ? today : null };
  const isDue = work.retryAt !== null && Temporal.Instant.compare(work.retryAt, now) <= 0;
  if (!adapter.ari || (!whole && !isDue && work.stale?.length === 0)) {
    if (work.headSeq > work.cursorSeq || work.fullPush) await noteTold(context.db, fence, { reached }, now);
    return DONE;
  }
  const due = isDue ? await listDueClosings(context.db, fence, now) : [];
  // Once a day, not with each round of a day's comparison: what is refused again would begin the next one.
  const all = daily && !turn.memory.refusedPushedOn?.equals(today);
  turn.memory.refusedPushedOn = today;
  const nights = await readNightsToPush(turn, adapter.ari, {
    stale: whole ? null : [...work.stale!, ...due.map(rangeOf)],
    window: windowOf(turn.property, adapter.ari, today),
    reach: adapter.ari,
    retry: { dueBy: now, all },
  });
  const differing = new Set(nights.stale.map(({ room, date }) => keyOf(room.roomId, date)));
  const settled = due.filter(({ roomId, date }) => !differing.has(keyOf(roomId, date)));
  await dropRefusedClosings(context.db, fence, settled);
  const opens = mayOpen(adapter, work);
  const stale = nights.stale.filter((night) => opens || isClosed(night));
  if (!opens && stale.length === 0) return DONE;
  turn.refusedRooms.keep(new Set(stale.map(({ room }) => room.roomId)));
  const letIn = stale.filter(({ room }) => !turn.refusedRooms.isWaiting(room.roomId));
  const isWhole = opens && letIn.length === stale.length;
  return tell(turn, adapter.ari, { ...nights, stale: letIn, reached: isWhole ? reached : undefined });
}

/**
 * Whether nights may be put on sale. Not before the channel's reservations have been read since the connection was made or
 * changed: nights that it has sold would be open there. What is closed here is sent at once.
 */
export function mayOpen({ reservations }: Adapter, { recoveredAt }: Work): boolean {
  return reservations === undefined || recoveredAt !== null;
}

function isClosed({ values }: Pick<StaleNight, 'values'>): boolean {
  return values.available === 0 || values.stopSell;
}

function rangeOf({ roomId, date }: RoomNight): StaleRange {
  return { roomId, from: date, until: date.add({ days: 1 }) };
}

async function tell(
  turn: Turn,
  ari: AriPush,
  { stale, closed, reached }: NightsToPush & { reached: Reached | undefined },
): Promise<Ending> {
  const startedMs = performance.now();
  const nights = new Map(stale.map((night) => [keyOf(night.room.roomId, night.date), night]));
  const { nights: unsayable } = outcomesOf({ nights }, [], ari.unsayable?.(stale, turn.view) ?? []);
  const messages = stale.length > 0 ? ari.encode(stale, turn.view, turn.context.now()) : [];
  const { db, now } = turn.context;
  const isAll = messages.length === 0;
  if ((isAll && reached) || unsayable.length > 0) {
    await noteTold(db, turn.fence, { nights: unsayable, reached: isAll ? reached : undefined }, now());
  }
  const told: Told = {
    nights: new Set(),
    refused: new Set([...unsayable, ...closed].map(({ roomId, date }) => keyOf(roomId, date))),
    words: unsayable[0]?.refusal ?? (closed[0] ? `closed there: ${closed[0].reason}` : null),
    closings: false,
    narrowing: MAX_NARROWING,
  };
  const shared = countSharedCells(messages, nights);
  let ending: Ending = DONE;
  const refusedRooms = new Set<number>();
  for (const message of messages) {
    const rooms = new Set(message.cells.map(({ roomId }) => roomId));
    if (!refusedRooms.isDisjointFrom(rooms)) continue;
    const isLast = message === messages.at(-1) && refusedRooms.size === 0;
    ending = await sendMessage(turn, ari, { message, nights, shared, told, ...(isLast && { reached }) });
    // Where the channel refuses some rooms, the others go on.
    if (ending.kind === 'refused' && turn.refusedRooms.refuse(rooms, ending.words)) {
      for (const roomId of rooms) refusedRooms.add(roomId);
      for (const { night } of nightsOf(nights, message.cells))
        told.refused.add(keyOf(night.room.roomId, night.date));
      told.words ??= ending.words;
      ending = DONE;
    }
    if (ending.kind !== 'done') break;
  }
  if (messages.length > 0 || told.refused.size > 0) note(turn, { ending, told, startedMs, messages });
  // A refused closing is shown at once.
  return ending.kind === 'done' && told.closings ? { kind: 'again' } : ending;
}

type Told = {
  /** keys of those that the channel took something of */
  nights: Set<string>;
  /** keys of those that it refused something of, or that are closed there because it cannot carry them */
  refused: Set<string>;
  words: string | null;
  /** among what was refused are closings, which are tried again */
  closings: boolean;
  /** how many more messages may be spent on finding out what a refusal means */
  narrowing: number;
};

type Sending = {
  message: AriMessage;
  nights: Map<string, StaleNight>;
  /** of all messages that bring these nights */
  shared: SharedCells;
  told: Told;
  /** of the last message: how far everything is told with it */
  reached?: Reached | undefined;
};

async function sendMessage(turn: Turn, ari: AriPush, sending: Sending): Promise<Ending> {
  const { message, nights, shared, told, reached } = sending;
  const { db, now } = turn.context;
  const ranges = message.cells.map(({ roomId, from, to }) => ({ roomId, from, to }));
  const allowance = allowanceOf(turn, ari, message);
  const seconds = await beginSending(db, turn.fence, { ranges, allowance }, now());
  // Later it is not this message that is sent, but what the calendar says then.
  if (seconds > 0) return { kind: 'paused', seconds };
  const verdict = await turn.exchanger.ask(message, (response) => ari.decode(response, message, turn.view));
  if (verdict.kind === 'retry') {
    const { hinderedByRead, afterSeconds = 0 } = verdict;
    return hinderedByRead ? { kind: 'paused', seconds: afterSeconds } : { ...verdict, kind: 'later' };
  }
  if (verdict.kind === 'auth') return { kind: 'refused', words: verdict.words };
  turn.refusedRooms.letIn(message.cells.map(({ roomId }) => roomId));
  if (verdict.kind === 'refused' && !verdict.cells?.length) {
    const parts = partsOf(sending);
    if (parts.length > 1) return narrowDown(turn, ari, { parts, told, reached });
  }
  const { words } = verdict.kind === 'refused' ? verdict : { words: null };
  const rejections: readonly Rejection[] =
    verdict.kind === 'ok'
      ? verdict.value
      : (verdict.cells?.length ? verdict.cells : message.cells).map((cells) => ({ ...cells, words: words! }));
  const became = outcomesOf({ nights, shared }, verdict.kind === 'ok' ? message.cells : [], rejections);
  // A message refused for some of its cells took none of the others: they go again, without those.
  const again = verdict.kind === 'refused' && (verdict.cells?.length ?? 0) > 0;
  await forgetCells(db, turn.fence, became.unknown);
  // Also when it took nothing: that is known now.
  await noteTold(db, turn.fence, { nights: became.nights, reached: again ? undefined : reached }, now());
  for (const { roomId, date, taken, refused, refusal, closing } of became.nights) {
    if (taken.length > 0) told.nights.add(keyOf(roomId, date));
    if (refused.length > 0) told.refused.add(keyOf(roomId, date));
    told.closings ||= closing && refused.some(isClosingField);
    told.words ??= refusal;
  }
  return again ? { kind: 'again' } : DONE;
}

/** Messages spent on one push's refusals. A room that is refused as a whole uses them up and is refused as a whole. */
const MAX_NARROWING = 24;

/** A refusal that names no culprit took nothing, of the good nights either: the parts go on their own. */
async function narrowDown(
  turn: Turn,
  ari: AriPush,
  { parts, told, reached }: { parts: StaleNight[][]; told: Told; reached: Reached | undefined },
): Promise<Ending> {
  for (const part of parts) {
    const nights = new Map(part.map((night) => [keyOf(night.room.roomId, night.date), night]));
    const messages = ari.encode(part, turn.view, turn.context.now());
    const shared = countSharedCells(messages, nights);
    for (const message of messages) {
      told.narrowing -= 1;
      const ending = await sendMessage(turn, ari, { message, nights, shared, told });
      if (ending.kind !== 'done') return ending;
    }
  }
  if (reached) await noteTold(turn.context.db, turn.fence, { reached }, turn.context.now());
  return DONE;
}

/** The nights a message tells of: by room, counts apart from prices, then in two halves. One part when it cannot or may not be smaller. */
function partsOf({ message, nights, told }: Sending): StaleNight[][] {
  const mentioned = nightsOf(nights, message.cells).map(({ night, fields }) => ({
    ...night,
    changed: night.changed.filter((field) => fields.includes(field)),
  }));
  const rooms = [...Map.groupBy(mentioned, (night) => night.room.roomId).values()];
  if (told.narrowing <= 0) return [mentioned];
  if (rooms.length > 1) return rooms;
  const counts = mentioned.filter(({ changed }) => changed.includes('available'));
  const others = mentioned.filter(({ changed }) => changed.some((field) => field !== 'available'));
  if (counts.length > 0 && others.length > 0) {
    const apart = (night: StaleNight, own: (field: NightField) => boolean) => ({
      ...night,
      changed: night.changed.filter(own),
    });
    return [
      counts.map((night) => apart(night, (field) => field === 'available')),
      others.map((night) => apart(night, (field) => field !== 'available')),
    ];
  }
  if (mentioned.length < 2) return [mentioned];
  const half = Math.ceil(mentioned.length / 2);
  return [mentioned.slice(0, half), mentioned.slice(half)];
}

function allowanceOf({ view, fence }: Turn, { rate }: AriPush, message: AriMessage) {
  const who =
    rate.per === 'connection'
      ? `${fence.hotelId}/${fence.channel}`
      : `${fence.channel}/${createHash('sha256').update(JSON.stringify(view.credentials)).digest('base64url').slice(0, 22)}`;
  return { bucket: `${who}/${message.bucket ?? ''}`, perMinute: rate.perMinute, burst: rate.burst };
}

function note(
  turn: Turn,
  {
    ending,
    told,
    startedMs,
    messages,
  }: { ending: Ending; told: Told; startedMs: number; messages: readonly AriMessage[] },
): void {
  const failed = ending.kind === 'later' || ending.kind === 'refused';
  const waits = failed ? 'failure' : ending.kind === 'paused' ? ending : null;
  const operations = [...new Set(messages.map((message) => message.operation))].join(', ');
  turn.note({
    direction: 'push',
    operation: operations || 'availability',
    summary: `${turn.fence.channel}: ${summarizePush({ pushed: told.nights.size, refused: told.refused.size, waits })}`,
    outcome: failed ? 'failed' : told.refused.size > 0 ? 'partial' : 'ok',
    items: told.nights.size,
    error: failed ? ending.words : told.words,
    startedMs,
  });
}
