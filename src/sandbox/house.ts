// The sample property: an invented guesthouse in Lisbon. Its facts are in data/house.json.
import house from './data/house.json' with { type: 'json' };

export type Seller = keyof typeof house.sellers;
export type SampleOta = Exclude<Seller, 'direct'>;
export const CHANNELS: readonly SampleOta[] = ['booking_com', 'airbnb', 'expedia', 'vrbo'];

/** Something that happens in every nth segment of a room's timeline. */
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
  /** offset in days of the room's segments (see timeline.ts), so that the rooms turn over on different days */
  offset: number;
  /** a family flat: longer stays, booked earlier */
  flat?: boolean;
  /** who sells the room, with their shares of its bookings */
  sellers: Partial<Record<Seller, number>>;
  /** when the owners close the room for some nights each winter, and why */
  closure?: { month: number; day: number; work: string };
  noShows?: Recurrence;
  earlyDepartures?: Recurrence;
};

export const SAMPLE_PROPERTY = {
  ...house.property,
  /** when it opened, before anything that is shown */
  openedAt: Temporal.Instant.from(house.openedAt),
};
export const ROOMS: readonly SampleRoom[] = house.rooms;
export const { apiClients, cleaners, handyman, monthlyBills, problems, recurringTasks } = house;
/** Weights of numbers of adults, and of the hours of booking: mostly in the evening, some in other time zones. */
export const { adults: PARTIES, bookingHours } = house;
/** Numbers of nights with their weights, by kind of room and season. */
export const { nightsOfStays } = house;

/**
 * How a seller differs from the others. `markup` multiplies the list price; `reviewed` is the share of guests who write a
 * review, `categories` are what they rate and the aspect of the stay that each is about. In `reference` and `email`
 * {names} are filled in.
 */
export const SELLERS = house.sellers;

export type Season = keyof typeof house.seasons;
/** `rate` multiplies the base price; `occupancy` is the share of nights that is finally sold. */
export const SEASONS = house.seasons;
/** The seasons by their last day, as month * 100 + day. */
export const CALENDAR = house.calendar as { until: number; season: Season }[];

/** Returns a room of the sample property, whose ids are consecutive. */
export function roomById(roomId: number): SampleRoom {
  return ROOMS[roomId - ROOMS[0]!.roomId]!;
}

/** The room for stays of weeks and months: always occupied, except for the hours of a turnover. */
export const LONG_STAY_ROOM = ROOMS[0]!;
/** Always occupied during a turnover of LONG_STAY_ROOM, so that at any hour somebody stays in the property. */
export const COUNTERPART = ROOMS[2]!;

/** Check-in and check-out times, in minutes since midnight like all times of day in the sample. */
export const CHECKIN = minutesOf(SAMPLE_PROPERTY.checkinTime);
export const CHECKOUT = minutesOf(SAMPLE_PROPERTY.checkoutTime);

/** 15:00 → 900 */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}
