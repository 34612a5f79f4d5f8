// The live feed of Channex as far as it holds requests of Airbnb's guests that wait for an answer: their events, the answers, and what follows.
//
// Source: docs.channex.io, "Manage a Booking Requests". Assumed: the order of members, and that the webhook of an event has no more in it than
// those of other records.
import { inventPerson, type Person } from '../../sample-people/people.ts';
import { addDays } from '../dates.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import { type Channex, failure, notFound, ordered, pageOf, success, validation } from './context.ts';
import type { MakeRoute } from './listing.ts';

type Resolution = Record<string, unknown>;

type LiveFeedEvent = {
  id: string;
  event: 'reservation_request' | 'alteration_request' | 'inquiry';
  hotel: string;
  at: string;
  payload: Record<string, unknown>;
  resolved: boolean;
  resolution: Resolution | null;
  /** makes what was accepted: the booking, or its change */
  accept?(): Promise<unknown>;
};

type RequestedStay = {
  hotel: string;
  room: string;
  rate: string;
  arrival: string;
  nights?: number;
  guest?: Partial<Person>;
  adults?: number;
  children?: number;
  /** of all nights */
  amount?: number;
};

export type LiveFeedActions = {
  /** A guest of Airbnb asks to book; returns the id of the event. If it is accepted, the booking is sold. */
  requestBooking(stay: RequestedStay): Promise<string>;
  /** A guest asks to change a booking; returns the id of the event. */
  requestAlteration(
    reference: string,
    change: { arrival?: string; nights?: number; amount?: number },
  ): Promise<string>;
  /** A guest asks about a stay without booking it; returns the id of the event. */
  askAbout(stay: RequestedStay): Promise<string>;
  /** The guest gives up: the event is resolved without an answer. No webhook says so. */
  withdraw(id: string): void;
  /** what was answered to an event; null = nothing */
  answerTo(id: string): Resolution | null;
};

type Parts = {
  context: Channex;
  send(hotel: string, event: string): void;
};

/** Hours after which Airbnb gives up a request. */
const HOURS = 24;

export function createLiveFeed({ context, send }: Parts): {
  routes(route: MakeRoute): Route[];
  actions: LiveFeedActions;
} {
  const { core } = context;
  const events: LiveFeedEvent[] = [];
  // Separate: sales must not depend on what is asked.
  const random = core.random.branch('live feed');
  const add = (event: Omit<LiveFeedEvent, 'id' | 'at' | 'resolved' | 'resolution'>): string => {
    const id = random.uuid();
    events.push({ ...event, id, at: core.stamp(), resolved: false, resolution: null });
    send(event.hotel, event.event);
    return id;
  };
  const find = (id: string | undefined, account?: string): LiveFeedEvent | undefined => {
    const event = events.find((one) => one.id === id);
    const isOwn = event && (account === undefined || core.hotels.find(event.hotel)?.account === account);
    return isOwn ? event : undefined;
  };
  const handlers: Record<'list' | 'one' | 'resolve', Parameters<MakeRoute>[3]> = {
    list: (_context, request, account) => {
      const [hotel, kind] = ['filter[property_id]', 'filter[event]'].map((name) => request.query.get(name));
      const found = events
        .filter((one) => core.hotels.find(one.hotel)?.account === account)
        .filter((one) => (hotel === null || one.hotel === hotel) && (kind === null || one.event === kind));
      const all = ordered(found, request.query, {
        fields: { inserted_at: ({ at }) => at },
        usual: 'inserted_at',
      });
      if (!Array.isArray(all)) return all;
      const { page, meta } = pageOf(all, request.query);
      request.counted(page.length);
      return success(page.map(written), meta);
    },
    one: (_context, request, account) => {
      const event = find(request.params['id'], account);
      return event ? success(written(event)) : notFound();
    },
    resolve: (_context, request, account) => {
      const event = find(request.params['id'], account);
      return event ? resolve(event, request) : notFound();
    },
  };
  return {
    routes: (route) => [
      route('GET', '/live_feed', 'live_feed', handlers.list),
      route('GET', '/live_feed/:id', 'live_feed', handlers.one),
      route('POST', '/live_feed/:id/resolve', 'resolve', handlers.resolve),
    ],
    actions: { ...requests({ context, add, random }), ...inspection(find) },
  };
}

function inspection(
  find: (id: string) => LiveFeedEvent | undefined,
): Pick<LiveFeedActions, 'withdraw' | 'answerTo'> {
  const known = (id: string): LiveFeedEvent => {
    const event = find(id);
    if (!event) throw new Error(`there is no event ${id}`);
    return event;
  };
  return {
    withdraw: (id) => {
      known(id).resolved = true;
    },
    answerTo: (id) => known(id).resolution,
  };
}

type Adding = {
  context: Channex;
  add(event: Omit<LiveFeedEvent, 'id' | 'at' | 'resolved' | 'resolution'>): string;
  random: Parameters<typeof inventPerson>[0] & { uuid(): string; letters(count: number): string };
};

