// Recovery: compares the channel's order list with the stored orders, to find what its queue has lost.

import { sizeError } from '../../channels/validate-stay.ts';
import { isUnstorable } from '../../db/errors.ts';
import { INNWIRE } from '../../model/actor.ts';
import { type ChannelReservation, recordKey } from '../../model/channel-records.ts';
import { todayAt } from '../../model/property.ts';
import { cleanIngestedTexts } from '../../pms/channel-sync/ingest/clean-texts.ts';
import { isSameOrder } from '../../pms/channel-sync/ingest/compare-orders.ts';
import { findKnownAndResetAck, recordAcknowledged } from '../../pms/channel-sync/ingest/inbox.ts';
import { ingestReservation } from '../../pms/channel-sync/ingest/reservations.ts';
import { endUnacknowledgedReports } from '../../pms/channel-sync/otas.ts';
import {
  findStoredOrders,
  listOpenStays,
  recordRecovered,
  type StoredOrder,
  setUnlistedFlag,
} from '../../pms/channel-sync/recovery.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import { inPropertyTransaction } from '../../pms/property-transaction.ts';
import {
  type ConnectionMemory,
  type Cycle,
  type CycleResult,
  DONE,
  NO_RELISTING,
  unreadableItem,
} from './cycle.ts';
import { readQueue } from './pull.ts';
import { type OrderList, type OrderListResult, readOrderList } from './read-order-list.ts';

const DAY_SECONDS = 86_400;
/** Orders are listed at most so often because of unreadable ones in the queue. */
const LISTING_PAUSE_SECONDS = 3_600;

/** Whether recovery is due: never done, after a gap in reading the queue, or once a day. */
export function isRecoveryDue({ recoveredAt, gapSince }: PendingSync, now: Temporal.Instant): boolean {
  return recoveredAt === null || gapSince !== null || now.since(recoveredAt).total('seconds') >= DAY_SECONDS;
}

/** What the queue shows of an order may be unreadable, and the list of orders readable. */
function isListingDue({ listing: { isWanted, at } }: ConnectionMemory, now: Temporal.Instant): boolean {
  return isWanted && (at === null || now.since(at).total('seconds') >= LISTING_PAUSE_SECONDS);
}

/**
 * Does nothing unless recovery is due, or the queue has an order that cannot be read there. Lists the channel's
 * orders, then reads its queue, then stores orders that the list has and the database has not. In this sequence, versions that the queue still holds are
 * applied in order, and no older version after them. If the channel refuses the list, only the queue is read.
 * Ends with `again` when nights waited for the recovery or are to be pushed again: after a gap, or when an
 * order had a change that is not in the queue, the channel may have counted a sale that was moved or
 * cancelled before it was read here.
 */
export async function recoverReservations(cycle: Cycle, work: PendingSync): Promise<CycleResult> {
  const result = await recover(cycle, work);
  cycle.memory.ordersRefused = result.kind === 'refused';
  return result;
}

async function recover(cycle: Cycle, work: PendingSync): Promise<CycleResult> {
  const { adapter, context, lease, memory } = cycle;
  const isDue = isRecoveryDue(work, context.now()) || isListingDue(memory, context.now());
  if (!adapter.reservations || !isDue) {
    const problem = memory.unreadableOrder;
    return problem === null ? DONE : { kind: 'done', problem: unreadableItem(problem) };
  }
  const startedMs = performance.now();
  const startedAt = context.now();
  const outcome = await readOrderList(cycle, work);
  if (outcome.kind === 'failed') {
    recordFailure(cycle, outcome.result.reason, startedMs);
    return outcome.result;
  }
  const { listing } = memory;
  memory.listing = { isWanted: false, at: startedAt };
  const queue = await readQueue(cycle, 'reservations', work.cursors['reservations'] ?? null);
  if (queue.kind !== 'done') {
    memory.listing = listing;
    return queue;
  }
  const found = await compare(cycle, outcome, startedAt);
  const earlier = memory.listedAgain;
  const missedVersions = earlier.missedVersions || work.gapSince !== null || found.missed + found.changed > 0;
  if (found.overtaken > 0 && earlier.times < MAX_RELISTINGS) {
    memory.listedAgain = { times: earlier.times + 1, missedVersions };
    return { kind: 'paused', seconds: RELIST_DELAY_SECONDS };
  }
  memory.listedAgain = NO_RELISTING;
  await recordRecovered(context.db, lease, { at: startedAt, missedVersions });
  if (found.unreadable.length === 0) await endUnacknowledgedReports(context.db, lease);
  if (outcome.kind === 'refused') recordFailure(cycle, outcome.reason, startedMs);
  if (outcome.kind === 'read' && outcome.listing.refusal !== null)
    recordFailure(cycle, outcome.listing.refusal.reason, startedMs);
  if (outcome.kind === 'read') recordFindings(cycle, { found, first: work.recoveredAt === null, startedMs });
  memory.unreadableOrder = found.unreadable[0] ?? null;
  return work.recoveredAt === null || missedVersions ? { kind: 'again' } : DONE;
}

