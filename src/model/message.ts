// A message of a guest and the reply to it, once there is one.
import type { Cause, Failure } from './cause.ts';
import type { RetryPolicy } from './retry-policy.ts';

export const REPLY_DELIVERIES = ['queued', 'sent', 'failed'] as const;
export type ReplyDelivery = (typeof REPLY_DELIVERIES)[number];

/** A file that a guest attached to a message. */
export type MessageAttachment = {
  /** within the message, from 1 */
  id: number;
  /** null = the channel does not say it */
  name: string | null;
  /** media type; null = the channel does not say it before the file is read */
  type: string | null;
};

export type Message = {
  messageId: number;
  hotelId: number;
  /** the booking it belongs to; null while it belongs only to an inquiry */
  reservationId: number | null;
  /** the inquiry it began in */
  inquiryId: number | null;
  channel: string;
  guestText: string | null;
  reply: string | null;
  createdAt: Temporal.Instant;
  repliedAt: Temporal.Instant | null;
  /** delivery state of the reply; null if there is none to deliver */
  delivery: ReplyDelivery | null;
  /** why the delivery failed, or what it waits for */
  deliveryError: string | null;
  /** code of `deliveryError`; null = there is none, or it is from before there were codes */
  deliveryErrorCause: Cause | null;
  /** the guest waits for a reply to this text: it has none, the house has not replied to a later one, and nobody said that it needs none */
  needsReply: boolean;
  attachments: readonly MessageAttachment[];
};

/** A message of a booking's conversation. */
export type BookingMessage = Message & { reservationId: number };

/**
 * Maximum length of a guest's text, in characters: longer ones are cut, because every event and list of
 * messages carries them.
 */
const MAX_KEPT_TEXT = 20_000;

/**
 * Cuts the text to MAX_KEPT_TEXT characters; a text that is cut ends by saying how many characters are
 * missing.
 */
export function keptGuestText(text: string): string {
  const cut = text.length - MAX_KEPT_TEXT;
  return cut <= 0
    ? text
    : `${text.slice(0, MAX_KEPT_TEXT).toWellFormed()} … (${cut} characters more were cut)`;
}

/**
 * Retries of a reply that a mail server or a channel did not take: for half a day, since most of them come
 * back within hours, and after that a telephone call is better.
 */
export const REPLY_RETRIES: RetryPolicy = { seconds: [1, 5, 15, 30, 60, 120, 240, 480, 900], retries: 55 };

/**
 * After this many days a reply is no longer sent: it would confuse the guest. Mail servers give up after 4–5
 * days (RFC 5321, 4.5.4.1).
 */
export const REPLY_VALID_DAYS = 5;

/** Returns the moment before which a reply must have been written to be expired. */
export function replyExpiryCutoff(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: REPLY_VALID_DAYS * 24 });
}

/** Whether a reply is older than REPLY_VALID_DAYS; false for a message without a reply. */
export function isExpired({ repliedAt }: Pick<Message, 'repliedAt'>, now: Temporal.Instant): boolean {
  return repliedAt !== null && Temporal.Instant.compare(repliedAt, replyExpiryCutoff(now)) < 0;
}

/** Returns why an expired reply was not sent, from what it waited for. */
export function expiredReply({
  deliveryError,
  deliveryErrorCause,
}: Pick<Message, 'deliveryError' | 'deliveryErrorCause'>): Failure {
  const said = deliveryErrorCause?.said;
  const cause = { code: 'expired', ...(said !== undefined && { said }) } as const;
  return { reason: expiredReplyMessage(deliveryError), cause };
}

function expiredReplyMessage(reason: string | null): string {
  const waited = `It waited for more than ${REPLY_VALID_DAYS} days`;
  return `${waited}${reason === null ? '' : ` (${reason.replace(/\.$/, '')})`} and was not sent: write to the guest again.`;
}
