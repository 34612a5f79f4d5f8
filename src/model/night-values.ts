// ARI – availability, rates and inventory: what a night of a room is offered at.
import { dayNumber, type PlainDate } from './night.ts';

/** Everything that a channel can be told of a night. */
export type NightValues = {
  /** units still sellable; below zero only where OTAs sold more than there was */
  available: number;
  priceMinor: number;
  /** nights; counts for stays that arrive on this date */
  minStay: number;
  /** nights; counts for stays that arrive on this date; null = no limit */
  maxStay: number | null;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  /** closed for every sale whatever is available */
  stopSell: boolean;
};

export type NightField = keyof NightValues;

export const NIGHT_FIELDS = [
  'available',
  'priceMinor',
  'minStay',
  'maxStay',
  'closedToArrival',
  'closedToDeparture',
  'stopSell',
] as const satisfies readonly NightField[];

/** Fields by which a night is closed: a count of 0, or a stop of sale. */
export const CLOSING_FIELDS = ['available', 'stopSell'] as const satisfies readonly NightField[];

export function isClosingField(field: NightField): boolean {
  return (CLOSING_FIELDS as readonly NightField[]).includes(field);
}

/** What a channel can be told: these fields, of nights up to so many days after today at the property. */
export type PushCapabilities = {
  fields: readonly NightField[];
  maxDaysAhead: number;
  /**
   * A stop of sale closes one rate there, and the room's count is sold at its other rates: while sales are stopped, the
   * count that is pushed is 0
   */
  zeroAvailabilityOnStopSell?: boolean;
  /** whether the channel wants to be told of the count that its own sale left (most), or counts down itself (Expedia) */
  expectsEchoOfSales: boolean;
};

export type Night = NightValues & { hotelId: number; roomId: number; date: PlainDate };

/** New values for one night; what is absent stays as it is. */
export type NightUpdate = Partial<NightValues> & { roomId: number; date: PlainDate };

/**
 * A number for a (room, night) that never changes, whether the night has a row or not: the room's id, followed by
 * seven digits of the date's day number. Year 9999 has 3,652,059 days behind it, so seven digits hold every date.
 */
export function availabilityId(roomId: number, date: PlainDate): number {
  return roomId * 10_000_000 + dayNumber(date) - DAY_ONE;
}

const DAY_ONE = dayNumber(Temporal.PlainDate.from('0001-01-01'));

/** Updates brought together, one of each night, in the order in which the nights first came. */
export type NightUpdates = Map<number, NightUpdate>;

/** Adds an update to the others: of two of one night the later wins, member by member. */
export function addUpdate(updates: NightUpdates, update: NightUpdate): void {
  // A number: texts of dates took longer than all the rest of a large change.
  const key = availabilityId(update.roomId, update.date);
  const known = updates.get(key);
  if (known) Object.assign(known, update);
  else updates.set(key, { ...update });
}
