// Recovery: the channel's listing of its orders is compared with ours, for what its queue has lost or never held.
import { sizeFault } from '../../channels/stays.ts';
import { isUnstorable } from '../../db/errors.ts';
import { arrivalKey, type ChannelReservation } from '../../model/channel-intake.ts';
import { todayAt } from '../../model/property.ts';
import { changeProperty } from '../../pms/change.ts';
import { cleanTexts } from '../../pms/channel-sync/intake/clean-texts.ts';
import { noteAcknowledged, noteAgain } from '../../pms/channel-sync/intake/inbox.ts';
import { takeInReservation } from '../../pms/channel-sync/intake/reservations.ts';
import { isSameOrder } from '../../pms/channel-sync/intake/same-order.ts';
import {
  findKnownOrders,
  flagListing,
  isUnlisted,
  type KnownOrder,
  listOpenStays,
  recordRecovered,
} from '../../pms/channel-sync/recovery.ts';
import type { Work } from '../../pms/channel-sync/work.ts';
import { type ListingOutcome, type ReadListing, readListing } from './listing.ts';
import { readQueue } from './pull.ts';
import { DONE, type Ending, NOT_LISTED_AGAIN, type Turn } from './turn.ts';

const DAY_SECONDS = 86_400;
const REMINDER_SECONDS = 600;

/** Whether the channel's orders have to be listed: never done, after a gap in reading its queue, or once a day. */
export function isRecoveryDue({ recoveredAt, gapSince }: Work, now: Temporal.Instant): boolean {
  return recoveredAt === null || gapSince !== null || now.since(recoveredAt).total('seconds') >= DAY_SECONDS;
}

/**
 * If that is due: lists the channel's orders, reads its queue, and takes in what the listing has and we have not. In this
 * sequence, so that versions that the queue still holds are applied one after the other, and no older one after them. Where the
 * channel refuses the listing, its queue is all there is. Ends with `again` when nights waited for it, or are to be pushed again:
 * after a gap, or when an order had changed that the queue does not have, the channel may have counted a sale that was moved or
 * cancelled before anybody here read of it.
 */
export async function recoverReservations(turn: Turn, work: Work): Promise<Ending> {
  const { adapter, context, fence, memory } = turn;
  if (!adapter.reservations || !isRecoveryDue(work, context.now())) {
    const words = memory.unreadableOrder;
    return words === null ? DONE : { kind: 'later', words, afterSeconds: REMINDER_SECONDS };
  }
  const startedMs = performance.now();
  const startedAt = context.now();
  const outcome = await readListing(turn, work);
  if (outcome.kind === 'failed') {
    noteFailure(turn, outcome.ending.words, startedMs);
    return outcome.ending;
  }
  const queue = await readQueue(turn, 'reservations', work.cursors['reservations'] ?? null);
  if (queue.ending.kind !== 'done') return queue.ending;
  const found = await compare(turn, outcome, startedAt);
  const earlier = memory.listedAgain;
  const missedVersions = earlier.missedVersions || work.gapSince !== null || found.missed + found.changed > 0;
  if (found.overtaken > 0 && earlier.times < LIST_AGAIN_MOST) {
    memory.listedAgain = { times: earlier.times + 1, missedVersions };
    return { kind: 'paused', seconds: LIST_AGAIN_SECONDS };
  }
  memory.listedAgain = NOT_LISTED_AGAIN;
  await recordRecovered(context.db, fence, { at: startedAt, missedVersions });
  if (outcome.kind === 'refused') noteFailure(turn, outcome.words, startedMs);
  if (outcome.kind === 'read' && outcome.listing.refusal !== null)
    noteFailure(turn, outcome.listing.refusal, startedMs);
  if (outcome.kind === 'read') noteFound(turn, { found, first: work.recoveredAt === null, startedMs });
  memory.unreadableOrder = found.unreadable[0] ?? null;
  return work.recoveredAt === null || missedVersions ? { kind: 'again' } : DONE;
}

/** After such a pause the orders are listed again, so often at most: every listing may be overtaken by another version. */
const LIST_AGAIN_SECONDS = 5;
const LIST_AGAIN_MOST = 3;

type Found = {
  /** orders that were not here */
  missed: number;
  /** orders that had changed, or were cancelled */
  changed: number;
  /** bookings here that the channel does not list */
  gone: number;
  /** orders that are listed otherwise than their queue said after the listing had begun: which is newer is not known */
  overtaken: number;
  unreadable: string[];
};

