// ARI (availability, rates and inventory): the fields of a night of a room, declared once, and their values.
import { dayNumber, type PlainDate } from './night.ts';

/** How a field of a night is named, stored and compared. */
export type FieldDefinition = {
  /** name in the API's records, in entries of the log and in commands */
  member: string;
  /** column of the tables that have nights; null = not set in `nights`, not confirmed in `channel_nights` */
  column: string;
  sqlType: 'int' | 'bigint' | 'boolean';
  kind: 'count' | 'price' | 'restriction';
  /** a night on which it is not set has the room's value */
  ofRoom?: true;
  /**
   * the value that restricts nothing: for nights without a value of their own or of the room, and for channels
   * without this field. Null = no limit; `channel_nights` stores 0, because null there means not confirmed
   */
  unrestricted?: 1 | false | null;
  /** the value that closes the night to all sales, whatever the other fields are */
  closesAt?: 0 | true;
};

/**
 * All fields of a night, in the order of records. Types, SQL, members of records, and what is compared,
 * confirmed, undone and checked for drift are made from this table (docs/decisions/0019-fields-of-a-night.md).
 */
const DEFINITIONS = {
  /** units still sellable; negative only where OTAs oversold */
  available: {
    member: 'available',
    column: 'available',
    sqlType: 'int',
    kind: 'count',
    ofRoom: true,
    closesAt: 0,
  },
  priceMinor: {
    member: 'price',
    column: 'price_minor',
    sqlType: 'bigint',
    kind: 'price',
    ofRoom: true,
  },
  /** nights; applies to stays that arrive on this date */
  minStay: {
    member: 'min_stay',
    column: 'min_stay',
    sqlType: 'int',
    kind: 'restriction',
    ofRoom: true,
    unrestricted: 1,
  },
  /** nights; applies to stays that arrive on this date; null = no limit */
  maxStay: {
    member: 'max_stay',
    column: 'max_stay',
    sqlType: 'int',
    kind: 'restriction',
    unrestricted: null,
  },
  closedToArrival: {
    member: 'closed_to_arrival',
    column: 'closed_to_arrival',
    sqlType: 'boolean',
    kind: 'restriction',
    unrestricted: false,
  },
  closedToDeparture: {
    member: 'closed_to_departure',
    column: 'closed_to_departure',
    sqlType: 'boolean',
    kind: 'restriction',
    unrestricted: false,
  },
  /** closed to all sales whatever is available */
  stopSell: {
    member: 'stop_sell',
    column: 'stop_sell',
    sqlType: 'boolean',
    kind: 'restriction',
    unrestricted: false,
    closesAt: true,
  },
} as const satisfies Record<string, FieldDefinition>;

type Definitions = typeof DEFINITIONS;

export type NightField = keyof Definitions;

/** The name of a field in records: `closed_to_arrival`. */
export type NightMember = Definitions[NightField]['member'];

type ValueOf<D extends FieldDefinition> =
  D extends Record<'sqlType', 'boolean'>
    ? boolean
    : D extends Record<'unrestricted', null>
      ? number | null
      : number;

/** All values of a night that can be pushed to a channel. */
export type NightValues = { -readonly [F in NightField]: ValueOf<Definitions[F]> };

/** The values that a night without its own has from its room. */
export type RoomDefaults = {
  [F in NightField as Definitions[F] extends Record<'ofRoom', true> ? F : never]: NightValues[F];
};

/** In the order of the table. */
export const NIGHT_FIELDS = Object.keys(DEFINITIONS) as readonly NightField[];

/** Price and restrictions: the fields that belong to a rate, while the count belongs to the room. */
export const RATE_FIELDS = NIGHT_FIELDS.filter((field) => DEFINITIONS[field].kind !== 'count');

/** Fields that can close a night: a count of 0, or stop-sell. */
export const CLOSING_FIELDS = NIGHT_FIELDS.filter(isClosingField);

/** Price and restrictions of an open night. */
export const OPEN_FIELDS = RATE_FIELDS.filter((field) => !isClosingField(field));

/** Returns the fields in the order of the table, each once. */
export function inOrder(fields: readonly NightField[]): NightField[] {
  return NIGHT_FIELDS.filter((field) => fields.includes(field));
}

export function definitionOf(field: NightField): FieldDefinition {
  return DEFINITIONS[field];
}

/** Whether a value of this field can close a night: a count of 0, or stop-sell. */
export function isClosingField(field: NightField): boolean {
  return definitionOf(field).closesAt !== undefined;
}

/** Returns the name that the API gives to the field. */
export function memberOf(field: NightField): NightMember {
  return DEFINITIONS[field].member;
}

/** Returns the name of a field for people: `closed to arrival`. */
export function labelOf(field: NightField): string {
  return memberOf(field).replaceAll('_', ' ');
}

/**
 * What can be pushed to a channel: these fields, of nights up to `maxDaysAhead` days after today at the
 * property. A night with a restriction that is not among them is closed there.
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
