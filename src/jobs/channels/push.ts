// Pushes changed nights to a channel with their current values, in as few messages as its protocol allows.
import type { Adapter, AriMessage, AriPush, Rejection, StaleNight } from '../../channels/channel.ts';
import { unsupportedValues } from '../../channels/unsupported-values.ts';
import { hasUnits, nightKey, placeOf } from '../../model/channel.ts';
import { isClosingField, type NightField } from '../../model/night-values.ts';
import { todayAt } from '../../model/property.ts';
import { recordInFlight, resetInFlight } from '../../pms/channel-sync/in-flight.ts';
import { type PushedUpTo, recordPushed } from '../../pms/channel-sync/record-pushed.ts';
import {
  dropRefusedClosings,
  listDueClosings,
  type MappedNight,
} from '../../pms/channel-sync/refused-closings.ts';
import { resetCells } from '../../pms/channel-sync/reset-cells.ts';
import { windowOf } from '../../pms/channel-sync/stale-nights.ts';
import type { StaleRange } from '../../pms/channel-sync/stale-ranges.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import { keyOf, nightsOf } from './cells.ts';
import { type Cycle, type CycleResult, DONE, isFailure } from './cycle.ts';
import { type NightsToPush, readNightsToPush } from './nights-to-push.ts';
import { pushResultsOf } from './push-results.ts';
import { countSharedCells, type SharedCells } from './shared-cells.ts';
import { summarizePush } from './summaries.ts';
import { mappingFault } from './test-connection.ts';

/**
 * Pushes the nights that differ from what the channel confirmed. Their values are read just before they are
 * sent, so that a retry never sends an old count. Nights that were confirmed stay so when the push breaks
 * off; the cursor moves only when all nights have been pushed.
 */
export async function pushNights(cycle: Cycle, work: PendingSync): Promise<CycleResult> {
  const { adapter, context, lease } = cycle;
  if (work.hasUnknownOutcome) await resetInFlight(context.db, lease);
  const now = context.now();
  const today = todayAt(cycle.property, now);
  // Once a day all nights are compared, because the horizon has moved on by a night.
  const daily = !work.comparedOn?.equals(today);
  const whole = work.fullPush || work.stale === null || daily;
  const pushedUpTo: PushedUpTo = { headSeq: work.headSeq, comparedOn: whole ? today : null };
  const isDue = work.retryAt !== null && Temporal.Instant.compare(work.retryAt, now) <= 0;
  if (!adapter.ari || (!whole && !isDue && work.stale?.length === 0)) {
    if (work.headSeq > work.cursorSeq || work.fullPush)
      await recordPushed(context.db, lease, { pushedUpTo }, now);
    return DONE;
  }
  const fault = await mappingFault(cycle, { whole, fullPush: work.fullPush });
  const due = isDue ? await listDueClosings(context.db, lease, now) : [];
  // Refused values are sent again once a day, not in each cycle, or each refusal would cause another.
  const all = daily && !cycle.memory.refusedPushedOn?.equals(today);
  cycle.memory.refusedPushedOn = today;
  const nights = await readNightsToPush(cycle, adapter.ari, {
    stale: whole ? null : [...work.stale!, ...due.map(rangeOf)],
    window: windowOf(cycle.property, adapter.ari, today),
    capabilities: adapter.ari,
    sellsUnits: hasUnits(cycle.view.rooms),
    retry: { dueBy: now, all },
  });
  const differing = new Set(nights.stale.map(keyOf));
  const settled = due.filter((night) => !differing.has(nightKey(night, night.date)));
  await dropRefusedClosings(context.db, lease, settled);
  const opens = fault === null && mayOpenNights(adapter, work);
  const stale =
    fault === null
      ? nights.stale.filter((night) => opens || mayPushBeforeOrders(night, cycle, work))
      : nights.stale.flatMap(closingOf);
  if (!opens && stale.length === 0) return afterPush(DONE, fault);
  cycle.refusedRooms.retainOnly(new Set(stale.map(({ room }) => placeOf(room))));
  const pushable = stale.filter(({ room }) => !cycle.refusedRooms.isWaiting(placeOf(room)));
  const isWhole = opens && pushable.length === stale.length;
  const result = await sendNights(cycle, adapter.ari, {
    ...nights,
    stale: pushable,
    pushedUpTo: isWhole ? pushedUpTo : undefined,
  });
  return afterPush(result, fault);
}

/** While the channel refuses the mapping, what has closed meanwhile is pushed so often. */
const CLOSINGS_EVERY_SECONDS = 15;

function afterPush(result: CycleResult, fault: string | null): CycleResult {
  if (fault === null || result.kind !== 'done') return result;
  return { kind: 'later', reason: fault, afterSeconds: CLOSINGS_EVERY_SECONDS };
}

