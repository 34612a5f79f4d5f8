// The practice channel's end of its protocol (docs/channels/open_channel.md): reads what it is sent and writes its bookings. Pure.
import { type Fields, fieldsOf, listOf, numberOf, readJson, textOf } from '../channels/json.ts';
import { roundToMinor, toMajor } from '../model/money.ts';
import { parseDate } from '../model/night.ts';
import { externalRoomOf, hotelCodeOf, roomIdOf } from './channel.ts';

/** What a change says of a night; members that it does not carry are absent. */
export type ChangedNight = {
  room_id: number;
  date: string;
  available?: number;
  price_minor?: number;
  stop_sell?: boolean;
  closed_to_arrival?: boolean;
  closed_to_departure?: boolean;
  min_stay?: number;
  /** 0 = any number of nights */
  max_stay?: number;
};

/** The most nights of one change, as innwire never sends more. */
const MAX_NIGHTS = 1_100;

/** Reads the changes of a notification, night by night: later ones of a night overwrite earlier ones. Null = it cannot be read. */
export function readChanges(body: string, currency: string): ChangedNight[] | null {
  const notification = fieldsOf(listOf(fieldsOf(readJson(body))['data'])[0]);
  const { changes } = fieldsOf(notification['attributes']);
  if (!Array.isArray(changes)) return null;
  const nights = new Map<string, ChangedNight>();
  for (const change of changes) {
    const attributes = fieldsOf(fieldsOf(change)['attributes']);
    const roomId = roomIdOf(textOf(attributes['room_type_id']));
    const [from, to] = ['date_from', 'date_to'].map((name) => parseDate(textOf(attributes[name]) ?? ''));
    if (roomId === null || !from || !to || from.until(to).days > MAX_NIGHTS) return null;
    const values = valuesOf(attributes, currency);
    for (let date = from; Temporal.PlainDate.compare(date, to) <= 0; date = date.add({ days: 1 })) {
      const key = `${roomId}/${date}`;
      nights.set(key, { ...nights.get(key), ...values, room_id: roomId, date: date.toString() });
    }
  }
  return [...nights.values()];
}

/** The members of a change, by the columns of the practice channel's nights. */
const NUMBERS = { availability: 'available', min_stay_arrival: 'min_stay', max_stay: 'max_stay' } as const;
const FLAGS = ['stop_sell', 'closed_to_arrival', 'closed_to_departure'] as const;

function valuesOf(attributes: Fields, currency: string): Partial<ChangedNight> {
  const values: Partial<ChangedNight> = {};
  for (const [name, column] of Object.entries(NUMBERS)) {
    const value = numberOf(attributes[name]);
    if (value !== null) values[column as 'available'] = value;
  }
  for (const name of FLAGS) if (typeof attributes[name] === 'boolean') values[name] = attributes[name];
  const price = roundToMinor(textOf(fieldsOf(listOf(attributes['rates'])[0])['rate']) ?? '', currency);
  if (price !== null) values.price_minor = price;
  return values;
}

/** Writes the rooms that the practice channel has for a property. */
export function writeMapping(
  rooms: readonly { roomId: number; name: string; capacity: number }[],
  currency: string,
): object {
  const types = rooms.map(({ roomId, name, capacity }) => ({
    id: externalRoomOf(roomId),
    title: name,
    rate_plans: [
      {
        id: 'practice',
        title: 'Practice',
        sell_mode: 'per_room',
        max_persons: capacity,
        currency,
        read_only: false,
      },
    ],
  }));
  return { data: { type: 'mapping_details', attributes: { room_types: types } } };
}

/** A stay that the practice channel has sold. Nights with their prices in minor units. */
type PracticeSale = {
  reference: string;
  guest: string;
  roomId: number;
  adults: number;
  checkin: Temporal.PlainDate;
  checkout: Temporal.PlainDate;
  nights: readonly { date: string; priceMinor: number }[];
};

/** Writes the booking of a sale. */
export function writeBooking(
  sale: PracticeSale,
  { hotelId, currency }: { hotelId: number; currency: string },
): object {
  const [name, surname] = [sale.guest.split(' ')[0], sale.guest.split(' ').slice(1).join(' ')];
  const days = sale.nights.map(({ date, priceMinor }) => ({
    date,
    price: String(toMajor(priceMinor, currency)),
  }));
  return {
    booking: {
      status: 'new',
      hotel_code: hotelCodeOf(hotelId),
      reservation_id: sale.reference,
      revision: '1',
      arrival_date: sale.checkin.toString(),
      departure_date: sale.checkout.toString(),
      currency,
      customer: { name, surname },
      notes: 'A booking of the practice channel: nobody is coming.',
      rooms: [
        {
          index: 0,
          room_type_code: externalRoomOf(sale.roomId),
          occupancy: { adults: sale.adults, children: 0, infants: 0 },
          days,
        },
      ],
    },
  };
}

/** Writes the cancellation of an order. */
export function writeCancellation(reference: string, hotelId: number): object {
  return {
    booking: {
      status: 'cancelled',
      hotel_code: hotelCodeOf(hotelId),
      reservation_id: reference,
      revision: 'cancelled',
    },
  };
}
