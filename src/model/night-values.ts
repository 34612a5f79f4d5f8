// ARI (availability, rates and inventory): the values at which a night of a room is offered.
import { dayNumber, type PlainDate } from './night.ts';

/** All values of a night that can be pushed to a channel. */
export type NightValues = {
  /** units still sellable; negative only where OTAs oversold */
  available: number;
  priceMinor: number;
  /** nights; applies to stays that arrive on this date */
  minStay: number;
  /** nights; applies to stays that arrive on this date; null = no limit */
  maxStay: number | null;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  /** closed to all sales whatever is available */
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

/** Fields that can close a night: a count of 0, or stop-sell. */
export const CLOSING_FIELDS = ['available', 'stopSell'] as const satisfies readonly NightField[];

export function isClosingField(field: NightField): boolean {
  return (CLOSING_FIELDS as readonly NightField[]).includes(field);
}

/**
 * What can be pushed to a channel: these fields, of nights up to `maxDaysAhead` days after today at the
 * property.
 */
export type PushCapabilities = {
  fields: readonly NightField[];
  maxDaysAhead: number;
  /**
   * Stop-sell closes one rate at this channel while the room's count stays sellable at its other rates: push
   * a count of 0 while sales are stopped
   */
  zeroAvailabilityOnStopSell?: boolean;
  /**
   * whether the count left after the channel's own sale must be pushed back to it (most), or it counts down
   * itself (Expedia)
   */
  expectsEchoOfSales: boolean;
};

export type Night = NightValues & { hotelId: number; roomId: number; date: PlainDate };

/** New values for one night; absent members stay unchanged. */
export type NightUpdate = Partial<NightValues> & { roomId: number; date: PlainDate };

/**
 * A permanent id of a (room, night), whether the night has a row or not: the room's id followed by seven
 * digits of the date's day number. The last day of year 9999 is day 3,652,059, so seven digits hold every
 * date.
 */
export function availabilityId(roomId: number, date: PlainDate): number {
  return roomId * 10_000_000 + dayNumber(date) - DAY_ONE;
}

const DAY_ONE = dayNumber(Temporal.PlainDate.from('0001-01-01'));

/** Merged updates, one per night, keyed by `availabilityId`, in the order in which the nights first came. */
export type NightUpdates = Map<number, NightUpdate>;

/** Merges an update into `updates`; of two updates of one night the later one wins, member by member. */
export function addUpdate(updates: NightUpdates, update: NightUpdate): void {
  // A numeric key: building date texts took longer than the rest of a large change together.
  const key = availabilityId(update.roomId, update.date);
  const known = updates.get(key);
  if (known) Object.assign(known, update);
  else updates.set(key, { ...update });
}
