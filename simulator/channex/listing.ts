// What is listed at Channex: properties, room types and rate plans, by which others map them.
import type { Answer, Incoming, Route } from '../exchange.ts';
import type { Hotel } from '../hotel.ts';
import { type Channex, pageOf, success } from './here.ts';

type MakeRoute = (
  method: string,
  path: string,
  kind: string,
  handle: (here: Channex, request: Incoming, account: string) => Answer,
) => Route;

export function hotelRoutes(route: MakeRoute): Route[] {
  const list =
    (type: string, of: (hotel: Hotel) => Record<string, unknown>[]) =>
    (here: Channex, request: Incoming, account: string) => {
      const property = request.query.get('filter[property_id]');
      const hotels = here.core.hotels
        .all()
        .filter((hotel) => hotel.account === account && (property === null || hotel.id === property));
      const { page, meta } = pageOf(hotels.flatMap(of), request.query);
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
  return [
    route(
      'GET',
      '/properties',
      'mapping',
      list('property', ({ id, name, currency }) => [{ id, title: name, currency }]),
    ),
    route(
      'GET',
      '/room_types',
      'mapping',
      list('room_type', (hotel) =>
        hotel.rooms.map(({ id, title, maxPersons }) => ({
          id,
          title,
          occ_adults: maxPersons,
          property_id: hotel.id,
        })),
      ),
    ),
    route(
      'GET',
      '/rate_plans',
      'mapping',
      list('rate_plan', (hotel) =>
        hotel.rooms.flatMap((room) =>
          room.rates.map(({ id, title }) => ({
            id,
            title,
            currency: hotel.currency,
            sell_mode: 'per_room',
            options: [{ occupancy: room.maxPersons, is_primary: true }],
            property_id: hotel.id,
            room_type_id: room.id,
          })),
        ),
      ),
    ),
  ];
}

function related({
  property_id: property,
  room_type_id: room,
}: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(property !== undefined && { property: { data: { type: 'property', id: property } } }),
    ...(room !== undefined && { room_type: { data: { type: 'room_type', id: room } } }),
  };
}
