// Setup of a property through Channex's API: property, room types, rate plans, applications and Booking CRS.
//
// Sources: docs.channex.io, "Properties Collection", "Room Types Collection", "Rate Plans Collection",
// "Applications API", "Booking CRS API". The title of a rate plan must be unique within the property; the
// message of that refusal was seen on staging.
import { addDays } from '../dates.ts';
import type { Hotel } from '../hotel.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import { type Channex, failure, notFound, OFFLINE, success, validation } from './context.ts';
import { type MakeRoute, propertyAttributes, rateAttributes, related, roomAttributes } from './listing.ts';

type Given = Record<string, unknown>;

export function setupRoutes(route: MakeRoute): Route[] {
  return [
    route('GET', '/properties/:id', 'mapping', (context, request, account) => {
      const hotel = own(context, request.params['id'], account);
      return hotel ? one('property', propertyAttributes(context, hotel)) : notFound();
    }),
    route('POST', '/properties', 'setup', makeProperty),
    route('DELETE', '/properties/:id', 'setup', removeProperty),
    route('POST', '/room_types', 'setup', makeRoomType),
    route('POST', '/rate_plans', 'setup', makeRatePlan),
    route('POST', '/applications/install', 'setup', install),
    route('POST', '/bookings', 'setup', enterBooking),
    route('PUT', '/bookings/:id', 'setup', changeBooking),
  ];
}

function makeProperty(context: Channex, request: Incoming, account: string): OtaResponse {
  const given = wrapped(request, 'property');
  const wrong = blank(given, ['title', 'currency']);
  if (wrong) return wrong;
  const hotel = context.core.hotels.add({
    name: String(given['title']),
    currency: String(given['currency']),
    account,
    rooms: [],
  });
  const settings = (given['settings'] ?? {}) as Given;
  const record = context.property(hotel.id);
  const type = settings['min_stay_type'];
  if (type === 'arrival' || type === 'through') record.minStayType = type;
  record.minPrice = amount(settings['min_price']);
  record.maxPrice = amount(settings['max_price']);
  const length = settings['state_length'] ?? record.stateLength;
  if (!Number.isInteger(length) || (length as number) < 100 || (length as number) > 730)
    return validation({ state_length: ['is invalid'] });
  record.stateLength = length as number;
  record.maxDayAdvance = (settings['max_day_advance'] as number | undefined) ?? null;
  record.cutOffTime = (settings['cut_off_time'] as string | undefined) ?? null;
  record.cutOffDays = (settings['cut_off_days'] as number | undefined) ?? null;
  return made('property', propertyAttributes(context, hotel));
}

/** Reads an amount: a text is in major units, a number in minor units. */
function amount(given: unknown): number | null {
  if (typeof given === 'string') return Number(given);
  return typeof given === 'number' ? given / 100 : null;
}

function removeProperty(context: Channex, request: Incoming, account: string): OtaResponse {
  const hotel = own(context, request.params['id'], account);
  if (!hotel) return notFound();
  context.core.hotels.remove(hotel.id);
  return { body: { meta: { message: 'Success' } } };
}

function makeRoomType(context: Channex, request: Incoming, account: string): OtaResponse {
  const given = wrapped(request, 'room_type');
  const hotel = own(context, given['property_id'], account);
  const wrong = blank(given, ['title', 'count_of_rooms', 'occ_adults', 'occ_children', 'occ_infants']);
  if (!hotel || wrong) return wrong ?? validation({ property_id: ['is invalid'] });
  const adults = Number(given['occ_adults']);
  if (!(Number(given['default_occupancy']) <= adults))
    return validation({ default_occupancy: ['must be less than or equal to occ_adults'] });
  const room = context.core.hotels.addRoom(hotel, {
    title: String(given['title']),
    maxPersons: adults,
    rates: [],
  });
  return made('room_type', roomAttributes(hotel, room));
}

function makeRatePlan(context: Channex, request: Incoming, account: string): OtaResponse {
  const given = wrapped(request, 'rate_plan');
  const hotel = own(context, given['property_id'], account);
  const wrong = blank(given, ['title', 'room_type_id', 'options']);
  if (!hotel || wrong) return wrong ?? validation({ property_id: ['is invalid'] });
  const room = hotel.rooms.find(({ id }) => id === given['room_type_id']);
  if (!room) return validation({ room_type_id: ['is invalid'] });
  const title = String(given['title']);
  if (hotel.rooms.some(({ rates }) => rates.some((rate) => rate.title === title)))
    return validation({ title: ['Duplication in Rate Plan title is not allowed!'] });
  const rate = context.core.hotels.addRate(hotel, room, { title });
  return made('rate_plan', rateAttributes(hotel, room, rate));
}

