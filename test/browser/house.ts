// A hotel of 19 rooms on a Thursday in June, for tests and pictures of the desk: made by the API and by what channels report, day by day.
import type { Database } from '../../src/db/database.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { receiveMessage } from '../../src/pms/messages.ts';
import { inTransaction, sell } from './house-sales.ts';

/** Today at the hotel. Days of the tables below are those of June 2026; 31 and later are in July. */
export const TODAY = '2026-06-11';
const TODAY_OF_JUNE = 11;
const TIMEZONE = 'Europe/Berlin';
/** The day before the first arrival, when everything is booked. */
const BOOKED_ON = 1;

type Seller = 'direct' | 'booking_com' | 'airbnb' | 'expedia' | 'vrbo';
const CHANNELS: Record<string, Seller> = { D: 'direct', B: 'booking_com', A: 'airbnb', E: 'expedia' };

/** Rooms with their units, and their prices from Monday to Sunday. */
const ROOMS = [
  {
    name: 'Double',
    capacity: 2,
    units: ['101', '102', '103', '104', '105', '106'],
    prices: [118, 118, 118, 124, 148, 148, 118],
  },
  {
    name: 'Superior lake view',
    capacity: 3,
    units: ['201', '202', '203', '204', '205', '206'],
    prices: [158, 158, 158, 166, 194, 194, 158],
  },
  {
    name: 'Family',
    capacity: 4,
    units: ['301', '302', '303', '304'],
    prices: [186, 186, 186, 196, 232, 232, 186],
  },
  {
    name: 'Apartment',
    capacity: 5,
    units: ['401', '402', '403'],
    prices: [214, 214, 214, 224, 268, 268, 214],
  },
] as const;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/**
 * Stays as `channel name arrival departure`, by unit or by room (for those without a unit). After a `!` follows what is special: `owes` the
 * price, `asks` something that nobody has answered, is only `held`, or has `left` today.
 */
const STAYS: Record<string, readonly string[]> = {
  101: [
    'B Novák 7 10',
    'B Lindqvist 11 14',
    'A Ferreira da Costa 14 18',
    'D Hughes 19 22',
    'B van den Berg 23 28',
  ],
  102: [
    'D Rossi 8 11 !owes',
    'E Papadopoulou 11 13',
    'B Müller-Lüdenscheidt 13 20',
    'B Jansen 21 25',
    'A Okafor 26 30',
  ],
  103: ['D Haugland 8 14', 'B Sato 15 17', 'D Grünwald 17 22 !held', 'E Lefèvre 23 29'],
  104: ['A Castellanos 9 14 !asks', 'B Brandt 14 17', 'B Delacroix-Fontaine 18 25', 'B Ivanova 26 29'],
  105: ['D Pichler 7 10', 'B Szabó 10 15', 'A Moreau 16 19', 'D Anderssen 28 33'],
  106: ['B Fernández Ortega 7 11 !left', 'E Kim 12 13', 'B Thompson 15 21', 'A Nowak 22 24', 'D Weber 25 30'],
  Double: ['E Kowalczyk 13 15', 'D Ó Súilleabháin 22 25'],
  201: ['D Bergström 8 12', "B O'Connor 12 16", 'B Dubois 17 21', 'A Schneider 22 28'],
  202: ['B Tanaka 7 12', 'E Ricci 13 18', 'A Hernández 18 21', 'A Olsen 22 26', 'B Fischer 27 31'],
  203: [
    'D Berger 8 11 !left',
    'B Wojciechowska 11 16',
    'A Costa 17 19',
    'B MacAllister 20 25',
    'D Yılmaz 26 30',
  ],
  204: ['A Johansen 8 12 !asks', 'B Petrović 13 17', 'B Bauer 26 30'],
  205: ['B Marino 8 10', 'D Eriksson 11 16', 'E Dvořák 17 22', 'B Lambert 23 26'],
  206: ['B Schwarzenberger 7 12', 'A Almeida 13 16', 'D Öztürk 17 21', 'B Park 22 27', 'A Silva 28 32'],
  // Sold while every unit is: nobody has a room for it.
  'Superior lake view': ['E Achterberg 13 16'],
  301: ['B Bakker 7 9', 'B Gallagher 11 15', 'A Rasmussen 16 21', 'B de la Fuente 23 28'],
  302: ['B Meier 10 14', 'D Bianchi 14 17', 'D Visser 18 22', 'D Greco 24 28'],
  303: ['D Thorvaldsen 8 11 !owes', 'A Chatzigeorgiou 16 18', 'B Doyle 18 23', 'D Keller 28 31'],
  304: ['B Nguyen 8 13', 'D Moretti 21 24', 'E Adams 25 29'],
  Family: ['B Kovačević 11 14'],
  401: ['D Wagner & Söhne GmbH 6 16', 'A Christodoulou 18 25', 'B Peeters 26 30'],
  402: ['B Jovanović 7 11', 'A Halvorsen 13 19', 'A Romano 20 24', 'D Ben-David 25 30'],
  403: ['A Clarke 9 11 !left', 'B Zimmermann 12 18', 'D Santoro 19 24', 'B Horváth 25 30'],
};

