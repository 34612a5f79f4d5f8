// Pulls records from a channel's queue: stores each version once, in order, then acknowledges it.
import type { Pull, Pulled, PullState } from '../../channels/channel.ts';
import { sizeError } from '../../channels/validate-stay.ts';
import { isUnstorable } from '../../db/errors.ts';
import { about } from '../../model/cause.ts';
import type { PullName } from '../../model/channel.ts';
import {
  type ChannelGuestRequest,
  type ChannelMessage,
  type ChannelReservation,
  type ChannelReview,
  recordKey,
} from '../../model/channel-records.ts';
import { cleanIngestedTexts } from '../../pms/channel-sync/ingest/clean-texts.ts';
import { ingestGuestRequest } from '../../pms/channel-sync/ingest/guest-requests.ts';
import { findKnownAndResetAck } from '../../pms/channel-sync/ingest/inbox.ts';
import { ingestMessage } from '../../pms/channel-sync/ingest/messages.ts';
import { ingestReservation } from '../../pms/channel-sync/ingest/reservations.ts';
import { ingestHiddenReview, ingestReview } from '../../pms/channel-sync/ingest/reviews.ts';
import { recordReservationsRead, resetCountsSinceRead } from '../../pms/channel-sync/recovery.ts';
import { saveCursor } from '../../pms/channel-sync/work.ts';
import { requestPull } from '../../pms/connections.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../pms/property-transaction.ts';
import { acknowledge } from './acknowledge.ts';
import { type Cycle, type CycleResult, DONE, isFailure, unreadableItem } from './cycle.ts';
import { type FetchedItems, failedQueue, type Item, KINDS, keyOf, PARTS } from './queue.ts';
import { type ItemOutcome, summarizePull } from './summaries.ts';

/** Limit for a channel that always says that there is more: it must not keep a connection busy for ever. */
const MAX_PAGES = 100;

/**
 * Reads a queue of the channel to its end, stores what is new, and acknowledges all that is stored. Items that
 * cannot be read are left in the queue, where they delay no other: they are the result's `problem` and kept in
 * `memory.unreadable`.
 */
export async function readQueue(cycle: Cycle, name: PullName, cursor: string | null): Promise<CycleResult> {
  const pull = cycle.adapter[name] as Pull<Item> | undefined;
  if (!pull) return DONE;
  const startedMs = performance.now();
  const startedAt = cycle.context.now();
  const fetchedItems: FetchedItems = { items: new Map(), newItems: [], unreadable: [] };
  const fetching: Fetching = { name, pull, at: cursor, pagesLeft: MAX_PAGES, fetchedItems };
  let fetched: FetchResult;
  let result: CycleResult;
  do {
    fetched = await fetchPages(cycle, fetching);
    // Also after a failure: items stored already may wait to be acknowledged.
    const acked = await acknowledge(cycle, { name, pull, fetchedItems, complete: fetched.kind === 'done' });
    result =
      fetched.kind === 'later' || fetched.kind === 'refused' ? fetched : notLaterThanUsual(pull, acked);
    if (fetched.kind === 'paused' && result.kind === 'done') result = fetched;
  } while (fetched.kind === 'full' && result.kind === 'done');
  const { unreadable } = fetchedItems;
  const { memory } = cycle;
  const before = memory.unreadable[name] ?? [];
  const newlyUnreadable = unreadable.filter((one) => !before.includes(one));
  if (fetched.kind === 'done' || unreadable.length > 0) memory.unreadable[name] = unreadable;
  // Orders are listed when some become unreadable here, and when the last of them has left the queue.
  const hasChanged =
    newlyUnreadable.length > 0 || (before.length > 0 && memory.unreadable[name]?.length === 0);
  if (name === 'reservations' && hasChanged) memory.listing.isWanted = true;
  if (isFailure(result) || fetchedItems.newItems.length > 0 || newlyUnreadable.length > 0)
    recordCycle(cycle, name, { result, fetchedItems, startedMs });
  if (name === 'reservations' && fetched.kind === 'done') {
    const complete = unreadable.length === 0;
    await recordReservationsRead(cycle.context.db, cycle.lease, { at: startedAt, complete });
  }
  const [problem] = unreadable;
  return result.kind === 'done' && problem !== undefined
    ? { kind: 'done', problem: unreadableItem(problem) }
    : result;
}

/** What could be read is read again as usual, though something could not be acknowledged. */
function notLaterThanUsual({ everySeconds }: Pull<Item>, result: CycleResult): CycleResult {
  return result.kind === 'later' ? { ...result, atMostSeconds: everySeconds } : result;
}

type Fetching = {
  name: PullName;
  pull: Pull<Item>;
  /** the cursor behind the pages that are stored */
  at: string | null;
  pagesLeft: number;
  fetchedItems: FetchedItems;
};

/** `full`: there is more, which the channel sends once what was fetched is acknowledged. */
type FetchResult = CycleResult | { kind: 'full' };

/**
 * Fetches and stores pages. A queue without pages (Channex' feed) sends its first items again until they are
 * acknowledged, so another request would return the same. If it sends nothing new although it says that there
 * is more, the next request is made at the next poll.
 */