/** Pause before orders are listed again, and how often: newer versions may overtake each list. */
const RELIST_DELAY_SECONDS = 5;
const MAX_RELISTINGS = 3;

type Findings = {
  /** orders that were not stored */
  missed: number;
  /** stored orders that had changed or were cancelled */
  changed: number;
  /** stored bookings that the channel does not list */
  unlisted: number;
  /** orders of which the queue sent another version after the listing began: which is newer is unknown */
  overtaken: number;
  unreadable: string[];
};

async function compare(
  cycle: Cycle,
  outcome: OrderListResult,
  startedAt: Temporal.Instant,
): Promise<Findings> {
  const found: Findings = { missed: 0, changed: 0, unlisted: 0, overtaken: 0, unreadable: [] };
  if (outcome.kind !== 'read') return found;
  const { listing } = outcome;
  const { context, lease } = cycle;
  const items = await Promise.all(
    listing.items.map(async (item) => ({ item, stored: await cleanIngestedTexts(context.db, item) })),
  );
  const references = [...new Set(items.map(({ stored }) => stored.reference))];
  const known = await findStoredOrders(context.db, lease, references);
  found.unreadable.push(...listing.unreadable);
  for (const { item, stored } of items) {
    const order = known.get(stored.reference);
    const comparison = compareListed(stored, order, {
      startedAt,
      isAwaited: listing.unacknowledged.has(item),
    });
    if (comparison === 'overtaken') {
      found.overtaken += 1;
      continue;
    }
    if (comparison === 'known') {
      if (listing.unacknowledged.has(item)) await acknowledgeAgain(cycle, stored, order);
      continue;
    }
    const outcome = await ingest(cycle, item, found);
    if (outcome === null) continue;
    if (outcome === 'stored') found.missed += 1;
    else if (outcome !== 'ignored') found.changed += 1;
    if (!listing.unacknowledged.has(item)) {
      await recordAcknowledged(context.db, lease, { kind: 'reservation', now: context.now() }, [
        recordKey(stored),
      ]);
    }
    // An order may be listed more than once, e.g. as it was booked and as it was changed.
    const revisions = [...(order?.revisions ?? []), stored.revision];
    known.set(stored.reference, { revisions, applied: stored, lastReceivedAt: null });
  }
  found.unlisted = await flagUnlisted(cycle, listing, startedAt);
  return found;
}

/**
 * `known`: stored, under any revision, or a cancellation of what was never stored; `overtaken`: the queue has sent another version since
 * `startedAt`. `isAwaited`: the channel waits for its acknowledgement, for which it must be stored.
 */
function compareListed(
  listed: ChannelReservation,
  order: StoredOrder | undefined,
  { startedAt, isAwaited }: { startedAt: Temporal.Instant; isAwaited: boolean },
): 'news' | 'known' | 'overtaken' {
  if (!order) return listed.status === 'cancelled' && !isAwaited ? 'known' : 'news';
  if (order.revisions.includes(listed.revision)) return 'known';
  const { applied, lastReceivedAt } = order;
  if (applied && isSameOrder(applied, listed)) return 'known';
  return lastReceivedAt && Temporal.Instant.compare(lastReceivedAt, startedAt) >= 0 ? 'overtaken' : 'news';
}

