// Sales, changes and cancellations at an OTA: checked against its own calendar, whose counts they change.

import { inventPerson, type Person } from '../sample-people/people.ts';
import type { Random } from '../sample-people/random.ts';
import type { OtaReservation, ReservationBook, Stay } from './book.ts';
import { NO_RATE, type OtaCalendar, UNLIMITED } from './calendar.ts';
import { addDays, daysBetween, nightsOf } from './dates.ts';
import { NOTES } from './guest-texts.ts';
import type { Hotel, HotelList } from './hotel.ts';
import { PLAIN_ORDER } from './order-details.ts';
import type { ChangeInput, SaleInput, StayInput } from './sale-input.ts';
import { type SaleRules, saleError } from './sale-rules.ts';

/** Thrown when the OTA's calendar or its reservations do not allow a sale or a change. */
export class NotSellableError extends Error {}

export type Sales = {
  sell(input: SaleInput): OtaReservation;
  modify(reference: string, change: ChangeInput): OtaReservation;
  cancel(reference: string): OtaReservation;
  /** removes a sale that was never confirmed and returns its units */
  undo(reference: string): void;
  /** returns the reason why a stay cannot be sold; undefined when it can */
  saleError(stay: Pick<Stay, 'room' | 'rate' | 'arrival' | 'departure'>): string | undefined;
};

type SalesOptions = {
  random: Random;
  now(): number;
  hotels: HotelList;
  calendar: OtaCalendar;
  book: ReservationBook;
  rules: SaleRules;
};

export function createSales(parts: SalesOptions): Sales {
  const { random, hotels, book } = parts;
  const taken = new Map<Stay, string[]>();
  return {
    sell: (input) => {
      const hotel = input.hotel === undefined ? random.pick(hotels.all()) : hotels.find(input.hotel);
      if (!hotel) throw new NotSellableError('there is no such hotel');
      const guest = { ...inventPerson(random), ...input.guest };
      const inputs = input.rooms ?? [input];
      const stays: Stay[] = [];
      try {
        for (const one of inputs) {
          stays.push(
            takeStay(parts, taken, { hotel, guest, index: stays.length + 1, input: { ...input, ...one } }),
          );
        }
      } catch (error) {
        for (const stay of stays) returnUnits(parts, taken, stay);
        throw error;
      }
      return storeOrder(parts, { hotel, guest, stays, input });
    },
    modify: (reference, change) => {
      const reservation = requireBooked(book, reference);
      using _ = keepCounts(parts, reservation);
      const before = reservation.stays.map((stay) => ({ stay, dates: returnUnits(parts, taken, stay) }));
      try {
        reservation.stays = changedStays(parts, taken, reservation, change);
      } catch (error) {
        for (const { stay, dates } of before) takeNights(parts, taken, stay, dates);
        throw error;
      }
      Object.assign(reservation.guest, change.guest);
      reservation.notes = change.notes ?? reservation.notes;
      reservation.arrivalTime = change.arrivalTime ?? reservation.arrivalTime;
      reservation.requests = [...(change.requests ?? reservation.requests)];
      reservation.services = [...(change.services ?? reservation.services)];
      book.revise(reservation, 'modified');
      return reservation;
    },
    cancel: (reference) => {
      const reservation = requireBooked(book, reference);
      using _ = keepCounts(parts, reservation);
      for (const stay of reservation.stays) returnUnits(parts, taken, stay);
      reservation.status = 'cancelled';
      book.revise(reservation, 'cancelled');
      return reservation;
    },
    undo: (reference) => {
      for (const stay of requireBooked(book, reference).stays) returnUnits(parts, taken, stay);
      book.remove(reference);
    },
    saleError: (stay) => saleError(parts, stay),
  };
}

type Order = { hotel: Hotel; guest: Person; stays: Stay[]; input: SaleInput };

