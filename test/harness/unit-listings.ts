// A property whose units each have a listing at the simulated Airbnb, and what these listings must show.
import { connectionBody, otaOf, setInboundUrl } from '../../simulator/connect-innwire.ts';
import type { TestProperty } from './api.ts';
import { type ChannelEnvironment, type Connected, connectionPath } from './channel-environment.ts';

export type House = TestProperty & {
  /** ids of the units of its first room */
  units: number[];
  there: Connected;
  /** the listing of each unit */
  listings: Map<number, string>;
  /** path of the connection in the operator's API */
  path: string;
  /** the body of the connection's PUT */
  connection: { rooms: object[] };
  days: number;
};

type HouseInput = { names?: readonly string[]; days?: number; settings?: object };

/** Creates a property with a room of these units and a listing of each of them, which is connected and settled. */
export async function openHouse(
  environment: ChannelEnvironment,
  { names = ['101', '102', '103'], days = 20, settings }: HouseInput = {},
): Promise<House> {
  const { api, simulator } = environment;
  const property = await api.property({
    settings: { horizon_days: days },
    rooms: [{ name: 'Double', price: 120, units: names.length }],
  });
  const made = await api.post(`/api/units/${property.token}`, { room_id: property.room, names });
  const units: number[] = made.body.map((unit: any) => unit.unit_id);
  const ota = otaOf(simulator, 'airbnb');
  const account = `of property ${property.hotelId}`;
  const credentials = ota.addAccount(account);
  const hotel = ota.hotel({ rooms: names.map(() => ({})), currency: 'EUR', account });
  const listings = new Map(units.map((unit, i) => [unit, hotel.rooms[i]!.id]));
  const known = { simulator, channel: 'airbnb', hotel, credentials, rooms: [] };
  const connection = {
    ...connectionBody(known, { settings: { fractions: 'round_up', lowest_price_percent: 0, ...settings } }),
    rooms: [...listings].map(([unit_id, external_room]) => ({
      room_id: property.room,
      unit_id,
      external_room,
    })),
  };
  const path = connectionPath(property, 'airbnb');
  const answer = await api.operator('PUT', path, connection);
  if (answer.status !== 200) throw new Error(answer.text);
  setInboundUrl(known, answer.body.inbound_url);
  const there: Connected = { channel: 'airbnb', ota, hotel, rooms: new Map() };
  const house = { ...property, units, there, listings, path, connection, days };
  await environment.settled([there]);
  return house;
}

/** Returns, by unit, the dates on which its listing can be sold, as days from the start of the test. */
export function openDays(environment: ChannelEnvironment, house: House): Map<number, number[]> {
  const calendar = house.there.ota.calendar(house.there.hotel.id);
  return new Map(
    [...house.listings].map(([unit, listing]) => [
      unit,
      Array.from({ length: house.days }, (_, day) => day).filter((day) =>
        calendar.some(
          ({ room, date, available }) =>
            room === listing && date === environment.day(day) && available !== undefined && available > 0,
        ),
      ),
    ]),
  );
}

/** Describes where the listings differ from the units' nights and the room's count in the database; empty when they agree. */
export async function listingDifferences(environment: ChannelEnvironment, house: House): Promise<string[]> {
  const { api } = environment;
  const held = await api.db.query<{ unit_id: number; date: string }>(
    'select unit_id, date::text as date from unit_nights where hotel_id = $1',
    [house.hotelId],
  );
  const taken = new Set(held.map(({ unit_id, date }) => `${unit_id} ${date}`));
  const { body: nights } = await api.get(`/api/availability/${house.token}?room_id=${house.room}`);
  const calendar = new Map(
    house.there.ota.calendar(house.there.hotel.id).map((night) => [`${night.room} ${night.date}`, night]),
  );
  const own = soldThere(house);
  const until = environment.day(house.days);
  return [...house.listings].flatMap(([unit, listing]) =>
    nights.flatMap((night: any) => {
      const date = night.date.slice(0, 10);
      if (date < environment.day(0) || date >= until) return [];
      const left = night.stop_sell ? 0 : night.available;
      const wanted = { available: left > 0 && !taken.has(`${unit} ${date}`) ? 1 : 0, price: night.price };
      const there = calendar.get(`${listing} ${date}`);
      const problems = [
        // A push does not open nights that Airbnb itself has sold in this listing.
        !own.has(`${listing} ${date}`) && there?.available !== wanted.available && 'available',
        there?.price !== Math.ceil(wanted.price) && 'price',
      ].filter((what) => what !== false);
      return problems.map((what) => `unit ${unit} ${date}: ${what} ${JSON.stringify({ there, wanted })}`);
    }),
  );
}

function soldThere({ there: { ota, hotel } }: House): Set<string> {
  const stays = ota
    .reservations(hotel.id)
    .filter(({ status }) => status === 'booked')
    .flatMap((one) => one.stays);
  return new Set(
    stays.flatMap(({ room, arrival, departure }) => {
      const first = Temporal.PlainDate.from(arrival);
      const { days } = first.until(departure, { largestUnit: 'day' });
      return Array.from({ length: days }, (_, i) => `${room} ${first.add({ days: i })}`);
    }),
  );
}
