// Details of a stay beyond its dates and price: who comes, what they wish, and what its channel reported about
// money.
import { type GuestCounts, UNKNOWN_GUEST_COUNTS } from './guest-counts.ts';

/** The longest name of a guest, in characters; the table has the same constraint. */
export const MAX_GUEST_NAME = 200;

/** Meals that the price of a stay includes, per day. */
export const MEALS = ['none', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const;
export type Meal = (typeof MEALS)[number];

/** Who takes the money of a stay or of one charge from the guest. */
export const COLLECTORS = ['property', 'channel'] as const;
export type Collector = (typeof COLLECTORS)[number];

/**
 * When a channel's virtual card can be charged, as dates (yyyy-MM-dd), and how much there is on it, in minor
 * units of the stay's currency; null = not reported. The card itself is never stored.
 */
export type VirtualCard = {
  activeFrom: string | null;
  activeUntil: string | null;
  amountMinor: number | null;
};

export const CHARGE_KINDS = ['service', 'fee', 'tax'] as const;

/** A tax, fee or service of a stay, as its channel reported it. */
export type ReportedCharge = {
  kind: (typeof CHARGE_KINDS)[number];
  description: string;
  /** for all nights and guests, in minor units of the stay's currency */
  amountMinor: number;
  /** how many were ordered; null = not reported */
  quantity: number | null;
  /** it is part of the stay's price; otherwise the guest pays it in addition */
  included: boolean;
  /** null = not reported */
  collectedBy: Collector | null;
  /** the channel charges it because the stay was cancelled: it is charged only as long as the stay is */
  ofCancellation?: true;
};

/** A guest who comes along with the one the booking is made for; age on the day of arrival, null = not known. */
export type Companion = { name: string; age: number | null };

export type StayDetails = {
  /** see model/guest-counts */
  adults: GuestCounts['adults'];
  children: GuestCounts['children'];
  /** requests and comments of the guest and of the channel */
  notes: string | null;
  /** when the guest expects to arrive, HH:mm at the property */
  arrivalTime: string | null;
  /** language of the guest: a BCP 47 tag, such as `de` or `pt-BR` */
  language: string | null;
  /** country of the guest: two capital letters of ISO 3166-1 */
  country: string | null;
  meal: Meal | null;
  /** who takes the price of the stay from the guest; null = not known */
  collectedBy: Collector | null;
  virtualCard: VirtualCard | null;
  /** what the channel keeps or invoices for the sale */
  commissionMinor: number | null;
  /** null = none were reported */
  charges: readonly ReportedCharge[] | null;
  /** null = none are known */
  companions: readonly Companion[] | null;
};

/** Details of which nothing is known. */
export const NO_DETAILS: StayDetails = {
  ...UNKNOWN_GUEST_COUNTS,
  notes: null,
  arrivalTime: null,
  language: null,
  country: null,
  meal: null,
  collectedBy: null,
  virtualCard: null,
  commissionMinor: null,
  charges: null,
  companions: null,
};

/** The highest age of a companion, in years. */
export const MAX_AGE = 120;

/** Maximum length of a booking's stored notes, in characters. */
export const MAX_NOTES = 5_000;

/** Most charges, and most companions, stored with a booking. */
export const MAX_LISTED = 100;

/** Returns how many guests come, children included; null = not known. */
export function countGuests({ adults, children }: GuestCounts): number | null {
  return adults === null ? null : adults + (children?.length ?? 0);
}
