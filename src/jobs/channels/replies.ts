// Replies to guests and answers to reviews go out: in order, and one that may have arrived is asked for before it is repeated.
import type { OutgoingReply, ReplyDelivery } from '../../channels/channel.ts';
import type { Answer } from '../../channels/exchange.ts';
import { isTooOld, tooOldMessage } from '../../model/message.ts';
import { changeProperty } from '../../pms/change.ts';
import {
  listWaitingReplies,
  listWaitingReviewReplies,
  markReviewReply,
  noteReplyFailure,
  noteTried,
  type WaitingReply,
} from '../../pms/channel-sync/replies.ts';
import { markDelivery } from '../../pms/messages.ts';
import { closedToUs, DONE, type Ending, type Turn } from './turn.ts';

/** With the ladder of pauses between them these last about half a day. */
const MAX_FAILURES = 20;

export async function sendReplies(turn: Turn): Promise<Ending> {
  for (const reply of await listWaitingReplies(turn.context.db, turn.fence)) {
    const ending = await sendReply(turn, reply);
    // A guest reads a conversation in order: what comes after waits with it.
    if (ending.kind !== 'done') return ending;
  }
  return sendReviewReplies(turn);
}

async function sendReply(turn: Turn, waiting: WaitingReply): Promise<Ending> {
  const { adapter, context, fence } = turn;
  const startedMs = performance.now();
  const mark = (delivery: 'sent' | 'failed', words: string | null) =>
    changeProperty(context.db, { hotelId: fence.hotelId, now: context.now() }, (tx) =>
      markDelivery(tx, waiting.messageId, delivery, words),
    );
  if (isTooOld({ repliedAt: waiting.queuedAt }, context.now())) {
    await mark('failed', tooOldMessage(waiting.error));
    return DONE;
  }
  if (!adapter.replies) {
    const words = `The connection to ${fence.channel} carries no messages: write to the guest there.`;
    note(turn, { kind: 'refused', words }, startedMs);
    await mark('failed', words);
    return DONE;
  }
  const verdict = await deliver(turn, adapter.replies, waiting);
  note(turn, verdict, startedMs);
  if (verdict.kind === 'ok') {
    await mark('sent', null);
    return DONE;
  }
  if (verdict.kind === 'refused' || waiting.failures + 1 >= MAX_FAILURES) {
    await mark('failed', verdict.words);
    return DONE;
  }
  await noteReplyFailure(context.db, fence.hotelId, waiting.messageId, verdict.words);
  return verdict.kind === 'auth' ? closedToUs('replies', verdict.words) : { ...verdict, kind: 'later' };
}

/** `value` true: it is there, now or since an earlier attempt. */
async function deliver(turn: Turn, replies: ReplyDelivery, waiting: WaitingReply): Promise<Answer<true>> {
  const { context, fence, view, exchanger } = turn;
  const reply: OutgoingReply = {
    text: waiting.text,
    reference: waiting.reference,
    thread: waiting.thread,
    key: `innwire-${fence.hotelId}-${waiting.messageId}`,
    queuedAt: waiting.queuedAt,
  };
  if (reply.thread === null && replies.findThread) {
    const { request, decode } = replies.findThread;
    const found = await exchanger.ask(request(reply, view), (response) => decode(response, reply));
    if (found.kind !== 'ok') return found;
    if (found.value === null)
      return { kind: 'refused', words: 'The channel has no conversation with this guest.' };
    reply.thread = found.value;
  }
  if (waiting.triedAt && replies.check) {
    const { request, decode } = replies.check;
    const there = await exchanger.ask(request(reply, view), (response) => decode(response, reply));
    if (there.kind !== 'ok') return there;
    if (there.value) return { kind: 'ok', value: true };
  }
  await noteTried(context.db, fence.hotelId, waiting.messageId, context.now());
  const sent = await exchanger.ask(replies.send(reply, view), (response) => replies.decodeSent(response));
  if (sent.kind === 'retry' && !sent.doubtful)
    await noteTried(context.db, fence.hotelId, waiting.messageId, null);
  return sent.kind === 'ok' ? { kind: 'ok', value: true } : sent;
}

async function sendReviewReplies(turn: Turn): Promise<Ending> {
  const { adapter, context, fence, view, exchanger } = turn;
  const { reviewReplies } = adapter;
  for (const waiting of await listWaitingReviewReplies(context.db, fence)) {
    const startedMs = performance.now();
    const words = `The connection to ${fence.channel} carries no replies to reviews: write it there.`;
    const verdict: Answer<null> = reviewReplies
      ? await exchanger.ask(reviewReplies.send(waiting, view), reviewReplies.decodeSent)
      : { kind: 'refused', words };
    note(turn, verdict, startedMs);
    const failed = verdict.kind === 'refused' || waiting.failures + 1 >= MAX_FAILURES;
    const delivery = verdict.kind === 'ok' ? 'sent' : failed ? 'failed' : 'queued';
    await changeProperty(context.db, { hotelId: fence.hotelId, now: context.now() }, (tx) =>
      markReviewReply(tx, waiting.reviewId, delivery),
    );
    if (verdict.kind === 'auth' && delivery === 'queued')
      return closedToUs('replies to reviews', verdict.words);
    if (verdict.kind === 'retry' && delivery === 'queued') return { ...verdict, kind: 'later' };
  }
  return DONE;
}

function note(turn: Turn, verdict: Answer<unknown>, startedMs: number): void {
  const failed = verdict.kind !== 'ok';
  turn.note({
    direction: 'push',
    operation: 'reply',
    summary: `${turn.fence.channel}: a reply ${failed ? 'was not taken' : 'was sent'}`,
    outcome: failed ? 'failed' : 'ok',
    items: failed ? 0 : 1,
    error: verdict.kind === 'ok' ? null : verdict.words,
    startedMs,
  });
}
