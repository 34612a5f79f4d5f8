// Delivers a reply to a guest: by e-mail, or by the connection that the booking came through.
import { mailableAddress } from '../model/email.ts';
import { expiredReplyMessage, isExpired, type Message, type ReplyDelivery } from '../model/message.ts';
import { DIRECT } from '../model/reservation.ts';
import { findOrigin } from '../pms/channel-sync/ingest/stays.ts';
import { hasConnection } from '../pms/inquiries.ts';
import { getMessage, markDelivery, repliesBefore } from '../pms/messages.ts';
import { readInstallationPause } from '../pms/pause.ts';
import { getProperty } from '../pms/properties.ts';
import { inPropertyTransaction } from '../pms/property-transaction.ts';
import { requireReservation } from '../pms/reservations/find.ts';
import type { JobContext } from './context.ts';

/**
 * Makes one attempt to deliver a reply, after the queued replies before it in the conversation: a guest reads
 * them in order. Throws TemporaryMailError when a later attempt may succeed, so that the queue tries again;
 * with `lastAttempt` the reply is marked as failed instead. A reply that waits for SMTP settings stays queued
 * without an attempt: see `requeueReplies`.
 */
export async function deliverReply(
  context: JobContext,
  job: { hotelId: number; messageId: number },
  lastAttempt: boolean,
): Promise<void> {
  const message = await getMessage(context.db, job.hotelId, job.messageId);
  if (message?.delivery !== 'queued') return;
  try {
    for (const earlier of await repliesBefore(context.db, message)) await deliver(context, earlier);
    await deliver(context, message);
  } catch (error) {
    if (!lastAttempt || !(error instanceof TemporaryMailError)) throw error;
    await mark(context, message, 'failed', error.message);
  }
}

/** The mail server did not accept a reply, and may accept it later. */
class TemporaryMailError extends Error {
  override readonly name = 'TemporaryMailError';
}

async function deliver(context: JobContext, message: Message): Promise<void> {
  if (isExpired(message, context.now())) {
    await mark(context, message, 'failed', expiredReplyMessage(message.deliveryError));
    return;
  }
  if (message.reservationId === null) {
    await delegateToConnection(context, message);
    return;
  }
  const reservation = await requireReservation(context.db, message.hotelId, message.reservationId);
  if (message.channel !== DIRECT) {
    // Its connection sends it, in order with its other requests (see channels/replies.ts).
    if (await findOrigin(context.db, message.hotelId, message.reservationId)) return;
    await mark(
      context,
      message,
      'failed',
      `The connection to ${message.channel} carries no messages: write to the guest there.`,
    );
    return;
  }
  if (reservation.guestEmail === null) {
    await mark(context, message, 'failed', 'The booking has no e-mail address.');
    return;
  }
  const to = mailableAddress(reservation.guestEmail);
  if (to === null) {
    await mark(
      context,
      message,
      'failed',
      'The e-mail address of the booking is not one address that mail can be sent to: correct it in the booking, then send the reply again.',
    );
    return;
  }
  const pause = await readInstallationPause(context.db);
  if (pause) {
    await mark(
      context,
      message,
      'queued',
      `Paused: ${pause.reason}. It is sent after innwire channel resume.`,
    );
    return;
  }
  if (!context.mailer) {
    await mark(context, message, 'queued', 'Waits for SMTP_URL to be set.');
    return;
  }
  const property = await getProperty(context.db, message.hotelId);
  try {
    await context.mailer.send({
      to,
      fromName: property.name,
      replyTo: property.settings.email && mailableAddress(property.settings.email),
      subject: `${property.name}: your stay from ${reservation.checkin}`,
      text: message.reply ?? '',
      messageId: `<message-${message.hotelId}-${message.messageId}@${context.calendarDomain}>`,
    });
  } catch (error) {
    const refusal = new TemporaryMailError(`The mail server did not accept it: ${(error as Error).message}`);
    await mark(context, message, 'queued', refusal.message);
    throw refusal;
  }
  await mark(context, message, 'sent', null);
}

/** Leaves a reply to an inquiry to its connection; fails the reply if that no longer exists. */
async function delegateToConnection(context: JobContext, message: Message): Promise<void> {
  if (await hasConnection(context.db, message)) return;
  const reason = `The connection that the inquiry came through is gone: write to the guest at ${message.channel}.`;
  await mark(context, message, 'failed', reason);
}

function mark(
  context: JobContext,
  { hotelId, messageId }: Message,
  delivery: ReplyDelivery,
  error: string | null,
): Promise<void> {
  return inPropertyTransaction(context.db, { hotelId, now: context.now() }, (tx) =>
    markDelivery(tx, messageId, delivery, error),
  );
}
