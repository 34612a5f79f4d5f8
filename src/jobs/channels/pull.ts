// Fetching what a channel has for us: stored first, acknowledged second, each version once, in the order it gives.
import type { Pull, Pulled, PullState } from '../../channels/channel.ts';
import { sizeFault } from '../../channels/stays.ts';
import { isUnstorable } from '../../db/errors.ts';
import type { PullName } from '../../model/channel.ts';
import {
  arrivalKey,
  type ChannelMessage,
  type ChannelReservation,
  type ChannelReview,
  reviveArrival,
} from '../../model/channel-intake.ts';
import { type Change, changeProperty } from '../../pms/change.ts';
import { cleanTexts } from '../../pms/channel-sync/intake/clean-texts.ts';
import {
  type Kind,
  listUnacknowledged,
  noteAcknowledged,
  noteAgain,
} from '../../pms/channel-sync/intake/inbox.ts';
import { takeInMessage } from '../../pms/channel-sync/intake/messages.ts';
import { takeInReservation } from '../../pms/channel-sync/intake/reservations.ts';
import { takeInReview } from '../../pms/channel-sync/intake/reviews.ts';
import { numbersByReference } from '../../pms/channel-sync/intake/stays.ts';
import { forgetCountsSinceRead, recordReservationsRead } from '../../pms/channel-sync/recovery.ts';
import { saveCursor } from '../../pms/channel-sync/work.ts';
import { summarizePull } from './summaries.ts';
import { closedToUs, DONE, type Ending, type Turn } from './turn.ts';

type ArrivalKey = ReturnType<typeof arrivalKey>;
type Item = ChannelReservation | ChannelMessage | ChannelReview;

/** A channel that always says that there is more must not keep a connection busy for ever. */
const MAX_PAGES = 100;

/** One round of a pull: everything that waits there is stored here, and they are told. */
export async function pullNews(turn: Turn, name: PullName, cursor: string | null): Promise<Ending> {
  const { ending, unreadable } = await readQueue(turn, name, cursor);
  return ending.kind === 'done' && unreadable !== null ? { kind: 'later', words: unreadable } : ending;
}

/** Like `pullNews`; what could not be read of an answer is no failure of the round, but told beside it. */
export async function readQueue(
  turn: Turn,
  name: PullName,
  cursor: string | null,
): Promise<{ ending: Ending; unreadable: string | null }> {
  const pull = turn.adapter[name] as Pull<Item> | undefined;
  if (!pull) return { ending: DONE, unreadable: null };
  const startedMs = performance.now();
  const startedAt = turn.context.now();
  const seen: Seen = { items: new Map(), news: [], unreadable: [] };
  const fetching: Fetching = { name, pull, at: cursor, pagesLeft: MAX_PAGES, seen };
  let fetched: Fetched;
  let ending: Ending;
  do {
    fetched = await fetchPages(turn, fetching);
    // Also after a failure: what is stored already may wait for its acknowledgement.
    const told = await acknowledge(turn, { name, pull, seen, complete: fetched.kind === 'done' });
    ending = fetched.kind === 'later' || fetched.kind === 'refused' ? fetched : told;
    if (fetched.kind === 'paused' && ending.kind === 'done') ending = fetched;
  } while (fetched.kind === 'full' && ending.kind === 'done');
  note(turn, name, { ending, seen, startedMs });
  const unreadable = seen.unreadable[0] ?? null;
  if (name === 'reservations' && fetched.kind === 'done' && unreadable === null) {
    await recordReservationsRead(turn.context.db, turn.fence, startedAt);
  }
  return { ending, unreadable };
}

type Seen = {
  /**
   * As the channel sent them, which is how it wants them acknowledged, by the key (`keyOf`) under which they are stored. Of
   * one that it sends more than once, the first.
   */
  items: Map<string, Item>;
  news: string[];
  unreadable: string[];
};
type Fetching = {
  name: PullName;
  pull: Pull<Item>;
  /** the cursor, once the pages before are stored */
  at: string | null;
  pagesLeft: number;
  seen: Seen;
};

/** `full`: there is more, which comes when what was fetched is acknowledged. */
type Fetched = Ending | { kind: 'full' };

/**
 * Fetches and stores pages. A queue without pages (Channex' feed) sends its beginning again until that is acknowledged: asking
 * on would bring the same. One that sends nothing new and says that there is more is asked again at its next poll only.
 */
async function fetchPages(turn: Turn, fetching: Fetching): Promise<Fetched> {
  const { name, pull, seen } = fetching;
  const before = seen.items.size;
  while (fetching.pagesLeft > 0) {
    fetching.pagesLeft -= 1;
    const { at } = fetching;
    const state: PullState = { cursor: at, now: turn.context.now() };
    const known = seen.items.size;
    let more = false;
    for (const request of pull.requests(turn.view, state)) {
      const verdict = await turn.exchanger.ask(request, (response) =>
        pull.decode(response, request, turn.view),
      );
      if (verdict.kind === 'auth') return refusedEntry(name, verdict.words);
      if (verdict.kind !== 'ok') return { ...verdict, kind: 'later' };
      await store(turn, fetching, verdict.value);
      more ||= verdict.value.more ?? false;
      fetching.at = verdict.value.cursor ?? fetching.at;
    }
    const moved = fetching.at !== at;
    if (moved) await saveCursor(turn.context.db, turn.fence, name, fetching.at!);
    if (!more) return DONE;
    if (moved) continue;
    const isNew = seen.items.size > known;
    if (!isNew && known === before)
      return { kind: 'later', words: SAME_AGAIN, afterSeconds: pull.everySeconds };
    if (pull.acknowledge || !isNew) return { kind: 'full' };
  }
  return { kind: 'paused', seconds: pull.everySeconds };
}

