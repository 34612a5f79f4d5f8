// Selling: an OTA lets a stay to an invented guest if its own calendar allows, and counts down as the real one does.
import type { Book, Reservation, Stay } from './book.ts';
import { type Calendar, NO_RATE, UNLIMITED } from './calendar.ts';
import { addDays, daysBetween, nightsOf } from './dates.ts';
import type { Hotel, HotelList } from './hotel.ts';
import { obstacleTo } from './obstacle.ts';
import { inventPerson, NOTES, type Person } from './people.ts';
import type { Random } from './random.ts';
import type { ChangeWish, SaleWish, StayWish } from './wishes.ts';

/** The OTA's own calendar forbids it. */
export class NotSellable extends Error {}

export type MarketRules = {
  /** whether a sale and a cancellation change the OTA's own count */
  counts: boolean;
  /** false: a sale lowers the count, but neither a change nor a cancellation touches it */
  countsChanges?: boolean;
  minStay: 'arrival' | 'through';
  rates: boolean;
  /** an order of several rooms becomes several reservations */
  oneRoomEach?: boolean;
  reference(random: Random): string;
};

export type Market = {
  sell(wish: SaleWish): Reservation;
  modify(reference: string, change: ChangeWish): Reservation;
  cancel(reference: string): Reservation;
  /** takes a sale back that was never confirmed */
  undo(reference: string): void;
  /** why a stay cannot be sold, in words; undefined when it can */
  obstacle(stay: Pick<Stay, 'room' | 'rate' | 'arrival' | 'departure'>): string | undefined;
};

export type MarketParts = {
  random: Random;
  now(): number;
  hotels: HotelList;
  calendar: Calendar;
  book: Book;
  rules: MarketRules;
};

