// A message exchange with a guest: a guest's text, and the reply to it once there is one.

export type Delivery = 'queued' | 'sent' | 'failed';

export type Message = {
  messageId: number;
  hotelId: number;
  reservationId: number;
  channel: string;
  guestText: string | null;
  reply: string | null;
  createdAt: Temporal.Instant;
  repliedAt: Temporal.Instant | null;
  /** how far the reply has come; null without a reply of ours to deliver */
  delivery: Delivery | null;
  /** why it failed, or what it waits for */
  deliveryError: string | null;
};
