// Listings at Airbnb: synchronization category, and settings that are stored and returned unchanged.
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import { listingOf } from './calendar.ts';
import { type Airbnb, invalid, notFound } from './context.ts';
import { idOf } from './reservations.ts';

type MakeRoute = (
  method: string,
  path: string,
  kind: string,
  handle: (context: Airbnb, request: Incoming, account: string) => OtaResponse,
) => Route;

const CATEGORIES = ['sync_all', 'sync_rates_and_availability', null];

export function listingRoutes(route: MakeRoute): Route[] {
  const kept = new Map<string, Record<string, unknown>>();
  const settings = (name: string): Route =>
    route('PUT', `/${name}/:listing`, 'settings', (context, request, account) => {
      const listing = listingOf(context, request.params['listing'], account);
      const given = json(request.body);
      if (!listing) return notFound('The listing');
      if (!given) return invalid('the body must be an object');
      kept.set(`${name} ${listing.room.id}`, given);
      return { body: { [name.replace(/s$/, '')]: given, metadata: {} } };
    });
  return [
    route('GET', '/listings', 'mapping', (context, request, account) => {
      const listings = context.core.hotels
        .all()
        .filter((hotel) => hotel.account === account)
        .flatMap((hotel) =>
          hotel.rooms.map(({ id, title, maxPersons }) => ({
            ...idOf('id', id),
            name: title,
            host_id: Number(hotel.id),
            person_capacity: maxPersons,
            listing_currency: hotel.currency,
            ...kept.get(`listing ${id}`),
          })),
        );
      request.counted(listings.length);
      return { body: { listings, metadata: {} } };
    }),
    route('PUT', '/listings/:listing', 'settings', (context, request, account) => {
      const listing = listingOf(context, request.params['listing'], account);
      const given = json(request.body);
      if (!listing) return notFound('The listing');
      const category = given?.['synchronization_category'];
      if (category !== undefined && !CATEGORIES.includes(category as string))
        return invalid('synchronization_category');
      kept.set(`listing ${listing.room.id}`, { ...kept.get(`listing ${listing.room.id}`), ...given });
      return { body: { listing: { ...idOf('id', listing.room.id), ...given }, metadata: {} } };
    }),
    settings('availability_rules'),
    settings('pricing_settings'),
    settings('booking_settings'),
  ];
}
