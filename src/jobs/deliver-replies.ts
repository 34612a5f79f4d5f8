// Delivers replies to guests who booked directly, by e-mail, each conversation in order.
import { INNWIRE } from '../model/actor.ts';
import type { Failure } from '../model/cause.ts';
import { mailableAddress } from '../model/email.ts';
import { expiredReply, isExpired, REPLY_RETRIES, type ReplyDelivery } from '../model/message.ts';
import { DIRECT } from '../model/reservation.ts';
import { retryDelaySeconds } from '../model/retry-policy.ts';
import { hasConnection } from '../pms/inquiries.ts';
import { leasesOf } from '../pms/leases.ts';
import { readInstallationPause } from '../pms/pause.ts';
import { getProperty } from '../pms/properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../pms/property-transaction.ts';
import {
  claimConversation,
  findWaitingConversations,
  listPendingReplies,
  markDelivery,
  type PendingReply,
  scheduleRetry,
  type WaitingConversation,
} from '../pms/reply-deliveries.ts';
import { requireReservation } from '../pms/reservations/find.ts';
import type { JobContext } from './context.ts';
import { createLeasedWorker, type LeasedWorker } from './leased-worker.ts';

/** Conversations at once: most of the time they wait for the mail server. */
const AT_ONCE = 8;
/** How often all conversations are checked: for retries, after a pause, and for missed notifications. */
const SWEEP_MS = 2_000;
/** While a property changes, its conversations are looked for once in this time. */
const SEARCH_INTERVAL_MS = 250;

/**
 * Creates the worker that delivers replies by e-mail, and marks those as failed that no connection carries. A
 * reply that waits for SMTP settings, or for the end of a pause, says so and stays queued.
 */
export function createReplyDeliveries(context: JobContext, processId: string): LeasedWorker {
  const { db } = context;
  const leases = leasesOf(db, 'messages', processId);
  const keyOf = ({ messageId }: WaitingConversation) => String(messageId);
  return createLeasedWorker<WaitingConversation, WaitingConversation>(context, {
    name: 'deliver replies by e-mail',
    sweepMs: SWEEP_MS,
    onNotification: { intervalMs: SEARCH_INTERVAL_MS, mayWait: () => true },
    queues: [
      {
        limit: AT_ONCE,
        find: async (scope) =>
          findWaitingConversations(db, {
            ...scope,
            now: context.now(),
            blocked: (await whyBlocked(context))?.reason ?? null,
          }),
      },
    ],
    keyOf,
    claim: async (waiting) => ((await claimConversation(db, waiting, { processId })) ? waiting : null),
    start: (conversation, signal) => ({
      done: deliverConversation(context, conversation, signal).then(() =>
        leases.release({ hotelId: conversation.hotelId, key: keyOf(conversation) }),
      ),
    }),
    leases,
  });
}

/** Returns why no e-mail can be sent now; null = it can. */
async function whyBlocked({ db, mailer }: JobContext): Promise<Failure | null> {
  const pause = await readInstallationPause(db);
  if (pause) {
    const reason = `Paused: ${pause.reason}. It is sent after innwire channel resume.`;
    return { reason, cause: { code: 'paused', said: pause.reason } };
  }
  return mailer ? null : NO_MAILER;
}

/** Delivers the replies of a conversation in order, up to the first that has to be tried again. */
async function deliverConversation(
  context: JobContext,
  conversation: WaitingConversation,
  signal: AbortSignal,
): Promise<void> {
  for (const reply of await listPendingReplies(context.db, conversation)) {
    if (signal.aborted || (await deliver(context, reply)) === 'retry') return;
  }
}