/**
 * Whether nights may be put on sale: only once the channel's reservations have been read since the connection
 * was created or changed, and after each gap in reading them, or nights that the channel has sold would be opened there.
 */
export function mayOpenNights({ reservations }: Adapter, { recoveredAt, gapSince }: PendingSync): boolean {
  return reservations === undefined || (recoveredAt !== null && gapSince === null);
}

/**
 * Whether a night does not wait for the channel's orders: it is closed; or after a gap, what has changed is no count; or
 * there are fewer units, and the channel refuses to show its orders, which people have to mend.
 */
function mayPushBeforeOrders(night: StaleNight, { memory }: Cycle, { recoveredAt }: PendingSync): boolean {
  if (isClosed(night)) return true;
  if (recoveredAt === null) return false;
  return !night.changed.some(isClosingField) || (night.closing && memory.ordersRefused);
}

/** Of a night whose mapping the channel refuses, only what makes it less available is pushed: its price may be another one there. */
function closingOf(night: StaleNight): StaleNight[] {
  const changed = night.changed.filter(isClosingField);
  return changed.length > 0 && (night.closing || isClosed(night)) ? [{ ...night, changed }] : [];
}

function isClosed({ values }: Pick<StaleNight, 'values'>): boolean {
  return values.available === 0 || values.stopSell;
}

function rangeOf({ roomId, date }: MappedNight): StaleRange {
  return { roomId, from: date, until: date.add({ days: 1 }) };
}

/** Sends the nights until a message does not end with `done`. Records values that cannot be sent. */
async function sendNights(
  cycle: Cycle,
  ari: AriPush,
  { stale, closed, pushedUpTo }: NightsToPush & { pushedUpTo: PushedUpTo | undefined },
): Promise<CycleResult> {
  const startedMs = performance.now();
  const nights = new Map(stale.map((night) => [keyOf(night), night]));
  const { nights: unsupported } = pushResultsOf({ nights }, [], unsupportedValues(ari, stale, cycle.view));
  const messages = stale.length > 0 ? ari.encode(stale, cycle.view, cycle.context.now()) : [];
  const { db, now } = cycle.context;
  const isAll = messages.length === 0;
  if ((isAll && pushedUpTo) || unsupported.length > 0) {
    await recordPushed(
      db,
      cycle.lease,
      { nights: unsupported, pushedUpTo: isAll ? pushedUpTo : undefined },
      now(),
    );
  }
  const progress: PushProgress = {
    nights: new Set(),
    refused: new Set([...unsupported, ...closed].map((night) => nightKey(night, night.date))),
    reason: unsupported[0]?.refusal ?? (closed[0] ? `closed there: ${closed[0].reason}` : null),
    closings: false,
    partMessagesLeft: MAX_PART_MESSAGES,
  };
  const shared = countSharedCells(messages, nights);
  let result: CycleResult = DONE;
  const refusedRooms = new Set<string>();
  for (const message of messages) {
    const rooms = new Set(message.cells.map(placeOf));
    if (!refusedRooms.isDisjointFrom(rooms)) continue;
    const isLast = message === messages.at(-1) && refusedRooms.size === 0;
    result = await sendMessage(cycle, ari, {
      message,
      nights,
      shared,
      progress,
      ...(isLast && { pushedUpTo }),
    });
    // If the channel refuses some rooms, the others go on.
    if (result.kind === 'refused' && cycle.refusedRooms.refuse(rooms, result.reason)) {
      for (const room of rooms) refusedRooms.add(room);
      for (const { night } of nightsOf(nights, message.cells)) progress.refused.add(keyOf(night));
      progress.reason ??= result.reason;
      result = DONE;
    }
    if (result.kind !== 'done') break;
  }
  if (messages.length > 0 || progress.refused.size > 0)
    recordCycle(cycle, { result, progress, startedMs, messages });
  // Runs again at once, so that the connection's state shows the refused closing.
  return result.kind === 'done' && progress.closings ? { kind: 'again' } : result;
}

type PushProgress = {
  /** keys of nights of which the channel accepted something */
  nights: Set<string>;
  /** keys of nights with values that it refused, or that are closed because it cannot carry them */
  refused: Set<string>;
  reason: string | null;
  /** among the refused values are closings, which are tried again */
  closings: boolean;
  /** messages that may still be spent on finding which nights a refusal is about */
  partMessagesLeft: number;
};

type MessageToSend = {
  message: AriMessage;
  nights: Map<string, StaleNight>;
  /** counts of the cells in all messages with these nights */
  shared: SharedCells;
  progress: PushProgress;
  /** only with the last message: the position of the log that is pushed completely with it */
  pushedUpTo?: PushedUpTo | undefined;
};

