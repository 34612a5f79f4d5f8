// Booking requests: a channel asks before it sells, and the stay must satisfy the same rules as a direct
// booking.
import type { PlainDate } from './night.ts';

/**
 * Conditions that a connection's settings place on a request, in addition to the restrictions of its nights.
 */
export type RequestTerms = {
  /** minimum days between today and the arrival; 0 = guests may arrive today */
  minNoticeDays: number;
  /** how many nights from today the channel offers; null = the property's whole horizon */
  daysOffered: number | null;
  /** minimum price of the nights, in percent of the calendar's price; 0 = any price */
  lowestPricePercent: number;
};

/** Price of the nights alone, without fees and taxes, in major units as decimal text. */
export type NightsPrice = { amount: string; currency: string };

export type BookingRequest = {
  terms: RequestTerms;
  /** guests who count against the room's capacity; null = not known */
  guests: number | null;
  /** null = not known, so it is not compared with the calendar */
  nightsPrice: NightsPrice | null;
};

/** Reasons to refuse a request; adapters translate them to the channel's own codes. */
export const REFUSAL_REASONS = [
  'unknown_room',
  'past',
  'notice_too_short',
  'not_offered_yet',
  'room_unavailable',
  'capacity',
  'stop_sell',
  'closed_to_arrival',
  'closed_to_departure',
  'min_stay_not_met',
  'max_stay_exceeded',
  'no_price',
  'wrong_currency',
  'price_too_low',
  'already_cancelled',
  'already_accepted_otherwise',
  'other',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A refusal. `message` is a sentence for people: what was wrong, with which value, and what to do. */
export type RequestRefusal = { reason: RefusalReason; message: string };

/** The dates of a requested stay. */
export type RequestedDates = { checkin: PlainDate; checkout: PlainDate };
