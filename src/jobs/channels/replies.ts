// Sends replies to guests, notices that texts need none, answers to guests' requests, replies to reviews, and reviews of guests. One that may have
// arrived is looked up before it is repeated.

import type { OutgoingReply, ReplyProtocol } from '../../channels/channel.ts';
import { type RequestOutcome, refusedHere } from '../../channels/channel-client.ts';
import { INNWIRE } from '../../model/actor.ts';
import { about, type Failure } from '../../model/cause.ts';
import type { GuestRequestOutcome } from '../../model/guest-request.ts';
import { expiredReply, isExpired, REPLY_RETRIES } from '../../model/message.ts';
import { retryDelaySeconds } from '../../model/retry-policy.ts';
import {
  listQueuedNotices,
  listQueuedReplies,
  listQueuedReviewReplies,
  markAttempted,
  markNotice,
  markReviewReply,
  type QueuedReply,
  recordReplyFailure,
} from '../../pms/channel-sync/replies.ts';
import {
  listQueuedAnswers,
  recordAnswerFailure,
  recordAnswerRefused,
  recordAnswerSent,
} from '../../pms/guest-requests.ts';
import {
  listQueuedGuestReviews,
  markGuestReviewAttempted,
  type QueuedGuestReview,
  recordGuestReviewFailure,
  recordGuestReviewResult,
} from '../../pms/guest-reviews.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../pms/property-transaction.ts';
import { markDelivery } from '../../pms/reply-deliveries.ts';
import { type Cycle, type CycleResult, DONE, permissionMissing } from './cycle.ts';
import { doOneByOne } from './one-by-one.ts';

/** Sends the queued replies to guests, notices, answers to requests, replies to reviews, and reviews of guests. */
export function sendReplies(cycle: Cycle): Promise<CycleResult> {
  const kinds = [sendGuestReplies, sendNotices, sendAnswers, sendGuestReviews, sendReviewReplies];
  return doOneByOne(kinds, (send) => send(cycle));
}

async function sendGuestReplies(cycle: Cycle): Promise<CycleResult> {
  const waiting = await listQueuedReplies(cycle.context.db, cycle.lease);
  const conversations = Map.groupBy(waiting, ({ thread, reference }) => thread ?? reference);
  return doOneByOne(conversations.values(), async (replies) => {
    for (const reply of replies) {
      const result = await sendReply(cycle, reply);
      // A guest reads a conversation in order, so the replies after it wait too.
      if (result.kind !== 'done') return result;
    }
    return DONE;
  });
}

/** Says of texts that they need no reply. */
async function sendNotices(cycle: Cycle): Promise<CycleResult> {
  const { adapter, context, lease, view, client } = cycle;
  const notices = adapter.replies?.noReplyNeeded;
  return doOneByOne(await listQueuedNotices(context.db, lease), async (waiting) => {
    const mark = (notice: Parameters<typeof markNotice>[3]) =>
      markNotice(context.db, lease.hotelId, waiting.messageId, notice);
    const request = notices?.send(waiting, view);
    if (!notices || !request) {
      await mark(null);
      return DONE;
    }
    const startedMs = performance.now();
    const verdict = await client.request(request, notices.decodeSent);
    recordCycle(cycle, verdict, startedMs, 'no reply needed');
    const isOver = verdict.kind === 'refused' || isLastFailure(waiting);
    await mark(verdict.kind === 'ok' ? 'sent' : isOver ? 'failed' : 'queued');
    if (verdict.kind === 'auth' && !isOver) return permissionMissing('notices', verdict);
    if (verdict.kind === 'retry' && !isOver)
      return { ...verdict, kind: 'later', cause: about(verdict.cause, 'notices') };
    return DONE;
  });
}