export function createMarket(parts: MarketParts): Market {
  const { random, hotels, book } = parts;
  const taken = new Map<Stay, string[]>();
  return {
    sell: (wish) => {
      const hotel = wish.hotel === undefined ? random.pick(hotels.all()) : hotels.find(wish.hotel);
      if (!hotel) throw new NotSellable('there is no such hotel');
      const guest = { ...inventPerson(random), ...wish.guest };
      const wishes = wish.rooms ?? [wish];
      const stays: Stay[] = [];
      try {
        for (const one of wishes) {
          stays.push(
            take(parts, taken, { hotel, guest, index: stays.length + 1, wish: { ...wish, ...one } }),
          );
        }
      } catch (error) {
        for (const stay of stays) giveBack(parts, taken, stay);
        throw error;
      }
      return enter(parts, { hotel, guest, stays, wish });
    },
    modify: (reference, change) => {
      const reservation = alive(book, reference);
      using _ = keptCounts(parts, reservation);
      const before = reservation.stays.map((stay) => ({ stay, dates: giveBack(parts, taken, stay) }));
      try {
        reservation.stays = changed(parts, taken, reservation, change);
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
      const reservation = alive(book, reference);
      using _ = keptCounts(parts, reservation);
      for (const stay of reservation.stays) giveBack(parts, taken, stay);
      reservation.status = 'cancelled';
      book.revise(reservation, 'cancelled');
      return reservation;
    },
    undo: (reference) => {
      for (const stay of alive(book, reference).stays) giveBack(parts, taken, stay);
      book.remove(reference);
    },
    obstacle: (stay) => obstacleTo(parts, stay),
  };
}

type Entry = { hotel: Hotel; guest: Person; stays: Stay[]; wish: SaleWish };

/** Writes an order into the book; returns its first reservation. */
function enter({ random, book, rules, now }: MarketParts, { hotel, guest, stays, wish }: Entry): Reservation {
  const order = wish.reference ?? rules.reference(random);
  const notes = wish.notes ?? random.pick(NOTES);
  const all = rules.oneRoomEach ? stays.map((stay) => [stay]) : [stays];
  const entered = all.map((own, i) =>
    book.add({
      reference: i === 0 ? order : rules.reference(random),
      order,
      hotel: hotel.id,
      seller: wish.seller ?? '',
      currency: hotel.currency,
      guest: { ...guest },
      notes,
      arrivalTime: wish.arrivalTime ?? '16:00',
      requests: [...(wish.requests ?? [])],
      services: [...(wish.services ?? [])],
      bookedAt: new Date(now()).toISOString(),
      stays: own,
      overlapping: wish.force ?? false,
      unmapped: wish.unmapped ?? false,
    }),
  );
  return entered[0]!;
}

type Taken = Map<Stay, string[]>;

function alive(book: Book, reference: string): Reservation {
  const reservation = book.find(reference);
  if (!reservation) throw new NotSellable(`there is no reservation ${reference}`);
  if (reservation.status === 'cancelled') throw new NotSellable(`the reservation ${reference} is cancelled`);
  return reservation;
}

type Taking = { hotel: Hotel; guest: Person; index: number; wish: SaleWish };

function take(parts: MarketParts, taken: Taken, { hotel, guest, index, wish }: Taking): Stay {
  const { room, rate, arrival, departure } = wish.arrival
    ? wished(parts, hotel, { ...wish, arrival: wish.arrival })
    : chosen(parts, hotel, wish);
  // Whose age nobody says is six.
  const ages = [...(wish.ages ?? Array.from({ length: wish.children ?? 0 }, () => 6))];
  const stay: Stay = {
    index,
    room,
    rate,
    arrival,
    departure,
    adults: wish.adults ?? parts.random.between(1, 2),
    children: ages.length,
    ages,
    services: [...(wish.roomServices ?? [])],
    guest,
    prices: nightsOf(arrival, departure).map((date) => ({
      date,
      price: wish.price ?? parts.calendar.rate(room, rate, date).price ?? 100,
    })),
  };
  const why = obstacleTo(parts, stay);
  if (why && !wish.force) throw new NotSellable(why);
  takeNights(parts, taken, stay);
  return stay;
}

function changed(parts: MarketParts, taken: Taken, reservation: Reservation, change: ChangeWish): Stay[] {
  const hotel = parts.hotels.find(reservation.hotel)!;
  const force = change.force ?? false;
  const changing = change.index ?? reservation.stays[0]?.index;
  const done: Stay[] = [];
  const takeOne = (index: number, wish: SaleWish) =>
    done.push(take(parts, taken, { hotel, guest: reservation.guest, index, wish: { ...wish, force } }));
  try {
    for (const stay of reservation.stays) {
      if (change.drop?.includes(stay.index)) continue;
      const { index, room, rate, arrival, departure, adults, ages, services } = stay;
      const kept = { room, rate, arrival, departure, adults, ages, roomServices: services };
      const { room: newRoom, rate: newRate, arrival: from, departure: until, nights, price } = change;
      const wish: SaleWish = { ...kept };
      if (index === changing) {
        if (newRoom !== undefined) Object.assign(wish, { room: newRoom, rate: undefined });
        if (newRate !== undefined) wish.rate = newRate;
        if (from !== undefined) wish.arrival = from;
        if (until !== undefined) wish.departure = until;
        if (nights !== undefined) wish.departure = addDays(wish.arrival!, nights);
        if (price !== undefined) wish.price = price;
        if (change.adults !== undefined) wish.adults = change.adults;
        if (change.children !== undefined || change.ages !== undefined) {
          Object.assign(wish, { ages: change.ages, children: change.children });
        }
      }
      takeOne(index, wish);
    }
    const last = Math.max(0, ...reservation.stays.map(({ index }) => index));
    for (const [i, wish] of (change.add ?? []).entries()) takeOne(last + 1 + i, wish);
    if (done.length === 0) throw new NotSellable('an order without rooms is cancelled, not changed');
    return done;
  } catch (error) {
    for (const stay of done) giveBack(parts, taken, stay);
    throw error;
  }
}

export type Chosen = Pick<Stay, 'room' | 'rate' | 'arrival' | 'departure'>;

function wished(parts: MarketParts, hotel: Hotel, wish: StayWish & { arrival: string }): Chosen {
  const room = hotel.rooms.find(({ id }) => wish.room === undefined || id === wish.room);
  if (!room) throw new NotSellable(`the hotel has no room ${wish.room}`);
  const rate = parts.rules.rates ? (wish.rate ?? room.rates[0]?.id ?? NO_RATE) : NO_RATE;
  const departure = wish.departure ?? addDays(wish.arrival, wish.nights ?? 1);
  if (daysBetween(wish.arrival, departure) < 1) throw new NotSellable('a stay has at least one night');
  return { room: room.id, rate, arrival: wish.arrival, departure };
}

/** Any stay that the calendar allows. */
function chosen(parts: MarketParts, hotel: Hotel, wish: StayWish): Chosen {
  const { random, calendar } = parts;
  const nights = calendar
    .nights(hotel.rooms.map(({ id }) => id))
    .filter(({ room, available = 0 }) => available > 0 && (wish.room === undefined || room === wish.room));
  for (let tries = 0; tries < 50 && nights.length > 0; tries += 1) {
    const { room, rate = NO_RATE, date } = random.pick(nights);
    const length = wish.nights ?? random.between(1, 4);
    const stay = { room, rate, arrival: date, departure: addDays(date, length) };
    if (obstacleTo(parts, stay) === undefined) return stay;
  }
  throw new NotSellable('nothing is free');
}

function takeNights(
  { calendar, rules }: MarketParts,
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

/** Gives back what was taken, and no more: an overlapping sale found nothing to take. Returns those dates. */
function giveBack({ calendar }: MarketParts, taken: Taken, stay: Stay): string[] {
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

/** Where changes are not counted: puts the counts of the hotel back as they are now when the block ends that holds it. */
function keptCounts({ calendar, hotels, rules }: MarketParts, { hotel }: Reservation): Disposable {
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
