// A message exchange with a guest: a guest's text, and the reply to it once there is one.

export type ReplyDelivery = 'queued' | 'sent' | 'failed';

export type Message = {
  messageId: number;
  hotelId: number;
  /** the booking it belongs to; null while it belongs to an inquiry alone */
  reservationId: number | null;
  /** the inquiry it began in */
  inquiryId: number | null;
  channel: string;
  guestText: string | null;
  reply: string | null;
  createdAt: Temporal.Instant;
  repliedAt: Temporal.Instant | null;
  /** how far the reply has come; null without a reply of ours to deliver */
  delivery: ReplyDelivery | null;
  /** why it failed, or what it waits for */
  deliveryError: string | null;
};

/** A message of a booking's conversation. */
export type BookingMessage = Message & { reservationId: number };

/** More than anybody writes in one piece: longer texts of guests are cut, because every event and list of messages carries them. */
export const MAX_KEPT_TEXT = 20_000;

/** The text as far as it is kept; one that is cut says how much is missing. */
export function keptGuestText(text: string): string {
  const cut = text.length - MAX_KEPT_TEXT;
  return cut <= 0
    ? text
    : `${text.slice(0, MAX_KEPT_TEXT).toWellFormed()} … (${cut} characters more were cut)`;
}

/** Mail servers give up after four to five days as well (RFC 5321, 4.5.4.1); an answer that old confuses the guest. */
export const REPLY_VALID_DAYS = 5;

/** Replies written before this moment are no longer sent. */
export function replyExpiryCutoff(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: REPLY_VALID_DAYS * 24 });
}

export function isExpired({ repliedAt }: Pick<Message, 'repliedAt'>, now: Temporal.Instant): boolean {
  return repliedAt !== null && Temporal.Instant.compare(repliedAt, replyExpiryCutoff(now)) < 0;
}

/** Why such a reply failed; `reason` is what it waited for. */
export function expiredReplyMessage(reason: string | null): string {
  const waited = `It waited for more than ${REPLY_VALID_DAYS} days`;
  return `${waited}${reason === null ? '' : ` (${reason.replace(/\.$/, '')})`} and was not sent: write to the guest again.`;
}