const QUESTIONS = [
  'Hello, could we check out at 13:00 on Sunday? Our train only leaves at 15:20.',
  'Is there a cot for a baby of ten months, and may we park a small van in the yard?',
];

type HouseStay = {
  orderId: number;
  name: string;
  channel: Seller;
  roomId: number;
  unit: string | null;
  from: number;
  until: number;
  special: string;
};

export type FurnishedHouse = {
  hotelId: number;
  token: string;
  /** ids by name */
  rooms: Record<string, number>;
  units: Record<string, number>;
  /** by the name of the guest */
  stays: Record<string, HouseStay>;
};

/** The server on which the house is built. */
export type HouseServer = {
  db: Database;
  now: () => Temporal.Instant;
  setTime: (time: Temporal.Instant) => void;
  /** sends a request; throws unless it is answered with 200 */
  send: (method: string, path: string, body?: unknown) => Promise<any>;
};

/** Returns the date of a day of June, as in the tables above. */
export function dateOf(day: number): string {
  return Temporal.PlainDate.from('2026-06-01')
    .add({ days: day - 1 })
    .toString();
}

/** Returns the moment when it is so late at the hotel: `hour` is 0 to 23. */
function timeAt(day: number, hour: number, minute = 0): Temporal.Instant {
  const time = Temporal.PlainTime.from({ hour, minute });
  return Temporal.PlainDate.from(dateOf(day))
    .toZonedDateTime({ timeZone: TIMEZONE, plainTime: time })
    .toInstant();
}

/** Builds the house: books everything, then lives through its days until the early afternoon of today. */
export async function buildHouse(server: HouseServer): Promise<FurnishedHouse> {
  server.setTime(timeAt(BOOKED_ON, 9));
  const house = await createRooms(server);
  await connectChannels(server, house);
  const stays = Object.entries(STAYS).flatMap(([place, texts]) => texts.map((text) => ({ place, text })));
  const isHold = ({ text }: { text: string }) => text.endsWith('!held');
  for (const stay of stays) if (!isHold(stay)) await book(server, house, stay);
  await closeUnit(server, house);
  for (let day = BOOKED_ON + 1; day <= TODAY_OF_JUNE; day += 1) await liveThrough(server, house, day);
  for (const stay of stays) if (isHold(stay)) await book(server, house, stay);
  await leaveDirty(server, house);
  await setRates(server, house);
  await askQuestions(server, house);
  server.setTime(timeAt(TODAY_OF_JUNE, 13, 40));
  return house;
}

