// Sends nights to a channel in as few messages as its protocol allows, and records what it has accepted and refused.
import type { AriMessage, AriPush, Rejection, StaleNight } from '../../channels/channel.ts';
import { unsupportedValues } from '../../channels/unsupported-values.ts';
import { about } from '../../model/cause.ts';
import { nightKey, placeOf } from '../../model/channel.ts';
import { isClosingField, type NightField } from '../../model/night-values.ts';
import { recordInFlight } from '../../pms/channel-sync/in-flight.ts';
import { type PushedUpTo, recordPushed } from '../../pms/channel-sync/record-pushed.ts';
import { resetCells } from '../../pms/channel-sync/reset-cells.ts';
import { reserveEntryId } from '../../pms/channel-sync/sync-log.ts';
import { keyOf, nightsOf } from './cells.ts';
import { type Cycle, type CycleResult, DONE, isFailure } from './cycle.ts';
import type { NightsToPush } from './nights-to-push.ts';
import { pushResultsOf } from './push-results.ts';
import { countSharedCells, type SharedCells } from './shared-cells.ts';
import { summarizePush } from './summaries.ts';

type NightsToSend = Pick<NightsToPush, 'closed'> & {
  stale: readonly StaleNight[];
  /** absent = not all that has changed is sent */
  pushedUpTo: PushedUpTo | undefined;
  /** values that the channel has refused before are among them */
  isRetry: boolean;
};

/** Sends the nights until a message does not end with `done`. Records values that cannot be sent. */
export async function sendNights(
  cycle: Cycle,
  ari: AriPush,
  { stale, closed, pushedUpTo, isRetry }: NightsToSend,
): Promise<CycleResult> {
  const startedMs = performance.now();
  const nights = new Map(stale.map((night) => [keyOf(night), night]));
  const { nights: unsupported } = pushResultsOf({ nights }, [], unsupportedValues(ari, stale, cycle.view));
  const messages = stale.length > 0 ? ari.encode(stale, cycle.view, cycle.context.now()) : [];
  const { db, now } = cycle.context;
  const isAll = messages.length === 0;
  if ((isAll && pushedUpTo) || unsupported.length > 0) {
    // Their refusal is an entry without an exchange: nothing is sent.
    if (unsupported.length > 0) cycle.entry.id ??= await reserveEntryId(db);
    const { id: entryId } = cycle.entry;
    await recordPushed(
      db,
      cycle.lease,
      {
        nights: unsupported,
        ...(entryId !== null && { exchange: { entryId, position: null } }),
        pushedUpTo: isAll ? pushedUpTo : undefined,
      },
      now(),
    );
  }
  const progress: PushProgress = {
    nights: new Set(),
    refused: new Set([...unsupported, ...closed].map((night) => nightKey(night, night.date))),
    reason: unsupported[0]?.refusal ?? (closed[0] ? `closed there: ${closed[0].reason}` : null),
    closings: false,
    values: false,
    partMessagesLeft: MAX_PART_MESSAGES,
    hasSent: false,
  };
  const result = await sendMessages(cycle, ari, { messages, nights, progress, pushedUpTo }).catch((error) => {
    if (progress.hasSent) recordCycle(cycle, { result: BROKEN_OFF, progress, startedMs, messages });
    throw error;
  });
  if (messages.length > 0 || progress.refused.size > 0)
    recordCycle(cycle, { result, progress, startedMs, messages });
  if (result.kind === 'done' || progress.values)
    cycle.memory.refusedValues.record({ isRetry, isRefused: progress.values }, now().epochMilliseconds);
  // Runs again at once, so that the connection's state shows the refused closing.
  return result.kind === 'done' && progress.closings ? { kind: 'again' } : result;
}

/** What the log says of a push that was not recorded to its end. */
const BROKEN_OFF: CycleResult = {
  kind: 'later',
  reason:
    'innwire could not note what the channel has accepted: the connection was changed, or the database was out of reach. The nights are sent again.',
  cause: { code: 'internal_error' },
};

type MessagesToSend = Pick<MessageToSend, 'nights' | 'progress' | 'pushedUpTo'> & {
  messages: readonly AriMessage[];
};

async function sendMessages(
  cycle: Cycle,
  ari: AriPush,
  { messages, nights, progress, pushedUpTo }: MessagesToSend,
): Promise<CycleResult> {
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
    if (result.kind === 'refused' && cycle.refusedRooms.refuse(rooms, result)) {
      for (const room of rooms) refusedRooms.add(room);
      for (const { night } of nightsOf(nights, message.cells)) progress.refused.add(keyOf(night));
      progress.reason ??= result.reason;
      result = DONE;
    }
    if (result.kind !== 'done') break;
  }
  return result;
}

type PushProgress = {
  /** keys of nights of which the channel accepted something */
  nights: Set<string>;
  /** keys of nights with values that it refused, or that are closed because it cannot carry them */
  refused: Set<string>;
  reason: string | null;
  /** among the refused values are closings, which are tried again */
  closings: boolean;
  /** among them are others that it may accept later */
  values: boolean;
  /** at least one message was sent */
  hasSent: boolean;
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
  const limits = cycle.limits.ofPush(message);
  const marked = { ranges: rangesOf(message), limits, entryId: cycle.entry.id };
  const { seconds, entryId } = await recordInFlight(db, cycle.lease, marked, now());
  cycle.entry.id = entryId;
  // Nothing is kept for later: the next cycle sends the values of that moment.
  if (seconds > 0) return { kind: 'paused', seconds };
  progress.hasSent = true;
  const verdict = await cycle.client.request(message, (response) =>
    ari.decode(response, message, cycle.view),
  );
  if (verdict.kind === 'retry') {
    const { hinderedByRead, afterSeconds = 0 } = verdict;
    return hinderedByRead
      ? { kind: 'paused', seconds: afterSeconds }
      : { ...verdict, kind: 'later', cause: about(verdict.cause, 'nights') };
  }
  if (verdict.kind === 'auth') return { kind: 'refused', reason: verdict.reason, cause: verdict.cause };
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
    {
      nights: results.nights,
      exchange: { entryId, position: cycle.entry.positionOf(cycle.entry.last()) },
      pushedUpTo: again ? undefined : pushedUpTo,
    },
    now(),
  );
  for (const night of results.nights) {
    const { accepted: taken, refused, refusal, closing } = night;
    if (taken.length > 0) progress.nights.add(nightKey(night, night.date));
    if (refused.length > 0) progress.refused.add(nightKey(night, night.date));
    progress.closings ||= closing && refused.some(isClosingField);
    progress.values ||= refused.some((field) => !isClosingField(field));
    progress.reason ??= refusal;
  }
  return again ? { kind: 'again' } : DONE;
}

function rangesOf({ cells }: AriMessage) {
  return cells.map(({ roomId, unitId, from, to }) => ({ roomId, ...(unitId && { unitId }), from, to }));
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
