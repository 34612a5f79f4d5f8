// The bookings that are known at an hour: every order made until then, with its number, prices and guest.
import { inventPerson, type Person } from '../../sample-people/people.ts';
import type { Random } from '../../sample-people/random.ts';
import type { Reservation } from '../model/reservation.ts';
import type { StayDetails } from '../model/stay-details.ts';
import type { NewReservation } from '../pms/reservations/store.ts';
import type { Day, Moment, SampleDates } from './dates.ts';
import { doubleSales } from './double-sales.ts';
import { FACTS, SAMPLE_PROPERTY, type SampleOta, type SampleUnit, SELLERS } from './house.ts';
import { type LateAnswer, lateAnswers } from './late-answers.ts';
import { MAX_LEAD_DAYS, ordersOf, type SampleOrder } from './orders.ts';
import { randomFor } from './random.ts';
import { cityTaxOf, nightPrices, type RateCard, sum } from './rates.ts';
import { type Slot, segmentAt, slotsOf } from './timeline.ts';

export type Booking = SampleOrder & {
  reservationId: number;
  /** the number of the first booking of its group; null = made alone */
  groupId: number | null;
  /** what is booked, as the operations of pms take it */
  stay: Omit<NewReservation, 'today' | 'conflict' | 'conflictKind' | 'nightPrices'> &
    Pick<Reservation, 'connection' | 'orderReference'> & { adults: number };
  guest: Person;
  /** cents, one for each booked night */
  prices: number[];
  cityTax: ReturnType<typeof cityTaxOf>;
  /** null = the guest is answered as usual */
  lateAnswer: LateAnswer | null;
  /** a problem during the stay, and the day on which the guest reported it */
  problem: { kind: StayProblem; day: Day } | null;
};

export type StayProblem = keyof typeof FACTS.problems;

/** A closure of a unit by the owner that has been decided. */
export type Closure = Slot & { decidedAt: Moment };

export type KnownBookings = ReturnType<typeof bookingsAt>;

/** How far back bookings are shown: about nine months, from the border of a segment on (see timeline.ts). */
export const PAST_DAYS = 274;
/**
 * The same for the guesthouse, which has most of the bookings: the log of last month is complete, and the start of
 * innwire stays quick.
 */
const HOTEL_PAST_DAYS = 80;

/** Returns how many days back the bookings of a unit are shown. */
export function pastDaysOf({ hotel }: Pick<SampleUnit, 'hotel'>): number {
  return hotel ? HOTEL_PAST_DAYS : PAST_DAYS;
}

/** Returns the number of a unit's first segment that is shown; no stay crosses its border. */
export function firstShown(unit: Pick<SampleUnit, 'offset' | 'hotel'>, today: Day): number {
  return segmentAt(unit, today - pastDaysOf(unit));
}

