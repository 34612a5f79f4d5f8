// What a channel believes of each night against what we say: everything that its protocol can tell.
import type { OtaNight } from '../../simulator/calendar.ts';
import type { Api, TestProperty } from './api.ts';
import { type Channel, type Connected, hasRates } from './channel-connections.ts';

type Asked = { property: Pick<TestProperty, 'token'>; connected: readonly Connected[]; days: number };

/** Empty when they agree. */
export async function calendarDifferences(
  api: Pick<Api, 'get'>,
  { property, connected, days }: Asked,
): Promise<string[]> {
  const { body: nights } = await api.get(`/api/availability/${property.token}`);
  const until = Temporal.PlainDate.from(nights[0].date.slice(0, 10)).add({ days }).toString();
  return connected.flatMap((one) => {
    const believed = believedBy(one);
    return nights
      .map((night: OurNight) => ({ ...UNRESTRICTED, ...night, date: night.date.slice(0, 10) }))
      .filter(({ date }: OurNight) => date < until)
      .flatMap((night: OurNight) =>
        ratesOf(one, night.room_id).flatMap((rate) => {
          const there = believed.get(`${one.rooms.get(night.room_id)}${rate}/${night.date}`);
          return unlike(there, TOLD[one.channel](night)).map(
            (what) => `${one.channel} room ${night.room_id}${rate} ${night.date}: ${what}`,
          );
        }),
      );
  });
}

/** As keys name them; one without a name where there are none. */
function ratesOf({ channel, hotel, rooms }: Connected, roomId: number): string[] {
  const there = hotel.rooms.find(({ id }) => id === rooms.get(roomId));
  return hasRates(channel) && there ? there.rates.map(({ id }) => ` at ${id}`) : [''];
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

/** What is not restricted is not mentioned. */
const UNRESTRICTED = { closed_to_arrival: false, closed_to_departure: false, stop_sell: false };

type Told = Omit<OtaNight, 'room' | 'rate' | 'date'>;

/** What a channel must believe of a night of ours. */
const TOLD: Record<Channel, (night: OurNight) => Told> = {
  booking_com: (night) => ({ ...plain(night), maxStay: night.max_stay ?? 0 }),
  expedia: (night) => ({ ...plain(night), available: unitsOf(night), maxStay: night.max_stay ?? 28 }),
  // A stop of sale closes one rate plan: the room type is closed by its count.
  channex: (night) => ({ ...plain(night), available: unitsOf(night) }),
  open_channel: (night) => ({ ...plain(night), available: unitsOf(night) }),
  // A listing is one unit, free or not, at a whole price.
  airbnb: (night) => ({
    ...feed(night),
    available: Math.min(1, unitsOf(night)),
    price: Math.ceil(night.price),
    maxStay: night.max_stay ?? 1_125,
  }),
  vrbo: (night) => ({ ...feed(night), maxStay: night.max_stay ?? 999 }),
};

function plain(night: OurNight): Told {
  return {
    ...feed(night),
    available: Math.max(0, night.available),
    maxStay: night.max_stay ?? 0,
    stopSell: night.stop_sell,
  };
}

/** Where a night that is not for sale is one without units. */
function feed(night: OurNight): Told {
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

type Believed = Told & { ownSale?: true };

function believedBy({ channel, ota, hotel }: Connected): Map<string, Believed> {
  const believed = new Map<string, Believed>();
  for (const { room, rate, date, prices, ...values } of ota.calendar(hotel.id)) {
    const key = `${room}${rate === undefined ? '' : ` at ${rate}`}/${date}`;
    // Prices by number of guests: the property's is for as many as the room takes.
    const full = prices && Object.values(prices).at(-1);
    believed.set(key, {
      ...believed.get(key),
      ...values,
      ...(full !== undefined && { price: full }),
    });
  }
  if (channel === 'airbnb') for (const key of ownNights({ ota, hotel })) believed.get(key)!.ownSale = true;
  return believed;
}

/** A night that Airbnb has sold stays sold there, whatever it is told. */
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

function unlike(there: Believed | undefined, ours: Told): string[] {
  if (!there) return ['it knows nothing of it'];
  return Object.entries(ours).flatMap(([name, value]) => {
    if (name === 'available' && there.ownSale) return [];
    const known = there[name as keyof Told];
    return known === value ? [] : [`${name} ${known}, ours ${value}`];
  });
}
