// Compares the channels' calendars with innwire's: all values that each protocol supports.
import type { OtaNight } from '../../simulator/calendar.ts';
import type { Api, TestProperty } from './api.ts';
import { type Channel, type Connected, hasRates } from './channel-connections.ts';
import { UNRESTRICTED } from './night-fields.ts';

type Comparison = { property: Pick<TestProperty, 'token'>; connected: readonly Connected[]; days: number };

/** Describes the differences between the channels' calendars and innwire's; empty when they agree. */
export async function calendarDifferences(
  api: Pick<Api, 'get'>,
  { property, connected, days }: Comparison,
): Promise<string[]> {
  const { body: nights } = await api.get(`/api/availability/${property.token}`);
  const until = Temporal.PlainDate.from(nights[0].date.slice(0, 10)).add({ days }).toString();
  return connected.flatMap((one) => {
    const calendar = calendarOf(one);
    return nights
      .map((night: OurNight) => ({ ...UNRESTRICTED, ...night, date: night.date.slice(0, 10) }))
      .filter(({ date }: OurNight) => date < until)
      .flatMap((night: OurNight) =>
        ratesOf(one, night.room_id).flatMap((rate) => {
          const actual = calendar.get(`${one.rooms.get(night.room_id)}${rate}/${night.date}`);
          return differencesOf(actual, EXPECTED[one.channel](night)).map(
            (what) => `${one.channel} room ${night.room_id}${rate} ${night.date}: ${what}`,
          );
        }),
      );
  });
}

/** Returns the suffixes of a room's rates in calendar keys; one empty suffix for channels without rates. */
function ratesOf({ channel, hotel, rooms }: Connected, roomId: number): string[] {
  const room = hotel.rooms.find(({ id }) => id === rooms.get(roomId));
  return hasRates(channel) && room ? room.rates.map(({ id }) => ` at ${id}`) : [''];
}

type OurNight = {
  room_id: number;
  date: string;
  price: number;
  available: number;
  min_stay: number;
  max_stay: number | null;
  closed_to_arrival: boolean;
  closed_to_departure: boolean;
  stop_sell: boolean;
};

type NightValues = Omit<OtaNight, 'room' | 'rate' | 'date'>;

/** Expected values at each channel for a night of innwire. */
const EXPECTED: Record<Channel, (night: OurNight) => NightValues> = {
  booking_com: (night) => ({ ...plain(night), maxStay: night.max_stay ?? 0 }),
  expedia: (night) => ({ ...plain(night), available: unitsOf(night), maxStay: night.max_stay ?? 28 }),
  // Stop sell closes only one rate plan; a count of zero closes the room type.
  channex: (night) => ({ ...plain(night), available: unitsOf(night) }),
  open_channel: (night) => ({ ...plain(night), available: unitsOf(night) }),
  // A listing has one unit and integer prices.
  airbnb: (night) => ({
    ...feed(night),
    available: Math.min(1, unitsOf(night)),
    price: Math.ceil(night.price),
    maxStay: night.max_stay ?? 1_125,
  }),
  vrbo: (night) => ({ ...feed(night), maxStay: night.max_stay ?? 999 }),
};

function plain(night: OurNight): NightValues {
  return {
    ...feed(night),
    available: Math.max(0, night.available),
    maxStay: night.max_stay ?? 0,
    stopSell: night.stop_sell,
  };
}

/** Expected values at channels where a closed night has a count of zero. */
function feed(night: OurNight): NightValues {
  return {
    available: unitsOf(night),
    price: night.price,
    minStay: night.min_stay,
    closedToArrival: night.closed_to_arrival,
    closedToDeparture: night.closed_to_departure,
  };
}

function unitsOf({ stop_sell, available }: OurNight): number {
  return stop_sell ? 0 : Math.max(0, available);
}

type ActualNight = NightValues & { ownSale?: true };

function calendarOf({ channel, ota, hotel }: Connected): Map<string, ActualNight> {
  const calendar = new Map<string, ActualNight>();
  for (const { room, rate, date, prices, ...values } of ota.calendar(hotel.id)) {
    const key = `${room}${rate === undefined ? '' : ` at ${rate}`}/${date}`;
    // Prices by number of guests: the property's price is for the maximum number.
    const full = prices && Object.values(prices).at(-1);
    calendar.set(key, {
      ...calendar.get(key),
      ...values,
      ...(full !== undefined && { price: full }),
    });
  }
  if (channel === 'airbnb') for (const key of ownNights({ ota, hotel })) calendar.get(key)!.ownSale = true;
  return calendar;
}

/** Returns the keys of nights that Airbnb sold: a push does not reopen them. */
function ownNights({ ota, hotel }: Pick<Connected, 'ota' | 'hotel'>): string[] {
  return ota
    .reservations(hotel.id)
    .filter(({ status }) => status === 'booked')
    .flatMap(({ stays }) => stays)
    .flatMap(({ room, arrival, departure }) => {
      const first = Temporal.PlainDate.from(arrival);
      const nights = first.until(departure, { largestUnit: 'day' }).days;
      return Array.from({ length: nights }, (_, i) => `${room}/${first.add({ days: i })}`);
    });
}

function differencesOf(actual: ActualNight | undefined, expected: NightValues): string[] {
  if (!actual) return ['no values were pushed'];
  return Object.entries(expected).flatMap(([name, value]) => {
    if (name === 'available' && actual.ownSale) return [];
    const known = actual[name as keyof NightValues];
    return known === value ? [] : [`${name} ${known}, ours ${value}`];
  });
}