/** Returns the bookings and closures of units that are shown at an hour, by unit, then arrival. */
export function bookingsAt(card: RateCard, hour: Moment, units: readonly SampleUnit[]) {
  const today = card.dates.day(hour);
  const orders: SampleOrder[] = [];
  const shown: SampleOrder[] = [];
  const closures: Closure[] = [];
  /** of the guesthouse, that nobody books at any time */
  const gaps: Slot[] = [];
  for (const unit of units) {
    // Reservation ids count the orders of each day, so older orders that were made on
    // the same days as shown ones are needed too.
    const earliest = segmentAt(unit, today - PAST_DAYS - MAX_LEAD_DAYS - MARGIN_DAYS);
    const last = segmentAt(unit, today + MAX_LEAD_DAYS);
    for (let segment = earliest; segment <= last; segment += 1) {
      const slots = slotsOf(card, unit, segment);
      const ordersOfSlots = slots.map((slot, i) => ordersOf(card, slot, slots[i + 1]?.kind === 'gap'));
      if (unit.hotel)
        gaps.push(...slots.filter(({ kind }, i) => kind === 'gap' && ordersOfSlots[i]!.length === 0));
      const made = ordersOfSlots.flat().filter(({ bookedAt }) => bookedAt <= hour);
      orders.push(...made);
      if (segment < firstShown(unit, today)) continue;
      shown.push(...made);
      const closed = slots.filter(({ kind }) => kind === 'closed');
      closures.push(...closed.map((slot) => closureOf(card.dates, slot)));
    }
  }
  const firstDay = today - PAST_DAYS - MAX_LEAD_DAYS - MARGIN_DAYS;
  const isShown = new Set(shown);
  for (const { order, sold } of doubleSales(card, orders, { from: firstDay, hour })) {
    orders.push(order);
    if (isShown.has(sold)) shown.push(order);
  }
  const numbers = numberOrders(card.dates, orders);
  const late = lateAnswers(card.dates, orders);
  const members = Map.groupBy(orders.filter(isOfGroup), ({ bookedAt }) => bookedAt);
  const bookings = shown.flatMap((order) => {
    const group = isOfGroup(order) ? members.get(order.bookedAt)! : [];
    // A group disappears as a whole: the units' segments begin on different days.
    if (!group.every((one) => isShown.has(one))) return [];
    const groupId = group.length > 0 ? Math.min(...group.map((one) => numbers.get(one)!)) : null;
    const lateAnswer = late.get(order) ?? null;
    return { ...completed(card, order, { reservationId: numbers.get(order)!, groupId }), lateAnswer };
  });
  return { bookings, gaps, closures: closures.filter(({ decidedAt }) => decidedAt <= hour) };
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
  const numbered = [...byDay].flatMap(([day, made]) => {
    const members = made.filter(isOfGroup);
    return made.map((order, rank): [SampleOrder, number] => {
      // The bookings of a group, which are made at one moment, have consecutive numbers: those of its first order.
      const place = members.indexOf(order);
      const gap = place >= 0 ? place : randomFor('number', day, rank).between(0, NUMBERS_AN_ORDER - 1);
      const first = rank - Math.max(0, place);
      return [order, FIRST_NUMBER + ((day - FIRST_DAY) * ORDERS_A_DAY + first) * NUMBERS_AN_ORDER + gap];
    });
  });
  return new Map(numbered);
}

/** Returns whether an order is one of a group; on a day one group books at most. */
function isOfGroup({ situation }: SampleOrder): boolean {
  return situation?.kind === 'group';
}

/** 2014-01-01, before the property opened. */
export const FIRST_DAY: Day = 16_071;
const FIRST_NUMBER = 10_001;
/** Upper limit of orders per day (usually some fifteen); a test checks it. */
export const ORDERS_A_DAY = 64;
/** Also the rooms of a group. */
const NUMBERS_AN_ORDER = 3;

function completed(
  card: RateCard,
  order: SampleOrder,
  ids: Pick<Booking, 'reservationId' | 'groupId'>,
): Omit<Booking, 'lateAnswer'> {
  const { unit, channel, checkin, checkout } = order;
  const { reservationId, groupId } = ids;
  // Who books for a group is the guest of all its bookings.
  const random = groupId
    ? randomFor('guest of group', groupId)
    : randomFor('guest', unit.unitId, checkin, order.variant);
  const guest = guestOf(order, random);
  const prices = nightPrices(card, unit, order);
  const adults = adultsOf(order);
  const cityTax = cityTaxOf(order, adults);
  const withBaby = unit.capacity >= 3 && !groupId && random.chance(0.08);
  const alias = random.text(6, '0123456789abcdef');
  const stay = {
    roomId: unit.roomId,
    channel,
    channelReference: referenceOf(order, reservationId),
    connection: channel === 'direct' ? null : channel,
    orderReference: referenceOf(order, reservationId),
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
  return { ...order, ...ids, stay: { ...stay, ...reported }, ...invented };
}

/** Returns the guest; some of those of the guesthouse come from afar and write their names in other scripts. */
function guestOf({ unit, checkin, variant, situation }: SampleOrder, random: Random): Person {
  const person = inventPerson(random);
  const afar = randomFor('from afar', unit.unitId, checkin, variant);
  if (!unit.hotel || situation || !afar.chance(0.09)) return person;
  const { alias, gender, ...guest } = afar.pick(FACTS.guestsFromAfar);
  const email = `${alias}@${person.email.split('@')[1]}`;
  return { ...guest, gender: gender as Person['gender'], email, phone: person.phone };
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
