// The sample property: an invented guesthouse in Lisbon. Its facts are in data/house.json.
import house from './data/house.json' with { type: 'json' };

export type Seller = keyof typeof house.sellers;
export type SampleOta = Exclude<Seller, 'direct'>;
export const CHANNELS: readonly SampleOta[] = ['booking_com', 'airbnb', 'expedia', 'vrbo'];

/** Something that happens in every nth segment of a unit's timeline. */
export type Recurrence = { every: number; at: number };

export type SampleRoom = {
  roomId: number;
  name: string;
  capacity: number;
  /** base nightly rate in cents, before the factors of season and weekday */
  priceMinor: number;
  /** default minimum stay, in nights */
  minStay: number;
  /** cost of a turnover, in cents */
  cleaningMinor: number;
  /** a family flat: longer stays, booked earlier */
  flat?: boolean;
  /** let by weeks and months: its units are always occupied, except for the hours of a turnover */
  monthly?: boolean;
  /** a room of the guesthouse next door: short stays, sold all year, shown for a shorter time (see bookings.ts) */
  hotel?: boolean;
  units: readonly Unit[];
  /** who sells the room, with their shares of its bookings */
  sellers: Partial<Record<Seller, number>>;
};

type Unit = {
  unitId: number;
  unitName: string;
  /**
   * in days, of the unit's segments (see timeline.ts), so that units turn over on different days. Those of the two monthly
   * units differ so that one is occupied in each hour: somebody always stays in the property.
   */
  offset: number;
  /** when the owners close the unit for some nights each winter, and why */
  closure?: { month: number; day: number; work: string };
  noShows?: Recurrence;
  earlyDepartures?: Recurrence;
};

/** A unit with what is true of its room. */
export type SampleUnit = SampleRoom & Unit;

export const SAMPLE_PROPERTY = {
  ...house.property,
  /** when it opened, before anything that is shown */
  openedAt: Temporal.Instant.from(house.openedAt),
};
export const ROOMS: readonly SampleRoom[] = house.rooms;
export const UNITS: readonly SampleUnit[] = ROOMS.flatMap((room) =>
  room.units.map((unit) => ({ ...room, ...unit })),
);
/**
 * The other facts. `adults` and `bookingHours` are weights: of numbers of adults, and of the hours of booking, mostly in the
 * evening, some in other time zones. `nightsOfStays` are weights of numbers of nights by kind of room and season, `weekdays`
 * factors by weekday (Monday first), `tones` how satisfied guests are and what they write.
 */
export const FACTS = house;

/**
 * How a seller differs from the others. `markup` multiplies the list price; `reviewed` is the share of guests who write a
 * review, `categories` are what they rate and the aspect of the stay that each is about. `payment` says when and by which means
 * the price is paid, `collects` what the seller takes from the guest. In texts {names} are filled in.
 */
export const SELLERS = house.sellers;

export type Season = keyof typeof house.seasons;
/** `rate` multiplies the base price; `occupancy` is the share of nights that is finally sold. */
export const SEASONS = house.seasons;
/** The seasons by their last day, as month * 100 + day. */
export const CALENDAR = house.calendar as { until: number; season: Season }[];

/** Units of the guesthouse: each week another one of them is closed for works. */
export const HOTEL_UNITS: readonly SampleUnit[] = UNITS.filter(({ hotel }) => hotel);

/** Returns what is done while the unit is closed from a day on. */
export function workIn({ closure }: SampleUnit, from: number): string {
  return closure?.work ?? FACTS.renovations[Math.floor(from / 7) % FACTS.renovations.length]!;
}

/** Returns a number below UNITS.length that stands for the unit in ids. */
export function placeOf({ unitId }: Unit): number {
  return unitId - UNITS[0]!.unitId;
}

/** Check-in and check-out times, in minutes since midnight like all times of day in the sample. */
export const CHECKIN = minutesOf(SAMPLE_PROPERTY.checkinTime);
export const CHECKOUT = minutesOf(SAMPLE_PROPERTY.checkoutTime);

/** 15:00 → 900 */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}
