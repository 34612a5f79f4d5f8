// Reading a channel's listing of its orders to the end: all pages, nothing stored yet.
import type { RecoveryState } from '../../channels/channel.ts';
import type { ChannelReservation } from '../../model/channel-intake.ts';
import type { Work } from '../../pms/channel-sync/work.ts';
import type { Ending, Turn } from './turn.ts';

/** A channel that always says that there is more must not keep a connection busy for ever. */
const MAX_PAGES = 200;

export type ReadListing = {
  items: ChannelReservation[];
  /** of the items, those that the channel still waits to have acknowledged */
  unacknowledged: Set<ChannelReservation>;
  /** references that are listed but not sold (yet) */
  unsold: string[];
  unreadable: string[];
  /** some orders are missing from it, or may be */
  partial: boolean;
  /** the channel's words where it refused a part of what was asked */
  refusal: string | null;
};

export type ListingOutcome =
  | { kind: 'read'; listing: ReadListing }
  /** the protocol has no listing */
  | { kind: 'none' }
  /** the channel does not give us its listing: trying again is useless */
  | { kind: 'refused'; words: string }
  | { kind: 'failed'; ending: Ending & { words: string } };

export async function readListing(
  {
    adapter,
    context,
    exchanger,
    view,
  }: Pick<Turn, 'adapter' | 'exchanger' | 'view'> & {
    context: Pick<Turn['context'], 'now'>;
  },
  { gapSince }: Pick<Work, 'gapSince'>,
): Promise<ListingOutcome> {
  const { recovery } = adapter;
  if (!recovery) return { kind: 'none' };
  const listing: ReadListing = {
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
      const verdict = await exchanger.ask(request, (response) => recovery.decode(response, request, view));
      if (verdict.kind !== 'ok') {
        const words = `Its reservations could not be listed: ${verdict.words}`;
        if (verdict.kind === 'refused') {
          listing.refusal ??= words;
          listing.partial = true;
          continue;
        }
        const kind = verdict.kind === 'auth' ? 'refused' : 'later';
        return { kind: 'failed', ending: { ...verdict, kind, words } };
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
    if (!answered && listing.refusal !== null) return { kind: 'refused', words: listing.refusal };
    if (!more) return { kind: 'read', listing };
    // A channel that gives one page for all of them would be asked two hundred times for it.
    const isSame = references.size + listing.unreadable.length === known;
    if (isSame || page >= MAX_PAGES) return { kind: 'read', listing: { ...listing, partial: true } };
  }
}