/** Stores an order as one or more reservations; returns the first one. */
function storeOrder(
  { random, book, rules, now }: SalesOptions,
  { hotel, guest, stays, input }: Order,
): OtaReservation {
  const order = input.reference ?? rules.reference(random);
  const notes = input.notes ?? random.pick(NOTES);
  const all = rules.oneRoomEach ? stays.map((stay) => [stay]) : [stays];
  const details = structuredClone({ ...PLAIN_ORDER, ...input.details });
  details.collect = rules.collects?.(order, input.details?.collect) ?? details.collect;
  const entered = all.map((own, i) =>
    book.add({
      reference: i === 0 ? order : rules.reference(random),
      order,
      hotel: hotel.id,
      seller: input.seller ?? '',
      currency: hotel.currency,
      guest: { ...guest },
      notes,
      arrivalTime: input.arrivalTime ?? '16:00',
      requests: [...(input.requests ?? [])],
      services: [...(input.services ?? [])],
      details,
      bookedAt: new Date(now()).toISOString(),
      stays: own,
      overlapping: input.force ?? false,
      unmapped: input.unmapped ?? false,
    }),
  );
  return entered[0]!;
}

type Taken = Map<Stay, string[]>;

function requireBooked(book: ReservationBook, reference: string): OtaReservation {
  const reservation = book.find(reference);
  if (!reservation) throw new NotSellableError(`there is no reservation ${reference}`);
  if (reservation.status === 'cancelled')
    throw new NotSellableError(`the reservation ${reference} is cancelled`);
  return reservation;
}

type TakeOptions = { hotel: Hotel; guest: Person; index: number; input: SaleInput };

function takeStay(parts: SalesOptions, taken: Taken, { hotel, guest, index, input }: TakeOptions): Stay {
  const { room, rate, arrival, departure } = input.arrival
    ? requestedStay(parts, hotel, { ...input, arrival: input.arrival })
    : randomStay(parts, hotel, input);
  // Children of unknown age are six years old.
  const ages = [...(input.ages ?? Array.from({ length: input.children ?? 0 }, () => 6))];
  const stay: Stay = {
    index,
    room,
    rate,
    arrival,
    departure,
    adults: input.adults ?? parts.random.between(1, 2),
    children: ages.length,
    ages,
    services: [...(input.roomServices ?? [])],
    guest,
    prices: nightsOf(arrival, departure).map((date) => ({
      date,
      price: input.price ?? parts.calendar.rate(room, rate, date).price ?? 100,
    })),
  };
  const why = saleError(parts, stay);
  if (why && !input.force) throw new NotSellableError(why);
  takeNights(parts, taken, stay);
  return stay;
}

function changedStays(
  parts: SalesOptions,
  taken: Taken,
  reservation: OtaReservation,
  change: ChangeInput,
): Stay[] {
  const hotel = parts.hotels.find(reservation.hotel)!;
  const force = change.force ?? false;
  const changing = change.index ?? reservation.stays[0]?.index;
  const done: Stay[] = [];
  const takeOne = (index: number, input: SaleInput) =>
    done.push(takeStay(parts, taken, { hotel, guest: reservation.guest, index, input: { ...input, force } }));
  try {
    for (const stay of reservation.stays) {
      if (change.drop?.includes(stay.index)) continue;
      const { index, room, rate, arrival, departure, adults, ages, services } = stay;
      const kept = { room, rate, arrival, departure, adults, ages, roomServices: services };
      const { room: newRoom, rate: newRate, arrival: from, departure: until, nights, price } = change;
      const input: SaleInput = { ...kept };
      if (index === changing) {
        if (newRoom !== undefined) Object.assign(input, { room: newRoom, rate: undefined });
        if (newRate !== undefined) input.rate = newRate;
        if (from !== undefined) input.arrival = from;
        if (until !== undefined) input.departure = until;
        if (nights !== undefined) input.departure = addDays(input.arrival!, nights);
        if (price !== undefined) input.price = price;
        if (change.adults !== undefined) input.adults = change.adults;
        if (change.children !== undefined || change.ages !== undefined) {
          Object.assign(input, { ages: change.ages, children: change.children });
        }
      }
      takeOne(index, input);
    }
    const last = Math.max(0, ...reservation.stays.map(({ index }) => index));
    for (const [i, input] of (change.add ?? []).entries()) takeOne(last + 1 + i, input);
    if (done.length === 0) throw new NotSellableError('an order without rooms is cancelled, not changed');
    return done;
  } catch (error) {
    for (const stay of done) returnUnits(parts, taken, stay);
    throw error;
  }
}