async function createRooms({ send }: HouseServer): Promise<FurnishedHouse> {
  const profile = { name: 'Hotel Lindenhof', currency: 'EUR', timezone: TIMEZONE };
  const { hotel_id: hotelId, api_token: token } = await send('POST', '/operator/properties', profile);
  const house: FurnishedHouse = { hotelId, token, rooms: {}, units: {}, stays: {} };
  for (const { name, capacity, units, prices } of ROOMS) {
    const room = { name, capacity, price: prices[0], units: units.length };
    const { room_id: roomId } = await send('POST', `/operator/properties/${hotelId}/rooms`, room);
    house.rooms[name] = roomId;
    for (const unit of await send('POST', `/api/units/${token}`, { room_id: roomId, names: units }))
      house.units[unit.name] = unit.unit_id;
  }
  return house;
}

/** Connections as the desk shows them. No worker runs: nothing leaves this machine. */
async function connectChannels(server: HouseServer, house: FurnishedHouse): Promise<void> {
  for (const channel of ['booking_com', 'expedia', 'airbnb', 'vrbo'] as const) {
    const rooms = Object.values(house.rooms).map((roomId) => ({
      roomId,
      externalRoom: `${channel}-${roomId}`,
      externalRates: ['1'],
      icalUrl: null,
    }));
    const wanted = { channel, protocol: channel, url: 'https://ota.example', settings: {}, rooms };
    await inTransaction({ ...server, house }, (tx) => connectChannel(tx, wanted, server.db.secrets));
  }
}

async function book(
  server: HouseServer,
  house: FurnishedHouse,
  { place, text }: { place: string; text: string },
): Promise<void> {
  const [, letter, name, first, last, special = ''] = /^(\w) (.+?) (\d+) (\d+)(?: !(\w+))?$/.exec(text)!;
  const [from, until] = [Number(first), Number(last)];
  const room = ROOMS.find(
    ({ name: one, units }) => one === place || (units as readonly string[]).includes(place),
  )!;
  const unit = room.name === place ? null : place;
  const channel = CHANNELS[letter!]!;
  const stay = { name: name!, channel, roomId: house.rooms[room.name]!, unit, from, until, special };
  const price = nightsOf(from, until).reduce((sum, day) => sum + priceOf(room.prices, day), 0);
  const orderId =
    channel === 'direct'
      ? await bookDirectly(server, house, stay, price)
      : await sellStay(server, house, stay, price);
  house.stays[stay.name] = { ...stay, orderId };
}

type NewStay = Omit<HouseStay, 'orderId'>;

async function bookDirectly(
  { send }: HouseServer,
  house: FurnishedHouse,
  stay: NewStay,
  price: number,
): Promise<number> {
  const { name, roomId, unit, from, until, special } = stay;
  const { order_id: orderId } = await send('POST', `/api/bookings/${house.token}`, {
    room_id: roomId,
    name,
    checkin: dateOf(from),
    checkout: dateOf(until),
    price,
    guests: 2,
    phone: '+49 30 1234567',
    ...(unit && { unit_id: house.units[unit] }),
    ...(special === 'held' && { hold_minutes: 7 * 60 }),
  });
  return orderId;
}

function sellStay(server: HouseServer, house: FurnishedHouse, stay: NewStay, price: number): Promise<number> {
  const { name, channel, roomId, unit, from, until } = stay;
  return sell(
    { ...server, house },
    {
      roomId,
      channel,
      channelReference: `${4_000_000_000 + Object.keys(house.stays).length}`,
      guestName: name,
      checkin: Temporal.PlainDate.from(dateOf(from)),
      checkout: Temporal.PlainDate.from(dateOf(until)),
      priceMinor: price * 100,
      adults: 2,
      collectedBy: channel === 'booking_com' ? 'property' : 'channel',
      today: Temporal.PlainDate.from(dateOf(BOOKED_ON)),
      ...(unit && { unit: house.units[unit] }),
    },
  );
}

async function closeUnit({ send }: HouseServer, house: FurnishedHouse): Promise<void> {
  await send('POST', `/api/closures/${house.token}`, {
    unit_id: house.units['304'],
    kind: 'out_of_order',
    fromdate: dateOf(15),
    todate: dateOf(20),
    reason: 'bathroom repair',
  });
}

