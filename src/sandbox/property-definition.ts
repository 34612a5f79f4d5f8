// The sample property: an invented guesthouse in Lisbon, its six rooms and its staff.

export const SAMPLE_PROPERTY = {
  name: 'Casa da Graça',
  currency: 'EUR',
  address: 'Travessa da Andorinha Azul 7, 1170-000 Lisboa, Portugal',
  timezone: 'Europe/Lisbon',
  language: 'pt',
  email: 'ola@casadagraca.example',
  // Portugal has no numbers reserved for fiction; this one is not assigned.
  phone: '+351 210 000 000',
  website: 'https://casadagraca.example',
  /** minutes since midnight, like all times of day in the sample */
  checkinTime: 15 * 60,
  checkoutTime: 11 * 60,
  horizonDays: 500,
  /** when it opened, before anything that is shown */
  openedAt: Temporal.Instant.from('2014-04-01T09:00:00Z'),
} as const;

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
  /**
   * offset in days of the room's segments (see timeline.ts), so that not all
   * rooms have a turnover on the same day
   */
  offset: number;
};

export const ROOMS: readonly SampleRoom[] = [
  {
    roomId: 101,
    name: 'Courtyard Studio',
    capacity: 2,
    priceMinor: 74_00,
    minStay: 1,
    cleaningMinor: 28_00,
    offset: 0,
  },
  {
    roomId: 102,
    name: 'Miradouro Studio',
    capacity: 2,
    priceMinor: 88_00,
    minStay: 1,
    cleaningMinor: 28_00,
    offset: 9,
  },
  {
    roomId: 103,
    name: 'Azulejo One-Bedroom Apartment',
    capacity: 3,
    priceMinor: 106_00,
    minStay: 1,
    cleaningMinor: 38_00,
    offset: 14,
  },
  {
    roomId: 104,
    name: 'Tram 28 One-Bedroom Apartment',
    capacity: 4,
    priceMinor: 118_00,
    minStay: 1,
    cleaningMinor: 40_00,
    offset: 5,
  },
  {
    roomId: 105,
    name: 'Garden Two-Bedroom Apartment',
    capacity: 5,
    priceMinor: 158_00,
    minStay: 2,
    cleaningMinor: 52_00,
    offset: 19,
  },
  {
    roomId: 106,
    name: 'Rooftop Three-Bedroom Apartment',
    capacity: 7,
    priceMinor: 224_00,
    minStay: 2,
    cleaningMinor: 70_00,
    offset: 23,
  },
];

export function roomById(roomId: number): SampleRoom {
  return ROOMS[roomId - ROOMS[0]!.roomId]!;
}

/** The room for stays of weeks and months: always occupied, except for the hours of a turnover. */
export const LONG_STAY_ROOM = ROOMS[0]!;
/**
 * A room that is always occupied during a turnover of LONG_STAY_ROOM, so that at
 * any hour somebody stays in the property.
 */
export const COUNTERPART = ROOMS[2]!;
/** Rooms from this id on are family flats. */
export const FLATS_FROM = 105;

/** Cleaner by weekday (Monday first). */
export const CLEANERS = ['Fátima', 'Fátima', 'Odete', 'Fátima', 'Odete', 'Odete', 'Fátima'] as const;
export const HANDYMAN = 'Rui';

export const CHANNELS = ['booking_com', 'airbnb', 'expedia', 'vrbo'] as const;
export type SampleOta = (typeof CHANNELS)[number];
export type Seller = SampleOta | 'direct';

/** Returns whether a channel sells a room: Vrbo lists whole apartments, not the studios. */
export function sellsOn(channel: SampleOta, roomId: number): boolean {
  return channel !== 'vrbo' || roomId >= COUNTERPART.roomId;
}