function install(context: Channex, request: Incoming, account: string): OtaResponse {
  const given = wrapped(request, 'application_installation');
  const hotel = own(context, given['property_id'], account);
  const code = given['application_code'];
  if (!hotel || typeof code !== 'string') return validation({ application_code: ["can't be blank"] });
  context.property(hotel.id).applications.add(code);
  return one('application_installation', {
    id: context.core.random.uuid(),
    property_id: hotel.id,
    application_code: code,
    is_active: true,
  });
}

async function enterBooking(context: Channex, request: Incoming, account: string): Promise<OtaResponse> {
  const given = wrapped(request, 'booking');
  const hotel = own(context, given['property_id'], account);
  if (!hotel || !context.property(hotel.id).applications.has('booking_crs'))
    return failure(403, 'forbidden', 'Forbidden');
  const stays = staysOf(hotel, given);
  if (!stays) return validation({ rooms: ['is invalid'] });
  const reservation = await context.crs.sell({
    hotel: hotel.id,
    rooms: stays,
    seller: OFFLINE.name,
    reference: String(given['ota_reservation_code'] ?? context.core.random.digits(6)),
    guest: guestOf(given),
    notes: String(given['notes'] ?? ''),
    force: true,
  });
  return entered(context, reservation.reference, 'new');
}

async function changeBooking(context: Channex, request: Incoming, account: string): Promise<OtaResponse> {
  const known = context.ofBooking(request.params['id']);
  const hotel = own(context, known?.hotel, account);
  if (!known || !hotel) return notFound();
  if (!context.property(hotel.id).applications.has('booking_crs'))
    return failure(403, 'forbidden', 'Forbidden');
  const given = wrapped(request, 'booking');
  if (given['status'] === 'cancelled') {
    await context.crs.cancel(known.reference);
    return entered(context, known.reference, 'cancelled');
  }
  const [stay] = staysOf(hotel, given) ?? [];
  if (!stay) return validation({ rooms: ['is invalid'] });
  await context.crs.modify(known.reference, { ...stay, guest: guestOf(given), force: true });
  return entered(context, known.reference, 'modified');
}

function entered(context: Channex, reference: string, status: string): OtaResponse {
  const id = context.bookingId(reference);
  const revision = context.core.book.find(reference)!.revisions.at(-1)!;
  return one('booking', {
    id,
    booking_id: id,
    status,
    unique_id: `${OFFLINE.prefix}-${reference}`,
    revision_id: revision.id,
  });
}

/** Reads the stays of a booking; the nights of a room are the dates of its prices. */
function staysOf(hotel: Hotel, given: Given) {
  const rooms = Array.isArray(given['rooms']) ? (given['rooms'] as Given[]) : [];
  const stays = rooms.map((room) => {
    const prices = (room['days'] ?? {}) as Record<string, string>;
    const dates = Object.keys(prices).sort();
    const type = hotel.rooms.find(({ id }) => id === room['room_type_id']);
    const rate = type?.rates.find(({ id }) => id === room['rate_plan_id']);
    if (!type || !rate || dates.length === 0) return undefined;
    const { adults = 1, children = 0 } = (room['occupancy'] ?? {}) as Record<string, number>;
    return {
      room: type.id,
      rate: rate.id,
      arrival: dates[0]!,
      departure: addDays(dates.at(-1)!, 1),
      price: Number(prices[dates[0]!]),
      adults,
      children,
    };
  });
  return stays.length === 0 || stays.some((stay) => !stay) ? undefined : stays.map((stay) => stay!);
}

function guestOf(given: Given) {
  const { name, surname, mail, phone } = (given['customer'] ?? {}) as Record<string, string | undefined>;
  return {
    ...(name !== undefined && { givenName: name }),
    ...(surname !== undefined && { surname }),
    ...(mail !== undefined && { email: mail }),
    ...(phone !== undefined && { phone }),
  };
}

function own(context: Channex, id: unknown, account: string): Hotel | undefined {
  const hotel = context.core.hotels.find(typeof id === 'string' ? id : undefined);
  return hotel?.account === account ? hotel : undefined;
}

function wrapped(request: Incoming, name: string): Given {
  return (json(request.body)?.[name] ?? {}) as Given;
}

function blank(given: Given, names: readonly string[]): OtaResponse | undefined {
  const missing = names.filter((name) => given[name] === undefined || given[name] === '');
  return missing.length > 0
    ? validation(Object.fromEntries(missing.map((name) => [name, ["can't be blank"]])))
    : undefined;
}

function one(type: string, attributes: Given): OtaResponse {
  return success({ type, id: attributes['id'], attributes, relationships: related(attributes) });
}

function made(type: string, attributes: Given): OtaResponse {
  return { ...one(type, attributes), status: 201 };
}