async function fetchPages(cycle: Cycle, fetching: Fetching): Promise<FetchResult> {
  const { name, pull, fetchedItems } = fetching;
  await waitAfterAcknowledging(cycle, fetching);
  const before = fetchedItems.items.size;
  while (fetching.pagesLeft > 0) {
    fetching.pagesLeft -= 1;
    const { at } = fetching;
    const state: PullState = { cursor: at, now: cycle.context.now() };
    const known = fetchedItems.items.size;
    let more = false;
    for (const request of pull.requests(cycle.view, state)) {
      const verdict = await cycle.client.request(request, (response) =>
        pull.decode(response, request, cycle.view),
      );
      if (verdict.kind !== 'ok') return failedQueue(name, verdict);
      await store(cycle, fetching, verdict.value);
      more ||= verdict.value.more ?? false;
      fetching.at = verdict.value.cursor ?? fetching.at;
    }
    const moved = fetching.at !== at;
    if (moved) await saveCursor(cycle.context.db, cycle.lease, name, fetching.at!);
    if (!more) return DONE;
    if (moved) continue;
    const isNew = fetchedItems.items.size > known;
    if (!isNew && known === before)
      return {
        kind: 'later',
        reason: REPEATED_PAGE,
        cause: about({ code: 'repeated_page' }, PARTS[name]),
        afterSeconds: pull.everySeconds,
      };
    if (pull.acknowledge || !isNew) return { kind: 'full' };
  }
  return { kind: 'paused', seconds: pull.everySeconds };
}

async function waitAfterAcknowledging(
  { context, memory, wait }: Cycle,
  { name, pull }: Fetching,
): Promise<void> {
  const at = memory.acknowledgedAt[name];
  if (!at || pull.secondsAfterAcknowledging === undefined) return;
  const seconds = pull.secondsAfterAcknowledging - context.now().since(at).total('seconds');
  if (seconds > 0) await wait(seconds);
}

const REPEATED_PAGE = 'The channel says that more is waiting, but sends what it has sent before.';

/** Stores each item in a transaction of its own, in order, so that locks on the calendar stay short. */
async function store(
  cycle: Cycle,
  { name, pull, fetchedItems }: Fetching,
  pulled: Pulled<Item>,
): Promise<void> {
  const { context, lease } = cycle;
  const arrivals = await Promise.all(
    pulled.items.map(async (item) => recordKey(await cleanIngestedTexts(context.db, item))),
  );
  const how = { kind: KINDS[name], acknowledged: pull.acknowledge !== undefined };
  const known = await findKnownAndResetAck(context.db, lease, how, arrivals);
  const hasNews = arrivals.some((arrival) => !known.has(keyOf(arrival)));
  if (pull.skipsVersions && hasNews) await resetCountsSinceRead(context.db, lease);
  for (const [i, item] of pulled.items.entries()) {
    const { reference } = arrivals[i]!;
    const key = keyOf(arrivals[i]!);
    if (!fetchedItems.items.has(key)) fetchedItems.items.set(key, item);
    if (known.has(key)) continue;
    const fault = 'rooms' in item ? sizeError(item) : null;
    if (fault !== null) {
      fetchedItems.unreadable.push(`${reference}: ${fault}`);
      continue;
    }
    try {
      const outcome = await inPropertyTransaction(
        context.db,
        { hotelId: lease.hotelId, now: context.now(), actor: { kind: 'channel', channel: lease.channel } },
        (tx) => ingest(tx, cycle, name, item),
      );
      if (outcome.outcome !== 'known') fetchedItems.newItems.push(outcome);
    } catch (error) {
      // What the database cannot store would be sent again for ever, and block all items after it.
      if (!isUnstorable(error)) throw error;
      context.log.warn(
        { err: error, hotelId: lease.hotelId, channel: lease.channel },
        `one of ${name} cannot be stored`,
      );
      fetchedItems.unreadable.push(`${reference}: it cannot be stored`);
    }
  }
  fetchedItems.unreadable.push(...(pulled.unreadable ?? []));
}

async function ingest(
  tx: PropertyTransaction,
  cycle: Cycle,
  name: PullName,
  item: Item,
): Promise<ItemOutcome> {
  const { channel } = cycle.lease;
  if (name === 'messages') return { outcome: await ingestMessage(tx, channel, item as ChannelMessage) };
  if (name === 'guestRequests')
    return { outcome: await ingestGuestRequest(tx, cycle.source, item as ChannelGuestRequest) };
  if (name === 'reviews')
    return {
      outcome:
        'hidden' in item
          ? await ingestHiddenReview(tx, channel, item)
          : await ingestReview(tx, channel, item as ChannelReview),
    };
  const { outcome, conflict, isUnsure, isNew } = await ingestReservation(
    tx,
    cycle.source,
    item as ChannelReservation,
  );
  // A list without acknowledgements: a notification may have come after it was written, and before it was read.
  const isList = cycle.adapter.reservations?.acknowledge === undefined;
  if (isUnsure && isNew && isList) await requestPull(tx, channel, ['reservations']);
  return { outcome, withConflict: conflict !== null };
}

function recordCycle(
  cycle: Cycle,
  name: PullName,
  { result, fetchedItems, startedMs }: { result: CycleResult; fetchedItems: FetchedItems; startedMs: number },
): void {
  const failed = isFailure(result);
  cycle.record({
    direction: 'pull',
    operation: name,
    summary: `${cycle.lease.channel}: ${summarizePull(name, fetchedItems.newItems, fetchedItems.unreadable.length)}`,
    outcome: failed ? 'failed' : fetchedItems.unreadable.length > 0 ? 'partial' : 'ok',
    items: fetchedItems.newItems.length,
    error: failed ? result.reason : (fetchedItems.unreadable[0] ?? null),
    startedMs,
  });
}