/** Stores a listed order; returns its outcome, or null if it cannot be stored (see `found.unreadable`). */
async function ingest(cycle: Cycle, item: ChannelReservation, found: Findings): Promise<string | null> {
  const { context, lease, source } = cycle;
  const fault = sizeError(item);
  if (fault === null) {
    try {
      const { outcome } = await inPropertyTransaction(
        context.db,
        { hotelId: lease.hotelId, now: context.now(), actor: { kind: 'channel', channel: lease.channel } },
        (tx) => ingestReservation(tx, source, item),
      );
      return outcome;
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      context.log.warn(
        { err: error, hotelId: lease.hotelId, channel: lease.channel },
        'a listed order cannot be stored',
      );
    }
  }
  found.unreadable.push(`${item.reference}: ${fault ?? 'it cannot be stored'}`);
  return null;
}

/** Clears the acknowledgement of a stored order, which the next queue read then repeats. */
async function acknowledgeAgain(
  { context, lease }: Cycle,
  stored: ChannelReservation,
  order: StoredOrder | undefined,
): Promise<void> {
  if (!order?.revisions.includes(stored.revision)) return;
  await findKnownAndResetAck(context.db, lease, { kind: 'reservation', acknowledged: true }, [
    recordKey(stored),
  ]);
}

/** Flags bookings missing in a complete list, clears flags of listed ones; returns how many are flagged. */
async function flagUnlisted(cycle: Cycle, listing: OrderList, startedAt: Temporal.Instant): Promise<number> {
  const { adapter, context, lease, property, view } = cycle;
  const { covers } = adapter.recovery ?? {};
  const now = context.now();
  const stays = await listOpenStays(context.db, lease, todayAt(property, now));
  const listed = new Set([...listing.unsold, ...listing.items.map(({ reference }) => reference)]);
  const { channel } = lease;
  const flag = (stay: (typeof stays)[number], isListed: boolean) =>
    inPropertyTransaction(context.db, { hotelId: lease.hotelId, now, actor: INNWIRE }, (tx) =>
      setUnlistedFlag(tx, { property, channel }, stay, isListed),
    );
  let unlisted = 0;
  for (const stay of stays) {
    if (listed.has(stay.reference)) {
      if (stay.conflictKind === 'unlisted') await flag(stay, true);
      continue;
    }
    const settled = Temporal.Instant.compare(stay.lastReceivedAt, startedAt) < 0;
    if (listing.partial || !settled || stay.conflictKind !== null || !covers?.(stay, view, now)) continue;
    await flag(stay, false);
    unlisted += 1;
  }
  return unlisted;
}

function recordFailure({ record, lease }: Cycle, reason: string, startedMs: number): void {
  record({
    direction: 'pull',
    operation: 'recovery',
    summary: `${lease.channel}: its reservations could not be listed`,
    outcome: 'failed',
    items: 0,
    error: reason,
    startedMs,
  });
}

function recordFindings(
  { record, lease }: Cycle,
  { found, first, startedMs }: { found: Findings; first: boolean; startedMs: number },
): void {
  const { missed, changed, unlisted, unreadable } = found;
  const parts = [
    missed > 0 && `${counted(missed)} that ${first ? 'were missing here' : 'its queue had lost'}`,
    changed > 0 &&
      `${counted(changed)} with a change that ${first ? 'was missing here' : 'its queue had lost'}`,
    unlisted > 0 && `${counted(unlisted)} that it does not list`,
    unreadable.length > 0 && `${counted(unreadable.length)} that cannot be read`,
  ].filter(Boolean);
  if (parts.length === 0) return;
  record({
    direction: 'pull',
    operation: 'recovery',
    summary: `${lease.channel}: ${parts.join(', ')}`,
    outcome: unlisted > 0 || unreadable.length > 0 ? 'partial' : 'ok',
    items: missed + changed + unlisted,
    error: unreadable[0] ?? null,
    startedMs,
  });
}

function counted(bookings: number): string {
  return `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}`;
}
