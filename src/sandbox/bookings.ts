// The bookings that are known at an hour: every order made until then, with its number, prices and guest.
import { inventPerson, type Person } from '../../sample-people/people.ts';
import type { StayDetails } from '../model/stay-details.ts';
import type { NewReservation } from '../pms/reservations/store.ts';
import type { Day, Moment, SampleDates } from './dates.ts';
import { FACTS, SAMPLE_PROPERTY, type SampleOta, type SampleUnit, SELLERS, UNITS } from './house.ts';
import { MAX_LEAD_DAYS, ordersOf, type SampleOrder } from './orders.ts';
import { randomFor } from './random.ts';
import { cityTaxOf, nightPrices, type RateCard, sum } from './rates.ts';
import { type Slot, segmentAt, slotsOf } from './timeline.ts';

export type Booking = SampleOrder & {
  reservationId: number;
  /** what is booked, as the operations of pms take it */
  stay: Omit<NewReservation, 'today' | 'conflict' | 'conflictKind' | 'nightPrices'> & { adults: number };
  guest: Person;
  /** cents, one for each booked night */
  prices: number[];
  cityTax: ReturnType<typeof cityTaxOf>;
  /** a problem during the stay, and the day on which the guest reported it */
  problem: { kind: StayProblem; day: Day } | null;
};

export type StayProblem = keyof typeof FACTS.problems;

/** A closure of a unit by the owner that has been decided. */
export type Closure = Slot & { decidedAt: Moment };

export type KnownBookings = ReturnType<typeof bookingsAt>;

/** How far back bookings are shown: about nine months, from the border of a segment on (see timeline.ts). */
export const PAST_DAYS = 274;

/** Returns the number of a unit's first segment that is shown; no stay crosses its border. */
export function firstShown(unit: Pick<SampleUnit, 'offset'>, today: Day): number {
  return segmentAt(unit, today - PAST_DAYS);
}

/** Returns the bookings and closures that are shown at an hour, by unit, then arrival. */
export function bookingsAt(card: RateCard, hour: Moment) {
  const today = card.dates.day(hour);
  const orders: SampleOrder[] = [];
  const shown: SampleOrder[] = [];
  const closures: Closure[] = [];
  for (const unit of UNITS) {
    // Reservation ids count the orders of each day, so older orders that were made on
    // the same days as shown ones are needed too.
    const earliest = segmentAt(unit, today - PAST_DAYS - MAX_LEAD_DAYS - MARGIN_DAYS);
    const last = segmentAt(unit, today + MAX_LEAD_DAYS);
    for (let segment = earliest; segment <= last; segment += 1) {
      const slots = slotsOf(card, unit, segment);
      const made = slots.flatMap((slot) => ordersOf(card, slot)).filter(({ bookedAt }) => bookedAt <= hour);
      orders.push(...made);
      if (segment < firstShown(unit, today)) continue;
      shown.push(...made);
      const closed = slots.filter(({ kind }) => kind === 'closed');
      closures.push(...closed.map((slot) => closureOf(card.dates, slot)));
    }
  }
  const numbers = numberOrders(card.dates, orders);
  const bookings = shown.map((order) => completed(card, order, numbers.get(order)!));
  return { bookings, closures: closures.filter(({ decidedAt }) => decidedAt <= hour) };
}

/** Upper limit of the distance between a stay and the border of its segment. */
const MARGIN_DAYS = 60;

/** Returns a slot's closure, which is entered some weeks ahead, in the morning. */
function closureOf(dates: SampleDates, slot: Slot): Closure {
  const random = randomFor('closure decided', slot.unit.unitId, slot.from);
  const decidedAt = dates.at(slot.from - random.between(40, 75), 10 * 60 + random.between(0, 90));
  return { ...slot, decidedAt };
}

/**
 * Gives orders their reservation ids. These rise with the time of booking and have gaps, like those of a
 * shared sequence: each day has more numbers than it ever needs.
 */
function numberOrders(dates: SampleDates, orders: readonly SampleOrder[]): Map<SampleOrder, number> {
  const inOrder = orders.toSorted((a, b) => a.bookedAt - b.bookedAt || a.unit.unitId - b.unit.unitId);
  const byDay = Map.groupBy(inOrder, ({ bookedAt }) => dates.day(bookedAt));
  const numbered = [...byDay].flatMap(([day, made]) =>
    made.map((order, rank): [SampleOrder, number] => {
      const gap = randomFor('number', day, rank).between(0, NUMBERS_AN_ORDER - 1);
      return [order, FIRST_NUMBER + ((day - FIRST_DAY) * ORDERS_A_DAY + rank) * NUMBERS_AN_ORDER + gap];
    }),
  );
  return new Map(numbered);
}

