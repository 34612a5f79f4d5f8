// Sends replies to guests, notices that texts need none, answers to guests' requests, replies to reviews, and reviews of guests. One that may have
// arrived is looked up before it is repeated.

import type { OutgoingReply, ReplyProtocol } from '../../channels/channel.ts';
import { type RequestOutcome, refusedHere } from '../../channels/channel-client.ts';
import type { GuestRequestOutcome } from '../../model/guest-request.ts';
import { expiredReply, isExpired } from '../../model/message.ts';
import {
  listQueuedNotices,
  listQueuedReplies,
  listQueuedReviewReplies,
  markAttempted,
  markNotice,
  type QueuedReply,
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
import { markDelivery, scheduleRetry } from '../../pms/reply-deliveries.ts';
import { recordReviewReply } from '../../pms/reviews.ts';
import { type Cycle, type CycleResult, DONE, failedStep } from './cycle.ts';
import { change, deliver, isOver, recordDelivery, sendOnce } from './deliver.ts';
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
    recordDelivery(cycle, verdict, startedMs, 'no reply needed');
    const isDone = verdict.kind === 'ok' || isOver(verdict, waiting.failures);
    await mark(verdict.kind === 'ok' ? 'sent' : isDone ? 'failed' : 'queued');
    return verdict.kind === 'ok' || isDone ? DONE : failedStep('notices', verdict);
  });
}

async function sendReply(cycle: Cycle, waiting: QueuedReply): Promise<CycleResult> {
  const { adapter, context, lease } = cycle;
  const { messageId, failures } = waiting;
  if (isExpired({ repliedAt: waiting.queuedAt }, context.now())) {
    await change(cycle, (tx) => markDelivery(tx, messageId, 'failed', expiredReply(waiting)));
    return DONE;
  }
  const reason = `The connection to ${lease.channel} carries no messages: write to the guest there.`;
  return deliver<null>(cycle, {
    part: 'replies',
    failures,
    send: async () =>
      adapter.replies
        ? sendToGuest(cycle, adapter.replies, waiting)
        : refusedHere(reason, { code: 'no_messages' }),
    sent: (tx) => markDelivery(tx, messageId, 'sent', null),
    refused: (tx, failure) => markDelivery(tx, messageId, 'failed', failure),
    failed: (tx, failure) => scheduleRetry(tx, messageId, { retryAt: null, failure }),
  });
}

async function sendToGuest(
  cycle: Cycle,
  { findThread, check, send, decodeSent }: ReplyProtocol,
  { text, reference, thread, messageId, queuedAt, attemptedAt }: QueuedReply,
): Promise<RequestOutcome<null>> {
  const { context, lease, view, client } = cycle;
  const key = `innwire-${lease.hotelId}-${messageId}`;
  const reply: OutgoingReply = { text, reference, thread, key, queuedAt };
  if (reply.thread === null && findThread) {
    const { request, decode } = findThread;
    const found = await client.request(request(reply, view), (response) => decode(response, reply));
    if (found.kind !== 'ok') return found;
    if (found.value === null)
      return refusedHere('The channel has no conversation with this guest.', { code: 'no_conversation' });
    reply.thread = found.value;
  }
  return sendOnce(cycle, {
    attemptedAt,
    ...(check && {
      check: () => client.request(check.request(reply, view), (response) => check.decode(response, reply)),
    }),
    mark: (at) => markAttempted(context.db, lease.hotelId, messageId, at),
    send: () => client.request(send(reply, view), decodeSent),
  });
}

/** Sends the replies to reviews. One that the channel refuses can be written anew. */
async function sendReviewReplies(cycle: Cycle): Promise<CycleResult> {
  const { adapter, context, lease, view, client } = cycle;
  const { reviewReplies } = adapter;
  const reason = `The connection to ${lease.channel} carries no replies to reviews: write it there.`;
  return doOneByOne(await listQueuedReviewReplies(context.db, lease), (waiting) => {
    const { failures } = waiting;
    return deliver<null>(cycle, {
      part: 'review_replies',
      failures,
      send: async () =>
        reviewReplies
          ? client.request(reviewReplies.send(waiting, view), reviewReplies.decodeSent)
          : refusedHere(reason, { code: 'no_messages' }),
      sent: (tx) => recordReviewReply(tx, waiting, 'sent', null),
      refused: (tx, failure) => recordReviewReply(tx, waiting, 'failed', failure),
      failed: (tx, failure) => recordReviewReply(tx, waiting, 'queued', failure),
    });
  });
}

/**
 * Sends the answers to guests' requests. One that the channel refuses, because the guest has withdrawn the request or the time is over, leaves it
 * open with the reason, until the channel says what became of it.
 */
async function sendAnswers(cycle: Cycle): Promise<CycleResult> {
  const { adapter, context, lease, view, client } = cycle;
  const { guestRequestAnswers: answers } = adapter;
  const reason = `The connection to ${lease.channel} carries no answers: give it there.`;
  return doOneByOne(await listQueuedAnswers(context.db, lease), (waiting) => {
    const { requestId, externalId, kind, answer, failures } = waiting;
    return deliver<GuestRequestOutcome | null>(cycle, {
      part: 'request_answers',
      failures,
      send: async () =>
        answers
          ? client.request(
              answers.send({ ...answer, externalRequest: externalId, kind }, view),
              answers.decodeSent,
            )
          : refusedHere(reason, { code: 'no_messages' }),
      sent: (tx, outcome) => recordAnswerSent(tx, waiting, outcome),
      refused: (tx, failure) => recordAnswerRefused(tx, requestId, failure),
      failed: (tx, failure) => recordAnswerFailure(tx, requestId, failure),
    });
  });
}

/** Sends the reviews of guests. One that the channel refuses waits again with the reason: it can be written anew. */
async function sendGuestReviews(cycle: Cycle): Promise<CycleResult> {
  const { context, lease } = cycle;
  return doOneByOne(await listQueuedGuestReviews(context.db, lease), (waiting) => {
    const { guestReviewId, failures } = waiting;
    return deliver<null>(cycle, {
      part: 'guest_reviews',
      failures,
      send: () => sendGuestReview(cycle, waiting),
      sent: (tx) => recordGuestReviewResult(tx, guestReviewId, null),
      refused: (tx, failure) => recordGuestReviewResult(tx, guestReviewId, failure),
      failed: (tx, failure) => recordGuestReviewFailure(tx, guestReviewId, failure),
    });
  });
}

async function sendGuestReview(
  cycle: Cycle,
  { guestReviewId, externalReview, review, attemptedAt }: QueuedGuestReview,
): Promise<RequestOutcome<null>> {
  const { adapter, context, lease, view, client } = cycle;
  const { guestReviews } = adapter;
  if (!guestReviews) {
    const reason = `The connection to ${lease.channel} carries no reviews of guests: write it there.`;
    return refusedHere(reason, { code: 'no_messages' });
  }
  const { check, send, decodeSent } = guestReviews;
  return sendOnce(cycle, {
    attemptedAt,
    check: () => client.request(check.request(externalReview, view), check.decode),
    mark: (at) => markGuestReviewAttempted(context.db, lease.hotelId, guestReviewId, at),
    send: () => client.request(send({ ...review, externalReview }, view), decodeSent),
  });
}