async function compare(turn: Turn, outcome: ListingOutcome, startedAt: Temporal.Instant): Promise<Found> {
  const found: Found = { missed: 0, changed: 0, gone: 0, overtaken: 0, unreadable: [] };
  if (outcome.kind !== 'read') return found;
  const { listing } = outcome;
  const { context, fence } = turn;
  const items = await Promise.all(
    listing.items.map(async (item) => ({ item, stored: await cleanTexts(context.db, item) })),
  );
  const references = [...new Set(items.map(({ stored }) => stored.reference))];
  const known = await findKnownOrders(context.db, fence, references);
  found.unreadable.push(...listing.unreadable);
  for (const { item, stored } of items) {
    const order = known.get(stored.reference);
    const news = newsOf(stored, order, startedAt);
    if (news === 'overtaken') {
      found.overtaken += 1;
      continue;
    }
    if (news === 'known') {
      if (listing.unacknowledged.has(item)) await acknowledgeAgain(turn, stored, order);
      continue;
    }
    const outcome = await takeIn(turn, item, found);
    if (outcome === null) continue;
    if (outcome === 'stored') found.missed += 1;
    else if (outcome !== 'ignored') found.changed += 1;
    if (!listing.unacknowledged.has(item)) {
      await noteAcknowledged(context.db, fence, { kind: 'reservation', now: context.now() }, [
        arrivalKey(stored),
      ]);
    }
    // The same order may be listed again, e.g. as it was booked and as it was changed.
    const revisions = [...(order?.revisions ?? []), stored.revision];
    known.set(stored.reference, { revisions, applied: stored, lastReceivedAt: null });
  }
  found.gone = await flagGone(turn, listing, startedAt);
  return found;
}

/** `known`: it came before, under this revision or another; `overtaken`: the queue has brought another version meanwhile. */
function newsOf(
  listed: ChannelReservation,
  order: KnownOrder | undefined,
  startedAt: Temporal.Instant,
): 'news' | 'known' | 'overtaken' {
  if (!order) return listed.status === 'cancelled' ? 'known' : 'news';
  if (order.revisions.includes(listed.revision)) return 'known';
  const { applied, lastReceivedAt } = order;
  if (applied && isSameOrder(applied, listed)) return 'known';
  return lastReceivedAt && Temporal.Instant.compare(lastReceivedAt, startedAt) >= 0 ? 'overtaken' : 'news';
}

/** Null when it cannot be stored, which `found` then says. */
async function takeIn(turn: Turn, item: ChannelReservation, found: Found): Promise<string | null> {
  const { context, fence, source } = turn;
  const fault = sizeFault(item);
  if (fault === null) {
    try {
      const { outcome } = await changeProperty(
        context.db,
        { hotelId: fence.hotelId, now: context.now() },
        (tx) => takeInReservation(tx, source, item),
      );
      return outcome;
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      context.log.warn(
        { err: error, hotelId: fence.hotelId, channel: fence.channel },
        'a listed order cannot be stored',
      );
    }
  }
  found.unreadable.push(`${item.reference}: ${fault ?? 'it cannot be stored'}`);
  return null;
}

/** It is stored here, but the channel has not learnt that: the next read of the queue acknowledges it. */
async function acknowledgeAgain(
  { context, fence }: Turn,
  stored: ChannelReservation,
  order: KnownOrder | undefined,
): Promise<void> {
  if (!order?.revisions.includes(stored.revision)) return;
  await noteAgain(context.db, fence, { kind: 'reservation', acknowledged: true }, [arrivalKey(stored)]);
}

/** Flags bookings that the channel should list and does not; takes the flag from those that it lists again. */
async function flagGone(turn: Turn, listing: ReadListing, startedAt: Temporal.Instant): Promise<number> {
  const { adapter, context, fence, property, view } = turn;
  const { covers } = adapter.recovery ?? {};
  const now = context.now();
  const stays = await listOpenStays(context.db, fence, todayAt(property, now));
  const listed = new Set([...listing.unsold, ...listing.items.map(({ reference }) => reference)]);
  const { channel } = fence;
  const flag = (stay: (typeof stays)[number], isListed: boolean) =>
    changeProperty(context.db, { hotelId: fence.hotelId, now }, (tx) =>
      flagListing(tx, { property, channel }, stay, isListed),
    );
  let gone = 0;
  for (const stay of stays) {
    if (listed.has(stay.reference)) {
      if (isUnlisted(stay)) await flag(stay, true);
      continue;
    }
    const settled = Temporal.Instant.compare(stay.lastReceivedAt, startedAt) < 0;
    if (listing.partial || !settled || stay.conflict !== null || !covers?.(stay, view, now)) continue;
    await flag(stay, false);
    gone += 1;
  }
  return gone;
}

function noteFailure({ note, fence }: Turn, words: string, startedMs: number): void {
  note({
    direction: 'pull',
    operation: 'recovery',
    summary: `${fence.channel}: its reservations could not be listed`,
    outcome: 'failed',
    items: 0,
    error: words,
    startedMs,
  });
}

function noteFound(
  { note, fence }: Turn,
  { found, first, startedMs }: { found: Found; first: boolean; startedMs: number },
): void {
  const { missed, changed, gone, unreadable } = found;
  const parts = [
    missed > 0 && `${counted(missed)} that ${first ? 'were missing here' : 'its queue had lost'}`,
    changed > 0 &&
      `${counted(changed)} with a change that ${first ? 'was missing here' : 'its queue had lost'}`,
    gone > 0 && `${counted(gone)} that it does not list`,
    unreadable.length > 0 && `${counted(unreadable.length)} that cannot be read`,
  ].filter(Boolean);
  if (parts.length === 0) return;
  note({
    direction: 'pull',
    operation: 'recovery',
    summary: `${fence.channel}: ${parts.join(', ')}`,
    outcome: gone > 0 || unreadable.length > 0 ? 'partial' : 'ok',
    items: missed + changed + gone,
    error: unreadable[0] ?? null,
    startedMs,
  });
}

function counted(bookings: number): string {
  return `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}`;
}