type Chosen = Pick<Stay, 'room' | 'rate' | 'arrival' | 'departure'>;

function requestedStay(parts: SalesOptions, hotel: Hotel, input: StayInput & { arrival: string }): Chosen {
  const room = hotel.rooms.find(({ id }) => input.room === undefined || id === input.room);
  if (!room) throw new NotSellableError(`the hotel has no room ${input.room}`);
  const rate = parts.rules.rates ? (input.rate ?? room.rates[0]?.id ?? NO_RATE) : NO_RATE;
  const departure = input.departure ?? addDays(input.arrival, input.nights ?? 1);
  if (daysBetween(input.arrival, departure) < 1) throw new NotSellableError('a stay has at least one night');
  return { room: room.id, rate, arrival: input.arrival, departure };
}

/** Returns a random stay that the calendar allows. Throws `NotSellableError` after 50 failed attempts. */
function randomStay(parts: SalesOptions, hotel: Hotel, input: StayInput): Chosen {
  const { random, calendar } = parts;
  const nights = calendar
    .nights(hotel.rooms.map(({ id }) => id))
    .filter(({ room, available = 0 }) => available > 0 && (input.room === undefined || room === input.room));
  for (let attempt = 0; attempt < 50 && nights.length > 0; attempt += 1) {
    const { room, rate = NO_RATE, date } = random.pick(nights);
    const length = input.nights ?? random.between(1, 4);
    const stay = { room, rate, arrival: date, departure: addDays(date, length) };
    if (saleError(parts, stay) === undefined) return stay;
  }
  throw new NotSellableError('nothing is free');
}

function takeNights(
  { calendar, rules }: SalesOptions,
  taken: Taken,
  stay: Stay,
  dates = nightsOf(stay.arrival, stay.departure),
): void {
  const counted = dates.filter((date) => {
    const { available } = calendar.room(stay.room, date);
    if (!rules.counts || available === undefined || available < 1 || available === UNLIMITED) return false;
    calendar.setRoom(stay.room, date, { available: available - 1 });
    return true;
  });
  taken.set(stay, counted);
}

/**
 * Returns the units that a stay took to the calendar. Nights where an overlapping sale found no unit are left
 * as they are. Returns the dates of the returned units.
 */
function returnUnits({ calendar }: SalesOptions, taken: Taken, stay: Stay): string[] {
  const dates = taken.get(stay) ?? [];
  for (const date of dates) {
    const { available } = calendar.room(stay.room, date);
    if (available !== undefined && available !== UNLIMITED) {
      calendar.setRoom(stay.room, date, { available: available + 1 });
    }
  }
  taken.delete(stay);
  return dates;
}

/**
 * Keeps the hotel's counts at OTAs whose counts do not follow changes: restores the present ones when the
 * returned object is disposed of.
 */
function keepCounts({ calendar, hotels, rules }: SalesOptions, { hotel }: OtaReservation): Disposable {
  const rooms = rules.countsChanges === false ? (hotels.find(hotel)?.rooms ?? []) : [];
  const kept = calendar.nights(rooms.map(({ id }) => id)).flatMap(({ room, date }) => {
    const { available } = calendar.room(room, date);
    return available === undefined ? [] : [{ room, date, available }];
  });
  return {
    [Symbol.dispose]: () => {
      for (const { room, date, available } of kept) calendar.setRoom(room, date, { available });
    },
  };
}