/** Makes one attempt and stores its result. Returns `retry` if the replies after this one have to wait for it. */
async function deliver(context: JobContext, reply: PendingReply): Promise<'retry' | null> {
  if (isExpired(reply, context.now())) {
    await mark(context, reply, 'failed', expiredReply(reply));
    return null;
  }
  if (reply.reservationId === null) {
    if (await hasConnection(context.db, reply)) return null;
    const reason = `The connection that the inquiry came through is gone: write to the guest at ${reply.channel}.`;
    await mark(context, reply, 'failed', { reason, cause: { code: 'connection_gone' } });
    return null;
  }
  if (reply.channel !== DIRECT) {
    // Its connection sends it, in order with its other requests (see channels/replies.ts).
    const stay = await requireReservation(context.db, reply.hotelId, reply.reservationId);
    if (stay.orderReference !== null) return null;
    const reason = `The connection to ${reply.channel} carries no messages: write to the guest there.`;
    await mark(context, reply, 'failed', { reason, cause: { code: 'no_messages' } });
    return null;
  }
  return sendMail(context, { ...reply, reservationId: reply.reservationId });
}

async function sendMail(
  context: JobContext,
  reply: PendingReply & { reservationId: number },
): Promise<'retry' | null> {
  const { guestEmail, checkin } = await requireReservation(context.db, reply.hotelId, reply.reservationId);
  const to = guestEmail === null ? null : mailableAddress(guestEmail);
  if (to === null) {
    await mark(context, reply, 'failed', guestEmail === null ? NO_ADDRESS : WRONG_ADDRESS);
    return null;
  }
  const property = await getProperty(context.db, reply.hotelId);
  if (property.testUntil) {
    await mark(context, reply, 'failed', TEST_PROPERTY);
    return null;
  }
  const blocked = await whyBlocked(context);
  if (blocked !== null || !context.mailer) {
    await mark(context, reply, 'queued', blocked);
    return null;
  }
  try {
    await context.mailer.send({
      to,
      fromName: property.name,
      replyTo: property.settings.email && mailableAddress(property.settings.email),
      subject: `${property.name}: your stay from ${checkin}`,
      text: reply.reply ?? '',
      messageId: `<message-${reply.hotelId}-${reply.messageId}@${context.calendarDomain}>`,
    });
  } catch (error) {
    const said = (error as Error).message;
    const reason = `The mail server did not accept it: ${said}`;
    return recordFailure(context, reply, { reason, cause: { code: 'mail_refused', said } });
  }
  await mark(context, reply, 'sent', null);
  return null;
}

const NO_MAILER: Failure = {
  reason: 'Waits for SMTP_URL to be set.',
  cause: { code: 'email_not_set_up' },
};
const TEST_PROPERTY: Failure = {
  reason: 'A test property sends no e-mails.',
  cause: { code: 'test_property' },
};
const NO_ADDRESS: Failure = {
  reason: 'The booking has no e-mail address.',
  cause: { code: 'no_email_address' },
};
const WRONG_ADDRESS: Failure = {
  reason:
    'The e-mail address of the booking is not one address that mail can be sent to: correct it in the booking, then send the reply again.',
  cause: { code: 'wrong_email_address' },
};

/** Schedules the next attempt, or marks the reply as failed if this was the last. */
async function recordFailure(
  context: JobContext,
  reply: PendingReply,
  failure: Failure,
): Promise<'retry' | null> {
  const seconds = retryDelaySeconds(REPLY_RETRIES, reply.failures + 1);
  if (seconds === null) {
    await mark(context, reply, 'failed', failure);
    return null;
  }
  const retryAt = context.now().add({ milliseconds: Math.round(seconds * 1_000) });
  await change(context, reply, (tx) => scheduleRetry(tx, reply.messageId, { retryAt, failure }));
  return 'retry';
}

function mark(
  context: JobContext,
  reply: PendingReply,
  delivery: ReplyDelivery,
  failure: Failure | null,
): Promise<void> {
  return change(context, reply, (tx) => markDelivery(tx, reply.messageId, delivery, failure));
}

function change(
  context: JobContext,
  { hotelId }: PendingReply,
  work: (tx: PropertyTransaction) => Promise<void>,
): Promise<void> {
  return inPropertyTransaction(
    context.db,
    // A reply that was under way when the property was archived ends.
    { hotelId, now: context.now(), actor: INNWIRE, archivedToo: true },
    work,
  );
}
