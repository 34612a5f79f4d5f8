// The ledger: an entry for each charge, payment or cost, and the meaning of its type.
import type { NamedActor } from './actor.ts';
import type { PlainDate } from './night.ts';
import type { Collector } from './stay-details.ts';

/** How the money of a payment or refund moved. */
export const PAYMENT_METHODS = [
  'cash',
  'bank_transfer',
  'card_terminal',
  'channel',
  'virtual_card',
  'other',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/**
 * VAT categories of EN 16931: standard or reduced rate, zero rated, exempt, reverse charge, supply within the
 * EU, export, not subject to VAT, and the taxes of the Canary Islands (L) and of Ceuta and Melilla (M).
 */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

/** Which rates a VAT category of EN 16931 has: none, only 0, only above 0, or any (the taxes of L and M may be 0). */
export const VAT_RATES = {
  S: 'positive',
  Z: 'zero',
  E: 'zero',
  AE: 'zero',
  K: 'zero',
  G: 'zero',
  O: 'none',
  L: 'any',
  M: 'any',
} as const satisfies Record<VatCategory, string>;

/**
 * Types of entries that people and programs post, with the sign of their amounts. `income`, `adjustment` and `reversal` are posted by
 * bookings too, and by people only without a booking. A `note` is in no sum. Entries of earlier releases may have other types: these are in
 * no sum either.
 */
export const POSTED_TYPES = {
  payment: { sign: 'positive', means: 'money that a guest or channel paid' },
  refund: { sign: 'negative', means: 'money that was given back' },
  charge: { sign: 'any', means: 'what a guest owes beside the price of the booking; negative = a discount' },
  expense: { sign: 'negative', means: 'what the property paid to others' },
  income: { sign: 'positive', means: 'revenue of no booking' },
  adjustment: { sign: 'any', means: 'a correction of revenue of no booking' },
  reversal: { sign: 'negative', means: 'revenue of no booking that is taken back' },
  note: { sign: 'any', means: 'something to be remembered beside the money; it is in no sum' },
} as const satisfies Record<string, { sign: 'positive' | 'negative' | 'any'; means: string }>;

export type PostedType = keyof typeof POSTED_TYPES;

export const POSTED_TYPE_NAMES = Object.keys(POSTED_TYPES) as PostedType[];

/** Types of the entries that bookings post. */
const BOOKING_ENTRY_TYPES = ['income', 'adjustment', 'reversal'] as const;

/** Whether only bookings post entries of this type. */
export function isPostedByBooking(type: string): boolean {
  return (BOOKING_ENTRY_TYPES as readonly string[]).includes(type);
}

/** Types of entries that are charges: they add up to what is owed for a booking. `charge` is posted by people. */
export const CHARGE_TYPES: readonly string[] = [...BOOKING_ENTRY_TYPES, 'charge'];

/** Types of entries that are payments: money from or to a guest or channel. */
export const PAYMENT_TYPES: readonly string[] = ['payment', 'refund'];

/** The sums of a booking's entries, in the booking's currency. */
export type LedgerSums = {
  /** what the booking charges */
  totalMinor: number;
  /** payments less refunds, and what the channel collects: that is settled between guest and channel */
  paidMinor: number;
};

export const NO_SUMS: LedgerSums = { totalMinor: 0, paidMinor: 0 };

/**
 * Returns the sums with a further entry. A charge that the channel collects counts as paid; its payouts do not
 * count: they settle what the channel owes, not what the guest does.
 */
export function addEntry(
  { totalMinor, paidMinor }: LedgerSums,
  { type, amountMinor, collectedBy }: Pick<LedgerEntry, 'type' | 'amountMinor' | 'collectedBy'>,
): LedgerSums {
  const kind = kindOfEntry(type);
  const pays = kind === (collectedBy === 'channel' ? 'charge' : 'payment');
  return {
    totalMinor: totalMinor + (kind === 'charge' ? amountMinor : 0),
    paidMinor: paidMinor + (pays ? amountMinor : 0),
  };
}

/** What an entry is in the books: revenue, money that moved, a cost, or none of these. */
type EntryKind = 'charge' | 'payment' | 'expense' | 'other';

/** Returns the kind of the entries of a type: `other` for notes and for types of earlier releases. */
export function kindOfEntry(type: string): EntryKind {
  if (CHARGE_TYPES.includes(type)) return 'charge';
  if (PAYMENT_TYPES.includes(type)) return 'payment';
  return type === 'expense' ? 'expense' : 'other';
}

/** Returns the code of an entry whose poster gave none. */
export function defaultCode(type: string): string {
  if (type === 'charge') return 'service';
  if (kindOfEntry(type) === 'charge') return 'accommodation';
  return kindOfEntry(type) === 'other' ? 'other' : type;
}

/** What an entry says beside its amount, type and text. */
export type EntryDetails = {
  /** what it is for: `accommodation`, `tax`, `fee`, `service`, `payment` … or a code of the operator's own */
  code: string;
  /** nights of accommodation, or how many of something; negative where it is taken back */
  quantity: number | null;
  /** days of what is charged: the first, and the one after the last; both null = not said */
  serviceFrom: PlainDate | null;
  serviceUntil: PlainDate | null;
  /** the part of each day of the service, which add up to the amount; null = divided equally */
  dayAmountsMinor: readonly number[] | null;
  vatCategory: VatCategory | null;
  /** VAT included in the amount, in hundredths of a percent */
  vatRateBp: number | null;
  /** who takes a charge or payment from the guest; null = not known */
  collectedBy: Collector | null;
  /** how a payment or refund was made; null = no payment, or one of an earlier release whose method nobody said */
  method: PaymentMethod | null;
  /** the number that the bank, terminal or channel gave a payment */
  reference: string | null;
  /** the entry that this one cancels out */
  reversesId: number | null;
};

/** Details of which nothing is said. */
export const NO_ENTRY_DETAILS: Omit<EntryDetails, 'code'> = {
  quantity: null,
  serviceFrom: null,
  serviceUntil: null,
  dayAmountsMinor: null,
  vatCategory: null,
  vatRateBp: null,
  collectedBy: null,
  method: null,
  reference: null,
  reversesId: null,
};

/** Entries are never edited or deleted. */
export type LedgerEntry = EntryDetails & {
  entryId: number;
  hotelId: number;
  amountMinor: number;
  currency: string;
  /** posted by bookings: see BOOKING_ENTRY_TYPES; by people: `payment`, `refund`, `charge`, `expense` … */
  type: string;
  description: string;
  roomId: number | null;
  reservationId: number | null;
  date: PlainDate;
  createdAt: Temporal.Instant;
  /** null = posted by a release that did not keep it, and no longer in the log */
  postedBy: NamedActor | null;
};