async function sendReply(cycle: Cycle, waiting: QueuedReply): Promise<CycleResult> {
  const { adapter, context, lease } = cycle;
  const startedMs = performance.now();
  const mark = (delivery: 'sent' | 'failed', failure: Failure | null) =>
    inPropertyTransaction(context.db, { hotelId: lease.hotelId, now: context.now(), actor: INNWIRE }, (tx) =>
      markDelivery(tx, waiting.messageId, delivery, failure),
    );
  if (isExpired({ repliedAt: waiting.queuedAt }, context.now())) {
    await mark('failed', expiredReply(waiting));
    return DONE;
  }
  if (!adapter.replies) {
    const reason = `The connection to ${lease.channel} carries no messages: write to the guest there.`;
    const verdict = refusedHere(reason, { code: 'no_messages' });
    recordCycle(cycle, verdict, startedMs);
    await mark('failed', verdict);
    return DONE;
  }
  const verdict = await deliver(cycle, adapter.replies, waiting);
  recordCycle(cycle, verdict, startedMs);
  if (verdict.kind === 'ok') {
    await mark('sent', null);
    return DONE;
  }
  if (verdict.kind === 'refused' || isLastFailure(waiting)) {
    await mark('failed', verdict);
    return DONE;
  }
  await recordReplyFailure(context.db, lease.hotelId, waiting.messageId, verdict);
  return verdict.kind === 'auth'
    ? permissionMissing('replies', verdict)
    : { ...verdict, kind: 'later', cause: about(verdict.cause, 'replies') };
}

/** Sends a reply, unless an earlier attempt turns out to have arrived. `value` true = the channel has it. */
async function deliver(
  cycle: Cycle,
  replies: ReplyProtocol,
  waiting: QueuedReply,
): Promise<RequestOutcome<true>> {
  const { context, lease, view, client } = cycle;
  const reply: OutgoingReply = {
    text: waiting.text,
    reference: waiting.reference,
    thread: waiting.thread,
    key: `innwire-${lease.hotelId}-${waiting.messageId}`,
    queuedAt: waiting.queuedAt,
  };
  if (reply.thread === null && replies.findThread) {
    const { request, decode } = replies.findThread;
    const found = await client.request(request(reply, view), (response) => decode(response, reply));
    if (found.kind !== 'ok') return found;
    if (found.value === null)
      return refusedHere('The channel has no conversation with this guest.', { code: 'no_conversation' });
    reply.thread = found.value;
  }
  if (waiting.attemptedAt && replies.check) {
    const { request, decode } = replies.check;
    const arrived = await client.request(request(reply, view), (response) => decode(response, reply));
    if (arrived.kind !== 'ok') return arrived;
    if (arrived.value) return { kind: 'ok', value: true };
  }
  await markAttempted(context.db, lease.hotelId, waiting.messageId, context.now());
  const sent = await client.request(replies.send(reply, view), (response) => replies.decodeSent(response));
  if (sent.kind === 'retry' && !sent.outcomeUnknown)
    await markAttempted(context.db, lease.hotelId, waiting.messageId, null);
  return sent.kind === 'ok' ? { kind: 'ok', value: true } : sent;
}

async function sendReviewReplies(cycle: Cycle): Promise<CycleResult> {
  const { adapter, context, lease, view, client } = cycle;
  const { reviewReplies } = adapter;
  return doOneByOne(await listQueuedReviewReplies(context.db, lease), async (waiting) => {
    const startedMs = performance.now();
    const reason = `The connection to ${lease.channel} carries no replies to reviews: write it there.`;
    const verdict: RequestOutcome<null> = reviewReplies
      ? await client.request(reviewReplies.send(waiting, view), reviewReplies.decodeSent)
      : refusedHere(reason, { code: 'no_messages' });
    recordCycle(cycle, verdict, startedMs);
    const failed = verdict.kind === 'refused' || isLastFailure(waiting);
    const delivery = verdict.kind === 'ok' ? 'sent' : failed ? 'failed' : 'queued';
    await inPropertyTransaction(
      context.db,
      { hotelId: lease.hotelId, now: context.now(), actor: INNWIRE },
      (tx) => markReviewReply(tx, waiting.reviewId, delivery),
    );
    if (verdict.kind === 'auth' && delivery === 'queued') return permissionMissing('review_replies', verdict);
    if (verdict.kind === 'retry' && delivery === 'queued')
      return { ...verdict, kind: 'later', cause: about(verdict.cause, 'review_replies') };
    return DONE;
  });
}

/**
 * Sends the answers to guests' requests. One that the channel refuses, because the guest has withdrawn the request or the time is over, leaves it
 * open with the reason, until the channel says what became of it.
 */
