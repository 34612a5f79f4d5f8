// The steps from which histories are generated: what may happen to a property and its channels, in any order.
import fc from 'fast-check';
import type { FaultKind } from '../../simulator/faults.ts';
import { CHANNELS, type Channel } from '../harness/channel-environment.ts';

export const DAYS = 30;

/** Channels that send orders, and those that send travellers' changes. Vrbo sends these by e-mail only. */
const SELLERS: readonly Channel[] = CHANNELS;
const CHANGERS = SELLERS.filter((channel) => channel !== 'vrbo');
/** Channels with messages in both directions. */
const CHATTERS = CHANGERS;

/** Faults that pass by themselves; those that people must resolve have tests of their own. */
const FAULTS: FaultKind[] = [
  'rate_limited',
  'server_error',
  'slow',
  'time_out_after',
  'cut_before',
  'cut_after',
  'truncated',
  'garbage',
  'firewall_page',
  'slow_read',
  'lost_acknowledgement',
  'duplicate',
  'reorder',
];

/** Members of a booking that people here and OTAs correct. */
const CORRECTED = ['name', 'phone', 'email', 'arrival_time'] as const;
export type Corrected = (typeof CORRECTED)[number];

const stay = {
  room: fc.nat(1),
  from: fc.integer({ min: 1, max: DAYS - 6 }),
  nights: fc.integer({ min: 1, max: 4 }),
};
const which = fc.nat(20);
const seller = fc.constantFrom(...SELLERS);
const changer = fc.constantFrom(...CHANGERS);
const chatter = fc.constantFrom(...CHATTERS);
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2, nil: undefined });

function kind<K extends string, R extends object>(
  weight: number,
  name: K,
  rest: { [N in keyof R]: fc.Arbitrary<R[N]> },
) {
  return {
    weight,
    arbitrary: fc.record({ kind: fc.constant(name), ...rest }) as fc.Arbitrary<{ kind: K } & R>,
  };
}

const step = fc.oneof(
  { withCrossShrink: true },
  kind(4, 'book', stay),
  kind(2, 'cancel', { which }),
  kind(1, 'move', { which, ...stay }),
  // people here cancel a booking sold by an OTA
  kind(3, 'cancel theirs', { which }),
  kind(3, 'set', {
    ...stay,
    price: fc.integer({ min: 5_000, max: 30_000 }).map((cents) => cents / 100),
    stop_sell: sometimes(fc.boolean()),
    min_stay: sometimes(fc.integer({ min: 1, max: 4 })),
    max_stay: sometimes(fc.constantFrom(4, 7, 14, null)),
    closed_to_arrival: sometimes(fc.boolean()),
    closed_to_departure: sometimes(fc.boolean()),
    available: fc.option(fc.nat(2), { freq: 5, nil: undefined }),
  }),
  kind(6, 'sell', {
    channel: seller,
    force: fc.boolean(),
    ...stay,
    // a second room in the same order, if the OTA sells several
    second: fc.option(fc.record(stay), { freq: 5, nil: undefined }),
  }),
  kind(2, 'ota cancels', { channel: changer, which }),
  kind(3, 'ota modifies', { channel: changer, which, ...stay }),
  // people here let a guest come earlier or stay longer than the OTA knows
  kind(3, 'house prolongs', { which, before: fc.nat(2), after: fc.integer({ min: 1, max: 3 }) }),
  // either side corrects a member of a booking
  kind(3, 'house corrects', { which, member: fc.constantFrom(...CORRECTED) }),
  kind(3, 'ota corrects', { channel: changer, which, member: fc.constantFrom(...CORRECTED) }),
  kind(1, 'guest writes', { channel: chatter, which }),
  kind(1, 'we reply', { which }),
  kind(4, 'fault', {
    channel: seller,
    fault: fc.constantFrom(...FAULTS),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  kind(1, 'restart', { hard: fc.boolean() }),
  // longer than Channex and Booking.com keep orders in their queues
  kind(1, 'silence', { channel: seller, which, ...stay, cancels: fc.boolean() }),
  kind(2, 'wait', { ms: fc.integer({ min: 600, max: 18_000 }) }),
);

/** Channels that can list orders from before they were connected. */
const LISTING = ['booking_com', 'expedia', 'channex', 'airbnb'] as const satisfies readonly Channel[];

/** A booking from before the connection. `acknowledged`: by another system, so that it is in no queue. */
const earlierBooking = fc.record({
  channel: fc.constantFrom(...LISTING),
  ...stay,
  acknowledged: fc.boolean(),
  /** the booking was changed or cancelled before the connection; `acknowledged` includes that */
  change: fc.option(fc.oneof(fc.constant('cancelled' as const), fc.record(stay)), {
    freq: 3,
    nil: undefined,
  }),
});

export type EarlierBooking = typeof earlierBooking extends fc.Arbitrary<infer B> ? B : never;

export const earlierBookings = fc.array(earlierBooking, { maxLength: 3 });

export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
export type HistoryStay = { room: number; from: number; nights: number };

export const history = fc.array(step, { minLength: 8, maxLength: 24 });
