// Reads a channel's list of orders to its end. Stores nothing.
import type { RecoveryState } from '../../channels/channel.ts';
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

/** Reads all pages of the order list, 200 at most. `gapSince` is passed to the protocol. */
export async function readOrderList(
  {
    adapter,
    context,
    client,
    view,
  }: Pick<Cycle, 'adapter' | 'client' | 'view'> & {
    context: Pick<Cycle['context'], 'now'>;
  },
  { gapSince }: Pick<PendingSync, 'gapSince'>,
): Promise<OrderListResult> {
  const { recovery } = adapter;
  if (!recovery) return { kind: 'none' };
  const listing: OrderList = {
    items: [],
    unacknowledged: new Set(),
    unsold: [],
    unreadable: [],
    partial: false,
    refusal: null,
  };
  const references = new Set<string>();
  let answered = false;
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    let more = false;
    const known = references.size + listing.unreadable.length;
    const state: RecoveryState = { cursor, now: context.now(), since: gapSince };
    for (const request of recovery.requests(view, state)) {
      const verdict = await client.request(request, (response) => recovery.decode(response, request, view));
      if (verdict.kind !== 'ok') {
        const reason = `Its reservations could not be listed: ${verdict.reason}`;
        const cause = about(verdict.cause, 'orders');
        if (verdict.kind === 'refused') {
          listing.refusal ??= { reason, cause };
          listing.partial = true;
          continue;
        }
        const kind = verdict.kind === 'auth' ? 'refused' : 'later';
        return { kind: 'failed', result: { ...verdict, kind, reason, cause } };
      }
      const { value } = verdict;
      answered = true;
      listing.items.push(...value.items);
      for (const { reference } of value.items) references.add(reference);
      for (const item of value.unacknowledged ?? []) listing.unacknowledged.add(item);
      listing.unsold.push(...(value.unsold ?? []));
      listing.unreadable.push(...(value.unreadable ?? []));
      listing.partial ||= (value.partial ?? false) || listing.unreadable.length > 0;
      more ||= value.more ?? false;
      cursor = value.cursor ?? cursor;
    }
    if (!answered && listing.refusal !== null) return { kind: 'refused', ...listing.refusal };
    if (!more) return { kind: 'read', listing };
    // A channel without pages, which returns the same list each time, would be asked two hundred times.
    const isSame = references.size + listing.unreadable.length === known;
    if (isSame || page >= MAX_PAGES) return { kind: 'read', listing: { ...listing, partial: true } };
  }
}
