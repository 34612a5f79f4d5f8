// Requests to book: a channel asks before it sells, and the stay must keep the rules that a sale of our own keeps.
import type { PlainDate } from './night.ts';

/** What a connection's settings demand of a request, beyond the restrictions of its nights. */
export type RequestTerms = {
  /** least days between today and the arrival; 0 = guests may arrive today */
  minNoticeDays: number;
  /** how many nights from today on the channel offers; null = as many as the property's horizon has */
  daysOffered: number | null;
  /** least share of the calendar's price, in percent, that the nights must bring; 0 = any price */
  lowestPricePercent: number;
};

/** An amount for the nights alone, without fees and taxes, in major units as decimal text. */
export type NightsPrice = { amount: string; currency: string };

export type BookingRequest = {
  terms: RequestTerms;
  /** guests who count against the room's capacity; null = not known */
  guests: number | null;
  /** null = not known, and therefore not compared with the calendar */
  nightsPrice: NightsPrice | null;
};

/** Why a request is refused; adapters translate it to the channel's own codes. */
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

/** `message` is a sentence for people: what was wrong, with which value, and what to do. */
export type RequestRefusal = { reason: RefusalReason; message: string };

/** The dates of a stay that somebody wants to book. */
export type RequestedDates = { checkin: PlainDate; checkout: PlainDate };
