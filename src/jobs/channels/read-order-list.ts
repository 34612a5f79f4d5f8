// Reads a channel's list of orders to its end. Stores nothing.
import type { Listed, Recovery, RecoveryState } from '../../channels/channel.ts';
import { about, type Failure } from '../../model/cause.ts';
import type { ChannelReservation } from '../../model/channel-records.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import type { Cycle, CycleResult } from './cycle.ts';

/** Limit for a channel that always says that there is more: it must not keep a connection busy for ever. */
const MAX_PAGES = 200;

export type OrderList = {
  items: ChannelReservation[];
  /** items that the channel still waits to have acknowledged */
  unacknowledged: Set<ChannelReservation>;
  /** references that are listed but not sold (yet) */
  unsold: string[];
  unreadable: string[];
  /** some orders are or may be missing from the list */
  partial: boolean;
  /** the reason why the channel refused some of the requests */
  refusal: Failure | null;
};

export type OrderListResult =
  | { kind: 'read'; listing: OrderList }
  /** the protocol has no order list */
  | { kind: 'none' }
  /** the channel refuses to list its orders: trying again is useless */
  | ({ kind: 'refused' } & Failure)
  | { kind: 'failed'; result: CycleResult & Failure };

type Reader = Pick<Cycle, 'adapter' | 'client' | 'view'> & { context: Pick<Cycle['context'], 'now'> };

/** Reads all pages of the order list, 200 at most. `gapSince` is passed to the protocol. */
export async function readOrderList(
  reader: Reader,
  { gapSince }: Pick<PendingSync, 'gapSince'>,
): Promise<OrderListResult> {
  if (!reader.adapter.recovery) return { kind: 'none' };
  const listing: OrderList = {
    items: [],
    unacknowledged: new Set(),
    unsold: [],
    unreadable: [],
    partial: false,
    refusal: null,
  };
  let answered = false;
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    const known = sizeOf(listing);
    const state: RecoveryState = { cursor, now: reader.context.now(), since: gapSince };
    const read = await readPage(reader, reader.adapter.recovery, state, listing);
    if (read.kind === 'failed') return read;
    answered ||= read.answered;
    cursor = read.cursor;
    if (!answered && listing.refusal !== null) return { kind: 'refused', ...listing.refusal };
    if (!read.more) return { kind: 'read', listing };
    // A channel without pages, which returns the same list each time, would be asked two hundred times.
    if (sizeOf(listing) === known || page >= MAX_PAGES)
      return { kind: 'read', listing: { ...listing, partial: true } };
  }
}

/** The number of orders in the list, however often each is there. */
function sizeOf({ items, unreadable }: OrderList): number {
  return new Set(items.map(({ reference }) => reference)).size + unreadable.length;
}

type Page = { kind: 'read'; answered: boolean; more: boolean; cursor: string | null };

/** Reads a page into the listing. A request that is refused leaves out its part. */
async function readPage(
  { client, view }: Reader,
  recovery: Recovery,
  state: RecoveryState,
  listing: OrderList,
): Promise<Page | Extract<OrderListResult, { kind: 'failed' }>> {
  const page: Page = { kind: 'read', answered: false, more: false, cursor: state.cursor };
  const waiting = [...recovery.requests(view, state)];
  while (waiting.length > 0) {
    const request = waiting.shift()!;
    const verdict = await client.request(request, (response) => recovery.decode(response, request, view));
    if (verdict.kind === 'ok') {
      const { value } = verdict;
      addTo(listing, value);
      waiting.unshift(...(value.next ?? []));
      page.answered = true;
      page.more ||= value.more ?? false;
      page.cursor = value.cursor ?? page.cursor;
      continue;
    }
    const reason = `Its reservations could not be listed: ${verdict.reason}`;
    const cause = about(verdict.cause, 'orders');
    if (verdict.kind !== 'refused') {
      const kind = verdict.kind === 'auth' ? 'refused' : 'later';
      return { kind: 'failed', result: { ...verdict, kind, reason, cause } };
    }
    listing.refusal ??= { reason, cause };
    listing.partial = true;
  }
  return page;
}

function addTo(listing: OrderList, { items, unacknowledged, unsold, unreadable, partial }: Listed): void {
  listing.items.push(...items);
  for (const item of unacknowledged ?? []) listing.unacknowledged.add(item);
  listing.unsold.push(...(unsold ?? []));
  listing.unreadable.push(...(unreadable ?? []));
  listing.partial ||= (partial ?? false) || listing.unreadable.length > 0;
}