const SAME_AGAIN = 'The channel says that more is waiting, but sends what it has sent before.';

function refusedEntry(name: PullName, words: string): Ending {
  return name === 'reservations' ? { kind: 'refused', words } : closedToUs(name, words);
}

/** Each item in a transaction of its own, in the order given: one that takes long holds up nobody's calendar. */
async function store(turn: Turn, { name, pull, seen }: Fetching, pulled: Pulled<Item>): Promise<void> {
  const { context, fence } = turn;
  const arrivals = await Promise.all(
    pulled.items.map(async (item) => arrivalKey(await cleanTexts(context.db, item))),
  );
  const how = { kind: KINDS[name], acknowledged: pull.acknowledge !== undefined };
  const known = await noteAgain(context.db, fence, how, arrivals);
  const hasNews = arrivals.some((arrival) => !known.has(keyOf(arrival)));
  if (pull.skipsVersions && hasNews) await forgetCountsSinceRead(context.db, fence);
  for (const [i, item] of pulled.items.entries()) {
    const { reference } = arrivals[i]!;
    const key = keyOf(arrivals[i]!);
    if (!seen.items.has(key)) seen.items.set(key, item);
    if (known.has(key)) continue;
    const fault = 'rooms' in item ? sizeFault(item) : null;
    if (fault !== null) {
      seen.unreadable.push(`${reference}: ${fault}`);
      continue;
    }
    try {
      const outcome = await changeProperty(context.db, { hotelId: fence.hotelId, now: context.now() }, (tx) =>
        takeIn(tx, turn, name, item),
      );
      if (outcome !== 'known') seen.news.push(outcome);
    } catch (error) {
      // What the database cannot hold would come again for ever, and keep back all that comes after it.
      if (!isUnstorable(error)) throw error;
      context.log.warn(
        { err: error, hotelId: fence.hotelId, channel: fence.channel },
        `one of ${name} cannot be stored`,
      );
      seen.unreadable.push(`${reference}: it cannot be stored`);
    }
  }
  seen.unreadable.push(...(pulled.unreadable ?? []));
}

async function takeIn(tx: Change, turn: Turn, name: PullName, item: Item): Promise<string> {
  const { channel } = turn.fence;
  if (name === 'messages') return takeInMessage(tx, channel, item as ChannelMessage);
  if (name === 'reviews') return takeInReview(tx, channel, item as ChannelReview);
  const { outcome, conflict } = await takeInReservation(tx, turn.source, item as ChannelReservation);
  return conflict && outcome !== 'known' ? `${outcome} with a conflict` : outcome;
}

const KINDS: Record<PullName, Kind> = { reservations: 'reservation', messages: 'message', reviews: 'review' };

/** Tells the other side of all that is stored and was not acknowledged yet, whichever round or process stored it. */
async function acknowledge(
  turn: Turn,
  { name, pull, seen, complete }: { name: PullName; pull: Pull<Item>; seen: Seen; complete: boolean },
): Promise<Ending> {
  const { context, fence, view } = turn;
  const kind = KINDS[name];
  const waiting = await listUnacknowledged(context.db, fence, kind);
  if (waiting.length === 0) return DONE;
  const noted = (rows: readonly { reference: string; revision: string }[]) =>
    noteAcknowledged(context.db, fence, { kind, now: context.now() }, rows);
  if (!pull.acknowledge) {
    await noted(waiting);
    return DONE;
  }
  const rows = new Map<Item, { reference: string; revision: string }>();
  const gone: typeof waiting = [];
  for (const row of waiting) {
    // What came again has a receipt of this round, which may be the only one that still counts.
    const again = seen.items.get(keyOf(row));
    if (again || name !== 'messages') rows.set(again ?? (reviveArrival(kind, row.content) as Item), row);
    // A queue that no longer holds a text has been told of it, although we did not hear the answer.
    else if (complete) gone.push(row);
  }
  if (gone.length > 0) await noted(gone);
  const numbers = await numbersByReference(
    context.db,
    fence,
    waiting.map((row) => row.reference),
  );
  const requests = pull.acknowledge.requests([...rows.keys()], view, context.now(), (item) => {
    const reference = rows.get(item)?.reference;
    return (reference && numbers.get(reference)) || [];
  });
  for (const request of requests) {
    const verdict = await turn.exchanger.ask(request, (response) =>
      pull.acknowledge!.decode(response, request),
    );
    if (verdict.kind === 'auth') return refusedEntry(name, verdict.words);
    if (verdict.kind === 'retry') return { ...verdict, kind: 'later' };
    // Refused: it no longer wants to know of this version. Asking again would not change that.
    await noted(request.items.flatMap((item) => rows.get(item) ?? []));
  }
  return DONE;
}

/** As `noteAgain` returns it. */
function keyOf({ reference, revision }: ArrivalKey): string {
  return `${reference}/${revision}`;
}

function note(
  turn: Turn,
  name: PullName,
  { ending, seen, startedMs }: { ending: Ending; seen: Seen; startedMs: number },
): void {
  const failed = ending.kind === 'later' || ending.kind === 'refused';
  // A poll that finds nothing new is no news for people either.
  if (!failed && seen.news.length === 0 && seen.unreadable.length === 0) return;
  turn.note({
    direction: 'pull',
    operation: name,
    summary: `${turn.fence.channel}: ${summarizePull(name, seen.news, seen.unreadable.length)}`,
    outcome: failed ? 'failed' : seen.unreadable.length > 0 ? 'partial' : 'ok',
    items: seen.news.length,
    error: failed ? ending.words : (seen.unreadable[0] ?? null),
    startedMs,
  });
}
