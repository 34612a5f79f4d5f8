// Acknowledges what was read from a channel's queue and is stored.
import type { Acknowledgement, Pull } from '../../channels/channel.ts';
import type { FailedOutcome } from '../../channels/channel-client.ts';
import { about, type Failure } from '../../model/cause.ts';
import type { PullName } from '../../model/channel.ts';
import { parseStoredRecord, type RecordKey } from '../../model/channel-records.ts';
import { listUnacknowledged, recordAcknowledged } from '../../pms/channel-sync/ingest/inbox.ts';
import { numbersByReference } from '../../pms/channel-sync/ingest/stays.ts';
import { type Cycle, type CycleResult, DONE } from './cycle.ts';
import { concernsAll, doOneByOne } from './one-by-one.ts';
import { type FetchedItems, failedQueue, type Item, KINDS, keyOf, PARTS } from './queue.ts';

type Reading = {
  name: PullName;
  pull: Pull<Item>;
  fetchedItems: FetchedItems;
  /** the queue was read to its end */
  complete: boolean;
};

/** Records by the item that is acknowledged for each. */
type Waiting = Map<Item, RecordKey>;

/**
 * Acknowledges what is stored and not acknowledged yet, whichever cycle or process stored it. Of a queue that was not read as a whole only what
 * was read now: of any other order a later version may have been sent in an answer that was lost or could not be read, and most channels
 * acknowledge orders, not versions.
 */
export async function acknowledge(cycle: Cycle, reading: Reading): Promise<CycleResult> {
  const { context, lease } = cycle;
  const { name, pull, fetchedItems, complete } = reading;
  const kind = KINDS[name];
  const waiting = await listUnacknowledged(context.db, lease, kind);
  if (complete) cycle.memory.refusedAcknowledgements.keepOnly(name, fetchedItems.items);
  if (waiting.length === 0) return DONE;
  const rows: Waiting = new Map();
  const done: typeof waiting = pull.acknowledge ? [] : waiting;
  const isReadWhole = complete && fetchedItems.unreadable.length === 0;
  for (const row of pull.acknowledge ? waiting : []) {
    // An item that was sent again has a new receipt, which may be the only valid one.
    const again = fetchedItems.items.get(keyOf(row));
    if (again) rows.set(again, row);
    // A message that a fully read queue no longer holds was acknowledged, although the answer did not arrive.
    else if (name === 'messages' && complete) done.push(row);
    else if (name !== 'messages' && isReadWhole) rows.set(parseStoredRecord(kind, row.content) as Item, row);
  }
  if (done.length > 0) await recordAcknowledged(context.db, lease, { kind, now: context.now() }, done);
  return send(cycle, reading, rows);
}

async function send(cycle: Cycle, { name, pull }: Reading, rows: Waiting): Promise<CycleResult> {
  const { context, lease, view, memory } = cycle;
  if (!pull.acknowledge) return DONE;
  const { requests, decode } = pull.acknowledge;
  const references = [...rows.values()].map(({ reference }) => reference);
  const numbers = await numbersByReference(context.db, lease, references);
  const requestsFor = (items: readonly Item[]) =>
    requests(items, view, context.now(), (item) => numbers.get(rows.get(item)?.reference ?? '') ?? []);
  const { refusedAcknowledgements: refused } = memory;
  const nowMs = context.now().epochMilliseconds;
  const due = [...rows].filter(([, row]) => !refused.waits(name, keyOf(row), nowMs));
  const waiting: Acknowledgement<Item>[] = requestsFor(due.map(([item]) => item));
  const result = await doOneByOne(waiting, async (request) => {
    const verdict = await cycle.client.request(request, (response) => decode(response, request));
    if (verdict.kind === 'auth') return failedQueue(name, verdict);
    const acknowledged = request.items.flatMap((item) => rows.get(item) ?? []);
    if (verdict.kind === 'retry') {
      const failure = failedQueue(name, verdict);
      if (request.items.length === 1 || concernsAll(failure)) return failure;
      // One of them may be the cause: each is acknowledged alone, after the others.
      waiting.push(...request.items.flatMap((item) => requestsFor([item])));
      return DONE;
    }
    // Refused: the channel no longer accepts acknowledgements of this version, unless it sends the version again.
    if (verdict.kind === 'refused')
      for (const row of acknowledged)
        refused.add(name, keyOf(row), { failure: refusalOf(name, row, verdict), nowMs });
    await recordAcknowledged(context.db, lease, { kind: KINDS[name], now: context.now() }, acknowledged);
    memory.acknowledgedAt[name] = context.now();
    return DONE;
  });
  const problem = refused.problem(name);
  return result.kind === 'done' && problem ? { kind: 'done', problem } : result;
}

function refusalOf(name: PullName, { reference }: RecordKey, { reason, cause }: FailedOutcome): Failure {
  return {
    reason: `It refuses our acknowledgement of ${reference}, and sends it again: ${reason}`,
    cause: about(cause, PARTS[name]),
  };
}