function requests({
  context,
  add,
  random,
}: Adding): Pick<LiveFeedActions, 'requestBooking' | 'requestAlteration' | 'askAbout'> {
  const { core } = context;
  return {
    requestBooking: async ({ hotel, room, rate, arrival, nights = 2, amount = 200, ...more }) => {
      const guest = { ...inventPerson(random), ...more.guest };
      const reference = `HM${random.letters(8)}`;
      const stay = { room, rate, arrival, departure: addDays(arrival, nights) };
      const { adults = 2, children = 0 } = more;
      const { currency } = core.hotels.find(hotel)!;
      const bms = booking({ ...stay, hotel, guest, reference, adults, children, amount, currency });
      const accept = () =>
        context.crs.sell({
          ...stay,
          hotel,
          guest,
          reference,
          adults,
          children,
          seller: 'Airbnb',
          price: amount / nights,
        });
      return add({
        event: 'reservation_request',
        hotel,
        payload: { bms, message_thread_id: random.uuid() },
        accept,
      });
    },
    requestAlteration: async (reference, { arrival, nights, amount = 300 }) => {
      const known = core.book.find(reference);
      const before = known?.stays[0];
      if (!known || !before) throw new Error(`there is no reservation ${reference}`);
      const first = arrival ?? before.arrival;
      const departure = nights === undefined ? before.departure : addDays(first, nights);
      const { room, rate, adults, children } = before;
      const stay = { room, rate, arrival: first, departure };
      const bms = {
        ...booking({ ...known, ...stay, reference, adults, children, amount }),
        booking_id: context.bookingId(reference),
      };
      const accept = () => context.crs.modify(reference, { arrival: first, departure, force: true });
      return add({ event: 'alteration_request', hotel: known.hotel, payload: { bms }, accept });
    },
    askAbout: async (stay) => {
      const guest = { ...inventPerson(random), ...stay.guest };
      const details = questionAbout({ ...stay, guest }, core);
      const payload = { booking_details: details, status: 'pending', message_thread_id: random.uuid() };
      return add({ event: 'inquiry', hotel: stay.hotel, payload });
    },
  };
}

function questionAbout(
  { hotel, room, arrival, nights = 2, amount = 200, ...more }: RequestedStay & { guest: Person },
  { hotels, now }: Channex['core'],
): Record<string, unknown> {
  return {
    listing_id: '1234567',
    checkin_date: arrival,
    checkout_date: addDays(arrival, nights),
    nights,
    currency: hotels.find(hotel)!.currency,
    guest_name: `${more.guest.givenName} ${more.guest.surname}`,
    property_id: hotel,
    room_type_id: room,
    number_of_adults: more.adults ?? 2,
    number_of_children: more.children ?? 0,
    number_of_infants: 0,
    number_of_pets: 0,
    expected_payout_amount_accurate: amount.toFixed(2),
    non_response_at: new Date(now() + HOURS * 3_600_000).toISOString(),
  };
}

type WrittenStay = {
  hotel: string;
  room: string;
  rate: string;
  arrival: string;
  departure: string;
  guest: Person;
  reference: string;
  adults: number;
  children: number;
  amount: number;
  currency: string;
};

function booking(stay: WrittenStay): Record<string, unknown> {
  const occupancy = { adults: stay.adults, children: stay.children, infants: 0 };
  return {
    property_id: stay.hotel,
    ota_name: 'Airbnb',
    ota_reservation_code: stay.reference,
    arrival_date: stay.arrival,
    departure_date: stay.departure,
    amount: stay.amount.toFixed(2),
    currency: stay.currency,
    occupancy,
    customer: { name: stay.guest.givenName, surname: stay.guest.surname },
    rooms: [
      {
        checkin_date: stay.arrival,
        checkout_date: stay.departure,
        room_type_id: stay.room,
        rate_plan_id: stay.rate,
        amount: stay.amount.toFixed(2),
        occupancy,
      },
    ],
  };
}

function written({
  id,
  event,
  hotel,
  at,
  payload,
  resolved,
  resolution,
}: LiveFeedEvent): Record<string, unknown> {
  return {
    type: 'live_feed_event',
    id,
    attributes: {
      id,
      event,
      property_id: hotel,
      inserted_at: at,
      payload: { ...payload, resolved, ...(resolution && { resolution }) },
    },
  };
}

/** Answers an event; one that is resolved already stays as it is. */
async function resolve(event: LiveFeedEvent, request: Incoming): Promise<OtaResponse> {
  const resolution = json(request.body)?.['resolution'] as Resolution | undefined;
  if (!resolution) return failure(422, 'bad_request', 'Bad Request');
  const wrong = faultOf(event, resolution);
  if (wrong) return validation(wrong);
  if (event.resolved) return success(written(event));
  event.resolved = true;
  event.resolution = resolution;
  const { accept } = resolution;
  if (accept === true || accept === 'accept') await event.accept?.();
  return success(written(event));
}

const REASONS = [
  'dates_not_available',
  'not_a_good_fit',
  'waiting_for_better_reservation',
  'not_comfortable',
];

function faultOf({ event }: LiveFeedEvent, { accept, type, reason, total_price: total }: Resolution) {
  if (event === 'inquiry') {
    if (type === 'preapproval') return null;
    if (type !== 'special_offer') return { type: ['is invalid'] };
    return Number.isInteger(total) ? null : { total_price: ['must be an integer'] };
  }
  if (event === 'alteration_request')
    return ['accept', 'decline', 'cancel'].includes(String(accept)) ? null : { accept: ['is invalid'] };
  if (typeof accept !== 'boolean') return { accept: ['is invalid'] };
  return reason === undefined || REASONS.includes(String(reason)) ? null : { reason: ['is invalid'] };
}
