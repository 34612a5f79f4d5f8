// A property: its currency, time zone, settings and subscription.
import { dateIn, momentIn, type PlainDate } from './night.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export type Subscription = { plan: string; status: SubscriptionStatus; renewsAt: Temporal.Instant | null };

export type PropertySettings = {
  /** HH:mm */
  checkinTime: string;
  /** HH:mm */
  checkoutTime: string;
  /** BCP 47 language tag */
  language: string;
  email: string | null;
  phone: string | null;
  website: string | null;
  /** how many nights from today the calendar shows and sells */
  horizonDays: number;
  /** a cleaned unit is ready for a guest only once it has been inspected */
  inspectsUnits: boolean;
  /** no entry of the ledger is dated on or before this day; null = this and the last calendar year are open */
  booksClosedUntil: PlainDate | null;
  /** children younger than this sleep in a cot where their room has one; 0 = all count as guests */
  infantsUnderAge: number;
};

/** For each kind of data about guests, how many days after the departure it is kept; null = until it is erased by hand. */
export type Retention = {
  /** profiles with all that is stored of the person; from the planned departure of the last booking, if it is cancelled */
  guests: number | null;
  /** texts of messages and replies, and of questions without a booking since their last text */
  messages: number | null;
  /** what channels sent: orders, messages, reviews */
  channelRecords: number | null;
  /** HTTP requests to and from channels, since they were sent; all are removed after 30 days */
  exchanges: number | null;
};

export const KEEP_ALL: Retention = { guests: null, messages: null, channelRecords: null, exchanges: null };

/** Id of the public sample property, below all ids that other properties get. */
export const SANDBOX_ID = 1;

export type Property = {
  hotelId: number;
  name: string;
  currency: string;
  address: string;
  timezone: string;
  settings: PropertySettings;
  retention: Retention;
  subscription: Subscription;
  /**
   * the fixed current time of the public sample property (read-only, no network traffic); null for all others
   */
  sandboxAt: Temporal.Instant | null;
  /** when the test property is removed; null for all others */
  testUntil: Temporal.Instant | null;
  /** since when it only is read; null = it is in use */
  archivedAt: Temporal.Instant | null;
  /** `seq` of the last entry in the property's log */
  lastSeq: number;
};

/** Returns the current date at the property. */
export function todayAt(property: Pick<Property, 'timezone'>, now: Temporal.Instant): PlainDate {
  return dateIn(property.timezone, now);
}

/** Returns the instant of check-in on that date, at the property's check-in time. */
export function checkinMoment(property: Property, date: PlainDate): Temporal.Instant {
  return momentIn(property.timezone, date, property.settings.checkinTime);
}

/** Returns the instant of check-out on that date, at the property's check-out time. */
export function checkoutMoment(property: Property, date: PlainDate): Temporal.Instant {
  return momentIn(property.timezone, date, property.settings.checkoutTime);
}

/**
 * Whether the subscription is past due or cancelled: the API then answers 402 to all but `status` and
 * `hotels`.
 */
export function subscriptionLapsed(subscription: Subscription): boolean {
  return subscription.status !== 'active';
}
