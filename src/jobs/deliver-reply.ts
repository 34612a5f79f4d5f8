// Delivers a reply to the guest it is for: a direct guest gets it by e-mail.
import { DIRECT } from '../model/reservation.ts';
import { changeProperty } from '../pms/change.ts';
import { getMessage, markDelivery } from '../pms/messages.ts';
import { getProperty } from '../pms/properties.ts';
import { requireReservation } from '../pms/reservations/find.ts';
import type { JobContext } from './context.ts';

/**
 * One attempt. Throws when it may succeed later, so that the queue tries again; `lastAttempt` marks the reply as failed
 * instead. A reply that waits for SMTP settings stays queued without an attempt: see `requeueReplies`.
 */
export async function deliverReply(
  context: JobContext,
  job: { hotelId: number; messageId: number },
  lastAttempt: boolean,
): Promise<void> {
  const message = await getMessage(context.db, job.hotelId, job.messageId);
  if (!message?.reply || message.delivery !== 'queued') return;
  const reservation = await requireReservation(context.db, job.hotelId, message.reservationId);
  const mark = (delivery: 'queued' | 'sent' | 'failed', error: string | null) =>
    changeProperty(context.db, { hotelId: job.hotelId, now: context.now() }, (tx) =>
      markDelivery(tx, job.messageId, delivery, error),
    );

  if (message.channel !== DIRECT) {
    await mark(
      'failed',
      `The connection to ${message.channel} carries no messages: write to the guest there.`,
    );
    return;
  }
  if (reservation.guestEmail === null) {
    await mark('failed', 'The booking has no e-mail address.');
    return;
  }
  if (!context.mailer) {
    await mark('queued', 'Waits for SMTP_URL to be set.');
    return;
  }
  const property = await getProperty(context.db, job.hotelId);
  try {
    await context.mailer.send({
      to: reservation.guestEmail,
      fromName: property.name,
      replyTo: property.settings.email,
      subject: `${property.name}: your stay from ${reservation.checkin}`,
      text: message.reply,
      messageId: `<message-${job.hotelId}-${job.messageId}@${context.calendarDomain}>`,
    });
  } catch (error) {
    const reason = `The mail server did not take it: ${(error as Error).message}`;
    await mark(lastAttempt ? 'failed' : 'queued', reason);
    if (!lastAttempt) throw error;
    return;
  }
  await mark('sent', null);
}
