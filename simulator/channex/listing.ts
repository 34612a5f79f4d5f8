// Lists of properties, room types and rate plans at Channex, for mapping.

import type { Hotel, OtaRoom, Rate } from '../hotel.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { type Channex, pageOf, success } from './context.ts';

export type MakeRoute = (
  method: string,
  path: string,
  kind: string,
  handle: (context: Channex, request: Incoming, account: string) => OtaResponse | Promise<OtaResponse>,
) => Route;

type Attributes = Record<string, unknown>;

export function hotelRoutes(route: MakeRoute): Route[] {
  const list =
    (type: string, of: (context: Channex, hotel: Hotel) => Attributes[]) =>
    (context: Channex, request: Incoming, account: string) => {
      const property = request.query.get('filter[property_id]');
      const title = request.query.get('filter[title]');
      const hotels = context.core.hotels
        .all()
        .filter((hotel) => hotel.account === account && (property === null || hotel.id === property));
      const all = hotels
        .flatMap((hotel) => of(context, hotel))
        .filter((attributes) => title === null || attributes['title'] === title);
      // `/options` returns the whole list, without pages.
      const whole = request.path.endsWith('/options');
      const { page, meta } = whole ? { page: all, meta: {} } : pageOf(all, request.query);
      return success(
        page.map((attributes) => ({
          type,
          id: attributes['id'],
          attributes,
          relationships: related(attributes),
        })),
        meta,
      );
    };
  const listed = (path: string, handle: ReturnType<typeof list>): Route[] =>
    [path, `${path}/options`].map((one) => route('GET', one, 'mapping', handle));
  return [
    ...listed(
      '/properties',
      list('property', (context, hotel) => [propertyAttributes(context, hotel)]),
    ),
    ...listed(
      '/room_types',
      list('room_type', (_here, hotel) => hotel.rooms.map((room) => roomAttributes(hotel, room))),
    ),
    ...listed(
      '/rate_plans',
      list('rate_plan', (_here, hotel) =>
        hotel.rooms.flatMap((room) => room.rates.map((rate) => rateAttributes(hotel, room, rate))),
      ),
    ),
  ];
}

export function propertyAttributes(context: Channex, { id, name, currency }: Hotel): Attributes {
  const record = context.property(id);
  const { minStayType, minPrice, maxPrice } = record;
  return {
    id,
    title: name,
    currency,
    settings: {
      // A new booking always lowers the count; changes and cancellations alter it only when the property is
      // set so.
      allow_availability_autoupdate_on_confirmation: true,
      allow_availability_autoupdate_on_modification: false,
      allow_availability_autoupdate_on_cancellation: false,
      min_stay_type: minStayType,
      min_price: minPrice?.toFixed(2) ?? null,
      max_price: maxPrice?.toFixed(2) ?? null,
      state_length: record.stateLength,
      cut_off_time: record.cutOffTime,
      cut_off_days: record.cutOffDays,
      max_day_advance: record.maxDayAdvance,
    },
  };
}

export function roomAttributes(hotel: Hotel, { id, title, maxPersons }: OtaRoom): Attributes {
  return { id, title, occ_adults: maxPersons, property_id: hotel.id };
}

export function rateAttributes(
  hotel: Hotel,
  room: OtaRoom,
  { id, title, derived, sellMode }: Rate,
): Attributes {
  return {
    id,
    title,
    currency: hotel.currency,
    sell_mode: sellMode,
    rate_mode: derived ? 'derived' : 'manual',
    inherit_rate: derived,
    options: [{ occupancy: room.maxPersons, is_primary: true }],
    property_id: hotel.id,
    room_type_id: room.id,
  };
}

export function related({ property_id: property, room_type_id: room }: Attributes): Attributes {
  return {
    ...(property !== undefined && { property: { data: { type: 'property', id: property } } }),
    ...(room !== undefined && { room_type: { data: { type: 'room_type', id: room } } }),
  };
}
