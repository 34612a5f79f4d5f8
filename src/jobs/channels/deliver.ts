// Delivers one thing that the house wrote (a reply, an answer, a review) to a channel, and stores the result.
import type { FailedOutcome, RequestOutcome } from '../../channels/channel-client.ts';
import { INNWIRE } from '../../model/actor.ts';
import type { FailedPart, Failure } from '../../model/cause.ts';
import { REPLY_RETRIES } from '../../model/message.ts';
import { retryDelaySeconds } from '../../model/retry-policy.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../pms/property-transaction.ts';
import { type Cycle, type CycleResult, DONE, failedStep } from './cycle.ts';

type Delivery<T> = {
  part: FailedPart;
  /** attempts that failed before this one */
  failures: number;
  send(): Promise<RequestOutcome<T>>;
  /** Stores that the channel has it. */
  sent(tx: PropertyTransaction, value: T): Promise<void>;
  /** Stores that it will not be sent again, and why. */
  refused(tx: PropertyTransaction, failure: Failure): Promise<void>;
  /** Stores why this attempt failed; another one follows. */
  failed(tx: PropertyTransaction, failure: Failure): Promise<void>;
};

export async function deliver<T>(cycle: Cycle, delivery: Delivery<T>): Promise<CycleResult> {
  const { part, failures, send, sent, refused, failed } = delivery;
  const startedMs = performance.now();
  const verdict = await send();
  recordDelivery(cycle, verdict, startedMs);
  if (verdict.kind === 'ok') await change(cycle, (tx) => sent(tx, verdict.value));
  else if (isOver(verdict, failures)) await change(cycle, (tx) => refused(tx, verdict));
  else {
    await change(cycle, (tx) => failed(tx, verdict));
    return failedStep(part, verdict);
  }
  return DONE;
}

/** Whether nothing is sent again after this failure. The pauses between attempts are the task's. */
export function isOver({ kind }: FailedOutcome, failures: number): boolean {
  return kind === 'refused' || retryDelaySeconds(REPLY_RETRIES, failures + 1) === null;
}

/** Changes something of the property. */
export function change(
  { context, lease }: Cycle,
  work: (tx: PropertyTransaction) => Promise<void>,
): Promise<void> {
  const { hotelId } = lease;
  return inPropertyTransaction(context.db, { hotelId, now: context.now(), actor: INNWIRE }, work);
}

type Once = {
  /** it was sent then, and it is not known whether it arrived */
  attemptedAt: Temporal.Instant | null;
  /** Looks up whether the channel has it; absent = sending it twice does no harm. */
  check?: () => Promise<RequestOutcome<boolean>>;
  /** Stores that it is sent now, with an unknown outcome; null = it was not. */
  mark(at: Temporal.Instant | null): Promise<void>;
  send(): Promise<RequestOutcome<unknown>>;
};

/** Sends something, unless an earlier attempt turns out to have arrived. */
export async function sendOnce(
  { context }: Cycle,
  { attemptedAt, check, mark, send }: Once,
): Promise<RequestOutcome<null>> {
  if (attemptedAt && check) {
    const arrived = await check();
    if (arrived.kind !== 'ok') return arrived;
    if (arrived.value) return { kind: 'ok', value: null };
  }
  await mark(context.now());
  const sent = await send();
  if (sent.kind === 'retry' && !sent.outcomeUnknown) await mark(null);
  return sent.kind === 'ok' ? { kind: 'ok', value: null } : sent;
}

export function recordDelivery(
  cycle: Cycle,
  verdict: RequestOutcome<unknown>,
  startedMs: number,
  operation: 'reply' | 'no reply needed' = 'reply',
): void {
  const failed = verdict.kind !== 'ok';
  const sent = operation === 'reply' ? 'a reply' : 'that a text needs no reply';
  cycle.record({
    direction: 'push',
    operation,
    summary: `${cycle.lease.channel}: ${sent} ${failed ? 'was not accepted' : 'was sent'}`,
    outcome: failed ? 'failed' : 'ok',
    items: failed ? 0 : 1,
    error: verdict.kind === 'ok' ? null : verdict.reason,
    startedMs,
  });
}
