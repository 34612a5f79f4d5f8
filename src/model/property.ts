// A property: what is sold, in which currency and time zone, under which house rules.
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
  /** how many nights ahead the calendar is shown and sold */
  horizonDays: number;
};

export type Property = {
  hotelId: number;
  name: string;
  currency: string;
  address: string;
  timezone: string;
  settings: PropertySettings;
  subscription: Subscription;
  /** the moment to which the public sample property is anchored (read-only, no network traffic); null for all others */
  sandboxAt: Temporal.Instant | null;
  /** the number of the last entry in the property's log */
  lastSeq: number;
};

export function todayAt(property: Pick<Property, 'timezone'>, now: Temporal.Instant): PlainDate {
  return dateIn(property.timezone, now);
}

/** The moment a stay begins on that date: the property's check-in time there. */
export function checkinMoment(property: Property, date: PlainDate): Temporal.Instant {
  return momentIn(property.timezone, date, property.settings.checkinTime);
}

/** The moment a stay ends on that date: the property's check-out time there. */
export function checkoutMoment(property: Property, date: PlainDate): Temporal.Instant {
  return momentIn(property.timezone, date, property.settings.checkoutTime);
}

/** A subscription that is past due or cancelled answers 402 to all but `status` and `hotels`. */
export function subscriptionLapsed(subscription: Subscription): boolean {
  return subscription.status !== 'active';
}