/** 2014-01-01, before the property opened. */
export const FIRST_DAY: Day = 16_071;
const FIRST_NUMBER = 10_001;
/** Upper limit of orders per day (usually two or three); a test checks it. */
export const ORDERS_A_DAY = 16;
const NUMBERS_AN_ORDER = 3;

function completed(card: RateCard, order: SampleOrder, reservationId: number): Booking {
  const { unit, channel, checkin, checkout } = order;
  const random = randomFor('guest', unit.unitId, checkin, order.variant);
  const guest = inventPerson(random);
  const prices = nightPrices(card, unit, order);
  const adults = adultsOf(order);
  const cityTax = cityTaxOf(order, adults);
  const withBaby = unit.capacity >= 3 && random.chance(0.08);
  const alias = random.text(6, '0123456789abcdef');
  const stay = {
    roomId: unit.roomId,
    channel,
    channelReference: referenceOf(order, reservationId),
    guestName: `${guest.givenName} ${guest.surname}`,
    // an alias at most OTAs, none at Airbnb
    guestEmail: filledIn(SELLERS[channel].email, { own: guest.email, alias }),
    guestPhone: random.chance(0.9) ? guest.phone : null,
    language: guest.language,
    country: guest.country,
    checkin: card.dates.date(checkin),
    checkout: card.dates.date(checkout),
    priceMinor: sum(prices),
    currency: SAMPLE_PROPERTY.currency,
    adults,
    // The sample's children are babies of unknown age.
    children: withBaby ? [null] : [],
  };
  const reported = channel === 'direct' ? {} : reportedMoney(channel, stay, cityTax.amountMinor);
  const invented = { guest, prices, cityTax, problem: problemOf(order) };
  return { ...order, reservationId, stay: { ...stay, ...reported }, ...invented };
}

/** Returns what the channel of an order reports about its money. */
function reportedMoney(
  channel: SampleOta,
  { checkin, priceMinor, adults }: { checkin: Temporal.PlainDate; priceMinor: number; adults: number },
  taxMinor: number,
): Pick<StayDetails, 'collectedBy' | 'virtualCard' | 'commissionMinor' | 'charges'> {
  const { commissionPercent, collects, payment } = SELLERS[channel];
  const tax = { kind: 'tax', description: 'City tax', amountMinor: taxMinor, quantity: adults } as const;
  const hasCard = payment.means[0]![1] === 'virtual_card';
  return {
    collectedBy: 'channel',
    virtualCard: hasCard ? { activeFrom: String(checkin), activeUntil: null, amountMinor: priceMinor } : null,
    commissionMinor: Math.round((priceMinor * commissionPercent) / 100),
    // A channel that collects the city tax pays it to the city.
    charges: collects === 'price' ? [{ ...tax, included: false, collectedBy: 'property' }] : null,
  };
}

/** Returns the order's reference at the channel, in that channel's format; unique per order. */
function referenceOf({ channel }: SampleOrder, reservationId: number): string | null {
  // Multiplying by a number coprime to the modulus gives each order a different value that looks random.
  const digits = String((reservationId * 314_159_269) % 1_000_000_000).padStart(9, '0');
  const letters = ((reservationId * 67_867_979) % 36 ** 6).toString(36).padStart(6, '0').toUpperCase();
  const more = randomFor('reference', reservationId).letters(2);
  return filledIn(SELLERS[channel].reference, { digits, letters, more });
}

/** Replaces {names} by their values; null stays null. */
export function filledIn(template: string | null, values: Record<string, string>): string | null {
  return template?.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!) ?? null;
}

/** Returns how many adults come, by the capacity of the room. */
function adultsOf({ unit, checkin, variant }: SampleOrder): number {
  const { capacity, unitId } = unit;
  const usual = Object.entries(FACTS.adults).filter(
    ([size]) => Number(size) <= capacity && (capacity < 5 || Number(size) >= capacity / 2 - 1),
  );
  return Number(randomFor('party', unitId, checkin, variant).weighted(Object.fromEntries(usual)));
}

function problemOf({ unit, checkin, checkout, end }: SampleOrder): Booking['problem'] {
  const nights = checkout - checkin;
  const random = randomFor('trouble', unit.unitId, checkin);
  if (end.kind !== 'stays' || nights < 2 || !random.chance(unit.monthly ? 0.2 : 0.07)) return null;
  const kind = random.weighted({ hotWater: 3, wifi: 3, noise: 4 });
  return { kind, day: checkin + random.between(1, Math.min(nights - 1, 6)) };
}