async function sendAnswers(cycle: Cycle): Promise<CycleResult> {
  const { adapter, context, lease, view, client } = cycle;
  const change = (work: (tx: PropertyTransaction) => Promise<void>) =>
    inPropertyTransaction(context.db, { hotelId: lease.hotelId, now: context.now(), actor: INNWIRE }, work);
  return doOneByOne(await listQueuedAnswers(context.db, lease), async (waiting) => {
    const startedMs = performance.now();
    const { requestId, externalId, kind, answer } = waiting;
    const reason = `The connection to ${lease.channel} carries no answers: give it there.`;
    const verdict: RequestOutcome<GuestRequestOutcome | null> = adapter.guestRequestAnswers
      ? await client.request(
          adapter.guestRequestAnswers.send({ ...answer, externalRequest: externalId, kind }, view),
          adapter.guestRequestAnswers.decodeSent,
        )
      : refusedHere(reason, { code: 'no_messages' });
    recordCycle(cycle, verdict, startedMs);
    if (verdict.kind === 'ok') await change((tx) => recordAnswerSent(tx, waiting, verdict.value));
    else if (verdict.kind === 'refused' || isLastFailure(waiting))
      await change((tx) => recordAnswerRefused(tx, requestId, verdict));
    else {
      await recordAnswerFailure(context.db, lease.hotelId, requestId, verdict);
      return verdict.kind === 'auth'
        ? permissionMissing('request_answers', verdict)
        : { ...verdict, kind: 'later', cause: about(verdict.cause, 'request_answers') };
    }
    return DONE;
  });
}

/** Sends the reviews of guests. One that the channel refuses waits again with the reason: it can be written anew. */
async function sendGuestReviews(cycle: Cycle): Promise<CycleResult> {
  const { context, lease } = cycle;
  const finish = (id: number, failure: Failure | null) =>
    inPropertyTransaction(context.db, { hotelId: lease.hotelId, now: context.now(), actor: INNWIRE }, (tx) =>
      recordGuestReviewResult(tx, id, failure),
    );
  return doOneByOne(await listQueuedGuestReviews(context.db, lease), async (waiting) => {
    const { guestReviewId } = waiting;
    const startedMs = performance.now();
    const verdict = await deliverGuestReview(cycle, waiting);
    recordCycle(cycle, verdict, startedMs);
    if (verdict.kind === 'ok') await finish(guestReviewId, null);
    else if (verdict.kind === 'refused' || isLastFailure(waiting)) await finish(guestReviewId, verdict);
    else {
      await recordGuestReviewFailure(context.db, lease.hotelId, guestReviewId, verdict);
      return verdict.kind === 'auth'
        ? permissionMissing('guest_reviews', verdict)
        : { ...verdict, kind: 'later', cause: about(verdict.cause, 'guest_reviews') };
    }
    return DONE;
  });
}

/** Sends a review of a guest, unless an earlier attempt turns out to have arrived. */
async function deliverGuestReview(
  { adapter, context, lease, view, client }: Cycle,
  { guestReviewId, externalReview, review, attemptedAt }: QueuedGuestReview,
): Promise<RequestOutcome<null>> {
  const { guestReviews } = adapter;
  if (!guestReviews) {
    const reason = `The connection to ${lease.channel} carries no reviews of guests: write it there.`;
    return refusedHere(reason, { code: 'no_messages' });
  }
  const { check } = guestReviews;
  if (attemptedAt) {
    const arrived = await client.request(check.request(externalReview, view), check.decode);
    if (arrived.kind !== 'ok') return arrived;
    if (arrived.value) return { kind: 'ok', value: null };
  }
  const mark = (at: Temporal.Instant | null) =>
    markGuestReviewAttempted(context.db, lease.hotelId, guestReviewId, at);
  await mark(context.now());
  const request = guestReviews.send({ ...review, externalReview }, view);
  const sent = await client.request(request, guestReviews.decodeSent);
  if (sent.kind === 'retry' && !sent.outcomeUnknown) await mark(null);
  return sent;
}

/** Whether a further failure of this reply is its last. The pauses between its attempts are the task's. */
function isLastFailure({ failures }: { failures: number }): boolean {
  return retryDelaySeconds(REPLY_RETRIES, failures + 1) === null;
}

function recordCycle(
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