/** Units that are to be cleaned today, also after guests who left yesterday. */
const DIRTY: readonly (string | null)[] = ['101', '102', '106', '303', '403'];

/** A day of the house: guests leave, their rooms are cleaned, guests arrive. Today's arrivals are still to come. */
async function liveThrough(server: HouseServer, house: FurnishedHouse, day: number): Promise<void> {
  server.setTime(timeAt(day, 11));
  const stays = Object.values(house.stays);
  const isToday = day === TODAY_OF_JUNE;
  const change = (orderId: number, body: object) =>
    server.send('PATCH', `/api/bookings/${house.token}?order_id=${orderId}`, body);
  for (const { orderId, until, unit, special } of stays) {
    if (until !== day || (isToday && special !== 'left')) continue;
    await change(orderId, { status: 'checked_out' });
    const isLeft = day === TODAY_OF_JUNE - 1 && DIRTY.includes(unit);
    if (unit && !isToday && !isLeft) await setCondition(server, house, unit, 'clean');
  }
  for (const { orderId, from } of stays)
    if (from === day && !isToday) await change(orderId, { status: 'checked_in', unready: true });
  if (!isToday) return;
  for (const stay of stays) if (stay.from < day && stay.special !== 'owes') await pay(server, house, stay);
}

async function pay({ send }: HouseServer, house: FurnishedHouse, { orderId }: HouseStay): Promise<void> {
  const [booking] = await send('GET', `/api/bookings/${house.token}?order_id=${orderId}`);
  if (booking.balance <= 0) return;
  await send('POST', `/operator/properties/${house.hotelId}/accounting`, {
    type: 'payment',
    method: 'card_terminal',
    amount: booking.balance,
    description: 'Payment at the desk',
    order_id: orderId,
  });
}

async function leaveDirty(server: HouseServer, house: FurnishedHouse): Promise<void> {
  for (const unit of Object.keys(house.units))
    await setCondition(server, house, unit, DIRTY.includes(unit) ? 'dirty' : 'clean');
}

function setCondition(
  { send }: HouseServer,
  house: FurnishedHouse,
  unit: string,
  condition: string,
): Promise<unknown> {
  return send('PATCH', `/api/units/${house.token}?unit_id=${house.units[unit]}`, { condition });
}

/** Prices by weekday; on Fridays two nights at least, in apartments always three; a day without arrivals, a weekend that is closed. */
async function setRates({ send }: HouseServer, house: FurnishedHouse): Promise<void> {
  const todate = dateOf(TODAY_OF_JUNE + 200);
  const items = ROOMS.flatMap(({ name, prices }) =>
    WEEKDAYS.map((weekday, place) => ({
      room_id: house.rooms[name],
      date: TODAY,
      todate,
      days: [weekday],
      price: prices[place],
      min_stay: name === 'Apartment' ? 3 : weekday === 'fri' ? 2 : 1,
    })),
  );
  const closed = { room_id: house.rooms['Apartment'], date: dateOf(19), todate: dateOf(21), stop_sell: true };
  const noArrival = { room_id: house.rooms['Double'], date: dateOf(20), closed_to_arrival: true };
  await send('POST', `/api/availability/${house.token}`, [...items, closed, noArrival]);
}

async function askQuestions(server: HouseServer, house: FurnishedHouse): Promise<void> {
  const asking = Object.values(house.stays).filter(({ special }) => special === 'asks');
  for (const [place, { orderId }] of asking.entries())
    await inTransaction({ ...server, house }, (tx) =>
      receiveMessage(tx, {
        reservationId: orderId,
        text: QUESTIONS[place]!,
        at: timeAt(TODAY_OF_JUNE, 9 + place, 12),
      }),
    );
}

function nightsOf(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, index) => from + index);
}

function priceOf(prices: readonly number[], day: number): number {
  return prices[Temporal.PlainDate.from(dateOf(day)).dayOfWeek - 1]!;
}