async function sendMessage(cycle: Cycle, ari: AriPush, sending: MessageToSend): Promise<CycleResult> {
  const { message, nights, shared, progress, pushedUpTo } = sending;
  const { db, now } = cycle.context;
  const ranges = message.cells.map(({ roomId, unitId, from, to }) => ({
    roomId,
    ...(unitId && { unitId }),
    from,
    to,
  }));
  const limits = cycle.limits.ofPush(message);
  const seconds = await recordInFlight(db, cycle.lease, { ranges, limits }, now());
  // Nothing is kept for later: the next cycle sends the values of that moment.
  if (seconds > 0) return { kind: 'paused', seconds };
  const verdict = await cycle.client.request(message, (response) =>
    ari.decode(response, message, cycle.view),
  );
  if (verdict.kind === 'retry') {
    const { hinderedByRead, afterSeconds = 0 } = verdict;
    return hinderedByRead ? { kind: 'paused', seconds: afterSeconds } : { ...verdict, kind: 'later' };
  }
  if (verdict.kind === 'auth') return { kind: 'refused', reason: verdict.reason };
  cycle.refusedRooms.accept(message.cells.map(placeOf));
  if (verdict.kind === 'refused' && !verdict.cells?.length) {
    const parts = partsOf(sending);
    if (parts.length > 1) return sendInParts(cycle, ari, { parts, progress, pushedUpTo });
  }
  const { reason } = verdict.kind === 'refused' ? verdict : { reason: null };
  const rejections: readonly Rejection[] =
    verdict.kind === 'ok'
      ? verdict.value
      : (verdict.cells?.length ? verdict.cells : message.cells).map((cells) => ({
          ...cells,
          reason: reason!,
        }));
  const results = pushResultsOf({ nights, shared }, verdict.kind === 'ok' ? message.cells : [], rejections);
  // A message refused for some of its cells applied none of the others: they are sent again without those.
  const again = verdict.kind === 'refused' && (verdict.cells?.length ?? 0) > 0;
  await resetCells(db, cycle.lease, results.unknown);
  // Also when nothing was accepted: that the message is no longer in flight is recorded too.
  await recordPushed(
    db,
    cycle.lease,
    { nights: results.nights, pushedUpTo: again ? undefined : pushedUpTo },
    now(),
  );
  for (const night of results.nights) {
    const { accepted: taken, refused, refusal, closing } = night;
    if (taken.length > 0) progress.nights.add(nightKey(night, night.date));
    if (refused.length > 0) progress.refused.add(nightKey(night, night.date));
    progress.closings ||= closing && refused.some(isClosingField);
    progress.reason ??= refusal;
  }
  return again ? { kind: 'again' } : DONE;
}

/** Limit of messages for refusals in one push. A room that is refused entirely uses them up. */
const MAX_PART_MESSAGES = 24;

/** Sends a refused message again in parts, because it applied none of its nights. */
async function sendInParts(
  cycle: Cycle,
  ari: AriPush,
  {
    parts,
    progress,
    pushedUpTo,
  }: { parts: StaleNight[][]; progress: PushProgress; pushedUpTo: PushedUpTo | undefined },
): Promise<CycleResult> {
  for (const part of parts) {
    const nights = new Map(part.map((night) => [keyOf(night), night]));
    const messages = ari.encode(part, cycle.view, cycle.context.now());
    const shared = countSharedCells(messages, nights);
    for (const message of messages) {
      progress.partMessagesLeft -= 1;
      const result = await sendMessage(cycle, ari, { message, nights, shared, progress });
      if (result.kind !== 'done') return result;
    }
  }
  if (pushedUpTo) await recordPushed(cycle.context.db, cycle.lease, { pushedUpTo }, cycle.context.now());
  return DONE;
}

/** Splits nights by room, then counts and other values, then halves; one part if that is impossible. */
function partsOf({ message, nights, progress }: MessageToSend): StaleNight[][] {
  const mentioned = nightsOf(nights, message.cells).map(({ night, fields }) => ({
    ...night,
    changed: night.changed.filter((field) => fields.includes(field)),
  }));
  const rooms = [...Map.groupBy(mentioned, ({ room }) => placeOf(room)).values()];
  if (progress.partMessagesLeft <= 0) return [mentioned];
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

function recordCycle(
  cycle: Cycle,
  {
    result,
    progress,
    startedMs,
    messages,
  }: { result: CycleResult; progress: PushProgress; startedMs: number; messages: readonly AriMessage[] },
): void {
  const failed = isFailure(result);
  const waits = failed ? 'failure' : result.kind === 'paused' ? result : null;
  const operations = [...new Set(messages.map((message) => message.operation))].join(', ');
  cycle.record({
    direction: 'push',
    operation: operations || 'availability',
    summary: `${cycle.lease.channel}: ${summarizePush({ pushed: progress.nights.size, refused: progress.refused.size, waits })}`,
    outcome: failed ? 'failed' : progress.refused.size > 0 ? 'partial' : 'ok',
    items: progress.nights.size,
    error: failed ? result.reason : progress.reason,
    startedMs,
  });
}
