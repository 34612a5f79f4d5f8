// The sample house: an invented guesthouse in Lisbon, its six rooms, and the people who run it.

export const SAMPLE_PROPERTY = {
  name: 'Casa da Graça',
  currency: 'EUR',
  address: 'Travessa da Andorinha Azul 7, 1170-000 Lisboa, Portugal',
  timezone: 'Europe/Lisbon',
  language: 'pt',
  email: 'ola@casadagraca.example',
  // No range of Portugal's is reserved for fiction; this one is nobody's.
  phone: '+351 210 000 000',
  website: 'https://casadagraca.example',
  /** minutes since midnight, as are all times of day in this world */
  checkinTime: 15 * 60,
  checkoutTime: 11 * 60,
  horizonDays: 500,
  /** when it opened: older than anything that is ever shown */
  openedAt: Temporal.Instant.from('2014-04-01T09:00:00Z'),
} as const;

export type SampleRoom = {
  roomId: number;
  name: string;
  capacity: number;
  /** base nightly rate in cents: the middle of the year */
  priceMinor: number;
  /** nights, where nothing else is set */
  minStay: number;
  /** what a turnover costs, in cents */
  cleaningMinor: number;
  /** where the room's segments begin (see timeline.ts), so that the rooms do not turn over together */
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

/** Let by the week and the month: somebody always lives there, except for the hours of a turnover. */
export const LONG_STAY_ROOM = ROOMS[0]!;
/** Its guest is always in during a turnover of the long-let studio, so at any hour somebody is in the house. */
export const COUNTERPART = ROOMS[2]!;
/** From here on rooms are family flats. */
export const FLATS_FROM = 105;

/** Who cleans, by weekday (Monday first). */
export const CLEANERS = ['Fátima', 'Fátima', 'Odete', 'Fátima', 'Odete', 'Odete', 'Fátima'] as const;
export const HANDYMAN = 'Rui';

export const CHANNELS = ['booking_com', 'airbnb', 'expedia', 'vrbo'] as const;
export type SampleOta = (typeof CHANNELS)[number];
export type Seller = SampleOta | 'direct';

/** Vrbo lists whole apartments; the studios are not on it. */
export function sellsOn(channel: SampleOta, roomId: number): boolean {
  return channel !== 'vrbo' || roomId >= COUNTERPART.roomId;
}
